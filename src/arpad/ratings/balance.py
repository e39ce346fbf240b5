"""Teams as equal as possible among rated players, with the chance of each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.core import BadInput, counted
from arpad.ratings.contests.system import ContestSystem
from arpad.ratings.division import Division, DivisionTask, divide
from arpad.ratings.model import Rating
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem


@dataclass(frozen=True)
class BalancedTeam:
    """One of the teams.

    Args:
        players: their names.
        ratings: theirs, in the same order.
        strength: the sum of the ratings, where the system rates teams; else their mean.
        chance: the probability of being first, ties apart, where the system rates teams; else the expected
            score, on average over the other teams, of a player with the mean rating.
    """

    players: tuple[str, ...]
    ratings: tuple[Rating, ...]
    strength: float
    chance: float


@dataclass(frozen=True)
class Balanced:
    """Teams as equal as possible.

    Args:
        teams: the teams.
        exact: whether no division is more even; else it is the best that a search found.
        spread: the strength of the strongest less that of the weakest.
        summed: whether strengths are sums; else means.
    """

    teams: tuple[BalancedTeam, ...]
    exact: bool
    spread: float
    summed: bool


def balance(
    system: RatingSystem | Ratings,
    ratings: Mapping[str, Rating] | Sequence[str],
    *,
    teams: int = 2,
    sizes: Sequence[int] | None = None,
    keep: Sequence[Sequence[str]] = (),
    apart: Sequence[Sequence[str]] = (),
) -> Balanced:
    """Divide players into teams whose strengths differ as little as possible.

    The strength of a team is the sum of its players' ratings where the system rates teams, as such systems
    do; else their mean.

    Args:
        system: the rating system; or what it made of a record.
        ratings: the rating of each player by name; of players of the record their names.
        teams: how many teams.
        sizes: of each team; if not given, they differ by one at most.
        keep: groups of players who play together.
        apart: groups of players of whom no two play together.

    Raises:
        BadInput: there are too few players, the sizes do not fit, a wish names somebody else, or no division
            meets all wishes.
    """
    names = list(ratings)
    if isinstance(system, Ratings):
        ratings = {name: system.of(name) for name in names}
        system = system.system
    elif not isinstance(ratings, Mapping):
        raise BadInput("names alone have no ratings", remedy="Give the ratings of a record before them.")
    if sizes is None:
        if not 2 <= teams <= len(names):
            raise BadInput(
                f"{counted(len(names), 'player')} cannot make {teams} teams",
                remedy="Give two teams or more, with a player each.",
            )
        low, more = divmod(len(names), teams)
        sizes = [low + (at < more) for at in range(teams)]
    index = {name: at for at, name in enumerate(names)}
    for name in (name for group in (*keep, *apart) for name in group):
        if name not in index:
            raise BadInput(f"{name!r} is not one of the players", remedy=f"They are {', '.join(names)}.")
    summed = isinstance(system, ContestSystem)
    pairs = [
        (first, second) for group in apart for at, first in enumerate(group) for second in group[at + 1 :]
    ]
    task = DivisionTask(
        tuple(ratings[name].value for name in names),
        tuple(sizes),
        tuple(tuple(index[name] for name in group) for group in keep),
        tuple((index[first], index[second]) for first, second in pairs),
        mean=not summed,
    )
    division = divide(task)
    sides = [[ratings[names[at]] for at in team] for team in division.teams]
    return Balanced(
        _teams(division, names, sides, _chances(system, sides)), division.exact, division.spread, summed
    )


def _teams(
    division: Division, names: Sequence[str], sides: Sequence[Sequence[Rating]], chances: Sequence[float]
) -> tuple[BalancedTeam, ...]:
    teams = []
    for members, side, strength, chance in zip(
        division.teams, sides, division.strengths, chances, strict=True
    ):
        order = sorted(range(len(side)), key=lambda at: (-side[at].value, names[members[at]]))
        players = tuple(names[members[at]] for at in order)
        teams.append(BalancedTeam(players, tuple(side[at] for at in order), strength, chance))
    return tuple(teams)


def _chances(system: RatingSystem, sides: Sequence[Sequence[Rating]]) -> list[float]:
    if isinstance(system, ContestSystem):
        return [float(row[0]) for row in system.places(sides)]
    means = [
        Rating(
            math.fsum(player.value for player in side) / len(side),
            None
            if any(player.deviation is None for player in side)
            else math.sqrt(math.fsum((player.deviation or 0.0) ** 2 for player in side)) / len(side),
        )
        for side in sides
    ]
    return [
        math.fsum(system.predict(own, other).expected for other in means if other is not own)
        / (len(means) - 1)
        for own in means
    ]
