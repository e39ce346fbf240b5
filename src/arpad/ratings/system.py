"""What a rating system is: parameters with the field's names, two schedules, prediction and explanation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import Edition, Explanation, Step
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import check, settings_of
from arpad.ratings.run import Run
from arpad.ratings.state import Floats, RatingState, StateColumn, Trace
from arpad.ratings.timeline import NONE_F8, NONE_I1, NONE_I8, RecordColumns, Timeline

if TYPE_CHECKING:
    from arpad.record import Games


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
    * ``takes_covariates``: whether it fits the covariates of games.
    * ``drawable``: whether a game may end in a draw.
    * ``independent``: whether what a rating period makes of a player follows from the player's own games in
      it and the ratings before it, so that players can be rated in different places.
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
    takes_covariates: ClassVar[bool] = False
    drawable: ClassVar[bool] = True
    independent: ClassVar[bool] = False
    provisional_deviation: ClassVar[float | None] = None
    provisional_games: ClassVar[int] = 0
    editions: ClassVar[tuple[Edition, ...]] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a page is to say of the system with these parameters."""
        return self.notes

    @property
    def seed(self) -> int | None:
        """What its random numbers are drawn from; None where it draws none."""
        return None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.__repr__ = RatingSystem.__repr__  # type: ignore[method-assign]  # a dataclass keeps what it has

    def __post_init__(self) -> None:
        check(self)

    def __repr__(self) -> str:
        """Return the system as it is made, with the parameters that are not its defaults: ``Elo(k=30.0)``."""
        set_here = (f"{name}={value!r}" for name, value in settings_of(self).items())
        return f"{type(self).__name__}({', '.join(set_here)})"

    @property
    def state_columns(self) -> tuple[StateColumn, ...]:
        """What the system needs to go on from a list, beside rating, deviation, volatility and last game.

        :meth:`rate` leaves it in :attr:`arpad.ratings.state.RatingState.memory`, and takes it from the
        players.
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
    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
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

    def expected_scores(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> Floats | None:
        """Return the expected scores of many games, each what :meth:`predict` says; None to ask that.

        Args:
            first: games × state columns, the first sides' ratings; none is NaN.
            second: the same of the second sides.
            advantage: int8 per game, +1 where the first side has it.
            days: ``datetime64[D]`` per game; None for the newest edition of the rules.
        """
        return None

    def outcomes(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> tuple[Floats, Floats | None] | None:
        """Return the expected scores and the draws' probabilities of many games; None to ask :meth:`predict`.

        Args:
            first: as of :meth:`expected_scores`, and so are the others.
            second: of the second sides.
            advantage: who has it.
            days: of the games.

        Returns:
            Two columns, each what :meth:`predict` says; None instead of the second where the system has no
            draw model.
        """
        expected = self.expected_scores(first, second, advantage, days)
        return None if expected is None else (expected, None)

    def forecasts(self, timeline: Timeline) -> Floats | None:
        """Return float64 over games: the expected score of every game before it, without a trace.

        Each is what :meth:`predict` says of the two ratings that the game met. None where a run of the
        system does not tell them beside the ratings: the trace does then.

        Args:
            timeline: as of :meth:`rate`.
        """
        return None

    def update(self, before: Rating, encounters: Sequence[Any], schedule: Schedule) -> Update:
        """Return what one game (live) or one rating period makes of a rating, with the calculation.

        A game of weight 0 is not rated, as :func:`arpad.rate` does not rate it: it moves no rating, is not
        counted, and has no part in the explanation, which says how many there were. Where none is rated,
        the player stays as before, and rests on.

        Args:
            before: the rating at the last update; ``before.elapsed`` tells how long ago that was.
            encounters: one game where the schedule is live; the games of the period otherwise. Each is an
                :class:`Encounter`, or a :class:`Meeting` where the system rates teams.
            schedule: which of the two rules holds.
        """
        rated = [game for game in encounters if game.weight != 0.0]
        unrated = len(encounters) - len(rated)
        if not unrated:
            return self.calculate(before, encounters, schedule)
        note = Step("games of weight 0", unrated, digits=0, note="not rated")
        if not rated:
            step = Step("new rating", before.value, unit="points")
            return Update(before, before, Explanation("change", 0.0, (note, step), terms=True, unit="points"))
        update = self.calculate(before, rated, schedule)
        return replace(
            update, explanation=replace(update.explanation, steps=(note, *update.explanation.steps))
        )

    @abstractmethod
    def calculate(self, before: Rating, encounters: Sequence[Any], schedule: Schedule) -> Update:
        """Return what games that are all rated make of a rating: a system's own part of :meth:`update`.

        Args:
            before: as of :meth:`update`, and so is the schedule.
            encounters: the games, none of weight 0.
        """

    def advice(self, games: Games) -> tuple[str, ...]:
        """Return what whoever rates a record should know of it before, a sentence each.

        It is said, and is no part of what is published: a list stays the same where advice is added.
        """
        return ()

    def known_stages(self) -> tuple[str, ...]:
        """Return the stages of games that the rules tell apart; none where all count alike."""
        return ()

    def is_stage(self, text: str) -> bool:
        """Tell whether the rules know a stage by that word."""
        return True

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

    @property
    def decays(self) -> bool:
        """Whether ratings fall while their players rest."""
        return False

    def decayed(self, timeline: Timeline, rating: Floats, last: NDArray[np.int32], day: date | int) -> Floats:
        """Return float64 over players: the ratings on a day, where they fall while their players rest.

        Args:
            timeline: the games before it.
            rating: float64 over players, after the last game of each.
            last: int32 over players, the row of that game; −1 for none.
            day: the day, or the number of a period.
        """
        return rating

    def recalled(self, state: RatingState, player: int, rating: Rating) -> Rating:
        """Return a player's rating with what else the state holds of the player, beside its columns."""
        return rating

    def retell(self, run: Run, player: int) -> Iterator[tuple[Update, dict[str, Any]]] | None:
        """Yield a player's updates with what identifies each, where their games do not lie in one period.

        None where every rating period makes one update of its games, as :func:`arpad.explain` supposes.
        """
        return None

    def edition_codes(self, days: NDArray[Any]) -> NDArray[np.int8] | None:
        """Return the code of the rules' edition on each day (``datetime64[D]``), None if there is but one."""
        return None

    def game_columns(self, timeline: Timeline, *, years: bool = False) -> RecordColumns:
        """Return the record's columns as kernels take them, the calendar years only if asked for."""
        games = timeline.games
        margin = NONE_F8
        if games.points_first is not None and games.points_second is not None:
            margin = games.points_first - games.points_second
        weight = self.game_weights(games)
        kinds = self.game_kinds(games)
        days = timeline.days
        editions = None if days is None else self.edition_codes(days)
        return RecordColumns(
            games.first.view(np.uint32),
            games.second.view(np.uint32),
            self.game_scores(games),
            NONE_F8 if weight is None else weight,
            NONE_I1 if games.advantage is None else games.advantage,
            margin,
            NONE_I1 if editions is None else editions,
            np.empty(0, dtype=np.int32) if games.event is None else games.event.codes,
            NONE_I8 if days is None or not years else days.astype("datetime64[Y]").astype(np.int64) + 1970,
            timeline.given_per_game(),
            NONE_I1 if kinds is None else kinds,
        )

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
