"""Acts on an event file: one after the other, done once, and there or not there whatever fails."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_file import EventFile, lock_path
from arpad.office.log.event_format import parsed
from arpad.office.log.event_log import EventLog
from arpad.office.log.store import MemoryStore


def begun(*names: str, rounds: int = 0) -> EventLog:
    log = EventLog.new(name="cup", system="monrad", rounds=rounds, seed=1)
    return desk.enter_all(log, [ParticipantEntry(name) for name in names]) if names else log


@pytest.fixture
def cup(tmp_path: Path) -> EventFile:
    file = EventFile(tmp_path / "cup.arpad")
    file.create(begun("Ann", "Bo", "Cy", "Di"))
    return file


def enter(name: str) -> Callable[[EventLog], EventLog]:
    return lambda log: desk.enter(log, name, {})


def names(file: EventFile) -> list[str]:
    return [entrant.name for entrant in file.read().tournament().entrants]


def test_an_act_that_changes_nothing_writes_nothing(cup: EventFile) -> None:
    before = cup.path.stat()
    assert cup.act(lambda log: log).events == ()
    assert cup.path.stat().st_ino == before.st_ino


def test_the_lines_before_an_act_stay_as_they_are(cup: EventFile) -> None:
    """Also where another program has written the same events in another way: its hashes stay published."""
    for apart in ((", ", ": "), (",", ":")):
        rows = [json.loads(line) for line in cup.path.read_text().splitlines()]
        before = ""
        for at, row in enumerate(rows):
            body = json.dumps({k: v for k, v in row.items() if k not in ("prev", "hash")}, separators=apart)
            if before:
                body = f'{body[:-1]}, "prev": "{before}"}}'
            before = sha256(body[:-1].encode()).hexdigest()
            rows[at] = f'{body[:-1]}, "hash": "{before}"}}'
        last = f'{{"end": {len(rows) - 2}, "prev": "{json.loads(rows[-2])["hash"]}"'
        rows[-1] = f'{last}, "hash": "{sha256(last.encode()).hexdigest()}"}}'
        cup.path.write_text("".join(f"{row}\n" for row in rows))
        old = cup.path.read_bytes().splitlines()
        cup.act(lambda log: desk.enter(log, f"P{log.next_entrant}", {}))
        new = cup.path.read_bytes().splitlines()
        assert new[: len(old) - 1] == old[:-1]
        assert len(new) == len(old) + 1
        assert parsed(cup.path.read_text(), "") == cup.read()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"\xef\xbb\xbf" + content,
        lambda content: content.replace(b"\n", b"\r\n"),
        lambda content: content.replace(b"\n", b"\n\n"),
        lambda content: content.removesuffix(b"\n"),
        lambda content: b"\n" + content,
        lambda content: content + b" \n",
    ],
)
def test_a_file_with_other_line_breaks_is_written_anew(
    cup: EventFile, spoil: Callable[[bytes], bytes]
) -> None:
    before = cup.path.read_bytes()
    for name in ("Eve", "Fay"):
        cup.path.write_bytes(spoil(before))
        other = EventFile(cup.path.with_name(f"{name}.arpad"))
        other.path.write_bytes(spoil(before))
        for file in (cup, other):  # one is known from before, the other is not
            file.act(enter(name))
            content = file.path.read_bytes()
            assert content.splitlines()[:-2] == before.splitlines()[:-1]
            assert parsed(content.decode(), "") == file.read()
            assert content.count(b"\n") == file.read().seq + 2
        before = cup.path.read_bytes()


def test_what_is_known_of_a_file_is_what_a_stranger_reads(cup: EventFile) -> None:
    """The log of an act, of a file that another process added to, and of the file read anew are one."""
    other = EventFile(cup.path.with_name("other.arpad"))
    for at in range(5):
        cup.act(lambda log: desk.enter_all(log, [ParticipantEntry(f"A{at}"), ParticipantEntry(f"B{at}")]))  # noqa: B023
        seen = cup.read()
        other.path.write_bytes(cup.path.read_bytes())
        other.act(enter(f"C{at}"))
        cup.path.write_bytes(other.path.read_bytes())
        log, anew = cup.read(), parsed(cup.path.read_text(), "")
        assert log == anew
        assert log.acts[: len(seen.acts)] == seen.acts
        assert (log.identity, log.seq, log.standing) == (anew.identity, anew.seq, anew.standing)
        assert log.tournament() == anew.tournament()
        assert not log.findings
    cup.path.write_bytes(cup.path.read_bytes().replace(b'"C4"', b'"D4"'))
    with pytest.raises(BadInput, match="the line is damaged"):
        cup.read()


def test_fifty_who_write_to_memory_all_succeed() -> None:
    store = MemoryStore(begun("Ann"))
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda at: store.act(enter(f"P{at}"), expected=2), range(50)))
    assert [entrant.number for entrant in store.read().tournament().entrants] == list(range(1, 52))


CALLS = ("open", "write", "fsync", "replace", "link", "unlink", "rename", "fchmod")
"""What a file is written by; it is closed after its bytes were synchronised."""


@contextmanager
def failing(at: int, code: int, log: list[str]) -> Iterator[None]:
    """Let one call of the system fail, counted from 0, and note all of them."""
    real = {name: getattr(os, name) for name in CALLS}

    def wrapped(name: str) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            log.append(name)
            if len(log) - 1 == at:
                raise OSError(code, os.strerror(code))
            return real[name](*args, **more)

        return call

    try:
        for name in CALLS:
            setattr(os, name, wrapped(name))
        yield
    finally:
        for name in CALLS:
            setattr(os, name, real[name])


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EACCES])
def test_an_error_at_any_call_leaves_the_old_file_or_the_new_one(cup: EventFile, code: int) -> None:
    expected = cup.path.read_bytes()
    for at in range(1000):
        calls: list[str] = []
        happened = True
        with failing(at, code, calls):
            try:
                cup.act(enter(f"P{at}"))
            except BadInput:
                happened = False
        now = cup.path.read_bytes()
        assert (f'"P{at}"' in now.decode()) is happened, (at, calls[at])
        if not happened:
            assert now == expected, (at, calls[at])
        expected = now
        if len(calls) <= at:
            break
    else:
        pytest.fail("the calls never ended")
    assert {"write", "fsync", "replace"} <= set(calls)
    assert happened


def test_what_is_acknowledged_is_on_the_disk(cup: EventFile) -> None:
    """The bytes are synchronised before the file gets its name, and the folder before the act ends."""
    calls: list[str] = []
    with failing(-1, 0, calls):
        cup.act(enter("Eve"))
    name = max(at for at, call in enumerate(calls) if call in ("replace", "rename"))
    written = [at for at, call in enumerate(calls) if call == "write"]
    synchronised = [at for at, call in enumerate(calls) if call == "fsync"]
    assert any(max(written) < at < name for at in synchronised)
    assert any(at > name for at in synchronised)


def test_a_protected_file_is_not_written(cup: EventFile) -> None:
    cup.path.chmod(0o444)
    before = cup.path.read_bytes()
    with pytest.raises(BadInput, match="protected from writing"):
        cup.act(enter("Eve"))
    assert cup.path.read_bytes() == before
    assert stat.S_IMODE(cup.path.stat().st_mode) == 0o444


def test_permissions_and_links_stay(cup: EventFile, tmp_path: Path) -> None:
    cup.path.chmod(0o640)
    link = tmp_path / "link.arpad"
    link.symlink_to(cup.path)
    EventFile(link).act(enter("Eve"))
    assert link.is_symlink()
    assert lock_path(link) == lock_path(cup.path)
    assert stat.S_IMODE(cup.path.stat().st_mode) == 0o640
    assert names(cup)[-1] == "Eve"


def test_a_damaged_file_is_not_written(cup: EventFile) -> None:
    content = cup.path.read_bytes().replace(b"Ann", b"Anne")
    cup.path.write_bytes(content)
    with pytest.raises(BadInput, match="line 3: the line is damaged"):
        cup.act(enter("Eve"))
    assert cup.path.read_bytes() == content


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.arpad")
    with pytest.raises(BadInput, match="not a regular file"):
        EventFile(tmp_path / "pipe.arpad").read()
    with pytest.raises(BadInput):
        EventFile(tmp_path / "pipe.arpad").create(begun())
    with pytest.raises(BadInput, match="there is no file"):
        EventFile(tmp_path / "none.arpad").act(enter("Eve"))


@pytest.mark.parametrize("content", [None, b"", b"name,rating\n", b'{"a": 1}\n', b"\xff\xfe"])
@pytest.mark.parametrize("op", ["", "n"])
def test_what_is_refused_leaves_no_lock_file(tmp_path: Path, content: bytes | None, op: str) -> None:
    file = EventFile(tmp_path / "list.csv")
    if content is not None:
        file.path.write_bytes(content)
        with pytest.raises(BadInput):
            file.create(begun(), op=op)
    with pytest.raises(BadInput):
        file.act(enter("Eve"), op=op)
    with pytest.raises(BadInput):
        EventFile(tmp_path / "nowhere" / "cup.arpad").create(begun(), op=op)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == (
        {} if content is None else {"list.csv": content}
    )


def test_a_link_in_the_place_of_the_lock_is_not_followed(cup: EventFile, tmp_path: Path) -> None:
    lock = lock_path(cup.path)
    lock.unlink(missing_ok=True)
    lock.symlink_to(tmp_path / "victim")
    with pytest.raises(BadInput, match="lock file cannot be opened"):
        cup.act(enter("Eva"))
    assert not (tmp_path / "victim").exists()
