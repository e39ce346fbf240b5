"""Rules of matching beside each other, on the same players with the same first arrivals."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.core import BadInput
from arpad.core.waiting import shared
from arpad.lab.matchmaking.queueing import Queue, Watched, watched
from arpad.lab.population.study import Floats, Mean
from arpad.rulebooks.online.matchmaking import RULES, MatchRule, rule_of

if TYPE_CHECKING:
    import polars as pl

MEASURES = ("wait", "late", "uneven", "favourite", "error", "games")
"""The numbers of :class:`arpad.lab.matchmaking.queueing.Watched` that have a mean and an interval."""

MOST_RUNS = 1000


@dataclass(frozen=True, eq=False)
class RuleJudged:
    """A rule and what was seen of the queues under it.

    Args:
        rule: of matching.
        queues: what was seen of each.
    """

    rule: MatchRule
    queues: tuple[Watched, ...]

    @cached_property
    def figures(self) -> dict[str, Mean]:
        """The means over the queues, by :data:`MEASURES`."""
        return {name: Mean.of(np.array([getattr(queue, name) for queue in self.queues])) for name in MEASURES}

    @cached_property
    def learning(self) -> Floats:
        """The error of the ratings after each tenth of the time."""
        return np.asarray(np.mean([queue.learning for queue in self.queues], axis=0), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Matchmaking:
    """What rules of matching are worth.

    Args:
        queue: the queue.
        rules: with their numbers.
        runs: how many queues were simulated for each.
        seed: of the first.
    """

    queue: Queue
    rules: tuple[RuleJudged, ...]
    runs: int
    seed: int

    @cached_property
    def table(self) -> pl.DataFrame:
        """The numbers: ``rule``, and for each measure its mean, ``…_low`` and ``…_high``."""
        import polars as pl

        rows = []
        for judged in self.rules:
            row: dict[str, Any] = {"rule": judged.rule.label}
            for name, figure in judged.figures.items():
                row |= {name: figure.mean, f"{name}_low": figure.low, f"{name}_high": figure.high}
            rows.append(row)
        return pl.DataFrame(rows)

    def difference(self, measure: str, index: int, other: int) -> Mean:
        """Return how much more a measure is under one rule than under another, queue by queue."""
        pair = zip(self.rules[index].queues, self.rules[other].queues, strict=True)
        return Mean.of(np.array([getattr(a, measure) - getattr(b, measure) for a, b in pair]))

    @property
    def memo(self) -> list[str]:
        """Which rule is best at what; named only where the interval of the difference says so."""
        if len(self.rules) < 2:
            return []
        questions = {
            "wait": "lets players wait least",
            "favourite": "makes the most even games",
            "error": "makes ratings true soonest",
        }
        sentences = []
        for measure, words in questions.items():
            order = sorted(range(len(self.rules)), key=lambda at: self.rules[at].figures[measure].mean)
            apart = self.difference(measure, order[0], order[1])
            names = [self.rules[at].rule.label for at in order[:2]]
            if apart.high < 0.0:
                sentences.append(f"{names[0]} {words}.")
            else:
                sentences.append(f"No rule {words} measurably: {names[0]} and {names[1]} do not differ.")
        return sentences

    def as_json(self) -> dict[str, Any]:
        """Return the whole study as a document."""
        return {
            "queue": dataclasses.asdict(self.queue),
            "runs": self.runs,
            "seed": self.seed,
            "rules": [
                {
                    "rule": judged.rule.name,
                    "label": judged.rule.label,
                    "settings": dataclasses.asdict(judged.rule),
                    **{
                        name: {
                            key: value if math.isfinite(value) else None
                            for key, value in figure._asdict().items()
                        }
                        for name, figure in judged.figures.items()
                    },
                    "learning": judged.learning.tolist(),
                }
                for judged in self.rules
            ],
            "memo": self.memo,
        }


def matchmaking(
    queue: Queue | None = None,
    rules: Sequence[str | MatchRule] | None = None,
    *,
    runs: int = 5,
    seed: int = 1,
) -> Matchmaking:
    """Simulate an online queue under rules of matching, and judge them.

    Args:
        queue: the queue.
        rules: by name with their settings (``"window,width=50"``), or made; all if not given.
        runs: how many queues are simulated for each; intervals come from their differences.
        seed: of the first queue.

    Raises:
        BadInput: a name or a number is not valid, or a rule matches nobody.
    """
    queue = queue or Queue()
    if not 1 <= runs <= MOST_RUNS:
        raise BadInput(f"{runs} queues cannot be simulated", remedy=f"Give 1 to {MOST_RUNS}.")
    match_rules = [
        rule_of(each) if isinstance(each, str) else each for each in (RULES if rules is None else rules)
    ]
    if not match_rules:
        raise BadInput("no rule of matching is given")
    parts = [(rule, number) for rule in match_rules for number in range(seed, seed + runs)]
    seen = shared(lambda part: watched(queue, *part), parts)
    judged_rules = tuple(
        RuleJudged(rule, tuple(seen[at * runs : (at + 1) * runs])) for at, rule in enumerate(match_rules)
    )
    return Matchmaking(queue, judged_rules, runs, seed)
