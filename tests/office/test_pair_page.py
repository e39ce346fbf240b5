"""The page of a pair of bridge players, and the partners of a player."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from arpad.cli import main
from arpad.office.pages.pair_page import by_player, pairs_of, partners, with_pages
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Contests, read_players
from arpad.record.kinds.games import read_games
from arpad.rulebooks.bridge.system import Bridge
from arpad.rulebooks.rating_catalogue import rating_system

SEASON = """date,first,second,result,weight
2026-01-10,Ann+Bob,Cat+Dan,58,1
2026-01-17,Cat+Dan,Bob+Ann,47.25,3
2026-01-24,Ann+Cat,Bob+Dan,50,1
"""
PLAYERS = "player,rating,deviation\nAnn,1500,100\nBob,1300,100\nCat,1450,100\nDan,1250,50\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "season.csv").write_text(SEASON)
    (tmp_path / "players.csv").write_text(PLAYERS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def rated(here: Path) -> Ratings:
    record = Contests.of(read_games("season.csv", par=50.0))
    return rate(replace(record, players=read_players("players.csv", record.players)), Bridge())


@pytest.fixture
def site(here: Path) -> Path:
    main(
        ["rate", "season.csv", "--players", "players.csv", "--system", "bridge", "--pages", "site"],
        standalone_mode=False,
    )
    return here / "site"


def rows(page: str, key: str) -> list[list[str]]:
    """The cells of the rows of a table, without tags."""
    body = page.split(f'<section id="{key}">')[1].split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    lines = body.split("<tr>")[1:]
    return [
        [unescape(re.sub("<[^>]+>", "", cell)).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", line)]
        for line in lines
    ]


def test_partners_divide_a_change_as_their_variances_are(rated: Ratings) -> None:
    """By (9) and (12): ES = 50.2667, V = 64.2311; of Cat (100²) and Dan (50²) Cat takes four fifths."""
    pairs = pairs_of(rated)
    assert set(pairs) == {("Ann", "Bob"), ("Cat", "Dan"), ("Ann", "Cat"), ("Bob", "Dan")}
    theirs = pairs["Cat", "Dan"].sessions[0]
    assert theirs.changes == pytest.approx((-3.2107, -0.8027), abs=1e-4)
    assert theirs.split == pytest.approx(0.8)
    assert (theirs.result, theirs.opponents) == (42.0, ("Ann", "Bob"))
    assert theirs.expected == pytest.approx(49.7333, abs=1e-4)
    mine = pairs["Ann", "Bob"]
    assert mine.sessions[0].split == 0.5, "equal variances"
    assert mine.sessions[0].changes == pytest.approx((3.2107, 3.2107), abs=1e-4)
    assert mine.sessions[1].result == 52.75, "what is left of 100, though they sat as Bob+Ann"
    assert mine.result == pytest.approx((58 + 3 * 52.75) / 4), "a session three times as long"


def test_the_changes_of_all_pairs_make_the_ratings(rated: Ratings) -> None:
    pairs = by_player(pairs_of(rated).values())
    start = {"Ann": 1500.0, "Bob": 1300.0, "Cat": 1450.0, "Dan": 1250.0}
    for name, before in start.items():
        total = sum(pair.change(name) for pair in pairs[name])
        assert before + total == pytest.approx(rated.of(name).value)


def test_partners_are_listed_with_those_sat_with_most_often_first(rated: Ratings) -> None:
    pairs = pairs_of(rated)
    assert [partner.name for partner in partners(by_player(pairs.values())["Ann"], "Ann", {})] == [
        "Bob",
        "Cat",
    ]
    assert with_pages(pairs, ["Ann", "Bob", "Cat"]) == [("Ann", "Bob"), ("Ann", "Cat")]


def test_other_systems_and_records_without_results_have_no_pairs(here: Path) -> None:
    games = read_games("season.csv", par=50.0)
    assert pairs_of(rate(games, rating_system("trueskill"))) == {}
    Path("won.csv").write_text("winner,loser\nAnn+Bob,Cat+Dan\n")
    assert pairs_of(rate(read_games("won.csv", par=50.0), Bridge())) == {}


def test_a_pair_has_a_page_that_is_led_to_from_both(site: Path) -> None:
    page = (site / "pairs" / "ann-bob.html").read_text("utf-8")
    assert "2 sessions together from 2026-01-10 to 2026-01-17." in page
    assert rows(page, "sessions")[1] == [
        *("2026-01-10", "Cat + Dan", "58.0", "50.27", "+3.2", "+3.2", "50 : 50"),
    ]
    both = rows(page, "pair")
    assert [row[0] for row in both] == ["Ann", "Bob"]
    assert {row[5] for row in both} == {"3"}
    assert page.count("<summary>") >= 6, "each session, and in it both players"
    assert "part of the side&#39;s gain" in page
    for name, partner in (("ann", "Bob"), ("bob", "Ann")):
        player = (site / "players" / f"{name}.html").read_text("utf-8")
        assert f'<a href="../pairs/ann-bob.html"><bdi>{partner}</bdi></a>' in player
        assert f'href="../players/{name}.html"' in page
        assert rows(player, "partners")[0][:2] == [partner, "2"]
    assert "<script" not in page
    links = re.findall(r'<a href="([^"#]+)', page)
    assert all((site / "pairs" / link).resolve().exists() for link in links)


def test_the_games_of_a_player_have_the_partner_and_what_the_pair_made(site: Path) -> None:
    games = rows((site / "players" / "dan.html").read_text("utf-8"), "games")
    assert games[2] == ["2026-01-10", "Ann+Bob", "Cat", "42.0", "49.7", "−0.8", "1400"]
    assert games[1][3] == "47.25"


def test_the_pages_of_pairs_are_verified(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["verify", "site/index.html", "--inputs", "."]
    main(words, standalone_mode=False)
    assert "every byte" in capsys.readouterr().out
    page = site / "pairs" / "ann-bob.html"
    page.unlink()
    main(words, standalone_mode=False)
    assert "pairs/ann-bob.html, the page of a pair, is not there" in capsys.readouterr().out


def test_names_that_run_together_have_pages_of_their_own(here: Path) -> None:
    Path("names.csv").write_text("first,second,result\nA B+C,D+E,60\nA+B C,D+E,40\n")
    main(["rate", "names.csv", "--system", "bridge", "--pages", "names"], standalone_mode=False)
    assert len(list(Path("names/pairs").iterdir())) == 3
