"""The base class of every error that we tell to users; each package draws its own tree at the head of its first file.

    LudusError
    ├── BadOption             a setting that does not exist, or not with that value
    │   ├── BadAddress        cluster/address.py
    │   └── BadFolder         entries/export.py
    ├── MachineFault          the machine has failed, and no player is to blame
    │   ├── MissingTool       intake/tree.py
    │   └── Unavailable       sandbox/box.py
    ├── BadPosition           games/base.py
    ├── IllegalMove           games/base.py
    │   └── Unsettled         protocols/amazons_turn.py
    ├── BadGame               games/foreign.py
    ├── UnknownGame           games/registry.py
    ├── ProtocolError         protocols/base.py
    │   ├── BadReply          protocols/base.py
    │   └── BadRequest        protocols/base.py
    │       └── BadState      protocols/amazons_file.py
    ├── BadLine               protocols/engine.py
    ├── BadEntrant            intake/tree.py
    │   ├── BadSource         intake/tree.py
    │   └── BuildFailed       intake/tree.py
    ├── BadPlayer             players/base.py
    │   └── Absent            players/base.py
    ├── BadRecord             records/strict_json.py
    ├── BadSheet              records/pente_org.py
    ├── BadStore              store/schema.py
    │   └── EmptyStore        store/schema.py
    ├── BadLedger             ratings/sprt.py
    ├── BadSuite              arena/openings.py
    ├── BadAnswer             cluster/messages.py
    ├── BadPlan               tournaments/plans/table.py
    │   └── NoPrograms        tournaments/plans/entrant_texts.py
    ├── BadScript             site/scripts.py
    ├── NoCore                site/build.py
    └── Refused               server/refusal.py

A command shows such an error as one line and ends with exit code 2. Any other exception is a fault of ours.
"""

from __future__ import annotations


class LudusError(ValueError):
    """Something that a user can put right; the message says where, what was expected and what was found."""

    hint = ""
    """What to do about it; a command points to its help where this is empty."""


class BadOption(LudusError):
    """A setting that does not exist, or not with that value."""


class MachineFault(LudusError):
    """The machine has failed (a full disk, a sandbox that cannot be set up), and no player is to blame."""
