"""Acts on an event file: one after the other, done once, and there or not there whatever fails."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.entering import Entry
from arpad.office.events.entries import Away, Back
from arpad.office.log.event_file import EventFile, lock_path
from arpad.office.log.event_format import parsed
from arpad.office.log.event_log import EventLog
from arpad.office.log.rebasing import Conflict
from arpad.office.log.store import Memory, Store
from arpad.tournament.results import Result

posix = pytest.mark.skipif(os.name != "posix", reason="processes that fork")


def begun(*names: str, rounds: int = 0) -> EventLog:
    log = EventLog.new(name="cup", system="monrad", rounds=rounds, seed=1)
    return desk.enter_all(log, [Entry(name) for name in names]) if names else log


@pytest.fixture
def cup(tmp_path: Path) -> EventFile:
    file = EventFile(tmp_path / "cup.arpad")
    file.create(begun("Ann", "Bo", "Cy", "Di"))
    return file


def enter(name: str) -> Callable[[EventLog], EventLog]:
    return lambda log: desk.enter(log, name, {})


def names(file: EventFile) -> list[str]:
    return [one.name for one in file.read().tournament().entrants]


def test_an_act_is_one_act_whatever_it_consists_of(cup: EventFile) -> None:
    done = cup.act(lambda log: desk.enter_results(desk.pair(log), 1, ["1-0", "0-1"]), author="Ida")
    assert [event.KIND for event in done.events] == ["pair", "result", "result"]
    assert cup.read().acts[-1].stamp.author == "Ida"
    assert cup.act(lambda log: log.undo()[0]).after.tournament().played == 0


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
        cup.act(lambda log: desk.enter_all(log, [Entry(f"A{at}"), Entry(f"B{at}")]))  # noqa: B023
        seen = cup.read()
        other.path.write_bytes(cup.path.read_bytes())
        other.act(enter(f"C{at}"))
        cup.path.write_bytes(other.path.read_bytes())
        known, anew = cup.read(), parsed(cup.path.read_text(), "")
        assert known == anew
        assert known.acts[: len(seen.acts)] == seen.acts
        assert (known.identity, known.seq, known.standing) == (anew.identity, anew.seq, anew.standing)
        assert known.tournament() == anew.tournament()
        assert not known.findings
    cup.path.write_bytes(cup.path.read_bytes().replace(b'"C4"', b'"D4"'))
    with pytest.raises(BadInput, match="the line is damaged"):
        cup.read()


def test_a_repeated_act_is_answered_and_not_repeated(cup: EventFile) -> None:
    first = cup.act(enter("Eve"), op="e1", request="add Eve")
    cup.act(enter("Fay"))
    content = cup.path.read_bytes()
    again = cup.act(enter("Eve"), op="e1", request="add Eve")
    assert (again.repeated, again.undone) == (True, False)
    assert (again.events, again.before, again.after) == (first.events, first.before, first.after)
    assert cup.path.read_bytes() == content
    with pytest.raises(BadInput, match="the operation 'e1' was another act"):
        cup.act(enter("Gus"), op="e1", request="add Gus")
    cup.act(lambda log: log.undo()[0].undo()[0], op="u")
    assert cup.act(enter("Eve"), op="e1", request="add Eve").undone
    assert cup.act(lambda log: log.undo()[0], op="u").repeated
    assert names(cup) == ["Ann", "Bo", "Cy", "Di"]


def test_a_repeated_beginning_is_answered(tmp_path: Path) -> None:
    file = EventFile(tmp_path / "new.arpad")
    file.create(begun(), op="n", request="x")
    file.act(enter("Ann"))
    assert file.create(begun(), op="n", request="x").repeated
    assert names(file) == ["Ann"]
    for op, request in (("n", "y"), ("m", "x"), ("", "")):
        with pytest.raises(BadInput):
            file.create(begun(), op=op, request=request)
    assert names(file) == ["Ann"]


@pytest.mark.parametrize("what", [{"op": "x" * 201}, {"op": "a\nb"}, {"author": "\x1b[1m"}])
def test_names_of_operations_and_authors_are_bounded(cup: EventFile, what: dict[str, str]) -> None:
    before = cup.path.read_bytes()
    with pytest.raises(BadInput, match="cannot be kept"):
        cup.act(enter("Eve"), **what)  # type: ignore[arg-type]
    assert cup.path.read_bytes() == before


def test_an_act_on_events_that_its_author_has_not_seen_is_done_unless_it_concerns_them(
    cup: EventFile,
) -> None:
    seen = cup.read().seq
    cup.act(enter("Eve"), author="Ida")
    cup.act(enter("Fay"), expected=seen)
    before = cup.path.read_bytes()
    with pytest.raises(Conflict, match=r"Eve was entered \(Ida, event 6\)"):
        cup.act(enter("Eve"), expected=seen)
    assert cup.path.read_bytes() == before


@pytest.mark.parametrize("kind", [EventFile, Memory])
def test_events_are_appended_to_the_log_that_their_author_has_seen(tmp_path: Path, kind: type[Store]) -> None:
    store: Store = Memory(begun("Ann", "Bo"))
    if kind is EventFile:
        file = EventFile(tmp_path / "cup.arpad")
        file.create(begun("Ann", "Bo"))
        store = file
    seen = store.read().seq
    done = store.append(Away(1, Result.HALF_BYE, (1,)), expected=seen, op="a", author="Ida")
    assert store.read() == done.after
    assert store.read().acts[-1].stamp.author == "Ida"
    assert not store.read().findings
    with pytest.raises(BadInput) as caught:
        store.append(Back(1), expected=seen)
    assert caught.value.code == "log.moved"
    again = store.append(Away(1, Result.HALF_BYE, (1,)), expected=seen, op="a")
    assert (again.repeated, again.after) == (True, done.after)
    store.append(Back(1), Away(2, Result.ZERO_BYE), expected=seen + 1)
    assert [event.KIND for event in store.read().acts[-1].events] == ["back", "away"]
    with pytest.raises(BadInput) as caught:
        store.append(expected=seen + 3)
    assert caught.value.code == "act.empty"
    with pytest.raises(BadInput) as caught:
        store.act(lambda log: log.until_act(2))
    assert (caught.value.code, store.read().seq) == ("act.removes-events", seen + 3)


def test_fifty_who_write_to_memory_all_succeed() -> None:
    store = Memory(begun("Ann"))
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda at: store.act(enter(f"P{at}"), expected=2), range(50)))
    assert [one.number for one in store.read().tournament().entrants] == list(range(1, 52))


def test_of_fifty_writers_all_succeed(cup: EventFile) -> None:
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda at: cup.act(enter(f"P{at}")), range(50)))
    assert sorted(names(cup)[4:]) == sorted(f"P{at}" for at in range(50))
    assert [one.number for one in cup.read().tournament().entrants] == list(range(1, 55))


ADD = """
import sys
from pathlib import Path
from arpad.office import desk
from arpad.office.log.event_file import EventFile
file, name, many = EventFile(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for at in range(many):
    file.act(lambda log: desk.enter(log, f"{name}-{at}", {}))
"""


@pytest.mark.slow
def test_of_fifty_processes_that_write_all_succeed(cup: EventFile) -> None:
    runs = [python(ADD, cup.path, f"P{at}", 4, stdin=subprocess.PIPE) for at in range(50)]
    for run in runs:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("go\n")
        run.stdin.flush()
    said = [run.communicate()[1] for run in runs]
    assert [run.returncode for run in runs] == [0] * 50, said
    assert sorted(names(cup)[4:]) == sorted(f"P{at}-{n}" for at in range(50) for n in range(4))
    # Each process enters its own in order.
    for at in range(50):
        own = [name for name in names(cup) if name.startswith(f"P{at}-")]
        assert own == [f"P{at}-{n}" for n in range(4)]


def python(code: str, *words: object, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


NEW = """
import sys
from pathlib import Path
from arpad.core import BadInput
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog
log = EventLog.new(name=sys.argv[2], system="monrad", rounds=3, seed=1)
print("ready", flush=True)
sys.stdin.readline()
try:
    EventFile(Path(sys.argv[1])).create(log)
except BadInput as error:
    print(error)
    sys.exit(2)
"""


def test_of_eight_who_begin_one_file_at_once_one_succeeds(tmp_path: Path) -> None:
    file = tmp_path / "cup.arpad"
    runs = [python(NEW, file, f"T{at}", stdin=subprocess.PIPE) for at in range(8)]
    for run in runs:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("go\n")
        run.stdin.flush()
    said = [run.communicate()[0] for run in runs]
    codes = [run.returncode for run in runs]
    assert sorted(codes) == [0, *[2] * 7]
    assert EventFile(file).read().tournament().name == f"T{codes.index(0)}"
    assert all("is there already" in text for text, code in zip(said, codes, strict=True) if code)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".cup.arpad.lock", "cup.arpad"]


def killed_writers(file: Path, seed: int, acts: int) -> dict[str, int]:
    """Let :mod:`office.killed_writers` act on a file, and return what happened."""
    done = subprocess.run(
        [sys.executable, "-m", "office.killed_writers", str(file), str(seed), str(acts)],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in file.parent.iterdir()) == [f".{file.name}.lock", file.name]
    found: dict[str, int] = json.loads(done.stdout)
    return found


@posix
def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    found = killed_writers(tmp_path / "cup.arpad", seed=1, acts=40)
    assert found["acknowledged"] >= 40
    assert found["kills"] == 2 * found["lives"] > 2


@posix
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 22))
def test_ten_thousand_acts_with_kills_a_full_disk_and_two_writers(tmp_path: Path, seed: int) -> None:
    """Five hundred acts on each of twenty files, a third of them of team events."""
    found = killed_writers(tmp_path / "cup.arpad", seed, acts=500)
    assert found["acknowledged"] >= 500
    assert found["full"]
    assert found["log.conflict"]


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
