"""Write the tables of known columns in docs/reading.md anew, after a name has been added.

.venv/bin/python tests/column_tables.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from arpad.record.tables.column_names import CLOCK, CONTESTS, IDS, POINTS, SIDES, SINGLE, Sides, id_columns

PAGE = Path(__file__).parents[1] / "docs" / "reading.md"
BEGIN, END = "<!-- known columns -->\n", "<!-- end of known columns -->\n"

ROLES = {
    "score": "result, of the side that is named first",
    "winner": "winner, beside two sides",
    "time": "day, moment or number of a period",
    "clock": "time of day, beside a day",
    "weight": "weight of the game",
    "neutral": "neutral ground: yes or no",
    "advantage": "1: the first side has White or is at home, −1: the second, 0: neither",
    "handicap": "stones that the first side gives",
    "komi": "points that White is given",
    "event": "event",
    "round": "round",
    "stage": "stage",
    "pool": "pool: what `--by pool` rates apart",
    "cluster": "cluster: games that are not independent, such as those of a voter",
}
"""What a column is called in the table."""

OF_CONTESTS = {
    "contest": "contest, whose rows share it",
    "player": "player",
    "side": "side, whose players share it",
    "place": "place",
    "result": "result, more being better",
    "id": "id of the player",
    "share": "share of the contest in which the player took part",
}


def tables() -> str:
    """Return the tables as they stand in the manual."""
    kinds = {
        "White and Black": [pair for pair in SIDES if pair.colours],
        "at home and away": [pair for pair in SIDES if pair.advantage and not pair.colours],
        "winner and loser": [pair for pair in SIDES if pair.won],
        "two sides": [pair for pair in SIDES if not (pair.advantage or pair.won)],
    }
    rows = [(kind, _pairs(_names(pair) for pair in pairs)) for kind, pairs in kinds.items()]
    chess = next(pair for pair in SIDES if pair.colours)
    made = [*id_columns(chess), *IDS]
    rows.append(
        ("ids beside the names, here of White and Black; the others alike", _pairs(dict.fromkeys(made)))
    )
    rows.append(("what each side made", _pairs(POINTS)))
    singles = {**SINGLE, "clock": CLOCK}
    rows += [(what, _listed(singles[role])) for role, what in ROLES.items()]
    contests = [(what, _listed(CONTESTS[role])) for role, what in OF_CONTESTS.items()]
    return (
        f"{BEGIN}\n{_table('games', rows)}\n"
        "In tables of contests, with a row for each player of each contest, time, weight, event and round have the\n"
        f"names above, and:\n\n{_table('contests', contests)}\n{END}"
    )


def _names(pair: Sides) -> tuple[str, str]:
    return pair.first, pair.second


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return " · ".join(f"`{first}`, `{second}`" for first, second in pairs)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(what: str, rows: Iterable[tuple[str, str]]) -> str:
    return "".join(
        f"| {one} | {two} |\n" for one, two in ((f"column of {what}", "its names"), ("---", "---"), *rows)
    )


def main() -> None:
    """Renew the tables."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: tables(), page, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main()
