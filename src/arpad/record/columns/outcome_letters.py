"""Wins, draws and losses by letters of a language: ``S, U, N``, ``G, E, P``; ``L, E, V`` for the sides.

As data for programs often have it, they may also be 1, 0 and −1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.shapes import keys_of
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import OUTCOMES, marks_of
from arpad.record.tables.letters import folded

_OWN = (
    ("s", "u", "n"),  # Sieg, Unentschieden, Niederlage
    ("v", "n", "d"),  # victoire, nul, défaite
    ("g", "e", "p"),  # ganado, empatado, perdido; gagné, égalité, perdu
    ("v", "e", "d"),  # vitória, empate, derrota
    ("v", "n", "p"),  # vittoria, nulla, persa
    ("w", "g", "v"),  # winst, gelijk, verlies
    ("z", "r", "p"),  # zwycięstwo, remis, porażka
    ("v", "r", "p"),  # výhra, remíza, prohra
    ("в", "н", "п"),
    ("g", "b", "m"),  # galibiyet, beraberlik, mağlubiyet
    ("v", "u", "t"),  # vunnet, uavgjort, tap
    ("v", "o", "f"),  # vinst, oavgjord, förlust
    ("v", "t", "h"),  # voitto, tasapeli, häviö
    ("○", "△", "●"),
    ("◯", "△", "●"),
    ("○", "△", "×"),
    ("勝", "分", "負"),
    ("勝ち", "引き分け", "負け"),
    ("胜", "平", "负"),
    ("승", "무", "패"),
    ("1", "0", "-1"),
    ("+1", "0", "-1"),
    ("1.0", "0.0", "-1.0"),
)
"""Of oneself: won, drawn, lost."""

_SIDES = (("l", "e", "v"), ("d", "n", "e"), ("c", "x", "f"), ("п1", "х", "п2"))
"""Of the side at home, nobody and the guest: Spanish, French, Portuguese, Russian."""


@dataclass(frozen=True)
class OutcomeLetters:
    """The column.

    Args:
        column: the column.
        words: letter, folded -> win, draw, loss, home or away.
    """

    column: SampleColumn
    words: Mapping[str, str]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with words in the place of the letters."""
        at = self.column.at
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            cells[at] = self.words.get(folded((cells[at] or "").strip()), cells[at])
            table.append((line, cells))
        return GameTable(header, table)


def outcome_letters(columns: Sequence[SampleColumn], *, of_sides: bool = False) -> OutcomeLetters | None:
    """Return the column whose values are the letters of a language; None where there is none.

    English letters are known to the reader. Where languages disagree about the letters nothing is decided.

    Args:
        columns: of the table.
        of_sides: whether a row is known to be a side of a game, whose outcome is its own.
    """
    if not of_sides and keys_of(columns):
        return None  # several rows may be of one game
    at_home = any(
        mark.kind == "home" for column in columns for word in column.tokens for mark in marks_of(word)
    )
    for column in columns:
        said = {folded(value) for value in column.distinct}
        if not OUTCOMES.keys() & set(column.tokens) or said <= {"w", "l", "d", "t"}:
            continue
        meanings = [_meaning(said, letters, ("win", "draw", "loss")) for letters in _OWN]
        if at_home:
            meanings += [_meaning(said, letters, ("home", "draw", "away")) for letters in _SIDES]
        told = [meaning for meaning in meanings if meaning is not None]
        if told and all(meaning == told[0] for meaning in told):
            return OutcomeLetters(column, told[0])
    return None


def _meaning(said: set[str], letters: Sequence[str], words: Sequence[str]) -> dict[str, str] | None:
    """Return what each letter says; None where the values are others, or nobody has lost."""
    won, drawn, lost = map(folded, letters)
    if not ({won, lost} <= said <= {won, drawn, lost}):
        return None
    return {letter: word for letter, word in zip((won, drawn, lost), words, strict=True) if letter in said}
