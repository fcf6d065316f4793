"""`ludus cluster keys`: make the keys that scheduler, workers and coordinator of a cluster share."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.pools import explain_missing_dask

EXAMPLES = """\
  ludus cluster keys keys
  DASK_CONFIG=keys dask scheduler --no-dashboard --host 192.0.2.1
  DASK_CONFIG=keys dask worker --no-dashboard --nthreads 4 tls://192.0.2.1:8786
  ludus tournament cup.toml --cluster tls://192.0.2.1:8786 --keys keys

Whoever has these keys can run any code on the cluster: keep the folder to
yourself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say where."""
    parser.add_argument("folder", metavar="DIR", help="the folder to create")


def run(options: argparse.Namespace) -> int:
    """Make the keys."""
    folder = Path(options.folder)
    with explain_missing_dask():
        from ludus.cluster.keys import make_keys
    make_keys(folder)
    print(f"wrote {folder}: keys and settings for DASK_CONFIG={folder.absolute()}")
    return 0
