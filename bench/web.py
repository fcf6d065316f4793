"""What the pages cost: the core as WebAssembly beside the native one, and what the server carries.

    core      CPU time of the same searches, as a ratio to native; the goal is at most 1.5 in each game (web_core.py)
    load      spectators, people and engines at once (web_load.py)

What was measured last stands in speed.md.
"""

from __future__ import annotations

import argparse
import sys

import web_core
import web_load


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    core = commands.add_parser("core", help="the core as WebAssembly beside the native one")
    web_core.add_arguments(core)
    core.set_defaults(measure=web_core.measure_core)
    load = commands.add_parser("load", help="what the server carries")
    web_load.add_arguments(load)
    load.set_defaults(measure=web_load.measure_load)
    options = parser.parse_args()
    measured: int = options.measure(options)
    return measured


if __name__ == "__main__":
    sys.exit(main())
