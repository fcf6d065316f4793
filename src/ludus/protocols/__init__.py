"""The formats of the contests: pure, both ways. Read `base.py` first.

`PROTOCOLS` holds them by the name of their game.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludus.protocols.base import Format

PROTOCOLS: Mapping[str, Format]
"""The contest formats by the name of their game."""


def __getattr__(name: str) -> object:
    # On first use, because a contest entry needs one format and pays for every import.
    if name != "PROTOCOLS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ludus.protocols import amazons, checkers, chezz, pente

    return globals().setdefault(
        "PROTOCOLS", {"pente": pente, "chezz": chezz, "checkers": checkers, "amazons": amazons}
    )
