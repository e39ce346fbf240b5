"""What the Dutch system says of a round, counted again from the crosstable by code that shares nothing with it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from arpad.core import Explanation
from arpad.rulebooks.fide.pairing import Dutch
from arpad.tournament import NoLegalRound, Round, Tournament
from arpad.tournament.generator import Chances, generate
from arpad.tournament.results import Result


def colours(one: Tournament, number: int) -> str:
    return "".join(line.colour for line in one.history[number] if line.result.played)


def preference(line: str) -> tuple[str, int]:
    """The colour preferred and how much (2 absolute, 1 strong, 0 mild), by C.04.3, 1.6."""
    if not line:
        return "", 0
    lead = line.count("w") - line.count("b")
    other = "b" if line[-1] == "w" else "w"
    if abs(lead) > 1:
        return ("b" if lead > 0 else "w"), 2
    if line[-2:] in ("ww", "bb"):
        return other, 2
    if lead:
        return ("b" if lead > 0 else "w"), 1
    return other, 0


def floated(one: Tournament, number: int, back: int) -> str:
    """Whether a player floated ``down``, ``up`` or not, so many rounds ago (1.4)."""
    at = one.played - back
    if at < 0:
        return ""
    line = one.history[number][at]
    if not line.result.played:
        return "down" if one.points.of(line.result) > one.points.of(Result.LOSS) else ""
    scores = one.scores(at)
    mine, theirs = scores[number], scores[line.opponent]
    return "" if mine == theirs else "down" if mine > theirs else "up"


def listed(part: Explanation, label: str) -> list[int]:
    for step in part.steps:
        if step.label == label:
            return [int(word) for word in str(step.value).split(",")]
    return []


def counted(one: Tournament, paired: Round, part: Explanation) -> dict[str, float]:
    """C6 and C10 to C17 of a bracket."""
    colour = {n: c for game in paired.pairings for n, c in ((game.white, "w"), (game.black, "b"))}
    opponent = {n: o for g in paired.pairings for n, o in ((g.white, g.black), (g.black, g.white))}
    residents, moved = listed(part, "residents"), listed(part, "moved down")
    down = listed(part, "float down")
    inside = [n for n in residents + moved if n not in down and n in opponent]
    lost = {n: preference(colours(one, n)) for n in inside}
    missed = [n for n, (wish, _) in lost.items() if wish and wish != colour[n]]
    lines = {n: colours(one, n) + colour[n] for n in inside}
    wide = {frozenset((n, opponent[n])) for n, x in lines.items() if abs(x.count("w") - x.count("b")) > 2}
    thrice = {frozenset((n, opponent[n])) for n, x in lines.items() if x[-3:] in ("www", "bbb")}
    above = [n for n in residents if n in inside and opponent[n] in moved]
    return {
        "C6": len(down),
        "C10": len(wide),
        "C11": len(thrice),
        "C12": len(missed),
        "C13": sum(lost[n][1] > 0 for n in missed),
        "C14": sum(floated(one, n, 1) == "down" for n in residents if n in down),
        "C15": sum(floated(one, n, 1) == "up" for n in above),
        "C16": sum(floated(one, n, 2) == "down" for n in residents if n in down),
        "C17": sum(floated(one, n, 2) == "up" for n in above),
    }


@given(st.integers(4, 30), st.integers(2, 9), st.integers(0, 10**6))
def test_the_criteria_that_are_told_are_those_of_the_pairing(players: int, rounds: int, seed: int) -> None:
    happens = Chances(0.05, 0.05, 0.05, 0.0)
    one = generate(Dutch(), players=players, rounds=rounds, play=seed % rounds, seed=seed, happens=happens)
    try:
        paired = Dutch().pair(one)
    except NoLegalRound:
        return
    brackets = [part for part in paired.explain().parts if part.label.startswith("Bracket of")]
    assert brackets
    games = 0
    for part in brackets:
        told = {
            step.source: step.value
            for step in part.steps
            if step.source in ("C6", *(f"C{k}" for k in range(10, 18)))
        }
        mine = counted(one, paired.round, part)
        for article, value in told.items():
            assert value == mine[article], (article, part.label)
        games += 0 if part.outcome == "nobody is paired" else len(part.outcome.split(","))
        score = {one.scores()[n] for n in listed(part, "residents")}
        assert len(score) == 1
        assert Fraction(0) <= min(score)
    assert games == len(paired.round.pairings)
