"""The formats that can be simulated, by name, with what can be set."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, counted
from arpad.lab.formats.elimination import double_elimination, knockout
from arpad.lab.formats.fields import Floats
from arpad.lab.formats.groups import groups_and_knockout
from arpad.lab.formats.league import league, ratings_alone
from arpad.lab.formats.swiss import RULES, swiss
from arpad.tournament.formats.groups import across
from arpad.tournament.formats.seeding import bracket_size, seeded_places

MOST_GAMES = 15
"""Games of two players that a format may ask for."""


@dataclass(frozen=True)
class Format:
    """How a tournament is played.

    The kernel plays tournaments, ``loop(games, record, work, *arguments)``; ``plays`` says whether it has
    games.
    """

    name: ClassVar[str]
    loop: ClassVar[Callable[..., None]]
    plays: ClassVar[bool] = True

    def check(self, players: int) -> None:
        """Refuse a number of players that the format cannot take.

        Raises:
            BadInput: with what is wrong.
        """

    def arguments(self, players: int, noise: float, scale: float) -> tuple[Any, ...]:
        """Return what the kernel takes after the games, the record and the room for its work."""
        raise NotImplementedError

    def start(self, rating: Floats) -> Floats:
        """Return the points before the first round, tournaments × players."""
        return np.zeros(rating.shape)

    @property
    def pair_games(self) -> int:
        """How often two players can meet."""
        return 1

    @property
    def lots(self) -> int:
        """How many lots each player draws."""
        return 2

    @property
    def label(self) -> str:
        """The format in words."""
        raise NotImplementedError


def _odd(name: str, value: int) -> None:
    if not (1 <= value <= MOST_GAMES and value % 2 == 1):
        raise BadInput(f"{name} is {value}; it must be an odd number up to {MOST_GAMES}")


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadInput(f"{name} is {value}; it must be a whole number from {low} to {high}")


@dataclass(frozen=True)
class RatingsAlone(Format):
    """Nothing is played: the ranking is the order of the ratings, against which a format's is to be seen."""

    name: ClassVar[str] = "ratings"
    plays: ClassVar[bool] = False
    loop: ClassVar[Callable[..., None]] = staticmethod(ratings_alone)

    def arguments(self, players: int, noise: float, scale: float) -> tuple[Any, ...]:
        """Return what the kernel takes after the games, the record and the room for its work."""
        return ()

    @property
    def label(self) -> str:
        """The format in words."""
        return "the ratings, without a game"


@dataclass(frozen=True)
class LeagueFormat(Format):
    """Everybody meets everybody.

    Args:
        legs: how often two players meet.
    """

    name: ClassVar[str] = "league"
    loop: ClassVar[Callable[..., None]] = staticmethod(league)

    legs: int = 1

    def __post_init__(self) -> None:
        _within("legs", self.legs, 1, MOST_GAMES)

    def arguments(self, players: int, noise: float, scale: float) -> tuple[Any, ...]:
        """Return what the kernel takes after the games, the record and the room for its work."""
        return (self.legs,)

    @property
    def pair_games(self) -> int:
        """How often two players can meet."""
        return self.legs

    @property
    def label(self) -> str:
        """The format in words."""
        return "league" if self.legs == 1 else f"league, {self.legs} legs"


@dataclass(frozen=True)
class KnockoutFormat(Format):
    """Whoever loses is out.

    Args:
        seeded: whether the bracket is seeded by the ratings; else it is drawn.
        best_of: games of a match.
    """

    name: ClassVar[str] = "knockout"
    loop: ClassVar[Callable[..., None]] = staticmethod(knockout)

    seeded: bool = True
    best_of: int = 1

    def __post_init__(self) -> None:
        _odd("best_of", self.best_of)

    def arguments(self, players: int, noise: float, scale: float) -> tuple[Any, ...]:
        """Return what the kernel takes after the games, the record and the room for its work."""
        return _bracket(players), self.seeded, self.best_of

    @property
    def pair_games(self) -> int:
        """How often two players can meet."""
        return self.best_of + 1

    @property
    def label(self) -> str:
        """The format in words."""
        matches = "" if self.best_of == 1 else f", best of {self.best_of}"
        return f"{self.name.replace('-', ' ')}, {'seeded' if self.seeded else 'drawn'}{matches}"


@dataclass(frozen=True)
class DoubleEliminationFormat(KnockoutFormat):
    """Whoever loses twice is out.

    Args:
        seeded: whether the bracket is seeded by the ratings; else it is drawn.
        best_of: games of a match.
    """

    name: ClassVar[str] = "double-elimination"
    loop: ClassVar[Callable[..., None]] = staticmethod(double_elimination)

    @property
    def pair_games(self) -> int:
        """How often two players can meet."""
        return 4 * (self.best_of + 1)


@dataclass(frozen=True)
class GroupsAndKnockoutFormat(Format):
    """Groups drawn from pots, whose best play a knockout.

    Args:
        groups: how many, a power of two.
        going_on: how many of each group play the knockout: 1 or 2.
        best_of: games of a match of the knockout.
    """

    name: ClassVar[str] = "groups"
    loop: ClassVar[Callable[..., None]] = staticmethod(groups_and_knockout)

    groups: int = 8
    going_on: int = 2
    best_of: int = 1

    def __post_init__(self) -> None:
        _odd("best_of", self.best_of)
        if not 1 <= self.groups <= 16 or self.groups & (self.groups - 1):
            raise BadInput(f"groups is {self.groups}; it must be 1, 2, 4, 8 or 16")
        _within("going_on", self.going_on, 1, 2)

    def check(self, players: int) -> None:
        """Refuse a number of players that the format cannot take.

        Raises:
            BadInput: with what is wrong.
        """
        if players % self.groups or players // self.groups <= self.going_on:
            raise BadInput(
                f"{players} players do not make {self.groups} equal groups, {self.going_on} of each to go on",
                remedy="Give groups=N, a power of two that divides the number of players.",
            )

    def arguments(self, players: int, noise: float, scale: float) -> tuple[Any, ...]:
        """Return what the kernel takes after the games, the record and the room for its work."""
        return self.groups, self.going_on, _crossed(self.groups, self.going_on), self.best_of

    @property
    def pair_games(self) -> int:
        """How often two players can meet."""
        return self.best_of + 2

    @property
    def label(self) -> str:
        """The format in words."""
        return f"{counted(self.groups, 'group')}, {self.going_on} of each to a knockout"


@dataclass(frozen=True)
class SwissFormat(Format):
    """Players of about equal points meet, nobody twice.

    Args:
        rounds: how many.
        rule: the fast rule that pairs the rounds, one of :data:`RULES`.
    """

    name: ClassVar[str] = "swiss"
    loop: ClassVar[Callable[..., None]] = staticmethod(swiss)

    rounds: int = 7
    rule: str = "fold"

    def __post_init__(self) -> None:
        _within("rounds", self.rounds, 1, 100)
        if self.rule not in RULES:
            raise BadInput(f"{self.rule!r} is not a pairing rule", remedy=f"Known: {', '.join(RULES)}.")

    def check(self, players: int) -> None:
        """Refuse a number of players that the format cannot take.

        Raises:
            BadInput: with what is wrong.
        """
        if self.rounds >= players + players % 2:
            raise BadInput(
                f"{players} players cannot play {self.rounds} rounds without meeting again",
                remedy=f"Give at most {players - 1 + players % 2} rounds, or a league.",
            )

    def arguments(self, players: int, noise: float, scale: float) -> tuple[Any, ...]:
        """Return what the kernel takes after the games, the record and the room for its work."""
        return RULES[self.rule], self.rounds, max(noise, 1.0), scale

    @property
    def pair_games(self) -> int:
        """How often two players can meet."""
        return 3

    @property
    def lots(self) -> int:
        """How many lots each player draws."""
        return max(2, self.rounds)

    @property
    def label(self) -> str:
        """The format in words."""
        return f"Swiss, {counted(self.rounds, 'round')}, {self.rule}"


@dataclass(frozen=True)
class McMahonFormat(SwissFormat):
    """A Swiss tournament that begins with points by rating.

    Args:
        rounds: how many.
        rule: the fast rule that pairs the rounds, one of :data:`RULES`.
        width: rating points of a group; each group begins with a point more than the one below.
        bar: players of the top group, at least: whoever is above the bar begins with the same points.
    """

    name: ClassVar[str] = "mcmahon"

    rounds: int = 5
    rule: str = "random"
    width: float = 100.0
    bar: int = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        _within("bar", self.bar, 1, 2_000)
        if not 1.0 <= self.width <= 10_000.0:
            raise BadInput(f"width is {self.width:g}; it must be a number of rating points from 1 to 10,000")

    def start(self, rating: Floats) -> Floats:
        """Return the points before the first round, tournaments × players."""
        at_bar = rating[:, min(self.bar, rating.shape[1]) - 1][:, None]
        below = np.ceil(np.maximum(at_bar - rating, 0.0) / self.width)
        return np.asarray(below.max(axis=1, keepdims=True) - below, dtype=np.float64)

    @property
    def label(self) -> str:
        """The format in words."""
        return f"McMahon, {counted(self.rounds, 'round')}, {self.rule}"


FORMATS: dict[str, type[Format]] = {
    kind.name: kind
    for kind in (
        RatingsAlone,
        LeagueFormat,
        KnockoutFormat,
        DoubleEliminationFormat,
        GroupsAndKnockoutFormat,
        SwissFormat,
        McMahonFormat,
    )
}


def format_of(text: str) -> Format:
    """Return the format that a text names: ``swiss,rounds=7,rule=random``.

    Raises:
        BadInput: there is no such format, or something of it cannot be set like that.
    """
    name, *settings = (part.strip() for part in text.split(","))
    if name not in FORMATS:
        raise BadInput(f"no format is called {name!r}", remedy=f"Known: {', '.join(FORMATS)}.")
    kind = FORMATS[name]
    fields = {field.name: field for field in dataclasses.fields(kind)}
    values: dict[str, Any] = {}
    for setting in settings:
        key, sign, value = setting.partition("=")
        if not sign or key not in fields:
            raise BadInput(f"{setting!r} is not a setting of {name}", remedy=f"Known: {_listed(fields)}.")
        values[key] = _parsed(fields[key], value)
    return kind(**values)


def _listed(names: Sequence[str] | dict[str, Any]) -> str:
    return ", ".join(f"{name}=…" for name in names) or "none"


def _parsed(field: dataclasses.Field[Any], value: str) -> Any:
    """Return the value of a setting, of the type of its default."""
    if isinstance(field.default, bool):
        if value not in ("yes", "no"):
            raise BadInput(f"{field.name} is {value!r}; it must be yes or no")
        return value == "yes"
    if isinstance(field.default, str):
        return value
    try:
        return int(value) if isinstance(field.default, int) else float(value)
    except ValueError:
        raise BadInput(f"{field.name} is {value!r}; it must be a number") from None


def _bracket(players: int) -> NDArray[np.int64]:
    """Return the seed of each place of the bracket, from 0; −1 for nobody."""
    seeds = np.array(seeded_places(bracket_size(players)), dtype=np.int64) - 1
    return np.where(seeds < players, seeds, -1)


def _crossed(groups: int, going_on: int) -> NDArray[np.int64]:
    """Return the place in the bracket of each winner of a group, and then of each second."""
    size = groups * going_on
    if groups == 1 or going_on == 1:
        first = seeded_places(size)
        return np.array([first.index(seed + 1) for seed in range(size)], dtype=np.int64)
    named = [name for pair in across(groups, going_on) for name in pair]
    wanted = [f"{letter}{place}" for place in (1, 2) for letter in ascii_uppercase[:groups]]
    return np.array([named.index(name) for name in wanted], dtype=np.int64)
