"""The score of one side of a game: a number from 0 (lost) to 1 (won), and how people write it."""

from __future__ import annotations

import math
import re
from typing import TypeAlias

from arpad.core.errors import BadInput

Score: TypeAlias = float
"""The score of the first side, in [0, 1]; the second side has the rest."""

WIN: Score = 1.0
DRAW: Score = 0.5
LOSS: Score = 0.0

_WORDS: dict[Score, tuple[str, ...]] = {
    WIN: ("w", "win", "wins", "won", "victory", "gewonnen", "sieg", "gagné", "victoire", "ganó", "ganada",
          "victoria", "vinto", "vinta", "vittoria", "winst", "vitória", "ganhou", "победа", "выигрыш",
          "승", "승리", "勝", "胜"),
    DRAW: ("d", "draw", "drawn", "tie", "tied", "=", "½", "1/2", "jigo", "remis", "unentschieden", "nul",
           "nulle", "match nul", "tablas", "empate", "patta", "pareggio", "gelijk", "gelijkspel", "ничья",
           "무", "무승부", "비김", "引分", "引き分け", "和"),
    LOSS: ("l", "loss", "lose", "loses", "lost", "defeat", "verloren", "niederlage", "perdu", "défaite",
           "perdió", "perdida", "derrota", "perso", "persa", "sconfitta", "verlies", "perdeu", "поражение",
           "проигрыш", "패", "패배", "負", "负"),
}  # fmt: skip

RESULTS: dict[str, Score] = {
    "".join(word.split()): score for score, words in _WORDS.items() for word in words
}
"""What a result may say in one word, in lower case and without blanks."""

_NUMBER = r"\d{1,15}(?:\.\d{0,15}|,\d{1,2})?½?|½|1/2|\.\d{1,15}"
_PAIR = re.compile(rf"({_NUMBER})[-:x]({_NUMBER})")


def normal_result(text: str) -> str:
    """Return a result as it is compared: lower case, without blanks, every dash the short one."""
    halves = re.sub(r"(?<=\d)\s+1/2", "½", text)
    return re.sub(r"[–—−]", "-", re.sub(r"\s+", "", halves.lower()))


def points_of(text: str) -> tuple[float, float] | None:
    """Read what each side made: ``3-1``, ``3:1``, ``2½-1½``, ``0,5-0,5``; None if it is not written so."""
    pair = _PAIR.fullmatch(normal_result(text))
    return None if pair is None else (_number(pair[1]), _number(pair[2]))


def _number(text: str) -> float:
    """Return a number of points; ½ and a decimal comma are read."""
    if text in ("½", "1/2"):
        return 0.5
    return float(text.replace(",", ".").removesuffix("½")) + (0.5 if text.endswith("½") else 0.0)


def parse_score(text: str) -> Score:
    """Read a result as people write it: ``1-0``, ``½-½``, ``1/2``, ``win``, ``remis``, ``0.5``, ``0,5``.

    Raises:
        BadInput: the text is not a result, or a number outside [0, 1].
    """
    normal = normal_result(text)
    score = RESULTS.get(normal)
    if score is not None:
        return score
    pair = points_of(normal)
    if pair is not None and abs(sum(pair) - 1.0) < 1e-9:
        return pair[0]
    try:
        value = float(re.sub(r"^(\d*),(\d{1,2})$", r"\1.\2", normal))
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= 1.0:
        raise BadInput(
            f"{text!r} is not a valid result",
            remedy="Expected 1-0, ½-½, 0-1, win, draw, loss or a score from 0 to 1.",
        )
    return value
