"""FIDE's rating of rated players: monthly lists, table 8.1.2, K 40, 20 or 10.

References:
    FIDE Handbook, B.02 Rating Regulations, in force since 2024-03-01, with the amendment of 8.3.1 in force
    since 2025-10-01. Articles 8.1 and 8.3; the tables 8.1.1 and 8.1.2.

Departures and decisions:
    * Games before 2024-03-01 are rated by the edition of that day. (From 2022 to 2024 the 400-point rule
      could help a player only once in a tournament.)
    * The games of a period count from the ratings of the list in force before it, by the day of the game;
      FIDE takes the list in force when the tournament began.
    * The peak that decides K is the highest list rating, or the highest live one where ratings are live.
    * Live, changes are not rounded, differences are rounded to whole points to enter the table, and the limit
      of 700 on K times the games, a rule for a period, has no effect.
    * A K that is given replaces the rows of 8.3.3; the limit of 700 still holds.
    * Not here yet: initial ratings of unrated players (8.2), the return to unrated below 1400 (7.2.1), rapid
      and blitz (no exemption from 2650, no rating of games 600 points apart above 2600).

Units: ratings in points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, Step
from arpad.ratings.elofamily import EloFamily, Surprise, expected_score
from arpad.ratings.kernels import interpreted
from arpad.ratings.kfactor import KRule, k_by_rule
from arpad.ratings.parameters import parameter
from arpad.ratings.system import Encounter, Rating, Schedule
from arpad.rulebooks.fide import rating_change as articles
from arpad.rulebooks.fide.editions import EDITIONS, codes
from arpad.rulebooks.fide.tables import by_difference, row_of

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline

REMEDY = (
    "Give a players file with a rating column (--players FILE), "
    "or let everyone enter at one rating: --set initial=1500."
)


@dataclass(frozen=True)
class Fide(EloFamily):
    """The rating of chess players by FIDE, for players who have one.

    Of the players it takes ``rating``, ``games``, ``peak`` and ``birth_year``; a player without ``games`` is
    taken to have played none, and one without ``birth_year`` to be no junior.
    """

    name: ClassVar[str] = "fide"
    title: ClassVar[str] = "FIDE rating"
    source: ClassVar[str] = "FIDE Handbook, B.02 of 2024-03-01 as amended 2025-10-01"
    schedules: ClassVar[tuple[Schedule, ...]] = ("period", "live")
    default_period: ClassVar[str] = "1mo"
    notes: ClassVar[tuple[str, ...]] = (
        "For standard chess and players who have a rating; initial ratings (8.2) are not computed yet.",
        "K asks for games, peak and birth_year: without games a player counts as having played none.",
        "Games before 2024-03-01 are rated by the edition of that day.",
    )

    k: float | None = parameter(
        None, "the K-factor instead of the rule 8.3.3 (40, 20 or 10)", unit="points", low=0.0
    )
    initial: float | None = parameter(
        None, "the rating of every player who has none; if not given, all must have one", unit="points"
    )

    @property
    def remembers(self) -> bool:
        """Whether K asks for games, peak and age."""
        return self.k is None

    @cached_property
    def k_rule(self) -> KRule:
        """8.3.3, or the K that replaces it."""
        return articles.K_8_3_3 if self.k is None else KRule.parse(str(self.k))

    def newcomer(self) -> Rating:
        """Return the rating at which players without one enter.

        Raises:
            BadInput: none is given.
        """
        if self.initial is None:
            raise BadInput("fide rates players who have a rating, and there is none", remedy=REMEDY)
        return Rating(self.initial)

    def entry_ratings(self, timeline: Timeline) -> Any:
        """Return float64 over players: the rating that each enters with.

        Raises:
            BadInput: a player has none, and there is no other to enter at.
        """
        games = timeline.games
        if self.initial is not None:
            return super().entry_ratings(timeline)
        ratings = games.players.number("rating").copy()
        played = np.union1d(games.first, games.second)
        unrated = played[np.isnan(ratings[played])]
        if len(unrated):
            names = ", ".join(games.players.names[who] for who in unrated[:5])
            more = f" and {len(unrated) - 5} more" if len(unrated) > 5 else ""
            raise BadInput(
                f"fide needs a rating of every player, and there is none of {names}{more}", remedy=REMEDY
            )
        return ratings

    def edition_codes(self, days: NDArray[Any]) -> NDArray[np.int8]:
        """Return the code of the edition in force on each day."""
        return codes(days)

    def parts(self) -> dict[str, Callable[..., Any]]:
        """Return the articles as the loops call them."""
        return {
            "expectations": articles.expectations,
            "k_factor": articles.development_coefficient,
            "publish": articles.publish,
        }

    def numbers(self) -> articles.FideNumbers:
        """Return tables, editions and K rule as the kernels take them."""
        return articles.FideNumbers(
            k_rows=self.k_rule.table(),
            advantage=0.0,
            cap=np.array([edition.cap for edition in EDITIONS]),
            uncapped_from=np.array([edition.uncapped_from for edition in EDITIONS]),
            probability=by_difference(),
        )

    def expectation_steps(
        self, own: float, opponent: float, advantage: int, edition: int, expected: float
    ) -> tuple[Step, ...]:
        """Return the difference, the cut to 400, and the row of the table."""
        rules = EDITIONS[edition]
        article = f"8.3.1, {rules.name}"
        d = interpreted(articles.rating_difference)(self.numbers(), edition, own, opponent)
        working = f"{own:.10g} − {opponent:.10g}"
        steps = [Step("difference", own - opponent, "D = Ra − Rb", working, article, "points", 0)]
        if abs(own - opponent) > rules.cap:
            in_full = f"in full, own rating {rules.uncapped_from:g} or more"
            rule = in_full if abs(d) > rules.cap else f"at most {rules.cap:g} either way"
            steps.append(Step("difference that counts", d, rule, source=article, unit="points", digits=0))
        row = row_of(int(d))
        pair = f"D {row.differences} → PD {row.higher:.2f}/{row.lower:.2f}"
        column = "PD, higher rated" if d >= 0.0 else "PD, lower rated"
        steps.append(Step("expected score", expected, column, pair, "8.1.2", digits=2))
        return tuple(steps)

    def k_step(self, k: float, before: Rating, age: float, n: int) -> Step:
        """Return the row of 8.3.3 that holds, and the limit of 700."""
        peak = before.value if before.peak is None else max(before.peak, before.value)
        rows = self.k_rule.table()
        numbered = rows.copy()
        numbered[:, 0] = np.arange(len(rows))
        row = int(k_by_rule(numbered, before.value, peak, float(before.games), age))
        by_row = float(rows[row, 0])
        reason = articles.K_REASONS[row] if self.k is None else "given"
        if k != by_row:
            reason += f"; {by_row:g} · {n} games > 700, so ⌊700 / {n}⌋"
        return Step("K-factor", k, reason, source="8.3.3", digits=0 if k == int(k) else 2)

    def change_steps(self, k: float, k_step: Step, s: Surprise, game: Encounter) -> tuple[Step, ...]:
        """Return ΔR, K, and K · ΔR."""
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
