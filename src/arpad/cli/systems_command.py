"""``arpad systems``: what there is to rate by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import examples, json_option
from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.ratings.parameters import Parameter
    from arpad.ratings.system import RatingSystem
    from arpad.rulebooks.online.skill_points import SkillPoints

EXAMPLES = {
    "elo": "arpad rate results.csv --system elo --set k=32",
    "glicko": "arpad rate results.csv --system glicko --period 1mo",
    "glicko2": "arpad rate results.csv --system glicko2 --set tau=0.6 --period 1w",
    "glicko-boost": "arpad rate results.csv --system glicko-boost --period 1mo",
    "trueskill": "arpad rate races.csv --system trueskill --set draw_probability=0",
    "weng-lin": "arpad rate races.csv --system weng-lin --set model=bradley-terry-full",
    "elo-mmr": "arpad rate contests.csv --system elo-mmr --set rho=1",
    "stephenson": 'arpad whatif --system stephenson --rating 1500 --deviation 200 --games "1400/30:1"',
    "bayes-elo": 'arpad whatif --system bayes-elo --rating 1600 --deviation 100 --games "1500/100:1"',
    "bradley-terry": "arpad rate results.csv --system bradley-terry --set prior=350",
    "plackett-luce": "arpad rate races.csv --system plackett-luce --set prior=200",
    "whr": "arpad rate results.csv --system whr --set w2=300",
    "ttt": "arpad rate results.csv --system ttt",
    "wof": "arpad rate results.csv --system wof",
    "bridge": "arpad rate season.csv --system bridge --set s0=50 --set sigma1=8",
    "lichess": 'arpad whatif --system lichess --rating 1500 --deviation 350 --games "1500/350:1"',
    "online": 'arpad whatif --system online --set streak=5 --rating 1500 --games "1500:1 1500:1 1500:1"',
    "placement": 'arpad whatif --system placement --rating 1500 --attr games=3 --games "1500:1 1600:0"',
    "tiers": 'arpad whatif --system tiers --rating 1000 --attr games=50 --games "1000:1 1000:0"',
    "decay": "arpad rate results.csv --system decay --as-of 2026-03-31",
    "skill-points": "arpad rate scores.csv --system skill-points --set best=30",
    "kbaduk": 'arpad whatif --system kbaduk --rating 8900 --games "8432:1 8810:0 9057:1 9213:0"',
    "exam": "arpad odds 2307 2107 --system exam",
    "fide": 'arpad whatif --system fide --rating 1652 --attr birth_year=2010 --games "1613:1 1609:0.5"',
    "fide-rapid": 'arpad whatif --system fide-rapid --rating 1800 --attr games=45 --games "2601:0 1900:1"',
    "fide-blitz": 'arpad whatif --system fide-blitz --rating 2600 --set k=10 --games "1900:1"',
    "uschess": 'arpad whatif --system uschess --rating 1300 --attr games=45 --games "1250:1 1400:0.5"',
    "dwz": 'arpad whatif --system dwz --rating 1530 --attr age=26 --attr index=22 --games "1930:1"',
    "ingo": 'arpad whatif --system ingo --rating 130 --attr age=40 --games "160:1 120:0.5"',
    "egf": 'arpad whatif --system egf --rating 2100 --games "2100:1 2200:0"',
    "aga": 'arpad whatif --system aga --rating 3.2 --deviation 0.5 --games "2.7/0.6:1 4.1/0.4:0"',
    "ecf": 'arpad whatif --system ecf --set k=20 --rating 1800 --games "1750:1 1900:0.5"',
    "fifa-men": 'arpad whatif --system fifa-men --set importance=25 --rating 1300 --games "1500:1"',
    "fifa-women": "arpad odds 1372 1300 --system fifa-women --set importance=4 --steps",
    "clubelo": "arpad odds 1800 1750 --system clubelo --advantage",
    "eloratings": "arpad odds 2113 1787 --system eloratings --set importance=60 --advantage",
    "nfl": "arpad odds 1503.947 1300 --system nfl --advantage",
    "nba": "arpad odds 1500 1500 --system nba --advantage --steps",
}
"""A line to begin with, per system; a test runs each."""


@click.command(
    "systems",
    epilog=examples(
        "arpad systems glicko2",
        "arpad systems --pairing",
        "arpad systems --pairing fide-dutch",
    ),
)
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--pairing", is_flag=True, help="Pairing systems and their settings.")
@json_option
def command(name: str | None, pairing: bool, as_json: bool) -> None:
    """List the rating systems; with NAME, one system with its parameters, defaults, units and source.

    With --pairing, the pairing systems; with NAME, the settings of one, which `arpad tournament new --set`
    takes.
    """
    if pairing:
        from arpad.cli.pairing_systems import show_pairing_system, show_pairing_systems

        if name is None:
            show_pairing_systems(as_json)
        else:
            show_pairing_system(name, as_json)
        return
    from arpad.cli.tables import as_json as print_json
    from arpad.rulebooks.known_systems import known_list, known_system

    if name is None and not as_json:
        _show_all()
        return
    from arpad.rulebooks.rating_catalogue import LISTS, SYSTEMS, list_class, system_class

    system: type[RatingSystem | SkillPoints]
    if name is not None:
        points = known_list(name)
        system = system_class(known_system(name)) if points is None else list_class(points)
        if as_json:
            print_json(_document(system))
        else:
            _show_system(system)
        return
    systems: list[type[RatingSystem | SkillPoints]] = [system_class(system_name) for system_name in SYSTEMS]
    systems += [list_class(list_name) for list_name in LISTS]
    systems += list(_of_others())
    print_json({"systems": [_document(system) for system in systems]})


def _of_others() -> Iterator[type[RatingSystem]]:
    """Yield the systems of other packages; of one that cannot be loaded, say why on standard error."""
    from arpad.rulebooks.known_systems import installed_systems

    names = list(installed_systems())
    if not names:
        return
    from arpad.rulebooks.rating_catalogue import system_class

    for name in names:
        try:
            yield system_class(name)
        except BadInput as problem:
            click.echo(f"arpad: {problem}", err=True)


def _distribution(system: type[RatingSystem | SkillPoints]) -> str | None:
    """Return the package from which a system comes, where that is not arpad."""
    from arpad.rulebooks.known_systems import installed_systems

    installed = installed_systems().get(system.name)
    return None if installed is None else installed.distribution


def _schedules(system: type[RatingSystem | SkillPoints]) -> tuple[str, ...]:
    """Return the schedules, the system's own first; a list of points has none."""
    return getattr(system, "schedules", ())


def _default_period(system: type[RatingSystem | SkillPoints]) -> str | None:
    """Return how long a rating period is if nothing is said; None without that schedule."""
    return getattr(system, "default_period", None) if "period" in _schedules(system) else None


def _document(system: type[RatingSystem | SkillPoints]) -> dict[str, Any]:
    from arpad.ratings.parameters import parameters_of

    return {
        "name": system.name,
        "title": system.title,
        "status": system.status,
        "distribution": _distribution(system),
        "source": system.source,
        "notes": list(system.notes),
        "columns": list(system.columns),
        "schedules": list(_schedules(system)),
        "default_period": _default_period(system),
        "parameters": [
            {
                "name": parameter.name,
                "default": parameter.default,
                "unit": parameter.unit,
                "meaning": parameter.meaning,
                **({} if _is_word(parameter) else {"low": parameter.low, "high": parameter.high}),
                **({"choices": list(parameter.choices)} if parameter.choices else {}),
            }
            for parameter in parameters_of(system)
        ],
        "example": EXAMPLES.get(system.name),
    }


def _show_all() -> None:
    """Print what the catalogue says of all systems; of other packages' systems, what their classes say."""
    from arpad.cli.tables import Column, TextTable, faint, show
    from arpad.rulebooks.known_systems import LISTS, SYSTEMS

    rows = [
        [name, listed.title, listed.schedules or "—", listed.status]
        for name, listed in (SYSTEMS | LISTS).items()
    ]
    rows += [
        [system.name, _title(system), ", ".join(_schedules(system)) or "—", system.status]
        for system in _of_others()
    ]
    columns = [Column("name"), Column("system", shrinks=True), Column("schedules"), Column("status")]
    show(TextTable(columns, rows))
    click.echo(faint("The first schedule is the system's own. arpad systems NAME lists its parameters."))


def _title(system: type[RatingSystem | SkillPoints]) -> str:
    """Return the title of a system, with the package from which it comes where that is not arpad."""
    distribution = _distribution(system)
    return system.title if distribution is None else f"{system.title} (of {distribution})"


def _show_system(system: type[RatingSystem | SkillPoints]) -> None:
    from textwrap import fill

    from arpad.cli.tables import Column, TextTable, show, strong
    from arpad.ratings.parameters import parameters_of

    click.echo(strong(f"{system.name}: {system.title}"))
    facts = [("source", system.source), ("status", f"{system.status} against its source")]
    if (distribution := _distribution(system)) is not None:
        facts.append(("package", distribution))
    if _schedules(system):
        facts.append(("schedules", f"{', '.join(_schedules(system))} (the first is its own)"))
    if _default_period(system) is not None:
        facts.append(("period", f"{_default_period(system)} if not given"))
    facts.append(("gives", ", ".join(system.columns)))
    for label, text in facts:
        click.echo(f"{label:<10}{text}")
    for note in system.notes:
        click.echo(fill(note, 78, initial_indent="note      ", subsequent_indent=" " * 10))
    click.echo()
    rows = [
        [
            parameter.name,
            _default(parameter),
            "" if _is_word(parameter) else parameter.range.removeprefix("from "),
            parameter.unit,
            _meaning(parameter),
        ]
        for parameter in parameters_of(system)
    ]
    columns = [
        Column("parameter"),
        Column("default", "right"),
        Column("range", "right"),
        Column("unit"),
        Column("meaning", wraps=True),
    ]
    show(TextTable(columns, rows))
    if system.name in EXAMPLES:
        click.echo()
        click.echo(f"Example: {EXAMPLES[system.name]}")


def _is_word(parameter: Parameter) -> bool:
    """Tell whether a parameter is a word, or yes or no, and has no range."""
    return isinstance(parameter.default, str | bool) or bool(parameter.choices)


def _default(parameter: Parameter) -> str:
    if parameter.default is None:
        return "—"
    return f"{parameter.default:g}" if isinstance(parameter.default, float) else str(parameter.default)


def _meaning(parameter: Parameter) -> str:
    return f"{parameter.meaning}: {', '.join(parameter.choices)}" if parameter.choices else parameter.meaning
