"""Norms for titles of FIDE that a player of a pool has reached in its tournaments, by the games alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from arpad.office.cache import MEGABYTE, Cache
from arpad.office.pools.careers import RatedTournament
from arpad.office.pools.rules import PoolRules
from arpad.office.reports.norms import norm_of
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, heads


class ReachedNorm(NamedTuple):
    """A norm that a player has reached.

    Args:
        event: the tournament.
        title: for which title.
        games: how many count.
        score: in them.
        performance: the performance rating.
    """

    event: RatedTournament
    title: str
    games: int
    score: Fraction
    performance: float


class _Answer(NamedTuple):
    """What a log says of a player: a norm, or none."""

    norm: ReachedNorm | None


# By the hash of the last event of the log and the names of the player: another log, another hash.
_CACHE: Cache[tuple[str, RatedTournament, frozenset[str]], _Answer] = Cache(
    "norms", 10_000, 4 * MEGABYTE, lambda norms: 400
)


def reached_norms(
    database: Database, rules: PoolRules, player: str, events: Sequence[RatedTournament]
) -> list[ReachedNorm]:
    """Return the norms of a player in some tournaments.

    Args:
        database: where the tournaments are.
        rules: of the pool, by which the player may have other names in tournaments.
        player: the name in the pool.
        events: the tournaments.

    Raises:
        BadInput: a tournament is not there, or the database does not answer.
        DamagedEventFile: the log of one is not as it was written.
    """
    names = frozenset({player, *(other for other, into in rules.merged.items() if into == player)})
    known_heads = heads(database, [event.name for event in events])
    norms = []
    for event in events:
        key = known_heads.get(event.name, ""), event, names
        answer = _CACHE.get(key)
        if answer is None:
            answer = _Answer(_norm(database, names, event))
            _CACHE.put(key, answer)
        if answer.norm is not None:
            norms.append(answer.norm)
    return norms


def _norm(database: Database, names: frozenset[str], event: RatedTournament) -> ReachedNorm | None:
    tournament = TournamentLog(database, event.name).read().tournament()
    own = next((entrant.name for entrant in tournament.entrants if entrant.name in names), None)
    reached = None if own is None else norm_of(tournament, own)
    if reached is None:
        return None
    score = sum((game.score for game in reached.games), start=Fraction(0))
    norm = reached.norm
    return ReachedNorm(event, norm.title.name, len(reached.games), score, norm.performance.rating)
