"""Where games are played: options for the number of workers on this machine, or for a cluster, and the pool they name."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ludus.arena.runner import Pool
from ludus.arena.workers import make_local_pool
from ludus.cluster.address import read_address
from ludus.errors import BadOption
from ludus.sandbox.capabilities import Machine
from ludus.text import quote

LIBRARIES = ("dask", "distributed", "cryptography", "tornado")


@dataclass(frozen=True, slots=True)
class PoolChoice:
    """Where games are to be played."""

    workers: int | None
    """How many at a time on this machine; None as the plan says."""
    cluster: str = ""
    """The address of a scheduler; empty for this machine."""
    keys: Path | None = None

    def make(self, usual: int, machine: Machine, tell: Callable[[str], None]) -> Pool:
        """Make the pool; `usual` is the plan's number of workers, and `tell` receives who joins and leaves a cluster."""
        if not self.cluster:
            workers = usual if self.workers is None else self.workers
            return make_local_pool(workers, machine, listens=True)
        with explain_missing_dask():
            from ludus.cluster.connection import connect
            from ludus.cluster.pool import ClusterPool
        return ClusterPool(connect(self.cluster, self.keys), tell)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of games at a time on this machine."""
    parser.add_argument(
        "--workers", metavar="K", type=int, help="play K games at a time (default: as the plan says)"
    )


def add_pool(parser: argparse.ArgumentParser) -> None:
    """Add the options for this machine and for a cluster."""
    add_workers(parser)
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of the Dask scheduler at this address, such as tls://192.0.2.1:8786",
    )
    parser.add_argument(
        "--keys", metavar="DIR", help="the folder with the keys of the cluster, see 'ludus cluster keys'"
    )


def choose_pool(options: argparse.Namespace) -> PoolChoice:
    """Read the options, and refuse early what could never work: programs may be built before the first game."""
    workers: int | None = options.workers
    if workers is not None and workers < 0:
        raise BadOption(f"--workers: expected 0 or more, found {workers}")
    if options.cluster is None:
        if options.keys is not None:
            raise BadOption("--keys: expected together with --cluster ADDRESS, found no --cluster")
        return PoolChoice(workers)
    if workers is not None:
        raise BadOption("--workers cannot be given with --cluster, which uses all workers that join")
    with explain_missing_dask():
        from ludus.cluster.connection import load_security
    keys = Path(options.keys) if options.keys else None
    load_security(read_address(options.cluster), keys)
    for name in options.show:
        if keys is not None and keys.resolve().is_relative_to(Path(name).resolve()):
            raise BadOption(
                f"--show {quote(name)}: expected a folder that programs may read, found the keys in it"
            )
    return PoolChoice(None, options.cluster, keys)


@contextmanager
def explain_missing_dask() -> Iterator[None]:
    """Say how to get what a cluster needs, where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in LIBRARIES:
            raise
        missing = BadOption(f"a cluster needs {error.name}, which is not installed")
        missing.hint = "pip install 'ludus[cluster]'"
        raise missing from None
