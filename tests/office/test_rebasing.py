"""Acts of several people who look at a log at the same time: done on the log as it is, or refused with reasons."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from arpad.core import ArpadError, BadInput
from arpad.office import desk
from arpad.office.desk import ParticipantEntry, TeamEntry
from arpad.office.log.event_log import EventLog
from arpad.office.log.rebasing import ActConflict, rebased
from arpad.office.log.store import MemoryStore
from arpad.tournament import Tournament
from office.random_acts import ACTS, TEAM_ACTS, begun, begun_teams, draw

Change = Callable[[EventLog], EventLog]


@cache
def base() -> EventLog:
    """Return seven participants, A1 to A7, in round 2 with three boards, and A8, who came after its pairing."""
    log = desk.create("Open", "fide-dutch", rounds=6, seed=1)
    log = desk.enter_all(log, [ParticipantEntry(f"A{at}", {"rating": 2000 - 10 * at}) for at in range(1, 8)])
    log = desk.enter_results(desk.pair(log), 1, ["1-0", "0-1", "½-½"])
    return desk.forbid(desk.enter(desk.pair(log), "A8", {}), 1, 7)


def result(board: int, text: str = "1-0", at: int = 2) -> Change:
    return lambda log: desk.enter_result(log, at, board, text)


def again(log: EventLog) -> EventLog:
    return desk.pair(desk.unpair(log))


def late(log: EventLog) -> EventLog:
    return desk.enter(log, "Late", {"rating": 2500}, by_rating=True)


def bye() -> int:
    return base().tournament().rounds[-1].byes[0].number


def seats(board: int) -> tuple[int, int]:
    game = base().tournament().rounds[-1].pairings[board - 1]
    return game.white, game.black


def turned(board: int) -> Change:
    """Set a board with the colours exchanged."""
    white, black = seats(board)
    return lambda log: desk.set_board(log, board, black, white)


def act(name: str, *args: Any, **more: Any) -> Change:
    return lambda log: getattr(desk, name)(log, *args, **more)


def fine() -> Change:
    return act("set_points", 1, Fraction(-1))


def in_eger() -> Change:
    return act("set_details", {"city": "Eger"})


DONE: list[tuple[str, Change, Change]] = [
    ("another board", result(1), result(2)),
    ("another round", result(1, at=1), result(1)),
    ("a board beside one set by hand", turned(1), result(2)),
    ("two enter at once", act("enter", "Eve", {}), act("enter", "Fay", {})),
    ("a result after a late entry with renumbering", late, result(2)),
    ("an entry after a pairing", again, act("enter", "Eve", {})),
    ("an edit and an absence of others", act("edit", 2, {"club": "Rook"}), act("away", 3, [4])),
    ("an edit after an absence", act("away", 2, [4]), act("edit", 2, {"club": "Rook"})),
    ("other details", act("set_details", {"city": "Eger"}), act("set_details", {"chief_arbiter": "Ida"})),
    ("points of another", act("set_points", 1, Fraction(1)), act("set_points", 2, Fraction(1))),
    ("another pair kept apart", act("forbid", 2, 3), act("forbid", 2, 4)),
    ("a result that was undone elsewhere", lambda log: desk.undo(result(1)(log)), result(2)),
    ("publishing after a result", result(1), act("publish")),
    ("a number without change", act("enter", "Eve", {}), act("edit", 1, {"club": "Rook"})),
]

REFUSED: list[tuple[str, Change, Change, str]] = [
    (
        "the same board",
        result(1),
        result(1, "0-1"),
        "the result of board 1 in round 2 was entered (Ida, event",
    ),
    ("the same result, too", result(1), result(1), "the result of board 1"),
    (
        "unpaired",
        desk.unpair,
        result(1),
        "the act can no longer be done (round 2 is not paired yet): round 2",
    ),
    ("paired again", again, result(1), "round 2 was unpaired and 1 more (Ida, event"),
    ("set by hand", turned(1), result(1), "board 1 of round 2 was set by hand"),
    ("set by hand by two", turned(1), turned(1), "board 1 of round 2 was set by hand"),
    ("published meanwhile", act("publish"), turned(1), "round 2 was published"),
    ("changed before publishing", turned(1), act("publish"), "board 1 of round 2 was set by hand"),
    (
        "the participant edited",
        act("edit", 2, {"name": "New"}),
        act("edit", 2, {"club": "R"}),
        "A2 was edited",
    ),
    ("the absent edited", act("edit", 2, {"name": "New"}), act("away", 2, [4]), "A2 was edited"),
    ("two absences", act("away", 2, [4]), act("away", 2, [4], "half"), "A2 was noted as absent"),
    ("the number shifted", late, act("away", 2, [4]), "other participants, or another round"),
    (
        "the number removed",
        act("remove", 8),
        act("away", 8, [4]),
        "no participant has the number 8): A8 was removed (Ida",
    ),
    ("the same name", act("enter", "Eve", {}), act("enter", "Eve", {}), "Eve was entered"),
    ("the same pair", act("forbid", 2, 3), act("forbid", 3, 2), "A2, A3 were kept apart"),
    ("the same penalty", fine(), fine(), "points of A1 were set"),
    ("two who undo", result(1), desk.undo, "the result of board 1"),
    ("what was undone", desk.undo, act("forbid", 1, 7), "what was done after event"),
    ("finished early", result(1), lambda log: desk.finish(result(1)(result(2)(result(3)(log)))), "board 1"),
    ("a board kept for another", act("fix_board", 2, 1), act("fix_board", 3, 1), "the fixed board of A2"),
    ("the same detail", in_eger(), in_eger(), "details of the tournament"),
    ("rounds", act("plan_rounds", 5), act("plan_rounds", 7), "the number of rounds was changed"),
    ("tie-breaks", act("set_tiebreaks", ["BH"]), act("set_tiebreaks", ["SB"]), "the tie-breaks were changed"),
    (
        "the bye",
        lambda log: desk.give_bye(log, bye(), 2, "full"),
        act("give_bye", bye(), 2, "half"),
        "the bye of",
    ),
    ("unpaired with a result", result(1), desk.unpair, "the result of board 1 in round 2 was entered"),
]


@pytest.mark.parametrize(("first", "second"), [case[1:] for case in DONE], ids=[case[0] for case in DONE])
def test_what_concerns_other_things_is_done_on_the_log_as_it_is(first: Change, second: Change) -> None:
    store = MemoryStore(base())
    seen = store.read().seq
    store.act(first, author="Ida")
    meanwhile = store.read()
    done = store.act(second, author="Bo", expected=seen)
    assert done.before == meanwhile
    assert done.after.acts[:-1] == meanwhile.acts
    assert done.after.tournament() == second(meanwhile).tournament()
    assert EventLog.of(done.after.acts).tournament() == done.after.tournament()


@pytest.mark.parametrize(
    ("first", "second", "problem"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_concerns_the_same_thing_is_refused_with_what_was_done(
    first: Change, second: Change, problem: str
) -> None:
    store = MemoryStore(base())
    seen = store.read().seq
    events = store.act(first, author="Ida").events
    before = store.read()
    with pytest.raises(ActConflict) as caught:
        store.act(second, author="Bo", expected=seen)
    assert caught.value.code == "log.conflict"
    assert problem in caught.value.problem
    assert "Ida, event" in caught.value.problem
    assert [act.events for act in caught.value.acts] == [events]
    assert store.read() is before
    # Whoever has looked again is not held up.
    with pytest.MonkeyPatch.context():
        try:
            store.act(second, author="Bo", expected=before.seq)
        except BadInput as error:
            assert error.code != "log.conflict"  # noqa: PT017


def test_a_round_that_is_the_last_no_more_is_not_taken_for_another() -> None:
    """The arbiter saw round 2 as the last, and another has taken it back: round 1 is not meant."""
    store = MemoryStore(base())
    seen = store.read().seq
    store.act(desk.unpair, author="Ida")
    with pytest.raises(ActConflict, match="round 2 was unpaired"):
        store.act(lambda log: desk.set_board(log, 1, 2, 1), expected=seen)
    with pytest.raises(ActConflict, match="round 2 was unpaired"):
        store.act(desk.unpair, expected=seen)
    with pytest.raises(ActConflict, match="round 2 was unpaired"):
        store.act(desk.publish, expected=seen)


def test_a_late_number_is_not_taken_for_the_participant_who_had_it() -> None:
    store = MemoryStore(base())
    seen = store.read()
    names = {number: entrant.name for number, entrant in seen.tournament().by_number.items()}
    store.act(late)
    now = store.read().tournament()
    assert (names[1], now.by_number[1].name, now.by_number[2].name) == ("A1", "Late", "A1")
    for change in (
        act("edit", 1, {"club": "R"}),
        act("forbid", 1, 2),
        act("fix_board", 1, 1),
        act("set_points", 1, Fraction(1)),
        act("accelerate", Fraction(1), first=3, last=3, numbers=(1, 2)),
        act("away", 1),
        act("remove", 1),
        act("set_board", 1, 1, 2),
    ):
        with pytest.raises(ActConflict, match="Late was entered"):
            store.act(change, expected=seen.seq)


def test_what_is_wrong_in_itself_is_refused_for_what_it_is() -> None:
    store = MemoryStore(base())
    seen = store.read().seq
    store.act(result(1))
    with pytest.raises(BadInput, match="valid result") as caught:
        store.act(result(2, "nonsense"), expected=seen)
    assert caught.value.code != "log.conflict"
    for expected in (seen + 9, 0, 3):
        with pytest.raises(BadInput) as caught:
            store.act(result(2), expected=expected)
        assert caught.value.code == "log.unknown-moment"


def test_what_could_not_be_done_on_what_its_author_saw_is_refused() -> None:
    store = MemoryStore(base())
    seen = store.read().seq
    for board in (1, 2, 3):
        store.act(result(board), author="Ida")
    with pytest.raises(ActConflict, match=r"round 2 still lacks the results .* was entered \(Ida, event"):
        store.act(desk.pair, expected=seen)


def teams() -> EventLog:
    log = desk.create("Cup", "fide-team", rounds=3, settings={"boards": 3}, colour="white")
    entries = [TeamEntry(team, [ParticipantEntry(f"{team}{at}") for at in range(1, 6)]) for team in "ABCD"]
    return desk.pair(desk.enter_teams(log, entries))


TEAMS: list[tuple[Change, Change, bool]] = [
    (act("enter_board_result", 1, 1, 1, "1-0"), act("enter_board_result", 1, 1, 2, "1-0"), True),
    (act("enter_board_result", 1, 1, 1, "1-0"), act("enter_board_result", 1, 1, 1, "0-1"), False),
    (act("enter_board_result", 1, 1, 1, "1-0"), act("enter_board_result", 1, 2, 1, "1-0"), True),
    (act("enter_board_result", 1, 1, 1, "1-0"), act("enter_result", 1, 1, "3-0"), False),
    (act("enter_result", 1, 1, "3-0"), act("enter_board_result", 1, 1, 1, "1-0"), False),
    (act("name_lineup", 1, [2, 1, 3]), act("enter_board_result", 1, 1, 3, "1-0"), False),
    (act("enter_board_result", 1, 1, 3, "1-0"), act("name_lineup", 1, [2, 1, 3]), False),
    (act("name_lineup", 1, [2, 1, 3]), act("name_lineup", 2, [7, 6, 8]), True),
    (act("name_lineup", 1, [2, 1, 3]), act("name_lineup", 1, [2, 1, 4]), False),
    (act("remove_member", 5), act("order_roster", 1, [5, 4]), False),
    (act("remove_member", 5), act("order_roster", 2, [10, 9]), True),
    (act("edit_member", 5, {"name": "New"}), act("edit_member", 5, {"name": "Newer"}), False),
    (act("edit_member", 5, {"name": "New"}), act("edit_member", 4, {"name": "Newer"}), True),
]


@pytest.mark.parametrize(("first", "second", "done"), TEAMS)
def test_line_ups_and_boards_of_matches(first: Change, second: Change, done: bool) -> None:
    store = MemoryStore(teams())
    seen = store.read().seq
    store.act(first, author="Ida")
    if done:
        store.act(second, expected=seen)
    else:
        with pytest.raises(ActConflict):
            store.act(second, expected=seen)


COMPUTED = {"pair", "enter", "enter_team", "number_by_rating", "undo", "undo to a moment"}
"""Acts that make something of all that is there, so that the order of two who do them is seen."""


def as_a_set(tournament: Tournament) -> Tournament:
    """Return a tournament without the order in which prohibitions and points were set."""
    return replace(
        tournament,
        prohibitions=tuple(sorted(tournament.prohibitions, key=repr)),
        adjustments=tuple(sorted(tournament.adjustments, key=repr)),
        accelerations=tuple(sorted(tournament.accelerations, key=repr)),
        rounds=tuple(
            replace(round_, byes=tuple(sorted(round_.byes, key=repr))) for round_ in tournament.rounds
        ),
    )


NO_ACTS = {
    "ParticipantEntry",
    "TeamEntry",
    "copied",
    "create",
    "current_round",
    "lineup",
    "next_stage",
    "take_over",
    "ResultFollowed",
}
"""What the desk has beside acts on a log: beginnings, questions, a refusal."""

SEVERAL = {
    "enter_all": "enter",
    "enter_from": "enter",
    "enter_some_results": "enter_result",
    "enter_table": "enter",
    "enter_teams": "enter_team",
}
"""Acts that do another one several times."""


def test_every_act_of_the_desk_is_drawn() -> None:
    drawn = {*ACTS, *TEAM_ACTS}
    assert {SEVERAL.get(name, name) for name in {*desk.__all__} - NO_ACTS} == drawn - {"undo to a moment"}


def check_pairs_of_acts(seed: int, steps: int, outcomes: Counter[str]) -> None:
    """Two people draw acts from one log; each goes first once: both orders give the same, or one is refused."""
    lots = random.Random(seed)
    log = begun_teams(lots) if seed % 3 == 0 else begun(lots)
    for _ in range(steps):
        acts = [draw(log, lots) for _ in range(2)]
        done = []
        for name, change in acts:
            try:
                done.append((name, change, change(log)))
            except ArpadError:
                outcomes["refused at once"] += 1
        if len(done) == 2:
            (a, first, one_log), (b, second, other_log) = done
            rebased_logs: list[EventLog | None] = []
            for change, before in ((second, one_log), (first, other_log)):
                try:
                    rebased_logs.append(rebased(change, before, log.seq) if before.seq > log.seq else None)
                except ActConflict as error:
                    assert error.acts  # noqa: PT017
                    outcomes["conflict"] += 1
                    rebased_logs.append(None)
            left, right = rebased_logs
            for both in (left, right):
                if both is not None:
                    assert EventLog.of(both.acts).tournament() == both.tournament()
            if left is not None and right is not None and not {a, b} & COMPUTED:
                assert as_a_set(left.tournament()) == as_a_set(right.tournament()), (seed, a, b)
                outcomes["the same"] += 1
        if done:
            log = lots.choice(done)[2].saying(())


@pytest.mark.parametrize("seed", range(6))
def test_two_acts_in_both_orders_give_the_same_or_a_conflict(seed: int) -> None:
    outcomes: Counter[str] = Counter()
    check_pairs_of_acts(seed, 60, outcomes)
    assert outcomes["conflict"]
    assert outcomes["the same"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_pairs_of_acts(seed: int) -> None:
    check_pairs_of_acts(seed, 200, Counter())


def test_a_result_is_not_changed_in_passing_once_another_has_paired_the_next_round() -> None:
    log = base()
    log = desk.enter_results(log, 2, ["1-0"] * len(log.tournament().rounds[-1].pairings))
    now = desk.pair(log)
    with pytest.raises(ActConflict, match="round 3 was paired after these results of round 2: board 1, "):
        rebased(lambda book: desk.enter_result(book, 2, 1, "0-1", correction=False), now, log.seq)
    done = rebased(result(1, "0-1"), now, log.seq)
    assert done.tournament().rounds[1].pairings[0].white_result.value == "0", "a correction is one"
