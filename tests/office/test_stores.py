"""Acts on the log of a tournament, wherever it is kept: in a file, in SQLite, or in PostgreSQL."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.events.entries import Away, Back
from arpad.office.log.event_log import EventLog
from arpad.office.log.rebasing import ActConflict
from arpad.office.log.store import MemoryStore, Store
from arpad.tournament.results import Result
from lengths import length
from office.stores import Place, content, place

posix = pytest.mark.skipif(os.name != "posix", reason="processes that fork")


def begun(*names: str, rounds: int = 0) -> EventLog:
    log = EventLog.new(name="cup", system="monrad", rounds=rounds, seed=1)
    return desk.enter_all(log, [ParticipantEntry(name) for name in names]) if names else log


@pytest.fixture
def empty(where: str) -> Place:
    """A store without a tournament."""
    return place(where)


@pytest.fixture
def cup(empty: Place) -> Place:
    empty.create(begun("Ann", "Bo", "Cy", "Di"))
    return empty


def enter(name: str) -> Callable[[EventLog], EventLog]:
    return lambda log: desk.enter(log, name, {})


def names(store: Store) -> list[str]:
    return [entrant.name for entrant in store.read().tournament().entrants]


def test_what_is_written_is_read(empty: Place) -> None:
    log = desk.pair(begun("Ann", "Zoë \u2028 Li", "김민지", 'O"Brien \\ Sons'))
    empty.create(log, author="Ida", in_acts=True)
    read = empty.read()
    assert (read.events, len(read.acts)) == (log.events, len(log.acts))
    assert read.tournament() == log.tournament()
    assert read.acts[0].stamp.author == "Ida"
    assert len(read.identity) == 32


def test_an_act_is_one_act_whatever_it_consists_of(cup: Place) -> None:
    done = cup.act(lambda log: desk.enter_results(desk.pair(log), 1, ["1-0", "0-1"]), author="Ida")
    assert [event.KIND for event in done.events] == ["pair", "result", "result"]
    assert cup.read().acts[-1].stamp.author == "Ida"
    assert cup.act(lambda log: log.undo()[0]).after.tournament().played == 0


def test_an_act_that_changes_nothing_writes_nothing(cup: Place) -> None:
    before = content(cup)
    assert cup.act(lambda log: log).events == ()
    assert content(cup) == before


def test_the_lines_before_an_act_stay_as_they_are(cup: Place) -> None:
    for at in range(3):
        before = content(cup).splitlines()
        cup.act(enter(f"P{at}"))
        after = content(cup).splitlines()
        assert after[: len(before) - 1] == before[:-1]
        assert len(after) == len(before) + 1


def test_an_act_that_is_refused_writes_nothing(cup: Place) -> None:
    before = content(cup)
    with pytest.raises(BadInput):
        cup.act(lambda log: desk.enter_results(log, 1, ["1-0"]))
    with cup.turn() as turn:
        assert turn.log == cup.read()  # who reads waits for nobody
    assert content(cup) == before
    cup.act(enter("Eve"))
    assert names(cup)[-1] == "Eve"


def test_a_repeated_act_is_answered_and_not_repeated(cup: Place) -> None:
    first = cup.act(enter("Eve"), op="e1", request="add Eve")
    cup.act(enter("Fay"))
    before = content(cup)
    again = cup.act(enter("Eve"), op="e1", request="add Eve")
    assert (again.repeated, again.undone) == (True, False)
    assert (again.events, again.before, again.after) == (first.events, first.before, first.after)
    assert content(cup) == before
    with pytest.raises(BadInput, match="the operation 'e1' was another act"):
        cup.act(enter("Gus"), op="e1", request="add Gus")
    cup.act(lambda log: log.undo()[0].undo()[0], op="u")
    assert cup.act(enter("Eve"), op="e1", request="add Eve").undone
    assert cup.act(lambda log: log.undo()[0], op="u").repeated
    assert names(cup) == ["Ann", "Bo", "Cy", "Di"]


def test_a_repeated_beginning_is_answered(empty: Place) -> None:
    empty.create(begun(), op="n", request="x")
    empty.act(enter("Ann"))
    assert empty.create(begun(), op="n", request="x").repeated
    assert names(empty) == ["Ann"]
    for op, request in (("n", "y"), ("m", "x"), ("", "")):
        with pytest.raises(BadInput):
            empty.create(begun(), op=op, request=request)
    assert names(empty) == ["Ann"]


@pytest.mark.parametrize("what", [{"op": "x" * 201}, {"op": "a\nb"}, {"author": "\x1b[1m"}])
def test_names_of_operations_and_authors_are_bounded(cup: Place, what: dict[str, str]) -> None:
    before = content(cup)
    with pytest.raises(BadInput, match="cannot be kept"):
        cup.act(enter("Eve"), **what)  # type: ignore[arg-type]
    assert content(cup) == before


def test_an_act_on_events_that_its_author_has_not_seen_is_done_unless_it_concerns_them(cup: Place) -> None:
    seen = cup.read().seq
    cup.act(enter("Eve"), author="Ida")
    cup.act(enter("Fay"), expected=seen)
    before = content(cup)
    with pytest.raises(ActConflict, match=r"Eve was entered \(Ida, event 6\)"):
        cup.act(enter("Eve"), expected=seen)
    assert content(cup) == before


@pytest.mark.parametrize("memory", [True, False])
def test_events_are_appended_to_the_log_that_their_author_has_seen(empty: Place, memory: bool) -> None:
    store: Store = MemoryStore(begun("Ann", "Bo"))
    if not memory:
        empty.create(begun("Ann", "Bo"))
        store = empty
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


def test_of_fifty_writers_all_succeed(cup: Place) -> None:
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda at: cup.act(enter(f"P{at}")), range(50)))
    assert sorted(names(cup)[4:]) == sorted(f"P{at}" for at in range(50))
    assert [entrant.number for entrant in cup.read().tournament().entrants] == list(range(1, 55))


ADD = """
import sys
from arpad.office import desk
from office.stores import place
store, name, many = place(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for at in range(many):
    store.act(lambda log: desk.enter(log, f"{name}-{at}", {}))
"""


def python(code: str, *words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )


def all_ready(runs: list[subprocess.Popen[str]]) -> None:
    """Wait until all processes are ready, and let them begin at once."""
    for run in runs:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("go\n")
        run.stdin.flush()


@pytest.mark.slow
def test_of_many_processes_that_write_all_succeed(cup: Place, where: str) -> None:
    many = length(12, 50)
    runs = [python(ADD, where, f"P{at}", 4) for at in range(many)]
    all_ready(runs)
    outputs = [run.communicate()[1] for run in runs]
    assert [run.returncode for run in runs] == [0] * many, outputs
    assert sorted(names(cup)[4:]) == sorted(f"P{at}-{n}" for at in range(many) for n in range(4))
    # Each process enters its own in order.
    for at in range(many):
        own = [name for name in names(cup) if name.startswith(f"P{at}-")]
        assert own == [f"P{at}-{n}" for n in range(4)]


NEW = """
import sys
from arpad.core import BadInput
from arpad.office.log.event_log import EventLog
from office.stores import place
log = EventLog.new(name=sys.argv[2], system="monrad", rounds=3, seed=1)
store = place(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
try:
    store.create(log)
except BadInput as error:
    print(error)
    sys.exit(2)
"""


def test_of_several_who_begin_at_once_one_succeeds(where: str) -> None:
    """Where the store is a database, they also make its tables at once."""
    many = 4 if "#" not in where else 2
    runs = [python(NEW, where, f"T{at}") for at in range(many)]
    all_ready(runs)
    outputs = [run.communicate() for run in runs]
    codes = [run.returncode for run in runs]
    assert sorted(codes) == [0, *[2] * (many - 1)], outputs
    assert place(where).read().tournament().name == f"T{codes.index(0)}"
    assert all("already" in text for (text, _), code in zip(outputs, codes, strict=True) if code)


def killed_writers(where: str, seed: int, acts: int) -> dict[str, int]:
    """Let :mod:`office.killed_writers` act on a store, and return what happened."""
    done = subprocess.run(
        [sys.executable, "-m", "office.killed_writers", where, str(seed), str(acts)],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if "#" not in where:
        file = Path(where)
        assert sorted(path.name for path in file.parent.iterdir()) == [f".{file.name}.lock", file.name]
    outcomes: dict[str, int] = json.loads(done.stdout)
    return outcomes


@posix
def test_what_was_acknowledged_outlives_a_kill(where: str) -> None:
    outcomes = killed_writers(where, seed=1, acts=40)
    assert outcomes["acknowledged"] >= 40
    assert outcomes["kills"] == 2 * outcomes["lives"] > 2


@posix
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 2 + length(3, 20)))
def test_acts_with_kills_a_full_disk_and_two_writers(where: str, seed: int) -> None:
    """Five hundred acts on each file, a quarter of them in databases; a third of them of team events.

    With ``ARPAD_LONG=1`` ten thousand acts on twenty files.
    """
    acts = 125 if "://" in where else 500
    outcomes = killed_writers(where, seed, acts=acts)
    assert outcomes["acknowledged"] >= acts
    assert "log.conflict" in outcomes or acts < 500  # of few acts, no two may have met
    assert ("full" in outcomes) is not where.startswith("postgresql")


def test_what_one_process_knows_is_what_another_reads(where: str, cup: Place) -> None:
    """A log that others have added to is read on; what they wrote is there, in their words."""
    run = python(ADD, where, "Other", 2)
    assert cup.read().seq == 5
    all_ready([run])
    assert run.communicate()[1] == ""
    assert names(cup)[4:] == ["Other-0", "Other-1"]
    done: Any = cup.act(enter("Eve"))
    assert done.before.seq == 7
    assert names(cup)[4:] == ["Other-0", "Other-1", "Eve"]
