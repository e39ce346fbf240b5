"""A player as a page: the rating and its history, every game, the record against each opponent, and why."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arpad.core import Explanation
from arpad.office.charts.figures import ListCharts, figures
from arpad.office.pages.explanation_html import explained
from arpad.office.pages.formatting import count, day, number
from arpad.office.pages.heads import Head
from arpad.office.pages.pair_page import PARTNER_HEADS, Partner, quantity
from arpad.office.pages.templating import render
from arpad.ratings.explain import explain, games_in
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem

if TYPE_CHECKING:
    import polars as pl
    from markupsafe import Markup

GAMES = 1000
"""How many games of a player a page shows at most, the latest."""

UNFOLDED = 10
"""How many of the latest changes are explained step by step."""

FOLDER = "players"
"""Where the pages of the players lie, beside that of the list."""

GAME_HEADS = [
    Head("Date", kind="when"),
    Head("Opponent", kind="player"),
    Head("Result"),
    Head("Expected"),
    Head("Change"),
    Head("Their rating"),
]

AGAINST_HEADS = (
    Head("Opponent", kind="player"),
    *map(Head, ("Games", "Won", "Drawn", "Lost", "Score", "Expected")),
)

SCORES = {1.0: "1", 0.5: "½", 0.0: "0"}


@dataclass(frozen=True)
class PlayedGame:
    """A game as the page lists it.

    Args:
        when: the date, the period or nothing.
        opponent: the name.
        file: where the opponent's page is; empty where the opponent has none.
        theirs: the opponent's rating before the game.
        expected: the expected score; empty where the system has none.
        result: the score; where the system rates a quantity, what the player's side made.
        change: of the rating, where the game alone makes it.
        partners: with whom the player sat on one side; empty for nobody.
    """

    when: str
    opponent: str
    file: str
    theirs: str
    expected: str
    result: str
    change: str
    partners: str = ""


@dataclass(frozen=True)
class OpponentRecord:
    """The record against one opponent.

    Args:
        opponent: the name.
        file: where the opponent's page is; empty where the opponent has none.
        cells: games, won, drawn, lost, score and expected score.
    """

    opponent: str
    file: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Profile:
    """What is told of a player beside the chart.

    Args:
        lede: the rating, the rank and the record.
        games: the latest games, the last one first.
        hidden: how many earlier games are left out.
        against: the record against each opponent.
        lately: the latest changes step by step, as HTML; empty where there are none.
    """

    lede: str
    games: Sequence[PlayedGame]
    hidden: int
    against: Sequence[OpponentRecord]
    lately: Markup | str


def profile(
    ratings: Ratings,
    row: Mapping[str, Any],
    table: pl.DataFrame,
    links: Mapping[str, str],
    *,
    games: int = GAMES,
    changes: int = UNFOLDED,
) -> Profile:
    """Return what is told of a player.

    Args:
        ratings: where the list came from, with its history.
        row: the player's row of the list.
        table: the list.
        links: where the other players of the list are, by name.
        games: how many of the latest games are shown.
        changes: how many of the latest changes are explained step by step.
    """
    lede = _lede(row, table, ratings)
    explanation = _rating_explanation(ratings, row["player"])
    if explanation is None:
        return Profile(lede, (), 0, (), "")
    played = list(_games(explanation, ratings, links))
    lately = _lately(explanation, changes)
    heading = "The latest changes, step by step" if changes > 1 else "The latest change, step by step"
    return Profile(
        lede,
        played[: -games - 1 : -1],
        max(0, len(played) - games),
        _against(explanation, links),
        "" if lately is None else explained(lately, heading=heading),
    )


def file_names(players: Iterable[tuple[str | None, str]]) -> dict[tuple[str | None, str], str]:
    """Return the file name of each player's page, ASCII, without a folder.

    Args:
        players: pool (None without pools) and name. The same players have the same file names.
    """
    files: dict[tuple[str | None, str], str] = {}
    taken: set[str] = set()
    for pool, player in sorted(players, key=lambda key: (key[0] or "", key[1])):
        plain = unicodedata.normalize("NFKD", f"{pool or ''} {player}").encode("ascii", "ignore").decode()
        stem = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:80] or "player"
        name, n = stem, 1
        while name in taken or name in RESERVED:
            n += 1
            name = f"{stem}-{n}"
        taken.add(name)
        files[pool, player] = f"{name}.html"
    return files


RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)
"""Names that Windows does not allow for files."""


def player_page(
    ratings: Ratings,
    row: Mapping[str, Any],
    table: pl.DataFrame,
    files: Mapping[str, str],
    *,
    title: str,
    pool: str | None = None,
    partners: Sequence[Partner] = (),
) -> str:
    """Return the page of a player.

    Args:
        ratings: where the list came from, with its history.
        row: the player's row of the list.
        table: the list.
        files: the file names of the pages of all players on it, by name.
        title: of the list.
        pool: the name of the pool; None without pools.
        partners: those with whom the player made a pair.
    """
    import polars as pl

    player = row["player"]
    player_profile = profile(ratings, row, table, files)
    system = ratings.system
    drawn: ListCharts | None = figures(pl.DataFrame([dict(row)], schema=table.schema), ratings, "chart")
    return render(
        "player.html.j2",
        window=f"{player} · {title}",
        kicker=f"{system.title} ratings" if pool is None else f"{system.title} ratings, {pool}",
        title=player,
        lede=player_profile.lede,
        list_title=title,
        figures=drawn,
        games=player_profile.games,
        hidden=player_profile.hidden,
        game_heads=GAME_HEADS,
        against=player_profile.against,
        against_heads=AGAINST_HEADS,
        partners=partners,
        partner_heads=PARTNER_HEADS,
        partner_head=Head("Partner", kind="division"),
        lately=player_profile.lately,
    )


def _rating_explanation(ratings: Ratings, player: str) -> Explanation | None:
    """Return how the rating came about; None for a player without a game in the record."""
    from arpad.ratings.win_counts import LAST

    return None if ratings.counts[ratings.players.index(player), LAST] < 0 else explain(ratings, player)


def _lede(row: Mapping[str, Any], table: pl.DataFrame, ratings: Ratings) -> str:
    """Return the rating, the rank and the record in a sentence each."""
    digits = ratings.system.decimals
    rating = number(row["rating"], digits)
    if row.get("high") is not None:
        rating += f" ± {number(row['high'] - row['rating'], digits)}"
    rank = "" if row["rank"] is None else f", rank {row['rank']:,} of {table['rank'].count():,}"
    provisional = ", provisional" if row["provisional"] else ""
    last = "" if row.get("last_played") is None else f", the last on {day(row['last_played'])}"
    wins, draws, losses = (f"{row[name]:,}" for name in ("wins", "draws", "losses"))
    return (
        f"Rating {rating}{rank}{provisional}. {count(row['games'], 'game')}: "
        f"{wins} won, {draws} drawn, {losses} lost{last}."
    )


def _games(explanation: Explanation, ratings: Ratings, files: Mapping[str, str]) -> Iterable[PlayedGame]:
    """Yield the games in the order in which they were rated."""
    live = ratings.timeline.schedule == "live"
    for unit in explanation.parts:
        for game in games_in(unit):
            facts = game.facts
            opponent = str(facts.get("opponent", ""))
            change = unit.value if live else game.value
            result, expected = _result_and_expected(facts, ratings.system)
            yield PlayedGame(
                str(facts.get("date") or unit.facts.get("date") or unit.facts.get("period") or ""),
                opponent,
                files.get(opponent, ""),
                number(facts["opponent_rating"], ratings.system.decimals),
                expected,
                result,
                "" if facts.get("pooled") else _signed(change),
                _partners(facts, explanation.label),
            )


def _result_and_expected(facts: Mapping[str, Any], system: RatingSystem) -> tuple[str, str]:
    """Return the result of a game and what was expected of it: a score, or a quantity where that is rated."""
    if system.continuous and "result" in facts and "names" in facts:
        # Both are told as the first side sees them; the second has what is left of twice the par.
        own = facts["names"][0] == facts["side"]
        seen = (facts["result"], facts["expected_result"])
        result, expected_result = (value if own else 2.0 * system.par - value for value in seen)
        return quantity(result), number(expected_result, 1)
    expected = facts.get("expected")
    score = SCORES.get(facts["score"], f"{facts['score']:.2f}")
    return score, "" if expected is None else f"{expected:.2f}"


def _partners(facts: Mapping[str, Any], player: str) -> str:
    """Return with whom a player sat on one side; empty for nobody."""
    names = str(facts.get("side", "")).split("+")
    return " + ".join(name for name in names if name != player) if player in names else ""


def _signed(change: float) -> str:
    text = number(change, 1)
    return text if change <= 0.0 or not text.strip("0.,") else f"+{text}"


def _against(explanation: Explanation, files: Mapping[str, str]) -> list[OpponentRecord]:
    """Return the record against each opponent, the most frequent first, then by name."""
    games_by_opponent: dict[str, list[tuple[float, float | None]]] = {}
    for game in games_in(explanation):
        if opponent := str(game.facts.get("opponent", "")):
            games_by_opponent.setdefault(opponent, []).append(
                (game.facts["score"], game.facts.get("expected"))
            )
    rows = []
    for opponent, games in sorted(games_by_opponent.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        scores = [score for score, _ in games]
        expectations = [expected for _, expected in games if expected is not None]
        won, lost = sum(score > 0.5 for score in scores), sum(score < 0.5 for score in scores)
        counts = (len(games), won, len(games) - won - lost, lost)
        expected = f"{math.fsum(expectations):.2f}" if len(expectations) == len(games) else ""
        rows.append(
            OpponentRecord(
                opponent,
                files.get(opponent, ""),
                (*(f"{n:,}" for n in counts), f"{math.fsum(scores):g}", expected),
            )
        )
    return rows


def _lately(explanation: Explanation, changes: int) -> Explanation | None:
    """Return the latest changes with their steps, the last one first; None where there is none."""
    latest = explanation.parts[: -changes - 1 : -1]
    if not latest:
        return None
    parts = tuple(replace(part, label=_when(part)) for part in latest)
    return replace(explanation, steps=(), parts=parts, value=math.fsum(part.value for part in parts))


def _when(unit: Explanation) -> str:
    """Return what a change is called: its rating period, or its day and opponent."""
    facts = unit.facts
    if "period" in facts:
        return str(facts["period"])
    named = ", ".join(str(facts[name]) for name in ("date", "opponent") if facts.get(name))
    return named if unit.label == "change" and named else unit.label
