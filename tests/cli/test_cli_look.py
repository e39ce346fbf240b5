"""``arpad look``: one screen of facts, and what a person should look at."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import Result

Run = Callable[..., Result]

CLUB = """\
date,white,black,result,remark
2024-01-03,Ann,"Smith, John",1-0,
2024-01-10,Bob,Ann,½-½,
2024-02-03,J. Smith,Bob,0-1,late
2024-02-10,Ann,Bob,,
2024-02-10,Cho,Cho,1-0,
"""


def test_one_screen(run: Run, here: Path) -> None:
    (here / "club.csv").write_text(CLUB, encoding="utf-8")
    said = run("look", "club.csv").stdout
    assert said.startswith("club.csv: 5 rows = 3 games + 1 fixture + 1 rejected\n")
    assert "not used  remark" in said
    assert "line 6, black: 'Cho' plays against itself" in said
    assert "Smith, John (1 game, 2024-01-03) and J. Smith (1 game, 2024-02-03)" in said or (
        "J. Smith (1 game, 2024-02-03) and Smith, John (1 game, 2024-01-03)" in said
    )
    assert "an initial, never met" in said
    assert len(said.splitlines()) < 24


def test_json_has_all(run_json: Callable[..., Any], here: Path) -> None:
    document = run_json("look", "results.csv")
    assert document["games"] == 4
    assert document["rows"] == {
        "read": 4,
        "games": 4,
        "byes": 0,
        "forfeits": 0,
        "fixtures": 0,
        "rejected": 0,
    }
    assert document["findings"] == []


def test_a_report_is_looked_at_too(run: Run, here: Path) -> None:
    run("generate", "--players", "10", "--rounds", "3", "--seed", "4", "--out", "cup.trf")
    said = run("look", "cup.trf").stdout
    assert "all players are connected by games" in said


def test_names_that_would_command_a_terminal_are_seen(run: Run, here: Path) -> None:
    (here / "bad.csv").write_text("white,black,result\nA\x1b[31m,Bob,1-0\n", encoding="utf-8")
    assert "\x1b" not in run("look", "bad.csv").stdout


def test_from_near_equal_names_to_a_list_that_verifies(run: Run, here: Path) -> None:
    (here / "club.csv").write_text(CLUB.replace("Cho,Cho", "Cho,Ann"), encoding="utf-8")
    said = run("look", "club.csv", "--write-aliases", "names.csv").stdout
    assert said.endswith("wrote names.csv\n")
    names = (here / "names.csv").read_text(encoding="utf-8")
    (here / "names.csv").write_text(names.replace('John",,', 'John",yes,'), encoding="utf-8")
    rated = run("rate", "club.csv", "--aliases", "names.csv", "--out", "list.csv")
    assert "note: names.csv: 1 name is read as another: 'J. Smith' as 'Smith, John'" in rated.stderr
    assert "J. Smith" not in (here / "list.csv").read_text(encoding="utf-8")
    assert "list.csv is reproduced" in run("verify", "list.csv").stdout
    (here / "names.csv").write_text(names, encoding="utf-8")
    assert "names.csv is not the file from which it was computed" in run("verify", "list.csv", code=1).stdout


def test_decisions_are_not_written_over(run: Run, here: Path) -> None:
    (here / "names.csv").write_text("alias,name,same\nA,B,yes\n", encoding="utf-8")
    refused = run("look", "results.csv", "--write-aliases", "names.csv", code=2)
    assert "this file is there already" in refused.stderr
    refused = run(
        "look", "results.csv", "--aliases", "names.csv", "--write-aliases", "names.csv", "--force", code=2
    )
    assert "this file is read, and would be written over" in refused.stderr
    assert (here / "names.csv").read_text(encoding="utf-8") == "alias,name,same\nA,B,yes\n"


def test_a_report_takes_aliases(run: Run, here: Path) -> None:
    run("generate", "--players", "10", "--rounds", "3", "--seed", "4", "--out", "cup.trf")
    (here / "names.csv").write_text("alias,name\nNobody At All,Somebody\n", encoding="utf-8")
    assert "1 alias is not in the record" in run("rate", "cup.trf", "--aliases", "names.csv").stderr


def test_a_players_file_is_looked_at_too(run: Run, here: Path) -> None:
    (here / "players.csv").write_text("player,raiting\nNoor,1800\nNobody,1500\n", encoding="utf-8")
    said = run("look", "results.csv", "--players", "players.csv").stdout
    assert "players.csv: the column is not known and not used: raiting (did you mean rating?)" in said
    assert "players.csv: 1 player without a game here, such as 'Nobody'" in said


def test_a_column_of_voters_that_is_not_used_is_told_its_option(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "votes.csv"
    file.write_text("model_a,model_b,winner,voter,prompt\nA,B,model_a,1,x\nB,A,tie,2,y\n", encoding="utf-8")
    said = " ".join(run("look", str(file)).stdout.split())
    assert "not used voter, prompt --cluster voter counts it" in said


def test_what_json_lists_more_of_a_finding_is_told_as_it_is(run: Run, here: Path) -> None:
    games = [("Ann", f"L{n}", 1) for n in range(12)] + [(f"W{n}", "Bob", 1) for n in range(10)]
    games += [(f"S{n}", f"T{n}", 1) for n in range(5) for _ in range(10)]
    rows = ["white,black,result", *(f"{one},{other},{score}" for one, other, score in games)]
    (here / "all.csv").write_text("\n".join(rows), encoding="utf-8")
    said = run("look", "all.csv").stdout
    assert "winner first" in said
    assert "… and 9 more players: --json lists all" in said  # Ann and Bob, and five of each of S and T
    assert "more game" not in said  # the winner stands first in all of them: none is named

    rows = ["round,white,black,result", *(f"{n},A{n},B{n},1-0" for n in range(1, 301))]
    (here / "twice.csv").write_text("\n".join([*rows, *rows[1:25]]), encoding="utf-8")
    said = run("look", "twice.csv").stdout
    assert "… and 21 more games: --json lists the first 20" in said


def cells_of(page: str, key: str) -> list[list[str]]:
    """Return the rows of a table of a page as its reader sees them, its heads first."""
    table = page.partition(f'aria-labelledby="{key}-caption"')[2].partition("</table>")[0]
    rows = table.split("<tr>")[1:]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells]


def test_a_page_says_what_the_terminal_says(run: Run, here: Path) -> None:
    (here / "club.csv").write_text(
        CLUB + "2024-02-10,Ann,Bob,1-0,\n2024-02-10,Ann,Bob,1-0,\n", encoding="utf-8"
    )
    done = run("look", "club.csv", "--out", "report.html")
    assert done.stdout == run("look", "club.csv").stdout + "wrote report.html\n"
    page = (here / "report.html").read_text(encoding="utf-8")
    said = " ".join(done.stdout.split()).lower()
    told = [
        *cells_of(page, "facts-table"),
        *cells_of(page, "rejects-table"),
        *cells_of(page, "findings-table"),
    ]
    told += cells_of(page, "names-table")
    heads = {"Fact", "Row", "What, and what to do", "Names"}
    cells = [cell for row in told if row[0] not in heads for cell in row]
    assert len(cells) >= 10
    assert [cell for cell in cells if cell.lower() not in said] == []
    assert "7 rows = 5 games + 1 fixture + 1 rejected." in page
    assert cells_of(page, "columns-table") == [
        ["Column", "Read as"],
        ["white", "first side"],
        ["black", "second side"],
        ["result", "result"],
        ["date", "time"],
        ["remark", "not used"],
    ]
    by_day = [row for row in cells_of(page, "time-table") if row[1] != "0"]
    assert by_day == [
        ["Time", "Games"],
        ["2024-01-03", "1"],
        ["2024-01-10", "1"],
        ["2024-02-03", "1"],
        ["2024-02-10", "2"],
    ]
    # Ann and Bob have four games each, the two Smiths one each.
    assert cells_of(page, "players-table") == [["Games", "Players"], ["1", "2"], ["2", "0"], ["3 to 5", "2"]]
    assert page.count("<svg") == 4  # two charts, each for wide and for narrow windows
    assert "club.csv; record " in page
    assert "://" not in page.replace("http://www.w3.org", "")


def test_a_page_of_a_report_and_of_notes(run: Run, here: Path) -> None:
    run("generate", "--players", "10", "--rounds", "3", "--seed", "4", "--out", "cup.trf")
    told = run("look", "cup.trf", "--out", "cup.html", "--json")
    assert json.loads(told.stdout)["games"]
    assert told.stderr == "wrote cup.html\n"
    assert "all players are connected by games" in (here / "cup.html").read_text(encoding="utf-8")
    (here / "players.csv").write_text("player,raiting\nNoor,1800\n", encoding="utf-8")
    run("look", "results.csv", "--players", "players.csv", "--out", "notes.html")
    page = (here / "notes.html").read_text(encoding="utf-8")
    assert "players.csv: the column is not known and not used: raiting (did you mean rating?)" in page
    assert "<script" not in page


def test_a_page_is_written_where_it_may(run: Run, here: Path) -> None:
    refused = run("look", "results.csv", "--out", "report.csv", code=2)
    assert "ends with .html" in refused.stderr
    assert refused.stdout == ""
    (here / "mine.html").write_text("<p>mine", encoding="utf-8")
    assert "this file is there already" in run("look", "results.csv", "--out", "mine.html", code=2).stderr
    assert (here / "mine.html").read_text(encoding="utf-8") == "<p>mine"
    (here / "games.html").write_text((here / "results.csv").read_text(encoding="utf-8"), encoding="utf-8")
    refused = run("look", "games.html", "--out", "games.html", "--force", code=2)
    assert refused.stderr
    run("look", "results.csv", "--out", "mine.html", "--force")
    run("look", "results.csv", "--out", "mine.html")  # a page of arpad's own
    assert "<h1>" in (here / "mine.html").read_text(encoding="utf-8")
    refused = run("look", "results.csv", "--write-aliases", "a.html", "--out", "a.html", code=2)
    assert "two outputs would be written to one file" in refused.stderr
    assert not (here / "a.html").exists()
