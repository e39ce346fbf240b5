"""Events for the tests of pairing systems: random entrants, results, absences; and what every round keeps."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from arpad.tournament import Entrant, Result, Round, Tournament

PLAYED = [Result.WIN, Result.LOSS, Result.DRAW, Result.FORFEIT_WIN]


def event(players: int, seed: int, system: str, *, rounds: int = 5, **settings: Any) -> Tournament:
    """Return a tournament of random entrants before its first round."""
    rng = random.Random(seed)
    entrants = [
        Entrant(
            number,
            f"player {number}",
            rating=rng.randrange(700, 2700),
            grade=f"{rng.randrange(1, 15)}{rng.choice('kkd')}",
            federation=rng.choice(["KOR", "JPN", "FRA"]),
            club=rng.choice(["", "a", "b", "c"]),
        )
        for number in range(1, players + 1)
    ]
    return Tournament(tuple(entrants), system=system, seed=seed, planned=rounds, settings=settings)


def played(tournament: Tournament, one: Round, rng: random.Random) -> Tournament:
    """Return the tournament with a round and random results."""
    games = []
    for game in one.pairings:
        white = rng.choices(PLAYED, [45, 45, 8, 2])[0]
        black = Result.FORFEIT_LOSS if white is Result.FORFEIT_WIN else white.opposite()
        games.append(replace(game, white_result=white, black_result=black))
    return tournament.with_round(replace(one, pairings=tuple(games)))


def check_round(tournament: Tournament, one: Round, colour_limit: int | None = None) -> None:
    """Assert what any round keeps, from the lines of the files alone."""
    at = tournament.played + 1
    away = tournament.absent(at)
    seated = [n for game in one.pairings for n in (game.white, game.black)] + [bye.number for bye in one.byes]
    assert sorted(seated) == sorted(entrant.number for entrant in tournament.entrants)
    given = [bye.number for bye in one.byes if bye.result is Result.PAIRING_BYE]
    assert len(given) == (len(tournament.entrants) - len(away)) % 2
    for bye in one.byes:
        assert away.get(bye.number, Result.PAIRING_BYE) is bye.result
    forbidden = tournament.prohibited(at)
    for game in one.pairings:
        pair = (min(game.white, game.black), max(game.white, game.black))
        assert game.white not in away
        assert game.black not in away
        assert pair not in forbidden
        if colour_limit is not None:
            for number, sign in ((game.white, -1), (game.black, 1)):
                line = tournament.history[number]
                had = [{"b": 1, "w": -1}[e.colour] for e in line if e.result.played]
                assert abs(sum(had) + sign) <= colour_limit


def met(tournament: Tournament, a: int, b: int) -> bool:
    """Whether two have played each other."""
    return any(entry.opponent == b and entry.result.played for entry in tournament.history[a])


def no_second_meeting_or_bye(tournament: Tournament, one: Round) -> None:
    """Assert that nobody meets anybody, or gets the bye, twice."""
    for game in one.pairings:
        assert not met(tournament, game.white, game.black)
    for bye in one.byes:
        if bye.result is Result.PAIRING_BYE:
            had = [entry.result for entry in tournament.history[bye.number]]
            assert not {Result.PAIRING_BYE, Result.FULL_BYE, Result.FORFEIT_WIN} & set(had)


def meetings(one: Round) -> set[frozenset[int]]:
    """Return who meets whom; the bye's player alone."""
    return {frozenset((game.white, game.black)) for game in one.pairings} | {
        frozenset((bye.number,)) for bye in one.byes
    }


def matchings(numbers: list[int]) -> Any:
    """Yield every round of these numbers, as pairs; 0 stands for the bye."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for at, other in enumerate(others):
        for found in matchings(others[:at] + others[at + 1 :]):
            yield [(first, other), *found]
