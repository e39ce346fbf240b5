"""Models of a game with ties: the log-likelihood of a win, a tie and a loss, with its derivatives.

x is the difference of two strengths in natural units, with the advantage; η says how likely ties are.

* Bradley and Terry (1952), without ties: P(win) = 1 / (1 + e^−x); a tie counts as half a win, half a loss.
* Davidson (1970), *On extending the Bradley-Terry model to accommodate ties in paired comparison
  experiments*, JASA 65, 317-328: win : tie : loss as e^(x/2) : ν : e^(−x/2), with η = log ν. The expected
  score, win + ½ · tie, is all that the strengths see: their equations are Bradley and Terry's.
* Rao and Kupper (1967), *Ties in paired-comparison experiments*, JASA 62, 194-204: win 1 / (1 + e^(η − x)),
  loss 1 / (1 + e^(η + x)), the rest is a tie, with η = log θ ≥ 0.

Every function takes numbers or arrays alike, and counts (W wins, D ties, L losses) that may be weights.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class TieDerivatives(NamedTuple):
    """Derivatives of a log-likelihood, the second ones with their sign turned.

    Args:
        x: first, by x.
        xx: minus the second, by x twice.
        e: first, by η.
        ee: minus the second, by η twice.
        xe: minus the second, by x and η.
    """

    x: Any
    xx: Any
    e: Any
    ee: Any
    xe: Any


class Scores(NamedTuple):
    """First derivatives of the log-likelihood of one game, by how it ended.

    Args:
        win: by x, of a win.
        tie: by x, of a tie.
        loss: by x, of a loss.
        e_win: by η, of a win.
        e_tie: by η, of a tie.
        e_loss: by η, of a loss.
    """

    win: Any
    tie: Any
    loss: Any
    e_win: Any
    e_tie: Any
    e_loss: Any


def sigmoid(x: Any) -> Any:
    """Return 1 / (1 + e^−x) without overflow."""
    return 0.5 + 0.5 * np.tanh(0.5 * x)


def davidson_chances(x: Any, nu: float) -> tuple[Any, Any, Any]:
    """Return the probabilities of a win, a tie and a loss; ν = 0 knows no ties."""
    a = np.abs(x)
    weak, tie = np.exp(-a), nu * np.exp(-0.5 * a)
    total = 1.0 + weak + tie
    win, loss = np.where(x >= 0.0, 1.0, weak) / total, np.where(x >= 0.0, weak, 1.0) / total
    return win, tie / total, loss


def rao_kupper_chances(x: Any, theta: float) -> tuple[Any, Any, Any]:
    """Return the probabilities of a win, a tie and a loss; θ = 1 knows no ties."""
    eta = float(np.log(theta))
    win, loss = sigmoid(x - eta), sigmoid(-x - eta)
    return win, (theta * theta - 1.0) * win * loss, loss


def davidson(x: Any, nu: float, W: Any, D: Any, L: Any) -> TieDerivatives:
    """Return the slopes of Davidson's model; with ν = 0 of Bradley and Terry's, a tie as half a win."""
    win, tie, loss = davidson_chances(x, nu)
    n = W + D + L
    E = win + 0.5 * tie
    # a score's variance: of 1, 1/2 and 0
    variance = win * loss + 0.25 * tie * (1.0 - tie)
    return TieDerivatives(
        W + 0.5 * D - n * E,
        n * variance,
        D - n * tie,
        n * tie * (1.0 - tie),
        n * tie * (0.5 - E),
    )


def rao_kupper(x: Any, theta: float, W: Any, D: Any, L: Any) -> TieDerivatives:
    """Return the slopes of Rao and Kupper's model: two logistic curves, and a term of ties alone."""
    eta = float(np.log(theta))
    win, loss = sigmoid(x - eta), sigmoid(-x - eta)
    a, b = W + D, L + D
    u, v = win * (1.0 - win), loss * (1.0 - loss)
    square = theta * theta
    room = square - 1.0
    ties = 2.0 * square / room if room > 0.0 else 0.0
    bend = 4.0 * square / room**2 if room > 0.0 else 0.0
    return TieDerivatives(
        a * (1.0 - win) - b * (1.0 - loss),
        a * u + b * v,
        D * ties - a * (1.0 - win) - b * (1.0 - loss),
        D * bend + a * u + b * v,
        b * v - a * u,
    )


def likelihood(model: str, x: Any, parameter: float, W: Any, D: Any, L: Any) -> float:
    """Return the log-likelihood of the counts."""
    chances = rao_kupper_chances if model == "rao-kupper" else davidson_chances
    win, tie, loss = chances(x, parameter)
    if model == "none-as-half":
        W, D, L = W + 0.5 * D, 0.0 * D, L + 0.5 * D
    tiny = 1e-300
    total = np.where(W > 0, W * np.log(np.maximum(win, tiny)), 0.0)
    total = total + np.where(L > 0, L * np.log(np.maximum(loss, tiny)), 0.0)
    total = total + np.where(D > 0, D * np.log(np.maximum(tie, tiny)), 0.0)
    return float(np.sum(total))


def slopes(model: str, x: Any, parameter: float, W: Any, D: Any, L: Any) -> TieDerivatives:
    """Return the slopes under a model by its name; ``none-as-half`` has no η."""
    if model == "rao-kupper":
        return rao_kupper(x, parameter, W, D, L)
    return davidson(x, 0.0 if model == "none-as-half" else parameter, W, D, L)


def scores(model: str, x: Any, parameter: float) -> Scores:
    """Return the slopes of a single game under a model; those of :func:`slopes` are their sums."""
    if model == "rao-kupper":
        win, _, loss = rao_kupper_chances(x, parameter)
        room = parameter * parameter - 1.0
        ties = 2.0 * parameter * parameter / room if room > 0.0 else 0.0
        return Scores(
            1.0 - win, loss - win, loss - 1.0, win - 1.0, ties - (1.0 - win) - (1.0 - loss), loss - 1.0
        )
    win, tie, _ = davidson_chances(x, 0.0 if model == "none-as-half" else parameter)
    E = win + 0.5 * tie
    return Scores(1.0 - E, 0.5 - E, -E, -tie, 1.0 - tie, -tie)
