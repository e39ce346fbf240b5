"""What the arbiter decides about the tournament as a whole: who may meet, colours, points, the plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise

from arpad.core import BadInput, Figure, worded, worded_count
from arpad.office.desk.asking import entrant_of
from arpad.office.desk.hall import CLOCK, NOTE, SCREENS
from arpad.office.events.decisions import (
    Accelerated,
    Allowed,
    BoardFixed,
    ColourDrawn,
    DetailsSet,
    Forbidden,
    PointsSet,
    RoundsPlanned,
    TiebreaksSet,
)
from arpad.office.events.entries import Away
from arpad.office.events.fields import MOST_ROUNDS
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.rulebooks.pairing_catalogue import FIXED
from arpad.rulebooks.standings import standings, unfit
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf.records import DETAILS as REPORTED

COLOURS = {"white": "w", "black": "b"}
"""How a drawn colour is called → its letter."""

DETAILS = frozenset(
    {"name", "round_times", NOTE, CLOCK, SCREENS, *REPORTED.values()} - {"encoded_type", "initial_colour"}
)
"""What of a tournament is only printed and exported, by its name."""


def forbid(log: EventLog, a: int, b: int, *, first: int | None = None, last: int = MOST_ROUNDS) -> EventLog:
    """Return the log in which two participants may not meet.

    Args:
        log: so far.
        a: a pairing number.
        b: another.
        first: the first round in which that holds; None for the first of which no result is entered.
        last: the last one.

    Raises:
        BadInput: nobody has one of the numbers, or both are the same.
    """
    tournament = log.tournament()
    begun = _begun(tournament)
    given, first = first, begun + 1 if first is None else first
    pair = tuple(sorted((entrant_of(log, a), entrant_of(log, b))))
    if a == b:
        raise BadInput(
            worded("{who} cannot be kept apart from itself", who=named(tournament, a)),
            code="prohibition.one-participant",
        )
    if not 1 <= first <= last <= MOST_ROUNDS:
        raise BadInput(
            worded("rounds {first} to {last} are not in ascending order", first=first, last=last),
            code="prohibition.rounds",
        )
    both = (min(a, b), max(a, b))
    if any(
        prohibition.first <= first and last <= prohibition.last and {a, b} <= prohibition.numbers
        for prohibition in tournament.prohibitions
    ):
        raise BadInput(
            worded("{who} are kept apart already", who=named(tournament, *both)), code="prohibition.twice"
        )
    findings = list(_encounters(tournament, *both))
    if given is None and begun:
        text = worded("it holds from round {round} on", round=first)
        findings.append(Finding("prohibition.from", text, Severity.NOTE, round=first, numbers=both))
    return log.add(Forbidden(pair, first, last), findings=findings)


def _begun(tournament: Tournament) -> int:
    """Return the last round of which a result is entered."""
    at = tournament.played
    while at and all(game.pending for game in tournament.rounds[at - 1].pairings):
        at -= 1
    return at


def _encounters(tournament: Tournament, a: int, b: int) -> Iterable[Finding]:
    """Yield a note for every round in which two are paired."""
    for at, entry in enumerate(tournament.history[a], 1):
        if entry.opponent == b:
            follows = (
                worded("Unpair the round, or set the board by hand")
                if at == tournament.played and entry.result is Result.PENDING
                else ""
            )
            yield Finding(
                "prohibition.met",
                worded("{who} are paired in this round", who=named(tournament, a, b)),
                Severity.WARNING if follows else Severity.NOTE,
                follows=follows,
                round=at,
                numbers=(a, b),
            )


def allow(log: EventLog, a: int, b: int) -> EventLog:
    """Return the log in which two participants may meet again.

    Raises:
        BadInput: nobody has one of the numbers, or nothing keeps the two apart.
    """
    tournament = log.tournament()
    pair = tuple(sorted((entrant_of(log, a), entrant_of(log, b))))
    if not any({a, b} <= prohibition.numbers for prohibition in tournament.prohibitions):
        raise BadInput(
            worded("nothing keeps {who} apart", who=named(tournament, a, b)),
            code="prohibition.none",
            remedy="There is no prohibition to lift.",
        )
    return log.add(Allowed(pair))


def draw_colour(log: EventLog, colour: str) -> EventLog:
    """Return the log with the colour that was drawn for the first number in round 1.

    Args:
        log: so far.
        colour: ``white`` or ``black``.

    Raises:
        BadInput: it is neither, or round 1 is paired.
    """
    if colour not in COLOURS:
        raise BadInput(
            worded("{colour!r} is not a colour", colour=colour),
            code="colour.unknown",
            remedy="Write white or black.",
        )
    tournament = log.tournament()
    if tournament.played:
        raise BadInput(
            "round 1 is paired: the drawn colour stays as it is",
            code="colour.drawn",
            remedy="Unpair back to before round 1, or set boards by hand.",
        )
    return log.add(ColourDrawn(COLOURS[colour]))


def fix_board(log: EventLog, number: int, board: int) -> EventLog:
    """Return the log in which a participant plays at one board always, from the next pairing on.

    Args:
        log: so far.
        number: the participant's.
        board: from 1; 0 lifts it.

    Raises:
        BadInput: nobody has the number, or the board is kept for somebody else.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, number)
    for other, kept in tournament.fixed_boards.items():
        if kept == board and other != number:
            raise BadInput(
                worded("board {board} is kept for {who}", board=board, who=named(tournament, other)),
                code="board.kept",
            )
    if not board and number not in tournament.fixed_boards:
        raise BadInput(
            worded("no board is kept for {who}", who=named(tournament, number)), code="board.not-kept"
        )
    return log.add(BoardFixed(entrant, board))


def set_points(
    log: EventLog,
    number: int,
    points: Fraction,
    *,
    at: int | None = None,
    game_points: Fraction | None = None,
    reason: str = "",
) -> EventLog:
    """Return the log with a bonus or a penalty.

    Args:
        log: so far.
        number: the participant's.
        points: how many; below 0 for a penalty.
        at: the round to which the points belong; None for the last that is paired, 0 for none.
        game_points: of a team.
        reason: why.

    Raises:
        BadInput: nobody has the number, the round does not exist, or nothing would be set.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, number)
    at = tournament.played if at is None else at
    if not 0 <= at <= max(tournament.planned, tournament.played):
        raise BadInput(worded("round {at} does not exist", at=at), code="round.not-planned")
    if not points and not game_points:
        raise BadInput("0 points change nothing", code="points.none", remedy="Give a bonus or a penalty.")
    if (100 * points).denominator != 1 or abs(points) > 999:
        raise BadInput(
            worded("{points} is not a number of points", points=points),
            code="points.out-of-range",
            remedy="Give at most two decimals, and fewer than 1000 points.",
        )
    after = log.add(PointsSet(points, (entrant,), at, None, game_points, reason.strip()))
    score = after.tournament().scores()[number]
    findings = []
    if score < 0:
        text = worded(
            "{who} has {points} points, fewer than none",
            who=named(tournament, number),
            points=Figure(f"{float(score):g}"),
        )
        findings.append(Finding("points.below-zero", text, Severity.WARNING, numbers=(number,)))
    if tournament.rounds and tournament.rounds[-1].pending:
        text = worded("the round was paired by the points before; its pairing stays as it is")
        findings.append(Finding("points.after-pairing", text, round=tournament.played, numbers=(number,)))
    return after.saying(findings)


def accelerate(
    log: EventLog, points: Fraction, *, first: int, last: int, numbers: tuple[int, int]
) -> EventLog:
    """Return the log with points that count for the pairing only (TRF26, 250).

    Args:
        log: so far.
        points: how many.
        first: the first round in which they count; not paired yet.
        last: the last one.
        numbers: the first and the last pairing number that get them.

    Raises:
        BadInput: a round is paired, or they run backwards.
    """
    tournament = log.tournament()
    if first <= tournament.played:
        raise BadInput(worded("round {at} is paired already", at=first), code="round.paired")
    if last < first or numbers[1] < numbers[0]:
        raise BadInput("rounds and numbers must be in ascending order", code="acceleration.range")
    return log.add(Accelerated(points, first, last, numbers))


def plan_rounds(log: EventLog, rounds: int) -> EventLog:
    """Return the log with another number of rounds planned.

    Raises:
        BadInput: more rounds are paired, or the system itself says how many rounds there are.
    """
    tournament = log.tournament()
    if tournament.system in FIXED:
        raise BadInput(
            worded("{system} fixes the number of rounds itself", system=tournament.system),
            code="rounds.fixed",
        )
    if rounds < max(tournament.played, 1):
        raise BadInput(
            worded_count(
                "{count} round paired: {rounds} cannot be planned",
                "{count} rounds paired: {rounds} cannot be planned",
                tournament.played,
                rounds=rounds,
            ),
            code="rounds.fewer-than-paired",
            remedy="Unpair the last round first." if tournament.played else "Plan one round or more.",
        )
    findings = []
    gone = _withdrawn(tournament)
    added = tuple(range(tournament.planned + 1, rounds + 1)) if gone else ()
    if added:
        text = worded_count(
            "{who} withdrew, and is away in the rounds added",
            "{who} withdrew, and are away in the rounds added",
            len(gone),
            who=named(tournament, *gone),
        )
        follows = worded("Note a return for whoever plays again")
        findings.append(Finding("rounds.withdrawn", text, follows=follows, numbers=gone))
    if tournament.rounds and tournament.rounds[-1].pending and rounds == tournament.played:
        text = worded(
            "the round was not paired as the last one: its colours and floats could have been others"
        )
        findings.append(Finding("rounds.last-was-paired", text, Severity.NOTE, round=rounds))
    findings += many_rounds(tournament, rounds)
    if beyond := sorted(at for at in tournament.absences if at > rounds):
        text = worded_count(
            "byes were asked for in {count} round that will not be played",
            "byes were asked for in {count} rounds that will not be played",
            len(beyond),
        )
        findings.append(Finding("rounds.byes-beyond", text))
    away = [Away(log.by_number[number], Result.ZERO_BYE, added) for number in gone if added]
    return log.add(RoundsPlanned(rounds), *away, findings=findings)


USUAL_ROUNDS = 20
"""A tournament of more rounds that is not everybody against everybody is rare enough to ask about."""


def many_rounds(tournament: Tournament, rounds: int) -> list[Finding]:
    """Return a warning where more rounds are planned than there are opponents, or than are usual.

    Args:
        tournament: whose participants may be entered later; what is usual is gone by until somebody is.
        rounds: that are planned.
    """
    most = len(tournament.entrants) - 1 if tournament.entrants else USUAL_ROUNDS
    if tournament.system in FIXED or rounds <= max(most, 1):
        return []
    text = worded(
        "{rounds} rounds need {count} participants or more if nobody is to meet twice",
        rounds=rounds,
        count=rounds + 1,
    )
    return [Finding("rounds.many", text, Severity.WARNING, follows=worded("Change the number of rounds"))]


def _withdrawn(tournament: Tournament) -> tuple[int, ...]:
    """Return who is away without points in all rounds to come, or where none is, in the last."""
    if not tournament.planned:
        return ()
    coming = range(min(tournament.played + 1, tournament.planned), tournament.planned + 1)
    away = [tournament.absences.get(at, {}) for at in coming]
    return tuple(
        number for number in tournament.by_number if all(byes.get(number) is Result.ZERO_BYE for byes in away)
    )


def set_tiebreaks(log: EventLog, tiebreaks: Sequence[str]) -> EventLog:
    """Return the log with other tie-breaks.

    Args:
        log: so far.
        tiebreaks: their codes in order; none for those that the system commonly uses.

    Raises:
        BadInput: one is not known, or cannot be used in this system.
    """
    tournament = log.tournament()
    codes, findings = checked_tiebreaks(tournament, tiebreaks)
    if tournament.played:
        text = worded("the tie-breaks change after the first round")
        follows = worded("The regulations of the tournament should have named them before it began")
        findings.append(Finding("tiebreaks.after-start", text, Severity.WARNING, "C.07, 2", follows))
    return log.add(TiebreaksSet(codes), findings=findings)


def checked_tiebreaks(
    tournament: Tournament, tiebreaks: Sequence[str]
) -> tuple[tuple[str, ...], list[Finding]]:
    """Return codes of tie-breaks that are known, and which of them break no tie in such a tournament.

    Raises:
        BadInput: one is not known, or lacks what it needs.
    """
    codes = tuple(code.strip() for code in tiebreaks if code.strip())
    if not codes:
        return (), []
    standings(replace(tournament, rounds=()), list(codes))
    return codes, [
        Finding("tiebreaks.unfit", worded("{code} is left out: {why}", code=code, why=why), Severity.WARNING)
        for code, why in unfit(tournament, codes)
    ]


def set_details(log: EventLog, details: Mapping[str, str]) -> EventLog:
    """Return the log with the title, the place, dates, arbiters or time control corrected.

    Args:
        log: so far.
        details: by the names of :data:`DETAILS`; what is empty is taken out.

    Raises:
        BadInput: a name is not known, a day is none, the last day would be before the first, a round before
            an earlier one, or a text has more than one line.
    """
    changed = checked_details(details)
    if changed.keys() & {"start", "end"}:
        _check_days(dict(log.tournament().details) | changed)
    after = log.add(DetailsSet(changed))
    return after.saying(unfit_days(after.tournament()) if changed.keys() & DAYS else ())


def checked_details(details: Mapping[str, str]) -> dict[str, str]:
    """Return details whose names are known.

    Raises:
        BadInput: one is not, a day is none, the last day is before the first, or a round before an earlier
            one.
    """
    for name in details:
        if name not in DETAILS:
            raise BadInput(
                worded("a tournament has no detail {name!r}", name=name[:40]),
                code="detail.unknown",
                remedy=worded("It has {known}.", known=", ".join(sorted(DETAILS))),
            )
    if not details.get("name", "x").strip():
        raise BadInput("a tournament needs a title", code="detail.no-title")
    checked = {name: _detail(name, value.strip()) for name, value in details.items()}
    _check_days(checked)
    days = [(at, day) for at, day in _days_of_rounds(checked) if day]
    for (_, before), (at, day) in pairwise(days):
        if day < before:
            raise BadInput(
                worded("round {round} begins before an earlier round", round=at),
                code="timetable.order",
                remedy="Give every round a later day or time than the one before.",
            )
    return checked


DAYS = {"start", "end", "round_dates"}
"""The details that are days."""


def unfit_days(tournament: Tournament) -> list[Finding]:
    """Return a warning where rounds have days outside the tournament, or there are more days than rounds."""
    details, findings = tournament.details, []
    days = _days_of_rounds(details)
    first, last = (_day(details.get(name, "") or "-") for name in ("start", "end"))
    outside = [at for at, day in days if day and ((first and day < first) or (last and last < day))]
    if outside:
        text = worded_count(
            "round {rounds} is not between the first day and the last",
            "rounds {rounds} are not between the first day and the last",
            len(outside),
            rounds=", ".join(map(str, outside)),
        )
        follows = worded("Correct the days of the rounds, or of the tournament")
        findings.append(Finding("detail.days-outside", text, Severity.WARNING, follows=follows))
    if tournament.planned and len(days) > tournament.planned:
        text = worded(
            "{days} rounds have a day, and {rounds} are planned", days=len(days), rounds=tournament.planned
        )
        follows = worded("Correct the days of the rounds, or the number of rounds")
        findings.append(Finding("detail.days-beyond", text, Severity.WARNING, follows=follows))
    return findings


def _days_of_rounds(details: Mapping[str, str]) -> list[tuple[int, date | None]]:
    """Return the days of the rounds, None for one that is not known."""
    return [
        (at, _day(day)) for at, day in enumerate(details.get("round_dates", "").replace(",", " ").split(), 1)
    ]


def _check_days(details: Mapping[str, str]) -> None:
    """Refuse a last day before the first.

    Raises:
        BadInput: so it is.
    """
    first, last = (_day(details.get(name, "") or "-") for name in ("start", "end"))
    if first and last and last < first:
        raise BadInput(
            worded("the last day, {last}, is before the first, {first}", last=last, first=first),
            code="detail.days",
            remedy="Correct one of them.",
        )


def _detail(name: str, text: str) -> str:
    """Return a detail whose days were checked."""
    if name in ("start", "end", "round_dates"):
        for day in text.replace(",", " ").split():
            _day(day)
    return text


def _day(text: str) -> date | None:
    """Return a day such as ``2026-02-01``, ``2026/02/01`` or ``26/02/01``; None for ``-``.

    Raises:
        BadInput: so it is.
    """
    if text == "-":
        return None
    year, *rest = text.replace("/", "-").replace(".", "-").split("-")
    try:
        return date.fromisoformat("-".join((f"20{year}" if len(year) == 2 else year, *rest)))
    except ValueError:
        raise BadInput(
            worded("{text!r} is not a date", text=text[:40]),
            code="detail.date",
            remedy="Write it as 2026-02-01.",
        ) from None
