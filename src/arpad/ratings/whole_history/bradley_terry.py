"""Bradley and Terry: the strengths that make all results together most likely.

References:
    Bradley, R. A. and Terry, M. E. (1952), Rank analysis of incomplete block designs I: the method of paired
    comparisons. *Biometrika* 39, 324-345. Zermelo, E. (1929), *Mathematische Zeitschrift* 29, 436-460, had it
    first. The advantage: Agresti, A., *Categorical Data Analysis*, section 10.6. Ties: see
    :mod:`arpad.ratings.whole_history.tie_models`; whether there is an answer:
    :mod:`arpad.ratings.whole_history.identifiability`.

Choices:
    * Ratings are 400 / ln 10 · θ + const, so that 400 points are odds of ten to one, as with Elo. Without a
      prior and anchors their mean over the players is ``initial``.
    * ``prior`` is the deviation of a normal prior around ``initial`` for every strength, in points; 0 for
      none. With ``anchors=given``, players whose ratings are given keep them, and the others are fitted.
    * The deviation is the standard error of a rating with respect to the mean. ``variance`` says what it
      believes: the model, or only that games (or clusters of them) are independent; see
      :mod:`arpad.ratings.whole_history.bradley_terry_variance`. Beyond 500 players
      (:data:`arpad.ratings.whole_history.bradley_terry_fit.DENSE`) it is approximated.
    * The covariates of a record are fitted too, each with one coefficient: points per unit, as the first side
      sees it (for leaderboards of models: "style control", Li, Angelopoulos and Chiang 2024). Ratings and
      predictions are those of a game in which all covariates are 0.
    * A score that is neither 1, ½ nor 0 counts as that share of a win.

The explanation. Where the likelihood is highest, Σ (s − E) = (θ − m)/v, where v is the prior's variance. So
with I for the information of a game, θ − m = Σ share, share = (s − E + I · (θ − m)) / (Σ I + 1/v): each
game says that the player is worth θ + (s − E)/I, and the rating is the mean of that, weighted by I, with the
prior. Shares of a rating period are added up; a history shows how the rating builds up from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, Explanation, NotProvided, Step, progress
from arpad.core.interface import option, setting
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Coefficient, Convergence, Floats, RatingState, Trace
from arpad.ratings.whole_history.family import UNKNOWN, Q, WholeHistory, answer, part
from arpad.ratings.whole_history.tie_models import davidson_chances, rao_kupper_chances, sigmoid, slopes

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.ratings.whole_history.bradley_terry_fit import BradleyTerryFit, PairResults
    from arpad.ratings.whole_history.bradley_terry_variance import Spread
    from arpad.record import Games

TIES = ("none-as-half", "davidson", "rao-kupper")

VARIANCES = ("model", "sandwich", "cluster", "bootstrap")
"""What the deviations believe; see :mod:`arpad.ratings.whole_history.bradley_terry_variance`."""


LISTED = 2000
"""Up to how many players, with those who have not played, the covariance of all ratings is kept."""


WIDE = 1.1
"""From how many times too wide on intervals are worth a word."""


def remedy() -> str:
    """Return what makes ratings of groups that are not connected determined."""
    return f"Give a prior, such as {setting('prior=350')}, or fixed ratings: {setting('anchors=given')}."


@dataclass(frozen=True)
class BradleyTerry(WholeHistory):
    """Bradley and Terry's maximum likelihood; see the module for choices and units."""

    name: ClassVar[str] = "bradley-terry"
    title: ClassVar[str] = "Bradley-Terry"
    source: ClassVar[str] = (
        "Bradley and Terry (1952), Biometrika 39; "
        "ties, where asked for, of Davidson (1970), Rao and Kupper (1967)"
    )
    notes: ClassVar[tuple[str, ...]] = (
        "Rates all games at once: a new game changes what it says of everybody.",
        "Without a prior it refuses a record that leaves a rating open: all won, all lost, groups apart.",
        "Deviations are exact up to 500 players and approximate beyond.",
    )
    default_period: ClassVar[str] = "all"
    takes_covariates: ClassVar[bool] = True

    ties: str = parameter("none-as-half", "how ties are seen", choices=TIES)
    advantage: float | str = parameter(
        0.0, "what White or the home side is worth; fit to find it", unit="points", words=True
    )
    prior: float = parameter(
        0.0, "deviation of a normal prior around initial; 0 for none", unit="points", low=0.0
    )
    anchors: str = parameter("none", "whether given ratings stay as they are", choices=("none", "given"))
    nu: float | str = parameter("fit", "Davidson's ν: ties between equals are ν / (2 + ν)", words=True)
    theta: float | str = parameter("fit", "Rao and Kupper's θ, at least 1", words=True)
    initial: float = parameter(1500.0, "the mean of the ratings, and of the prior", unit="points")
    variance: str = parameter(
        "model",
        "what deviations believe: the model; that games are independent (sandwich, bootstrap); that clusters "
        "of games are (cluster, and bootstrap where there are any)",
        choices=VARIANCES,
    )
    resamples: float = parameter(200.0, "refits of the bootstrap", low=2.0, high=1e5)
    bootstrap_seed: float = parameter(1.0, "what the bootstrap's weights are drawn from", low=0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, least in (("advantage", -math.inf), ("nu", 0.0), ("theta", 1.0)):
            value = getattr(self, name)
            if value != "fit" and (isinstance(value, str) or value < least):
                raise BadInput(f"{name} cannot be {value!r}", remedy="Expected a number, or fit.")
        for name, whole in (("resamples", self.resamples), ("bootstrap_seed", self.bootstrap_seed)):
            if whole != int(whole):
                raise BadInput(f"{name} = {whole:g} is not a whole number")

    @property
    def seed(self) -> int | None:
        """What the bootstrap's weights are drawn from; None where there is no bootstrap."""
        return int(self.bootstrap_seed) if self.variance == "bootstrap" else None

    def check_continued(self) -> None:
        """Refuse to go on from a list, but take its ratings as anchors where those are asked for.

        Raises:
            NotProvided: they are not.
        """
        if self.anchors == "none":
            super().check_continued()

    def newcomer(self) -> Rating:
        """Return the prior's rating, or the mean with a deviation that says nothing."""
        return Rating(self.initial, deviation=self.prior or UNKNOWN)

    @property
    def tie(self) -> float:
        """Return the tie parameter as set; before it is fitted, where the search starts (ν = 1, θ = 2)."""
        if self.ties == "none-as-half":
            return 0.0
        chosen = self.nu if self.ties == "davidson" else self.theta
        return (1.0 if self.ties == "davidson" else 2.0) if isinstance(chosen, str) else chosen

    @property
    def h(self) -> float:
        """Return the advantage in points; 0 before it is fitted."""
        return 0.0 if isinstance(self.advantage, str) else self.advantage

    def game_weights(self, games: Games) -> NDArray[np.float64] | None:
        """Return the weights of the record."""
        return games.weight

    def uncertainty(self, games: Games, deviation: Floats) -> Floats:
        """Return the deviations that are to be given, from the fitted ones."""
        return deviation

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Fit the strengths; see :meth:`arpad.ratings.system.RatingSystem.rate`."""
        from arpad.ratings.whole_history.bradley_terry_fit import PairResults, fit
        from arpad.ratings.whole_history.bradley_terry_variance import Model, spread
        from arpad.ratings.whole_history.identifiability import check_covariates, diagnose

        games, n = timeline.games, len(timeline.games.players)
        timeline.check_none_given(self.name)
        if not len(games):
            nobody = {"rating": np.full(n, self.initial), "deviation": np.full(n, self.prior or UNKNOWN)}
            return RatingState(nobody), Trace.empty(0, 2) if trace else None
        clusters = self._clusters(games)
        search = self.advantage == "fit"
        if search and (games.advantage is None or not games.advantage.any()):
            raise NotProvided("the record does not say who had White or played at home: no advantage to fit")
        sided = search or self.h != 0.0
        weight = self.game_weights(games)
        values, scale = _scaled(games)
        side = games.advantage if sided else None
        pairs = PairResults.of(games.first, games.second, games.score, weight, side, n, values)
        if search:
            self._needs_losses_of_the_advantaged(pairs)
        given = np.full(n, np.nan) if self.anchors == "none" else games.players.number("rating")
        if np.isinf(given).any():
            raise BadInput("an anchor's rating is not finite")
        anchored = ~np.isnan(given)
        played = np.zeros(n, dtype=bool)
        played[pairs.i] = played[pairs.j] = True
        if values is not None:
            check_covariates(pairs, n, games.covariates.names, search)  # type: ignore[union-attr]
        if self.prior == 0.0:
            diagnose(*pairs.edges(), anchored & played, games.players.names, remedy())
        tie, fit_tie = self._tie_search(pairs)
        players = np.flatnonzero(played)
        at = np.cumsum(played) - 1
        pairs = replace(pairs, i=at[pairs.i], j=at[pairs.j])
        precision = 0.0 if self.prior == 0.0 else 1.0 / (self.prior * Q) ** 2
        merged, fitted = self._shares()
        with progress.part(merged, fitted):
            solution = fit(
                pairs,
                np.where(anchored, (given - self.initial) * Q, 0.0)[players],
                ~anchored[players],
                self.ties,
                h=self.h * Q,
                fit_h=search,
                tie=tie,
                fit_tie=fit_tie,
                precision=precision,
            )
        with progress.part(fitted, 1.0):
            sure = spread(
                self.variance,
                pairs,
                solution,
                Model(self.ties, search, fit_tie, precision),
                clusters,
                resamples=int(self.resamples),
                seed=int(self.bootstrap_seed),
            )
        rating = np.where(anchored, given, self.initial)
        deviation = np.where(anchored, 0.0, self.prior or UNKNOWN)
        rating[players] = self.initial + solution.theta / Q
        rating[anchored] = given[anchored]
        deviation[players] = np.sqrt(sure.variance) / Q
        state = RatingState(
            {"rating": rating, "deviation": self.uncertainty(games, deviation)},
            self._fitted(solution, search, fit_tie),
            Convergence(solution.rounds, solution.residual, True),
            covariance=self._covariance(players, sure, deviation),
            covariates=_coefficients(games, solution.coefficients / scale / Q, sure, scale),
            notes=self._doubts(pairs, solution),
        )
        return state, self._trace(timeline, state, solution) if trace else None

    def _shares(self) -> tuple[float, float]:
        """Return which share of the work is done once the games are merged, and once they are fitted.

        The bootstrap's refits begin near their end, so each takes half as long as the fit, or the merging.
        """
        if self.variance == "bootstrap":
            return 2.0 / (4.0 + self.resamples), 4.0 / (4.0 + self.resamples)
        return 0.08, 0.98

    def _doubts(self, pairs: PairResults, solution: BradleyTerryFit) -> tuple[str, ...]:
        """Say that the model's deviations are too large, where ties make them so.

        A game is believed to vary by E · (1 − E), and ties of half a win each vary less.
        """
        drawn = pairs.D.sum() / (pairs.W.sum() + pairs.D.sum() + pairs.L.sum())
        if self.variance != "model" or self.ties != "none-as-half" or not drawn:
            return ()
        E = sigmoid(solution.x(pairs))
        seen = pairs.W * (1.0 - E) ** 2 + pairs.D * (0.5 - E) ** 2 + pairs.L * E**2
        believed = (pairs.W + pairs.D + pairs.L) * E * (1.0 - E)
        ratio = math.sqrt(believed.sum() / max(seen.sum(), 1e-300))
        if ratio < WIDE:
            return ()
        return (
            f"{100 * drawn:.0f} % of the games are drawn. As half wins they vary less than variance=model "
            f"believes: its intervals are about {min(ratio, 99.0):.2g} times too wide; those of "
            "variance=sandwich are right.",
        )

    @staticmethod
    def _covariance(players: NDArray[Any], sure: Spread, deviation: Floats) -> Floats | None:
        """Return the covariance of all ratings from that of the players who have played, in points²."""
        if sure.covariance is None or len(deviation) > LISTED:
            return None
        whole = np.diag(deviation**2)
        whole[np.ix_(players, players)] = sure.covariance / Q**2
        return whole

    def _clusters(self, games: Games) -> NDArray[Any] | None:
        """Return the cluster of every game, where deviations go by clusters.

        Raises:
            NotProvided: they are to, and the record has none.
        """
        if self.variance not in ("cluster", "bootstrap"):
            return None
        if games.cluster is not None:
            return games.cluster.codes
        if self.variance == "cluster":
            raise NotProvided(
                "the record does not say which games belong together",
                remedy=f"Name the column of the voters, events…: {option('cluster', 'COLUMN')}.",
            )
        return None

    def _tie_search(self, pairs: PairResults) -> tuple[float, bool]:
        """Return the tie parameter, or where its search starts, and whether to search."""
        if self.ties == "none-as-half":
            return 0.0, False
        chosen = self.nu if self.ties == "davidson" else self.theta
        if chosen != "fit":
            return self.tie, False
        if not pairs.D.any():
            return (0.0 if self.ties == "davidson" else 1.0), False
        if not (pairs.W.any() or pairs.L.any()):
            name = "nu" if self.ties == "davidson" else "theta"
            raise NotProvided(
                f"every game is drawn: the most likely {name} is infinite",
                remedy=f"Give one: {setting(f'{name}=2')}.",
            )
        return self.tie, True

    @staticmethod
    def _needs_losses_of_the_advantaged(pairs: PairResults) -> None:
        """Refuse to look for an advantage that always won, or never.

        Raises:
            NotProvided: the most likely advantage is infinite.
        """
        up, down = pairs.side > 0.0, pairs.side < 0.0
        won = pairs.W[up].sum() + pairs.L[down].sum()
        lost = pairs.L[up].sum() + pairs.W[down].sum()
        if pairs.D[up | down].sum() == 0.0 and min(won, lost) == 0.0:
            how = "lost" if won == 0.0 else "won"
            raise NotProvided(
                f"who had White or played at home {how} every game: no advantage to fit",
                remedy=f"Give one, such as {setting('advantage=35')}.",
            )

    def _fitted(self, solution: BradleyTerryFit, search: bool, fit_tie: bool) -> dict[str, float]:
        fitted = {"advantage": solution.h / Q} if search else {}
        name = "nu" if self.ties == "davidson" else "theta"
        if fit_tie or (self.ties != "none-as-half" and getattr(self, name) == "fit"):
            fitted[name] = solution.tie
        return fitted

    def _trace(self, timeline: Timeline, state: RatingState, solution: BradleyTerryFit) -> Trace:
        """Return every game's share of its players' ratings, added up over the rating periods."""
        games, n = timeline.games, len(timeline.games.players)
        rating, deviation = state.columns["rating"], state.columns["deviation"]
        first, second, rows = games.first, games.second, len(games)
        kept = Trace.empty(rows, 2)
        side = np.zeros(rows) if games.advantage is None else games.advantage
        swayed = None
        if games.covariates is not None:
            swayed = games.covariates.values @ np.array([c.points for c in state.covariates])
        x = (rating[first] - rating[second] + (0.0 if swayed is None else swayed)) * Q + solution.h * side
        weight = self.game_weights(games)
        w = np.ones(rows) if weight is None else weight
        tied = games.score == 0.5
        s = slopes(
            self.ties, x, solution.tie,
            w * np.where(tied, 0.0, games.score), w * tied, w * np.where(tied, 0.0, 1.0 - games.score),
        )  # fmt: skip
        precision = 0.0 if self.prior == 0.0 else 1.0 / (self.prior * Q) ** 2
        total = np.bincount(first, s.xx, n) + np.bincount(second, s.xx, n) + precision
        pull = np.empty((rows, 2))
        for at, (player, sign) in enumerate(((first, 1.0), (second, -1.0))):
            information = total[player]
            away = rating[player] - self.initial
            share = (sign * s.x / Q + s.xx * away) / np.where(information > 0.0, information, 1.0)
            pull[:, at] = np.where(information > 0.0, share, 0.0)
        kept.before[:], kept.after[:] = self._built_up(timeline, rating, pull)
        kept.before[:, :, 1] = kept.after[:, :, 1] = np.stack((deviation[first], deviation[second]), axis=1)
        as_opponents = np.stack((rating[first], rating[second]), axis=1)
        as_opponents = np.stack((as_opponents, kept.after[:, :, 1]), axis=2)
        return Trace(kept.before, kept.after, pull, as_opponents, swayed=swayed)

    def _built_up(self, timeline: Timeline, rating: Floats, pull: Floats) -> tuple[Floats, Floats]:
        """Return games × 2 × columns: ``initial`` and the shares of all periods before; and with this one."""
        games = timeline.games
        seat_players = np.stack((games.first, games.second), axis=1).ravel()
        period = np.repeat(timeline.order, 2)
        order = np.lexsort((period, seat_players))
        share, player, when = pull.ravel()[order], seat_players[order], period[order]
        new = np.ones(len(order), dtype=bool)
        new[1:] = (player[1:] != player[:-1]) | (when[1:] != when[:-1])
        starts = np.flatnonzero(new)
        before, after = np.empty(len(order)), np.empty(len(order))
        level, last = self.initial, -1
        for a, b in zip(starts, [*starts[1:], len(order)], strict=True):
            if player[a] != last:
                level, last = self._entry(rating, player[a], share, player), player[a]
            before[order[a:b]] = level
            level += math.fsum(share[a:b])
            after[order[a:b]] = level
        out = np.empty((2, len(games), 2, 2))
        out[0, :, :, 0], out[1, :, :, 0] = before.reshape(-1, 2), after.reshape(-1, 2)
        return out[0], out[1]

    def _entry(self, rating: Floats, player: int, share: Floats, players: Any) -> float:
        """Return where a player's shares start: ``initial``; for an anchor, what they leave of its rating."""
        return float(rating[player]) - math.fsum(
            share[slice(*np.searchsorted(players, [player, player + 1]))]
        )

    def period_updates(
        self, trace: Trace, rows: Any, sides: Any, periods: Any, games: Sequence[Encounter]
    ) -> Iterator[tuple[Update, int]]:
        """Yield per rating period the shares of its games; see the module."""
        assert trace.pull is not None
        assert trace.as_opponents is not None
        at = 0
        while at < len(rows):
            end = at
            while end < len(rows) and periods[end] == periods[at]:
                end += 1
            row, side = rows[at], sides[at]
            before, after = (
                Rating(float(t[row, side, 0]), deviation=float(t[row, side, 1]))
                for t in (trace.before, trace.after)
            )
            parts = []
            for k in range(at, end):
                own = float(trace.as_opponents[rows[k], sides[k], 0])
                share = float(trace.pull[rows[k], sides[k]])
                steps = (
                    *self._working(own, games[k]),
                    Step("change", share, "(s − E + I · (R − mean)) / (Σ I + 1/prior²)", unit="points"),
                )
                parts.append(part(share, steps, games[k]))
            value = after.value - before.value
            step = Step(
                "rating", after.value, "before + shares", f"{before.value:.4f} {value:+.4f}", unit="points"
            )
            explanation = Explanation("change", value, (step,), tuple(parts), terms=True, unit="points")
            yield Update(before, after, explanation), int(row)
            at = end

    def chances(self, own: float, opponent: float, side: int) -> tuple[float, float, float]:
        """Return the probabilities of a win, a tie and a loss."""
        x = (own - opponent + self.h * side) * Q
        if self.ties == "rao-kupper":
            win, tie, loss = rao_kupper_chances(x, self.tie)
        else:
            win, tie, loss = davidson_chances(x, self.tie)
        return float(win), float(tie), float(loss)

    def _force(self, own: float, game: Encounter) -> tuple[float, float]:
        x = (own - game.opponent.value + self.h * game.advantage + game.swayed) * Q
        tie = game.score == 0.5
        W, L = (0.0, 0.0) if tie else (game.weight * game.score, game.weight * (1.0 - game.score))
        s = slopes(self.ties, x, self.tie, W, game.weight * tie, L)
        return float(s.x) * Q, float(s.xx) * Q * Q

    def _working(self, own: float, game: Encounter) -> tuple[Step, ...]:
        return self._expected(own, game.opponent.value, game.advantage, game.swayed).steps

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score and the chance of a tie, of the ratings as they stand."""
        return self._expected(first.value, second.value, advantage, 0.0)

    def _expected(self, own: float, opponent: float, advantage: int, swayed: float) -> Prediction:
        """Return the expected score of a game that covariates sway by so many points."""
        win, tie, _ = self.chances(own + swayed, opponent, advantage)
        E = win + 0.5 * tie
        gap = f"{own:.4f} − {opponent:.4f}" + (f" {self.h * advantage:+g}" if advantage else "")
        gap += f" {swayed:+.4f} (covariates)" if swayed else ""
        formula = {
            "none-as-half": "1 / (1 + 10^(−D / 400))",
            "davidson": "(t + ν/2) / (t + ν + 1/t), t = 10^(D / 800)",
            "rao-kupper": "½ + ½ / (1 + θ/t) − ½ / (1 + θt), t = 10^(D / 400)",
        }[self.ties]
        steps: tuple[Step, ...] = (Step("expected score", E, formula, f"D = {gap}"),)
        if self.ties != "none-as-half":
            steps = (
                *steps,
                Step("tie", tie, working=f"{'ν' if self.ties == 'davidson' else 'θ'} = {self.tie:.4f}"),
            )
        return Prediction(E, steps, None if self.ties == "none-as-half" else tie)

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what games against fixed opponents make of a rating with a deviation."""
        own = before
        if own.deviation is None:
            own = replace(before, deviation=self.newcomer().deviation)
        return answer(own, encounters, self._force, self._working)


def _scaled(games: Games) -> tuple[Floats | None, Floats]:
    """Return the covariates of the games in units of their root mean square, and those units.

    Raises:
        NotProvided: one is 0 in every game.
    """
    if games.covariates is None:
        return None, np.empty(0)
    values = games.covariates.values
    scale = np.sqrt((values * values).mean(axis=0))
    for name, unit in zip(games.covariates.names, scale, strict=True):
        if not unit:
            raise NotProvided(f"the covariate {name} is 0 in every game: no effect to fit")
    return values / scale, scale


def _coefficients(games: Games, points: Floats, sure: Spread, scale: Floats) -> tuple[Coefficient, ...]:
    """Return the coefficients of the covariates, with their deviations."""
    if games.covariates is None:
        return ()
    deviations = np.sqrt(sure.beside[-len(points) :]) / scale / Q
    return tuple(
        Coefficient(name, float(value), float(deviation))
        for name, value, deviation in zip(games.covariates.names, points, deviations, strict=True)
    )
