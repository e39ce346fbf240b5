"""``arpad tournament new``: what is settled before play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from arpad.cli.act_commands import parameter
from arpad.cli.acts import act_options, answer, file_argument, note_repeated, request_of
from arpad.cli.options import encoding_option, lenient_option
from arpad.core import BadInput, counted
from arpad.office.acts.plan import DETAILS, ChangeDetails

if TYPE_CHECKING:
    from arpad.tournament.points import Points

F = TypeVar("F", bound=Callable[..., Any])


def _detail_options(function: F) -> F:
    """Give a command the options of the act that changes details, but the title."""
    callback = function
    for name in reversed(DETAILS):
        if name != "name":
            callback.__dict__.setdefault("__click_params__", []).append(
                parameter(name, ChangeDetails.texts()[name], True)
            )
    return callback


def _details(options: dict[str, Any]) -> dict[str, str]:
    """Return the details that the options of :func:`_detail_options` say."""
    given = {name: value for name, value in options.items() if value not in (None, ())}
    return ChangeDetails.of(given).details()


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
    points = Points(win, draw, loss)
    check_scoring(points)
    return points


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
    **options: Any,
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
        choices = {
            "name": name,
            "system": system if given else "",
            "rounds": planned,
            "edition": edition_day(edition),
            "seed": seed,
            "lenient": lenient,
        }
        _take_over(file, report, encoding, choices, _details(options), as_json, op)
        return
    _check_without_report(lenient, encoding)
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
        details=_details(options),
        colour=colour,
    )
    extra = {key: value for key, value in options.items() if value}
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


OPTIONS_OF_REPORT = {
    "points": "--points",
    "tiebreaks": "--tiebreaks",
    "colour": "--colour",
    "settings": "--set",
}
"""Options that a report stands for."""


def _check_of_report(ctx: click.Context) -> None:
    """Refuse options beside a report that says the same.

    Raises:
        BadInput: one is given.
    """
    for name, option in OPTIONS_OF_REPORT.items():
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadInput(
                f"{option} follows from the report",
                code="report.tells",
                remedy="Leave it out, and change it once the tournament is taken over.",
            )


def _check_without_report(lenient: bool, encoding: str | None) -> None:
    """Refuse options that say how a report is read, where there is none.

    Raises:
        BadInput: one is given.
    """
    if lenient or encoding is not None:
        raise BadInput(
            "--lenient and --encoding are for a report",
            code="report.none",
            remedy="Name the report: --from FILE.",
        )


def _take_over(
    file: Path,
    report: Path,
    encoding: str | None,
    choices: dict[str, Any],
    details: dict[str, str],
    as_json: bool,
    op: str,
) -> None:
    """Begin a tournament with what a report says; ``choices`` is for :func:`arpad.office.desk.take_over`."""
    from arpad.cli.events import guessed, tell
    from arpad.office import desk
    from arpad.office.log.event_file import EventFile
    from arpad.tournament.trf import read_document

    document = read_document(report, encoding)
    tell(guessed(document, str(report), encoding))
    book = desk.take_over(document, **choices)
    if details:
        after = desk.set_details(book, details)
        book = after.saying([*book.findings, *after.findings])
    request = request_of(op, "new", str(report), choices, details)
    done = EventFile(file).create(book, op=op, request=request, in_acts=True)
    note_repeated(done, op)
    cup = done.after.tournament()
    many, rounds = counted(len(cup.entrants), "participant"), counted(cup.played, "round")
    answer(done, as_json, [f"{file}: {cup.system}, {many}, {rounds} paired"])


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
