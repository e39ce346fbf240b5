"""FIDE's rating of standard chess: monthly lists, table 8.1.2, K 40, 20 or 10, initial ratings.

References:
    FIDE Handbook, B.02 Rating Regulations, in force since 2024-03-01, with the amendment of 8.3.1 in force
    since 2025-10-01. Articles 7.1.4, 7.2.1, 8.1 to 8.3; the tables 8.1.1 and 8.1.2. For initial ratings
    before 2024-03-01 the archived edition of 2022-01-01; earlier games are rated by it too.

Departures and decisions:
    * The edition is that of the game's day; for initial ratings and for the lowest rating, that of the last
      day of the rating period.
    * From 2022 to 2024 the 400-point rule helped a player once in a tournament, in the game with the greatest
      difference. A game that belongs to no tournament is one of its own, and live the rule is not limited.
    * Where the record has events, a tournament counts with the list in force when it began and is rated in
      the period of its end; within ``closing`` days of the next list it is rated for the one after. When a
      report came in is not known. Without events a game counts for its own month.
    * A player whose rating appeared after the tournament began is rated with it; for the opponents the player
      was unrated (remembered from the regulations).
    * Who becomes unrated is treated as if new: the pool begins anew, a first tournament without a point too.
      The games that made an initial rating count towards the 30 of K.
    * Weights count for changes, not for initial ratings.
    * The peak that decides K is the highest list rating, or the highest live one where ratings are live.
    * Live there are no lists: all players need a rating, changes are not rounded, differences are rounded to
      whole points to enter the table, and the limit of 700 on K times the games, a rule for a period, has no
      effect.
    * K is that of the last list before the one that a tournament is rated for, and so is the age: one that
      passes the turn of the year is rated at the K of the new year.
    * The edition of K is that of the player's first game rated in the period.
    * A K that is given replaces the rows of 8.3.3; the limit of 700 still holds. An ``initial`` that is given
      replaces 7.1.4, 7.2.1 and 8.2: everyone is rated, at whatever rating, and nothing is converted.

Units: ratings in points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted
from arpad.core import BadInput, Step
from arpad.core.interface import option, setting
from arpad.ratings.elo.family import EloFamily, Surprise, expected_score
from arpad.ratings.elo.k_factor import KRule
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import RatingState
from arpad.rulebooks.fide import rating_change as articles
from arpad.rulebooks.fide.editions import EDITIONS, RatingEdition, codes
from arpad.rulebooks.fide.initial import by_per_cent
from arpad.rulebooks.fide.list_loop import HelpedGames, note_help
from arpad.rulebooks.fide.listed_game import ListedGame
from arpad.rulebooks.fide.lists import ListTrace, rate_lists
from arpad.rulebooks.fide.planning import plan_of, shared_help, straddles
from arpad.rulebooks.fide.pooled import INITIAL_GAMES
from arpad.rulebooks.fide.tables import by_difference, row_of

if TYPE_CHECKING:
    from datetime import date

    from arpad.ratings.run import Run
    from arpad.ratings.state import StateColumn, Trace
    from arpad.ratings.timeline import Timeline
    from arpad.record import Games, Players

NOT_RATED = "not rated: too far apart, and a player above 2600"
"""What is said of a game that the rules of rapid and blitz leave out."""


def remedy() -> str:
    """Return what to do where nobody has a rating."""
    return (
        f"Give a players file with a rating column ({option('players', 'FILE')}), "
        f"or let everyone enter at one rating: {setting('initial=1500')}."
    )


@dataclass(frozen=True)
class Fide(EloFamily):
    """The rating of chess players by FIDE.

    Of the players it takes ``rating``, ``games``, ``peak`` and ``birth_year``; a player without ``games`` is
    taken to have played none, and one without ``birth_year`` to be no junior.
    """

    name: ClassVar[str] = "fide"
    title: ClassVar[str] = "FIDE rating"
    source: ClassVar[str] = "FIDE Handbook, B.02 of 2024-03-01 as amended 2025-10-01"
    schedules: ClassVar[tuple[Schedule, ...]] = ("period", "live")
    default_period: ClassVar[str] = "1mo"
    notes: ClassVar[tuple[str, ...]] = (
        "A player without a rating, or with one below 1400, is unrated until five games make one (8.2).",
        "K asks for games, peak and birth_year: without games a player counts as having played none.",
        "A tournament (column event) counts with the list at its start and is rated in the month of its end.",
        "From 2022 to February 2024 the 400-point rule helps a player in one game of a tournament (column "
        "event) only; games before 2022 are rated by the edition of 2022 without that limit.",
        "From memory: that games of an initial rating count for K; how a rating counts that appears during "
        "a tournament.",
    )

    k: float | None = parameter(
        None, "the K-factor instead of the rule 8.3.3 (40, 20 or 10)", unit="points", low=0.0
    )
    initial: float | None = parameter(
        None,
        "the rating of every player who has none, instead of the rules for unrated players",
        unit="points",
    )
    closing: float = parameter(
        3.0,
        "how many days before a list its last tournaments end; 1 for official FIDE events",
        unit="days",
        low=1.0,
        high=28.0,
    )
    conversion: bool = parameter(
        True, "whether a run that passes 2024-03-01 raises the ratings below 2000 as FIDE did that day"
    )

    editions: ClassVar[tuple[RatingEdition, ...]] = EDITIONS

    @property
    def uses_events(self) -> bool:
        """Whether events count: a tournament is rated when it ends."""
        return True

    @property
    def remembers(self) -> bool:
        """Whether K asks for games, peak and age."""
        return self.k is None

    @property
    def state_columns(self) -> tuple[StateColumn, ...]:
        """What K asks for, and the games towards a first rating."""
        return (*super().state_columns, INITIAL_GAMES) if self.initial is None else super().state_columns

    @cached_property
    def k_rules(self) -> tuple[KRule, ...]:
        """8.3.3 of each edition, or the K that replaces it in all."""
        if self.k is not None:
            return (KRule.parse(str(self.k)),) * len(self.editions)
        return tuple(KRule.parse("; ".join(row for row, _ in edition.k)) for edition in self.editions)

    @property
    def k_rule(self) -> KRule:
        """8.3.3 of the newest edition, or the K that replaces it."""
        return self.k_rules[-1]

    def newcomer(self) -> Rating:
        """Return the rating at which players without one enter.

        Raises:
            BadInput: none is given.
        """
        if self.initial is None:
            raise BadInput("fide needs rated players, and no player has a rating", remedy=remedy())
        return Rating(self.initial)

    def listed(self, players: Players) -> NDArray[np.float64]:
        """Return float64 over players, the rating of the list before the record; NaN for none."""
        return players.number("rating", math.nan if self.initial is None else self.initial).copy()

    def nobody_rated(self, players: Players, unrated: NDArray[Any], lowest: float = -math.inf) -> BadInput:
        """Return the error that these players have no rating."""
        names = ", ".join(players.names[player] for player in unrated[:5])
        more = f" and {len(unrated) - 5} more" if len(unrated) > 5 else ""
        below = (
            f" (a rating below {lowest:g} does not count)"
            if (players.number("rating")[unrated] < lowest).any()
            else ""
        )
        live = "of every player" if lowest == -math.inf else "of some player"
        return BadInput(
            f"{self.name} needs a rating {live}, and there is none of {names}{more}{below}", remedy=remedy()
        )

    def entry_ratings(self, timeline: Timeline) -> Any:
        """Return float64 over players: the rating that each enters with.

        Raises:
            BadInput: a player has none, and there is no other to enter at.
        """
        games = timeline.games
        ratings = self.listed(games.players)
        unrated = np.flatnonzero(_have_played(games) & np.isnan(ratings))
        if len(unrated):
            raise self.nobody_rated(games.players, unrated)
        return ratings

    @property
    def leaves_out(self) -> bool:
        """Whether an edition leaves games out that were played too far apart."""
        return any(math.isfinite(edition.apart) for edition in self.editions)

    def by_lists(self, timeline: Timeline) -> bool:
        """Tell whether a run needs the loop over lists: for unrated players and straddling tournaments."""
        if timeline.schedule == "live" or timeline.given:
            return False
        if self.initial is None or straddles(timeline) or self.leaves_out:
            return True
        return shared_help(timeline, self.editions)[1] > 0

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Rate a record, by lists or live; see :meth:`arpad.ratings.system.RatingSystem.rate`."""
        if not self.by_lists(timeline):
            state, kept = super().rate(timeline, trace=trace)
            if self.initial is None:  # live, where nobody is unrated
                nobody = np.full(len(timeline.games.players), None, dtype=object)
                state = replace(state, memory={**state.memory, INITIAL_GAMES.name: nobody})
            return state, kept
        unrated = self.initial is None
        planned = plan_of(
            timeline,
            self.editions,
            closing=self.closing,
            converts=self.conversion and unrated,
            falls=unrated,
        )
        columns = self.game_columns(timeline, years=True)
        rating, state_values, list_trace = rate_lists(
            self.numbers(), timeline, columns, planned, self.list_entries(timeline), trace=trace
        )
        memory = {column.name: state_values[column.name] for column in self.state_columns}
        return RatingState({"rating": rating}, memory=memory), list_trace

    def forecasts(self, timeline: Timeline) -> NDArray[np.float64] | None:
        """Return the expected scores before the games; None where lists are made, whose trace tells them."""
        return None if self.by_lists(timeline) else super().forecasts(timeline)

    def list_entries(self, timeline: Timeline) -> NDArray[np.float64]:
        """Return float64 over players, the list rating that each enters with; NaN for unrated.

        Raises:
            BadInput: a rating is infinite, or nobody has one.
        """
        games = timeline.games
        rating = self.listed(games.players)
        if np.isinf(rating).any():
            name = games.players.names[int(np.flatnonzero(np.isinf(rating))[0])]
            raise BadInput(f"the rating given for {name} is not finite")
        if self.initial is not None:
            return rating
        days = timeline.days
        first = -1 if days is None or not len(days) else int(self.edition_codes(days[:1])[0])
        lowest = self.editions[first].lowest
        listed = games.players.listed  # whoever is on arpad's list before is rated by it or not
        rating[(rating < lowest) & ~listed] = math.nan
        if listed.any():
            return rating
        played = _have_played(games)
        if played.any() and np.isnan(rating[played]).all():
            raise self.nobody_rated(games.players, np.flatnonzero(played), lowest)
        return rating

    def retell(self, run: Run, player: int) -> Iterator[tuple[Update, dict[str, Any]]] | None:
        """Yield a player's updates where lists made them; None where the loops of the family did."""
        trace = run.trace
        if not isinstance(trace, ListTrace):
            return None
        from arpad.rulebooks.fide.list_explanation import updates_of

        return updates_of(self, self.editions, run, trace, player)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score of ``first``, with its calculation.

        Raises:
            BadInput: one of the two is unrated.
        """
        if math.isnan(first.value) or math.isnan(second.value):
            raise BadInput(f"{self.name} expects nothing of a game with an unrated player")
        return super().predict(first, second, advantage, on)

    def surprise(self, own: float, game: Encounter) -> Surprise:
        """Return one game's ΔR, nothing if it is not rated; see :class:`EloFamily`.

        Where the tournament began under an older list, the game of a list has the rating then.
        """
        if isinstance(game, ListedGame) and game.own is not None:
            own = game.own
        s = super().surprise(own, game)
        edition = self.edition_on(game.on)
        if isinstance(game, ListedGame) and game.in_full:
            s = self._unhelped(s, own, game, edition)
        if self._is_rated(own, game):
            return s
        return s._replace(
            value=0.0, steps=(*s.steps, Step("rated", NOT_RATED, source=self.editions[edition].name))
        )

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a game or a period makes of a rating; see :meth:`EloFamily.calculate`.

        Games with the same fact ``event`` are of one tournament.
        """
        if schedule == "period":
            encounters = self._helped_once(before, encounters)
        update = super().calculate(before, encounters, schedule)
        if schedule == "live" and all(not self._is_rated(before.value, game) for game in encounters):
            return replace(update, after=replace(update.after, games=before.games))
        return update

    def year_of(self, game: Encounter) -> int:
        """Return the year of the list whose K holds, which the game of a list has."""
        year = game.year if isinstance(game, ListedGame) else None
        return super().year_of(game) if year is None else year

    def _is_rated(self, own: float, game: Encounter) -> bool:
        """Tell whether a game is rated, which one too far apart is not."""
        rated = interpreted(articles.is_rated)
        return bool(rated(self.numbers(), self.edition_on(game.on), own, game.opponent.value))

    def _helped_once(self, before: Rating, encounters: Sequence[Encounter]) -> Sequence[Encounter]:
        """Return the games, marked where 8.3.1 of 2022 does not help as it helps in another.

        Games of a list are marked already.
        """
        p, note = self.numbers(), interpreted(note_help)
        best = HelpedGames.room(len(encounters))
        entries: dict[Any, int] = {}
        helped: dict[int, int] = {}
        for link, game in enumerate(encounters):
            event = game.facts.get("event")
            if event is None or isinstance(game, ListedGame):
                continue
            entry, edition = entries.setdefault(event, len(entries)), self.edition_on(game.on)
            if note(p, edition, before.value, game.opponent.value, entry, link, best):
                helped[link] = entry
        return [
            ListedGame(**vars(game), in_full=True)
            if link in helped and best.link[helped[link]] != link
            else game
            for link, game in enumerate(encounters)
        ]

    def _unhelped(self, s: Surprise, own: float, game: Encounter, edition: int) -> Surprise:
        """Return a game's surprise by the whole difference."""
        d = interpreted(articles.counted_difference)(self.numbers(), edition, own, game.opponent.value, False)
        expected = interpreted(articles.scoring_probability)(self.numbers(), d)
        rule = "in full, the 400-point rule helped in another game of the tournament"
        steps = list(self._difference_steps(own, game.opponent.value, d, edition, rule, expected))
        if game.weight != 1.0:
            steps.append(self.weight_step(game))
        return s._replace(value=game.weight * (game.score - expected), steps=tuple(steps))

    def edition_codes(self, days: NDArray[Any]) -> NDArray[np.int8]:
        """Return the code of the edition in force on each day."""
        return codes(days, self.editions)

    def parts(self) -> EloParts:
        """Return the articles as the loops call them."""
        return {
            "expectations": articles.expectations,
            "is_rated": articles.is_rated,
            "k_factor": articles.development_coefficient,
            "publish": articles.publish,
        }

    def numbers(self) -> articles.FideNumbers:
        """Return tables, editions and K rule as the kernels take them."""
        tables = [rule.table() for rule in self.k_rules]
        ends = np.cumsum([len(table) for table in tables])
        return articles.FideNumbers(
            editions=np.array([edition.numbers for edition in self.editions]),
            k_rows=np.concatenate(tables),
            k_start=ends - [len(table) for table in tables],
            k_end=ends,
            advantage=0.0,
            probability=by_difference(),
            dp=by_per_cent(),
        )

    def expectation_steps(
        self, own: float, opponent: float, advantage: int, edition: int, expected: float
    ) -> tuple[Step, ...]:
        """Return the difference, the cut to 400, and the row of the table."""
        rules = self.editions[edition]
        d = interpreted(articles.rating_difference)(self.numbers(), edition, own, opponent)
        in_full = f"in full, own rating {rules.uncapped_from:g} or more"
        rule = in_full if abs(d) > rules.cap else f"at most {rules.cap:g} either way"
        return self._difference_steps(own, opponent, d, edition, rule, expected)

    def _difference_steps(
        self, own: float, opponent: float, d: float, edition: int, rule: str, expected: float
    ) -> tuple[Step, ...]:
        """Return the difference, what counts of it by ``rule``, and the row of the table."""
        rules = self.editions[edition]
        article = f"8.3.1, {rules.name}"
        working = f"{own:.10g} − {opponent:.10g}"
        steps = [Step("difference", own - opponent, "D = Ra − Rb", working, article, "points", 0)]
        if abs(own - opponent) > rules.cap:
            steps.append(Step("difference that counts", d, rule, source=article, unit="points", digits=0))
        row = row_of(int(d))
        pair = f"D {row.differences} → PD {row.higher:.2f}/{row.lower:.2f}"
        column = "PD, higher rated" if d >= 0.0 else "PD, lower rated"
        steps.append(Step("expected score", expected, column, pair, "8.1.2", digits=2))
        return tuple(steps)

    def k_step(self, k: float, before: Rating, age: float, n: int, edition: int) -> Step:
        """Return the row of 8.3.3 that holds, and the limit of 700."""
        p = self.numbers()
        peak = before.value if before.peak is None else max(before.peak, before.value)
        row = interpreted(articles.k_row)(p, edition, before.value, peak, float(before.games), age)
        by_row = float(p.k_rows[row, 0])
        rules = self.editions[edition]
        reason = rules.k[row - int(p.k_start[edition])][1] if self.k is None else "given"
        if k != by_row:
            most = rules.most_k_times_games
            reason += f"; {by_row:g} · {n} games > {most:g}, so ⌊{most:g} / {n}⌋"
        return Step("K-factor", k, reason, source="8.3.3", digits=0 if k == int(k) else 2)

    def change_steps(self, k: float, k_step: Step, s: Surprise, game: Encounter) -> tuple[Step, ...]:
        """Return ΔR, K, and K · ΔR."""
        apart = next((step for step in s.steps if step.label == "rated"), None)
        if apart is not None:
            return k_step, Step("change", 0.0, str(apart.value), unit="points", digits=2)
        letters, working = "score − PD", f"{game.score:g} − {expected_score(s):.2f}"
        if game.weight != 1.0:
            letters, working = f"w · ({letters})", f"{game.weight:g} · ({working})"
        return (
            Step("ΔR", s.value, letters, working, "8.3.2", digits=2),
            k_step,
            Step("change", k * s.value, "K · ΔR", f"{k:g} · {s.value:.2f}", "8.3.2", "points", 2),
        )

    def rounding_step(self, before: float, after: float, exact: float) -> Step:
        """Return the rounding of a period's change."""
        letters = "to the nearest whole number, halves away from zero"
        return Step("rounded", after - before, letters, f"{exact:+.2f}", "8.3.4", "points", 0)


def _have_played(games: Games) -> NDArray[np.bool_]:
    """Return bool over players: who has played a game."""
    played = np.zeros(len(games.players), dtype=bool)
    played[games.first] = played[games.second] = True
    return played
