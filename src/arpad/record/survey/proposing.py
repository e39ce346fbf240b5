"""Near-equal names as a file of aliases to be decided: what speaks for each, and a blank for yes or no."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from arpad.core.hostile import guarded
from arpad.core.overwriting import Kind, begins
from arpad.core.writing import replace
from arpad.record.survey.comparing import parts_of
from arpad.record.survey.evidence import NearEqual
from arpad.record.survey.wording import described

HEADER = ("alias", "name", "same", "games", "name_games", "evidence")

PROPOSAL = Kind("a file of aliases", begins(re.compile(",".join(HEADER).encode() + rb"\r?\n\Z")))
"""A file of aliases without a row: one with rows may hold decisions, and is not written over."""


def write_aliases(path: str | Path, pairs: Sequence[NearEqual]) -> None:
    """Write near-equal names as a file of aliases of which nothing is decided yet.

    Of each pair the name with an initial is the alias, else the one with fewer games. The column ``same`` is
    blank: until a person writes ``yes`` the row merges nobody (:mod:`arpad.record.kinds.aliases`).

    Args:
        path: the file, as CSV.
        pairs: the near-equal names.

    Raises:
        BadInput: the file may not be written.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADER)
    for pair in pairs:
        alias, name = pair.seldom, pair.often
        if len(parts_of(name.name).initials) > len(parts_of(alias.name).initials):
            alias, name = name, alias
        evidence = ", ".join(described(pair))
        rows.writerow([guarded(alias.name), guarded(name.name), "", alias.games, name.games, evidence])
    with replace(Path(path), PROPOSAL) as stream:
        stream.write(text.getvalue().encode())
