"""The base class of every error that we tell to users; each package draws its own tree at the head of its first file.

    LudusError
    ├── BadOption     a setting that does not exist, or not with that value
    │   └── BadAddress                                          cluster/address.py
    ├── MachineFault  the machine has failed, and no player is to blame
    │   └── Unavailable                                         sandbox/box.py
    ├── BadPosition, IllegalMove                                games/base.py
    ├── BadGame                                                 games/foreign.py
    ├── BadRequest, BadReply                                    protocols/base.py
    ├── BadEntrant (BuildFailed)                                intake/tree.py
    ├── BadPlayer                                               players/base.py
    ├── BadRecord                                               records/strict_json.py
    ├── BadAnswer                                               cluster/messages.py
    └── BadStore                                                store/schema.py

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
