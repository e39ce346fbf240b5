"""Results of contests of which less is better: strokes, faults and penalties; and where nobody says it."""

from __future__ import annotations

from pathlib import Path

import pytest

import arpad
from arpad.record.columns.direction import Direction, direction_of

ROWS = [
    ("A", "Ann", 70),
    ("A", "Bob", 72),
    ("A", "Cid", 71),
    ("B", "Ann", 69),
    ("B", "Bob", 75),
    ("B", "Cid", 70),
]
BEST = ["Ann", "Cid", "Bob"]


def table(tmp_path: Path, header: str, more: str = "") -> Path:
    path = tmp_path / "contests.csv"
    lines = [header, *(f"{contest},{player},{made}{more}" for contest, player, made in ROWS)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def order(contests: arpad.Contests) -> list[str]:
    """Return the players of the first contest, the best first."""
    names = [contests.players.names[player] for player in contests.member[:3]]
    return [name for _, name in sorted(zip(contests.place[:3].tolist(), names, strict=True))]


@pytest.mark.parametrize(
    "header",
    [
        "tournament,player,strokes",
        "tournament,golfer,Total strokes",
        "Wettkampf,Reiter,Fehlerpunkte",
        "race,rider,penalty points",
        "contest,player,errors",
        "course,cavalier,fautes",
        "wedstrijd,speler,strafpunten",
    ],
)
def test_less_is_better(header: str, tmp_path: Path) -> None:
    contests = arpad.read_contests(table(tmp_path, header))
    assert order(contests) == BEST
    assert any(note.endswith("is better") and ": less of" in note for note in contests.source.notes)


@pytest.mark.parametrize("header", ["game,player,points", "tournament,player,score", "event,name,prize"])
def test_more_is_better(header: str, tmp_path: Path) -> None:
    contests = arpad.read_contests(table(tmp_path, header))
    assert order(contests) == BEST[::-1]


@pytest.mark.parametrize("beside", ["par", "birdies", "holes"])
def test_the_score_of_golf_is_asked_about(beside: str, tmp_path: Path) -> None:
    path = table(tmp_path, f"tournament,player,score,{beside}", ",72")
    with pytest.raises(arpad.BadInput, match="whether more or less of 'score' is better") as caught:
        arpad.read_contests(path)
    assert caught.value.code == "columns.ambiguous"
    assert order(arpad.read_contests(path, {"result": "-score"})) == BEST
    assert order(arpad.read_contests(path, {"result": "score"})) == BEST[::-1]


def test_places_decide_whatever_the_strokes_are(tmp_path: Path) -> None:
    path = tmp_path / "contests.csv"
    path.write_text("tournament,player,place,strokes,par\nA,Ann,1,75,72\nA,Bob,2,70,72\nA,Cid,3,69,72\n")
    assert order(arpad.read_contests(path)) == ["Ann", "Bob", "Cid"]


def test_a_column_whose_name_begins_with_the_sign(tmp_path: Path) -> None:
    path = table(tmp_path, "game,player,-score")
    assert order(arpad.read_contests(path, {"result": "-score"})) == BEST[::-1]


@pytest.mark.parametrize(
    ("name", "header", "expected"),
    [
        ("score", ["game", "player", "score", "team"], Direction.MORE),
        ("points", ["course", "player", "points", "hole"], Direction.UNCLEAR),
        ("strokes", ["par", "player", "strokes"], Direction.LESS),
        ("goals", ["game", "player", "goals", "shots"], Direction.MORE),
    ],
)
def test_the_words_tell_the_direction(name: str, header: list[str], expected: Direction) -> None:
    assert direction_of(name, header) is expected
