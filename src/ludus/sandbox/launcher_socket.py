"""The socket over which a sandbox says how it is getting on: the launcher's end is `native/launcher.cpp`."""

from __future__ import annotations

import contextlib
import socket
import struct
from dataclasses import dataclass

_CREDENTIALS = struct.Struct("3i")
"""Process, user and group, as the kernel puts them."""
_ROOM = socket.CMSG_SPACE(_CREDENTIALS.size) + socket.CMSG_SPACE(struct.calcsize("i"))


@dataclass(frozen=True, slots=True)
class Said:
    """One message."""

    word: str
    rest: str
    process: int
    """Who said it, by the number that it has out here."""
    handed: int | None
    """A descriptor that came with it."""


class LauncherSocket:
    """Our end of the socket."""

    def __init__(self) -> None:
        self._ours, self.its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)

    def fileno(self) -> int:
        """Give the descriptor to wait for."""
        return self._ours.fileno()

    def hear(self) -> Said | None:
        """Take one message; None when there will be no more."""
        try:
            message, more, _, _ = self._ours.recvmsg(1024, _ROOM)
        except ConnectionResetError:
            # The other end went away without reading all that we said; what it said itself comes next.
            return Said("", "", 0, None)
        if not message:
            return None
        process, handed = 0, None
        for _, kind, data in more:
            if kind == socket.SCM_CREDENTIALS:
                process, _, _ = _CREDENTIALS.unpack(data)
            else:
                (handed,) = struct.unpack("i", data)
        word, _, rest = message.decode(errors="replace").partition(" ")
        return Said(word, rest, process, handed)

    def go(self) -> None:
        """Have the program started."""
        self._say(b"go")

    def end(self) -> None:
        """Have the sandbox kill all that is in it; it does so as well when we are gone."""
        self._say(b"end")

    def set_blocking(self, *, is_blocking: bool) -> None:
        """Choose whether to wait for messages."""
        self._ours.setblocking(is_blocking)

    def close(self) -> None:
        """Hang up."""
        self._ours.close()
        self.its.close()

    def _say(self, word: bytes) -> None:
        with contextlib.suppress(OSError):
            self._ours.send(word)
