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
        (
            ["rate", "results 2024.csv"],
            "there is no such file. In that folder are cup.csv, games.csv, players.csv",
        ),
        (["rate", "no/such/folder.csv"], "there is no such file. Is it in another folder?"),
        (["games.csv"], "'games.csv' is a file, not a command. To rate its games: arpad rate games.csv"),
        (["new", "cup.arpad"], "No such command 'new'. Did you mean 'tournament'?"),
        (["rank", "games.csv"], "No such command 'rank'. Did you mean 'rate'?"),
        (["table", "games.csv"], "No such command 'table'. Did you mean 'rate'?"),
        (["table", "cup.trf"], "No such command 'table'. Did you mean 'standings'?"),
        (["rate", "games.csv", "--k", "20"], "It is a setting of a rating system: --set k=…."),
        (["rate", "games.csv", "--K", "20"], "It is a setting of a rating system: --set k=…."),
        (["rate", "games.csv", "--k-factor", "20"], "It is a setting of a rating system: --set k=…."),
        (["rate", "games.csv", "--set", "K=20"], "elo has no parameter 'K'. Did you mean k?"),
        (["rate", "games.csv", "--set", "kfactor=20"], "elo has no parameter 'kfactor'. Did you mean k?"),
        (["rate", "players.csv"], "A list of players is given beside the file of games: --players FILE."),
        (["rate", "rows.csv"], "line 1: there is no header: the line has '2024-01-05'"),
        (["rate", "race.csv"], "Choose a system for contests of many sides: trueskill, weng-lin"),
        (["check", "games.csv"], "games.csv: this is not a tournament report"),
        (["pair", "games.csv"], "a table of results is rated, not paired."),
        (["pair", "cop.trf"], "cop.trf: there is no such file. Did you mean cup.trf?"),
        (["tournament", "create", "a.arpad"], "No such command 'create'. Did you mean 'new'?"),
        (["tournament", "players", "a.arpad"], "No such command 'players'. Did you mean 'add'?"),
        (["tournament", "new", "players.csv"], "arpad tournament add players.arpad --from players.csv"),
        (["tournament", "pair", "cop.arpad"], "there is no file cop.arpad. Did you mean cup.arpad?"),
        (["tournament", "pair", "other.arpad"], "Begin with: arpad tournament new other.arpad"),
        (["tournament", "new", "a.arpad", "--system", "swiss"], "Did you mean fide-dutch?"),
        (["tournament", "new", "a.arpad", "--system", "dutch"], "Did you mean fide-dutch?"),
        (["tournament", "new", "a.arpad", "--system", "fide-duch"], "Did you mean fide-dutch?"),
        (["tournament", "new", "a.arpad", "--system", "knock-out"], "Did you mean knockout?"),
        (["rate", "games.csv", "--system", "elow"], "Did you mean elo?"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_the_error_says_what_to_do(
    words: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.csv").write_text(GAMES, encoding="utf-8")
    Path("rows.csv").write_text("2024-01-05,Ann,Lima,2,1\n2024-01-06,Bob,Oslo,0,0\n", encoding="utf-8")
    Path("players.csv").write_text("name,rating\nAnn,1500\nBob,1600\n", encoding="utf-8")
    for name in ("cup.csv", "cup.trf", "cup.arpad"):
        Path(name).write_text("012 Cup\n", encoding="utf-8")
    Path("race.csv").write_text("race,driver,place\n1,Ann,1\n1,Bob,2\n1,Cid,3\n", encoding="utf-8")
    done = CliRunner().invoke(main, words, prog_name="arpad")
    assert done.exit_code in (2, 5)  # 5: a report that cannot be paired
    assert expected in done.stderr
