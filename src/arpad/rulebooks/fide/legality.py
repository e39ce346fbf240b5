"""What FIDE's Swiss systems allow beyond the basic rules: colours. Shares nothing with the engines."""

from __future__ import annotations

from collections.abc import Iterator

from arpad.tournament.legality import (
    BASIC,
    Rule,
    RuleFinding,
    colour_limits,
    no_prohibited_pair,
    no_rematch,
    once_each,
)
from arpad.tournament.model import Round, Tournament
from arpad.tournament.results import Result

LIMITED = ("fide-dutch",)
"""Systems that keep colours within the limits of C.04.1 for everybody but topscorers and whom they meet."""

STRICT = ("fide-burstein", "fide-dubov")
"""Systems that keep them for everybody."""

FIXED = ("round-robin", "groups", "knockout", "double-elimination", "scheveningen")
"""Formats that say themselves who meets whom, and who is free."""


def topscorers(before: Tournament) -> frozenset[int]:
    """Return who has more than half of the points that could be had, before the last round (C.04.3, 1.8)."""
    most = before.points.of(Result.WIN) * before.played
    return frozenset(number for number, score in before.scores().items() if 2 * score > most)


def colours(before: Tournament, at: int, round_: Round) -> Iterator[RuleFinding]:
    """Keep the limits of C.04.1; in the last round topscorers and their opponents may go beyond."""
    top = topscorers(before) if before.planned and at == before.planned else frozenset()
    free = {n for game in round_.pairings if {game.white, game.black} & top for n in (game.white, game.black)}
    yield from colour_limits(before, at, round_, frozenset(free))


def lim_colours(before: Tournament, at: int, round_: Round) -> Iterator[RuleFinding]:
    """Keep the limits of C.04.1; in the last round players of the same score may go beyond (C.04.4.3, 6)."""
    free: set[int] = set()
    if before.planned and at == before.planned:
        scores = before.scores()
        for game in round_.pairings:
            virtual = before.acceleration(game.white, at) - before.acceleration(game.black, at)
            if scores[game.white] - scores[game.black] + virtual == 0:
                free |= {game.white, game.black}
    yield from colour_limits(before, at, round_, frozenset(free))


def rules_of(system: str) -> tuple[Rule, ...]:
    """Return what a round of a system has to meet."""
    if system in LIMITED:
        return (*BASIC, colours)
    if system in STRICT:
        return (*BASIC, colour_limits)
    if system == "fide-lim":
        return (*BASIC, lim_colours)
    if system.startswith(FIXED):
        return (once_each,)
    if system == "keizer":
        # Clubs that play all year: who has met meets again, as soon as a setting of the system allows, and
        # who had the bye has it again, when everybody had it.
        return once_each, no_prohibited_pair
    return BASIC if system != "double-swiss" else (once_each, no_rematch)
