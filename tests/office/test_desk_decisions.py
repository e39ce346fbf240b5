"""Entries corrected, pairs forbidden, points and plans changed: done, said, replayed, undone, refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog
from arpad.tournament.model import Acceleration, Prohibition
from arpad.tournament.results import Result


def begun(many: int = 6) -> EventLog:
    """A Dutch tournament of A, B, C … by falling ratings, before its first round."""
    log = desk.create("cup", "fide-dutch", rounds=5, colour="white")
    return desk.enter_all(
        log, [desk.ParticipantEntry("ABCDEFGHIJKL"[at], {"rating": 2400 - 100 * at}) for at in range(many)]
    )


def played(log: EventLog) -> EventLog:
    later = desk.pair(log)
    return desk.enter_results(
        later, later.tournament().played, ["1-0"] * len(later.tournament().rounds[-1].pairings)
    )


def names(log: EventLog) -> str:
    return "".join(entrant.name for entrant in log.tournament().by_number.values())


def codes(log: EventLog) -> list[str]:
    return [finding.code for finding in log.findings]


def check_kept(log: EventLog, before: EventLog) -> None:
    """The act can be written, read and undone."""
    assert parsed(written(log.named("1f")).decode(), "x").tournament() == log.tournament()
    assert desk.undo(log).tournament() == before.tournament()


def test_everything_is_stored_at_creation() -> None:
    log = desk.create(
        "Open",
        "fide-dutch",
        rounds=7,
        tiebreaks=["BH/C1", "BH", "SB", "DE"],
        details={"city": "Eger", "start": "2026-11-22", "deputy_arbiters": "Ida\nBo"},
        colour="black",
    )
    tournament = parsed(written(log.named("1f")).decode(), "x").tournament()
    assert tournament.tiebreaks == ("BH/C1", "BH", "SB", "DE")
    assert tournament.details == {"city": "Eger", "start": "2026-11-22", "deputy_arbiters": "Ida\nBo"}
    assert tournament.initial_colour == "b"


def test_an_entry_is_corrected() -> None:
    log = begun()
    after = desk.edit(log, 2, {"name": "Bea", "rating": 2450, "identity": "7654321", "sex": "w", "club": ""})
    bea = after.tournament().by_number[2]
    assert (bea.name, bea.rating, bea.identity, bea.sex) == ("Bea", 2450, "7654321", "w")
    check_kept(after, log)
    # The first pairing numbers by the ratings of then.
    assert names(desk.pair(after))[:3] == "Bea"
    later = desk.edit(played(log), 2, {"rating": 2450})
    assert codes(later) == ["entry.number-stays"]
    assert names(later) == "ABCDEF"


def test_an_entry_is_removed_before_play() -> None:
    log = desk.forbid(desk.forbid(begun(), 2, 3), 1, 4)
    after = desk.remove(log, 3)
    assert names(after) == "ABDEF"
    assert list(after.tournament().by_number) == [1, 2, 3, 4, 5]
    # Nobody is left to keep B from; D is number 3 now.
    assert after.tournament().prohibitions == (Prohibition(frozenset({1, 3})),)
    assert codes(after) == ["entry.numbers-move"]
    check_kept(after, log)
    late = desk.enter(played(begun()), "X", {})
    assert names(desk.remove(late, 7)) == "ABCDEF"


def test_points_for_one_player_do_not_become_points_for_all_when_the_player_goes() -> None:
    log = desk.set_points(begun(), 3, Fraction(-1))
    assert desk.remove(log, 3).tournament().adjustments == ()


def test_a_forbidden_pair_does_not_meet_until_it_is_lifted() -> None:
    log = begun()
    assert desk.pair(log).tournament().history[1][0].opponent == 4
    apart = desk.forbid(log, 4, 1)
    assert desk.pair(apart).tournament().history[1][0].opponent != 4
    check_kept(apart, log)
    lifted = desk.allow(apart, 1, 4)
    assert desk.pair(lifted).tournament().history[1][0].opponent == 4
    check_kept(lifted, apart)
    forbidden = desk.forbid(desk.pair(log), 1, 4)
    assert [(finding.code, finding.severity.value, finding.round) for finding in forbidden.findings] == [
        ("prohibition.met", "warning", 1)
    ]


def test_points_are_taken_and_given() -> None:
    log = played(begun())
    after = desk.set_points(log, 1, Fraction(-1, 2), reason="a telephone rang")
    assert after.tournament().scores()[1] == Fraction(1, 2)
    assert after.tournament().adjustments[0].reason == "a telephone rang"
    assert codes(after) == []
    check_kept(after, log)
    assert codes(desk.set_points(log, 4, Fraction(-1))) == ["points.below-zero"]
    assert codes(desk.set_points(desk.pair(log), 1, Fraction(-1))) == ["points.after-pairing"]


def test_points_for_the_pairing_only() -> None:
    log = begun()
    after = desk.accelerate(log, Fraction(1), first=1, last=2, numbers=(1, 3))
    assert after.tournament().accelerations == (Acceleration(Fraction(1), 1, 2, (1, 3)),)
    # The upper half meets itself.
    assert {after.tournament().acceleration(number, 1) for number in (4, 5, 6)} == {0}
    check_kept(after, log)


def test_seven_rounds_become_six() -> None:
    log = desk.away(begun(), 2, [5])
    after = desk.plan_rounds(log, 4)
    assert after.tournament().planned == 4
    assert codes(after) == ["rounds.byes-beyond"]
    check_kept(after, log)
    last = desk.plan_rounds(desk.pair(log), 1)
    assert codes(last)[0] == "rounds.last-was-paired"


def test_tie_breaks_change_and_say_so() -> None:
    log = played(begun())
    after = desk.set_tiebreaks(log, ["SB", "DE"])
    assert after.tournament().tiebreaks == ("SB", "DE")
    assert codes(after) == ["tiebreaks.after-start"]
    check_kept(after, log)
    assert desk.set_tiebreaks(after, []).tournament().tiebreaks == ()


def test_title_and_details_are_corrected() -> None:
    log = desk.set_details(begun(), {"city": "Eger", "chief_arbiter": "Ida"})
    after = desk.set_details(log, {"name": "Open", "city": ""})
    assert after.tournament().name == "Open"
    assert after.tournament().details == {"chief_arbiter": "Ida"}
    check_kept(after, log)


def test_a_bye_is_granted_for_a_round_that_is_paired() -> None:
    log = desk.enter(played(begun()), "Late", {})
    after = desk.give_bye(log, 7, 1, "half")
    assert after.tournament().scores()[7] == Fraction(1, 2)
    assert after.tournament().history[7][0].result is Result.HALF_BYE
    check_kept(after, log)
    coming = desk.give_bye(log, 7, 2, "half")
    assert coming.tournament().absences[2] == {7: Result.HALF_BYE}
    allocated = desk.give_bye(desk.pair(begun(5)), 5, 1, "full")
    assert codes(allocated) == ["bye.was-allocated"]


def test_a_withdrawal_with_a_game_still_to_play_says_so() -> None:
    assert codes(desk.away(desk.pair(begun()), 1)) == ["absence.game-pending"]


REFUSED: list[tuple[str, Callable[[EventLog], EventLog], str]] = [
    ("entry.name-taken", lambda log: desk.edit(log, 1, {"name": "B"}), "'B' is entered already"),
    ("entry.same", lambda log: desk.edit(log, 1, {"name": "A"}), "nothing changes for A (1)"),
    ("entry.unknown-field", lambda log: desk.edit(log, 1, {"nick": "A"}), "no field 'nick'"),
    ("entry.rating", lambda log: desk.edit(log, 1, {"rating": 99999}), "99999 is not a valid rating"),
    ("entry.has-rounds", lambda log: desk.remove(log, 1), "A (1) is in round 1"),
    ("prohibition.one-participant", lambda log: desk.forbid(log, 1, 1), "cannot be kept apart from itself"),
    ("prohibition.twice", lambda log: desk.forbid(desk.forbid(log, 1, 2), 2, 1), "are kept apart already"),
    ("prohibition.rounds", lambda log: desk.forbid(log, 1, 2, first=3, last=2), "rounds 3 to 2"),
    ("prohibition.none", lambda log: desk.allow(log, 1, 2), "nothing keeps A (1) and B (2) apart"),
    ("colour.drawn", lambda log: desk.draw_colour(log, "black"), "round 1 is paired"),
    ("colour.unknown", lambda log: desk.draw_colour(log, "red"), "'red' is not a colour"),
    ("points.none", lambda log: desk.set_points(log, 1, Fraction(0)), "0 points change nothing"),
    ("points.out-of-range", lambda log: desk.set_points(log, 1, Fraction(1, 3)), "1/3 is not a number"),
    ("rounds.fewer-than-paired", lambda log: desk.plan_rounds(log, 0), "1 round paired: 0 cannot be planned"),
    ("detail.unknown", lambda log: desk.set_details(log, {"colour": "red"}), "no detail 'colour'"),
    ("detail.no-title", lambda log: desk.set_details(log, {"name": " "}), "needs a title"),
    (
        "round.paired",
        lambda log: desk.accelerate(log, Fraction(1), first=1, last=2, numbers=(1, 2)),
        "round 1",
    ),
    (
        "acceleration.range",
        lambda log: desk.accelerate(log, Fraction(1), first=3, last=2, numbers=(1, 2)),
        "in ascending order",
    ),
    ("round.not-planned", lambda log: desk.away(log, 1, [9]), "round 9 does not exist"),
    ("absence.none", lambda log: desk.back(log, 1), "A is not away in round 2"),
]


@pytest.mark.parametrize(("code", "act", "problem"), REFUSED, ids=[code for code, _, _ in REFUSED])
def test_what_cannot_be_is_refused_with_its_code(
    code: str, act: Callable[[EventLog], EventLog], problem: str
) -> None:
    with pytest.raises(BadInput) as refused:
        act(desk.pair(begun()))
    assert refused.value.code == code
    assert problem in refused.value.problem


def test_a_tie_break_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadInput, match="Nonsense"):
        desk.set_tiebreaks(begun(), ["Nonsense"])
