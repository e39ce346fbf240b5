"""OpenGotha's own rounds and weights, as its files and pairgoth's tests keep them, paired and weighed again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arpad.rulebooks.go import weights as go
from arpad.rulebooks.go.lots import lots
from arpad.rulebooks.go.pairing import GoSwiss, McMahon
from arpad.rulebooks.go.scores import GoField
from arpad.tournament import Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.model import Bye

FIXTURES = Path(__file__).parents[2] / "fixtures"
EVENTS: dict[str, Any] = json.loads((FIXTURES / "opengotha_rounds.json").read_text(encoding="utf-8"))
WEIGHTS: dict[str, Any] = json.loads(gzip.decompress((FIXTURES / "opengotha_weights.json.gz").read_bytes()))
PLAYED = [(name, number) for name, one in EVENTS.items() for number in range(1, len(one["played"]) + 1)]

EQUAL = {
    ("simpleswiss", 7),
    ("notsosimpleswiss", 6),
    ("notsosimpleswiss", 8),
    ("Toulouse2024", 3),
    ("Toulouse2024", 4),
    ("CdFO2020", 5),
}
"""Rounds of which another has the same sum of weights: OpenGotha took one of them, arpad another."""
LESS = {("20240921-KPMC-Splitbug", 1)}
"""Rounds whose sum is not the greatest, by OpenGotha's own weights: changed after it had paired."""
COLOURS = {("CdFO2020", 3), ("CdFO2020", 4), ("CdFO2020", 6), ("CdFO2020", 7)}
"""Rounds of which some colours were drawn by other lots: version 3.50's, or by hand."""


def before(name: str, number: int) -> tuple[Tournament, McMahon]:
    """Return a tournament before one of its rounds, and the system."""
    one = EVENTS[name]
    entrants = tuple(
        Entrant(at, who, grade=grade, rating=rating, federation=country, club=club)
        for at, (who, grade, rating, country, club) in enumerate(one["entrants"], 1)
    )
    rounds = []
    for had in one["played"][: number - 1]:
        games = tuple(
            Pairing(w, b, Result(r), Result(r).opposite(), handicap=h) for w, b, h, r in had["games"]
        )
        byes = [Bye(n, Result.ZERO_BYE) for n in had["away"]] + ([Bye(had["bye"])] if had["bye"] else [])
        rounds.append(Round(games, tuple(byes)))
    away = {number: dict.fromkeys(one["played"][number - 1]["away"], Result.ZERO_BYE)}
    settings = one["settings"] | {"rematches": "avoid"}
    system = (GoSwiss if one["system"] == "go-swiss" else McMahon)(**settings)
    tournament = Tournament(entrants, tuple(rounds), planned=one["rounds"], absences=away)
    return tournament, system


def cost(field: GoField, system: McMahon, pairs: set[tuple[int, int]]) -> int:
    """Return what pairs fall short by."""
    i, j = (np.array([field.row[pair[at]] for pair in sorted(pairs)]) for at in (0, 1))
    return sum(int(term.pair(field, i, j).sum()) for term in go.terms(system))


def test_how_many_there_are() -> None:
    assert len(PLAYED) == 42
    assert len(PLAYED) - len(EQUAL | LESS | COLOURS) == 31
    rounds = [one for event in WEIGHTS.values() for one in event.values()]
    assert (len(rounds), sum(len(one["pairs"]) // 2 for one in rounds)) == (35, 16_821)


@pytest.mark.parametrize(("name", "number"), PLAYED)
def test_rounds(name: str, number: int) -> None:
    tournament, system = before(name, number)
    stored = EVENTS[name]["played"][number - 1]
    paired = system.pair(tournament).round
    byes = [bye.number for bye in paired.byes if bye.result is Result.PAIRING_BYE]
    assert byes == [stored["bye"]] * (stored["bye"] > 0)
    mine = {(game.white, game.black, game.handicap) for game in paired.pairings}
    theirs = {(white, black, stones) for white, black, stones, _ in stored["games"]}
    met = [{(min(w, b), max(w, b)) for w, b, _ in games} for games in (mine, theirs)]
    field = system.field(tournament)
    short = [cost(field, system, pairs) for pairs in met]
    if (name, number) in LESS:
        assert short[0] < short[1]
    elif (name, number) in EQUAL:
        assert met[0] != met[1]
        assert short[0] == short[1]
    elif (name, number) in COLOURS:
        assert met[0] == met[1]
        for white, black, stones in mine - theirs:
            even = field.even_colours
            assert even[field.row[white]] == even[field.row[black]]
            assert stones == 0
    else:
        assert mine == theirs


@pytest.mark.parametrize(("name", "number"), [(n, int(r)) for n, event in WEIGHTS.items() for r in event])
def test_weights(name: str, number: int) -> None:
    tournament, system = before(name, number)
    field, stored = system.field(tournament), WEIGHTS[name][str(number)]
    numbers = np.array(stored["pairs"]).reshape(-1, 2)
    i, j = (np.array([field.row[int(n)] for n in column]) for column in numbers.T)
    most = {
        "met before": go.REMATCH,
        "groups apart": go.SCORE,
        "drawn up or down": go.DRAWS,
        "seeding": go.SEEDING,
        "clubs and countries": system.clubs,
        "colours": system.colour_weight,
    }
    terms = {term.name: term for term in go.terms(system)}
    for (term, top), column in zip(most.items(), stored["columns"], strict=True):
        mine = top - terms[term].pair(field, i, j) if term in terms else np.zeros(len(i), dtype=np.int64)
        assert mine.tolist() == column, term


def test_lots_by_the_letters_of_names() -> None:
    # "Dosaku" + "Honinbo" is written down letter by letter; the lot is the same whoever is named first.
    letters = "DosakuHoninbo"
    total = sum(ord(letter) * at for at, letter in enumerate(letters, 1)) * 1_234_567
    entrants = (Entrant(1, "Honinbo", grade="9d"), Entrant(2, "Dosaku", grade="9d"))
    field = McMahon(lots="names").field(Tournament(entrants))
    rows = np.array([0, 1])
    for most in (1, 999, 10**6, 10**9):
        assert lots(field, rows, rows[::-1], most).tolist() == [total % (most + 1)] * 2
    game = McMahon(lots="names").pair(Tournament(entrants)).round.pairings[0]
    assert (game.white == 2) is (total % 2 == 0)
