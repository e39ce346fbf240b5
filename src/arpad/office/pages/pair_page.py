"""A pair of bridge players as a page: both ratings, their sessions, and how each change was divided.

Pairs are those of :class:`arpad.rulebooks.bridge.system.Bridge`: a session moves the ratings of four players,
each by the part that the player's variance has in those of the pair.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.core import Explanation
from arpad.office.pages.explanation_html import explained
from arpad.office.pages.formatting import count, number
from arpad.office.pages.heads import Head
from arpad.office.pages.templating import render
from arpad.ratings.list_columns import INTERVAL
from arpad.ratings.rate import with_history
from arpad.ratings.result import Ratings
from arpad.record import Contests
from arpad.rulebooks.bridge.system import Bridge

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = "pairs"
"""Where the pages of the pairs lie, beside that of the list."""

SESSIONS = 60
"""How many of the latest sessions a page lists."""

UNFOLDED = 5
"""How many of them are explained step by step."""

MOST = 5000
"""How many pairs have a page: those with most sessions."""

Names = tuple[str, str]
"""The two players of a pair, in alphabetical order."""


@dataclass(frozen=True)
class Session:
    """A session of a pair.

    Args:
        when: the date, the period or nothing.
        opponents: the other side.
        result: what the pair made.
        expected: what was expected of it.
        weight: how much the session counts.
        changes: of both ratings, in points.
        side: which side of the record it is.
        seats: the seats of the two in the record.
    """

    when: str
    opponents: tuple[str, ...]
    result: float
    expected: float
    weight: float
    changes: tuple[float, float]
    side: int
    seats: tuple[int, int]

    @property
    def split(self) -> float:
        """Return which part of the change of both together is the first player's."""
        total = math.fsum(map(abs, self.changes))
        return abs(self.changes[0]) / total if total else 0.5


@dataclass(frozen=True)
class Pair:
    """Two players who have sat together.

    Args:
        names: of the players.
        sessions: the first one first.
    """

    names: Names
    sessions: list[Session] = field(default_factory=list)

    @property
    def result(self) -> float:
        """What the pair made in the mean."""
        return self._mean([session.result for session in self.sessions])

    @property
    def expected(self) -> float:
        """What was expected of the pair in the mean."""
        return self._mean([session.expected for session in self.sessions])

    def change(self, player: str) -> float:
        """Return how much the sessions changed the rating of one of the two."""
        at = self.names.index(player)
        return math.fsum(session.changes[at] for session in self.sessions)

    def other(self, player: str) -> str:
        """Return the partner of one of the two."""
        return self.names[1 - self.names.index(player)]

    def _mean(self, values: Sequence[float]) -> float:
        weights = [session.weight for session in self.sessions]
        if not math.fsum(weights):
            weights = [1.0] * len(values)
        weighted = (value * weight for value, weight in zip(values, weights, strict=True))
        return math.fsum(weighted) / math.fsum(weights)


@dataclass(frozen=True)
class Partner:
    """A partner, as the page of a player lists them.

    Args:
        name: of the partner.
        file: where the page of the pair is; empty where it has none.
        cells: sessions, mean result, what was expected, and the change of the player's rating.
    """

    name: str
    file: str
    cells: tuple[str, ...]


PLAYER_HEADS = (
    Head("Player", kind="player"),
    *map(Head, ("Rating", "± 95 %", "Deviation", "Rank", "Sessions in all", "Change together")),
)

PARTNER_HEADS = (
    Head("Partner", kind="player"),
    *map(Head, ("Sessions", "Mean result", "Expected", "Change")),
)

SESSION_HEADS = (
    Head("Date", kind="when"),
    Head("Opponents", kind="player"),
    *map(Head, ("Result", "Expected")),
)


def pairs_of(ratings: Ratings) -> dict[Names, Pair]:
    """Return the pairs of a record of bridge, by their players; none of another system."""
    record = ratings.timeline.record
    if not isinstance(ratings.system, Bridge) or not isinstance(record, Contests) or record.result is None:
        return {}
    ratings = with_history(ratings)
    names = record.players.names
    pairs: dict[Names, Pair] = {}
    for side in range(len(record.place)):
        seats = range(int(record.seats[side]), int(record.seats[side + 1]))
        if len(seats) != 2 or math.isnan(record.result[side]):
            continue
        (player, first), (partner, second) = sorted((names[int(record.member[seat])], seat) for seat in seats)
        pair = (player, partner)
        pairs.setdefault(pair, Pair(pair)).sessions.append(_session(ratings, side, (first, second)))
    return pairs


def _session(ratings: Ratings, side: int, seats: tuple[int, int]) -> Session:
    record, run, system = ratings.timeline.record, ratings.run, ratings.system
    assert isinstance(record, Contests)
    assert isinstance(system, Bridge)
    assert record.result is not None
    row, at = divmod(side, 2)
    expected = float(_calculation(ratings, side, seats[0]).facts["expected_result"])
    other = 2 * row + 1 - at
    members = record.member[int(record.seats[other]) : int(record.seats[other + 1])]
    first, second = (float(run.trace.after[seat, 0] - run.trace.before[seat, 0]) for seat in seats)
    facts = run.place(row, None)
    return Session(
        str(facts.get("date") or facts.get("period") or ""),
        tuple(record.players.names[member] for member in members),
        float(record.result[side]),
        expected if at == 0 else 2.0 * system.s0 - expected,
        1.0 if record.weight is None else float(record.weight[row]),
        (first, second),
        side,
        seats,
    )


def _calculation(ratings: Ratings, side: int, seat: int) -> Explanation:
    """Return how a session changed the rating of who sat there."""
    record, run = ratings.timeline.record, ratings.run
    assert isinstance(record, Contests)
    meeting = run.meeting(side // 2, int(record.member[seat]))
    own = run.rating_of(run.trace.before[seat])
    return ratings.system.update(own, [meeting], "live").explanation.parts[0]


def with_pages(pairs: Mapping[Names, Pair], listed: Iterable[str]) -> list[Names]:
    """Return the pairs that have a page: of players who are listed, those with most sessions."""
    players = set(listed)
    both = [names for names in pairs if players.issuperset(names)]
    return sorted(both, key=lambda names: (-len(pairs[names].sessions), names))[:MOST]


def by_player(pairs: Iterable[Pair]) -> dict[str, list[Pair]]:
    """Return the pairs of each player who has any."""
    pairs_by_player: dict[str, list[Pair]] = {}
    for pair in pairs:
        for name in pair.names:
            pairs_by_player.setdefault(name, []).append(pair)
    return pairs_by_player


def partners(mine: Iterable[Pair], player: str, files: Mapping[Names, str]) -> list[Partner]:
    """Return the partners of a player, the most frequent first.

    Args:
        mine: the pairs of the player.
        player: the name.
        files: where the pages of pairs are.
    """
    return [
        Partner(
            pair.other(player),
            files.get(pair.names, ""),
            (
                f"{len(pair.sessions):,}",
                number(pair.result, 1),
                number(pair.expected, 1),
                signed(pair.change(player)),
            ),
        )
        for pair in sorted(mine, key=lambda pair: (-len(pair.sessions), pair.other(player)))
    ]


def pair_page(
    ratings: Ratings,
    pair: Pair,
    rows: Mapping[str, Mapping[str, Any]],
    files: Mapping[str, str],
    *,
    title: str,
    pool: str | None = None,
) -> str:
    """Return the page of a pair.

    Args:
        ratings: where the list came from, with its history.
        pair: the pair.
        rows: the rows of the list, by player.
        files: where the pages of the players are, by name.
        title: of the list.
        pool: the name of the pool; None without pools.
    """
    system = ratings.system
    assert isinstance(system, Bridge)
    return render(
        "pair.html.j2",
        window=f"{' and '.join(pair.names)} · {title}",
        kicker=f"{system.title} ratings" if pool is None else f"{system.title} ratings, {pool}",
        pair=pair,
        lede=_lede(pair),
        list_title=title,
        player_heads=PLAYER_HEADS,
        players=_posteriors(ratings, pair, rows),
        files=files,
        session_heads=[*SESSION_HEADS, *(Head(f"Change of {name}") for name in pair.names), Head("Divided")],
        sessions=[_printed(session) for session in pair.sessions[: -SESSIONS - 1 : -1]],
        hidden=max(0, len(pair.sessions) - SESSIONS),
        weighted=any(session.weight != 1.0 for session in pair.sessions),
        par=number(system.s0, 1).removesuffix(".0"),
        bayesian=system.method != "elo",
        explanation=_latest_sessions(ratings, pair),
    )


def _lede(pair: Pair) -> str:
    """Return the sessions, the mean result and what was expected in a sentence."""
    whens = [session.when for session in pair.sessions if session.when]
    span = f" from {whens[0]} to {whens[-1]}" if whens and whens[0] != whens[-1] else ""
    over = signed(pair.result - pair.expected)
    return (
        f"{count(len(pair.sessions), 'session')} together{span}. Mean result {number(pair.result, 1)}, "
        f"expected {number(pair.expected, 1)} ({over})."
    )


def _posteriors(
    ratings: Ratings, pair: Pair, rows: Mapping[str, Mapping[str, Any]]
) -> list[tuple[str, tuple[str, ...]]]:
    """Return each player with rating, half of the interval, deviation, rank, games, and change together."""
    digits = ratings.system.decimals
    players: list[tuple[str, tuple[str, ...]]] = []
    for name in pair.names:
        row = rows[name]
        half = (row["high"] - row["rating"]) if row.get("high") is not None else None
        players.append(
            (
                name,
                (
                    number(row["rating"], digits),
                    "" if half is None else number(half, digits),
                    "" if half is None else number(half / INTERVAL, 1),
                    "" if row["rank"] is None else f"{row['rank']:,}",
                    f"{row['games']:,}",
                    signed(pair.change(name)),
                ),
            )
        )
    return players


def _printed(session: Session) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return a session as it is printed: date, opponents, and the cells after them."""
    share = round(100 * session.split)
    cells = (
        quantity(session.result),
        number(session.expected, 2),
        *(signed(change) for change in session.changes),
        f"{share} : {100 - share}",
    )
    return session.when, session.opponents, cells


def _latest_sessions(ratings: Ratings, pair: Pair) -> Markup | str:
    """Return the latest sessions with the calculations of both changes; empty where there are none."""
    parts = []
    for session in pair.sessions[: -UNFOLDED - 1 : -1]:
        calculations = [_calculation(ratings, session.side, seat) for seat in session.seats]
        both = tuple(
            Explanation(name, calculation.value, calculation.steps, unit="points")
            for name, calculation in zip(pair.names, calculations, strict=True)
        )
        label = ", ".join(filter(None, (session.when, " + ".join(session.opponents))))
        parts.append(Explanation(label, math.fsum(session.changes), (), both, terms=True, unit="points"))
    if not parts:
        return ""
    whole = Explanation("sessions", math.fsum(part.value for part in parts), (), tuple(parts), unit="points")
    return explained(
        whole, heading="The change of both together, session by session, and what each of the two got"
    )


def quantity(value: float) -> str:
    """Return a result with one decimal, or with two where it has them."""
    text = number(value, 2)
    return text.removesuffix("0") if "." in text else text


def signed(change: float) -> str:
    """Return a change with its sign; nothing before 0."""
    text = number(change, 1)
    return text if change <= 0.0 or not text.strip("0.,") else f"+{text}"
