"""``arpad tournament new``, ``details``, ``rounds``, ``tiebreaks``: what is settled before play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from arpad.cli.acts import act_options, answer, do, file_argument, note_repeated, request_of
from arpad.cli.options import encoding_option, lenient_option
from arpad.core import BadInput, counted

if TYPE_CHECKING:
    from arpad.tournament.points import Points

F = TypeVar("F", bound=Callable[..., Any])

DETAILS = {
    "place": "city",
    "federation": "federation",
    "start": "start",
    "end": "end",
    "arbiter": "chief_arbiter",
    "deputy": "deputy_arbiters",
    "time_control": "time_control",
    "round_dates": "round_dates",
}
"""Option → what a tournament calls it."""


def _detail_options(function: F) -> F:
    options = [
        click.option("--place", metavar="TEXT", help="The town in which it is played."),
        click.option("--federation", metavar="F", help="The federation in which it is played: HUN."),
        click.option("--start", metavar="DATE", help="The first day: 2026-02-01."),
        click.option("--end", metavar="DATE", help="The last day."),
        click.option("--arbiter", metavar="NAME", help="The chief arbiter."),
        click.option("--deputy", metavar="NAME", multiple=True, help="A deputy arbiter; may be repeated."),
        click.option("--time-control", metavar="TEXT", help="Such as 90'/40+30'+30\"."),
        click.option("--round-dates", metavar="DATES", help="The day of every round, with commas between."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def _details(said: dict[str, Any]) -> dict[str, str]:
    """Return the details that the options of :func:`_detail_options` say."""
    found = {}
    for option, name in DETAILS.items():
        value = said[option]
        if value is not None and value != ():
            found[name] = "\n".join(value) if isinstance(value, tuple) else value
    return found


def _points(text: str) -> str | Points:
    """Return a point system by its name, or as it is typed: ``3-1-0``, ``1-½-0``.

    Raises:
        BadInput: it is neither.
    """
    from fractions import Fraction

    from arpad.office.log.event_log import POINT_SYSTEMS
    from arpad.tournament.points import Points, check_scoring

    if text in POINT_SYSTEMS:
        return text
    try:
        win, draw, loss = (Fraction(part.strip().replace("½", "1/2")) for part in text.split("-"))
    except (ValueError, ZeroDivisionError):
        raise BadInput(
            f"{text!r} is not a point system",
            code="points.unknown",
            remedy=f"Write {' or '.join(POINT_SYSTEMS)}, or what a win, a draw and a loss are worth: 1-½-0.",
        ) from None
    found = Points(win, draw, loss)
    check_scoring(found)
    return found


@click.command("new", short_help="Begin a tournament.")
@file_argument
@click.option("--system", default="fide-dutch", show_default=True, metavar="NAME", help="The pairing system.")
@click.option(
    "--rounds",
    "planned",
    type=click.IntRange(0, 999),
    default=0,
    metavar="R",
    help="How many rounds are planned.",
)
@click.option(
    "--seed",
    type=click.IntRange(-(2**63), 2**63),
    default=0,
    show_default=True,
    help="The number that all lots are drawn from.",
)
@click.option("--name", default="", help="The tournament's title.")
@click.option("--edition", metavar="DATE", help="The rules in force on that day; the newest if not given.")
@click.option(
    "--points",
    default="fide",
    metavar="P",
    help="What results are worth: fide (1-½-0), football (3-1-0), or win-draw-loss, such as 2-1-0.",
)
@click.option("--tiebreaks", metavar="CODES", help="Such as BH/C1,BH,SB,DE; the system's own if not given.")
@click.option(
    "--colour",
    type=click.Choice(["white", "black", "lot"]),
    default="lot",
    show_default=True,
    help="The colour that was drawn for number 1 in round 1; lot draws it from the seed.",
)
@_detail_options
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the system.")
@click.option(
    "--from",
    "report",
    type=click.Path(path_type=Path),
    metavar="REPORT.trf",
    help="Take over the tournament of a report that others wrote.",
)
@lenient_option
@encoding_option("the report")
@act_options
def new(
    file: Path,
    system: str,
    planned: int,
    seed: int,
    name: str,
    edition: str | None,
    points: str,
    tiebreaks: str | None,
    colour: str,
    settings: tuple[str, ...],
    report: Path | None,
    lenient: bool,
    encoding: str | None,
    as_json: bool,
    op: str,
    **said: Any,
) -> None:
    """Begin a tournament; the file must not be there yet.

    All that is decided here is written into the file. `arpad systems --pairing NAME` lists the
    settings of a pairing system.

    With --from, the tournament is that of a report (TRF16 or TRF26), with all its players, rounds and
    results; what else is given holds instead of what the report says.
    """
    from arpad.rulebooks.tournament_report.rules import edition_day

    _check_name(file)
    if report is not None:
        ctx = click.get_current_context()
        _check_of_report(ctx)
        given = ctx.get_parameter_source("system") is ParameterSource.COMMANDLINE
        asked = {
            "name": name,
            "system": system if given else "",
            "rounds": planned,
            "edition": edition_day(edition),
            "seed": seed,
            "lenient": lenient,
        }
        _take_over(file, report, encoding, asked, _details(said), as_json, op)
        return
    if lenient or encoding is not None:
        raise BadInput(
            "--lenient and --encoding are for a report",
            code="report.none",
            remedy="Name the report: --from FILE.",
        )
    from arpad.cli.tournament_settings import settings_of
    from arpad.office import desk
    from arpad.office.log.event_file import EventFile
    from arpad.rulebooks.standings import codes_of

    day = edition_day(edition)
    book = desk.create(
        name or file.stem,
        system,
        rounds=planned,
        seed=seed,
        edition=day,
        points=_points(points),
        settings=settings_of(system, settings, planned, day),
        tiebreaks=codes_of(tiebreaks) or [],
        details=_details(said),
        colour=colour,
    )
    extra = {key: value for key, value in said.items() if value}
    request = request_of(
        op, "new", system, planned, seed, name, edition, points, settings, tiebreaks, colour, extra
    )
    done = EventFile(file).create(book, op=op, request=request)
    note_repeated(done, op)
    rounds = counted(planned, "round") if planned else "any number of rounds"
    answer(
        done,
        as_json,
        [f"{file}: {system}, {rounds}, seed {seed}"],
        {"system": system, "rounds": planned, "seed": seed},
    )


TOLD_BY_REPORT = {"points": "--points", "tiebreaks": "--tiebreaks", "colour": "--colour", "settings": "--set"}
"""Options that a report stands for."""


def _check_of_report(ctx: click.Context) -> None:
    """Refuse options beside a report that says the same.

    Raises:
        BadInput: one is given.
    """
    for name, option in TOLD_BY_REPORT.items():
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadInput(
                f"{option} follows from the report",
                code="report.tells",
                remedy="Leave it out, and change it once the tournament is taken over.",
            )


def _take_over(
    file: Path,
    report: Path,
    encoding: str | None,
    asked: dict[str, Any],
    details: dict[str, str],
    as_json: bool,
    op: str,
) -> None:
    """Begin a tournament with what a report says; ``asked`` is for :func:`arpad.office.desk.take_over`."""
    from arpad.cli.events import guessed, tell
    from arpad.office import desk
    from arpad.office.log.event_file import EventFile
    from arpad.tournament.trf import read_document

    document = read_document(report, encoding)
    tell(guessed(document, str(report), encoding))
    book = desk.take_over(document, **asked)
    if details:
        after = desk.set_details(book, details)
        book = after.saying([*book.findings, *after.findings])
    request = request_of(op, "new", str(report), asked, details)
    done = EventFile(file).create(book, op=op, request=request, in_acts=True)
    note_repeated(done, op)
    cup = done.after.tournament()
    many, rounds = counted(len(cup.entrants), "participant"), counted(cup.played, "round")
    answer(done, as_json, [f"{file}: {cup.system}, {many}, {rounds} paired"])


@click.command("details", short_help="Correct title, place, dates, arbiters.")
@file_argument
@click.option("--name", help="The tournament's title.")
@_detail_options
@act_options
def details(file: Path, name: str | None, as_json: bool, op: str, **said: Any) -> None:
    """Correct what is printed and exported of the tournament as a whole; an empty text takes it out."""
    from arpad.office import desk

    changes = _details(said) | ({} if name is None else {"name": name})
    if not changes:
        raise BadInput("no change is given", code="detail.none", remedy="See --help.")
    done = do(file, lambda book: desk.set_details(book, changes), op, "details", changes)
    answer(done, as_json)


@click.command("rounds", short_help="Change the number of rounds.")
@file_argument
@click.argument("planned", metavar="N", type=click.IntRange(1, 999))
@act_options
def rounds(file: Path, planned: int, as_json: bool, op: str) -> None:
    """Plan N rounds; not fewer than are paired."""
    from arpad.office import desk

    answer(do(file, lambda book: desk.plan_rounds(book, planned), op, "rounds", planned), as_json)


@click.command("tiebreaks", short_help="Change the tie-breaks.")
@file_argument
@click.argument("codes")
@act_options
def tiebreaks(file: Path, codes: str, as_json: bool, op: str) -> None:
    """Let CODES break ties, in their order: BH/C1,BH,SB,DE. An empty text stands for the system's own."""
    from arpad.office import desk
    from arpad.rulebooks.standings import codes_of

    listed = codes_of(codes) or []
    answer(do(file, lambda book: desk.set_tiebreaks(book, listed), op, "tiebreaks", listed), as_json)


def _check_name(file: Path) -> None:
    """Refuse the name of a table of players for a new event file.

    Raises:
        BadInput: it ends as the name of a table does.
    """
    from arpad.record.files.source_file import FORMATS

    if file.suffix.lower() in FORMATS:
        event = file.with_suffix(".arpad")
        raise BadInput(
            f"{file} has the name of a table, and a tournament is kept in an event file",
            remedy=f"Begin with: arpad tournament new {event}; then enter the players of the table: "
            f"arpad tournament add {event} --from {file}",
            code="event-file.name",
        )
