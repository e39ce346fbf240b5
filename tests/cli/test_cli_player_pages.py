"""A folder of pages: the list, and a page for each player."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from office.outline import Outline

Run = Callable[..., Result]


@pytest.fixture
def site(here: Path, run: Run) -> Path:
    run("rate", "results.csv", "--set", "k=40", "--pages", "site", "--title", "Club <ratings>")
    return here / "site"


def cells(page: str, row: int) -> list[str]:
    """The cells of a row of the table of games, without tags."""
    table = page.split('id="games"')[1].split("<tbody>")[1]
    line = table.split("<tr>")[row + 1].split("</tr>")[0]
    return [html.unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall(r"<t[dh].*?</t[dh]>", line)]


def test_every_player_has_a_page_that_leads_back(site: Path) -> None:
    index = (site / "index.html").read_text("utf-8")
    pages = sorted(path.name for path in (site / "players").iterdir())
    assert pages == ["ada.html", "kim-ji-u.html", "noor.html"]
    for name in pages:
        assert f'href="players/{name}"' in index
        text = (site / "players" / name).read_text("utf-8")
        assert '<a href="../index.html">Club &lt;ratings&gt;</a>' in text
        assert "<script" not in text
        linked = [str(attrs["href"]) for tag, attrs in Outline(text).tags if tag == "a"]
        for link in linked:
            assert link.startswith("#") or (site / "players" / link).exists(), link


def test_the_games_of_a_player_by_hand(site: Path) -> None:
    """K = 40: Kim beats Noor (+20), beats Ada (expected by ratings 1520 and 1500.x), loses to Noor."""
    kim = (site / "players" / "kim-ji-u.html").read_text("utf-8")
    assert cells(kim, 2) == ["2026-01-10", "Noor", "1", "0.50", "+20.0", "1500"]
    assert cells(kim, 0)[:3] == ["2026-02-08", "Noor", "0"]
    opponents = kim.split('id="opponents"')[1].split("<tbody>")[1]
    rows = [re.sub(r"(<[^>]+>)+", "|", row).strip("|\n") for row in opponents.split("</tr>")[:2]]
    assert rows[0].startswith("Noor|2|1|0|1|1|")
    assert rows[1].startswith("Ada|1|1|0|0|1|")
    assert "3 games: 2 won, 0 drawn, 1 lost, the last on 8 February 2026." in kim


def test_the_pages_are_verified(site: Path, run: Run) -> None:
    words = ("verify", "site/index.html", "--inputs", ".")
    assert run(*words).stdout == "index.html is reproduced: 3 rows, and every byte\n"
    page = site / "players" / "ada.html"
    whole = page.read_bytes()
    page.write_bytes(whole.replace(b"Ada", b"Eve"))
    assert "players/ada.html has been changed since it was published" in run(*words, code=1).stdout
    page.unlink()
    assert "players/ada.html, the page of a player, is not there" in run(*words, code=2).stdout
    page.write_bytes(whole)
    index = site / "index.html"
    index.write_bytes(index.read_bytes().replace(b"players/ada.html", b"players/../x.html"))
    assert "the manifest names a page in another folder" in run(*words, code=2).stderr


def test_pools_and_names_that_are_no_file_names(here: Path, run: Run) -> None:
    rows = 'player_a,player_b,score,pool\n"A/B",a b,1,rapid\n李世乭,CON,1,rapid\n<b>,李世乭,0,blitz\n'
    (here / "games.csv").write_text(rows, encoding="utf-8")
    run("rate", "games.csv", "--by", "pool", "--pages", "site")
    names = sorted(path.name for path in (here / "site" / "players").iterdir())
    assert names == (
        ["blitz-b.html", "blitz.html", "rapid-a-b-2.html", "rapid-a-b.html", "rapid-con.html", "rapid.html"]
    )
    assert "&lt;b&gt;" in (here / "site" / "players" / "blitz-b.html").read_text("utf-8")
    assert run("verify", "site/index.html", "--inputs", ".").exit_code == 0


def test_pages_that_are_left_over_are_named(site: Path, run: Run) -> None:
    done = run("rate", "results.csv", "--min-games", "3", "--pages", "site")
    assert "wrote 2 pages of players" in done.stdout
    assert (
        f"note: in {Path('site') / 'players'} are pages that this list does not lead to: ada.html"
        in done.stderr
    )


def test_a_player_of_an_earlier_list_without_a_game(here: Path, run: Run) -> None:
    run("rate", "results.csv", "--out", "list.csv")
    (here / "next.csv").write_text("date,white,black,result\n2026-03-01,Noor,Ada,1-0\n", encoding="utf-8")
    run("rate", "next.csv", "--players", "list.csv", "--pages", "site")
    kim = (here / "site" / "players" / "kim-ji-u.html").read_text("utf-8")
    assert 'id="games"' not in kim
    assert "3 games: 2 won" in kim


@pytest.mark.parametrize(
    "system",
    ["glicko2", "whr", "bradley-terry --set prior=100", "trueskill", "fide --set initial=1500"],
)
def test_every_kind_of_system_has_pages(here: Path, run: Run, system: str) -> None:
    run("rate", "results.csv", "--system", *system.split(), "--pages", "site")
    index = (here / "site" / "index.html").read_text("utf-8")
    for link in re.findall(r'href="(players/[^"]+)"', index):
        assert "<h2>Games</h2>" in (here / "site" / link).read_text("utf-8")


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("results.csv", "pages of players need a folder"),
        ("nowhere/site", "the folder nowhere does not exist"),
    ],
)
def test_where_no_folder_can_be(here: Path, run: Run, folder: str, said: str) -> None:
    assert said in run("rate", "results.csv", "--pages", folder, code=2).stderr


def test_no_folder_is_left_where_a_page_may_not_be_written(here: Path, run: Run) -> None:
    (here / "list.csv").write_text("mine\n", encoding="utf-8")
    run("rate", "results.csv", "--pages", "site", "--out", "list.csv", code=2)
    assert not (here / "site").exists()
    (here / "site" / "players").mkdir(parents=True)
    (here / "site" / "players" / "ada.html").write_text("<h1>Ada's own</h1>", encoding="utf-8")
    assert "site/players/ada.html" in run("rate", "results.csv", "--pages", "site", code=2).stderr
    assert not (here / "site" / "index.html").exists()


def test_a_folder_of_others_is_not_written_over(here: Path, run: Run) -> None:
    (here / "site").mkdir()
    (here / "site" / "index.html").write_text("<h1>Our club</h1>", encoding="utf-8")
    assert "site/index.html" in run("rate", "results.csv", "--pages", "site", code=2).stderr
    assert not (here / "site" / "players").exists()
