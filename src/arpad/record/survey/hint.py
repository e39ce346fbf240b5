"""The near-equal names that whoever rates a record should know of, without having looked at it before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.record.survey.near_names import near_names

if TYPE_CHECKING:
    from arpad.record.record import Record
    from arpad.record.survey.evidence import NearEqual

MOST_PLAYERS = 1000
"""Of more players nothing is said: among thousands of names some are near-equal by chance."""

TELLING = ("spelling", "order", "initial")
"""Kinds that are seldom two players: Müller, Mueller; Ann Lee and Lee, Ann; J. Smith and John Smith."""


def telling_names(record: Record) -> list[NearEqual]:
    """Return the names that differ in spelling, order or an initial only, and that nothing shows to be two.

    Args:
        record: the record.

    Returns:
        The pairs; none of a record of more than :data:`MOST_PLAYERS` players.
    """
    players = record.players.names
    if len(players) > MOST_PLAYERS:
        return []
    pairs = [pair for pair in near_names(players).pairs if pair.kind in TELLING]
    if not pairs:
        return []
    # Few records have such names, and every rating of a record asks.
    from arpad.record.survey.evidence import weighed
    from arpad.record.survey.facts import games_per_player

    return [pair for pair in weighed(record, pairs, games_per_player(record)) if not pair.are_two]
