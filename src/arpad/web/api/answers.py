"""What is answered to posted games: written at once as JSON, since there may be ten thousand."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, Field

from arpad.office.pools.explaining import expected_scores
from arpad.office.pools.games import PoolGames
from arpad.office.pools.posting import Posted

NAMES = ("rating", "deviation", "volatility")
"""What tells a player's rating, as far as a system has it."""


class Numbers(BaseModel):
    """A player's rating at a moment."""

    rating: float = Field(description="In points.", examples=[1500.0])
    deviation: float | None = Field(None, description="In points, where the system has deviations.")
    volatility: float | None = Field(None, description="Where the system has volatilities.")


class StepShown(BaseModel):
    """A step of a calculation."""

    label: str
    value: Any
    formula: str = ""
    working: str = ""
    source: str = Field("", description="The article or equation.")
    unit: str = ""
    note: str = ""


class ExplanationShown(BaseModel):
    """How a number came out; further facts of a part stand beside these, such as the opponent."""

    label: str
    value: float | None = None
    outcome: str | None = None
    unit: str = ""
    steps: list[StepShown] = Field(default_factory=list)
    parts: list[ExplanationShown] = Field(default_factory=list)
    terms: bool | None = Field(None, description="Whether the values of the parts add up to the value.")


class SideShown(BaseModel):
    """What a game made of a player's rating."""

    player: str = Field(examples=["Ann"])
    before: Numbers
    after: Numbers
    explanation: ExplanationShown | None = Field(None, description="Where it was asked for.")


class GameShown(BaseModel):
    """A game that was rated."""

    number: int = Field(description="Of the game in the pool.", examples=[17])
    expected: float = Field(description="The expected score of the first player.", examples=[0.64])
    first: SideShown
    second: SideShown


class PostedShown(BaseModel):
    """What became of a posting."""

    number: int = Field(description="Of its first game in the pool; the others follow.", examples=[17])
    count: int = Field(description="How many games it has.", examples=[1])
    repeated: bool = Field(description="Whether it was posted before, and nothing was rated now.")
    games: list[GameShown] | None = Field(None, description="The games; null where they were not asked for.")


def games_shown(batch: PoolGames, posted: Posted) -> list[dict[str, Any]]:
    """Return games as they are answered; see :class:`GameShown`."""
    rules = posted.rules
    assert rules is not None
    ratings = posted.game_ratings
    expected = expected_scores(rules, batch, ratings.before).tolist()
    names = NAMES[: posted.columns]
    shown = []
    rows = zip(
        batch.first, batch.second, expected, ratings.before.tolist(), ratings.after.tolist(), strict=True
    )
    for at, (first, second, score, before, after) in enumerate(rows):
        sides = [
            {
                "player": rules.named(player),
                "before": dict(zip(names, before[side], strict=True)),
                "after": dict(zip(names, after[side], strict=True)),
            }
            for side, player in enumerate((first, second))
        ]
        shown.append({"number": posted.number + at, "expected": score, "first": sides[0], "second": sides[1]})
    for row, meeting in zip(shown, posted.rating_inputs, strict=False):
        for name, explanation in zip(("first", "second"), meeting.explained(), strict=True):
            row[name]["explanation"] = explanation.as_dict()
    return shown


def answer(batch: PoolGames, posted: Posted, detail: str) -> bytes:
    """Return what is answered to a posting, as JSON.

    Args:
        batch: its games.
        posted: what became of it.
        detail: ``games``, or ``number``.
    """
    fields: dict[str, Any] = {
        "number": posted.number,
        "count": len(batch.first),
        "repeated": posted.repeated,
        "games": games_shown(batch, posted) if detail == "games" else None,
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
