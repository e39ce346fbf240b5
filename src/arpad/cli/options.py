"""The options that commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from arpad.core import BadInput
from arpad.core.deferred import load_attribute

if TYPE_CHECKING:
    from arpad.ratings.system import RatingSystem

LARGEST_COUNT = 10**9
"""The greatest number that an option which counts players, games or periods takes."""

F = TypeVar("F", bound=Callable[..., Any])


class Option(Protocol):
    """A decorator that gives a command an option, or several."""

    def __call__(self, function: F, /) -> F:
        """Return the function with them."""


Offer = Callable[[click.Context, click.Parameter, str], list[Any]]


def offered(what: str) -> Offer:
    """Return what completes an option in a shell: a function of :mod:`arpad.cli.completion`, by its name."""

    def offer(context: click.Context, option: click.Parameter, incomplete: str) -> list[Any]:
        complete: Offer = load_attribute(f"arpad.cli.completion:{what}")
        return complete(context, option, incomplete)

    return offer


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return several options as one decorator, in the order in which the help lists them."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


METHOD = f"{__name__}.method"


def _keep_method(context: click.Context, option: click.Parameter, value: str | None) -> None:
    """Keep the method until the settings are read; an eager option is read first."""
    context.meta[METHOD] = value


def _with_method(
    context: click.Context, option: click.Parameter, settings: tuple[str, ...]
) -> tuple[str, ...]:
    method = context.meta.get(METHOD)
    return settings if method is None else (*settings, f"method={method}")


def _write_raw(context: click.Context, option: click.Parameter, raw: bool) -> None:
    """Write CSV raw until the command ends."""
    if raw:
        from arpad.core.hostile import raw_csv

        context.with_resource(raw_csv(raw))


system_options: Option = together(
    click.option(
        "--system",
        shell_complete=offered("systems"),
        default="elo",
        show_default=True,
        metavar="NAME",
        help="The rating system; 'arpad systems' lists them.",
    ),
    click.option(
        "--set",
        "settings",
        shell_complete=offered("settings"),
        multiple=True,
        metavar="NAME=VALUE",
        callback=_with_method,
        help="A parameter of the system, such as k=20; may be repeated.",
    ),
    click.option(
        "--method",
        metavar="NAME",
        is_eager=True,
        expose_value=False,
        callback=_keep_method,
        help="The same as --set method=NAME, such as bridge's closed, quadrature, monte-carlo.",
    ),
)

schedule_option: Option = click.option(
    "--schedule",
    type=click.Choice(["live", "period"]),
    help="Game by game, or by rating period; if not given, period where --period is, else the system's own.",
)

period_option: Option = click.option(
    "--period", metavar="LENGTH", help="How long a rating period is: 1d, 1w, 1mo, event, all, or 1 (number)."
)

events_option: Option = click.option(
    "--events",
    type=click.Choice(["split", "named"]),
    default="split",
    show_default=True,
    help="Where events count: split makes a name that comes back later an event of its own, named takes all "
    "games of one name as one event.",
)

rejects_option: Option = click.option(
    "--rejects",
    shell_complete=offered("files"),
    metavar="FILE",
    help="Set unreadable rows aside here, and go on without them.",
)


def encoding_option(which: str) -> Callable[[F], F]:
    """Return the option that names the encoding of some files."""
    return click.option(
        "--encoding",
        metavar="NAME",
        help=f"The encoding of {which}, such as cp1250; if not given, UTF-8 or a guess.",
    )


lenient_option: Option = click.option(
    "--lenient", is_flag=True, help="Take a report (TRF) whose lines contradict each other."
)

force_option: Option = click.option(
    "--force", is_flag=True, help="Overwrite files that arpad does not know as its own, too."
)

raw_option: Option = click.option(
    "--raw",
    "raw",
    is_flag=True,
    expose_value=False,
    callback=_write_raw,
    help="Leave texts in CSV as they are, even those that a spreadsheet would run as formulas.",
)

_files = click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=offered("files"))

decimal_option: Option = click.option(
    "--decimal",
    type=click.Choice(["point", "comma"]),
    help="The decimal mark of points and covariates, where 2.310 could be asked; the other mark then "
    "stands between thousands. If not given, the whole column settles it.",
)

_reading = together(
    click.option(
        "--players",
        shell_complete=offered("files"),
        multiple=True,
        metavar="FILE",
        help="A players file (ratings, birth years…), or a list to go on from; both, where ratings or other "
        "data of newcomers to the list are known.",
    ),
    click.option(
        "--columns",
        "columns",
        shell_complete=offered("roles"),
        multiple=True,
        metavar="ROLE=NAME,…",
        help="Which column is what, such as first=Home,second=Away,score=Result.",
    ),
    click.option(
        "--byes",
        metavar="WORDS",
        help='Names that stand for nobody, such as "bye,spielfrei"; "" if every name is a player\'s.',
    ),
    encoding_option("the files of games"),
    click.option(
        "--sheet",
        metavar="NAME",
        help="The sheet of a workbook (.xlsx, .ods, .xls); if not given, the first that is not empty.",
    ),
    click.option(
        "--players-sheet",
        metavar="NAME",
        help="The sheet of a workbook of --players; if not given, the first that is not empty.",
    ),
    click.option(
        "--aliases",
        shell_complete=offered("files"),
        metavar="FILE",
        help="Other spellings of players' names: a table with the columns alias and name.",
    ),
    click.option(
        "--date-format",
        metavar="FORMAT",
        help="How dates are written: dmy, mdy or ymd where 3/11/25 could be asked, or a pattern such as "
        "%d.%m.%Y; if not given, the whole column settles it.",
    ),
    decimal_option,
    lenient_option,
)

reading_options: Option = together(_files, _reading)
"""The files, and how they are read: what ``rate`` and ``look`` share."""

record_settings: Option = together(
    _reading,
    click.option(
        "--stages",
        shell_complete=offered("files"),
        metavar="FILE",
        help="Which stage the games of a competition are of, for systems that weigh matches: a table with "
        "the columns competition and stage. If not given, the stage column says it, or else the name of the "
        "competition.",
    ),
    click.option(
        "--cluster",
        shell_complete=offered("columns"),
        metavar="COLUMN",
        help="Whose games are not independent, such as those of a voter or an event, for variance=cluster.",
    ),
    click.option(
        "--covariate",
        "covariates",
        shell_complete=offered("columns"),
        multiple=True,
        metavar="COLUMN",
        help="A number that may sway a game, as the first side sees it; two columns as A,B are compared: "
        "(A − B) / (A + B). May be repeated.",
    ),
    rejects_option,
    click.option("--as-of", metavar="DATE", help="The list of that day: later games do not count."),
    events_option,
    force_option,
    raw_option,
)
"""How files of games become a record, for commands that take more words than those of files."""

record_options: Option = together(_files, record_settings)

json_option: Option = click.option("--json", "as_json", is_flag=True, help="Print JSON, numbers unrounded.")

date_option: Option = click.option(
    "--date",
    "on",
    metavar="DATE",
    help="The day of the games, which chooses the edition of the rules; today if not given.",
)


def examples(*lines: str) -> str:
    """Return the end of a command's help: lines to type, as they are."""
    heading = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(["\b", heading, *(f"  {line}" for line in lines)])


def pairs_of(texts: Iterable[str], option: str) -> dict[str, str]:
    """Read ``NAME=VALUE`` texts.

    Raises:
        BadInput: one has no ``=``, or a name is given twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise BadInput(f"{option} {text!r} is not NAME=VALUE", remedy=f"Write it as {option} k=20.")
        if name in values:
            raise BadInput(f"{option} gives {name} twice: {values[name]} and {value}", remedy="Give it once.")
        values[name] = value
    return values


def columns_of(texts: Iterable[str]) -> dict[str, str] | None:
    """Read ``--columns first=White,second=Black``; None where nothing is given."""
    parts = [part for text in texts for part in text.split(",") if part.strip()]
    columns: dict[str, str] = {}
    for part in parts:
        role, equals, name = (word.strip() for word in part.partition("="))
        if not (role and equals):
            raise BadInput(
                f"--columns {part!r} is not ROLE=NAME", remedy="Write it as --columns first=Home,second=Away."
            )
        if role in columns:
            raise BadInput(
                f"--columns gives {role} twice: {columns[role]} and {name}", remedy="Give it once."
            )
        columns[role] = name
    return columns or None


def system_of(name: str, settings: Iterable[str]) -> RatingSystem:
    """Make the rating system that the options ask for.

    Raises:
        BadInput: there is none of that name (the nearest is suggested), or no such parameter or value.
        NotProvided: it is a list of points, which expects nothing of a game.
    """
    from arpad.rulebooks.known_systems import known_system
    from arpad.rulebooks.rating_catalogue import rating_system

    canonical_name = known_system(name)
    system = rating_system(canonical_name, pairs_of(settings, "--set"))
    if system.name != canonical_name:
        _say_once(f"note: rated by {system.name}, which has a parameter that {canonical_name} does not have")
    return system


def described(system: RatingSystem) -> str:
    """Name a system with the parameters that are not its defaults: ``elo (k=40, margin=goals)``."""
    from arpad.ratings.parameters import settings_of

    changed = [f"{name}={_written(value)}" for name, value in settings_of(system).items()]
    return f"{system.name} ({', '.join(changed) or 'defaults'})"


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _say_once(note: str) -> None:
    """Say something on standard error, once in a command."""
    context = click.get_current_context(silent=True)
    notes = set() if context is None else context.meta.setdefault(f"{__name__}.notes", set())
    if note not in notes:
        notes.add(note)
        click.echo(note, err=True)


def day_of(text: str | None) -> date:
    """Return the day that ``--date`` names, or today.

    Raises:
        BadInput: it is not an ISO date.
    """
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(f"{text!r} is not a date", remedy="Write it as 2026-03-31.") from None
