"""A tournament that others began, taken over from its report (TRF16 or TRF26), as if it had been run here.

A report tells what happened, not when, and not everything. What it cannot say is taken as the rules have it,
and said in the findings. Each round is two acts, its pairing and its results, so that both can be undone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from arpad.core import BadInput, joined, worded, worded_count
from arpad.core.wording import as_worded
from arpad.office.desk.decisions import checked_tiebreaks, many_rounds
from arpad.office.desk.taking_over_kept import findings_of_loss
from arpad.office.desk.taking_over_teams import (
    check_boards,
    findings_of_teams,
    lineups,
    members_added,
    player_ids,
    results,
    without_derived,
)
from arpad.office.events.beginning import New
from arpad.office.events.decisions import Accelerated, ColourDrawn, DetailsSet, Forbidden, PointsSet
from arpad.office.events.entries import ENTRY, Added, Away
from arpad.office.events.event import Event
from arpad.office.events.kinds import in_range
from arpad.office.events.rounds import ResultEntered, RoundPaired
from arpad.office.log.event_log import EventLog, LogEntry
from arpad.office.policy import Finding, Severity
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.rulebooks.pairing_settings import TEAMS
from arpad.rulebooks.standings import edition_for
from arpad.tournament.adjustments import Adjustment
from arpad.tournament.model import Entrant, Prohibition, Round, Tournament
from arpad.tournament.points import check_scoring
from arpad.tournament.results import Result
from arpad.tournament.trf import Document
from arpad.tournament.trf.national import renumbered


def take_over(
    document: Document,
    *,
    name: str = "",
    system: str = "",
    rounds: int = 0,
    edition: date | None = None,
    seed: int = 0,
    lenient: bool = False,
) -> EventLog:
    """Return the log of a tournament, of players or teams, whose report others wrote.

    Args:
        document: the report.
        name: the title; empty for the report's.
        system: the pairing system; empty for the report's.
        rounds: how many are planned; 0 for as many as the report says.
        edition: the day whose rules hold; None for the report's, or the newest if it names none.
        seed: what lots to come are drawn from.
        lenient: take a report whose lines contradict each other; what was passed over is said.

    Raises:
        BadInput: the report cannot be read, contradicts itself, names a system that is not known, or is of
            teams whose games do not follow from their line-ups, or for which the system has no place.
    """
    original = _read(document, lenient)
    cup = replace(
        original,
        name=name or original.name,
        system=system or original.system,
        planned=rounds or original.planned,
        edition=edition or original.edition,
        seed=seed,
    )
    _check_system(cup, original.details.get("encoded_type") or original.system)
    _check_rounds(cup, rounds)
    if not lenient:
        check_scoring(cup.points)
    entrant = {number: at for at, number in enumerate(_in_order_of_arrival(cup), 1)}
    players = player_ids(cup, len(entrant) + 1)
    # National ratings are the players', also where teams are the participants.
    details = renumbered(cup.details, (entrant if cup.players is None else players).get)
    log = _begun(replace(without_derived(cup), details=details))
    members = {} if cup.players is None else cup.players.by_number
    texts = {number: _text(member) for number, member in members.items()}
    joined = members_added(cup, players, entrant, texts)
    decisions = _Decisions(cup, entrant)
    for at in range(1, cup.played + 2):
        arrived = [participant for participant in cup.entrants if participant.arrives == at]
        entered: list[Event] = [
            _added(participant, entrant[participant.number]) for participant in sorted(arrived, key=_number)
        ]
        log = _add(log, [*entered, *(joined if at == 1 else ())])
        log = _add(log, decisions.before(at))
        named = lineups(cup, at, players, entrant) if players else ()
        if at > cup.played:
            log = _add(log, named)
            break
        log = log.add(_paired(cup.rounds[at - 1], entrant), *named)
        log = _add(log, results(cup, at) if players else _results(cup.rounds[at - 1], at))
    log = _add(log, [*decisions.left(), *_absences(cup, entrant)])
    check_boards(log, cup)
    findings = (*_findings(document, original, cup, lenient), *(many_rounds(cup, rounds) if rounds else ()))
    return log.saying((*findings, *findings_of_loss(document, log, findings)))


def _check_system(cup: Tournament, code: str) -> None:
    """Refuse a system that is not known, or that pairs players where the report is of teams.

    Args:
        cup: the tournament.
        code: of its type, as the report has it.

    Raises:
        BadInput: it is such a system.
    """
    if cup.system not in SYSTEMS:
        raise BadInput(
            worded("there is no pairing system for the type {code} (192)", code=code),
            code="report.unknown-system",
            remedy=worded("Name the system: {known}.", known=", ".join(SYSTEMS)),
        )
    if cup.players is not None and cup.system not in TEAMS:
        raise BadInput(
            worded("the report is of teams, and {system} pairs players", system=cup.system),
            code="report.of-teams",
            remedy=worded("Name the system: {known}.", known=", ".join(sorted(TEAMS))),
        )


def _check_rounds(cup: Tournament, rounds: int) -> None:
    """Refuse fewer rounds than are paired; 0 for as many as the report says.

    Raises:
        BadInput: there are fewer.
    """
    if 0 < rounds < cup.played:
        raise BadInput(
            worded_count(
                "{count} round paired: {rounds} cannot be planned",
                "{count} rounds paired: {rounds} cannot be planned",
                cup.played,
                rounds=rounds,
            ),
            code="rounds.fewer-than-paired",
        )


def _read(document: Document, lenient: bool) -> Tournament:
    """Return the tournament of a report.

    Raises:
        BadInput: it cannot be read; with a code.
    """
    try:
        if not document.of_teams:
            return document.tournament(lenient=lenient)
        tournament = document.teams(lenient=lenient)
    except BadInput as error:
        raise BadInput(
            error.problem,
            file=error.file,
            row=error.row,
            column=error.column,
            remedy=error.remedy,
            code="report.not-readable",
        ) from error
    if tournament.system == Tournament.system and "encoded_type" not in tournament.details:
        # Where nothing is said, players are paired by the Dutch system; teams by theirs.
        return replace(tournament, system="fide-team")
    return tournament


def _number(entrant: Entrant) -> int:
    return entrant.number


def _in_order_of_arrival(cup: Tournament) -> list[int]:
    return [
        entrant.number
        for entrant in sorted(cup.entrants, key=lambda entrant: (entrant.arrives, entrant.number))
    ]


def _add(log: EventLog, events: Iterable[Event]) -> EventLog:
    """Return the log with an act of these events; without one if there are none."""
    act = tuple(events)
    return log.add(*act) if act else log


def _begun(cup: Tournament) -> EventLog:
    """Return the log with the beginning: rules, points, what is printed, the drawn colour, accelerations."""
    plain = EventLog.new(
        name=_printable(cup.name),
        system=cup.system,
        rounds=cup.planned,
        seed=cup.seed,
        edition=cup.edition,
        points=cup.points,
        settings=cup.settings,
    )
    (new,) = plain.events
    assert isinstance(new, New)
    new = replace(new, tiebreaks=cup.tiebreaks, tiebreak_edition=edition_for(cup).since)
    log = EventLog.of([LogEntry((in_range(new),))])
    details = {key: "\n".join(map(_printable, text.split("\n"))) for key, text in cup.details.items()}
    events: list[Event] = [DetailsSet(details)] if details else []
    if cup.initial_colour:
        events.append(ColourDrawn(cup.initial_colour))
    events += [
        Accelerated(
            acceleration.points,
            acceleration.first,
            acceleration.last,
            acceleration.numbers,
            acceleration.game_points or None,
        )
        for acceleration in cup.accelerations
    ]
    return _add(log, events)


def _printable(text: str) -> str:
    """Return text without control characters, which events cannot have."""
    return "".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in text)


def _text(entrant: Entrant) -> Entrant:
    """Return a participant with what events can have of name and other text."""
    return replace(
        entrant,
        name=_printable(entrant.name).strip() or f"No. {entrant.number}",
        title=_printable(entrant.title),
        federation=_printable(entrant.federation),
        sex=_printable(entrant.sex),
        identity=_printable(entrant.identity),
        birth=_printable(entrant.birth),
        club=_printable(entrant.club),
    )


def _added(participant: Entrant, entrant: int) -> Added:
    with_text = _text(participant)
    return Added(entrant=entrant, **{name: getattr(with_text, name) for name in ("number", *ENTRY)})


def _paired(round_: Round, entrant: Mapping[int, int]) -> RoundPaired:
    coloured = any(game.coloured for game in round_.pairings)
    return RoundPaired(
        pairs=tuple((entrant[game.white], entrant[game.black]) for game in round_.pairings),
        byes=tuple((entrant[bye.number], bye.result) for bye in round_.byes),
        coloured=coloured,
        uncoloured=tuple(
            board for board, game in enumerate(round_.pairings, 1) if coloured and not game.coloured
        ),
    )


def _results(round_: Round, at: int) -> Iterator[ResultEntered]:
    for board, game in enumerate(round_.pairings, 1):
        if not game.pending:
            yield ResultEntered(at, board, game.white_result, game.black_result, game.points)


class _Decisions:
    """Who may not meet, and points set by hand: in the order of the report, each as early as it can stand.

    A later one of two decisions may hold instead of an earlier one, so that their order stays.
    """

    def __init__(self, cup: Tournament, entrant: Mapping[int, int]) -> None:
        arrives = {participant.number: participant.arrives for participant in cup.entrants}
        self._waiting = [
            *_in_order(
                (_first_round(prohibition, arrives), _forbidden(prohibition, entrant))
                for prohibition in _of_two(cup)
            ),
            *_in_order(
                (_round_after(adjustment, arrives), _points(adjustment, entrant))
                for adjustment in cup.adjustments
            ),
        ]

    def before(self, at: int) -> list[Event]:
        """Return what can stand before a round is paired and did not stand before, and keep the rest."""
        ready = [event for first, event in self._waiting if first <= at]
        self._waiting = [(first, event) for first, event in self._waiting if first > at]
        return ready

    def left(self) -> list[Event]:
        """Return what is about rounds to come."""
        return [event for _, event in self._waiting]


def _in_order(events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Event]]:
    """Yield events with the first round before which they stand, none before that of the one before it."""
    latest = 1
    for first, event in events:
        latest = max(latest, first)
        yield latest, event


def _of_two(cup: Tournament) -> Iterator[Prohibition]:
    """Yield the prohibitions that keep somebody apart, among the participants."""
    for prohibition in cup.prohibitions:
        numbers = prohibition.numbers & cup.by_number.keys()
        if len(numbers) > 1 and prohibition.first <= prohibition.last:
            yield replace(prohibition, numbers=numbers)


def _first_round(prohibition: Prohibition, arrives: Mapping[int, int]) -> int:
    return max(arrives[number] for number in prohibition.numbers)


def _forbidden(prohibition: Prohibition, entrant: Mapping[int, int]) -> Forbidden:
    numbers = tuple(entrant[number] for number in sorted(prohibition.numbers))
    return Forbidden(numbers, max(prohibition.first, 1), prohibition.last)


def _round_after(adjustment: Adjustment, arrives: Mapping[int, int]) -> int:
    """Return the round before which points were set that belong to a round: the one after it."""
    return max((adjustment.round + 1, *(arrives[number] for number in adjustment.numbers)))


def _points(adjustment: Adjustment, entrant: Mapping[int, int]) -> PointsSet:
    entrants = tuple(entrant[number] for number in adjustment.numbers)
    return PointsSet(
        adjustment.points,
        entrants,
        adjustment.round,
        adjustment.result,
        adjustment.game_points,
        adjustment.reason,
    )


def _absences(cup: Tournament, entrant: Mapping[int, int]) -> Iterator[Away]:
    """Yield the byes of rounds to come, by participant and kind."""
    rounds_of_byes: dict[tuple[int, Result], list[int]] = {}
    for at, byes in sorted(cup.absences.items()):
        if at > cup.played:
            for number, result in byes.items():
                rounds_of_byes.setdefault((number, _ahead(cup, result)), []).append(at)
    for (number, result), rounds in sorted(
        rounds_of_byes.items(), key=lambda absence: (absence[0][0], absence[1])
    ):
        yield Away(entrant[number], result, tuple(rounds))


def _ahead(cup: Tournament, result: Result) -> Result:
    """Return a bye of a round to come as one that is asked for: the pairing gives its own later."""
    if result is not Result.PAIRING_BYE:
        return result
    worth = cup.points.of(result)
    byes = (Result.FULL_BYE, Result.HALF_BYE, Result.ZERO_BYE)
    return next((bye for bye in byes if cup.points.of(bye) <= worth), Result.ZERO_BYE)


def _findings(document: Document, original: Tournament, cup: Tournament, lenient: bool) -> Iterator[Finding]:
    """Yield what the report does not say, and what was taken instead."""
    for fault in document.warnings if lenient else ():
        yield Finding(
            "report.passed-over",
            joined([fault.place, as_worded(fault.problem)], ": "),
            Severity.WARNING,
        )
    if "encoded_type" not in original.details and cup.system == original.system:
        text = worded("the report names no pairing system (192): it is taken for {system}", system=cup.system)
        yield Finding("report.system-supposed", text, follows=worded("Name the system if it is another"))
    if original.edition is None:
        yield Finding(
            "report.edition-supposed",
            worded("the report names no edition of the rules: the newest holds")
            if cup.edition is None
            else worded("the report names no edition of the rules: that of {day} holds", day=cup.edition),
        )
    if cup.initial_colour and "initial_colour" not in original.details:
        colour = worded("White") if cup.initial_colour == "w" else worded("Black")
        text = worded("the report names no initial colour (152): round 1 shows {colour}", colour=colour)
        yield Finding("report.colour-supposed", text)
    if not original.planned:
        text = worded(
            "the report does not say how many rounds are planned: {planned}",
            planned=cup.planned or worded("any number"),
        )
        yield Finding("report.rounds-unknown", text, follows=worded("Plan the number of rounds"))
    yield Finding(
        "report.no-seed", worded("a report has no seed: lots to come are drawn from {seed}", seed=cup.seed)
    )
    if cup.rounds:
        text = worded("a report does not number boards: they stand in the order of publication")
        yield Finding("report.boards", text, article="C.04.2")
    ahead = tuple(
        number
        for at, byes in cup.absences.items()
        for number, result in byes.items()
        if at > cup.played and result is Result.PAIRING_BYE
    )
    if ahead:
        text = worded("the pairing's bye is given ahead (U): it is taken for one that was asked for")
        yield Finding("report.bye-ahead", text, Severity.WARNING, numbers=ahead)
    clubs = document.of("013")
    if clubs and not document.of_teams:
        text = worded_count(
            "{count} team of players (013) left out: clubs can be entered with the players",
            "{count} teams of players (013) left out: clubs can be entered with the players",
            len(clubs),
        )
        yield Finding("report.teams-left-out", text, Severity.WARNING)
    dropped = len(cup.prohibitions) - len(list(_of_two(cup)))
    if dropped:
        text = worded_count(
            "{count} prohibition of fewer than two players left out",
            "{count} prohibitions of fewer than two players left out",
            dropped,
        )
        yield Finding("report.prohibition-of-one", text, Severity.WARNING)
    nameless = tuple(entrant.number for entrant in cup.entrants if not _printable(entrant.name).strip())
    if nameless:
        text = worded_count(
            "{count} player without a name: the number stands for it",
            "{count} players without a name: the number stands for it",
            len(nameless),
        )
        yield Finding("report.no-name", text, Severity.WARNING, numbers=nameless)
    try:
        checked_tiebreaks(cup, cup.tiebreaks)
    except BadInput as error:
        text = worded(
            "the tie-breaks of the report (202, 212) cannot be used: {problem}", problem=error.problem
        )
        yield Finding("report.tiebreaks", text, Severity.WARNING, follows=worded("Name other tie-breaks"))
    yield from findings_of_teams(cup)
    if not cup.rounds and SYSTEMS[cup.system].ranked:
        text = worded("the players are numbered by rating when round 1 is paired")
        yield Finding("report.numbers", text, article="C.04.2, 2")
