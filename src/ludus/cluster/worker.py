"""What runs on a worker of the cluster: these functions are called there by Dask, by their names.

Games are played in processes of their own, as on one machine: each with a claimed core, and programs in the sandbox. The
worker itself only waits for them, so that it always answers the scheduler. When nobody wants a batch any more (the
coordinator was stopped or killed, the scheduler is gone), its game ends soon.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import pickle
import platform
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import ParamSpec

import dask
import distributed
from distributed import Worker, get_worker

from ludus import __version__
from ludus.arena.match import Pairing
from ludus.cluster.game_processes import IdleProcesses, Unwanted, make_machine, play_in_process
from ludus.cluster.messages import (
    Batch,
    BatchAnswer,
    GameAnswer,
    GameFile,
    list_hashes,
    write_batch_answer,
    write_facts,
    write_failure,
)
from ludus.cluster.settings import ENCRYPTION
from ludus.intake.build import PACKAGES
from ludus.intake.cache import Cache
from ludus.intake.entrant import find_cached
from ludus.intake.parcel import unpack_entrant

P = ParamSpec("P")
_IDLE = IdleProcesses()
"""The one thing that this process remembers from call to call: Dask calls functions, not objects."""


def answer(function: Callable[P, bytes]) -> Callable[P, bytes]:
    """Answer with what has gone wrong instead of raising it: Dask loses exceptions that it cannot send."""

    @wraps(function)
    def call(*words: P.args, **named: P.kwargs) -> bytes:
        try:
            return function(*words, **named)
        except Exception as error:
            return write_failure(error)

    return call


# Called by the coordinator


@answer
def greet(run: str) -> bytes:
    """End the processes of earlier runs, and tell what this worker is like."""
    _IDLE.end_others(run)
    worker = get_worker()
    return write_facts({**describe_versions(), **describe_pages(worker), **_describe_place()})


@answer
def import_parcel(hash_: str, parcel: bytes) -> bytes:
    """Put a program into the cache of this machine."""
    unpack_entrant(hash_, parcel)
    return b""


@answer
def play_batch(order: bytes) -> bytes:
    """Play games one after the other until the time is over; list the missing programs instead, if there are any."""
    batch: Batch = pickle.loads(order)
    cache = Cache()
    missing = tuple(hash_ for hash_ in list_hashes(batch.games) if find_cached(hash_, cache) is None)
    if missing:
        return write_batch_answer(BatchAnswer(missing=missing))
    began = time.monotonic()
    files = {file.path: str(_keep_file(file, cache)) for file in batch.files}
    played: list[GameAnswer] = []
    try:
        for game in batch.games:
            if played and time.monotonic() - began >= batch.seconds:
                break
            played.append(play_in_process(_move_files(game, files), batch.run, _IDLE))
    except Unwanted:
        pass
    return write_batch_answer(BatchAnswer(tuple(played), (), time.monotonic() - began))


def end_processes(run: str) -> None:
    """End the processes of a run that is over."""
    _IDLE.end(run)


def describe_versions() -> dict[str, object]:
    """Tell the versions that coordinator and workers must share."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"Ludus": __version__, "Python": python, "Dask": distributed.__version__}


def list_tools() -> list[str]:
    """List the tools of this machine by which programs are built and run."""
    return sorted(tool for tool in PACKAGES if shutil.which(tool))


def describe_pages(node: distributed.node.ServerNode) -> dict[str, object]:
    """Tell where a member of the cluster serves pages, and whether it serves any."""
    bound = distributed.comm.get_tcp_server_addresses(node.http_server)
    role = "worker" if isinstance(node, Worker) else "scheduler"
    routes = [
        name
        for name in dask.config.get(f"distributed.{role}.http.routes")
        if name != "distributed.http.scheduler.missing_bokeh"
    ]
    return {
        "pages": [address[0] for address in bound] if routes or node.http_application.applications else [],
        "listens": sorted({listener.listen_address for listener in node.listeners}),
    }


def _describe_place() -> dict[str, object]:
    machine = make_machine()
    uncontained = None if machine.unsafe else machine.explain_no_containment()
    return {
        "sandbox": str(uncontained or ""),
        "tools": list_tools(),
        "settings": {name: dask.config.get(name, None) for name in ENCRYPTION},
        "daemon": multiprocessing.current_process().daemon,
    }


# Somebody's own game


def _keep_file(file: GameFile, cache: Cache) -> Path:
    """Write a game's file into the cache, under its own name, because errors name it."""
    folder = cache.folder("games") / hashlib.sha256(file.content).hexdigest()
    path = folder / Path(file.path).name
    if not path.is_file():
        with cache.make_draft("games") as draft:
            (draft / path.name).write_bytes(file.content)
            folder.mkdir(exist_ok=True)
            (draft / path.name).replace(path)
    return path


def _move_files(game: Pairing, files: dict[str, str]) -> Pairing:
    names = tuple(files[name] for name in game.settings.files)
    return replace(game, settings=replace(game.settings, files=names))
