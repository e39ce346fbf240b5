"""What is made known: a round's pairing, and the end of the tournament."""

from __future__ import annotations

from arpad.core import BadInput, worded, worded_count
from arpad.office.desk.asking import round_of
from arpad.office.events.rounds import Finished, Published
from arpad.office.hand_decisions import by_hand
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.rulebooks.standings import leavers, ranked_apart
from arpad.tournament.formats.knockout import undecided
from arpad.tournament.model import Tournament


def publish(log: EventLog, at: int | None = None) -> EventLog:
    """Return the log with the note that a round's pairing was made known.

    Args:
        log: so far.
        at: the round; None for the last.

    Raises:
        BadInput: it is not paired, or was published already.
    """
    at, _ = round_of(log.tournament(), at)
    if at in log.published:
        raise BadInput(worded("round {at} was published already", at=at), code="round.published")
    return log.add(Published(at), findings=by_hand(log.tournament(), at))


def finish(log: EventLog) -> EventLog:
    """Return the log with the note that the tournament is over: nothing but undoing this changes it then.

    What the screens of the hall show can still be set.

    Raises:
        BadInput: no round is paired, a result is missing, or it is finished already.
    """
    tournament = log.tournament()
    round_of(tournament, None)
    for at, round_ in enumerate(tournament.rounds, 1):
        if round_.pending:
            raise BadInput(
                worded_count(
                    "round {at} still lacks {count} result",
                    "round {at} still lacks {count} results",
                    len(round_.pending),
                    at=at,
                ),
                code="finish.results-missing",
                remedy="Enter the results first.",
            )
    findings = []
    if tournament.played < tournament.planned:
        text = worded_count(
            "{count} round planned, and {played} played",
            "{count} rounds planned, and {played} played",
            tournament.planned,
            played=tournament.played,
        )
        findings.append(Finding("finish.early", text, Severity.WARNING))
    for at, board in undecided(tournament):
        game = tournament.rounds[at - 1].pairings[board - 1]
        both = (game.white, game.black)
        text = worded("{who}: who goes on?", who=named(tournament, *both))
        follows = worded("Undo the end, and enter the result of the play-off as that of the board")
        findings.append(
            Finding("result.undecided", text, Severity.WARNING, follows=follows, round=at, numbers=both)
        )
    return log.add(Finished(), findings=[*findings, *games_not_counted(tournament)])


def games_not_counted(tournament: Tournament) -> list[Finding]:
    """Return a note about who left a round robin so early that the games count for nobody."""
    findings = []
    for part in ranked_apart(tournament).values():
        for number, (played, games) in leavers(part).items():
            text = worded_count(
                "{name} left after {played} of {count} game, less than half: it counts for nobody's points",
                "{name} left after {played} of {count} games, less than half: they count for nobody's points",
                games,
                name=named(tournament, number),
                played=played,
            )
            findings.append(Finding("standings.not-counted", text, Severity.NOTE, numbers=(number,)))
    return findings
