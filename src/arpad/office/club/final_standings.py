"""The final standings of a tournament, frozen with the files from which anybody can compute them again.

A finished tournament is published as a table with its manifest beside FIDE's report of it (``report.trf``),
from which ``arpad verify`` computes every byte of the table. Formats of which the report does not tell all,
such as groups, have the tournament's own file beside it (``record.arpad``): what happened and still stands,
without who did it. If the end is undone and a result corrected, the tournament is published once more; the
first publication stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from arpad.core import ArpadError, BadInput, worded
from arpad.office.corrected_results import corrected_results
from arpad.office.events.decisions import DetailsSet
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog, LogEntry, Stamp
from arpad.office.log.store import stamp_now
from arpad.office.publishing.composition import STANDINGS, RequestedOutput
from arpad.office.publishing.containers import CSV, JSON
from arpad.office.publishing.containers import manifest_text as as_text
from arpad.office.publishing.file_kinds import with_report_end
from arpad.office.publishing.final_standings import published_standings
from arpad.office.publishing.inputs import GAMES, InputFile
from arpad.office.publishing.published_table import TableComposition
from arpad.office.store.kept_files import KeptFile, columns_of, content_of
from arpad.office.store.tables import FINAL_FILES
from arpad.office.store.tournaments import TournamentLog
from arpad.rulebooks.reporting import report_of
from arpad.rulebooks.standings import edition_for
from arpad.tournament.model import Tournament
from arpad.tournament.trf import parse

TABLE = "standings"
"""What the files of the table are called, before the suffix."""

REPORT, RECORD = "report.trf", "record.arpad"
"""What the standings are computed from."""


class Final(NamedTuple):
    """Standings that were published.

    Args:
        seq: the number of the last event of the tournament that counts.
        at: when, UTC.
        author: who published them.
        files: by name.
    """

    seq: int
    at: str
    author: str
    files: tuple[KeptFile, ...]


def publish_final(store: TournamentLog, *, author: str | None = None) -> Final:
    """Freeze the standings of a finished tournament.

    Args:
        store: the tournament.
        author: who does it; None for who works here.

    Raises:
        BadInput: the tournament is not finished, its standings as they are were published, they cannot be
            computed again from a file, or the database does not answer.
    """
    log, stream, stamp = store.read(), store.stream(), stamp_now(author=author)
    files = files_of(log)
    rows = [
        {
            "stream": stream,
            "seq": settled(log),
            "at": stamp.time,
            "author": stamp.author,
            **columns_of(name, content),
        }
        for name, content in files.items()
    ]
    with store.database.writing() as connection:
        try:
            connection.execute(insert(FINAL_FILES), rows)
            connection.commit()
        except IntegrityError:
            connection.rollback()
            raise BadInput(
                "these standings are published already",
                code="final.published",
                remedy="They stay as they are.",
            ) from None
    return finals(store)[0]


def settled(log: EventLog) -> int:
    """Return the number of the last event that can have changed the standings of a finished tournament.

    What the screens of the hall show after the end is no correction, and there is nothing to publish anew.
    """
    return max(seq for seq, event in log.standing if not (isinstance(event, DetailsSet) and event.of_hall))


def finals(store: TournamentLog) -> list[Final]:
    """Return the published standings of a tournament, the latest first; more than one after a correction.

    Raises:
        BadInput: there is no such tournament, or the database does not answer.
    """
    table = FINAL_FILES.c
    wanted = (
        select(table.seq, table.at, table.author, table.name, table.size, table.digest)
        .where(table.stream == store.stream())
        .order_by(table.seq.desc(), table.name)
    )
    by_seq: dict[int, Final] = {}
    with store.database.reading() as connection:
        for seq, at, author, *file in connection.execute(wanted):
            before = by_seq.get(seq, Final(seq, at, author, ()))
            by_seq[seq] = before._replace(files=(*before.files, KeptFile(*file)))
    return list(by_seq.values())


def final_file(store: TournamentLog, seq: int, name: str) -> bytes:
    """Return a file of published standings, byte for byte.

    Raises:
        BadInput: there is none, or it is not as it was published.
    """
    table = FINAL_FILES.c
    wanted = select(table.content, table.digest).where(
        table.stream == store.stream(), table.seq == seq, table.name == name
    )
    with store.database.reading() as connection:
        row = connection.execute(wanted).one_or_none()
    if row is None:
        raise BadInput(
            worded("nothing called {name!r} was published after event {seq}", name=name[:100], seq=seq),
            code="final.no-file",
        )
    return content_of(row.content, row.digest, f"the file {name}", code="final.damaged")


def files_of(log: EventLog) -> Mapping[str, bytes]:
    """Return the files of the standings of a finished tournament, by name.

    Args:
        log: its events.

    Raises:
        BadInput: it is not finished, or what is read again is ranked otherwise.
    """
    if not log.finished:
        raise BadInput(
            "the tournament is not finished",
            code="tournament.not-finished",
            remedy="Finish the tournament first; then its results no longer change.",
        )
    tournament = log.tournament()
    on = edition_for(tournament).since
    table = published_standings(tournament, REPORT, on=on).table
    for name, content, again in _records(log):
        standings = published_standings(again, name, on=on) if again is not None else None
        if standings is None or not standings.table.equals(table):
            continue
        source = InputFile(GAMES, name, len(content), sha256(content).hexdigest())
        wanted = [RequestedOutput(STANDINGS, CSV), RequestedOutput(STANDINGS, JSON)]
        composed = TableComposition(standings, wanted, (source,), raw=False)
        files = {name: content} | {f"{TABLE}{output.format}": composed.file(output) for output in wanted}
        manifest = f"{as_text(composed.manifest)}\n".encode()
        return files | {f"{TABLE}{CSV}.manifest.json": manifest}
    raise BadInput(
        "no file of the tournament gives these standings again, so nobody could verify them",
        code="final.not-reproduced",
    )


def _records(log: EventLog) -> list[tuple[str, bytes, Tournament | None]]:
    """Return the files from which a tournament can be read again, each with what is read."""
    remarks = [correction.text for correction in corrected_results(log)]
    report = with_report_end(report_of(log.tournament(), "trf26", remarks)).encode()
    last = max((act.stamp.time for act in log.acts), default="")
    events = tuple(event for _, event in log.standing)
    record = written(EventLog.of([LogEntry(events, Stamp(time=last))], log.identity))
    return [
        (REPORT, report, _reported(report)),
        (RECORD, record, parsed(record.decode(), RECORD).tournament()),
    ]


def _reported(report: bytes) -> Tournament | None:
    """Return what a report tells; None where it cannot be read as a tournament."""
    try:
        document = parse(report)
        return document.teams(lenient=True) if document.of_teams else document.tournament(lenient=True)
    except ArpadError:
        return None
