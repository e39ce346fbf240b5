"""Rounds that were not played: articles 15 and 16 of C.07, and the virtual opponent of before 2023."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arpad.core import Step, worded
from arpad.rulebooks.fide.tiebreaks.editions import EDITIONS, TieBreakEdition
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import number_text

REQUESTED = frozenset({Result.HALF_BYE, Result.ZERO_BYE})
"""Byes that were asked for; every round after a withdrawal, and before an arrival, is one (16.1.1)."""

VOLUNTARY = REQUESTED | {Result.FORFEIT_LOSS}
"""Rounds in which a participant was not available to play (16.1.2)."""


@dataclass(frozen=True)
class CountedOpponent:
    """Whom a round counts as played against.

    Args:
        line: the round.
        score: the opponent's score for the tie-break.
        steps: how that came about, where it is not simply the score.
        voluntary: whether the round is a voluntary unplayed one.
    """

    line: ScoreLine
    score: Fraction
    steps: tuple[Step, ...] = ()
    voluntary: bool = False


def rules_of(table: ScoreTable) -> TieBreakEdition:
    """Return the edition that a table is reckoned by."""
    return table.rules if isinstance(table.rules, TieBreakEdition) else EDITIONS[-1]


def as_games(table: ScoreTable, forfeits: bool = False) -> bool:
    """Tell whether forfeits are as games played, and rounds without an opponent no rounds (15.2)."""
    return table.predetermined or forfeits


def category(table: ScoreTable, number: int, at: int) -> str:
    """Return the article that an unplayed round falls under, ``16.2.1`` to ``16.2.5``.

    Who is paired for a game that is still to come has not left.
    """
    history = table.tournament.history[number]
    result = history[at - 1].result
    if result is Result.FORFEIT_WIN:
        return "16.2.2"
    if result is Result.FORFEIT_LOSS:
        return "16.2.4"
    if result not in REQUESTED:
        return "16.2.1"
    return "16.2.3" if any(entry.result not in VOLUNTARY for entry in history[at:]) else "16.2.5"


def adjusted(table: ScoreTable, number: int) -> tuple[Fraction, tuple[Step, ...]]:
    """Return a participant's score as their opponents' tie-breaks count it (16.3), and why it differs."""
    return table.once(("adjusted", number), lambda: _adjusted(table, number))


def _adjusted(table: ScoreTable, number: int) -> tuple[Fraction, tuple[Step, ...]]:
    score = table.scores[number]
    if table.predetermined:
        return score, ()
    virtual = rules_of(table).dummy == "virtual"
    draw = table.worth(Result.DRAW)
    change, rounds = Fraction(0), []
    for line in table.lines[number]:
        if line.played or not (virtual or category(table, number, line.at) == "16.2.5"):
            continue
        if line.points != draw:
            change += draw - line.points
            rounds.append(str(line.at))
    if not rounds:
        return score, ()
    source = "C.02, 13: unplayed games count as draws" if virtual else "C.07, 16.3.2"
    what = f"round{'s' if len(rounds) > 1 else ''} {', '.join(rounds)} as drawn"
    working = f"{number_text(score)} {'+' if change >= 0 else '−'} {number_text(abs(change))}"
    step = Step("adjusted score", float(score + change), what, working, source, digits=2)
    return score + change, (step,)


def opponents(table: ScoreTable, number: int, forfeits: bool = False) -> tuple[CountedOpponent, ...]:
    """Return whom every round counts as played against (16.4), real opponents and dummies.

    Args:
        table: the tournament.
        number: whose rounds.
        forfeits: whether forfeits count as games.
    """
    return table.once(("opponents", number, forfeits), lambda: _opponents(table, number, forfeits))


def _opponents(table: ScoreTable, number: int, forfeits: bool) -> tuple[CountedOpponent, ...]:
    opponents = []
    for line in table.lines[number]:
        if line.played or (as_games(table, forfeits) and line.opponent):
            opponents.append(CountedOpponent(line, *adjusted(table, line.opponent)))
        elif not table.predetermined:
            score, steps = _dummy(table, number, line)
            opponents.append(CountedOpponent(line, score, steps, line.result in VOLUNTARY))
    return tuple(opponents)


def _dummy(table: ScoreTable, number: int, line: ScoreLine) -> tuple[Fraction, tuple[Step, ...]]:
    rules = rules_of(table)
    own = table.scores[number]
    if rules.dummy == "virtual":
        return _virtual(table, number, line)
    article = category(table, number, line.at)
    score = own
    steps = [
        Step(
            "dummy",
            float(own),
            worded("own score, {article}", article=article),
            source="C.07, 16.4",
            digits=2,
        )
    ]
    if rules.dummy == "capped":
        if line.opponent:
            cap, why = adjusted(table, line.opponent)
            what = worded("adjusted score of {name}", name=table.name(line.opponent))
            source = "C.07, 16.4.1"
        else:
            rounds = table.planned if rules.cap_rounds == "announced" else table.rounds
            cap, why = table.worth(Result.DRAW) * rounds, ()
            what = worded("a draw in each of {rounds} rounds", rounds=rounds)
            source = "C.07, 16.4.2"
        if cap < own:
            score = cap
            steps += [*why, Step("at most", float(cap), what, source=source, digits=2)]
    return score, tuple(steps)


def _virtual(table: ScoreTable, number: int, line: ScoreLine) -> tuple[Fraction, tuple[Step, ...]]:
    before = sum((other.points for other in table.lines[number] if other.at < line.at), Fraction(0))
    win, draw = table.worth(Result.WIN), table.worth(Result.DRAW)
    rest = table.rounds - line.at
    score = before + (win - line.points) + draw * rest
    rise = f"({number_text(win)} − {number_text(line.points)})"
    working = f"{number_text(before)} + {rise} + {number_text(draw)} × {rest}"
    formula = "score before the round + (1 − result) + ½ × (rounds − round)"
    return score, (Step("virtual opponent", float(score), formula, working, "C.02, 13", digits=2),)
