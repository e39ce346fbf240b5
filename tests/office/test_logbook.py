"""The logbook of a tournament, and what becomes of a file that somebody has edited."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office.desk import entered
from arpad.office.logbook import Logbook


def book(*names: str, **options: Any) -> Logbook:
    made = Logbook.new(name="cup", system="fide-dutch", rounds=3, seed=1, **options)
    for name in names:
        made = entered(made, name, {})
    return made


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "cup.arpad"
    made = book("Ann", "Zoë \u2028 Li", "김민지")
    made.write(file)
    assert Logbook.read(file) == made


def test_blank_lines_and_a_mark_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "cup.arpad"
    made = book("Ann", "Bo")
    made.write(file)
    text = file.read_text(encoding="utf-8")
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n\r\n").encode())
    assert Logbook.read(file) == made


@pytest.mark.parametrize(
    "damage",
    [
        {"do": "add"},
        {"do": "add", "number": 1, "name": "again"},
        {"do": "add", "number": 9, "name": "X", "wobble": 1},
        {"do": "undo"},
        {"do": "pair", "pairs": [[1, 7]], "byes": []},
        {"do": "pair", "pairs": [1, 2], "byes": []},
        {"do": "pair", "pairs": 5, "byes": []},
        {"do": "result", "round": 1, "board": 1, "white": "1", "black": "0"},
        {"do": "away", "number": 1, "rounds": 5, "result": "H"},
        {"do": "away", "number": 1, "rounds": [1], "result": "?"},
        {"do": "number", "order": [1, 1]},
        {"do": ["add"]},
    ],
)
def test_damage_is_told_without_a_traceback(tmp_path: Path, damage: dict[str, Any]) -> None:
    file = tmp_path / "cup.arpad"
    Logbook.new(name="cup", system="fide-dutch", rounds=3, seed=1).write(file)
    rows = file.read_text().splitlines()
    if damage["do"] != "undo":
        rows += [json.dumps({"do": "add", "number": 1, "name": "Ann"})]
    rows.append(json.dumps(damage))
    file.write_text("\n".join(rows))
    with pytest.raises(BadInput, match=rf"cup.arpad, line {len(rows)}: "):
        Logbook.read(file)


@pytest.mark.parametrize("key", ["name", "system", "rounds", "seed", "edition", "points", "settings"])
def test_a_beginning_that_is_damaged(tmp_path: Path, key: str) -> None:
    first = {"do": "new", "name": "c", "system": "othello", "rounds": 3, "seed": 1}
    values: list[Any] = [[], {"a": 1}] if key != "settings" else [[], 5, "x"]
    for value in values:
        file = tmp_path / "cup.arpad"
        file.write_text('{"arpad tournament": 1}\n' + json.dumps(first | {key: value}) + "\n")
        with pytest.raises(BadInput, match=r"cup\.arpad"):
            Logbook.read(file)


def test_of_two_who_enter_at_once_nobody_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "cup.arpad"
    book().write(file)
    start = Barrier(8)

    def enter(name: str) -> None:
        start.wait()
        while True:
            known = Logbook.read(file)
            try:
                entered(known, name, {}).write(file, known=known)
                return
            except BadInput as error:
                if "changed meanwhile" not in error.problem:
                    raise

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(enter, f"P{number}") for number in range(8)]:
            done.result(timeout=30)
    tournament = Logbook.read(file).tournament()
    assert sorted(one.name for one in tournament.entrants) == [f"P{number}" for number in range(8)]
