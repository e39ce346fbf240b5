"""Whom a norm asks for as opponents: their titles and federations (FIDE Handbook, B.01, 1.4.3 to 1.4.5).

Not judged: the exemptions of 1.4.3 (national championships, events of a continent, Swiss events with twenty
foreign players, and others), and the six different opponents that a double round robin asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arpad.core import Step, counted
from arpad.rulebooks.fide.norms import NORMS, Condition

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE's titles, the highest first."""

SHORT = {"G": "GM", "M": "IM", "WG": "WGM", "F": "FM", "WM": "WIM", "C": "CM", "WF": "WFM", "WC": "WCM"}
"""How older reports write them."""

HOLDERS = frozenset(TITLES) - {"CM", "WCM"}
"""1.4.5: the title-holders who count."""

ENOUGH: dict[str, tuple[str, ...]] = {
    "GM": ("GM",),
    "IM": ("IM", "GM"),
    "WGM": ("WGM", "IM", "GM"),
    "WIM": ("WIM", "WGM", "IM", "GM"),
}
"""1.4.5: norm -> the titles of which opponents need one in three, and three at the least."""

LEAST_OF_THE_TITLE = 3
LEAST_FOREIGN = 2


def title_of(text: str) -> str:
    """Return a title by its letters: ``g`` and ``GM`` are GM; empty for none of FIDE's."""
    letters = text.strip().upper()
    letters = SHORT.get(letters, letters)
    return letters if letters in TITLES else ""


def sought(title: str, female: bool) -> tuple[str, ...]:
    """Return the titles by norms that a player does not hold yet, the highest first.

    Args:
        title: the player's own.
        female: whether women's titles are open to the player.
    """
    own = title_of(title)
    rank = {name: at for at, name in enumerate(TITLES)}
    return tuple(
        name
        for name in sorted(NORMS, key=rank.__getitem__)
        if (female or not name.startswith("W")) and (not own or rank[name] < rank[own])
    )


def of_titles(titles: Sequence[str], norm: str) -> Condition:
    """Return whether enough opponents hold titles (1.4.5).

    Args:
        titles: of the opponents, game by game; empty for none.
        norm: GM, IM, WGM or WIM.
    """
    held = [title_of(title) for title in titles]
    n, source = len(held), "B.01, 1.4.5"
    holders = sum(title in HOLDERS for title in held)
    high = sum(title in ENOUGH[norm] for title in held)
    half, third = (n + 1) // 2, max(LEAST_OF_THE_TITLE, (n + 2) // 3)
    words = " or ".join(ENOUGH[norm])
    shortfalls = [f"{counted(holders, 'title-holder')}, {half} needed"] * (holders < half)
    shortfalls += [f"{counted(high, 'opponent')} with {words}, {third} needed"] * (high < third)
    return Condition(
        "titles",
        holders >= half and high >= third,
        (
            Step("title-holders", holders, "without CM and WCM", source=source, digits=0),
            Step("least title-holders", half, "half of the games", source=source, digits=0),
            Step(f"opponents with {words}", high, source=source, digits=0),
            Step("least of them", third, "a third of the games, at least 3", source=source, digits=0),
        ),
        "1.4.5",
        "; ".join(shortfalls) or f"{holders} title-holders, {high} with {words}",
    )


def of_federations(own: str, federations: Sequence[str]) -> Condition | None:
    """Return whether the opponents come from enough federations (1.4.3, 1.4.4); None where one is not known.

    Args:
        own: the player's federation.
        federations: of the opponents, game by game.
    """
    if not own or not all(federations):
        return None
    n, count = len(federations), Counter(federations)
    foreign = len(set(federations) - {own})
    home, (largest, most) = count[own], max(count.items(), key=lambda entry: (entry[1], entry[0]))
    few, many = foreign < LEAST_FOREIGN, 3 * most > 2 * n and largest != own
    abroad = counted(foreign, "foreign federation")
    shortfalls = [f"{abroad}, {LEAST_FOREIGN} needed"] * few
    shortfalls += [f"{counted(home, 'opponent')} from {own}, {3 * n // 5} allowed"] * (5 * home > 3 * n)
    shortfalls += [f"{counted(most, 'opponent')} from {largest}, {2 * n // 3} allowed"] * many
    article = "B.01, 1.4.4"
    return Condition(
        "federations",
        not shortfalls,
        (
            Step("foreign federations", foreign, source="B.01, 1.4.3", digits=0),
            Step("least foreign federations", LEAST_FOREIGN, source="B.01, 1.4.3", digits=0),
            Step("opponents of the player's federation", home, source=article, digits=0),
            Step("most of the player's federation", 3 * n // 5, "3/5 of the games", source=article, digits=0),
            Step("opponents of one federation", most, largest, source=article, digits=0),
            Step("most of one federation", 2 * n // 3, "2/3 of the games", source=article, digits=0),
        ),
        "1.4.3" if few else "1.4.4",
        "; ".join(shortfalls) or abroad,
    )
