"""A tournament from a report or an event file is taken over, after a look at how the file was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from arpad.core import BadInput, worded
from arpad.core.interface import page as page_messages
from arpad.office.desk.taking_over import take_over
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding
from arpad.office.reports.heading import days_of, place_of
from arpad.office.store.tournaments import log_of, name_of_identity
from arpad.record.files import encodings
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.tournament.model import Tournament
from arpad.tournament.trf import Document, parse
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.uploaded_table import Problem
from arpad.web.uploads import SentFile, sent_file

LARGEST = 32 * 2**20
"""The largest file of a tournament, in bytes: what a form may bring."""

ROWS = 8
"""Participants who are shown."""

PLAYER_WIDTH = 84
"""Columns of a player's line in a report that tell of the player; those behind tell of the rounds."""

SYSTEM_ASKED = ("report.unknown-system", "report.of-teams")
"""Refusals of a report that another pairing system answers."""


class ParticipantOfFile(NamedTuple):
    """A participant of a file.

    Args:
        line: where the participant stands in the report; 0 in an event file.
        text: what stands there, without the rounds.
        number: of the participant; of a team's player, the player's.
        name: the name.
        rating: 0 if unknown.
        federation: empty if unknown.
        points: as the rounds add up to; None of players of teams.
    """

    line: int
    text: str
    number: int
    name: str
    rating: int
    federation: str
    points: float | None


class TournamentOfFile(NamedTuple):
    """What was understood of a report or an event file.

    Args:
        title: of the tournament.
        system: the pairing system in words.
        place: where it was; empty if unknown.
        days: the first and the last, as ``2026-05-01``.
        planned: rounds; 0 if nobody has said.
        finished: whether it is over.
        counts: how many participants, players of teams, rounds, games, forfeits, byes and results to come.
        players: the first participants; of a report, in the order of its lines.
        more: how many more there are.
        findings: what the file does not say, and what was supposed.
    """

    title: str
    system: str
    place: str
    days: Sequence[str]
    planned: int
    finished: bool
    counts: Mapping[str, int]
    players: Sequence[ParticipantOfFile]
    more: int
    findings: Sequence[Finding]


@dataclass(frozen=True)
class TakeOverPage(Page):
    """The page that shows what was understood of a file before its tournament is taken over.

    Args:
        file: the name of the file.
        of_report: whether it is a report; else it is an event file.
        title: the title that was typed; empty for the file's.
        system: the pairing system that was chosen; empty for the report's.
        systems: those that can be chosen, by name.
        read: what was understood; None where the file cannot be taken over.
        problem: why it cannot.
        changed: whether it is shown anew since another system was chosen.
        html_state: the file, packed for the form that accepts it.
    """

    TEMPLATE: ClassVar[str] = "tournament_take_over.html.j2"
    file: str
    of_report: bool
    title: str
    system: str
    systems: Mapping[str, str]
    read: TournamentOfFile | None
    problem: Problem
    changed: bool
    html_state: str


class FileOfTournament(NamedTuple):
    """A file whose tournament is to be taken over.

    Args:
        sent: the file.
        title: that was typed; empty for the file's.
        system: that was chosen; empty for the report's.
        accepted: whether it is to be taken over as it was shown.
        changed: whether another system was chosen than was shown.
    """

    sent: SentFile
    title: str
    system: str
    accepted: bool
    changed: bool

    @property
    def of_report(self) -> bool:
        """Whether it is a report; an event file is JSON."""
        return not self.sent.content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{")

    def log(self) -> EventLog:
        """Return the log of the tournament.

        Raises:
            BadInput: the file cannot be read, or the report contradicts itself.
            DamagedEventFile: the event file is not as it was written.
        """
        if not self.of_report:
            return log_of(self.sent.content, self.sent.name)
        return take_over(parse(self.sent.content), name=self.title, system=self.system)


def brings_tournament(context: RequestContext) -> bool:
    """Tell whether a form brings the file of a tournament, or brings it back."""
    upload = context.files.get("file")
    return bool(context.form.get("state")) or (upload is not None and bool(upload.content))


def file_of_tournament(context: RequestContext) -> FileOfTournament:
    """Return the file that a form brings, with what was chosen of it.

    Raises:
        BadInput: it is too large, or did not come back whole.
    """
    sent = sent_file(context, LARGEST)
    shown = bool(context.form.get("state"))
    system = context.text("system") if shown and context.text("system") in SYSTEMS else ""
    changed = shown and system != context.text("shown")
    accepted = shown and context.text("act") == "take" and not changed
    return FileOfTournament(sent, context.text("title"), system, accepted, changed)


def look(context: RequestContext, file: FileOfTournament) -> TakeOverPage:
    """Show what was understood of a file.

    Args:
        context: the request.
        file: the file.

    Raises:
        BadInput: the file cannot be read, whichever pairing system is chosen.
        DamagedEventFile: the event file is not as it was written.
    """
    read, problem = None, None
    with page_messages():
        try:
            log = file.log()
            there = "" if file.of_report else name_of_identity(context.site.database, log.identity)
            if there:
                problem = BadInput(
                    worded("this tournament is here already, under the name {name!r}", name=there),
                    code="tournament.there-already",
                )
            read = _read(file, log)
        except BadInput as error:
            if error.code not in SYSTEM_ASKED:
                raise
            problem = error
    remedy = worded("Choose the pairing system, and read the file again.") if read is None else ""
    return TakeOverPage(
        file.sent.name,
        file.of_report,
        file.title,
        file.system,
        {name: SYSTEMS[name].title for name in SYSTEMS},
        read,
        Problem.of(problem, remedy),
        file.changed and context.text("act") == "take",
        replace(file.sent, header=(), roles=()).packed(),
    )


def _read(file: FileOfTournament, log: EventLog) -> TournamentOfFile:
    tournament = log.tournament()
    document = parse(file.sent.content) if file.of_report else None
    players = _players(tournament, document)
    count = len((tournament.players or tournament).entrants)
    return TournamentOfFile(
        tournament.name,
        SYSTEMS[tournament.system].title if tournament.system in SYSTEMS else tournament.system,
        place_of(tournament),
        days_of(tournament),
        tournament.planned,
        log.finished,
        _counts(tournament),
        players,
        count - len(players),
        [*_encoding(file, document), *log.findings],
    )


def _encoding(file: FileOfTournament, document: Document | None) -> list[Finding]:
    """Return as which encoding a report was read that is not UTF-8."""
    if document is None or document.encoding == "utf-8":
        return []
    text = worded(
        "{file} is not UTF-8 and is read as {encoding}",
        file=file.sent.name,
        encoding=encodings.told(document.encoding),
    )
    return [Finding("entries.supposed", text)]


def _counts(tournament: Tournament) -> dict[str, int]:
    """Return how many of each kind there are; a game is a match where teams are paired."""
    games = [game for round_ in tournament.rounds for game in round_.pairings]
    kinds = Counter(
        "pending" if game.pending else "forfeits" if game.white_result.forfeit else "games" for game in games
    )
    counts = {"participants": len(tournament.entrants)}
    if tournament.players is not None:
        counts["players"] = len(tournament.players.entrants)
    return {
        **counts,
        "rounds": tournament.played,
        "games": kinds["games"],
        "forfeits": kinds["forfeits"],
        "byes": sum(len(round_.byes) for round_ in tournament.rounds),
        "pending": kinds["pending"],
    }


def _players(tournament: Tournament, document: Document | None) -> list[ParticipantOfFile]:
    """Return the first participants; of a report, in the order of its lines."""
    people = tournament.players or tournament
    scores = {} if tournament.players is not None else tournament.scores()
    places = [(0, "", number) for number in sorted(people.by_number)]
    if document is not None:
        lines = [(line.row, line.text[:PLAYER_WIDTH].rstrip(), line.text[4:8]) for line in document.of("001")]
        places = [(row, text, int(number)) for row, text, number in lines if number.strip().isdecimal()]
    players = []
    for row, text, number in places[:ROWS]:
        entrant = people.by_number.get(number)
        if entrant is not None:
            points = float(scores[number]) if number in scores else None
            players.append(
                ParticipantOfFile(row, text, number, entrant.name, entrant.rating, entrant.federation, points)
            )
    return players
