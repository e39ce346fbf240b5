"""``arpad formats``: what is asked for, what is printed, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

Json = Callable[..., Any]
Run = Callable[..., Result]

FEW = ("--tournaments", "20")


def test_all_formats_that_fit(run: Run, run_json: Json) -> None:
    found = run_json("formats", "--players", "8", *FEW)
    assert [one["label"] for one in found["formats"]] == [
        "the ratings, without a game",
        "league",
        "knockout, seeded",
        "knockout, drawn",
        "double elimination, seeded",
        "2 groups, 2 of each to a knockout",
        "Swiss, 5 rounds, fold",
        "Swiss, 5 rounds, random",
        "Swiss, 5 rounds, adjacent",
        "Swiss, 5 rounds, nearest",
        "McMahon, 5 rounds, random",
    ]
    league = found["formats"][1]
    assert league["games"] == {"mean": 28.0, "low": 28.0, "high": 28.0}
    assert league["settings"] == {"legs": 1}
    text = run("formats", "--players", "8", *FEW).stdout
    assert "8 players, true strengths with a standard deviation of 200 points; ratings err by 50." in text
    assert "Best wins: how often the strongest player is first." in text
    for sentence in found["advice"]:
        assert sentence in text


def test_how_many_rounds(run_json: Json) -> None:
    found = run_json("formats", "--players", "8", "--rounds", "3:6", "--tournaments", "60")
    assert [one["label"] for one in found["formats"]] == [
        "the ratings, without a game",
        "league",
        *(f"Swiss, {rounds} rounds, fold" for rounds in (3, 4, 5, 6)),
    ]
    assert any("of the league's rank correlation" in sentence for sentence in found["advice"])


def test_formats_with_settings_and_known_strengths(run_json: Json) -> None:
    found = run_json(
        "formats", "--strengths", "2100,2050,1990,1850", "--noise", "0", "--format", "swiss,rule=random",
        "--format", "knockout,seeded=no,best_of=3", "--rounds", "2", "--draws", "0.3", *FEW,
    )  # fmt: skip
    assert [one["format"] for one in found["formats"]] == ["swiss", "knockout"]
    assert found["formats"][0]["settings"] == {"rounds": 2, "rule": "random"}
    assert (found["strengths"], found["spread"]) == ([2100.0, 2050.0, 1990.0, 1850.0], None)


def test_another_seed_draws_other_tournaments(run_json: Json) -> None:
    asked = ("formats", "--players", "6", "--format", "league", *FEW)
    assert run_json(*asked) == run_json(*asked, "--seed", "1") != run_json(*asked, "--seed", "2")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "the players are given by --players N or by --strengths"),
        (("--players", "8", "--strengths", "1,2"), "by --players N or by --strengths"),
        (("--players", "1"), "a tournament of 1 player cannot be simulated"),
        (("--players", "3000"), "a tournament of 3,000 players cannot be simulated"),
        (("--strengths", "2000;1900"), "--strengths 2000;1900 cannot be read"),
        (("--strengths", "2000,nan"), "a strength is not a finite number"),
        (("--players", "8", "--rounds", "5-9"), "--rounds 5-9 cannot be read"),
        (("--players", "8", "--rounds", "9:5"), "--rounds 9:5 cannot be read"),
        (("--players", "8", "--rounds", "8"), "8 players cannot play 8 rounds"),
        (("--players", "8", "--spread", "-1"), "spread is -1"),
        (("--players", "8", "--noise", "nan"), "noise is nan"),
        (("--players", "8", "--draws", "0.6"), "draws is 0.6"),
        (("--players", "8", "--scale", "0"), "scale is 0"),
        (("--players", "8", "--tournaments", "0"), "0 tournaments cannot be simulated"),
        (("--players", "8", "--top", "0"), "top is 0"),
        (("--players", "8", "--format", "ladder"), "no format is called 'ladder'"),
    ],
)
def test_what_cannot_be_simulated_is_refused(run: Run, words: tuple[str, ...], told: str) -> None:
    refused = (
        run("formats", *words, *FEW, code=2)
        if "--tournaments" not in words
        else run("formats", *words, code=2)
    )
    assert told in refused.stderr
