"""``arpad tournament log``, ``undo``, ``page``, ``export``, ``recover``: the file as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.act_commands import act_command
from arpad.cli.acts import answering, file_argument, read_book
from arpad.cli.options import force_option, json_option
from arpad.cli.tables import shown
from arpad.core import counted
from arpad.core.writing import together
from arpad.office.acts.results import UndoActs

if TYPE_CHECKING:
    from arpad.office.log.history import HistoryEntry
    from arpad.office.log.store import StoredAct
    from arpad.tournament.trf.header import Dialect


@click.command("log", short_help="List what was done, by whom and when.")
@file_argument
@json_option
def log(file: Path, as_json: bool) -> None:
    """Print every act with its number, to which undo --to goes back; acts that were undone are marked.

    Of a report (.trf) that was exported with --decisions, print these.
    """
    from arpad.cli.tables import Column, TextTable, show
    from arpad.cli.tables import as_json as print_json
    from arpad.office.event_report import is_logbook
    from arpad.office.log.history import history

    if not is_logbook(str(file)):
        _show_decisions(file, as_json)
        return
    acts = history(read_book(file), weigh=True)
    if as_json:
        print_json({"acts": [_row(act) for act in acts]})
        return
    rows = []
    for act in acts:
        time = act.stamp.time.replace("T", " ").removesuffix("Z")
        first, *rest = act.words
        rows.append([str(act.seq), time, act.stamp.author, first, "" if act.stands else "undone"])
        rows += [["", "", "", word, ""] for word in rest]
    columns = [Column("seq", "right"), Column("time (UTC)"), Column("author"), Column("act", wraps=True)]
    show(TextTable([*columns, Column("")], rows))


def _show_decisions(file: Path, as_json: bool) -> None:
    """Print the decisions that a report tells."""
    from arpad.cli.tables import Column, TextTable, show
    from arpad.cli.tables import as_json as print_json
    from arpad.office.decision_lines import read_decisions
    from arpad.tournament.trf import parse

    if not file.is_file() or not parse(file.read_bytes(), str(file)).of("001"):
        read_book(file)  # which says what it is not
    decisions = read_decisions(file.read_text("utf-8", errors="replace"))
    if as_json:
        print_json({"decisions": [decision._asdict() for decision in decisions]})
        return
    columns = [Column("seq", "right"), Column("time (UTC)"), Column("author"), Column("round", "right")]
    columns += [Column("severity"), Column("article"), Column("act", wraps=True)]
    rows = [
        [str(seq), time.replace("T", " ").removesuffix("Z"), author, str(at), severity, article, text]
        for seq, time, at, severity, article, author, text in decisions
    ]
    show(TextTable(columns, rows))


def _row(act: HistoryEntry) -> dict[str, Any]:
    return {
        "seq": act.seq,
        "time": act.stamp.time,
        "author": act.stamp.author,
        "op": act.stamp.op,
        "program": act.stamp.program,
        "done": list(act.words),
        "rounds": list(act.rounds),
        "severity": act.severity and act.severity.value,
        "articles": list(act.articles),
        "stands": act.stands,
    }


def _undone(done: StoredAct, as_json: bool) -> tuple[list[str], dict[str, Any]]:
    from arpad.office.log.history import undone_by

    (event,) = done.events
    words = undone_by(done.before, getattr(event, "to", 0))
    return [shown(f"undone: {word}") for word in words], {"undone": words}


undo: click.Command = act_command(UndoActs, show=_undone)


@click.command("page", short_help="Write the tournament as a page.")
@file_argument
@click.argument("out", metavar="OUT.html", type=click.Path(path_type=Path))
@click.option(
    "--tiebreaks", metavar="CODES", help="Tie-breaks, such as BH/C1,SB; the system's own if not given."
)
@click.option("--short", is_flag=True, help="Leave out terms and explanations; the page is much smaller.")
@force_option
def page(file: Path, out: Path, tiebreaks: str | None, short: bool, force: bool) -> None:
    """Write standings, crosstable, rounds and explanations as one self-contained page.

    FILE may be a tournament report (.trf) too.
    """
    from arpad.cli.events import read_event
    from arpad.cli.pages import write_page
    from arpad.office.event_report import is_logbook
    from arpad.rulebooks.standings import codes_of

    options = (f" --tiebreaks {tiebreaks}" if tiebreaks else "") + (" --short" if short else "")
    book = read_book(file) if is_logbook(str(file)) else None
    with together([file], force=force):
        write_page(
            out,
            read_event(str(file)) if book is None else book.tournament(),
            file,
            f"arpad tournament page {file.name} {out.name}{options}",
            tiebreaks=codes_of(tiebreaks or None),
            terms=not short,
            pairings=not short,
            stood=None if book is None else book.all_as_paired(),
        )
    click.echo(f"wrote {out}", err=True)


@click.command("export", short_help="Write the tournament as a report (TRF).")
@file_argument
@click.argument("out", metavar="FILE.trf", type=click.Path(path_type=Path))
@click.option(
    "--dialect",
    type=click.Choice(["trf26", "trf16"]),
    default="trf26",
    show_default=True,
    help="FIDE's file of 2026, or that of 2016 with JaVaFo's and bbpPairings' extensions.",
)
@click.option(
    "--decisions",
    is_flag=True,
    help="Add what the arbiter decided as comments (###), with the articles.",
)
@force_option
def export(file: Path, out: Path, dialect: Dialect, decisions: bool, force: bool) -> None:
    """Write the tournament as a report that FIDE's and other programs read.

    It says what others need to pair the same next round: the initial colour, the points of an acceleration,
    byes asked for, pairs that may not meet. The tie-breaks in force stand in it too.
    """
    from arpad.office.report_file import write_report

    book = read_book(file)
    text = write_report(book, out, dialect, decisions=decisions, inputs=(file,), force=force)
    click.echo(f"wrote {out}")
    if dialect == "trf26" and not any(line.startswith("192") for line in text.splitlines()):
        click.echo(
            f"TRF cannot store the {book.tournament().system} settings and the seed: keep {file}", err=True
        )


@click.command("recover", short_help="Save the events before the damage of a file.")
@file_argument
@click.argument("out", metavar="NEW", type=click.Path(path_type=Path))
def recover(file: Path, out: Path) -> None:
    """Write the events of FILE before its first damage into the file NEW; FILE stays as it is.

    What one command did is taken whole or not at all.
    """
    from arpad.office.log.event_file import EventFile, save_recovered

    recovery = EventFile(file).recover()
    if recovery.problem is not None:
        click.echo(f"arpad: {shown(f'{recovery.problem.place}: {recovery.problem.problem}')}", err=True)
    saved = save_recovered(recovery, out)
    with answering():
        rounds = counted(saved.tournament().played, "round")
        click.echo(f"{out}: {counted(saved.seq, 'event')}, {rounds} paired")
