"""What a rating system is: parameters with the field's names, two schedules, prediction and explanation."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from arpad.core import Edition, Explanation, Step
from arpad.ratings.parameters import check

if TYPE_CHECKING:
    from arpad.ratings.result import Ratings
    from arpad.ratings.state import State, StateColumn, Trace
    from arpad.ratings.timeline import Timeline
    from arpad.record import Games

Schedule = Literal["live", "period"]
"""*live*: each game changes the ratings that the next one meets; *period*: all games of a rating period count
against the ratings before it."""


@dataclass(frozen=True)
class Rating:
    """A player's rating at one moment, as one game or rating period meets it.

    Args:
        value: the rating, in points.
        deviation: the rating deviation, in points, at the last update; None where the system has none.
        volatility: Glicko-2's volatility; None where the system has none.
        games: rated games before.
        peak: the highest rating so far; the value itself if it is None.
        elapsed: rating periods since the last one played (a fraction when rated live); None for a newcomer.
        birth_year: the year of birth, where rules ask for the age.
        attributes: what else a system asks of the player, by the names of :attr:`RatingSystem.attributes`.
    """

    value: float
    deviation: float | None = None
    volatility: float | None = None
    games: int = 0
    peak: float | None = None
    elapsed: float | None = None
    birth_year: int | None = None
    attributes: Mapping[str, float] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, columns: Mapping[str, float], **known: Any) -> Rating:
        """Return a player's state as a rating: columns that it has no field for become attributes.

        Args:
            columns: the state's columns, ``rating`` among them.
            known: fields that the columns do not tell.
        """
        own = {"rating", "deviation", "volatility", "games"}
        told = {name: value for name, value in columns.items() if name in own - {"rating"}}
        if "games" in told:
            told["games"] = int(told["games"])
        extra = {name: value for name, value in columns.items() if name not in own}
        attributes = {**known.pop("attributes", {}), **extra}
        return cls(columns["rating"], **{**known, **told}, attributes=attributes)


@dataclass(frozen=True)
class Encounter:
    """One game as one of its players sees it.

    Args:
        opponent: the opponent's rating before it.
        score: own score in [0, 1].
        advantage: +1 with White or at home, −1 against it, 0 otherwise.
        weight: how much the game counts.
        handicap: the stones given to the opponent; negative for stones received.
        komi: points that White is given; None for the usual.
        margin: own points less the opponent's; None where the record has none.
        on: the day, which chooses the edition of the rules.
        kind: what kind of game the system sees in it (:meth:`RatingSystem.game_kinds`); 0 for none.
        event: the number of its event in the record; −1 for none.
        rest: the days since the player's last game; of a record with numbered time, the numbers.
        number: the number of its time, where the record has numbers for its times.
        facts: what a table prints of it (date, opponent's name, event…).
    """

    opponent: Rating
    score: float
    advantage: int = 0
    weight: float = 1.0
    margin: float | None = None
    on: date | None = None
    handicap: float = 0.0
    komi: float | None = None
    kind: int = 0
    event: int = -1
    rest: float = math.nan
    number: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def lead(self) -> float:
        """The margin; where there is none, the least with that result: 1, 0 or −1."""
        if self.margin is not None:
            return self.margin
        return float((self.score > 0.5) - (self.score < 0.5))


@dataclass(frozen=True)
class Meeting:
    """One contest of any number of sides, each of any number of players, as one of them sees it.

    Args:
        sides: per side the ratings of its players before it.
        places: per side its place, 1 for the best; sides that tie share a place.
        side: the own side.
        seat: the own seat in it.
        shares: per side and player how much of the contest the player took part in, in [0, 1].
        results: per side a continuous result, where the record has one.
        weight: how much the contest counts.
        on: the day.
        facts: what a table prints of it (date, names of the others, event…).
    """

    sides: tuple[tuple[Rating, ...], ...]
    places: tuple[int, ...]
    side: int = 0
    seat: int = 0
    shares: tuple[tuple[float, ...], ...] | None = None
    results: tuple[float, ...] | None = None
    weight: float = 1.0
    on: date | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, own: Rating, game: Encounter) -> Meeting:
        """Return a game of one against one as a meeting."""
        places = (1, 1) if game.score == 0.5 else ((1, 2) if game.score > 0.5 else (2, 1))
        results = None if game.margin is None else (game.margin, 0.0)
        facts = {**game.facts, "opponent_rating": game.opponent.value, "score": game.score}
        return cls(((own,), (game.opponent,)), places, 0, 0, None, results, game.weight, game.on, facts)


@dataclass(frozen=True)
class Update:
    """What one game, or one rating period, makes of a player's rating, with the calculation.

    Args:
        before: the rating at the last update before.
        after: the rating after it.
        explanation: its value is ``after.value − before.value``; its parts are the games.
    """

    before: Rating
    after: Rating
    explanation: Explanation


@dataclass(frozen=True)
class Prediction:
    """What a system expects of a game, before it.

    Args:
        expected: the expected score of the first side, in [0, 1].
        steps: the calculation.
        draw: the probability of a draw, at most 2 · min(expected, 1 − expected); None where the system is
            silent about draws (:attr:`arpad.ratings.result.Ratings.draws` then tells the record's).
    """

    expected: float
    steps: tuple[Step, ...] = ()
    draw: float | None = None

    @property
    def win(self) -> float:
        """The probability that the first side wins; if the system is silent about draws, as if none were."""
        return max(0.0, self.expected - 0.5 * (self.draw or 0.0))

    @property
    def loss(self) -> float:
        """The probability that the second side wins; see :attr:`win`."""
        return max(0.0, 1.0 - self.expected - 0.5 * (self.draw or 0.0))


@dataclass(frozen=True)
class RatingSystem(ABC):
    """A rating system: a frozen dataclass of its parameters.

    A subclass declares its parameters with :func:`arpad.ratings.parameters.parameter`, and these facts:

    * ``name``: what the command line calls it; ``title``: its full name; ``source``: author, year, work.
    * ``status``: ``exact``, ``approximate`` or ``unverified`` against its source.
    * ``columns``: what a player's state consists of, ``rating`` first.
    * ``attributes``: what it asks of players beside ``rating``, ``games``, ``peak`` and ``birth_year``.
    * ``lower_is_better``: whether the best player has the lowest rating.
    * ``teams``: whether it rates sides of several players, and contests of many sides
      (:class:`arpad.ratings.contests.system.ContestSystem`).
    * ``continuous``: whether results are a continuous quantity (IMPs, per cent), even at :attr:`par`.
    * ``drawable``: whether a game may end in a draw.
    * ``schedules``: which it has, the default one first; ``default_period``: for the schedule *period*.
    * ``editions``: of its rules, by the codes of :meth:`edition_codes`; empty where there is but one.
    * ``seed``: what its random numbers are drawn from; None where it draws none.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    status: ClassVar[str] = "exact"
    notes: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[tuple[str, ...]] = ("rating",)
    attributes: ClassVar[tuple[str, ...]] = ()
    lower_is_better: ClassVar[bool] = False
    schedules: ClassVar[tuple[Schedule, ...]] = ("live", "period")
    default_period: ClassVar[str] = "1mo"
    decimals: ClassVar[int] = 0
    teams: ClassVar[bool] = False
    continuous: ClassVar[bool] = False
    drawable: ClassVar[bool] = True
    provisional_deviation: ClassVar[float | None] = None
    provisional_games: ClassVar[int] = 0
    editions: ClassVar[tuple[Edition, ...]] = ()

    @property
    def seed(self) -> int | None:
        """What its random numbers are drawn from; None where it draws none."""
        return None

    def __post_init__(self) -> None:
        check(self)

    @property
    def state_columns(self) -> tuple[StateColumn, ...]:
        """What the system needs to go on from a list, beside rating, deviation, volatility and last game.

        :meth:`rate` leaves it in :attr:`arpad.ratings.state.State.memory`, and takes it from the players.
        """
        return ()

    def check_continued(self) -> None:  # noqa: B027 - most can
        """Refuse to go on from a list.

        Raises:
            NotProvided: the system needs all games, or finds its parameters in them.
        """

    @property
    def par(self) -> float:
        """The even result, where results are a continuous quantity."""
        return 0.0

    @property
    def uses_events(self) -> bool:
        """Whether the record's events count (as seasons, as tournaments), whatever the rating periods are."""
        return False

    @abstractmethod
    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[State, Trace | None]:
        """Run the system over games in order.

        Args:
            timeline: the games in order, cut into rating periods, with the schedule to follow.
            trace: whether to keep what every game met and left.
        """

    @abstractmethod
    def newcomer(self) -> Rating:
        """Return the rating with which a player of whom nothing is known enters."""

    @abstractmethod
    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return what the system expects of a game of ``first`` against ``second``."""

    @abstractmethod
    def update(self, before: Rating, encounters: Sequence[Any], schedule: Schedule) -> Update:
        """Return what one game (live) or one rating period makes of a rating, with the calculation.

        Args:
            before: the rating at the last update; ``before.elapsed`` tells how long ago that was.
            encounters: one game where the schedule is live; the games of the period otherwise. Each is an
                :class:`Encounter`, or a :class:`Meeting` where the system rates teams.
            schedule: which of the two rules holds.
        """

    def check_supposed(self, encounters: Sequence[Encounter]) -> None:  # noqa: B027 - most ask for nothing
        """Refuse games of no record that lack what the rules ask of a game.

        Raises:
            BadInput: one does.
        """

    def as_of(self, day: date | int) -> RatingSystem:
        """Return the system as it calculates the list of a day; itself where the day changes no number."""
        return self

    def aged(self, rating: Rating, elapsed: float) -> Rating:
        """Return a rating as it stands ``elapsed`` rating periods after its last update."""
        return rating

    def recalled(self, state: State, player: int, rating: Rating) -> Rating:
        """Return a player's rating with what else the state holds of him, beside its columns."""
        return rating

    def retell(self, ratings: Ratings, who: int) -> Iterator[tuple[Update, dict[str, Any]]] | None:
        """Yield a player's updates with what identifies each, where their games do not lie in one period.

        None where every rating period makes one update of its games, as :func:`arpad.explain` supposes.
        """
        return None

    def edition_codes(self, days: NDArray[Any]) -> NDArray[np.int8] | None:
        """Return the code of the rules' edition on each day (``datetime64[D]``), None if there is but one."""
        return None

    def edition_on(self, on: date | None) -> int:
        """Return the code of the edition in force on a day; −1, the newest, if there is no day."""
        if on is None:
            return -1
        codes = self.edition_codes(np.array([on], dtype="datetime64[D]"))
        return 0 if codes is None else int(codes[0])

    @property
    def between(self) -> str:
        """What changes a rating between two games, in the words of an explanation."""
        return "between seasons"

    @property
    def between_formula(self) -> str:
        """How that is calculated, where one rule does it; empty where it is not."""
        return ""

    def game_scores(self, games: Games) -> NDArray[np.float64]:
        """Return the share of each game's result that is the first side's, in [0, 1]."""
        return games.score

    def game_weights(self, games: Games) -> NDArray[np.float64] | None:
        """Return how much each game counts under these rules; None where all count alike."""
        return games.weight

    def game_kinds(self, games: Games) -> NDArray[np.int8] | None:
        """Return what kind of game each is, in numbers of the system's own; None if it tells none apart."""
        return None
