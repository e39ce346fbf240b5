from __future__ import annotations

import json
import shlex
from datetime import date
from pathlib import Path

from arpad import __version__
from arpad.office import Manifest
from arpad.ratings.elo.system import Elo
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, read_games


def test_it_says_what_was_computed_from_what(elo: Ratings) -> None:
    manifest = Manifest.of(elo, top=10)
    assert manifest.arpad == __version__
    assert (manifest.system, manifest.title, manifest.status) == ("elo", "Elo", "exact")
    assert "Elo 1978" in manifest.source
    assert manifest.parameters["k"] == 40.0
    assert manifest.parameters["scale"] == 400.0
    assert (manifest.schedule, manifest.period) == ("live", None)
    assert manifest.files == ("football_world_cups.csv",)
    assert (manifest.rows, manifest.rejected, manifest.unfinished, manifest.games) == (964, 0, 0, 964)
    assert (manifest.first, manifest.last, manifest.as_of, manifest.day) == (
        "1930-07-13",
        "2022-12-18",
        None,
        "2022-12-18",
    )
    assert manifest.digest == elo.timeline.games.digest
    assert (manifest.min_games, manifest.top) == (1, 10)


def test_it_is_json_and_comes_back(glicko: Ratings) -> None:
    manifest = Manifest.of(glicko).as_dict()
    assert json.loads(json.dumps(manifest, allow_nan=False)) == manifest


def test_it_names_no_folder_and_counts_what_was_set_aside(odd: Games) -> None:
    manifest = Manifest.of(rate(odd, Elo()))
    assert manifest.files == ("my games.csv",)
    assert (manifest.rows, manifest.rejected, manifest.unfinished, manifest.games, manifest.players) == (
        15,
        2,
        1,
        12,
        8,
    )
    assert (manifest.first, manifest.last, manifest.day) == (None, None, None)


def test_only_games_until_the_day_count(elo: Ratings) -> None:
    manifest = Manifest.of(rate(elo.timeline.games, Elo(), as_of=date(1930, 12, 31)))
    assert (manifest.games, manifest.players, manifest.last, manifest.as_of) == (
        18,
        13,
        "1930-07-30",
        "1930-12-31",
    )
    assert manifest.day == "1930-12-31"


def test_the_command_says_only_what_is_needed(glicko: Ratings, elo: Ratings) -> None:
    assert Manifest.of(elo, min_games=5, top=20).command() == shlex.split(
        "arpad rate football_world_cups.csv --system elo --set k=40 --set advantage=65 --schedule live "
        "--min-games 5 --top 20"
    )
    assert Manifest.of(glicko).command() == shlex.split(
        "arpad rate football_world_cups.csv --system glicko --schedule period --period 1mo"
    )


def test_the_command_is_word_by_word(odd: Games) -> None:
    ratings = rate(odd, Elo(k="40 if games<30; 10", scale=1000 / 3))
    command = Manifest.of(ratings, options=("--players", "p q.csv")).command(by_pool=True)
    assert command[2:] == [
        *("my games.csv", "--players", "p q.csv", "--system", "elo", "--set", "k=40 if games<30; 10"),
        *("--set", "scale=333.3333333333333", "--schedule", "live", "--by", "pool"),
    ]


def test_given_ratings_are_part_of_it(elo: Ratings) -> None:
    games = elo.timeline.games
    ratings = rate(games, Elo(), given=[("Brazil", "World Cup 1970", 1700.0)])
    assert Manifest.of(ratings).as_dict()["given"] == [["Brazil", "World Cup 1970", 1700.0]]


def test_it_has_the_notes_without_folders(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(
        "date,week,white,black,result,weight\n2026-01-10,2,Ann,Bob,1,1\n2026-01-11,2,Bob,Ann,1,0\n"
    )
    ratings = rate(read_games(file), Elo())
    notes = [
        "games.csv: the column 'date' is taken for the time, and 'week' is left out",
        "1 game of weight 0 not rated",
    ]
    assert Manifest.of(ratings).as_dict()["notes"] == notes
