"""What a queue is told to do: by which rule, in sides of how many, by whose ratings, for how long."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from arpad.core import BadInput
from arpad.rulebooks.online.matchmaking import MatchRule, rule_of

MOST_ATTRIBUTES = 8
"""Of a ticket, and attributes that must be the same."""


@dataclass(frozen=True)
class QueueSettings:
    """What a queue is told to do.

    Args:
        rule: with its settings, as ``window,width=50,widening=2``.
        size: players of a side.
        party: the most players of one ticket.
        pool: whose ratings are used; empty where every ticket brings its own.
        alike: attributes that must be the same, with the wait in seconds after which they may differ; None
            for never.
        patience: seconds after which a ticket expires that was not matched.
        every: seconds between two rounds; 0 where rounds are only made when a program asks for one.
        placement: a player with fewer games in the pool than this is being placed.
        placement_deviation: the least deviation, in points, with which such a player is matched.
        rating: in points, of who has none in the pool, where the pool's system does not say.
        deviation: the same of the deviation.
        open: whether new tickets are taken.

    Raises:
        BadInput: a number is out of its range, or there is no such rule.
    """

    rule: str = "window"
    size: int = 1
    party: int = 1
    pool: str = ""
    alike: Mapping[str, float | None] = field(default_factory=dict, hash=False)
    patience: float = 600.0
    every: float = 1.0
    placement: int = 0
    placement_deviation: float = 350.0
    rating: float = 1500.0
    deviation: float = 350.0
    open: bool = True

    def __post_init__(self) -> None:
        rule_of(self.rule)
        ranges: dict[str, tuple[float, float]] = {
            "size": (1, 50),
            "party": (1, self.size),
            "patience": (1.0, 86_400.0),
            "every": (0.0, 3_600.0),
            "placement": (0, 1_000),
            "placement_deviation": (0.0, 10_000.0),
            "rating": (-1e6, 1e6),
            "deviation": (0.0, 10_000.0),
        }
        for name, (low, high) in ranges.items():
            value = float(getattr(self, name))
            if not low <= value <= high:  # which refuses what is not a number, too
                raise _refused(f"{name} is {value:g}; it must be from {low:g} to {high:g}")
        if 0.0 < self.every < 0.1:
            raise _refused("rounds are at least 0.1 seconds apart")
        if len(self.alike) > MOST_ATTRIBUTES:
            raise _refused(f"more than {MOST_ATTRIBUTES} attributes must be the same")
        for name, until in self.alike.items():
            if not 0 < len(name) <= 50 or (until is not None and not 0.0 <= until <= 86_400.0):
                raise _refused(
                    f"the wait after which {name[:50]!r} may differ is not from 0 to 86400 seconds"
                )

    @property
    def rules(self) -> MatchRule:
        """Who may meet whom, and who is preferred."""
        return rule_of(self.rule)

    @property
    def alike_until(self) -> dict[str, float]:
        """As the rules of matching take it: infinite for never."""
        return {name: math.inf if until is None else until for name, until in self.alike.items()}

    def text(self) -> str:
        """Return the settings as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> QueueSettings:
        """Return the settings of :meth:`text`."""
        return cls(**json.loads(text))


def _refused(problem: str) -> BadInput:
    return BadInput(problem, code="queue.settings")
