"""How a person follows the rating of an event: both passes, effective games, K, bonus, each game's share."""

from __future__ import annotations

import math

from arpad.core import Step
from arpad.ratings.events.family import Case, GameShare
from arpad.ratings.events.loop import AS_OPPONENT, EARLIER, GAMES, RATING, SCORE, SETTLED, THEIRS
from arpad.ratings.state import Floats
from arpad.rulebooks.uschess.editions import EDITIONS
from arpad.rulebooks.uschess.formulas import (
    HIGHEST_SPECIAL,
    bonus,
    counts,
    effective_games,
    excess,
    k_standard,
    meetings,
    n_star,
    provisional_expectancy,
    special,
    winning_expectancy,
)
from arpad.rulebooks.uschess.player_row import (
    DRAWS,
    ESTIMATE,
    LOSSES,
    SOURCE,
    WINS,
    UsChessNumbers,
    by_special,
    previous_kind,
)

KINDS = {0: "mixed", 1: "all won", -1: "all lost"}
"""What the games before were, in words."""


def shares_and_steps(p: UsChessNumbers, case: Case) -> tuple[list[GameShare], tuple[Step, ...]]:
    """Return each game's share of the change before floors and limits, and the steps of the event.

    Where the opponents' ratings before the event are known beside their intermediate ratings, the steps tell
    both passes: what this player's opponents met, and by which ratings this player was rated in the end.
    """
    R0, N = float(case.before[RATING]), float(case.before[GAMES])
    rated = [counts(p.match, R0, N, game[EARLIER], game[SETTLED]) for game in case.faced]
    faced = case.faced[rated]
    if not len(faced):
        return [_unrated(R0, float(game[THEIRS])) for game in case.faced], ()
    kind = previous_kind(float(case.before[WINS]), float(case.before[DRAWS]), float(case.before[LOSSES]), N)
    N0 = effective_games(R0, N)
    steps = [
        Step(
            "effective games",
            N0,
            "N0 = min(N, N*)",
            f"min({N:g}, {n_star(R0):.4f})",
            SOURCE,
        )
    ]
    twice = bool((case.faced[:, EARLIER] != case.faced[:, THEIRS]).any())
    if twice:
        steps += _first_pass(p, case, faced, R0, N, N0, kind)
    if by_special(N, kind):
        shares, more = _by_special(R0, N0, kind, faced)
    else:
        shares, more = _by_standard(p, case.edition, R0, N0, faced)
    if twice:
        shares = [
            share._replace(steps=(_opponent_step(game), *share.steps))
            for share, game in zip(shares, faced, strict=True)
        ]
    rated_shares = iter(shares)
    shares = [
        next(rated_shares) if counted else _unrated(R0, float(game[THEIRS]))
        for game, counted in zip(case.faced, rated, strict=True)
    ]
    return shares, (*steps, *more)


def _opponent_step(game: Floats) -> Step:
    """Return by which rating the opponent of a game is met in the second pass."""
    words = f"after step 4, {game[EARLIER]:.4f} before it"
    return Step("opponent's intermediate rating", float(game[THEIRS]), words, source=SOURCE, unit="points")


def _first_pass(
    p: UsChessNumbers, case: Case, faced: Floats, R0: float, N: float, N0: float, kind: int
) -> list[Step]:
    """Return what the opponents meet of this player: the first estimate, the intermediate rating."""
    steps = []
    if N == 0.0:
        words = "the special formula with one effective game, against ratings before the event"
        estimate = float(case.before[ESTIMATE])
        steps.append(Step("first estimate", estimate, words, source=f"{SOURCE}, step 3", unit="points"))
    first = faced.copy()
    first[:, THEIRS] = faced[:, EARLIER]
    m = len(first)
    if by_special(N, kind):
        ratings = ", ".join(f"{game[THEIRS]:.4f}" for game in first)
        working = f"{first[:, SCORE].sum():g} of {m} against {ratings}"
        formula = "the special formula, against ratings before the event and first estimates"
    else:
        K, gain, extra = _standard(p, case.edition, R0, N0, first)
        surprise = gain / K
        working = f"{R0:.4f} + {K:.4f} · {surprise:.6f} + {extra:.4f}"
        formula = "R0 + K · (S − E) + bonus, against ratings before the event and first estimates"
    rating = float(case.before[AS_OPPONENT])
    return [*steps, Step("intermediate rating", rating, formula, working, f"{SOURCE}, step 4", "points")]


def _standard(
    p: UsChessNumbers, edition: int, R0: float, N0: float, faced: Floats
) -> tuple[float, float, float]:
    """Return K, K · (S − E) and the bonus of the standard formula."""
    m = len(faced)
    K = k_standard(p.dual, R0, N0, float(m))
    gain = K * math.fsum(float(game[SCORE]) - winning_expectancy(R0, float(game[THEIRS])) for game in faced)
    extra = 0.0 if p.match else bonus(EDITIONS[edition].threshold, gain, float(m), meetings(faced, 0, m))
    return K, gain, extra


def _unrated(R0: float, theirs: float) -> GameShare:
    reason = "a match is rated between established players at most 400 points apart"
    steps = (Step("not rated", reason, source=SOURCE), Step("change", 0.0))
    return GameShare(0.0, winning_expectancy(R0, theirs), steps)


def _by_standard(
    p: UsChessNumbers, edition: int, R0: float, N0: float, faced: Floats
) -> tuple[list[GameShare], tuple[Step, ...]]:
    """Return the shares K · (S − E) + bonus / m."""
    games = [(float(game[THEIRS]), float(game[SCORE])) for game in faced]
    m = len(games)
    K, gain, extra = _standard(p, edition, R0, N0, faced)
    expected = [winning_expectancy(R0, theirs) for theirs, _ in games]
    E = math.fsum(expected)
    S = math.fsum(score for _, score in games)
    rules = EDITIONS[edition]
    reduced = p.dual and R0 > 2200.0
    k_step = Step(
        "K",
        K,
        "200 / (N0 + m)"
        if reduced and R0 >= 2500.0
        else "800 · (6.5 − 0.0025 · R0) / (N0 + m)"
        if reduced
        else "800 / (N0 + m)",
        f"{'200' if reduced and R0 >= 2500.0 else '800'}"
        f"{f' · {6.5 - 0.0025 * R0:.4f}' if reduced and R0 < 2500.0 else ''} / ({N0:.4f} + {m})",
        SOURCE,
    )
    steps = [
        k_step,
        Step("gain", gain, "K · (S − E)", f"{K:.4f} · ({S:g} − {E:.5f})", SOURCE, "points"),
    ]
    if not p.match:
        steps.append(_bonus_step(extra, gain, m, rules.threshold, str(rules.name)))
    shares = []
    for (theirs, score), e in zip(games, expected, strict=True):
        value = K * (score - e) + extra / m
        formula, working = "K · (S − E)", f"{K:.4f} · ({score:g} − {e:.6f})"
        if extra:
            formula, working = f"{formula} + bonus / m", f"{working} + {extra:.4f} / {m}"
        change = Step("change", value, formula, working, unit="points")
        shares.append(GameShare(value, e, (expectancy_step(R0, theirs, e), k_step, change)))
    return shares, tuple(steps)


def _bonus_step(extra: float, gain: float, m: int, threshold: float, edition: str) -> Step:
    letters = "max(0, K · (S − E) − B · √max(m, 4))"
    if m < 3:
        return Step("bonus", extra, "none for fewer than 3 games", source=SOURCE, unit="points")
    if not extra and gain > threshold * math.sqrt(max(m, 4)):
        return Step("bonus", extra, "none where an opponent is met more than twice", source=SOURCE)
    working = f"max(0, {gain:.4f} − {threshold:g} · √{max(m, 4)})"
    return Step("bonus", extra, letters, working, f"{SOURCE}, {edition}", "points")


def _by_special(R0: float, N0: float, kind: int, faced: Floats) -> tuple[list[GameShare], tuple[Step, ...]]:
    """Return the shares of the special formula.

    Its prior games expect at R0 just what they scored, so f(R0) is Σ (PWe − S) of the event's games alone,
    and the change is those surprises times (R − R0) / −f(R0): a K-factor that belongs to this event.
    """
    m = len(faced)
    R = special(R0, N0, kind, faced, 0, m)
    here = excess(R0, R0, N0, kind, faced, 0, m)
    K = (R - R0) / -here if R != R0 and here else 0.0
    games = [(float(game[THEIRS]), float(game[SCORE])) for game in faced]
    score = math.fsum(score for _, score in games)
    before = f"{N0:.4f} effective games ({KINDS[kind]})" if N0 else "no games"
    limited = f", at most {HIGHEST_SPECIAL:g}" if R == HIGHEST_SPECIAL else ""
    solved = Step(
        "special formula",
        R,
        f"the rating that expects {score:g} of these {m} after {before}{limited}",
        source=SOURCE,
        unit="points",
    )
    k_step = Step("K of the event", K, "(R − R0) / Σ (S − PWe)", f"({R:.4f} − {R0:.4f}) / {-here:.6f}")
    shares = []
    for theirs, own in games:
        e = provisional_expectancy(R0, theirs)
        expected = Step(
            "expected score",
            e,
            "½ + (R0 − Ri) / 800, from 0 to 1",
            f"½ + ({R0:.10g} − {theirs:.10g}) / 800",
            SOURCE,
            digits=6,
        )
        value = K * (own - e)
        change = Step("change", value, "K · (S − PWe)", f"{K:.4f} · ({own:g} − {e:.6f})", unit="points")
        shares.append(GameShare(value, e, (expected, k_step, change)))
    return shares, (solved, k_step)


def expectancy_step(own: float, opponent: float, expected: float) -> Step:
    """Return how a person finds the winning expectancy."""
    working = f"1 / (1 + 10^(−({own:.10g} − {opponent:.10g}) / 400))"
    return Step("expected score", expected, "1 / (1 + 10^(−(R0 − Ri) / 400))", working, SOURCE, digits=6)
