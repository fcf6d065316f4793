"""The fingerprint of a run."""

from __future__ import annotations

import platform

from ludus import __version__
from ludus.store.fingerprint import take_fingerprint


def test_a_fingerprint_names_machine_versions_and_what_it_is_given() -> None:
    found = take_fingerprint(tier="bubblewrap")
    assert found["software"] == f"ludus {__version__}"
    assert found["system"].startswith(platform.system())
    assert found["tier"] == "bubblewrap"
    assert all(found[key] for key in ("python", "sqlite", "host", "cores"))
