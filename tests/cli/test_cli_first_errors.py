"""The errors that newcomers meet first, each with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arpad.cli import main

GAMES = "date,white,black,result\n2024-01-05,Ann,Bob,1-0\n2024-01-06,Bob,Cid,0-1\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["rate", "gams.csv"], "gams.csv: there is no such file. Did you mean games.csv?"),
        (["rank", "games.csv"], "No such command 'rank'. Did you mean 'rate'?"),
        (["table", "games.csv"], "No such command 'table'. Did you mean 'standings'?"),
        (["rate", "games.csv", "--k", "20"], "It is a setting of a rating system: --set k=…."),
        (["rate", "players.csv"], "A list of players is given beside the file of games: --players FILE."),
        (["rate", "rows.csv"], "line 1: there is no header: the line has '2024-01-05'"),
        (["rate", "race.csv"], "Choose a system for contests of many sides: trueskill, weng-lin"),
        (["check", "games.csv"], "games.csv: this is not a tournament report"),
        (["pair", "games.csv"], "games.csv: this is not a tournament report"),
        (["rate", "games.csv", "--system", "elow"], "Did you mean elo?"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_the_error_says_what_to_do(
    words: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.csv").write_text(GAMES, encoding="utf-8")
    Path("rows.csv").write_text("2024-01-05,Ann,Bob,2,1\n2024-01-06,Bob,Cid,0,0\n", encoding="utf-8")
    Path("players.csv").write_text("name,rating\nAnn,1500\nBob,1600\n", encoding="utf-8")
    Path("race.csv").write_text("race,driver,place\n1,Ann,1\n1,Bob,2\n1,Cid,3\n", encoding="utf-8")
    done = CliRunner().invoke(main, words, prog_name="arpad")
    assert done.exit_code in (2, 5)  # 5: a report that cannot be paired
    assert expected in done.stderr
