"""Baku acceleration (C.04.7) asked for by a setting, with late entries."""

from __future__ import annotations

import random
from dataclasses import replace

from arpad.rulebooks.fide.pairing import Dutch
from arpad.rulebooks.fide.pairing.common.players import state_of
from arpad.tournament import Entrant, Tournament
from arpad.tournament.acceleration import baku, baku_of
from arpad.tournament.checking import differences
from arpad.tournament.generator import QUIET, played_out


def accelerated(players: int, rounds: int) -> Tournament:
    entrants = tuple(Entrant(n, f"p{n}", 2400 - 50 * n) for n in range(1, players + 1))
    settings = {"acceleration": "baku"}
    return Tournament(entrants, system="fide-dutch", planned=rounds, settings=settings, initial_colour="w")


def test_of_a_full_field_it_is_the_books() -> None:
    for players in (2, 6, 10, 161, 178):
        assert baku_of(accelerated(players, 9)) == baku(players, 9)
    assert baku_of(accelerated(178, 9))[0].numbers == (1, 90)  # TRF26's example


def test_late_entries_do_not_move_the_border() -> None:
    event, lots = accelerated(8, 9), random.Random(4)
    event = event.with_round(played_out(Dutch().pair(event).round, event, lots, QUIET))
    before = {one.number: one.score for one in state_of(event).players}
    late = tuple(Entrant(n, f"late {n}", 1500, arrives=2) for n in range(9, 13))
    later = replace(event, entrants=event.entrants + late)
    assert baku_of(later) == baku_of(event)
    after = {one.number: one.score for one in state_of(later).players}
    assert {number: after[number] for number in before} == before
    later = later.with_round(played_out(Dutch().pair(later).round, later, lots, QUIET))
    assert not list(differences(later, Dutch()))


def test_a_late_entry_ranked_among_the_first_joins_them() -> None:
    """Whose number is below that of the group's last player gets the virtual points too."""
    event = accelerated(8, 9)
    numbers = [1, 2, 4, 5, 6, 7, 8, 9]
    moved = tuple(replace(one, number=n) for one, n in zip(event.entrants, numbers, strict=True))
    late = Entrant(3, "late", 2275, arrives=2)
    assert baku_of(replace(event, entrants=(*moved, late)))[0].numbers == (1, 5)
