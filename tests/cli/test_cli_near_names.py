"""What ``arpad rate`` says of names that may be one player's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def rated(run: Run, folder: Path, rows: str, *words: str) -> str:
    path = folder / "games.csv"
    path.write_text("date,white,black,result\n" + rows, encoding="utf-8")
    return run("rate", str(path), *words).stderr


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Smith, John", "J. Smith"),
        ("Jörg Müller", "Joerg Mueller"),
        ("Ann Lee", "Lee, Ann"),
        ("José García", "Jose Garcia"),
    ],
)
def test_it_names_a_pair_and_how_to_look(run: Run, tmp_path: Path, one: str, other: str) -> None:
    rows = f'2025-11-03,"{one}",Bo,1-0\n2025-11-04,"{other}",Cy,1-0\n2025-11-05,"{other}",Bo,1-0\n'
    assert rated(run, tmp_path, rows) == (
        f"note: {other} and {one} may be one player: arpad look games.csv shows what speaks for it\n"
    )
    aliases = tmp_path / "aliases.csv"
    aliases.write_text(f'alias,name,same\n"{one}","{other}",no\n', encoding="utf-8")
    assert "may be one player" not in rated(run, tmp_path, rows, "--aliases", str(aliases))


def test_it_is_silent_where_they_are_two(run: Run, tmp_path: Path) -> None:
    assert rated(run, tmp_path, '2025-11-03,"Smith, John",J. Smith,1-0\n') == ""
    assert rated(run, tmp_path, "2025-11-03,Anna,Hanna,1-0\n2025-11-03,Ben,Bern,1-0\n") == ""
