"""From a file to a list: what is printed, what is written, what is refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

Json = Callable[..., Any]
Run = Callable[..., Result]

THREE_DRAWN = 20 * (1 / (1 + 10 ** (-20 / 400)) - 0.5)
"""What a draw between 1500+10 and 1500−10 costs the better one at K 20."""


def test_a_list_by_hand(here: Path, run: Run) -> None:
    """One win among newcomers: 1510 and 1490; then 1510 draws with 1490."""
    (here / "two.csv").write_text("white,black,result\nAda,Bo,1-0\nBo,Ada,½-½\n", encoding="utf-8")
    lines = run("rate", "two.csv").stdout.splitlines()
    assert lines[0].split() == ["rank", "player", "rating", "games", "won", "drawn", "lost"]
    assert lines[1].split() == ["1", "Ada", f"{1510 - THREE_DRAWN:.0f}", "2", "1", "1", "0"]
    assert lines[2].split() == ["2", "Bo", f"{1490 + THREE_DRAWN:.0f}", "2", "0", "1", "1"]


@pytest.mark.parametrize(
    ("system", "decimals"),
    [("elo", 0), ("glicko2", 0), ("trueskill", 2), ("weng-lin", 2), ("ttt", 2), ("aga", 2), ("fifa-men", 2)],
)
def test_ratings_of_a_narrow_scale_are_printed_with_decimals(
    here: Path, run: Run, system: str, decimals: int
) -> None:
    """Stones, and the 25 of a newcomer, differ behind the point; FIFA publishes two decimals."""
    settings = {"aga": ["--period", "all"], "fifa-men": ["--set", "importance=25"]}.get(system, [])
    (here / "two.csv").write_text("white,black,result\nAda,Bo,1-0\n", encoding="utf-8")
    lines = run("rate", "two.csv", "--system", system, *settings).stdout.splitlines()
    at = lines[0].split().index("rating")
    _, _, behind = lines[1].split()[at].rstrip("?").partition(".")
    assert len(behind) == decimals


def test_the_last_line_says_what_was_computed_from_what(here: Path, run: Run) -> None:
    last = run("rate", "results.csv", "--set", "k=32").stdout.splitlines()[-1]
    for said in ("4 games", "3 players", "no row rejected", "elo (k=32)", "live", "record ", "arpad "):
        assert said in last


def test_glickos_paper_as_a_file(here: Path, run: Run, run_json: Json) -> None:
    """One period, ratings and deviations from a players file: 1464.10646 and 151.39890."""
    Path("paper.csv").write_text("player_a,player_b,score\nA,B,1\nA,C,0\nA,D,0\n")
    Path("who.csv").write_text("player,rating,deviation\nA,1500,200\nB,1400,30\nC,1550,100\nD,1700,300\n")
    words = ("rate", "paper.csv", "--system", "glicko", "--period", "all", "--players", "who.csv")
    found = {row["player"]: row for row in run_json(*words)["players"]}
    assert found["A"]["rating"] == pytest.approx(1464.1064627569112, abs=1e-9)
    assert found["A"]["deviation"] == pytest.approx(151.39890244796933, abs=1e-9)
    # ± is 1.96 · 151.399 = 296.74; the deviation is above 110, so provisional.
    line = next(line for line in run(*words).stdout.splitlines() if " A " in line)
    assert line.split()[2:4] == ["1464?", "297"]


def test_files_are_whole_and_unrounded(here: Path, run: Run) -> None:
    run("rate", "results.csv", "--system", "glicko2", "--out", "a.csv", "--out", "b.json", "--out", "c.html")
    with Path("a.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == [
        "rank",
        "player",
        "rating",
        "deviation",
        "low",
        "high",
        "volatility",
        "games",
        "wins",
        "draws",
        "losses",
        "last_played",
        "provisional",
    ]
    assert len(rows[0]["rating"]) > 10
    document = json.loads(Path("b.json").read_text(encoding="utf-8"))
    assert [row["player"] for row in document["players"]] == [row["player"] for row in rows]
    assert "<html" in Path("c.html").read_text(encoding="utf-8")[:200]


def test_json_is_what_a_json_file_holds(here: Path, run: Run, run_json: Json) -> None:
    run("rate", "results.csv", "--system", "glicko", "--out", "list.json")
    printed = run_json("rate", "results.csv", "--system", "glicko")
    assert set(printed) == {"rows", "notes", "manifest", "players"}
    assert printed.pop("notes") == []
    assert printed.pop("rows") == {"read": 4, "games": 4, "byes": 0, "fixtures": 0, "rejected": 0}
    assert printed == json.loads(Path("list.json").read_text(encoding="utf-8"))
    assert printed["manifest"]["games"] == 4
    assert printed["manifest"]["parameters"]["initial"] == 1500


def test_min_games_holds_for_files_and_top_for_what_people_read(here: Path, run: Run, run_json: Json) -> None:
    assert len(run_json("rate", "results.csv", "--top", "1")["players"]) == 3
    assert [r["player"] for r in run_json("rate", "results.csv", "--min-games", "3")["players"]] != []
    assert len(run_json("rate", "results.csv", "--min-games", "3")["players"]) == 2
    text = run("rate", "results.csv", "--top", "2", "--out", "all.csv", "--out", "two.html").stdout
    assert "… and 1 more" in text
    assert len(Path("all.csv").read_text(encoding="utf-8").splitlines()) == 1 + 3
    page = Path("two.html").read_text(encoding="utf-8")
    assert "This page shows the first 2 of 3 rows." in page
    assert "Ada</bdi></th>" not in page


def test_a_long_list_is_cut_on_paper_but_not_in_files(here: Path, run: Run) -> None:
    rows = "".join(f"p{i},p{i + 1},1\n" for i in range(0, 60, 2))
    Path("many.csv").write_text("player_a,player_b,score\n" + rows)
    text = run("rate", "many.csv", "--out", "all.csv").stdout
    assert "… and 40 more: --top 0 prints all" in text
    assert len(Path("all.csv").read_text().splitlines()) == 61
    assert "more" not in run("rate", "many.csv", "--top", "0").stdout
    assert "… and 55 more" in run("rate", "many.csv", "--top", "5").stdout


def test_history(here: Path, run: Run) -> None:
    run("rate", "results.csv", "--history", "h.csv")
    lines = Path("h.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 2 * 4
    assert lines[0].startswith("player,")


def test_from_standard_input(here: Path, run: Run) -> None:
    text = run("rate", "-", stdin="winner,loser\nAda,Bo\n").stdout
    assert "1510" in text
    assert "1490" in text


def test_columns_by_name(here: Path, run_json: Json) -> None:
    Path("odd.csv").write_text("Rot,Blau,Ergebnis\nAda,Bo,1\n")
    for columns in (
        ["--columns", "first=Rot,second=Blau,score=Ergebnis"],
        ["--columns", "first=Rot", "--columns", "second=Blau,score=Ergebnis"],
    ):
        assert run_json("rate", "odd.csv", *columns)["players"][0]["rating"] == 1510


def test_rejects_are_counted_and_kept(here: Path, run: Run) -> None:
    Path("bad.csv").write_text("white,black,result\nAda,Bo,1-0\nAda,Bo,7\nAda,Ada,1-0\n")
    stderr = run("rate", "bad.csv", code=2).stderr
    assert "bad.csv" in stderr
    assert "line 3" in stderr
    text = run("rate", "bad.csv", "--rejects", "set_aside.csv").stdout
    assert "1 game, 2 players, 2 rows rejected" in text
    assert len(Path("set_aside.csv").read_text(encoding="utf-8").splitlines()) == 3


def test_pools(here: Path, run: Run, run_json: Json) -> None:
    Path("pools.csv").write_text("pool,winner,loser\nblitz,Ada,Bo\nslow,Bo,Ada\n")
    rows = run_json("rate", "pools.csv", "--by", "pool")["players"]
    assert [(r["pool"], r["player"], r["rating"]) for r in rows] == [
        ("blitz", "Ada", 1510),
        ("blitz", "Bo", 1490),
        ("slow", "Bo", 1510),
        ("slow", "Ada", 1490),
    ]
    lines = run("rate", "pools.csv", "--by", "pool").stdout.splitlines()
    assert "blitz" in lines
    assert "slow" in lines
    assert "no pools" in run("rate", "results.csv", "--by", "pool", code=2).stderr


def test_as_of_leaves_later_games_out(here: Path, run: Run, run_json: Json) -> None:
    found = run_json("rate", "results.csv", "--as-of", "2026-01-10")
    assert [(r["player"], r["rating"]) for r in found["players"]] == [("Kim Ji-u", 1510), ("Noor", 1490)]
    assert "as of 2026-01-10" in run("rate", "results.csv", "--as-of", "2026-01-10").stdout


def test_names_of_wide_characters_stay_in_column(here: Path, run: Run) -> None:
    Path("wide.csv").write_text("winner,loser\n김지우,Bo\n", encoding="utf-8")
    lines = run("rate", "wide.csv").stdout.splitlines()[:3]
    # Each of the three syllables is two columns wide: the line is three characters shorter.
    assert lines[1].index("1510") + 3 == lines[2].index("1490") == lines[0].index("rating") + 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nope.csv"], "no such file"),
        (["results.csv", "--system", "glico"], "Did you mean glicko?"),
        (["results.csv", "--set", "K=20"], "elo has no parameter 'K'"),
        (["results.csv", "--set", "k=fast"], "fast"),
        (["results.csv", "--period", "1x"], "not a rating period"),
        (["results.csv", "--system", "exam", "--schedule", "period"], "no schedule"),
        (["results.csv", "--columns", "first"], "ROLE=NAME"),
        (["results.csv", "--columns", "first=Nobody,second=black"], "no column 'Nobody'"),
        (["results.csv", "--as-of", "yesterday"], "not a date"),
        (["results.csv", "--players", "nope.csv"], "nope.csv"),
        (["results.csv", "--out", "list.xls"], ".csv"),
        (["results.csv", "--out", "list"], ".csv"),
        (["results.csv", "--out", "nowhere/list.csv"], "nowhere"),
        (["results.csv", "--history", "h.html"], "history"),
        (["results.csv", "--out", "a.csv", "--history", "a.csv"], "one file"),
        (["results.csv", "--out", "results.csv"], "written over"),
        (["results.csv", "--rejects", "./results.csv"], "written over"),
        (["results.csv", "--system", "fide"], "rating of some player"),
    ],
)
def test_what_it_refuses(words: list[str], said: str, here: Path, run: Run) -> None:
    before = sorted(here.iterdir())
    result = run("rate", *words, code=2)
    assert result.stderr.startswith("arpad: ")
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert not result.stdout
    assert sorted(here.iterdir()) == before, "nothing is left behind"


def test_systems_are_known_by_nearly_their_name(here: Path, run: Run) -> None:
    assert "glicko2" in run("rate", "results.csv", "--system", "Glicko-2").stdout


def test_method_is_a_setting_of_its_own(here: Path, run: Run, run_json: Json) -> None:
    """The numerical integrals of bridge's posterior are a check of the closed form that anyone can run."""
    (here / "season.csv").write_text("first,second,result\nAnn+Bob,Cat+Dan,58\n", encoding="utf-8")
    words = ("rate", "season.csv", "--system", "bridge")
    found = {}
    for method in ("closed", "quadrature", "monte-carlo", "elo"):
        document = run_json(*words, "--method", method)
        assert document["manifest"]["parameters"]["method"] == method
        found[method] = document["players"][0]["rating"]
    # k · s² / V · (58 − 50), with four newcomers at 100: V = 64 + 4 · (4 · 100 / 1500)²
    gain = (4 / 1500) * 1e4 / (64 + 4 * (4 / 15) ** 2) * 8
    assert found["closed"] == pytest.approx(1500 + gain, abs=1e-9)
    assert found["quadrature"] == pytest.approx(found["closed"], abs=1e-8)
    assert found["monte-carlo"] == pytest.approx(found["closed"], abs=0.2)
    twice = run(*words, "--method", "closed", "--set", "method=elo", code=2)
    assert "gives method twice" in twice.stderr
    assert "no parameter 'method'" in run("rate", "results.csv", "--method", "closed", code=2).stderr


def test_ranks_and_divisions(here: Path, run: Run, run_json: Json) -> None:
    """Ada is surely the best; whether Cy, who drew with Bo, is better than him nobody knows."""
    (here / "three.csv").write_text("white,black,result\nAda,Bo,½-½\nBo,Cy,½-½\n", encoding="utf-8")
    (here / "who.csv").write_text("player,rating,deviation\nAda,2000,10\nBo,1000,10\nCy,1500,900\n")
    words = ("rate", "three.csv", "--system", "glicko", "--period", "all", "--players", "who.csv")
    found = run_json(*words, "--ranks", "--divisions", "Bronze; Silver 1200; Gold 1900")["players"]
    rows = {row["player"]: (row["best"], row["worst"], row["division"]) for row in found}
    assert rows == {"Ada": (1, 1, "Gold"), "Bo": (2, 3, "Bronze"), "Cy": (2, 3, "Silver")}
    text = run(*words, "--ranks", "--divisions", "Bronze; Silver 1200; Gold 1900", "--top", "2").stdout
    assert text.splitlines()[0].split()[:4] == ["rank", "ranks", "player", "division"]
    assert text.splitlines()[1].split()[:4] == ["1", "1", "Ada", "Gold"]
    assert text.splitlines()[2].split()[:2] == ["2", "2–3"]
    assert "has no deviations" in run("rate", "three.csv", "--ranks", code=2).stderr


def test_ranks_divisions_and_a_title_are_published_and_verified(here: Path, run: Run) -> None:
    extra = ("--ranks", "--divisions", "Bronze; <b>Silver</b> 1480", "--title", "Winter & <Spring>")
    files = ("--out", "list.html", "--out", "list.csv", "--out", "list.json", "--out", "list.parquet")
    run("rate", "results.csv", "--system", "glicko", *extra, *files)
    rows = list(csv.DictReader((here / "list.csv").read_text(encoding="utf-8").splitlines()))
    assert [list(row)[-3:] for row in rows] == [["best", "worst", "division"]] * 3
    assert [(row["best"], row["worst"]) for row in rows] == [("1", "3")] * 3
    assert {row["division"] for row in rows} == {"Bronze", "<b>Silver</b>"}
    players = json.loads((here / "list.json").read_text(encoding="utf-8"))["players"]
    assert [str(player["division"]) for player in players] == [row["division"] for row in rows]
    page = (here / "list.html").read_text(encoding="utf-8")
    assert "<h1>Winter &amp; &lt;Spring&gt;</h1>" in page
    assert "<td>1–3</td>" in page
    assert '<td class="division"><bdi>&lt;b&gt;Silver&lt;/b&gt;</bdi></td>' in page
    assert "--title" in page
    for file in files[1::2]:
        assert "is reproduced" in run("verify", file).stdout


def test_a_page_that_does_not_show_all_rows_is_said(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arpad.office.pages.ranking.ROWS", 1000)
    rows = "".join(f"p{n},q{n},1\n" for n in range(600))
    (here / "many.csv").write_text(f"player_a,player_b,score\n{rows}", encoding="utf-8")
    words = ("rate", "many.csv", "--out", "list.html", "--out", "list.csv")
    assert "note: list.html shows the first 1,000 of 1,200 rows" in run(*words).stderr
    assert "note: list.html shows the first 5 of 1,200 rows" in run(*words, "--top", "5").stderr


def test_what_was_supposed_of_the_columns_stands_on_the_page(here: Path, run: Run) -> None:
    text = "date,white,black,result,event,tournament\n2026-01-01,Ann,Bob,1-0,Open,Spring\n"
    (here / "two.csv").write_text(text, encoding="utf-8")
    assert "note: " in run("rate", "two.csv", "--out", "list.html").stderr
    page = (here / "list.html").read_text(encoding="utf-8")
    assert "<dt>As read</dt>" in page
    assert "is taken for the event" in page


def test_a_pool_takes_its_newcomers_from_another(here: Path, run: Run, run_json: Json) -> None:
    rows = "date,pool,white,black,result\n2026-01-01,standard,A,B,1-0\n2026-02-01,rapid,A,C,½-½\n"
    (here / "pools.csv").write_text(rows, encoding="utf-8")
    words = ("rate", "pools.csv", "--by", "pool")
    found = run_json(*words, "--entry-from", "rapid=standard")["players"]
    rapid = {row["player"]: row["rating"] for row in found if row["pool"] == "rapid"}
    # A comes with 1510 and draws with a newcomer: −20 · (1 / (1 + 10^(−10 / 400)) − ½)
    loss = 20 * (1 / (1 + 10 ** (-10 / 400)) - 0.5)
    assert rapid == pytest.approx({"A": 1510 - loss, "C": 1500 + loss}, abs=1e-9)
    for entry in ("rapid", "rapid=", "rapid=blitz"):
        run(*words, "--entry-from", entry, code=2)
    run("rate", "pools.csv", "--entry-from", "rapid=standard", code=2)


def test_numbers_of_no_end_of_digits_are_written_short(here: Path, run: Run) -> None:
    """The greatest lead and weight: (11 + 10⁹) / 8 · 10⁶ · 20 / 2 points, whose 16 digits nobody reads."""
    rows = "player_a,player_b,score_a,score_b,weight\nAnn,Bob,1e9,0,1e6\n"
    (here / "goals.csv").write_text(rows, encoding="utf-8")
    for words in (("rate",), ("explain", "--player", "Ann")):
        text = run(words[0], "goals.csv", "--set", "margin=goals", *words[1:]).stdout
        assert "1.25e+15" in text
        assert max(map(len, text.splitlines())) < 120


def test_notes_are_in_the_json(here: Path, run: Run, run_json: Json) -> None:
    rows = "white,black,result,weight\nA,B,1-0,1\nA,C,1-0,0\n"
    (here / "games.csv").write_text(rows, encoding="utf-8")
    notes = run_json("rate", "games.csv")["notes"]
    assert len(notes) == 1
    assert "weight 0" in notes[0]
    assert notes[0] in run("rate", "games.csv").stdout


def test_rows_without_a_game_are_counted_and_said(here: Path, run: Run, run_json: Json) -> None:
    Path("league.csv").write_text(
        "white,black,result\nAnn,Bob,1-0\nAnn,bye,1-0\nCho,,\nBob,Cho,\nBob,Ann,+ -\nBob,Cho,0-1\nCho,Cho,1-0\n",
        encoding="utf-8",
    )
    ask = ("rate", "league.csv", "--rejects", "r.csv")
    assert run_json(*ask)["rows"] == {"read": 7, "games": 2, "byes": 3, "fixtures": 1, "rejected": 1}
    said = "2 games, 3 players, 2 byes, 1 forfeit not rated, 1 fixture without a result, 1 row rejected; "
    assert said in run(*ask).stdout
    assert run_json(*ask, "--byes", "")["rows"]["byes"] == 2
    assert run_json(*ask, "--byes", "Ann")["manifest"]["options"][-2:] == ["--byes", "Ann"]


def test_the_format_of_dates_is_asked_for_kept_and_verified(here: Path, run: Run, run_json: Json) -> None:
    Path("cup.csv").write_text("white,black,result,date\nAnn,Bob,1-0,3/11/2025\n", encoding="utf-8")
    refused = run("rate", "cup.csv", code=2)
    assert "'3/11/2025' may have the day first or the month" in refused.stderr
    assert "--date-format dmy or --date-format mdy" in refused.stderr
    ask = ("rate", "cup.csv", "--date-format", "mdy", "--out", "list.csv")
    assert run_json(*ask)["manifest"]["options"] == ["--date-format", "mdy"]
    assert "reproduced" in run("verify", "list.csv").stdout


def test_the_decimal_mark_is_asked_for_kept_and_verified(here: Path, run: Run, run_json: Json) -> None:
    Path("cup.csv").write_text("home,away,home_score,away_score\nAnn,Bob,2.310,987\n", encoding="utf-8")
    refused = run("rate", "cup.csv", code=2)
    assert "'2.310' may be 2310 or 2.31" in refused.stderr
    assert "--decimal comma for 2310, or --decimal point for 2.31" in refused.stderr
    assert run("rate", "cup.csv", "--decimal", "point").stdout.splitlines()[1].split()[1] == "Bob"
    ask = ("rate", "cup.csv", "--decimal", "comma", "--out", "list.csv")
    document = run_json(*ask)
    assert document["manifest"]["options"] == ["--decimal", "comma"]
    assert document["players"][0]["player"] == "Ann"
    assert "reproduced" in run("verify", "list.csv").stdout
    assert run_json("look", "cup.csv", "--decimal", "comma")["rows"]["games"] == 1


def test_a_record_without_a_game_is_refused(here: Path, run: Run) -> None:
    head = "white,black,result\n"
    Path("plan.csv").write_text(head + "Ann,Bob,\nCho,bye,1-0\n", encoding="utf-8")
    assert "plan.csv: no game has been played: 1 bye, 1 fixture" in run("rate", "plan.csv", code=2).stderr
    Path("none.csv").write_text(head, encoding="utf-8")
    pl.DataFrame(
        {"white": [], "black": [], "result": []}, schema_overrides={"white": pl.String}
    ).write_parquet("none.parquet")
    for name in ("none.csv", "none.parquet"):
        assert f"{name}: the file has no rows" in run("rate", name, code=2).stderr


def test_a_list_goes_on_from_its_own_file(here: Path, run: Run, run_json: Json) -> None:
    """Two months, one after the other from the list between them, give what both together give."""
    one = "white,black,result,date\nAda,Bo,1-0,2026-01-10\nCy,Bo,1-0,2026-01-11\n"
    two = "white,black,result,date\nBo,Ada,½-½,2026-03-10\nBo,Eve,0-1,2026-03-12\n"
    (here / "one.csv").write_text(one, encoding="utf-8")
    (here / "two.csv").write_text(two, encoding="utf-8")
    for system in ("glicko2", "uschess", "elo-mmr", "lichess"):
        rate = ("--system", system) if system != "uschess" else ("--system", system, "--period", "1mo")
        run("rate", "one.csv", *rate, "--out", f"{system}.csv")
        found = run_json("rate", "two.csv", *rate, "--players", f"{system}.csv")["players"]
        whole = run_json("rate", "one.csv", "two.csv", *rate)["players"]
        assert [row["player"] for row in found] == [row["player"] for row in whole]
        for row, expected in zip(found, whole, strict=True):
            assert row["rating"] == pytest.approx(expected["rating"], abs=1e-9)
            assert row["games"] == expected["games"]
            assert row["last_played"] == expected["last_played"]


@pytest.mark.parametrize("system", ["uschess", "dwz", "fide", "elo"])
def test_newcomers_of_whom_something_is_known_join_a_list(
    here: Path, run: Run, run_json: Json, system: str
) -> None:
    """Eve comes in the second part with a rating, games and a year of birth; Ada's old rating is not taken again."""
    header = "event,white,black,result,date\n"
    one = "A,Ada,Bo,1-0,2026-01-10\nA,Cy,Bo,1-0,2026-01-11\nA,Cy,Ada,0-1,2026-01-12\n"
    two = "B,Bo,Ada,½-½,2026-03-10\nB,Bo,Eve,0-1,2026-03-12\nB,Eve,Ada,1-0,2026-03-13\n"
    (here / "one.csv").write_text(header + one, encoding="utf-8")
    (here / "two.csv").write_text(header + two, encoding="utf-8")
    (here / "who.csv").write_text(
        "player,rating,games,birth_year\nAda,1800,50,1990\nBo,1700,40,1991\nCy,1600,30,1992\nEve,1500,30,2012\n",
        encoding="utf-8",
    )
    k = ("--set", "k=40 if age<18 and games<60; 20") if system == "elo" else ()
    run("rate", "one.csv", "--players", "who.csv", "--system", system, *k, "--out", "list.csv")
    both = ("--players", "list.csv", "--players", "who.csv")
    found = run_json("rate", "two.csv", *both, "--system", system, *k, "--out", "next.csv")["players"]
    turned = run_json("rate", "two.csv", *both[2:], *both[:2], "--system", system, *k)["players"]
    assert turned == found
    whole = run_json("rate", "one.csv", "two.csv", "--players", "who.csv", "--system", system, *k)["players"]
    assert [row["player"] for row in found] == [row["player"] for row in whole]
    for row, expected in zip(found, whole, strict=True):
        assert row["rating"] == pytest.approx(expected["rating"], abs=1e-9)
        assert (row["games"], row["provisional"]) == (expected["games"], expected["provisional"])
    assert "reproduced" in run("verify", "next.csv").stdout
    alone = run_json("rate", "two.csv", *both[:2], "--system", system, *k)["players"]
    assert alone != found


def test_two_lists_or_two_players_files_are_refused(here: Path, run: Run) -> None:
    (here / "games.csv").write_text("white,black,result\nAda,Bo,1-0\n", encoding="utf-8")
    for name in ("one.csv", "two.csv"):
        (here / name).write_text("player,rating\nAda,1600\n", encoding="utf-8")
        run("rate", "games.csv", "--out", f"list-{name}")
    for files, thing in (
        (("one.csv", "two.csv"), "a players file"),
        (("list-one.csv", "list-two.csv"), "a ranking list"),
    ):
        words = [word for file in files for word in ("--players", file)]
        said = run("rate", "games.csv", *words, code=2).stderr
        assert f"{files[0]} and {files[1]} are each {thing}" in said


def test_what_a_players_file_was_taken_for_is_said(here: Path, run: Run) -> None:
    (here / "then.csv").write_text("white,black,result\nAda,Bo,1-0\nCy,Bo,1-0\n", encoding="utf-8")
    (here / "now.csv").write_text("white,black,result\nAda,Bo,1-0\nBo,Eve,0-1\n", encoding="utf-8")
    run("rate", "then.csv", "--out", "list.csv")
    said = run("rate", "now.csv", "--players", "list.csv").stderr
    assert "rating goes on from the list list.csv: 3 players, 2 of them with games here; 1 newcomer\n" in said
    (here / "who.csv").write_text(
        "Name,Elo,Geburtsjahr,Verein,Augenfarbe\nAda,1600,1990,SK,blau\n", encoding="utf-8"
    )
    said = run("rate", "now.csv", "--players", "who.csv").stderr
    assert "who.csv: the columns are not known and not used: Verein, Augenfarbe\n" in said
    (here / "known.csv").write_text("Name,Elo,Born,Fed\nAda,1600,1990,NED\n", encoding="utf-8")
    assert "known.csv" not in run("rate", "now.csv", "--players", "known.csv").stderr


def test_the_whole_history_does_not_go_on(here: Path, run: Run) -> None:
    (here / "now.csv").write_text("white,black,result\nAda,Bo,1-0\n", encoding="utf-8")
    run("rate", "now.csv", "--out", "list.csv")
    refused = run("rate", "now.csv", "--players", "list.csv", "--system", "whr", code=2)
    assert "whr rates the whole history at once, so it cannot go on from a list" in refused.stderr


def test_what_was_made_of_the_record_stands_on_lines_of_its_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(
        "date,white,black,result,weight\n2026-01-01,Ann,Bob,1-0,0\n2026-02-01,Ann,Bob,1-0,1\n",
        encoding="utf-8",
    )
    lines = run("rate", file).stdout.splitlines()
    assert lines[-1] == "1 game of weight 0 not rated"
    assert lines[-2].startswith("1 game of 2 rows, 2 players, no row rejected; elo (defaults)")


LEAGUE = "date,white,black,result,event\n{0},Ann,Bob,1-0,League\n{1},Ann,Bob,1-0,League\n"


def test_events_as_they_are_named(run: Run, run_json: Callable[..., Any], here: Path) -> None:
    """One rating period of two wins at K = 20 gives 20 points; the list is verified with the option."""
    (here / "league.csv").write_text(LEAGUE.format("2022-01-10", "2023-12-20"), encoding="utf-8")
    words = ("league.csv", "--period", "event", "--events", "named")
    assert run_json("rate", *words)["players"][0]["rating"] == 1520
    assert "League is 2 events" in run("rate", *words[:3]).stdout
    run("rate", *words, "--out", "list.csv")
    assert "is reproduced" in run("verify", "list.csv").stdout


def test_a_cut_within_an_event_is_said(run: Run, here: Path) -> None:
    (here / "one.csv").write_text(LEAGUE.format("2026-01-10", "2026-01-11"), encoding="utf-8")
    (here / "two.csv").write_text(LEAGUE.format("2026-01-12", "2026-01-13"), encoding="utf-8")
    run("rate", "one.csv", "--period", "event", "--out", "list.csv")
    said = run("rate", "two.csv", "--period", "event", "--players", "list.csv").stderr
    assert "list.csv: the games before end on 2026-01-11 with the event 'League'" in said
    run("rate", "one.csv", "--out", "live.csv")
    assert "League" not in run("rate", "two.csv", "--players", "live.csv").stderr


def test_the_guess_of_a_players_file_is_said(run: Run, run_json: Callable[..., Any], here: Path) -> None:
    (here / "games.csv").write_text("white,black,result\nJiří,Bob,1-0\n", encoding="utf-8")
    (here / "players.csv").write_bytes("player,rating\nJiří,1800\n".encode("cp1250"))
    words = ("games.csv", "--players", str(here / "players.csv"))
    note = "players.csv is not UTF-8 and is read as cp1250 (Central European)"
    assert f"note: {note}" in run("rate", *words).stderr
    (said,) = run_json("rate", *words)["manifest"]["notes"]
    assert said.startswith(note)
