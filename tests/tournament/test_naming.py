"""Names beside numbers: every participant of an explanation is named, and nothing else is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arpad.core import Explanation, Step
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Paired, Tournament
from arpad.tournament.model import Entrant
from arpad.tournament.naming import with_names, wording
from arpad.tournament.results import Result
from arpad.tournament.system import why_not

FIDE = ["fide-dutch", "fide-burstein", "fide-dubov", "fide-lim", "double-swiss", "fide-team"]
RESULTS = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}

STATED = re.compile(
    r"(?:largest TPN|the larger number|identifier|number of the higher ranked): .*|#\d+ \([\d, ]+\)"
)
"""Where a number itself is what the article speaks of."""


def rounds(system: str, first: int, players: int = 9, seed: int = 3) -> Iterator[tuple[Tournament, Paired]]:
    """Yield the rounds of a drawn tournament whose participants are ``Pa``, ``Pb``, … from a number on."""
    rng = random.Random(seed)
    entrants = tuple(
        Entrant(first + at, f"P{chr(ord('a') + at)}", rating=2400 - 20 * at) for at in range(players)
    )
    tournament = Tournament(name="drawn", entrants=entrants, planned=4, system=system)
    for _ in range(4):
        paired = pairing_system(system).pair(tournament)
        yield tournament, paired
        won = [rng.choice(list(RESULTS)) for _ in paired.round.pairings]
        games = tuple(
            replace(game, white_result=one, black_result=RESULTS[one])
            for game, one in zip(paired.round.pairings, won, strict=True)
        )
        tournament = tournament.with_round(replace(paired.round, pairings=games))


def told(system: str, first: int) -> list[str]:
    """Return the explanations of all rounds with names, and of two players who do not meet, line by line."""
    lines: list[str] = []
    for tournament, paired in rounds(system, first):
        lines += with_names(paired.explain(), tournament).lines()
        answer = why_not(pairing_system(system), tournament, first, first + 1)
        lines += with_names(answer, tournament).lines()
    return lines


@pytest.mark.parametrize("system", FIDE)
def test_every_participant_is_named_and_nothing_else(system: str) -> None:
    """Numbers from 301 on cannot be points, rounds or counts; from 1 on they can: the names are the same."""
    large = told(system, 301)
    bare = [line for line in large if re.search(r"(?<!\()\b3\d\d\b", STATED.sub("", line))]
    assert not bare
    assert sum(line.count("(30") for line in large) > 30
    small = [re.sub(r"\((\d+)\)", "", STATED.sub("", line)) for line in told(system, 1)]
    assert small == [re.sub(r"\((\d+)\)", "", STATED.sub("", line)) for line in large]


def test_a_sentence_and_its_participants() -> None:
    text = "by C14; with 23 and 4 instead, residents who float down: 1 instead of 0 {sic}"
    template, numbers = wording(text, {1, 4, 23}, 2)
    assert numbers == (23, 4)
    assert template == text.replace("23 and 4", "{2} and {3}").replace("{sic}", "{{sic}}")
    assert wording("8 floats down in rounds 3–4 of 3.8.1–3.8.2", {3, 4, 8}) == (
        "{0} floats down in rounds 3–4 of 3.8.1–3.8.2",
        (8,),
    )


def test_facts_articles_and_those_nobody_knows_stay() -> None:
    tournament = Tournament(name="", entrants=(Entrant(3, "Ann"), Entrant(8, "Bo")), planned=3)
    step = Step("moved down", "3, 9", source="1.4.1")
    before = Explanation("3–8", outcome="8 has White", steps=(step,), facts={"player": 3})
    named = with_names(before, tournament)
    assert list(named.lines()) == ["Ann (3) – Bo (8): Bo (8) has White", "  moved down: Ann (3), 9   [1.4.1]"]
    assert named.facts == {"player": 3}
