"""``arpad tournament``: a small event in a terminal, from the entries to the last standings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arpad.cli.acts import answering, do, note_repeated, op_option, request_of, say_findings
from arpad.cli.options import examples, force_option, json_option
from arpad.cli.pair_command import edition_of
from arpad.cli.rounds import lines, show_round
from arpad.cli.tables import shown
from arpad.cli.tournament_entries import add, away, back, file_argument, numbered_as, read_book
from arpad.cli.tournament_settings import settings_of
from arpad.cli.tournament_stages import codes_of, next_, standings
from arpad.core import BadInput, counted
from arpad.core.writing import replace, together

if TYPE_CHECKING:
    from arpad.office.events.event import Event
    from arpad.office.log.event_log import EventLog
    from arpad.tournament import Tournament
    from arpad.tournament.trf.header import Dialect


@click.group(
    "tournament",
    short_help="Run a small tournament: entries, rounds, results, standings.",
    epilog=examples(
        "arpad tournament new cup.arpad --system othello --rounds 5 --seed 3",
        "arpad tournament add cup.arpad 'Kim Minji' --federation KOR",
        "arpad tournament pair cup.arpad",
        "arpad tournament result cup.arpad --board 1 33-31",
        "arpad tournament standings cup.arpad",
    ),
)
def command() -> None:
    """Run a tournament that lives in a file.

    The file keeps every event, one a line; nothing that was entered is ever lost, and undo takes back what
    the last command did.
    """


@command.command("new", short_help="Begin a tournament.")
@file_argument
@click.option("--system", default="fide-dutch", show_default=True, metavar="NAME", help="The pairing system.")
@click.option(
    "--rounds", type=click.IntRange(0, 999), default=0, metavar="R", help="How many rounds are planned."
)
@click.option(
    "--seed",
    type=click.IntRange(-(2**63), 2**63),
    default=0,
    show_default=True,
    help="The number that all lots are drawn from.",
)
@click.option("--name", default="", help="The tournament's title.")
@click.option("--edition", metavar="DATE", help="The rules in force on that day.")
@click.option(
    "--points",
    type=click.Choice(["fide", "football"]),
    default="fide",
    help="What results are worth: 1-½-0, or 3-1-0.",
)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the system.")
@op_option
def new(
    file: Path,
    system: str,
    rounds: int,
    seed: int,
    name: str,
    edition: str | None,
    points: str,
    settings: tuple[str, ...],
    op: str,
) -> None:
    """Begin a tournament; the file must not be there yet."""
    from arpad.office.log.event_file import EventFile
    from arpad.office.log.event_log import EventLog

    day = edition_of(edition)
    book = EventLog.new(
        name=name or file.stem,
        system=system,
        rounds=rounds,
        seed=seed,
        edition=day,
        points=points,
        settings=settings_of(system, settings, rounds, day),
    )
    request = request_of(op, "new", system, rounds, seed, name, edition, points, settings)
    done = EventFile(file).create(book, op=op, request=request)
    note_repeated(done, op)
    planned = counted(rounds, "round") if rounds else "any number of rounds"
    with answering():
        click.echo(f"{file}: {system}, {planned}, seed {seed}")


for one in (add, away, back, standings, next_):
    command.add_command(one)


@command.command("pair", short_help="Pair the next round.")
@file_argument
@json_option
@op_option
def pair(file: Path, as_json: bool, op: str) -> None:
    """Pair the next round, once all results of the last one are in.

    Before the first, FIDE's Swiss systems number the participants by their ratings, equal ratings in the
    order of entry.
    """
    from arpad.office import desk

    done = do(file, desk.pair, op, "pair")
    after = done.after.tournament()
    with answering():
        show_round(after, after.played, as_json)
        say_findings(done)


@command.command("round", short_help="Print a round again.")
@file_argument
@click.option("--round", "at", type=click.IntRange(1), help="The round; the last if not given.")
@json_option
def round_(file: Path, at: int | None, as_json: bool) -> None:
    """Print a round with its results so far."""
    tournament = read_book(file).tournament()
    show_round(tournament, _round(tournament, at), as_json)


class _Results(click.Command):
    """A command to which ``--`` is a result, and not the end of the options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep ``--`` from click, which would drop it; a space before it does no harm to a result."""
        return super().parse_args(ctx, [" --" if word == "--" else word for word in args])


@command.command(
    "result",
    cls=_Results,
    short_help="Enter or correct results.",
    context_settings={"ignore_unknown_options": True},
)
@file_argument
@click.option("--board", type=click.IntRange(1), help="The board of the result, if one result is given.")
@click.option("--round", "at", type=click.IntRange(1), help="The round; the last if not given.")
@op_option
@click.argument("texts", metavar="RESULT...", nargs=-1, required=True)
def result(file: Path, board: int | None, at: int | None, op: str, texts: tuple[str, ...]) -> None:
    """Enter a board's result, or without --board the results of all boards in their order.

    A result has the order in which the board is printed: 1-0, ½-½, 33-31; +-, -+ and -- are forfeits.
    """
    from arpad.office import desk
    from arpad.office.events.rounds import ResultEntered

    if board is not None and len(texts) > 1:
        raise BadInput("one result is entered with --board", remedy="Leave --board out to enter all.")

    def change(book: EventLog) -> EventLog:
        which = _round(book.tournament(), at)
        if board is None:
            return desk.enter_results(book, which, texts)
        return desk.enter_result(book, which, board, texts[0])

    done = do(file, change, op, "result", at, board, texts)
    tournament = done.after.tournament()
    with answering():
        entered = [event for event in done.events if isinstance(event, ResultEntered)]
        which = entered[0].round if entered else _round(tournament, at)
        shown_lines = lines(tournament, which)
        for line in shown_lines if board is None else [shown_lines[board - 1]]:
            click.echo(line)
        say_findings(done)


@command.command("explain", short_help="Say why a round was paired as it was.")
@file_argument
@click.option("--round", "at", type=click.IntRange(1), help="The round; the last if not given.")
@click.option(
    "--why-not",
    "against",
    nargs=2,
    metavar="A B",
    help="What the pair A–B would have cost, by number or name; B may be bye.",
)
@json_option
def explain(file: Path, at: int | None, against: tuple[str, str] | None, as_json: bool) -> None:
    """Pair a round again, and say why it came out as it did, or why two players did not meet.

    What was corrected or entered after the round was paired does not count.
    """
    from arpad.cli.pages import compared, print_explanation
    from arpad.office.hand_decisions import with_decisions
    from arpad.rulebooks.pairing_catalogue import system_of

    book = read_book(file)
    tournament = book.tournament()
    which = _round(tournament, at)
    state = book.as_paired(which).before
    if against is not None:
        print_explanation(compared(state, *against), as_json)
        return
    told = system_of(tournament).pair(state).explain()
    print_explanation(with_decisions(told, tournament, which), as_json)


@command.command("page", short_help="Write the tournament as a page.")
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
    from arpad.cli.events import is_logbook, read_event
    from arpad.cli.pages import write_page

    options = (f" --tiebreaks {tiebreaks}" if tiebreaks else "") + (" --short" if short else "")
    book = read_book(file) if is_logbook(str(file)) else None
    with together([file], force=force):
        write_page(
            out,
            read_event(str(file)) if book is None else book.tournament(),
            file,
            f"arpad tournament page {file.name} {out.name}{options}",
            tiebreaks=codes_of(tiebreaks),
            terms=not short,
            pairings=not short,
            stood=None if book is None else book.all_as_paired(),
        )
    click.echo(f"wrote {out}", err=True)


@command.command("undo", short_help="Take back what the last command did.")
@file_argument
@op_option
def undo(file: Path, op: str) -> None:
    """Take back what the last command did, all of it; the events stay in the file as undone."""
    done = do(file, lambda book: book.undo()[0], op, "undo")
    _, events = done.before.undo()
    with answering():
        for told in _told(events, done.before):
            click.echo(f"undone: {told}")


@command.command("recover", short_help="Save the events before the damage of a file.")
@file_argument
@click.argument("out", metavar="NEW", type=click.Path(path_type=Path))
def recover(file: Path, out: Path) -> None:
    """Write the events of FILE before its first damage into the file NEW; FILE stays as it is.

    What one command did is taken whole or not at all.
    """
    from arpad.office.log.event_file import EventFile, save_recovered

    found = EventFile(file).recover()
    if found.problem is not None:
        click.echo(f"arpad: {shown(f'{found.problem.place}: {found.problem.problem}')}", err=True)
    log = save_recovered(found, out)
    with answering():
        rounds = counted(log.tournament().played, "round")
        click.echo(f"{out}: {counted(log.seq, 'event')}, {rounds} paired")


@command.command("export", short_help="Write the tournament as a report (TRF).")
@file_argument
@click.argument("out", metavar="FILE.trf", type=click.Path(path_type=Path))
@click.option(
    "--dialect",
    type=click.Choice(["trf26", "trf16"]),
    default="trf26",
    show_default=True,
    help="FIDE's file of 2026, or that of 2016 with JaVaFo's and bbpPairings' extensions.",
)
@force_option
def export(file: Path, out: Path, dialect: Dialect, force: bool) -> None:
    """Write the tournament as a report that FIDE's and other programs read.

    It says what others need to pair the same next round: the initial colour, the points of an acceleration,
    byes asked for, pairs that may not meet. The tie-breaks in force stand in it too.
    """
    from arpad.office.kinds import REPORT, with_report_end
    from arpad.rulebooks.reporting import report_of

    tournament = read_book(file).tournament()
    text = with_report_end(report_of(tournament, dialect))
    with replace(out, REPORT, inputs=[file], force=force) as stream:
        stream.write(text.encode())
    click.echo(f"wrote {out}")
    if dialect == "trf26" and not any(line.startswith("192") for line in text.splitlines()):
        click.echo(f"TRF cannot store the {tournament.system} settings and the seed: keep {file}", err=True)


def _told(events: Sequence[Event], before: EventLog) -> list[str]:
    """Return what the events of an act did, the last first, with the tournament as it stood after them."""
    from arpad.office.events.entries import Added, Away, Back
    from arpad.office.events.rounds import ResultEntered, RoundPaired

    tournament = before.tournament()

    def name(entrant: int) -> str:
        return shown(tournament.by_number[before.number_of(entrant)].name)

    found: list[str] = []
    for event in reversed(events):
        match event:
            case Added():
                found.append(f"add {before.number_of(event.entrant)} {name(event.entrant)}")
            case Away() | Back():
                when = f" in {numbered_as('round', event.rounds)}" if event.rounds else ""
                found.append(f"{event.KIND} {name(event.entrant)}{when}")
            case RoundPaired():
                found.append(f"pair round {tournament.played}")
            case ResultEntered():
                line = lines(tournament, event.round)[event.board - 1].strip()
                found.append(f"result of round {event.round}: {line}")
            case _:
                found.append("numbering by rating")
    return found


def _round(tournament: Tournament, at: int | None) -> int:
    if not tournament.played:
        raise BadInput("no round is paired yet", remedy="Pair one: arpad tournament pair FILE.")
    if at is not None and at > tournament.played:
        raise BadInput(f"round {at} is not paired yet")
    return at or tournament.played
