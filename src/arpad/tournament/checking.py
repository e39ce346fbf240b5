"""The checker: every round judged by itself, and paired again to see whether the rules give the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arpad.core import ArpadError
from arpad.tournament.legality import BASIC, Rule, RuleFinding, is_article, literal
from arpad.tournament.model import Round, Tournament
from arpad.tournament.naming import wording
from arpad.tournament.results import Result
from arpad.tournament.system import Drawing, PairingSystem, why_not


def before(tournament: Tournament, at: int) -> Tournament:
    """Return the tournament as it stood before a round was paired.

    Whoever has a requested bye in that round, or does not appear in it at all, counts as away; so does,
    for the engine, who lost the round by forfeit only if the pairing did not name them.
    """
    round_ = tournament.rounds[at - 1]
    away = {bye.number: bye.result for bye in round_.byes if bye.result is not Result.PAIRING_BYE}
    there = {n for game in round_.pairings for n in (game.white, game.black)} | {
        bye.number for bye in round_.byes
    }
    for number in tournament.by_number:
        if number not in there:
            away[number] = Result.ZERO_BYE
    return replace(tournament.until(at - 1), absences={at: away})


def unplayed(round_: Round) -> Round:
    """Return a round as it was paired, without its results."""
    return Round(
        tuple(
            replace(game, white_result=Result.PENDING, black_result=Result.PENDING, points=None)
            for game in round_.pairings
        ),
        round_.byes,
    )


Stood = tuple[Tournament, Round]
"""A round as it was paired, and the tournament before it, as things stood then."""


def stood_by_rounds(tournament: Tournament) -> list[Stood]:
    """Return how things stood at each pairing, as far as the rounds tell: with the results of today."""
    return [(before(tournament, at), round_) for at, round_ in enumerate(tournament.rounds, 1)]


def illegal(
    tournament: Tournament, rules: Sequence[Rule] = BASIC, stood: Sequence[Stood] | None = None
) -> Iterator[RuleFinding]:
    """Yield what is illegal, round by round.

    Args:
        tournament: the tournament.
        rules: what a round has to meet.
        stood: each round with the tournament as it stood then; None for :func:`stood_by_rounds`.
    """
    for at, (state, round_) in enumerate(stood_by_rounds(tournament) if stood is None else stood, 1):
        for rule in rules:
            yield from rule(state, at, round_)


def differences(
    tournament: Tournament, system: PairingSystem, stood: Sequence[Stood] | None = None
) -> Iterator[RuleFinding]:
    """Pair every round again, and yield where the tournament has another pairing.

    The order of the boards does not count, colours do; where the rules leave it to the lot, any outcome of it
    is right. A round that cannot be paired again is a finding too.
    The first finding of a round says by which criterion it is worse, where the system can tell.

    Args:
        tournament: the tournament.
        system: what pairs it.
        stood: each round with the tournament as it stood then; None for :func:`stood_by_rounds`.
    """
    for at, (state, round_) in enumerate(stood_by_rounds(tournament) if stood is None else stood, 1):
        try:
            findings = list(_differing(system, state, at, round_))
        except ArpadError as error:
            text = literal(f"cannot be paired again: {error.problem}")
            yield RuleFinding(
                at, error.article or "", text, difference=True, about="refused", code="check.no-pairing"
            )
            continue
        named = system.edition.name
        article = named if is_article(named) else f"{system.name} ({named})"
        for finding in findings[:1]:
            yield replace(_with_reason(system, state, finding), article=article)
        yield from (replace(finding, article=article) for finding in findings[1:])


def rests_on_lots(tournament: Tournament, system: PairingSystem, at: int) -> bool:
    """Whether a round comes out otherwise if lots are drawn from another seed."""
    state = before(tournament, at)
    try:
        rounds = {
            frozenset((game.white, game.black) for game in system.pair(reseeded).round.pairings)
            for reseeded in (replace(state, seed=state.seed + offset) for offset in range(4))
        }
    except ArpadError:
        return False
    return len(rounds) > 1


def _differing(system: PairingSystem, state: Tournament, at: int, round_: Round) -> Iterator[RuleFinding]:
    """Yield where a round is another than the rules give."""
    again = system.pair(state).round
    if not isinstance(system, Drawing):
        yield from _other_pairs(at, round_, again)
        played = {frozenset((game.white, game.black)): game.white for game in again.pairings}
        whites = [played.get(frozenset((game.white, game.black))) for game in round_.pairings]
    else:
        findings = list(_other_pairs(at, round_, again))
        if findings and not system.as_good(state, round_):
            yield from findings
        whites = system.whites(state, round_)
    for game, white in zip(round_.pairings, whites, strict=True):
        if white not in (None, game.white):
            text = "{}–{} was paired; by the rules with the other colours"
            both = (game.white, game.black)
            yield RuleFinding(
                at, "", text, both, difference=True, about="colours", code="check.colours-differ"
            )


def _with_reason(system: PairingSystem, state: Tournament, finding: RuleFinding) -> RuleFinding:
    """Return a finding with why the rules do not give the pair that was played, if the system can tell."""
    if finding.pair is None:
        return finding
    try:
        reason = why_not(system, state, *finding.pair).outcome
    except ArpadError:
        return finding
    named = (*finding.players, *finding.others)
    text, numbers = wording(f" ({reason})", state.by_number, len(named))
    return replace(finding, wording=finding.wording + text, others=(*finding.others, *numbers))


def _other_pairs(at: int, round_: Round, again: Round) -> Iterator[RuleFinding]:
    played = {frozenset((game.white, game.black)): game for game in round_.pairings}
    by_rules = {frozenset((game.white, game.black)): game for game in again.pairings}
    byes, byes_by_rules = (
        {bye.number for bye in each.byes if bye.result is Result.PAIRING_BYE} for each in (round_, again)
    )
    if byes != byes_by_rules:
        players = sorted(byes | byes_by_rules)
        had, has = (
            ", ".join(f"{{{players.index(number)}}}" for number in sorted(some)) or "nobody"
            for some in (byes, byes_by_rules)
        )
        text = f"the bye went to {had}; by the rules it goes to {has}"
        given = (min(byes), 0) if byes else None
        yield RuleFinding(
            at,
            "",
            text,
            tuple(players),
            difference=True,
            pair=given,
            about="bye",
            code="check.bye-differs",
        )
    for pair, game in played.items():
        if pair not in by_rules:
            instead = [g for p, g in by_rules.items() if p & pair]
            by_rules_pairs = [f"{{{2 * which}}}–{{{2 * which + 1}}}" for which in range(1, len(instead) + 1)]
            text = f"{{0}}–{{1}} was paired; by the rules {', '.join(by_rules_pairs) or 'neither plays'}"
            both = (game.white, game.black)
            others = tuple(number for g in instead for number in (g.white, g.black))
            yield RuleFinding(
                at,
                "",
                text,
                both,
                difference=True,
                pair=both,
                others=others,
                about="pair",
                code="check.pair-differs",
            )
