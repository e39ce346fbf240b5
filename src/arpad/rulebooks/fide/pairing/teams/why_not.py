"""What another pair would have cost in C.04.5 and C.04.6: the best round with it, and where that is worse.

The best round with a pair is that of the same procedure, in which each choice is the first that complies best
among those after which the two can still be paired with each other. What a set of upfloaters does to the
following scoregroup (C6) is counted as in the round that was paired, the pair aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any, NamedTuple

from arpad.core import BadInput, Explanation, Step
from arpad.rulebooks.fide.pairing.teams.brackets import (
    Bracket,
    P,
    Procedure,
    brackets,
    bye_of,
    can_pair,
    no_round,
    paired,
    upfloaters,
)
from arpad.rulebooks.fide.pairing.teams.teams import Team, Teams
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound

SETS = 300
"""How many sets of upfloaters are looked at one by one; of more, C6 is counted with the pair fixed."""


_ORDERS = {
    "C5": "scores of the upfloaters",
    "3.5.4": "the order of the sets of upfloaters",
    "3.6.3": "the order of the pairings' identifiers",
}


class Verdict(NamedTuple):
    """Where the best round with a pair is worse.

    Args:
        worse: the criterion, ``C6``, or the article of the order that decides, ``3.5.4``.
        article: the article.
        words: what is counted or ordered.
        here: its value as the round was paired.
        there: in the best round with the pair.
        score: of the scoregroup in whose bracket that is; None for the bye.
    """

    worse: str
    article: str
    words: str
    here: str
    there: str
    score: Fraction | None = None


def fixed(procedure: Procedure[P], a: P, b: P | None) -> Procedure[P]:
    """Return the procedure in which two may meet only each other; or one nobody, who has the bye."""
    pair = {a.number} if b is None else {a.number, b.number}

    def legal(one: P, other: P) -> bool:
        inside = (one.number in pair) + (other.number in pair)
        return (inside == 0 or (inside == 2 and b is not None)) and procedure.legal(one, other)

    return replace(procedure, legal=legal)


def best_with(players: Sequence[P], procedure: Procedure[P], a: P, b: P) -> tuple[Bracket[P], ...]:
    """Return the brackets of the best round in which two meet.

    Args:
        players: an even number, who can all be paired so.
        procedure: the text.
        a: one.
        b: the other.
    """
    forced = fixed(procedure, a, b)
    scores = sorted({one.score for one in players}, reverse=True)
    rest = sorted(players, key=lambda one: (-one.score, one.number))
    found = []
    while rest:
        residents = [one for one in rest if one.score == rest[0].score]
        at = scores.index(rest[0].score) + 1
        following = scores[at] if at < len(scores) else None
        ups, counts = _upfloaters(residents, rest[len(residents) :], following, procedure, forced)
        # The two meet in the bracket in which both are.
        one = paired(residents, ups, counts, forced)
        found.append(one)
        gone = {player.number for player in (*residents, *ups)}
        rest = [player for player in rest if player.number not in gone]
    return tuple(found)


def _upfloaters(
    residents: Sequence[P],
    below: Sequence[P],
    following: Fraction | None,
    procedure: Procedure[P],
    forced: Procedure[P],
) -> tuple[list[P], dict[str, int]]:
    """Return the first set of upfloaters that complies best, after which the two can be paired."""

    def possible(ups: Sequence[P]) -> bool:
        inside = {one.number for one in ups}
        left = [one for one in below if one.number not in inside]
        return can_pair([*residents, *ups], forced.legal) and can_pair(left, forced.legal)

    ups, counts = upfloaters(residents, below, following, procedure)
    if possible(ups):
        return ups, counts
    ups, counts = upfloaters(residents, below, following, forced)
    order = sorted(below, key=lambda one: (-one.score, one.number))
    levels = sorted({one.score for one in ups}, reverse=True)
    pools = [[one for one in order if one.score == score] for score in levels]
    sizes = [sum(one.score == score for one in ups) for score in levels]
    if prod(comb(len(pool), size) for pool, size in zip(pools, sizes, strict=True)) > SETS:
        return ups, counts
    best: tuple[Any, list[P], dict[str, int]] | None = None
    for parts in product(*(combinations(pool, size) for pool, size in zip(pools, sizes, strict=True))):
        chosen = [one for part in parts for one in part]
        if not possible(chosen):
            continue
        needed = _needed(chosen, below, following, procedure)
        floated = sum(one.floated for one in chosen) if procedure.spare_floaters else 0
        key = (needed if procedure.fewest else needed > 1, floated)
        if best is None or key < best[0]:
            best = key, chosen, {"C4": len(chosen), "C6": needed, "C7": floated}
    assert best is not None, "the set that was found is one of them"
    return best[1], best[2]


def _needed(ups: Sequence[P], below: Sequence[P], following: Fraction | None, procedure: Procedure[P]) -> int:
    """Return how many upfloaters the following scoregroup will need, if there is anybody left in it (C6)."""
    gone = {one.number for one in ups}
    left = [one for one in below if one.number not in gone]
    group = [one for one in left if one.score == following]
    if not group or not can_pair(left, procedure.legal):
        return 0
    rest = [one for one in left if one.score != following]
    return len(upfloaters(group, rest, None, procedure)[0])


def first_worse(
    here: Sequence[Bracket[P]], there: Sequence[Bracket[P]], procedure: Procedure[P], says: dict[str, str]
) -> Verdict | None:
    """Return the first criterion or order in which the second round is worse; None if they are one round."""
    words = {**_ORDERS, **says}
    for one, two in zip(here, there, strict=False):
        mine, its = _values(one, procedure), _values(two, procedure)
        for name, value in mine.items():
            if value != its[name]:
                article = f"2.3.{int(name[1:]) - 3}" if name.startswith("C") else name
                return Verdict(name, article, words[name], value, its[name], one.residents[0].score)
    return None


def _values(bracket: Bracket[P], procedure: Procedure[P]) -> dict[str, str]:
    """Return a bracket's values by criterion, and its places in the orders, the most important first."""
    counts, ups = bracket.counts, bracket.upfloaters
    needed = str(counts["C6"])
    if not procedure.fewest:
        needed = "more than one" if counts["C6"] > 1 else "none or one"
    tops, bottoms = ([str(pair[side].number) for pair in bracket.pairs] for side in (0, 1))
    return {
        "C4": str(counts["C4"]),
        "C5": ", ".join(str(score) for score in sorted(up.score for up in ups)),
        "C6": needed,
        "C7": str(counts["C7"]),
        "3.5.4": ", ".join(str(up.number) for up in ups),
        **{name: str(counts.get(name, 0)) for name, _ in procedure.costs},
        procedure.opponents: str(counts.get(procedure.opponents, 0)),
        "3.6.3": " ".join(tops + bottoms),
    }


def why_not(
    tournament: Tournament, state: Teams, procedure: Procedure[Team], says: dict[str, str], a: int, b: int
) -> Explanation:
    """Return what the best round with two paired would have cost; ``b`` 0 is the bye.

    The facts have ``worse`` (the criterion or article, ``prohibited``, or nothing if that is the round),
    ``article``, ``here``, ``there``, ``bracket`` (a score), and the best round's ``pairs`` and ``bye``.

    Args:
        tournament: before the round.
        state: everybody who is to be paired.
        procedure: the text.
        says: what its criteria count.
        a: a number.
        b: another, or 0.

    Raises:
        NoLegalRound: there is no round at all.
        BadInput: one of them is not to be paired, or nobody gets the bye.
    """
    known = {one.number: one for one in state.teams}
    for number in (a, b) if b else (a,):
        if number not in known:
            raise BadInput(f"{number} is not to be paired in round {state.at}")
    if a == b:
        raise BadInput("name two different participants, or one and 0 for the bye")
    if not b and len(known) % 2 == 0:
        raise BadInput("nobody gets the bye: the number of participants is even")
    label = f"Round {state.at}: why not {f'{a}–{b}' if b else f'the bye to {a}'}?"
    bye = bye_of(state.teams, procedure)
    here = brackets([one for one in state.teams if one is not bye], procedure)

    def told(verdict: Verdict, text: str, **more: Any) -> Explanation:
        article = (
            f"{procedure.article}, {verdict.article}" if verdict.article[:1].isdigit() else verdict.article
        )
        facts = {"worse": verdict.worse, "article": verdict.article, **more}
        facts |= {name: value for name, value in (("here", verdict.here), ("there", verdict.there)) if value}
        if verdict.score is not None:
            facts["bracket"] = str(verdict.score)
        value = f"{verdict.there} instead of {verdict.here}" if verdict.here or verdict.there else text
        return Explanation(
            label, steps=(Step(verdict.words, value, source=article),), facts=facts, outcome=text
        )

    one, two = known[a], known[b] if b else None
    forbidden = _forbidden(tournament, state, one, two)
    if forbidden:
        return told(forbidden[0], f"not allowed: {forbidden[1]}")
    forced = fixed(procedure, one, two)
    try:
        its_bye = _bye(state.teams, forced, one, two)
    except NoLegalRound:
        article = "2.2.1" if b else "3.4.1"
        verdict = Verdict("C3", article, "the others", "", "")
        return told(verdict, "then the others could not all be paired")
    field = [player for player in state.teams if player is not its_bye]
    there = best_with(field, procedure, one, two) if two is not None else brackets(field, procedure)
    pairs = sorted(sorted((x.number, y.number)) for bracket in there for x, y in bracket.pairs)
    facts = {"pairs": pairs, "bye": its_bye.number if its_bye else 0}
    if bye is not its_bye:
        assert bye is not None
        assert its_bye is not None
        verdict = _bye_worse(bye, its_bye)
        text = f"the bye would go to {its_bye.number} instead of {bye.number}"
        return told(verdict, f"{text}: {_compared(verdict)}", **facts)
    worse = first_worse(here, there, procedure, says)
    if worse is None:
        return Explanation(label, facts={"worse": "", **facts}, outcome="that is how it was paired")
    return told(worse, f"in the bracket of scoregroup {worse.score}: {_compared(worse)}", **facts)


def _bye(teams: Sequence[Team], forced: Procedure[Team], one: Team, two: Team | None) -> Team | None:
    """Return who gets the bye if two meet, or one is to get it.

    Raises:
        NoLegalRound: then the others cannot be paired.
    """
    if len(teams) % 2 == 0:
        if not can_pair(teams, forced.legal):
            raise no_round(teams, forced)
        return None
    pair = (one, two)
    may = [
        replace(team, may_bye=team.may_bye and (team is one if two is None else team not in pair))
        for team in teams
    ]
    found = bye_of(may, forced)
    assert found is not None
    return next(team for team in teams if team.number == found.number)


def _compared(verdict: Verdict) -> str:
    if verdict.worse.startswith("C"):
        return f"{verdict.words}: {verdict.there or 'none'} instead of {verdict.here or 'none'}"
    if verdict.worse.startswith("3.4"):
        return f"{verdict.words} {verdict.there}, not {verdict.here}"
    return f"{verdict.there or 'nobody'} comes after {verdict.here or 'nobody'} in {verdict.words}"


def _bye_worse(here: Team, there: Team) -> Verdict:
    for article, words, mine, its in (
        ("3.4.2", "score", here.score, there.score),
        ("3.4.3", "matches played", here.played, there.played),
    ):
        if mine != its:
            return Verdict(article, article, words, str(mine), str(its))
    return Verdict("3.4.4", "3.4.4", "number", str(here.number), str(there.number))


def _forbidden(
    tournament: Tournament, state: Teams, one: Team, two: Team | None
) -> tuple[Verdict, str] | None:
    """Return the rule that forbids a pair, and why it does, in words."""
    if two is None:
        if one.may_bye:
            return None
        line = tournament.history[one.number]
        barring = (Result.PAIRING_BYE, Result.FULL_BYE, Result.FORFEIT_WIN)
        at = next(at for at, entry in enumerate(line, 1) if entry.result in barring)
        what = "won by forfeit" if line[at - 1].result is Result.FORFEIT_WIN else "had a bye"
        text = f"{one.number} {what} in round {at}"
        return Verdict("C2", "2.1.2", "the bye", "", ""), text
    if two.number in one.met:
        line = tournament.history[one.number]
        at = next(
            at for at, entry in enumerate(line, 1) if entry.opponent == two.number and entry.result.played
        )
        return Verdict("C1", "2.1.1", "played each other", "", ""), f"they met in round {at}"
    if not state.legal(one, two):
        return Verdict("prohibited", "prohibited", "forbidden", "", ""), "the organiser has forbidden it"
    return None
