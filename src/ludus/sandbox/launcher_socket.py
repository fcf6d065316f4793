"""The socket over which a sandbox reports its progress; `native/launcher.cpp` is the other end."""

from __future__ import annotations

import contextlib
import socket
import struct
from dataclasses import dataclass

_CREDENTIALS = struct.Struct("3i")
"""Process, user and group, in the kernel's order."""
_ANCILLARY_SIZE = socket.CMSG_SPACE(_CREDENTIALS.size) + socket.CMSG_SPACE(struct.calcsize("i"))


@dataclass(frozen=True, slots=True)
class Message:
    """One message from the sandbox."""

    word: str
    rest: str
    process: int
    """The id of the sender, outside the sandbox."""
    descriptor: int | None
    """A descriptor that was sent along."""


class LauncherSocket:
    """Our end of the socket."""

    def __init__(self) -> None:
        self._ours, self.launcher_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)

    def fileno(self) -> int:
        """Return the descriptor to wait for."""
        return self._ours.fileno()

    def receive(self) -> Message | None:
        """Receive one message; None when there will be no more."""
        try:
            message, more, _, _ = self._ours.recvmsg(1024, _ANCILLARY_SIZE)
        except ConnectionResetError:
            # The other end closed without reading everything that we sent; its own messages come next.
            return Message("", "", 0, None)
        if not message:
            return None
        process, descriptor = 0, None
        for _, kind, data in more:
            if kind == socket.SCM_CREDENTIALS:
                process, _, _ = _CREDENTIALS.unpack(data)
            else:
                (descriptor,) = struct.unpack("i", data)
        word, _, rest = message.decode(errors="replace").partition(" ")
        return Message(word, rest, process, descriptor)

    def start_program(self) -> None:
        """Have the program started."""
        self._send(b"go")

    def end_sandbox(self) -> None:
        """Have the sandbox kill all its processes; it also does so when we have ended."""
        self._send(b"end")

    def set_blocking(self, *, is_blocking: bool) -> None:
        """Choose whether to wait for messages."""
        self._ours.setblocking(is_blocking)

    def close(self) -> None:
        """Close both ends."""
        self._ours.close()
        self.launcher_end.close()

    def _send(self, word: bytes) -> None:
        with contextlib.suppress(OSError):
            self._ours.send(word)
