"""Quoted cells that span lines are told with their lines, whichever way a file is read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.record import read_contests, read_games
from arpad.record.tables.spanning_cells import spans_of_bytes
from workbooks import Cell, xlsx

SWALLOWED = """\
white,black,result,note
Ann,Bob,1-0,
Bob,Cid,0-1,"he said "
Cid,Ann,1-0,
Ann,Cid,1-0,
Bob,Ann,1-0," late"
Cid,Bob,1-0,
"""
"""The note of line 3 has a stray quote, and that of line 6 another: lines 3 to 6 are one row."""

SENTENCE = "games.csv: a quoted cell spans the lines 3–6: if a quote stands there by mistake, rows are lost"


def arpad(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arpad", *words], capture_output=True, text=True, check=False, cwd=cwd
    )


def test_rate_and_look_tell_the_lines(tmp_path: Path) -> None:
    text = SWALLOWED.replace('"he said "', '"he said ').replace('" late"', 'late"')
    (tmp_path / "games.csv").write_text(text)
    done = arpad("rate", "games.csv", "--json", cwd=tmp_path)
    answer: dict[str, Any] = json.loads(done.stdout)
    assert SENTENCE in answer["notes"]
    assert answer["rows"]["games"] == 3
    assert SENTENCE in arpad("rate", "games.csv", cwd=tmp_path).stdout + done.stderr
    assert SENTENCE in json.loads(arpad("look", "games.csv", "--json", cwd=tmp_path).stdout)["notes"]
    assert SENTENCE in arpad("look", "games.csv", cwd=tmp_path).stdout


def test_the_careful_reader_tells_the_same(tmp_path: Path) -> None:
    """A bad row elsewhere makes the file be read row by row."""
    text = SWALLOWED.replace('"he said "', '"he said ').replace('" late"', 'late"')
    path = tmp_path / "games.csv"
    path.write_text(text + "Ann,Bob,7-x,\n")
    games = read_games(path, rejects=tmp_path / "rejects.csv")
    assert any("spans the lines 3–6" in note for note in games.source.notes)


def test_contests_and_several_cells(tmp_path: Path) -> None:
    path = tmp_path / "races.csv"
    path.write_text('race,driver,place,note\n1,Ann,1,"a\nb"\n1,Bob,2,"c\n\nd"\n1,Cid,3,plain\n')
    (note,) = (note for note in read_contests(path).source.notes if "quoted" in note)
    assert "2 quoted cells span the lines 2–3, 4–6:" in note


def test_a_text_without_line_breaks_is_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text('white,black,result,note\nAnn,Bob,1-0,"a, ""b"""\n')
    assert not any("quoted" in note for note in read_games(path).source.notes)


def test_a_workbook_may_have_them(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [["white", "black", "result", "note"], ["Ann", "Bob", "1-0", "two\nlines"]]
    (tmp_path / "games.xlsx").write_bytes(xlsx({"Results": rows}))
    assert not any("quoted" in note for note in read_games(tmp_path / "games.xlsx").source.notes)


@settings(max_examples=60)
@given(st.lists(st.lists(st.text('a"\n, ', max_size=5), min_size=2, max_size=2), min_size=1, max_size=6))
def test_the_bytes_say_the_same_as_the_cells(rows: list[list[str]]) -> None:
    expected, lines, line = [], [], 1
    for row in rows:
        for cell in row:
            if "\n" in cell:
                expected.append((line, line + cell.count("\n")))
            line += cell.count("\n")
        line += 1
        lines.append(",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\n")
    assert spans_of_bytes("".join(lines).encode()) == expected
