"""The door for every file that is written: what it refuses, what it replaces, and what stays behind."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from arpad.core import BadInput
from arpad.core.locking import locked
from arpad.core.writing import (
    EVENT_FILE,
    Kind,
    begins,
    check,
    exclusive,
    is_event_file,
    replace,
    together,
)

LIST = Kind("a list", begins(re.compile(rb"list\n")))
NOTE = Kind("a note", begins(re.compile(rb"note\n")))
EVENT = b'{"arpad tournament": 1}\n'

posix = pytest.mark.skipif(os.name != "posix", reason="links, permissions and devices of POSIX")


def write(path: Path | str, data: bytes = b"list\nnew\n", kind: Kind = LIST, *, force: bool = False) -> None:
    with replace(path, kind, force=force) as stream:
        stream.write(data)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write(tmp_path / "a", b"list\n" * 100_000)
    assert (tmp_path / "a").read_bytes() == b"list\n" * 100_000
    write(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"list\nnew\n"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("there", [b"name,rating\nAnn,1500\n", b"note\n", b"\0"])
def test_what_arpad_did_not_write_is_replaced_by_force_only(there: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(there)
    with pytest.raises(BadInput, match="is not a list that arpad has written"):
        write(path)
    with pytest.raises(BadInput, match="is not a list that arpad has written"):
        check(path, LIST)
    assert path.read_bytes() == there
    assert os.listdir(tmp_path) == ["a"]
    check(path, LIST, force=True)
    write(path, force=True)
    assert path.read_bytes() == b"list\nnew\n"


def test_an_empty_file_holds_nothing_to_destroy(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    write(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"list\nnew\n"


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n  "])
def test_an_event_file_is_never_replaced_by_another_kind(start: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cup.csv"
    path.write_bytes(start + EVENT)
    assert is_event_file(path)
    for force in (False, True):
        with pytest.raises(BadInput, match="event file of a tournament"):
            write(path, force=force)
    assert path.read_bytes() == start + EVENT
    write(path, EVENT + b"{}\n", EVENT_FILE)
    assert path.read_bytes() == EVENT + b"{}\n"


def test_an_event_is_never_written_over_another_file(tmp_path: Path) -> None:
    path = tmp_path / "cup.arpad"
    path.write_bytes(b"precious")
    for force in (False, True):
        with pytest.raises(BadInput, match="is not the event file"):
            write(path, EVENT, EVENT_FILE, force=force)


@posix
def test_what_is_read_is_never_written_over_under_any_name(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.write_bytes(b"list\n")
    (tmp_path / "soft").symlink_to(games)
    os.link(games, tmp_path / "hard")
    (tmp_path / "folder").mkdir()
    for name in ("games", "soft", "hard", "folder/../games"):
        with pytest.raises(BadInput, match="this file is read"), together([games], force=True):
            write(tmp_path / name)
        with (
            pytest.raises(BadInput, match="this file is read"),
            replace(tmp_path / name, LIST, inputs=[games]),
        ):
            pass
    assert games.read_bytes() == b"list\n"
    with together(["-"]):
        write(tmp_path / "other")


@posix
def test_only_regular_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path, what in (
        ("/dev/null", "a device"),
        (tmp_path / "pipe", "a pipe"),
        (tmp_path / "folder", "a folder"),
        (tmp_path / "loop", "a link that leads nowhere"),
    ):
        for force in (False, True):
            with pytest.raises(BadInput, match=what):
                write(path, force=force)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(BadInput, match=r"there is no folder .*nowhere.* Create it"):
        write(tmp_path / "nowhere" / "a")
    with pytest.raises(BadInput, match="cannot be the name of a file"):
        write("a\0b")


@posix
def test_a_protected_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"list\n")
    path.chmod(0o444)
    for force in (False, True):
        with pytest.raises(BadInput, match="protected from writing"):
            write(path, force=force)
    assert path.read_bytes() == b"list\n"


@posix
def test_links_and_permissions_stay(tmp_path: Path) -> None:
    target, link, plain = tmp_path / "a", tmp_path / "link", tmp_path / "plain"
    link.symlink_to(target)
    plain.touch()
    write(link)
    assert link.is_symlink()
    assert target.stat().st_mode == plain.stat().st_mode
    target.chmod(0o640)
    write(link)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_is_made_once(tmp_path: Path) -> None:
    start = Barrier(8)

    def begin(number: int) -> str:
        start.wait()
        try:
            with exclusive(tmp_path / "cup", EVENT_FILE) as stream:
                stream.write(EVENT + str(number).encode())
        except BadInput as error:
            return error.problem
        return ""

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(begin, range(8)))
    made = [number for number, problem in enumerate(told) if not problem]
    assert len(made) == 1
    assert sorted(told) == ["", *["this file is there already"] * 7]
    assert (tmp_path / "cup").read_bytes() == EVENT + str(made[0]).encode()
    assert os.listdir(tmp_path) == ["cup"]


def test_a_set_appears_together(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"list\nold\n")
    with together():
        write(tmp_path / "a")
        with exclusive(tmp_path / "b", NOTE) as stream:
            stream.write(b"note\n")
        assert (tmp_path / "a").read_bytes() == b"list\nold\n"
        assert not (tmp_path / "b").exists()
    assert (tmp_path / "a").read_bytes() == b"list\nnew\n"
    assert (tmp_path / "b").read_bytes() == b"note\n"
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def fails_after(tmp_path: Path) -> None:
    with together():
        write(tmp_path / "a")
        write(tmp_path / "b")
        raise RuntimeError("a bug")


def fails_inside(tmp_path: Path) -> None:
    with together():
        write(tmp_path / "a")
        with replace(tmp_path / "b", NOTE) as stream:
            stream.write(b"half")
            raise RuntimeError("a bug")


def fails_at_a_name(tmp_path: Path) -> None:
    with together():
        write(tmp_path / "a")
        write(tmp_path / "c")


@pytest.mark.parametrize("failing", [fails_after, fails_inside, fails_at_a_name])
def test_of_a_set_that_fails_nothing_appears(failing: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"list\nold\n")
    (tmp_path / "c").write_bytes(b"not ours")
    with pytest.raises((RuntimeError, BadInput)):
        failing(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a": b"list\nold\n",
        "c": b"not ours",
    }


@posix
@pytest.mark.parametrize("other", ["a", "A", "soft", "hard", "folder/../a"])
def test_two_outputs_of_one_name_are_refused(other: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"list\nold\n")
    (tmp_path / "soft").symlink_to("a")
    os.link(tmp_path / "a", tmp_path / "hard")
    (tmp_path / "folder").mkdir()
    before = sorted(os.listdir(tmp_path))
    with together() as files:
        write(tmp_path / "a")
        with pytest.raises(BadInput, match="two outputs would be written to one file"):
            write(tmp_path / other)
        files.discard()
    assert (tmp_path / "a").read_bytes() == b"list\nold\n"
    assert sorted(os.listdir(tmp_path)) == before


@posix
@pytest.mark.parametrize("failing", [None, 0, 60, 99])
def test_of_many_files_all_are_on_the_disk_before_one_has_its_name(
    failing: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: set[int] = set()
    named: list[int] = []
    real_sync, real_link = os.fsync, os.link

    def sync(descriptor: int) -> None:
        if failing is not None and os.fstat(descriptor).st_size == 1000 + failing:
            raise OSError(errno.EIO, "the disk fails")
        real_sync(descriptor)
        synced.add(os.fstat(descriptor).st_ino)

    def link(part: Path, target: Path) -> None:
        named.append(os.stat(part).st_ino)
        assert synced.issuperset(named)
        real_link(part, target)

    def hundred() -> None:
        with together():
            for at in range(100):
                write(tmp_path / f"p{at}", b"x" * (1000 + at))

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "link", link)
    if failing is None:
        hundred()
        assert len(named) == 100
        assert len(os.listdir(tmp_path)) == 100
        return
    with pytest.raises(BadInput, match="the disk fails") as caught:
        hundred()
    assert caught.value.file == str(tmp_path / f"p{failing}")
    assert not named
    assert os.listdir(tmp_path) == []


@posix
def test_many_outputs_are_not_compared_each_with_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    real = os.stat

    def counting(path: Path, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        nonlocal asked
        asked += 1
        return real(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)

    for at in range(50):
        (tmp_path / f"p{at}").write_bytes(b"list\nold\n")
    with together() as files:
        monkeypatch.setattr(os, "stat", counting)
        for at in range(100):
            files.claim(tmp_path / f"p{at}", LIST)
    assert asked < 10 * 100


def test_a_claimed_name_is_written_once(tmp_path: Path) -> None:
    with together() as files:
        files.claim(tmp_path / "a", LIST)
        write(tmp_path / "a")
        with pytest.raises(BadInput, match="two outputs"):
            files.claim(tmp_path / "a", LIST)
    assert (tmp_path / "a").exists()


def test_one_has_the_lock(tmp_path: Path) -> None:
    with (
        locked(tmp_path / "lock"),
        pytest.raises(BadInput, match="another process is writing"),
        locked(tmp_path / "lock", patience=0.05),
    ):
        raise AssertionError
    with locked(tmp_path / "lock", patience=0.0):
        pass


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    program = (
        "import os, re, signal, sys; from arpad.core.writing import *\n"
        "kind = Kind('a list', begins(re.compile(b'list')))\n"
        f"with replace({str(tmp_path / 'a')!r}, kind) as stream:\n"
        "    stream.write(b'x' * 10**6); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with replace(tmp_path / "mine", LIST) as stream:
        subprocess.run([sys.executable, "-c", program], check=False)
        left = os.listdir(tmp_path)
        assert len(left) == 2
        write(tmp_path / "b")
        # The file of the living process is still on its way.
        assert len(os.listdir(tmp_path)) == 2
        assert "b" in os.listdir(tmp_path)
        stream.write(b"list\n")
    assert sorted(os.listdir(tmp_path)) == ["b", "mine"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o666])
def test_a_lock_file_has_the_permissions_of_the_file_that_it_locks(tmp_path: Path, mode: int) -> None:
    file, lock = tmp_path / "cup", tmp_path / "lock"
    file.touch()
    file.chmod(mode)
    with locked(lock, of=file):
        assert lock.stat().st_mode & 0o777 == mode


AS_NOBODY = """
import os, sys
from pathlib import Path
from arpad.core.errors import BadInput
from arpad.core.locking import locked
os.setuid(65534)
try:
    with locked(Path(sys.argv[1]), patience=0.05):
        print("locked")
except BadInput as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can become another user")
def test_another_user_can_lock_a_file_that_it_may_only_read(tmp_path: Path) -> None:
    def as_nobody() -> str:
        words = [sys.executable, "-c", AS_NOBODY, str(folder / "lock")]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        lock = folder / "lock"
        lock.touch()
        lock.chmod(0o644)
        assert as_nobody() == "locked"
        with locked(lock):
            assert "another process is writing" in as_nobody()
        lock.chmod(0o600)
        assert "the lock file cannot be opened (Permission denied)" in as_nobody()
        assert "give it the permissions of the file that it locks" in as_nobody()
