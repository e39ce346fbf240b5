"""Ratings: what a system says after a record, as a ranking list, a history and predictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, NotProvided
from arpad.core.deferred import load_attribute
from arpad.core.interface import option
from arpad.core.notebook import html_table
from arpad.ratings.continuation import last_moments, state_of
from arpad.ratings.list_columns import PLAIN, Extras, own_columns, unranked, with_derived
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.run import Run
from arpad.ratings.state import RatingState, Trace
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.win_counts import LAST, played, tally, with_listed
from arpad.record import Games, Players
from arpad.record.events import Span, last_event

if TYPE_CHECKING:
    import polars as pl
    from altair import LayerChart as Chart

    from arpad.ratings.comparisons import Comparisons
    from arpad.ratings.draw_fit import DrawShare
    from arpad.ratings.live import LiveRatings
    from arpad.record import Record
    from arpad.record.kinds.games import Readable

    Sides = Sequence[str] | Sequence[Rating] | NDArray[Any] | pl.Series
    """A column of players' names, or of ratings."""


Provisional: TypeAlias = Literal["ranked", "apart", "omitted"]
"""How a list has the players whose ratings are provisional."""

SHOWN = 10
"""How many players a notebook shows of a ranking list."""


@dataclass(frozen=True, eq=False, repr=False)
class Ratings:
    """What a rating system says after a record.

    Args:
        system: the rating system with its parameters.
        timeline: the games in the order in which it met them, with the schedule.
        state: its columns over players.
        trace: what every game met and left, where it was asked for.
        as_of: the day for which the list is made, if not that of the last game.
        asked: the rating system before the record decided any of its parameters; None if it decided none.
    """

    system: RatingSystem
    timeline: Timeline
    state: RatingState
    trace: Trace | None = None
    as_of: date | int | None = None
    asked: RatingSystem | None = None

    def __repr__(self) -> str:
        """Return the ratings in a line: the system, the schedule and the record."""
        day = "" if self.as_of is None else f", list of {self.as_of}"
        return f"<Ratings: {self.system.name}, {self.timeline.schedule}{day}, after {self.timeline.record!r}>"

    def _repr_html_(self) -> str:
        """Return the head of the ranking list as a notebook shows it."""
        table = self.table(top=SHOWN)
        digits = self.system.decimals

        def cell(value: object) -> str:
            return f"{value:.{digits}f}" if isinstance(value, float) else "" if value is None else str(value)

        rows = [[cell(value) for value in row] for row in table.rows()]
        return html_table(repr(self)[1:-1], table.columns, rows)

    @property
    def players(self) -> Players:
        """Who is rated, by index."""
        return self.timeline.record.players

    @property
    def notes(self) -> tuple[str, ...]:
        """What was made of the record that a reader of the ratings should know, a sentence each."""
        return (*self.timeline.notes, *self.state.notes, *map(str, self.state.covariates))

    @cached_property
    def last_event(self) -> Span | None:
        """The event that ends last, with its days; None where events do not count, or there are no dates."""
        timeline = self.timeline
        return last_event(timeline.record, timeline.parted) if timeline.events else None

    @cached_property
    def rating(self) -> NDArray[np.float64]:
        """The rating of every player, in points, by index; decayed to the day of the list, where they do."""
        rating = self.state.columns["rating"]
        if self.as_of is None:
            return rating
        return self.system.decayed(self.timeline, rating, self.counts[:, LAST], self.as_of)

    @cached_property
    def counts(self) -> NDArray[np.int32]:
        """Per player the games won, drawn, lost, by the list before the record too; and the last row."""
        return with_listed(tally(self.timeline.record), self.players)

    @cached_property
    def elapsed(self) -> NDArray[np.float64]:
        """Rating periods from every player's last game to the day of the list; 0 if no day was asked for."""
        none = np.zeros(len(self.players))
        if self.as_of is None or "deviation" not in self.system.columns or self.timeline.rule is None:
            return none
        last = self.counts[:, LAST]
        when = self.timeline.listed_position.copy()
        here = last >= 0
        if not here.any() and np.isnan(when).all():
            return none
        live = self.timeline.schedule == "live"
        if live:
            now: float = self.timeline.position_of(self.as_of)
        else:
            now = self.timeline.periods.number_of(self.as_of)
        when[here] = (self.timeline.position if live else self.timeline.order)[last[here]]
        there = ~np.isnan(when)
        none[there] = np.maximum(0.0, now - when[there])
        return none

    @cached_property
    def deviation(self) -> NDArray[np.float64] | None:
        """The deviation of every player after the last rating period, grown to the day of the list."""
        after = self.state.columns.get("deviation")
        if after is None or not self.elapsed.any():
            return after
        grown = after.copy()
        for player in np.flatnonzero(self.elapsed):
            aged = self.system.aged(self.at(int(player)), float(self.elapsed[player])).deviation
            assert aged is not None
            grown[player] = aged
        return grown

    def at(self, player: int) -> Rating:
        """Return the rating of a player given by index, with what else the system remembers of the player."""
        columns = {name: float(column[player]) for name, column in self.state.columns.items()}
        games = int(self.counts[player, :LAST].sum())
        return self.system.recalled(self.state, player, Rating.of(columns, games=games))

    def of(self, player: str) -> Rating:
        """Return a player's rating.

        Raises:
            BadInput: the record knows nobody of that name.
        """
        return self.at(self.players.index(player))

    @overload
    def predict(  # type: ignore[overload-overlap]  # a name is a sequence of letters too
        self, first: str | Rating, second: str | Rating, advantage: int = 0
    ) -> Prediction: ...

    @overload
    def predict(
        self, first: Sides, second: Sides, advantage: int | Sequence[int] | NDArray[Any] = 0
    ) -> pl.DataFrame: ...

    def predict(
        self,
        first: str | Rating | Sides,
        second: str | Rating | Sides,
        advantage: int | Sequence[int] | NDArray[Any] = 0,
    ) -> Prediction | pl.DataFrame:
        """Return what the system expects of a game, before it: the expected score, win, draw and loss.

        Where the system itself is silent about draws, they are as the record has them (:attr:`draws`).

        Args:
            first: a player's name, or a rating; or a column of them (a list, an array, a Series).
            second: the opponent's, or as many opponents'.
            advantage: +1 if the first has White or plays at home, −1 if the second has; one for all, or a
                column.

        Returns:
            A prediction with its calculation; of columns a polars DataFrame with a row for each game:
            ``first``, ``second``, ``expected``, ``win``, ``draw``, ``loss``.

        Raises:
            BadInput: the record knows nobody of that name, or the columns are not of one length.
        """
        if not isinstance(first, (str, Rating)) or not isinstance(second, (str, Rating)):
            if isinstance(first, (str, Rating)) or isinstance(second, (str, Rating)):
                raise BadInput(
                    "one side is a column and the other is not",
                    remedy="Give two columns of one length.",
                    code="predict.length",
                )
            many: pl.DataFrame = load_attribute("arpad.ratings.predicting:predict_pairs")(
                self, first, second, advantage
            )
            return many
        if not isinstance(advantage, int):
            raise BadInput("one game has one advantage", remedy="Expected 1, 0 or −1.", code="predict.length")
        first_rating = self.of(first) if isinstance(first, str) else first
        second_rating = self.of(second) if isinstance(second, str) else second
        prediction = self.system.predict(first_rating, second_rating, advantage)
        return prediction if prediction.draw is not None else self.draws.with_draws(prediction)

    def predictions(self, *, period: str | None = None) -> pl.DataFrame:
        """Return what was expected of every game before it, one row per game in the order of rating.

        Nothing that came later counts, nor what else happened in the game's rating period: the rows can be
        scored (Brier, log loss) as forecasts. A system that rates the whole history at once, or that finds a
        parameter in the record, is rated anew before each period, which takes as many runs.

        Columns: ``time`` (where the record has it), ``first``, ``second``, ``score``, ``expected``, and of a
        system with a draw model of its own ``win``, ``draw``, ``loss``. Null where the system expects
        nothing: of players who are not rated yet. Handicaps are not counted. Games of weight 0 have no row.

        Args:
            period: how often a system that needs all games is rated anew; the run's rating periods if not
                given, and where it has none a month, or each number of a numbered period.

        Raises:
            NotProvided: the record has contests of several players, or all games lie in one period.
        """
        table: pl.DataFrame = load_attribute("arpad.ratings.predicting:predictions")(self, period)
        return table

    def update(self, games: Record | Readable, *, as_of: date | int | str | None = None) -> Ratings:
        """Return the ratings after more games, equal to those of rating all games together.

        The new games go on from the ratings where the system keeps all that it needs in its state, and they
        begin after the last rating period of these. Otherwise (a late result, a period that goes on, a system
        that rates the whole history) all games are rated anew, as far as this record has them.

        Args:
            games: a record, or what :func:`arpad.read_games` reads. New players enter.
            as_of: make the list of that day; see :func:`arpad.rate`.

        Raises:
            BadInput: the games cannot be read; or the one record has dates and the other has none.
        """
        ratings: Ratings = load_attribute("arpad.ratings.updating:update")(self, games, as_of)
        return ratings

    def live(self) -> LiveRatings[Ratings]:
        """Return these ratings in a form to which games are added one by one, each as quickly as the first.

        ``live = ratings.live(); live.add("Ann", "Bob", 1); live.of("Ann")``. What :meth:`update` and
        :func:`arpad.rate` make of the same games is the same, bit for bit. These ratings stay as they are.

        Raises:
            BadInput: the system has no live form, as whole histories and contests have none, or the ratings
                are by rating period or as of a day; with a code.
        """
        live: LiveRatings[Ratings] = load_attribute("arpad.ratings.live:LiveRatings")(self)
        return live

    @cached_property
    def draws(self) -> DrawShare:
        """The share of draws that the record tells, for predictions of a system that says nothing of them."""
        from arpad.ratings.draw_fit import fitted

        return fitted(self.system, self.timeline.record, self.rating, self.at)

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """What share of each game's result is the first side's under the system's rules."""
        return self.system.game_scores(self.timeline.games)

    @cached_property
    def weights(self) -> NDArray[np.float64] | None:
        """How much each game counts under the system's rules; None where all count alike."""
        return self.system.game_weights(self.timeline.games)

    @cached_property
    def kinds(self) -> NDArray[np.int8] | None:
        """What kind of game the system sees in each; None where it tells none apart."""
        return self.system.game_kinds(self.timeline.games)

    def better(self, player: str, other: str) -> float:
        """Return the probability that a player's strength is above another's.

        Raises:
            NotProvided: the system has no deviations.
        """
        first, second = self.of(player), self.of(other)
        if first.deviation is None or second.deviation is None:
            raise NotProvided(f"{self.system.name} has no deviations, so it cannot say how sure a rank is")
        from arpad.ratings.comparisons import better

        return better(first.value, first.deviation, second.value, second.deviation)

    def rank_intervals(self, *, min_games: int = 1, joint: bool = False) -> pl.DataFrame:
        """Return for every player of the list the ranks that the games leave open, with 95 %.

        Columns: ``player``, ``rank``, ``best`` and ``worst`` rank; see
        :meth:`arpad.ratings.comparisons.Comparisons.rank_sets`.

        Args:
            min_games: leave out who has played fewer.
            joint: whether all rank sets hold together with 95 %, and not each by itself.

        Raises:
            NotProvided: the system has no deviations.
        """
        table = self.table(min_games=min_games, extras=Extras(ranks=True, joint=joint))
        return table.select("player", "rank", "best", "worst")

    def comparisons(self, players: NDArray[np.int64]) -> Comparisons:
        """Return what can be said of these players, given by index, beside each other.

        Raises:
            NotProvided: the system has no deviations.
        """
        key = players.tobytes()
        if key not in self._comparisons:
            if self.deviation is None:
                raise NotProvided(
                    f"{self.system.name} has no deviations, so it cannot say how sure a rank is"
                )
            sign = -1.0 if self.system.lower_is_better else 1.0
            deviation, whole = self.deviation[players], self.state.covariance
            together = None if whole is None else whole[np.ix_(players, players)]
            if together is not None and not np.allclose(np.diag(together), deviation**2):
                together = None  # the deviations have grown since
            from arpad.ratings.comparisons import Comparisons

            self._comparisons[key] = Comparisons(sign * self.rating[players], deviation, together)
        return self._comparisons[key]

    @cached_property
    def _comparisons(self) -> dict[bytes, Comparisons]:
        """The comparisons made so far, by the players: several columns of a list come from one."""
        return {}

    @cached_property
    def played_before(self) -> NDArray[np.float64]:
        """How many games the players had played before all that :attr:`counts` has, as far as is given.

        A list tells it of its players in a column of its own; newcomers bring it as what they have played.
        """
        given = self.players.number("games", 0.0)
        if not self.players.continued:
            return given
        return np.where(self.players.listed, self.players.number("games_before", 0.0), given)

    @cached_property
    def provisional(self) -> NDArray[np.bool_]:
        """Who is rated provisionally: on too few games, or with too large a deviation."""
        few: NDArray[np.bool_] = played(self.counts) + self.played_before < self.system.provisional_games
        limit = self.system.provisional_deviation
        if limit is None or self.deviation is None:
            return few
        return np.asarray(few | (self.deviation > limit), dtype=np.bool_)

    def listed(
        self,
        min_games: int = 1,
        active_since: date | int | str | None = None,
        provisional: Provisional = "ranked",
    ) -> NDArray[np.bool_]:
        """Return who is on the list, by index: who has played enough and has a rating (is not unrated).

        Args:
            min_games: leave out who has played fewer.
            active_since: leave out who has not played since that day, or the number of that period.
            provisional: ``omitted`` leaves out who is rated provisionally.

        Raises:
            BadInput: the games have no dates, or numbers where a day is asked for.
        """
        on_list = self._enough_games(min_games, active_since) & ~np.isnan(self.rating)
        if provisional == "omitted":
            on_list &= ~self.provisional
        return np.asarray(on_list, dtype=np.bool_)

    def _enough_games(self, min_games: int, active_since: date | int | str | None) -> NDArray[np.bool_]:
        """Return who has played enough, and lately, rated or not."""
        enough = played(self.counts) >= max(1, min_games)
        if active_since is not None:
            enough &= self.active(active_since)
        return np.asarray(enough, dtype=np.bool_)

    def active(self, since: date | int | str) -> NDArray[np.bool_]:
        """Return who has played on that day or later, by index.

        Args:
            since: a day, also as ISO text, or the number of a period where the games have numbers.

        Raises:
            BadInput: the games have no dates, or numbers where a day is asked for.
        """
        last = self.last_played
        day = day_of(since) if isinstance(since, str) else since
        dated = isinstance(day, date)
        if last is None or dated != (last.dtype.kind == "M"):
            has = "no dates" if last is None else "numbers of periods" if dated else "dates"
            meant = "Leave it out" if last is None else "Give a period" if dated else "Give a day"
            named = option("active_since", "12" if dated else "2026-01-31")
            example = "" if last is None else f", such as {named}"
            raise BadInput(
                f"who has played since {since} is not known: the games have {has}",
                remedy=f"{meant}{example}.",
                code="list.active-since",
            )
        moment: Any = np.datetime64(day) if isinstance(day, date) else float(day)
        return np.asarray(last >= moment, dtype=np.bool_)

    @cached_property
    def last_played(self) -> NDArray[Any] | None:
        """When every player last played, ``datetime64`` or float64; None where nothing has a time."""
        return last_moments(self)

    def table(
        self,
        *,
        min_games: int = 1,
        top: int | None = None,
        extras: Extras = PLAIN,
        active_since: date | int | str | None = None,
        provisional: Provisional = "ranked",
    ) -> pl.DataFrame:
        """Return the ranking list, best first.

        Columns: those of :data:`arpad.ratings.list_columns.LIST_COLUMNS`, without those that the system or
        the record lacks, or that nobody asks for; numbers unrounded.
        Players with the same rating share the better rank; among them the smaller deviation comes first,
        then the name in alphabetical order.

        Args:
            min_games: leave out who has played fewer.
            top: keep only so many rows.
            extras: the columns that are asked for beside.
            active_since: leave out who has not played since that day, or the number of that period.
            provisional: players with a provisional rating are ``ranked`` among the others, stand ``apart``
                behind them without a rank, or are ``omitted``.

        Raises:
            NotProvided: the system cannot give them.
            BadInput: the games do not tell who has played since that day.
        """
        key = (min_games, extras, active_since, provisional)
        if key not in self._tables:
            listed = self.listed(min_games, active_since, provisional)
            if provisional == "apart":
                full_list = self._table_in_two(listed, extras)
            else:
                full_list = self._table(np.flatnonzero(listed), extras)
            self._tables[key] = full_list
        table = self._tables[key]
        return table if top is None else table.head(max(0, top))

    @cached_property
    def _tables(self) -> dict[tuple[Any, ...], pl.DataFrame]:
        """The lists made so far, by what was asked for; many are both written and printed."""
        return {}

    def _table_in_two(self, listed: NDArray[np.bool_], extras: Extras) -> pl.DataFrame:
        """Return the list of the established players, and behind them the others without a rank."""
        import polars as pl

        established = self._table(np.flatnonzero(listed & ~self.provisional), extras)
        others = self._table(np.flatnonzero(listed & self.provisional), extras)
        return pl.concat([established, unranked(others)])

    def _table(self, shown: NDArray[np.int64], extras: Extras) -> pl.DataFrame:
        """Return the list of these players."""
        import polars as pl

        columns = own_columns(self, shown)
        for name in {"player", "id"} & columns.keys():
            columns[name] = pl.Series(columns[name], dtype=pl.String)
        best_high = not self.system.lower_is_better
        table = pl.DataFrame(columns)
        tied_by = ["deviation", "player"] if "deviation" in columns else ["player"]
        return with_derived(table[_order(table, best_high, tied_by)], self, extras)

    def state_table(
        self,
        *,
        min_games: int = 1,
        extras: Extras = PLAIN,
        active_since: date | int | str | None = None,
        provisional: Provisional = "ranked",
    ) -> pl.DataFrame:
        """Return the ranking list with what going on from it needs; see :mod:`arpad.ratings.continuation`.

        It is :meth:`table` with the columns behind it that the system declares (``state_columns``), and with
        those of ``settled_rating``, ``settled_deviation``, ``rested`` and ``games_before`` that are needed.
        Behind all others stand the players who are not rated yet, with neither rank nor rating.
        """
        import polars as pl

        table = self.table(
            min_games=min_games, extras=extras, active_since=active_since, provisional=provisional
        )
        unrated = np.isnan(self.rating) & self._enough_games(min_games, active_since)
        if unrated.any():
            others = self._table(np.flatnonzero(unrated), PLAIN).sort("player")
            nothing = pl.lit(None).cast(pl.Float64).alias("rating")
            others = others.with_columns(nothing, pl.lit(None).cast(pl.Int64).alias("rank"))
            table = pl.concat([table, others], how="diagonal")
        more = state_of(self, slice(None))
        if not more:
            return table
        at = [self.players.index(name) for name in table["player"]]
        columns = {name: column[at] for name, column in more.items()}
        return table.with_columns(
            pl.Series(name, column.tolist(), dtype=pl.String)
            if column.dtype == object
            else pl.Series(name, column.astype(np.float64)).fill_nan(None)
            for name, column in columns.items()
        )

    def history(self, *players: str) -> pl.DataFrame:
        """Return how ratings went, one row per player and game (live) or rating period, in order of time.

        Columns: ``player``, ``period`` (where the schedule is by period), ``time`` (where the record has it),
        ``rating``, ``deviation``, ``low``, ``high``, ``volatility``, without those that are lacking.

        Args:
            players: only these; all if none is named.

        Raises:
            NotProvided: the trace was not kept: call ``rate(…, history=True)``.
        """
        from arpad.ratings.history import history

        return history(
            self.timeline,
            self.traced(),
            self.system.columns,
            [self.players.index(name) for name in players] or None,
        )

    def plot(self, *players: str, top: int = 10) -> Chart:
        """Draw how ratings went, as an altair chart with 95 % intervals where the system has deviations.

        A record of one rating period has no history: then the ratings of the list are drawn. Where the
        history was not kept the record is rated once more.

        Args:
            players: only these; if none is named, the first of the list.
            top: how many of the list.

        Raises:
            NotProvided: altair is not installed: ``pip install "arpad[plot]"``.
            BadInput: nobody has such a name.
        """
        chart: Chart = load_attribute("arpad.ratings.plotting:plotted")(self, players, top)
        return chart

    @property
    def run(self) -> Run:
        """The system's run over the record, game by game.

        Raises:
            NotProvided: the trace was not kept.
        """
        if not isinstance(self.timeline.record, Games):
            return Run(self.system.columns, self.timeline, self.traced())
        return Run(self.system.columns, self.timeline, self.traced(), self.scores, self.weights, self.kinds)

    def traced(self) -> Trace:
        """Return the trace.

        Raises:
            NotProvided: it was not kept.
        """
        if self.trace is None:
            raise NotProvided("the history was not kept", remedy="Rate with history=True.")
        return self.trace


def _order(table: pl.DataFrame, best_high: bool, tied_by: list[str]) -> pl.Series:
    """Return the rows of a list in the order of their ratings, those of equal ones by other columns.

    Words are compared among the equal ones only: few are, and to compare all would take longest.
    """
    import polars as pl

    order = table["rating"].arg_sort(descending=best_high, nulls_last=True)
    rating = table["rating"].gather(order)
    tied = rating.eq_missing(rating.shift()) | rating.eq_missing(rating.shift(-1))
    if not tied.any():
        return order
    rows = order.filter(tied)
    by = ["rating", *tied_by]
    falling = [best_high, *(False for _ in tied_by)]
    again = table.select(by)[rows].select(pl.arg_sort_by(by, descending=falling, nulls_last=True))
    return order.scatter(tied.arg_true(), rows.gather(again.to_series()))


def day_of(text: str) -> date | int:
    """Read the day of a list: an ISO date, or the number of a period.

    Raises:
        BadInput: it is neither.
    """
    try:
        return int(text) if text.strip().lstrip("-").isdigit() else date.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(
            f"{text!r} is not a date", remedy="Write it as 2026-03-31, or as the number of a period."
        ) from None
