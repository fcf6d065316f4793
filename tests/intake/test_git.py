"""Git addresses: which are understood, and that git runs nothing of what is in a repository.

Attacks are shown twice: done bare, in a bounded form, they work; on the way in they are refused.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

import pytest

from ludus.errors import MachineFault
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.intake.git import find_commit, is_git_address, read_address
from ludus.intake.tree import BadEntrant, BadSource
from ludus.sandbox.workspace import BoundedWorkspace
from tests.intake.entrants import COMMIT, committed, files_in, git, refuse
from tests.machines import MACHINE
from tests.tolerance import PATIENCE


def test_git_addresses_are_understood() -> None:
    wanted = {
        f"https://example.org/a/bot.git#{COMMIT}": ("https", "bot"),
        f"https://example.org:8443/~a/bot#{COMMIT}": ("https", "bot"),
        f"ssh://git@example.org/a/bot#{COMMIT}": ("ssh", "bot"),
        f"git@example.org:a/bot.git#{COMMIT}": ("ssh", "bot"),
        f"git@example.org:bot#{COMMIT}": ("ssh", "bot"),
    }
    for text, (transport, name) in wanted.items():
        commit = read_address(text)
        assert (commit.transport, commit.name, commit.commit) == (transport, name, COMMIT)
        assert commit.address == text.removesuffix(f"#{COMMIT}")


@pytest.mark.parametrize(
    "address",
    [
        "https://user:hunter2@example.org/bot.git",
        "https://hunter2@example.org/bot.git",
        "ssh://git:hunter2@example.org/bot",
        "https://example.org/bot.git?access_token=hunter2",
        "http://user:hunter2@example.org/bot",
    ],
)
def test_a_password_in_an_address_is_refused_and_not_repeated(address: str) -> None:
    """Whoever may read why a source is refused need not know the organiser's password."""
    for read in (lambda: find_commit(address, "main"), lambda: read_address(f"{address}#{COMMIT}")):
        with pytest.raises(BadEntrant, match="without a password") as refused:
            read()
        assert "hunter2" not in str(refused.value)
        assert "example.org" in str(refused.value)
    with pytest.raises(BadEntrant) as refused:
        read_address(address)
    assert "hunter2" not in str(refused.value)


def test_a_branch_leads_to_its_last_commit_and_to_no_other_branch_of_a_similar_name(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("first", encoding="ascii")
    first = committed(tmp_path)
    git("branch", "--force", "team", cwd=tmp_path)
    git("branch", "deep/refs/heads/other", cwd=tmp_path)
    assert find_commit(str(tmp_path), "team") == first
    with pytest.raises(BadEntrant, match="expected a branch called other, found none"):
        find_commit(str(tmp_path), "other")


@pytest.mark.parametrize("branch", ["", "-u", "ma in", "*", "main\n", "ma\u202ein", "x" * 300])
def test_a_branch_that_would_mean_something_else_to_git_is_refused(branch: str, tmp_path: Path) -> None:
    with pytest.raises(BadEntrant, match="expected the name of a branch"):
        find_commit(str(tmp_path), branch)


def test_a_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a whole commit behind a `#` always means git; a slash behind it names the folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("C#bot", "me@home:bot"):
        assert is_git_address(name)
        (tmp_path / name).mkdir()
        assert not is_git_address(name)
    assert is_git_address(f"bot#{COMMIT}")
    assert not is_git_address(f"bot#{COMMIT}/")


@pytest.mark.parametrize(
    "address",
    [
        "ext::sh -c touch% ran",
        "ext::sh",
        "fd::17",
        "http://example.org/bot",
        "git://example.org/bot",
        "ftp://example.org/bot",
        "https://name:password@example.org/bot",
        "https://-oProxyCommand=touch/bot",
        "https://example.org/bot --upload-pack=touch",
        "ssh://-oProxyCommand=touch ran/bot",
        "ssh://-oProxyCommand=x@example.org/bot",
        "-oProxyCommand=x@example.org:bot",
        "git@-oProxyCommand=touch:bot",
        "git@example.org:-bot",
        "--upload-pack=touch ran",
        "-u",
        "file://example.org/bot",
        "FILE::x",
        "https://example.org/\nbot",
        "https://example.org/b\u202eot",
    ],
)
def test_addresses_that_make_git_do_something_else_are_refused(
    tmp_path: Path, cache: Cache, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refuse(f"{address}#{COMMIT}", cache, "expected (https://HOST/PATH|a git repository|a folder, an archive)")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("commit", ["", "main", "HEAD", "abc1234", COMMIT.upper(), COMMIT + "0", "--all"])
def test_only_a_whole_commit_will_do(cache: Cache, commit: str) -> None:
    refuse(f"https://example.org/bot#{commit}", cache, r"expected ADDRESS#COMMIT with a whole commit")
    refuse("https://example.org/bot", cache, "found none as commit")


def test_an_address_that_runs_a_command_runs_none(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bare, git runs what an `ext::` address or an option names."""
    monkeypatch.chdir(tmp_path)
    bare = ["git", "-c", "protocol.ext.allow=always", "clone", "--quiet"]
    for words in (
        ["ext::sh -c touch% ran", "copy"],
        ["--upload-pack=touch ran;", f"file://{tmp_path}", "copy"],
    ):
        subprocess.run([*bare, *words], check=False, capture_output=True, timeout=60)
        assert (tmp_path / "ran").exists()
        (tmp_path / "ran").unlink()
        refuse(f"{words[0]}#{COMMIT}", cache, "expected")
        assert not (tmp_path / "ran").exists()


def test_hooks_and_filters_of_a_repository_are_not_run(
    agent: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bare, with a configuration that somebody has set up, a checkout runs the filter and the hook."""
    ran = tmp_path / "ran"
    settings = tmp_path / "settings"
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "post-checkout").write_text(f"#!/bin/sh\necho hook >> {ran}\n", encoding="utf-8")
    (hooks / "post-checkout").chmod(0o755)
    settings.write_text(
        f'[filter "evil"]\n\tsmudge = "echo filter >> {ran}; cat"\n[core]\n\thooksPath = {hooks}\n',
        encoding="utf-8",
    )
    (agent / ".gitattributes").write_text("run filter=evil\nlink export-ignore\n", encoding="utf-8")
    commit = committed(agent)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    git("clone", "--quiet", agent, tmp_path / "bare", cwd=tmp_path)
    assert sorted(ran.read_text(encoding="utf-8").split()) == ["filter", "hook"]
    ran.unlink()
    entrant = import_entrant(f"{agent}#{commit}", MACHINE.best_box, cache)
    assert not ran.exists()
    assert sorted(files_in(entrant.folder)) == [".gitattributes", "deep/er/book.txt", "link", "run"]


def test_submodules_are_not_fetched(agent: Path, tmp_path: Path, cache: Cache) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "file").write_text("x", encoding="utf-8")
    committed(other)
    committed(agent)
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub", cwd=agent)
    git("commit", "--quiet", "--message", "second", cwd=agent)
    entrant = import_entrant(f"{agent}#{git('rev-parse', 'HEAD', cwd=agent)}", MACHINE.best_box, cache)
    assert not (entrant.folder / "sub" / "file").exists()


def test_a_commit_is_read_as_carefully_as_an_archive(agent: Path, cache: Cache) -> None:
    (agent / "out").symlink_to("../../secret")
    refuse(f"{agent}#{committed(agent)}", cache, "'out': expected a link that stays inside")


def test_a_commit_that_is_not_there_is_told_by_git(agent: Path, cache: Cache) -> None:
    committed(agent)
    refuse(f"{agent}#{COMMIT}", cache, f"git fetch failed, exit code 128: .*{COMMIT}")


def test_a_repository_of_somebody_else_is_not_looked_into(
    agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed(agent)
    monkeypatch.setattr(os, "geteuid", lambda: agent.stat().st_uid + 1)
    with pytest.raises(BadEntrant, match="expected a repository of your own, found one of user"):
        read_address(f"{agent}#{COMMIT}")


def test_a_repository_that_multiplies_itself_is_refused(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten objects, each a folder of ten times the one before: ten thousand million files in a checkout."""
    git("init", "--quiet", "--bare", "bomb", cwd=tmp_path)
    bomb = tmp_path / "bomb"

    def made(kind: str, text: bytes) -> str:
        done = subprocess.run(
            ["git", *(["hash-object", "-w", "--stdin"] if kind == "blob" else ["mktree"])],
            cwd=bomb,
            input=text,
            check=True,
            capture_output=True,
        )
        return done.stdout.decode().strip()

    inner = made("blob", b"boom")
    for level in range(10):
        kind = "100644 blob" if level == 0 else "040000 tree"
        inner = made("tree", "".join(f"{kind} {inner}\tf{number}\n" for number in range(10)).encode())
    commit = git("commit-tree", inner, "-m", "boom", cwd=bomb)
    assert sum(path.stat().st_size for path in (bomb / "objects").rglob("*") if path.is_file()) < 20_000
    monkeypatch.setattr("ludus.intake.tree.PATIENCE", 3.0)
    refuse(
        f"{bomb}#{commit}",
        cache,
        "expected at most 10000 files|git archive failed|expected a program that is imported within 3 s",
    )


def test_a_repository_without_end_is_not_fetched(
    agent: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    (agent / "noise").write_bytes(os.urandom(3 << 20))
    commit = committed(agent)
    monkeypatch.setattr("ludus.intake.git.MOST_UNPACKED", 1 << 20)
    refuse(f"{agent}#{commit}", cache, "git fetch failed")


CUT = """\
#!{python}
import os, subprocess
os.environ.pop("GIT_DIR", None)
upload = subprocess.Popen(["git", "upload-pack", {repository!r}], stdout=subprocess.PIPE)
left = {size}
while left:
    data = os.read(upload.stdout.fileno(), left)
    os.write(1, data)
    left -= len(data)
upload.kill()
"""


def test_a_connection_that_breaks_off_is_no_fault_of_the_commit(
    agent: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (agent / "noise").write_bytes(os.urandom(1 << 20))
    commit = committed(agent)
    (tmp_path / "bin").mkdir()
    script = CUT.format(python=sys.executable, repository=str(agent), size=300_000)
    (tmp_path / "bin" / "ssh").write_text(script, encoding="utf-8")
    (tmp_path / "bin" / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    with pytest.raises(BadSource, match=r"git fetch failed, exit code 128: .*early EOF"):
        import_entrant(f"git@example.org:corrupt#{commit}", MACHINE.best_box, cache)


@pytest.mark.parametrize("limit", [True, False], ids=["too large", "damaged"])
def test_a_commit_whose_content_cannot_be_fetched_ends_nobody_elses_match(
    agent: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch, *, limit: bool
) -> None:
    (agent / "noise").write_bytes(os.urandom(3 << 20))
    address = f"{agent}#{committed(agent)}"
    if limit:
        monkeypatch.setattr("ludus.intake.git.MOST_UNPACKED", 1 << 20)
    else:
        largest = max((agent / ".git" / "objects").glob("*/*"), key=lambda path: path.stat().st_size)
        largest.chmod(0o644)
        largest.write_bytes(largest.read_bytes()[:100_000])
    with pytest.raises(BadEntrant, match="git fetch failed") as refused:
        import_entrant(address, MACHINE.best_box, cache)
    assert not isinstance(refused.value, BadSource)


@pytest.mark.parametrize("command", ["fetch", "archive"])
def test_a_full_disk_for_temporary_files_is_no_fault_of_a_commit(
    agent: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    if MACHINE.unbounded:
        pytest.skip(MACHINE.unbounded)
    address = f"{agent}#{made_to_look_committed(agent)}"
    fails = "mkdir objects; head -c 3000000 /dev/zero > objects/pack; echo fatal: early EOF >&2; exit 128"
    fake_git(tmp_path, monkeypatch, f'case "$*" in *" {command} "*) {fails};; esac')
    with contextlib.closing(BoundedWorkspace(1 << 20)) as disk:
        disk.folder.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(disk.folder))
        with pytest.raises(MachineFault, match="No space left on device; set TMPDIR to another folder"):
            import_entrant(address, MACHINE.best_box, cache)


def test_git_is_not_waited_for_without_end(
    agent: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor what it has started: a server that does not answer keeps a transport waiting."""
    fake_git(tmp_path, monkeypatch, f"sleep 60 & echo $! > {tmp_path}/started; sleep 60")
    commit = made_to_look_committed(agent)
    monkeypatch.setattr("ludus.intake.tree.PATIENCE", 0.5)
    refuse(f"{agent}#{commit}", cache, "expected a program that is imported within 0 s")
    started = int((tmp_path / "started").read_text(encoding="utf-8"))
    deadline = time.monotonic() + PATIENCE
    while is_running(started) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(started)


def test_a_repository_that_has_very_much_to_say_does_not_fill_the_memory(
    agent: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_git(
        tmp_path,
        monkeypatch,
        "head -c 60000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo fatal: enough >&2; exit 3",
    )
    tracemalloc.start()
    try:
        refuse(f"{agent}#{made_to_look_committed(agent)}", cache, "git init failed, exit code 3: .*enough")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20


def test_git_learns_nothing_of_our_environment(
    agent: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "secret")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_SSH_COMMAND", "touch ran")
    fake_git(tmp_path, monkeypatch, f"env > {tmp_path}/seen; exit 3")
    refuse(f"{agent}#{made_to_look_committed(agent)}", cache, "git init failed, exit code 3")
    seen = dict(
        line.partition("=")[::2] for line in (tmp_path / "seen").read_text(encoding="utf-8").splitlines()
    )
    assert not {"SECRET_TOKEN", "GIT_CONFIG_COUNT"} & seen.keys()
    assert seen["GIT_SSH_COMMAND"].startswith("ssh -oBatchMode=yes")
    assert (seen["GIT_ALLOW_PROTOCOL"], seen["GIT_TERMINAL_PROMPT"]) == ("file", "0")
    assert (seen["GIT_CONFIG_NOSYSTEM"], seen["GIT_CONFIG_GLOBAL"]) == ("1", "/dev/null")


def fake_git(folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Put a script of this name before the real one."""
    (folder / "bin").mkdir()
    (folder / "bin" / "git").write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    (folder / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}/bin:{os.environ['PATH']}")


def made_to_look_committed(folder: Path) -> str:
    """Make a folder look like a repository; what the commit is does not matter to a git that is none."""
    (folder / ".git").mkdir()
    return COMMIT


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state not in (b"Z", b"X")
