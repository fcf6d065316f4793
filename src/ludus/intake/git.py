"""Fetches one commit from a git repository, and asks which commit a branch leads to.

An address is `https://...`, `ssh://...`, `name@host:path`, `file://...` or a path, and `#` with the whole commit follows:
`#`, because `@` belongs to addresses and to file names, and no address has a `#` of its own. Branches and tags are
refused there, since tomorrow they would be another program.

Git itself only fetches and packs. There is no work tree, so no hook, filter, submodule or attribute applies; the result
is a tar archive, which is read as carefully as any untrusted one. Git starts with no configuration and no transport but
the one that is needed, never prompts, and ends in time.

A fetch that fails blames the content (`BadEntrant`) only where git calls an object damaged or a limit of ours has ended
it; a connection that breaks off is a `BadSource`, and a full disk for temporary files a fault of the machine.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ludus.errors import MachineFault
from ludus.intake.archive import MOST_UNPACKED, unpack_file
from ludus.intake.tree import CHUNK, PATIENCE, BadEntrant, BadSource, Deadline, MissingTool, TreeWriter
from ludus.sandbox.box import Box
from ludus.sandbox.files import is_full
from ludus.sandbox.owned_folder import OwnedFolder
from ludus.text import make_printable, quote

MOST_MEMORY = 2 << 30
LONGEST_REASON = 300
LOOKING = 30.0
"""Seconds for asking a repository about a branch."""

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_BRANCH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._/+-]{0,199}", re.ASCII)
_HOST = r"[A-Za-z0-9][A-Za-z0-9.-]*"
_PATH = r"[A-Za-z0-9._~/+%@=,-]+"
_FORMS = {
    "https": re.compile(rf"https://{_HOST}(?::\d+)?/{_PATH}", re.ASCII),
    "ssh": re.compile(
        rf"ssh://(?:[A-Za-z0-9_][\w.-]*@)?{_HOST}(?::\d+)?/{_PATH}|[A-Za-z0-9_][\w.-]*@{_HOST}:(?!-){_PATH}",
        re.ASCII,
    ),
}
_SECRET = re.compile(r"(?<=//)[^/]*(?=@)|(?<=\?)[^#]*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?://|:)")
_SCP_LIKE = re.compile(r"[^/]*@[^/]*:")
_DAMAGE = re.compile(
    rb"corrupt loose object|is corrupt\b|pack is corrupted|repository corruption|bad object|hash mismatch|sha1 mismatch"
    rb"|inflate: |inflate returned|unresolved delta|out of memory",
    re.IGNORECASE,
)
"""What git says of damaged objects, and where memory does not suffice for them."""
_CONNECTION = re.compile(
    rb"early EOF|RPC failed|hung up|disconnect|unable to access|could not read from remote|connection|timed out|curl",
    re.IGNORECASE,
)
"""What git, ssh and curl say of connections."""
_PASSED_ON = (
    "PATH", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of one repository."""

    address: str
    commit: str
    transport: str

    @property
    def name(self) -> str:
        """The name of the repository."""
        return re.split(r"[/:]", self.address.rstrip("/"))[-1].removesuffix(".git")


def is_git_address(text: str) -> bool:
    """Tell whether a text is meant as a git address, good or bad."""
    _, mark, commit = text.rpartition("#")
    if _SCHEME.match(text) or (mark and _COMMIT.fullmatch(commit)):
        return True
    has_mark = mark and "/" not in commit
    return bool(has_mark or _SCP_LIKE.match(text)) and not os.path.lexists(text)


def read_address(text: str) -> Commit:
    """Parse ADDRESS#COMMIT; refuse whatever would make git run something or read it as an option."""
    address, mark, commit = text.rpartition("#")
    shown = f"git address {quote(_hide_password(text))}"
    if not mark or not _COMMIT.fullmatch(commit):
        found = quote(commit) if mark else "none"
        raise BadSource(
            f"{shown}: expected ADDRESS#COMMIT with a whole commit (40 hexadecimal digits, see 'git rev-parse HEAD'), "
            f"found {found} as commit"
        )
    where, transport = _choose_transport(address, shown)
    return Commit(where, commit, transport)


def find_commit(address: str, branch: str) -> str:
    """Ask a repository for the commit that a branch leads to now."""
    shown = f"git branch {quote(_hide_password(f'{address}#{branch}'))}"
    if not _BRANCH.fullmatch(branch):
        raise BadEntrant(f"{shown}: expected the name of a branch, found {quote(branch)}")
    where, transport = _choose_transport(address, shown)
    with contextlib.closing(OwnedFolder("ludus-git-")) as owned, tempfile.TemporaryFile() as found:
        git = _Git(shown, transport, owned.path, Deadline(shown, LOOKING))
        git.run("init", "--quiet", "--bare", "--template=", ".")
        git.run("ls-remote", "--", where, f"refs/heads/{branch}", into=found)
        found.seek(0)
        for line in found.read(CHUNK).decode(errors="replace").splitlines():
            commit, _, name = line.partition("\t")
            # Git compares the ends of names alone.
            if name == f"refs/heads/{branch}" and _COMMIT.fullmatch(commit):
                return commit
    raise BadEntrant(f"{shown}: expected a branch called {branch}, found none")


def _hide_password(address: str) -> str:
    """Show an address without what may be a secret: others read why it was refused."""
    return make_printable(_SECRET.sub("...", address))


def _choose_transport(address: str, shown: str) -> tuple[str, str]:
    """Check the address of a repository; return how git is to be given it, and the one transport that it needs."""
    for transport, form in _FORMS.items():
        if form.fullmatch(address):
            return address, transport
    path = address.removeprefix("file://") if address.startswith("file:///") else address
    if address.startswith("-") or _SCHEME.match(path) or not path.isprintable():
        raise BadSource(
            f"{shown}: expected https://HOST/PATH, ssh://HOST/PATH, NAME@HOST:PATH or the path of a repository, "
            "without a password"
        )
    folder = Path(path).absolute()
    if not (folder / ".git").exists() and not (folder / "objects").is_dir():
        raise BadSource(f"{shown}: expected a git repository in {quote(path)}, found none")
    if (owner := folder.stat().st_uid) != os.geteuid():
        # Git itself refuses it, with advice about a setting that we do not let it read.
        raise BadSource(
            f"{shown}: expected a repository of your own, found one of user {owner}; name its folder alone"
        )
    return str(folder), "file"


def write_commit(commit: Commit, writer: TreeWriter, box: Box) -> None:
    """Fetch a commit and write its files."""
    with contextlib.closing(OwnedFolder("ludus-git-")) as owned, tempfile.TemporaryFile() as tar:
        folder = owned.path
        shown = f"git address {quote(f'{commit.address}#{commit.commit}')}"
        git = _Git(shown, commit.transport, folder, writer.deadline)
        form = "sha256" if len(commit.commit) == 64 else "sha1"
        git.run("init", "--quiet", "--bare", "--template=", f"--object-format={form}", ".")
        git.fetch(commit)
        # These override the attributes of the commit: every file as it was stored, and none left out.
        (folder / "info").mkdir(exist_ok=True)
        (folder / "info" / "attributes").write_text(
            "* -text -eol -ident -filter -working-tree-encoding -export-ignore -export-subst\n",
            encoding="ascii",
        )
        git.pack(commit, tar)
        tar.seek(0)
        unpack_file(tar, ".tar", MOST_UNPACKED, writer, box)


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why git has failed, and the end of what it said."""

    why: str
    said: bytes


class _Git:
    """Git in an empty repository, without the user's configuration."""

    def __init__(self, shown: str, transport: str, folder: Path, deadline: Deadline) -> None:
        self._shown = shown
        self._deadline = deadline
        self._folder = folder
        passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        self._environment = {
            **passed_on,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "LANG": "C.UTF-8",
            "GIT_DIR": str(folder),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_ALLOW_PROTOCOL": transport,
            "GIT_PROTOCOL_FROM_USER": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "false",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_LFS_SKIP_SMUDGE": "1",
            "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oStrictHostKeyChecking=yes -oForwardAgent=no -oPermitLocalCommand=no",
        }

    def run(self, *arguments: str, into: BinaryIO | None = None) -> None:
        """Run git; its output goes into a file. Where it fails, no content is to blame."""
        if failure := self._run(arguments, into):
            raise BadSource(f"{self._shown}: {failure.why}")

    def fetch(self, commit: Commit) -> None:
        """Fetch a commit."""
        words = (
            "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
            "--no-auto-maintenance", "--", commit.address, commit.commit,
        )  # fmt: skip
        try:
            failure = self._run(words)
        except BadEntrant as error:
            # Out of time: where nothing has come, nobody has answered.
            raise (BadEntrant if self._has_objects() else BadSource)(str(error)) from error
        if failure:
            said = failure.said.replace(commit.address.encode(), b"")
            is_connection = not self._has_objects() or _CONNECTION.search(said)
            refuse = BadEntrant if _DAMAGE.search(said) or not is_connection else BadSource
            raise refuse(f"{self._shown}: {failure.why}")

    def pack(self, commit: Commit, tar: BinaryIO) -> None:
        """Write the files of a commit that was fetched into an archive."""
        words = ("archive", "--format=tar", "--worktree-attributes", f"{commit.commit}^{{commit}}")
        if failure := self._run(words, tar):
            raise BadEntrant(f"{self._shown}: {failure.why}")

    def _has_objects(self) -> bool:
        """Tell whether anything has come."""
        return any(path.is_file() for path in (self._folder / "objects").rglob("*"))

    def _run(self, arguments: Sequence[str], into: BinaryIO | None = None) -> _Failure | None:
        settings = ("core.hooksPath=/dev/null", "core.fsmonitor=false", "fetch.unpackLimit=1", "gc.auto=0")
        command = ["git", *(word for setting in settings for word in ("-c", setting)), *arguments]
        # Into a file, whose size is limited: a remote repository may send any amount.
        with tempfile.TemporaryFile() as errors:
            code = self._wait(self._start(command, into, errors))
            if not code:
                return None
            if is_full(self._folder):
                why = os.strerror(errno.ENOSPC)
                raise MachineFault(f"{self._shown}: temporary files: {why}; set TMPDIR to another folder")
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - CHUNK))
            said = errors.read()
        return _Failure(_describe_failure(arguments[0], code, said), said)

    def _start(self, command: list[str], into: BinaryIO | None, errors: BinaryIO) -> subprocess.Popen[bytes]:
        if shutil.which("git") is None:
            raise MissingTool(f"{self._shown}: git is not installed; install Debian's package git")
        return subprocess.Popen(
            ["/bin/sh", "-c", f'{_make_limits()}; exec "$@"', "sh", *command],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=into or subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )

    def _wait(self, process: subprocess.Popen[bytes]) -> int:
        """Wait for git, but not beyond the deadline; give its exit code."""
        with process:
            try:
                return process.wait(timeout=self._deadline.left)
            except BaseException as error:
                # Transports are processes of their own, and are killed with it. It is not reaped yet, so its process id is still its own.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                if isinstance(error, subprocess.TimeoutExpired):
                    raise self._deadline.make_error() from None
                raise


def _make_limits() -> str:
    """Make a shell's commands that set limits: git writes one file when it fetches and one when it packs. Lower limits stay."""
    limits = {"f": MOST_UNPACKED >> 9, "v": MOST_MEMORY >> 10, "t": int(PATIENCE), "c": 0}
    return "; ".join(f"ulimit -{letter} {most} 2>&-" for letter, most in limits.items())


def _describe_failure(command: str, code: int, stderr: bytes) -> str:
    """Describe a failure by git's error messages, without its advice."""
    lines = [line.strip() for line in stderr[-CHUNK:].decode(errors="backslashreplace").splitlines()]
    complaints = [line for line in lines if line.startswith(("fatal:", "error:"))]
    text = make_printable(" | ".join(complaints or filter(None, lines)))[:LONGEST_REASON]
    how = f"exit code {code}" if code >= 0 else f"killed by signal {-code}"
    return f"git {command} failed, {how}" + (f": {text}" if text else "")
