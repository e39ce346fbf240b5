"""The team exercises of FIDE's TEC (Held, Exercises in Tie-Breaking, 2023, 34 to 49): 14 teams, 7 rounds."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from arpad.core import BadInput, Explanation
from arpad.rulebooks.standings import TIEBREAKS, explain_place, standings
from arpad.tournament import Bye, Entrant, Pairing, Points, Result, Round, Tournament
from printed_steps import cut_short, miscounted

EDITION = date(2023, 9, 1)

CROSSTABLE = {
    1: "8:2.5 4:1.5 7:3 2:2.5 5:1.5 6:+ 3:2.5",
    2: "9:3 3:4 5:0 1:1.5 13:3 4:2.5 10:3",
    3: "10:2.5 2:0 9:3 6:2.5 4:3 5:3.5 1:1.5",
    4: "11:3 1:2.5 13:3 5:3.5 3:1 2:1.5 9:2.5",
    5: "12:4 6:3 2:4 4:0.5 1:2.5 3:0.5 13:3.5",
    6: "13:2 5:1 8:3 3:1.5 11:2.5 1:- 12:2.5",
    7: "14:2 8:2 1:1 10:2.5 9:2 13:2 Z",
    8: "1:1.5 7:2 6:1 12:3.5 10:2 9:2 11:3",
    9: "2:1 12:4 3:1 14:3 7:2 8:2 4:1.5",
    10: "3:1.5 11:1.5 12:2.5 7:1.5 8:2 14:3 2:1",
    11: "4:1 10:2.5 14:2 13:1.5 6:1.5 12:2 8:1",
    12: "5:0 9:0 10:1.5 8:0.5 U 11:2 6:1.5",
    13: "6:2 14:2.5 4:1 11:2.5 2:1 7:2 5:0.5",
    14: "7:2 13:1.5 11:2 9:1 H 10:1 U",
}
"""Opponents and game points by round; U the pairing's bye, H and Z half- and zero-point byes."""

NAMES = [
    "Antelopes",
    "Bonobos",
    "Cougars",
    "Deer",
    "Elephants",
    "Falcons",
    "Giraffes",
    "Hippopotami",
    "Iguanas",
    "Jackals",
    "Koalas",
    "Lynxes",
    "Moose",
    "Narwhals",
]


def event(primary: str = "mp") -> Tournament:
    """Return the tournament: a bye of any kind but Z is a drawn match of two game points."""
    rounds = []
    for at in range(7):
        games, byes = [], []
        for number, line in CROSSTABLE.items():
            cell = line.split()[at]
            if ":" not in cell:
                byes.append(Bye(number, Result(cell)))
                continue
            other, points = cell.split(":")
            if int(other) < number:
                continue
            if points in "+-":
                win, loss = Result.FORFEIT_WIN, Result.FORFEIT_LOSS
                results = (win, loss) if points == "+" else (loss, win)
                games.append(Pairing(number, int(other), *results))
                continue
            own = Fraction(points)
            result = Result.WIN if own > 2 else Result.DRAW if own == 2 else Result.LOSS
            games.append(Pairing(number, int(other)).with_result(result, (own, 4 - own)))
        rounds.append(Round(tuple(games), tuple(byes)))
    # Exercise 46: the one match whose boards are printed.
    boards = {3: {11: (Fraction(1), Fraction(1, 2), Fraction(1, 2), Fraction(0))}}
    boards[3][14] = tuple(1 - one for one in boards[3][11])  # type: ignore[assignment]
    return Tournament(
        tuple(Entrant(number, name) for number, name in enumerate(NAMES, 1)),
        tuple(rounds),
        points=Points(Fraction(2), Fraction(1), pairing_bye=Fraction(1), half_bye=Fraction(1)),
        system="fide-team",
        settings={
            "boards": 4,
            "primary": primary,
            "unplayed_game_points": {Result.PAIRING_BYE: Fraction(2), Result.HALF_BYE: Fraction(2)},
            "board_points": boards,
        },
    )


def column(code: str, primary: str = "mp") -> list[float]:
    made = standings(event(primary), [code], EDITION)
    return [float(made.value(number, code).value) for number in CROSSTABLE]


def test_the_crosstable_has_the_printed_scores() -> None:
    assert column("MPTS") == [10, 10, 10, 10, 10, 7, 6, 7, 6, 5, 4, 2, 6, 4]
    game_points = [17.5, 17, 16, 17, 18, 12.5, 11.5, 15, 14.5, 13, 11.5, 7.5, 11.5, 11.5]
    assert column("GPTS") == column("MPvGP") == game_points
    assert column("MPvGP", "gp") == column("MPTS")


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("BH", [64, 57, 58, 56, 55, 46, 44, 41, 50, 44, 41, 41, 52, 36]),
        ("BH/C1", [57, 52, 53, 52, 53, 39, 38, 39, 48, 42, 39, 39, 48, 32]),
        ("BH:GP", [114, 107.5, 109.5, 106, 99, 92, 94.5, 90, 97.5, 92, 88, 92, 101, 87]),
        ("BH:GP/C1", [100.5, 96, 97, 94.5, 91.5, 79.5, 83, 82.5, 90, 84.5, 80.5, 84.5, 89.5, 75.5]),
        ("EMMSB", [88, 74, 76, 72, 70, 32, 33, 30, 26, 19, 16, 6, 30, 19]),
        ("EGMSB", [158, 144, 150, 146, 132, 79.5, 78.5, 79, 66.5, 53, 45, 19, 72, 48]),
        ("EMGSB", [158.5, 131, 128, 130, 125, 73, 68.5, 77, 83, 72.5, 61, 33.5, 73, 58]),
        (
            "EGGSB",
            [283, 249.75, 247.5, 253.5, 236, 157.5, 155, 181.5, 180, 161.75, 138.5, 83.75, 152.5, 140.75],
        ),
    ],
)  # fmt: skip
def test_buchholz_and_sonneborn_berger_of_teams(code: str, printed: list[float]) -> None:
    """Exercises 35 to 41 and the table after them."""
    assert column(code) == printed


def test_the_cut_of_an_extended_sonneborn_berger() -> None:
    """Exercise 38."""
    assert column("EMMSB/C1")[:5] == [74, 64, 66, 64, 66]


def test_score_and_strength() -> None:
    """Exercise 49, whose divisor is 3: 14 match points by 4 game points."""
    printed = [38.8, 36, 35.3, 35.7, 36.3, 27.8, 26.2, 28.7, 31.2, 27.7, 25.2, 21.2, 28.8, 23.5]
    assert [round(value, 1) for value in column("SSSC")] == printed
    assert column("SSSC/K4")[0] == 17.5 + 64 / 4


def test_extended_direct_encounter() -> None:
    """Exercises 42 to 45."""
    made = standings(event(), ["EDE"], EDITION)
    places = {number: int(made.value(number, "EDE").value) for number in CROSSTABLE}
    assert [places[number] for number in (4, 2, 1, 3, 5)] == [1, 2, 3, 4, 5]
    assert (places[6], places[8]) == (1, 2)
    assert [places[number] for number in (7, 9, 13)] == [0, 0, 0]
    assert [places[number] for number in (11, 14)] == [0, 0]


def _adds_up(explanation: Explanation) -> bool:
    added = sum(part.value for part in explanation.parts)
    return (not explanation.terms or abs(added - explanation.value) < 1e-9) and all(
        map(_adds_up, explanation.parts)
    )


@pytest.mark.parametrize("primary", ["mp", "gp"])
def test_terms_of_teams_add_up(primary: str) -> None:
    codes = [
        kind.name for kind in TIEBREAKS.kinds.values() if kind.teams and kind.name not in ("TBR", "BBE", "BC")
    ]
    codes += [
        "BH:MP",
        "BH:GP/M1",
        "SB:GP/C1",
        "FB:GP",
        "AOB:MP/F",
        "PS:GP/C1",
        "STD:GP",
        "EMGSB/C1",
        "SSSC/F",
    ]
    made = standings(
        event(primary), [code for code in codes if code not in ("EDEBT", "EDEBB", "EDET", "EDEB")]
    )
    assert not made.dropped
    for place in made:
        for value in place.values:
            assert value.steps or value.value == value.total
        told = made.explain(place.entrant.number)
        assert _adds_up(told)
        assert [*cut_short(told), *miscounted(told)] == []


def test_why_deer_are_first_is_told() -> None:
    told = explain_place(event(), 5, 4, ["EDE"], EDITION)
    assert told.label == "4 Deer is ahead of 5 Elephants"
    assert told.outcome == "by EDE, 1 to 5"


@pytest.mark.parametrize(
    ("code", "places"), [("EDEBT", (1, 2)), ("EDEBB", (1, 2)), ("EDET", (1, 2)), ("EDEB", (1, 2))]
)
def test_boards_decide_between_two(code: str, places: tuple[int, int]) -> None:
    """Exercises 46 to 48: the match of Koalas and Narwhals, as if it were all they played."""
    whole = event()
    only = Tournament(
        tuple(one for one in whole.entrants if one.number in (11, 14)),
        (Round(), Round(), Round(tuple(game for game in whole.rounds[2].pairings if game.white == 11))),
        points=whole.points,
        settings=whole.settings,
    )
    made = standings(only, [code], EDITION)
    assert tuple(int(made.value(number, code).value) for number in (11, 14)) == places
    values = {
        name: [float(standings(only, [name], EDITION).value(number, name).value) for number in (11, 14)]
        for name in ("BC", "TBR", "BBE")
    }
    assert values == {"BC": [3.5, 6.5], "TBR": [1, 0], "BBE": [2, 1]}
    told = standings(only, ["BC", "TBR", "BBE"], EDITION)
    assert [list(cut_short(told.explain(number))) for number in (11, 14)] == [[], []]
    # Of a lower board count the first is better: the reverse of the other two.
    assert standings(only, ["BC"], EDITION).places[0].entrant.number == 11


def test_the_board_count_looks_at_the_tied_alone() -> None:
    """12.1: it is for teams with equal game points, so it is reckoned for every tie anew (C.07, type A)."""
    halves = Fraction(1, 2)
    one, none = Fraction(1), Fraction(0)
    rows = {1: (one, none), 2: (none, one), 3: (halves, none), 4: (halves, one)}
    games = tuple(
        Pairing(home, away).with_result(result, (sum(rows[home], none), sum(rows[away], none)))
        for home, away, result in ((1, 2, Result.DRAW), (3, 4, Result.LOSS))
    )
    small = Tournament(
        tuple(Entrant(number, f"Team {number}") for number in rows),
        (Round(games),),
        points=event().points,
        system="fide-team",
        settings={"boards": 2, "primary": "mp", "board_points": {1: rows}},
    )
    told = standings(small, ["TBR", "BBE"], EDITION).explain(3)
    assert any(step.printed() == "0.5" for part in told.parts for step in part.steps)
    assert list(cut_short(told)) == []
    made = standings(small, ["BC"], EDITION)
    # Teams 1 and 2 are level in match and game points: boards 1 · 1 + 2 · 0 against 1 · 0 + 2 · 1.
    assert [float(made.value(number, "BC").value) for number in (1, 2)] == [1, 2]
    assert [place.entrant.number for place in made] == [4, 1, 2, 3]


def test_boards_that_nobody_has_told_are_asked_for() -> None:
    with pytest.raises(
        BadInput, match=r"round 1: the scores of 1 Antelopes on the single boards are missing"
    ):
        standings(event(), ["TBR"], EDITION)
