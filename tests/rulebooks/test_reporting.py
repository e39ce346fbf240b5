"""What a report says so that others go on as the event does: arpad itself, and bbpPairings."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arpad.rulebooks.pairing_catalogue import SYSTEMS, system_of, usual_points
from arpad.rulebooks.pairing_settings import BAKU as FIDE_SWISS
from arpad.rulebooks.reporting import as_reported, report_of
from arpad.rulebooks.tournament_report.pairing import pairs_of
from arpad.tournament import (
    Acceleration,
    Bye,
    Entrant,
    NoLegalRound,
    Pairing,
    Points,
    Prohibition,
    Result,
    Round,
    Tournament,
)
from arpad.tournament.adjustments import Adjustment
from arpad.tournament.generator import Chances, generate
from arpad.tournament.trf import read_trf, write_trf
from bbppairings import NO_PAIRING, engine, next_round
from tournament.trf.test_team_writing import events
from tournament.trf.test_writing import known

PLAYERS = tuple(Entrant(number, f"P{number}", 2400 - 10 * number) for number in range(1, 10))
OPEN = Tournament(PLAYERS, planned=7, seed=5)


def codes(tournament: Tournament) -> dict[str, list[str]]:
    """Return the lines of the report by their codes."""
    found: dict[str, list[str]] = {}
    for line in write_trf(as_reported(tournament)).splitlines():
        found.setdefault(line[:3], []).append(line)
    return found


def drawn(seed: int, system: str = "fide-dutch") -> Tournament:
    """Return a tournament with everything that the generator knows; of formats, with what they allow."""
    lots = random.Random(seed)
    rounds = lots.randint(4, 9)
    swiss = system in FIDE_SWISS
    happens = Chances(0.05, 0.05, 0.05, 0.02, 0.1, 0.1, 0.5) if swiss else Chances(0.05, 0, 0, 0)
    return replace(
        generate(
            system_of(Tournament(system=system)),
            players=lots.randint(6, 40),
            rounds=rounds,
            play=lots.randint(0, rounds - 1 if swiss else 2),
            seed=seed,
            happens=happens,
            points=usual_points(system),
        ),
        seed=seed,
    )


def paired(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return White and Black of each board of the next round, nothing where no legal round exists."""
    try:
        return frozenset(pairs_of(system_of(tournament).pair(tournament).round))
    except NoLegalRound:
        return frozenset()


def test_what_the_rules_say_stands_in_the_report() -> None:
    found = codes(replace(OPEN, settings={"acceleration": "baku"}, edition=date(2026, 2, 1)))
    # C.04.7: GA = 2 × ⌈9/4⌉ = 6 players; ⌈7/2⌉ = 4 accelerated rounds, two of them with a whole point.
    assert found["250"] == ["250       1.0 001 002 0001 0006", "250       0.5 003 004 0001 0006"]
    assert found["192"] == ["192 FIDE_DUTCH_BAKU"]
    assert found["142"] == ["142 7"]
    assert found["152"][0] in ("152 W", "152 B")
    assert found["202"][0].startswith("202 BH")


def test_dates_and_the_type_stand_as_reports_have_them() -> None:
    """TRF16: 042 and 070-079 YYYY/MM/DD, 132 YY/MM/DD from column 92 on, ten columns for each round."""
    details = {"start": "2026-03-07", "end": "2026/03/08", "round_dates": "2026-03-07, 2026-03-08"}
    born = replace(PLAYERS[0], birth="1990-05-17", sex="w", identity="700000", federation="HUN", title="WGM")
    cup = replace(OPEN, details=details, entrants=(born, *PLAYERS[1:]))
    found = codes(cup)
    assert found["042"] == ["042 2026/03/07"]
    assert found["052"] == ["052 2026/03/08"]
    assert found["092"] == ["092 Individual: Swiss-System"]
    assert found["132"] == ["132" + " " * 88 + "26/03/07  26/03/08"]
    line = found["001"][0]
    columns = (line[9], line[10:13], line[53:56], line[57:68].strip(), line[69:79])
    assert columns == ("w", "WGM", "HUN", "700000", "1990/05/17")


def test_an_edition_that_is_no_longer_in_force_is_named() -> None:
    assert codes(replace(OPEN, edition=date(2017, 7, 1)))["192"] == ["192 FIDE_DUTCH_2017"]
    assert codes(replace(OPEN, edition=date(2026, 2, 1)))["192"] == ["192 FIDE_DUTCH"]


def test_prohibitions_end_with_the_last_round() -> None:
    rounds = {(1, 2): (1, 999), (3, 4): (2, 3), (5, 6): (8, 9), (7,): (1, 7)}
    kept = tuple(Prohibition(frozenset(pair), *when) for pair, when in rounds.items())
    found = codes(replace(OPEN, prohibitions=kept))
    assert found["260"] == ["260 001 007    1    2", "260 002 003    3    4"]


def test_accelerations_that_meet_stand_side_by_side() -> None:
    """arpad adds up what meets; bbpPairings takes the last line."""
    one, half = Fraction(1), Fraction(1, 2)
    both = (Acceleration(one, 1, 3, (1, 4)), Acceleration(half, 2, 999, (3, 12)))
    cup = replace(OPEN, accelerations=both)
    assert codes(cup)["250"] == [
        "250       1.0 001 003 0001 0002",
        "250       1.0 001 001 0003 0004",
        "250       1.5 002 003 0003 0004",
        "250       0.5 004 007 0003 0004",
        "250       0.5 002 007 0005 0009",
    ]
    again = read_trf(write_trf(as_reported(cup)))
    for number in cup.by_number:
        for at in range(1, 8):
            assert again.acceleration(number, at) == cup.acceleration(number, at)
    apart = (both[0], Acceleration(half, 4, 5, (1, 4)))
    assert as_reported(replace(OPEN, accelerations=apart)).accelerations == apart


def test_an_acceleration_ends_with_the_last_round_and_the_last_number() -> None:
    alone = (Acceleration(Fraction(1), 1, 999, (6, 99)),)
    assert codes(replace(OPEN, accelerations=alone))["250"] == ["250       1.0 001 007 0006 0009"]


def test_accelerations_that_meet_within_the_event_stand_side_by_side() -> None:
    one, half = Fraction(1), Fraction(1, 2)
    both = (Acceleration(one, 1, 2, (1, 4)), Acceleration(half, 2, 3, (1, 4)))
    assert codes(replace(OPEN, accelerations=both))["250"] == [
        "250       1.0 001 001 0001 0004",
        "250       1.5 002 002 0001 0004",
        "250       0.5 003 003 0001 0004",
    ]
    lower = (replace(both[0], numbers=(3, 5)), replace(both[1], numbers=(1, 4)))
    for both in (lower, lower[::-1]):
        assert codes(replace(OPEN, accelerations=both))["250"] == [
            "250       0.5 002 003 0001 0002",
            "250       1.0 001 001 0003 0004",
            "250       1.5 002 002 0003 0004",
            "250       0.5 003 003 0003 0004",
            "250       1.0 001 002 0005 0005",
        ]


def test_what_the_arbiter_set_by_hand_stands_as_comments() -> None:
    game = Pairing(1, 2, Result.WIN, Result.LOSS, by_hand=True)
    cup = replace(
        OPEN,
        entrants=PLAYERS[:4],
        rounds=(Round((game,), (Bye(3, Result.HALF_BYE, by_hand=True), Bye(4, Result.ZERO_BYE))),),
    )
    text = report_of(cup)
    assert [line for line in text.splitlines() if line.startswith("###")] == [
        "### round 1: the arbiter set the board of 1 (White) and 2 by hand",
        "### round 1: the arbiter gave the bye of 3 by hand",
    ]
    assert read_trf(text).history == cup.history


def test_byes_of_later_rounds_stand_as_comments_where_there_is_no_record_for_them() -> None:
    """Engines that read TRF16 take a round in which a bye stands for paired."""
    cup = replace(OPEN, absences={1: {3: Result.HALF_BYE}, 4: {9: Result.ZERO_BYE, 2: Result.HALF_BYE}})
    text = report_of(cup, "trf16")
    assert "### round 4: byes asked for: 2 H, 9 Z" in text.splitlines()
    assert read_trf(text).absences == {1: {3: Result.HALF_BYE}}
    assert "###" not in report_of(cup)


@pytest.mark.parametrize("seed", range(20))
def test_the_drawn_colour_comes_along(seed: int) -> None:
    """Lots are drawn from the seed, which no report has."""
    cup = replace(OPEN, seed=seed)
    assert paired(read_trf(write_trf(as_reported(cup)))) == paired(cup)


MATCHES = ("double-swiss", "fide-team", "swiss-teams", "scheveningen")
"""Systems of matches, whose reports have the games of the boards."""

GRADED = ("mcmahon",)
"""Systems that pair by grades and give handicaps, for which reports have no columns."""

CODELESS = ("seed", "system", "settings")
"""What a report cannot tell of a system that has no code (TRF26, 192)."""


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name not in MATCHES + GRADED])
def test_arpad_pairs_the_same_from_the_report(system: str) -> None:
    for seed in range(6):
        cup = drawn(seed, system)
        told = as_reported(cup)
        again = read_trf(write_trf(told))
        # Who has not come yet is absent in a report, and nothing more is known of it.
        there = all(one.arrives <= cup.played + 1 for one in cup.entrants)
        if "encoded_type" not in told.details:
            again = replace(again, **{name: getattr(cup, name) for name in CODELESS})
        assert not there or (known(again), again.details) == (known(told), told.details)
        assert paired(again) == paired(cup), seed


@settings(max_examples=8, deadline=None)
@given(events(), st.sampled_from(["mp", "gp"]), st.booleans(), st.integers(0, 9))
def test_arpad_pairs_the_same_matches_from_the_report(
    cup: Tournament, primary: str, accelerated: bool, seed: int
) -> None:
    chosen = {**cup.settings, "primary": primary}
    if accelerated:
        cup, chosen = replace(cup, accelerations=()), chosen | {"acceleration": "baku"}
    cup = replace(cup, settings=chosen, seed=seed, initial_colour="")
    assume(cup.played < cup.planned)
    assert paired(read_trf(report_of(cup))) == paired(cup)


@pytest.mark.parametrize("many", [10, pytest.param(1000, marks=pytest.mark.slow)])
def test_bbppairings_pairs_the_same_from_the_report(many: int) -> None:
    engine()
    impossible = 0
    for seed in range(many):
        cup = drawn(1000 + seed)
        answer = next_round(write_trf(as_reported(cup)))
        assert answer.code in (0, NO_PAIRING), (seed, answer.words)
        assert answer.pairs == paired(cup), seed
        impossible += answer.code == NO_PAIRING
    assert impossible <= many / 10


@pytest.mark.parametrize(
    "points",
    [usual_points("fide-dutch"), replace(usual_points("fide-dutch"), win=Fraction(3), draw=Fraction(1))],
)
def test_bbppairings_reads_points_of_other_kinds(points: Points) -> None:
    engine()
    cup = replace(drawn(7), points=points)
    answer = next_round(write_trf(as_reported(cup)))
    assert (answer.code, answer.pairs) == (0, paired(cup)), answer.words


def test_bbppairings_refuses_points_set_by_hand() -> None:
    """Its readme: "free points and adjustable point values […] are not currently supported"."""
    engine()
    cup = replace(drawn(7), adjustments=(Adjustment(Fraction(-1), (1,), 1),))
    assert "abnormal assignment points are not yet supported" in next_round(write_trf(as_reported(cup))).words
