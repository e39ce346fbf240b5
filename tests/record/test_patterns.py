"""Patterns that mislead ratings are found where they are, and not where they are not."""

from __future__ import annotations

import numpy as np
import pytest

import arpad
from arpad.record import Games
from arpad.record.survey.patterns import patterns_of
from lab_records import synthetic


def codes(games: Games) -> list[str]:
    return [finding.code for finding in patterns_of(games)]


def test_an_ordinary_record_has_none() -> None:
    for seed in range(5):
        assert codes(synthetic(800, 30, seed)) == []
        assert codes(synthetic(400, 12, seed, home=200.0)) == []


def test_winners_listed_first() -> None:
    games = synthetic(200, 20)
    one = np.where(games.score > 0.5, games.first, games.second)
    two = np.where(games.score > 0.5, games.second, games.first)
    (found,) = patterns_of(Games(games.players, one, two, np.ones(200)))
    assert found.code == "winner-first"
    assert "the first side won 200 of 200 decisive games" in found.problem
    few = Games(games.players, one[:19], two[:19], np.ones(19))
    assert "winner-first" not in codes(few)


def test_one_sided_results_and_farming() -> None:
    # Z beats X 25 times; X also beats nobody else; the others play as usual.
    rows = synthetic(300, 10).to_frame().select("first", "second", "score").rows()
    rows += [("Z", "X", 1.0), ("X", "Z", 0.0)] * 12 + [("p0", "Z", 0.5), ("p0", "X", 1.0)]
    games = Games.from_arrays(*zip(*rows, strict=True))
    found = {finding.code: finding for finding in patterns_of(games)}
    assert found.keys() == {"one-sided", "farming"}
    assert found["one-sided"].problem == "1 player lost all of 10 games and more"
    assert [place.game for place in found["one-sided"].places] == ["X: 25 games, all lost"]
    assert [place.game for place in found["farming"].places] == ["Z: 24 of 25 games"]
    # Who meets the same opponent as often, and scores eight of ten, farms nobody.
    honest = [("Z", "X", 1.0)] * 20 + [("Z", "X", 0.0)] * 5
    assert "farming" not in codes(Games.from_arrays(*zip(*honest, strict=True)))


@pytest.mark.parametrize(
    ("players", "across", "said"),
    # ± 1.96 · (400 / ln 10) / √(n · ¼): the error of a difference of logits from n even games
    [(30, 4, "4 games lie|340"), (150, 4, "4 games lie|340"), (30, 1, "1 game lies|681")],
)
def test_pools_that_hardly_meet(players: int, across: int, said: str) -> None:
    # Two pools of players, 40 games for each player inside, and few games across.
    one, two = synthetic(20 * players, players, 1), synthetic(20 * players, players, 2)
    names = [f"a{at}" for at in range(players)] + [f"b{at}" for at in range(players)]
    first = np.concatenate([one.first, two.first + players, np.arange(across)])
    second = np.concatenate([one.second, two.second + players, np.arange(across) + players])
    score = np.concatenate([one.score, two.score, np.arange(across) % 2])
    games = Games(arpad.Players(names), first.astype(np.int32), second.astype(np.int32), score)
    found = {finding.code: finding for finding in patterns_of(games)}["pools-hardly-meet"]
    assert found.count == across
    lie, uncertain = said.split("|")
    assert f"{lie} between them" in found.problem
    assert f"uncertain by about {uncertain} points" in found.problem
    groups = [place.game for place in found.places]
    assert sorted(group.split(": ")[0] for group in groups) == [f"{players} players"] * 2
    assert {group.split(": ")[1][0] for group in groups} == {"a", "b"}


def test_the_look_has_them(tmp_path: object) -> None:
    games = Games.from_arrays(["A"] * 25, ["B"] * 25, [1] * 25)
    assert [finding.code for finding in arpad.look(games).findings][-3:] == [
        "winner-first",
        "one-sided",
        "farming",
    ]
