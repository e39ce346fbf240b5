"""A kind of event is one class: it has everything that belongs to it, or arpad cannot be imported."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.events.beginning import New
from arpad.office.events.concern import Concern
from arpad.office.events.event import Event
from arpad.office.events.kinds import KINDS, MODULES
from arpad.office.events.undoing import Undone
from arpad.office.log.event_log import EventLog
from arpad.office.log.replay import Contradiction, take

ROOM = Path(__file__).parents[2] / "src" / "arpad" / "office" / "events"

WHOLE: dict[str, Any] = {
    "KIND": "coin",
    "apply": lambda self, state: None,
    "concern": lambda self, state: Concern("a coin was tossed"),
    "describe": lambda self, state: "toss a coin",
}
"""All that a class of events has to have."""


@pytest.fixture(autouse=True)
def kinds_as_they_were() -> Any:
    before = dict(KINDS)
    yield
    KINDS.clear()
    KINDS.update(before)


def test_a_class_that_has_everything_is_a_kind_of_event() -> None:
    coin = type("Coin", (Event,), WHOLE)
    assert KINDS["coin"] is coin


@pytest.mark.parametrize("left_out", WHOLE)
def test_a_class_that_leaves_something_out_is_an_error(left_out: str) -> None:
    parts = {name: part for name, part in WHOLE.items() if name != left_out}
    with pytest.raises(TypeError, match=rf"the event class Coin has no {left_out}$"):
        type("Coin", (Event,), parts)
    assert "coin" not in KINDS


def test_two_classes_cannot_have_one_word() -> None:
    with pytest.raises(TypeError, match="Coin and Forbidden have the same KIND 'forbid'"):
        type("Coin", (Event,), {**WHOLE, "KIND": "forbid"})
    assert KINDS["forbid"].__name__ == "Forbidden"


def test_every_module_with_an_event_is_imported_where_events_are_read() -> None:
    modules = {
        path.stem
        for path in ROOM.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and "Event" in [ast.unparse(base) for base in node.bases]
    }
    assert modules == {module.__name__.rpartition(".")[2] for module in MODULES}


def started(*names: str) -> EventLog:
    log = desk.create("Cup", "fide-dutch", rounds=1, seed=1)
    for name in names:
        log = desk.enter(log, name, {})
    return log


def played() -> EventLog:
    return desk.enter_results(desk.pair(started("Ann", "Bo")), 1, ["1-0"])


@pytest.mark.parametrize("log", [started, played, lambda: desk.finish(played())])
def test_a_tournament_that_has_begun_does_not_begin_again(log: Callable[[], EventLog]) -> None:
    before = log()
    first = before.events[0]
    assert isinstance(first, New)
    with pytest.raises(Contradiction) as caught:
        before.add(first)
    assert caught.value.code == "event.misplaced"
    assert str(caught.value) == "the event 'new' is not possible at this point"
    with pytest.raises(BadInput, match="'undo' is not possible"):
        take(before.state(), Undone(1))


def test_what_the_screens_of_the_hall_show_can_be_set_after_the_end_and_nothing_else() -> None:
    done = desk.finish(played())
    shown = desk.set_details(done, {"hall_note": "Prizes at 6"})
    assert shown.tournament().details["hall_note"] == "Prizes at 6"
    with pytest.raises(BadInput) as caught:
        desk.set_details(done, {"city": "Eger"})
    assert caught.value.code == "tournament.finished"
