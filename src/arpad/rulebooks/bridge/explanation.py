"""A session as a person calculates it: the expected result, its variance, and whose share the surprise is."""

from __future__ import annotations

import math

from arpad.core import Explanation, Step
from arpad.ratings.model import Meeting, Rating
from arpad.rulebooks.bridge.posterior import BridgeNumbers, forecast, gain, news


def change_explanation(
    p: BridgeNumbers,
    method: str,
    session: Meeting,
    laid_out: tuple[list[float], list[float], list[float]],
    at: int,
    seen: tuple[float, float],
    after: Rating,
) -> Explanation:
    """Return the explanation of one player's change.

    Args:
        p: the system's numbers.
        method: how it finds the posterior.
        session: the session, with the ratings before it.
        laid_out: ratings, variances and signed shares of all players.
        at: which of them is explained.
        seen: the result and who won, as the kernels take them.
        after: the player's rating after it.
    """
    R, s2, a = laid_out
    S, won = seen
    n, w = len(R), session.weight
    change = after.value - R[at]
    ES, V = forecast(p, R, s2, a, n, w or 1.0)
    surprise, _ = news(p, ES, V, S, won)
    lead = " ".join(f"{sign:+g} · {rating:.4f}" for sign, rating in zip(a, R, strict=True))
    spread = " + ".join(f"{math.sqrt(v):.4f}²" for v in s2)
    steps = [
        Step("expected result ES", ES, "S0 + k · Σ a · R", f"{p.s0:g} + {p.k:.6g} · ({lead})", "Ioffe (9)"),
        _surprise(p, S, ES, surprise, won),
    ]
    if method == "elo":
        formula, working = "a · K · (S − ES)", f"{a[at]:+g} · {p.K:.6f} · {surprise:+.4f}"
        if w != 1.0:
            formula, working = f"{formula} · w", f"{working} · {w:g}"
        steps.append(Step("change", change, formula, working, "Ioffe (10)", "points"))
    else:
        factor = gain(p, a[at], s2[at], V)
        noise = f"{math.sqrt(p.noise):g}²" + (f" / {w:g}" if w != 1.0 else "")
        steps.append(
            Step("variance V of the result", V, "s1² + k² · Σ s²", f"{noise} + {p.k:.6g}² · ({spread})")
        )
        steps.append(_split(session, s2, a, at))
        formula = "a · k · s² / V"
        working = f"{a[at]:+g} · {p.k:.6g} · {math.sqrt(s2[at]):.4f}² / {V:.4f}"
        steps.append(Step("points per unit of the result", factor, formula, working, "Ioffe (12)", digits=6))
        deviation = after.deviation or 0.0
        steps.append(Step("new deviation", deviation, "√(s² − a² · k² · s⁴ / V)", unit="points"))
        formula, working = "a · k · s² / V · (S − ES)", f"{factor:.6f} · {surprise:+.4f}"
        if method != "closed":
            formula, working = (
                f"the integral (12), by {method}",
                f"in closed form {factor * surprise:+.4f}",
            )
        steps.append(Step("change", change, formula, working, "Ioffe (12)", "points"))
    score = 0.5 + 0.5 * won * a[at] / abs(a[at]) if a[at] else 0.5
    first = 0.5 * math.erfc((p.s0 - ES) / math.sqrt(V) / math.sqrt(2.0))
    others = session.sides[1 - session.side]
    facts = {
        **session.facts,
        "opponent_rating": math.fsum(other.value for other in others) / len(others),
        "expected": first if session.side == 0 else 1.0 - first,
        "score": score,
        "expected_result": ES,
    }
    if not math.isnan(S):
        facts["result"] = S
    return Explanation("game", change, tuple(steps), facts=facts, unit="points")


def _surprise(p: BridgeNumbers, S: float, ES: float, surprise: float, won: float) -> Step:
    """Return the result less what was expected of it."""
    if not math.isnan(S):
        return Step("result above it, S − ES", surprise, "S − ES", f"{S:g} − {ES:.4f}")
    if won == 0.0:
        return Step("result above it, S − ES", surprise, "S0 − ES", f"{p.s0:g} − {ES:.4f}")
    side = "S > S0" if won > 0.0 else "S < S0"
    return Step("result above it, of the winner only", surprise, f"E[S | {side}] − ES")


def _split(session: Meeting, s2: list[float], a: list[float], at: int) -> Step:
    """Return which part of the pair's gain is the player's: that of the player's variance in the pair's."""
    start = 0 if session.side == 0 else len(session.sides[0])
    pair = range(start, start + len(session.sides[session.side]))
    total = math.fsum(abs(a[i]) * s2[i] for i in pair)
    share = abs(a[at]) * s2[at] / total if total > 0.0 else 0.0
    names = str(session.facts.get("side", "")).split("+")
    shown = [f"{names[i - start]} " if len(names) == len(pair) else "" for i in pair]
    parts = ", ".join(f"{name}{math.sqrt(s2[i]):.4f}²" for name, i in zip(shown, pair, strict=True))
    formula = "|a| · s² / Σ |a| · s² within the pair: the less sure a rating is, the more it takes"
    return Step("part of the side's gain", share, formula, parts)
