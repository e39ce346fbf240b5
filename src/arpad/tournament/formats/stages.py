"""Stages in a chain: who finishes where in one takes which place in the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from arpad.core import BadInput
from arpad.tournament.formats.groups import Groups, of_group
from arpad.tournament.formats.seeding import bracket_size, seeded_places
from arpad.tournament.model import Entrant, Tournament

Ranking = Callable[[Tournament], Sequence[int]]
"""Numbers from the first place to the last, as standings give them."""


@dataclass(frozen=True)
class Stage:
    """A stage that is to come.

    Args:
        name: ``Round of 16``.
        system: the pairing system's name.
        planned: how many rounds.
        settings: for the system.
    """

    name: str
    system: str
    planned: int = 0
    settings: Mapping[str, object] | None = None


def qualified(tournament: Tournament, groups: Groups, ranking: Ranking) -> dict[str, int]:
    """Return who took which place of which group: ``{"A1": 5, "A2": 8, …}``."""
    places = {}
    for letter, members in groups.items():
        for place, number in enumerate(ranking(of_group(tournament, members)), 1):
            places[f"{letter}{place}"] = number
    return places


def next_stage(before: Tournament, stage: Stage, numbers: Sequence[int]) -> Tournament:
    """Return a new tournament of those who go on.

    They get new numbers in the order given; ``settings["origin"]`` keeps the old ones.

    Args:
        before: the stage that is over.
        stage: the one to come.
        numbers: who goes on, in the order of their new numbers.

    Raises:
        BadInput: a game is still to come, or somebody goes on twice.
    """
    if any(one.pending for one in before.rounds):
        raise BadInput("a result is still to come", remedy="Enter it before the next stage begins.")
    if len(set(numbers)) < len(numbers):
        raise BadInput("somebody would go on twice")
    known = before.by_number
    entrants: list[Entrant] = [
        replace(known[old], number=new, arrives=1) for new, old in enumerate(numbers, 1)
    ]
    settings = dict(stage.settings or {}) | {"origin": dict(enumerate(numbers, 1))}
    return replace(
        before,
        entrants=tuple(entrants),
        rounds=(),
        name=f"{before.name}: {stage.name}" if before.name else stage.name,
        system=stage.system,
        planned=stage.planned,
        settings=settings,
        absences={},
        accelerations=(),
        prohibitions=(),
    )


def bracket_order(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Return seeds for a knockout whose first round, place by place, is just these pairs.

    Raises:
        BadInput: the pairs are not a power of two in number.
    """
    numbers = [number for pair in pairs for number in pair]
    if bracket_size(len(numbers)) != len(numbers):
        raise BadInput(f"{len(pairs)} pairs do not fill a bracket")
    seeds = [0] * len(numbers)
    for place, seed in enumerate(seeded_places(len(numbers))):
        seeds[seed - 1] = numbers[place]
    return seeds
