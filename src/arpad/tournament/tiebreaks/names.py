"""Tie-breaks by their names in words: ``Buchholz cut 1`` for ``BH/C1``, ``Sonneborn-Berger`` for ``SB``.

A name is what the title of a kind says before its first comma or colon, or one of the other names below.
Case, hyphens, "the" and "of" do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

USUAL = {
    "berger": "SB",
    "sonneborn": "SB",
    "neustadtl": "SB",
    "number of wins": "WIN",
    "wins": "WIN",
    "most wins": "WIN",
    "number of games won": "WON",
    "games won": "WON",
    "number of games played with black": "BPG",
    "games with black": "BPG",
    "most blacks": "BPG",
    "number of games won with black": "BWG",
    "wins with black": "BWG",
    "progressive score": "PS",
    "progressive": "PS",
    "sum of progressive scores": "PS",
    "fine buchholz": "AOB",
    "opponents' buchholz": "AOB",
    "koya score": "KS",
    "tournament performance rating": "TPR",
    "performance": "TPR",
    "perfect tournament performance": "PTP",
    "average opponents' rating": "ARO",
    "average rating": "ARO",
    "starting number": "TPN",
    "start number": "TPN",
    "lot": "LOT",
    "goals": "GF",
    "discs": "DISC",
}
"""Other usual names -> code: C.07's own (2024) where the titles have others, and what programs print."""

CUT = re.compile(r"\b(?:cut|minus|without(?: the)? (?:lowest|worst)) ?(?P<count>\d)?\b")
MEDIAN = re.compile(r"\bmedian ?(?P<count>\d)?\b")


def code_of(text: str, titles: Iterable[tuple[str, str]]) -> str | None:
    """Return the code that a name in words stands for; None if it stands for none.

    Args:
        text: the name, with a cut in words if there is one: ``Median Buchholz``, ``Buchholz cut 2``.
        titles: the code and the title of every tie-break that is known.
    """
    codes = names(titles)
    name = _plain(text)
    if name in codes:
        return codes[name]
    for pattern, letter in ((CUT, "C"), (MEDIAN, "M")):
        cut = pattern.search(name)
        if cut is not None:
            bare = " ".join((name[: cut.start()] + name[cut.end() :]).split())
            code = codes.get(bare)
            return None if code is None else f"{code}/{letter}{cut['count'] or 1}"
    return None


def names(titles: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the plain names of tie-breaks with their codes; of two kinds with one name the last."""
    by_name = {_plain(re.split(r"[,:]", title)[0]): code for code, title in titles}
    codes = set(by_name.values())
    return by_name | {_plain(name): code for name, code in USUAL.items() if code in codes}


def near(text: str, titles: Iterable[tuple[str, str]]) -> list[str]:
    """Return the codes of the tie-breaks whose names are spelt much like a text, the nearest first."""
    from difflib import get_close_matches

    codes = names(titles)
    return list(
        dict.fromkeys(codes[name] for name in get_close_matches(_plain(text), list(codes), cutoff=0.7))
    )


def _plain(text: str) -> str:
    """Return a name without what does not count."""
    words = re.sub(r"[^\w%]+", " ", re.sub("['’]", "", text.casefold())).split()
    return " ".join(word for word in words if word not in ("the", "of", "system"))
