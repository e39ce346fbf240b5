"""A folder of pages: the list, and a page for each player."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from arpad.office.pages import list_parts, player_sections, ranking
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
        ("results.csv", "pages of players need a folder, or one file that ends in .html"),
        ("nowhere/site", "the folder nowhere does not exist"),
    ],
)
def test_where_no_folder_can_be(here: Path, run: Run, folder: str, said: str) -> None:
    assert said in run("rate", "results.csv", "--pages", folder, code=2).stderr


def test_the_players_in_one_file(here: Path, run: Run) -> None:
    done = run("rate", "results.csv", "--set", "k=40", "--pages", "club.html", "--title", "Club <ratings>")
    assert done.stdout.endswith("wrote club.html\n")
    assert done.stderr == ""
    page = (here / "club.html").read_text("utf-8")
    ids, links = set(re.findall(r' id="([^"]+)"', page)), re.findall(r' href="([^"]+)"', page)
    assert {"#p-ada", "#p-kim-ji-u", "#p-noor", "#list"} <= set(links)
    assert {link.removeprefix("#") for link in links} <= ids
    kim = page.split('id="p-kim-ji-u"')[1].split("</section>")[0]
    rows = [re.sub(r"(<[^>]+>)+", "|", row).strip("|\n") for row in kim.split("<tr>")]
    assert rows[2].startswith("2026-02-08|Noor|0|")
    assert rows[4] == "2026-01-10|Noor|1|0.50|+20.0|1500"
    assert rows[6].startswith("Noor|2|1|0|1|1|")
    assert "Each name leads to the player: the chart, the games" in page
    assert run("verify", "club.html", "--inputs", ".").stdout == (
        "club.html is reproduced: 3 rows, and every byte\n"
    )
    (here / "club.html").write_text(page.replace("+20.0", "+21.0"), encoding="utf-8")
    assert "the file has been changed" in run("verify", "club.html", "--inputs", ".", code=1).stdout


def test_players_of_pools_in_one_file_lead_back_to_the_list_of_their_pool(here: Path, run: Run) -> None:
    rows = "player_a,player_b,score,pool\nAda,Bo,1,rapid\nAda,Bo,1,blitz\n"
    (here / "games.csv").write_text(rows, encoding="utf-8")
    run("rate", "games.csv", "--by", "pool", "--pages", "both.html")
    page = (here / "both.html").read_text("utf-8")
    blitz = page.split('id="p-blitz-ada"')[1].split("</section>")[0]
    assert '<a href="#pool-1">All players</a>' in blitz
    assert "<bdi>blitz</bdi>" in page.split('id="pool-1"')[1].split("</h2>")[0]


def test_a_file_with_many_players_has_less_of_each(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_sections, "GAMES_OF_ALL", 6)
    monkeypatch.setattr(player_sections, "FEWEST", 1)
    monkeypatch.setattr(player_sections, "WHOLE", 2)
    said = run("rate", "results.csv", "--pages", "club.html").stderr
    assert "club.html has the latest 2 games of each player at most; --pages DIR has more of each" in said
    page = (here / "club.html").read_text("utf-8")
    assert "Left out: 1 earlier game." in page.split('id="p-noor"')[1].split("</section>")[0]
    assert "with the latest 2 games at most. In a folder of pages each has up to 1,000 games" in page
    assert 'aria-label="Opponents"' not in page


@pytest.mark.slow
def test_a_file_of_581_players_is_less_than_a_megabyte(here: Path, run: Run) -> None:
    """Nine rounds, in each of which all players but one meet."""
    rows = [
        f"2026-01-{turn:02d},Player number {one * step % 581:03d},Player number {(one + 1) * step % 581:03d},1-0"
        for turn, step in enumerate((1, 2, 3, 4, 5, 6, 8, 9, 10), start=1)
        for one in range(0, 580, 2)
    ]
    (here / "swiss.csv").write_text("\n".join(["date,white,black,result", *rows]) + "\n", encoding="utf-8")
    run("rate", "swiss.csv", "--pages", "swiss.html")
    page = (here / "swiss.html").read_bytes()
    assert page.count(b'<section class="person"') == 581
    assert len(page) < 1_000_000


def test_a_long_list_goes_on_over_further_pages(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (ranking, list_parts):
        monkeypatch.setattr(module, "ROWS", 2)
    done = run("rate", "results.csv", "--pages", "site")
    index = Path("site") / "index.html"
    assert (
        f"{index} shows the first 2 of 3 rows; the rows to 3 are on the pages that follow it" in done.stderr
    )
    first, second = ((here / "site" / name).read_text("utf-8") for name in ("index.html", "list-2.html"))
    assert '<b aria-current="page">rows 1 to 2</b>' in first
    assert '<a href="list-2.html">rows 3 to 3</a>' in first
    assert "Further pages show the rows to 3; the first 2 players have a page of their own." in first
    assert '<a href="index.html">rows 1 to 2</a>' in second
    assert '<td class="rank">3</td>' in second
    assert "rows 3 to 3 of 3 rows" in second
    assert run("verify", "site/index.html", "--inputs", ".").exit_code == 0
    (here / "site" / "list-2.html").unlink()
    said = run("verify", "site/index.html", "--inputs", ".", code=2).stdout
    assert "list-2.html, a part of the list, is not there" in said
    alone = run("rate", "results.csv", "--out", "list.html")
    assert "list.html shows the first 2 of 3 rows; .csv, .json and .parquet have all" in alone.stderr


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
