"""othello-woc against PAPP's own rounds, and its penalties by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.rulebooks.othello import penalties
from arpad.rulebooks.othello.championship import OthelloChampionship
from arpad.rulebooks.othello.discs import result
from arpad.rulebooks.othello.penalties import MOST, ChampionshipField
from arpad.rulebooks.standings import standings
from arpad.tournament import Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.model import Bye

LINES = (
    (Path(__file__).parents[2] / "fixtures" / "papp_rounds.jsonl").read_text(encoding="utf-8").splitlines()
)
EVENTS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def rounds_of(event: dict[str, Any]) -> list[tuple[Tournament, list[list[int]]]]:
    """Return the tournament before each round, and PAPP's pairs."""
    entrants = tuple(Entrant(n, f"p{n}", federation=c) for n, c in enumerate(event["countries"], 1))
    past: list[Round] = []
    found = []
    for number, one in enumerate(event["rounds"], 1):
        away = dict.fromkeys(one["away"], Result.ZERO_BYE)
        found.append((Tournament(entrants, tuple(past), absences={number: away}), one["papp"]))
        games = [
            Pairing(w, b, black_result=Result(r), white_result=Result(r).opposite())
            for b, w, r in one["played"]
        ]
        byes = [Bye(n, result) for n, result in away.items()] + ([Bye(one["bye"])] if one["bye"] else [])
        past.append(Round(tuple(games), tuple(byes)))
    return found


def test_how_many_there_are() -> None:
    many = {mode: [e for e in EVENTS if e["mode"] == mode] for mode in ("never", "avoid")}
    assert {mode: len(events) for mode, events in many.items()} == {"never": 24, "avoid": 24}
    assert {mode: sum(len(e["rounds"]) for e in events) for mode, events in many.items()} == {
        "never": 125,
        "avoid": 144,
    }


@pytest.mark.parametrize("at", range(48))
def test_the_same_penalties_and_colours(at: int) -> None:
    system = OthelloChampionship(rematches=EVENTS[at]["mode"])
    for tournament, papp in rounds_of(EVENTS[at]):
        field = system.field(tournament)
        ladder = system.ladder(field)
        pairs = [(field.row[black], field.row[white]) for black, white in papp]
        free = set(range(len(field))) - {row for pair in pairs for row in pair}
        best = system.best(tournament)
        assert best is not None
        assert best.cost[0] == ladder.cost(field, pairs, min(free, default=None))[0]
        for black, white in pairs:
            paired, why = system.colours(field, black, white)
            assert paired.black == field.numbers[black] or "lot" in why


def played(*rounds: str, federations: str = "ABCDE", **penalties: Any) -> ChampionshipField:
    """Return the field after rounds such as ``1-2 1, 3-4 =``: Black, White, Black's result; 5 has the bye."""
    entrants = tuple(Entrant(n, f"p{n}", federation=f) for n, f in enumerate(federations, 1))
    past = []
    for words in rounds:
        games = []
        for word in words.split(", "):
            black, white, won = int(word[0]), int(word[2]), Result(word[4])
            games.append(Pairing(white, black, black_result=won, white_result=won.opposite()))
        free = set(range(1, len(entrants) + 1)) - {n for game in games for n in (game.white, game.black)}
        past.append(Round(tuple(games), tuple(Bye(n) for n in sorted(free))))
    return OthelloChampionship(rematches="avoid", **penalties).field(Tournament(entrants, tuple(past)))


def cost(field: ChampionshipField, a: int, b: int) -> dict[str, int]:
    i, j = np.array([field.row[a]]), np.array([field.row[b]])
    found = {
        t.name: t.weight * int(t.pair(field, i, j)[0]) for t in penalties.terms(field.settings, field.round)
    }
    return {name: value for name, value in found.items() if value}


def bye(field: ChampionshipField, a: int) -> dict[str, int]:
    terms = penalties.terms(field.settings, field.round)
    found = {t.name: int(t.bye(field)[field.row[a]]) for t in terms if t.bye is not None}
    return {name: value for name, value in found.items() if value}


def test_penalties_by_hand() -> None:
    # Round 1: 1 and 3 win with Black, 5 has the bye. Scores in half-points: 2, 0, 2, 0, 2.
    one = played("1-2 1, 3-4 1", federations="AABBA")
    # Two who had Black: one gets White, both stand even after; the other has it twice: 105 and 15 for twice running.
    assert cost(one, 1, 3) == {"colours": 105 + 15}
    assert cost(one, 1, 4) == {"floats": 40_588, "elitism": 100 * (2 + 0) * 2 // 2}
    # They met: 5 million with the colours reversed, which are even then, and 1 for the last round.
    assert cost(one, 1, 2) == {"floats": 40_588, "elitism": 200, "repeats": 5_000_001, "chauvinism": 2}
    # 5 floated down to the bye and would again; 4 up for the first time. 5's first colour costs 20.
    assert cost(one, 4, 5) == {"colours": 20, "floats": 40_588 + 25, "elitism": 200}
    # The bye stands at −1: a gap of 3 half-points, 25 more for floating down again, all cut at ten million.
    assert sum(bye(one, 5).values()) == MOST
    assert bye(one, 4) == {"colours": 20, "floats": 20_000}
    assert bye(one, 1) == {"colours": 20, "floats": 62_785}


def test_who_costs_more_than_ten_million_pays_nothing_for_meeting_again() -> None:
    one = played("1-2 1, 3-4 1", federations="AABBA", gaps=f"20000,{MOST}")
    assert cost(one, 1, 2) == {"floats": MOST, "elitism": 200, "chauvinism": 2}


def test_who_lost_above_or_won_below_is_to_float_back() -> None:
    # After round 2 (4 beats 1 from below, 3 beats 5): 1 2, 2 2 (the bye), 3 4, 4 2, 5 2.
    two = played("1-2 1, 3-4 1", "4-1 1, 5-3 0", federations="ABCDE")
    assert two.halves.tolist() == [2, 2, 4, 2, 2]
    # 1 floated down and lost: nothing off. 4 floated up and won: nothing off.
    assert two.last_float.tolist() == [2, 1, 0, -2, 0]
    assert not two.floats_back.any()
    lost = played("1-2 1, 3-4 1", "1-4 1, 5-3 0", federations="ABCDE")
    # 1 floated down and won: 4 half-points, and floats up to nobody; 4 floated up and lost: 0, floats down.
    assert lost.halves.tolist() == [4, 2, 4, 0, 2]
    assert lost.floats_back.tolist() == [True, False, False, True, False]
    # 4 meets 5 from below: he floats up again, 25. The bye is below him: he floats down, 10 off.
    assert cost(lost, 4, 5)["floats"] == 40_588 + 25
    assert bye(lost, 4) == {"floats": 20_000 - 10, "colours": 105}
    # 1 against 5 floats down again.
    assert cost(lost, 1, 5)["floats"] == 40_588 + 25


def test_tables_are_whole_numbers_that_do_not_fall() -> None:
    assert penalties.table("20, 105,225", "gaps") == (0, 20, 105, 225)
    assert OthelloChampionship(elitism="400,100").elitism == "400,100"
    wrong: tuple[dict[str, Any], ...] = (
        {"gaps": "1,x"},
        {"gaps": "30,20"},
        {"differences": f"{MOST + 1}"},
        {"elitism": "-1"},
        {"elitism": ""},
    )
    for settings in wrong:
        with pytest.raises(BadInput, match="cannot be"):
            OthelloChampionship(**settings)
    with pytest.raises(BadInput, match="float_back"):
        OthelloChampionship(gaps="10,20", float_back=6)


def test_brightwell_in_papp_s_manual() -> None:
    """1 beats 2 by 33-31 and then has the bye; 2 wins his second game: with 6 as the constant 1 has 83."""
    entrants = tuple(Entrant(n, f"p{n}") for n in (1, 2, 3))
    white, points = result("33-31")
    first = Pairing(2, 1, white, white.opposite(), points=points)
    white, points = result("20-44")
    second = Pairing(2, 3, white, white.opposite(), points=points)
    rounds = (Round((first,), (Bye(3),)), Round((second,), (Bye(1),)))
    places = standings(Tournament(entrants, rounds), ["BQ/K6"]).places
    assert [place.values[0].value for place in places if place.entrant.number == 1] == [83]


@pytest.mark.parametrize(
    "penalty",
    [
        "colour_again",
        "float_again",
        "float_back",
        "same_colours",
        "other_colours",
        "bye_again",
        "at_once",
        "federation",
    ],
)
def test_any_penalty_may_be_left_out(penalty: str) -> None:
    none: dict[str, Any] = {penalty: 0}
    assert getattr(OthelloChampionship(**none), penalty) == 0
    with pytest.raises(BadInput, match=penalty):
        OthelloChampionship(**{**none, penalty: -1})
