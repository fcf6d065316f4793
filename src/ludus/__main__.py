"""Lets `python -m ludus` stand for the `ludus` command."""

from ludus.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
