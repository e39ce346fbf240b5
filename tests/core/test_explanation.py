"""A calculation as lines and as JSON."""

from __future__ import annotations

import json

from arpad.core import Explanation, Step

STEP = Step(
    "expected score",
    0.24025307,
    "1 / (1 + 10^((Rb − Ra) / 400))",
    "1 / (1 + 10^(200 / 400))",
    source="Elo 1978, ch. 8",
)
GAME = Explanation(
    "game", -2.4025307, (STEP, Step("K", 10.0, digits=0)), unit="points", facts={"opponent": "Wojtaszek"}
)
WHOLE = Explanation("Faber", -2.4025307, parts=(GAME,), terms=True)


def test_a_step_as_a_line() -> None:
    assert STEP.line() == (
        "expected score: 1 / (1 + 10^((Rb − Ra) / 400)) = 1 / (1 + 10^(200 / 400)) = 0.2403"
        "   [Elo 1978, ch. 8]"
    )
    assert Step("K", 10.0, digits=0, unit="points").line() == "K: 10 points"
    assert Step("row", "6th").line() == "row: 6th"


def test_the_tree_as_lines() -> None:
    assert list(WHOLE.lines()) == [
        "Faber: -2.4025",
        "  game: -2.4025 points",
        f"    {STEP.line()}",
        "    K: 10",
    ]


def test_as_json() -> None:
    told = json.loads(json.dumps(WHOLE.as_dict()))
    assert told == {
        "label": "Faber",
        "value": -2.4025307,
        "terms": True,
        "parts": [
            {
                "label": "game",
                "value": -2.4025307,
                "unit": "points",
                "opponent": "Wojtaszek",
                "steps": [
                    {
                        "label": "expected score",
                        "value": 0.24025307,
                        "formula": "1 / (1 + 10^((Rb − Ra) / 400))",
                        "working": "1 / (1 + 10^(200 / 400))",
                        "source": "Elo 1978, ch. 8",
                    },
                    {"label": "K", "value": 10.0},
                ],
            }
        ],
    }
