"""The checker: every round judged by itself, and paired again to see whether the rules give the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arpad.core import ArpadError
from arpad.tournament.legality import BASIC, Finding, Rule
from arpad.tournament.model import Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import PairingSystem, why_not


def before(tournament: Tournament, at: int) -> Tournament:
    """Return the tournament as it stood before a round was paired.

    Whoever has a requested bye in that round, or does not appear in it at all, counts as away; so does,
    for the engine, who lost the round by forfeit only if the pairing did not name them.
    """
    one = tournament.rounds[at - 1]
    away = {bye.number: bye.result for bye in one.byes if bye.result is not Result.PAIRING_BYE}
    there = {n for game in one.pairings for n in (game.white, game.black)} | {bye.number for bye in one.byes}
    for number in tournament.by_number:
        if number not in there:
            away[number] = Result.ZERO_BYE
    return replace(tournament.until(at - 1), absences={at: away})


def unplayed(one: Round) -> Round:
    """Return a round as it was paired, without its results."""
    return Round(
        tuple(
            replace(game, white_result=Result.PENDING, black_result=Result.PENDING, points=None)
            for game in one.pairings
        ),
        one.byes,
    )


def illegal(tournament: Tournament, rules: Sequence[Rule] = BASIC) -> Iterator[Finding]:
    """Yield what is illegal, round by round."""
    for at, one in enumerate(tournament.rounds, 1):
        state = before(tournament, at)
        for rule in rules:
            yield from rule(state, at, one)


def differences(tournament: Tournament, system: PairingSystem) -> Iterator[Finding]:
    """Pair every round again, and yield where the tournament has another pairing.

    The order of the boards does not count, colours do. A round that cannot be paired again is a finding too.
    The first finding of a round says by which criterion it is worse, where the system can tell.
    """
    for at, one in enumerate(tournament.rounds, 1):
        try:
            again = system.pair(before(tournament, at)).round
        except ArpadError as error:
            yield Finding(
                at, error.article or "", f"cannot be paired again: {error.problem}", difference=True
            )
            continue
        found = list(_compared(at, one, again))
        if found:
            state = before(tournament, at)
            article = system.edition.name
            yield replace(found[0], article=article, text=found[0].text + _reason(system, state, found[0]))
            yield from (replace(finding, article=article) for finding in found[1:])


def _reason(system: PairingSystem, state: Tournament, finding: Finding) -> str:
    """Return by what the best round with the pair that was played is worse, if the system can tell."""
    if finding.pair is None:
        return ""
    try:
        return f" ({why_not(system, state, *finding.pair).outcome})"
    except ArpadError:
        return ""


def _compared(at: int, one: Round, again: Round) -> Iterator[Finding]:
    theirs = {frozenset((game.white, game.black)): game for game in one.pairings}
    ours = {frozenset((game.white, game.black)): game for game in again.pairings}
    their_bye = {bye.number for bye in one.byes if bye.result is Result.PAIRING_BYE}
    our_bye = {bye.number for bye in again.byes if bye.result is Result.PAIRING_BYE}
    if their_bye != our_bye:
        said, rule = (", ".join(map(str, sorted(b))) or "nobody" for b in (their_bye, our_bye))
        text = f"the bye went to {said}; by the rules it goes to {rule}"
        given = (min(their_bye), 0) if their_bye else None
        yield Finding(at, "", text, tuple(sorted(their_bye | our_bye)), difference=True, pair=given)
    for pair, game in theirs.items():
        if pair not in ours:
            instead = [f"{g.white}–{g.black}" for p, g in ours.items() if p & pair]
            text = (
                f"{game.white}–{game.black} was paired; by the rules {', '.join(instead) or 'neither plays'}"
            )
            both = (game.white, game.black)
            yield Finding(at, "", text, both, difference=True, pair=both)
        elif ours[pair].white != game.white:
            text = f"{game.white}–{game.black} was paired; by the rules with the other colours"
            yield Finding(at, "", text, (game.white, game.black), difference=True)
