"""A tournament as JSON is the same tournament."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.core import BadInput, NotProvided
from arpad.tournament import (
    FOOTBALL_POINTS,
    Acceleration,
    Bye,
    Entrant,
    Pairing,
    Prohibition,
    Result,
    Round,
    Tournament,
)
from arpad.tournament.as_json import from_json, to_json
from arpad.tournament.trf import read_trf

FILES = sorted((Path(__file__).parent / "trf" / "files").glob("*.trf"))
THIRD = Fraction(1, 3)

FULL = Tournament(
    entrants=(
        Entrant(2, "이세돌", 2700, "9p", "KOR", "m", "x", "1983", "club", "9d", 2, (4, 5)),
        Entrant(1, "Lee"),
        Entrant(3, "Ann"),
    ),
    rounds=(
        Round(
            (Pairing(1, 2, Result.WIN, Result.LOSS, (Fraction(33), THIRD), handicap=2, coloured=False),),
            (Bye(3, Result.HALF_BYE),),
        ),
        Round((Pairing(1, 3),)),
        Round(),
    ),
    name="Cup",
    system="knockout",
    edition=date(2026, 2, 1),
    planned=9,
    points=FOOTBALL_POINTS,
    initial_colour="b",
    seed=2**70,
    accelerations=(Acceleration(THIRD, 1, 2, (1, 3), Fraction(2)),),
    prohibitions=(Prohibition(frozenset({1, 2, 3}), 2, 4),),
    absences={4: {3: Result.ZERO_BYE, 1: Result.FULL_BYE}},
    tiebreaks=("BH/C1", "SB"),
    settings={
        "bar": THIRD,
        "day": date(2026, 1, 1),
        "weights": (1, 2.5, None, True, [1, (2,)]),
        "by_number": {1: "a", (2, 3): {Result.PAIRING_BYE: "b"}},
        "@odd": {"@tuple": 1},
    },
    details={"city": "Pécs"},
)


def test_everything_comes_back() -> None:
    back = from_json(to_json(FULL))
    assert back == FULL
    assert type(back.settings["weights"]) is tuple
    assert from_json(to_json(FULL, indent=2)) == FULL
    assert from_json(to_json(Tournament())) == Tournament()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_come_back(path: Path) -> None:
    tournament = read_trf(path)
    assert from_json(to_json(tournament)) == tournament


def test_the_form_is_for_people_too() -> None:
    one = Tournament((Entrant(1, "A"), Entrant(2, "B")), (Round((Pairing(1, 2),)),))
    assert to_json(one) == (
        '{"kind": "arpad tournament", "version": 1, "entrants": [{"number": 1, "name": "A"}, '
        '{"number": 2, "name": "B"}], "rounds": [{"pairings": [{"white": 1, "black": 2, "results": "**"}], '
        '"byes": []}]}'
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "not a tournament"),
        ('{"kind": "arpad tournament"}', "version None"),
        ('{"kind": "arpad tournament", "version": 2}', "version 2"),
        ('{"kind": "arpad tournament", "version": 1, "rows": []}', "an unknown field 'rows'"),
        ('{"kind": "arpad tournament", "version": 1, "planned": "x"}', "not a whole number"),
        ('{"kind": "arpad tournament", "version": 1, "points": {"win": "1/0"}}', "damaged"),
        ('{"kind": "arpad tournament", "version": 1, "entrants": [{"number": 1}]}', "damaged"),
        ('{"kind": "arpad tournament", "version": 1, "rounds": [{"pairings": [], "byes": 1}]}', "damaged"),
    ],
)
def test_anything_else_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem) as caught:
        from_json(text, "cup.json")
    assert caught.value.file == "cup.json"


def test_a_setting_that_json_cannot_hold() -> None:
    for value in (object(), float("nan"), {1, 2}):
        with pytest.raises(NotProvided, match="cannot be written"):
            to_json(Tournament(settings={"x": value}))
