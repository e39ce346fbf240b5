"""``arpad backtest``, ``arpad tune``, ``arpad scenario``: what they print, documents for programs, reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import arpad
from workbooks import Cell, xlsx

Run = Callable[..., Result]

AFL = str(Path(__file__).parents[2] / "docs" / "data" / "afl-2009-2012.csv")


@pytest.fixture
def votes(tmp_path: Path) -> str:
    path = tmp_path / "games.csv"
    rows = ["date,home,away,result,H,D,A,theirs"]
    for month in range(1, 13):
        for day, (home, away) in enumerate((("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")), 1):
            result = ("1-0", "½-½", "0-1")[(month + day) % 3]
            rows.append(f"2024-{month:02}-{day:02},{home},{away},{result},2.1,3.4,3.6,0.55")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def test_a_table_and_a_memo(run: Run) -> None:
    text = run("backtest", AFL, "--systems", "elo,k=27,glicko", "--by", "games").stdout
    assert "675 games, each predicted from the games before it." in text
    assert "elo (k=27)" in text
    assert "Games played" in text
    assert "has the lowest log loss on 675 games" in text


def test_the_document_is_the_librarys(run: Run) -> None:
    found = json.loads(run("backtest", AFL, "--systems", "elo,glicko2", "--json").stdout)
    games = arpad.read_games(AFL)
    again = arpad.backtest(games, "elo,glicko2")
    for one, entry in zip(found["systems"], again.entries, strict=True):
        assert one["log_loss"] == entry.log_loss.mean
        assert one["games"] == 675
    assert found["comparisons"][0]["better"] == found["systems"][0]["label"]
    assert found["memo"]


def test_settings_and_spans(run: Run) -> None:
    words = ["--systems", "elo,elo,k=40", "--set", "advantage=30", "--from", "81", "--to", "170", "--json"]
    found = json.loads(run("backtest", AFL, *words).stdout)
    assert {one["label"] for one in found["systems"]} == {"elo (advantage=30)", "elo (k=40, advantage=30)"}
    assert {one["games"] for one in found["systems"]} == {675 - 371}


def test_the_sheet_of_the_players(run: Run, votes: str, tmp_path: Path) -> None:
    """Whom the first sheet does not tell of are newcomers of 1500; the second sheet gives Ann 2400."""
    book = tmp_path / "club.xlsx"
    rated: list[list[Cell]] = [["name", "rating"], ["Ann", 2400], ["Bob", 1500], ["Cid", 1500]]
    book.write_bytes(xlsx({"Old": [["name", "rating"], ["Ann", 1500]], "New": rated}))
    words = ["backtest", votes, "--systems", "elo", "--json", "--players", str(book)]
    losses = []
    for more in ([], ["--players-sheet", "Old"], ["--players-sheet", "New"]):
        losses.append(json.loads(run(*words, *more).stdout)["systems"][0]["log_loss"])
    assert losses[0] == losses[1] < losses[2]


def test_others(run: Run, votes: str) -> None:
    text = run("backtest", votes, "--systems", "elo", "--forecast", "theirs", "--odds", "H,D,A").stdout
    assert "odds H/D/A" in text
    assert "theirs" in text
    assert "Three-way" in text


def test_others_need_not_forecast_every_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "gaps.csv"
    rows = ["date,white,black,score,p,H,A", "2024-01-01,A,B,1,0.6,,", "2024-01-02,A,B,0,,1.9,1.9"]
    file.write_text("\n".join([*rows, "2024-01-03,B,A,0.5,0.4,1.5,2.6", "2024-01-04,B,A,1,,,"]))
    text = run("backtest", str(file), "--systems", "elo", "--forecast", "p", "--odds", "H,A").stdout
    assert text.startswith("1 game, each predicted")
    assert "3 games left out: not every forecaster predicts them." in text
    assert "inf" not in text
    file.write_text("\n".join([*rows, "2024-01-03,B,A,0.5,x,1.5,2.6"]))
    told = run("backtest", str(file), "--systems", "elo", "--forecast", "p", code=2).stderr
    assert "line 4, column p: 'x' is not a number. Expected a number, or nothing where there is no" in told


def test_segments_that_a_record_cannot_have(run: Run) -> None:
    text = run("backtest", AFL, "--systems", "elo", "--by", "pool", "--by", "year").stdout
    assert "Not by pool: the record has no pools." in text
    assert "Not by year: the record has no dates." in text


def test_a_report_is_one_page_with_a_table_for_every_chart(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = run("backtest", AFL, "--systems", "elo,glicko", "--out", str(page))
    assert done.stdout.endswith(f"wrote {page}\n")
    text = page.read_text(encoding="utf-8")
    assert "has the lowest log loss on 675 games" in text
    assert f"<bdi>{Path(AFL).name}; record {arpad.read_games(AFL).digest[:32]}.</bdi>" in text
    assert text.count("<svg") == 4  # the scores for wide and narrow screens, two reliability diagrams
    assert text.count("The numbers of this chart") == 2
    assert "<script" not in text
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "is not a page" in run("backtest", AFL, "--systems", "elo", "--out", "report.pdf", code=2).stderr
    other = tmp_path / "other.html"
    other.write_text("<p>mine</p>")
    run("backtest", AFL, "--systems", "elo", "--out", str(other), code=2)
    assert other.read_text() == "<p>mine</p>"


def test_tuning(run: Run) -> None:
    words = ["tune", AFL, "--system", "elo", "--free", "k=5:80", "--train-to", "80"]
    text = run(*words).stdout
    assert "predicts the training games best" in text
    found = json.loads(run(*words, "--json").stdout)
    assert 5 <= found["best"]["k"] <= 80
    assert found["training"]["games"] == 371
    assert found["validation"]["games"] == 675 - 371
    assert {one["name"] for one in found["profile"]} == {"k"}


def test_what_is_refused(run: Run) -> None:
    assert "is not a range" in run("tune", AFL, "--free", "k=5", code=2).stderr
    assert "Did you mean" in run("backtest", AFL, "--systems", "elow", code=2).stderr
    refused = run("backtest", AFL, "--systems", "elo", "--from", "May", code=2)
    assert "is not the number of a period" in refused.stderr


def test_a_scenario(run: Run) -> None:
    words = [
        "scenario",
        AFL,
        "--system",
        "elo",
        "--against",
        "elo,k=40",
        "--from",
        "81",
        "--threshold",
        "1600",
    ]
    text = run(*words).stdout
    assert "Rank then" in text
    assert "since 81" in text
    found = json.loads(run(*words, "--json").stdout)
    assert found["games"] == 304
    assert len(found["players"]) == 18
    assert "names 2 systems" in run(*words[:4], "--against", "elo,glicko", "--from", "81", code=2).stderr


@pytest.mark.parametrize(
    ("words", "said", "charts"),
    [
        (["tune", AFL, "--free", "k=5:80"], "predicts the training games best", 1),
        (["scenario", AFL, "--against", "elo,k=40", "--from", "81"], "would have predicted better", 1),
        (["formats", "--players", "8", "--rounds", "3:4", "--tournaments", "20"], "How many rounds?", 3),
    ],
)
def test_other_reports(run: Run, tmp_path: Path, words: list[str], said: str, charts: int) -> None:
    page = tmp_path / "report.html"
    done = run(*words, "--out", str(page))
    assert done.stdout.endswith(f"wrote {page}\n")
    text = page.read_text(encoding="utf-8")
    assert said in text
    assert text.count("<svg") == 2 * charts  # for wide and for narrow screens
    assert "<script" not in text
    assert "is not a page" in run(*words, "--out", "report.csv", code=2).stderr
    page.write_text("<p>mine</p>")
    run(*words, "--out", str(page), code=2)
    assert page.read_text() == "<p>mine</p>"
    run(*words, "--out", str(page), "--force")
