"""``arpad whatif``: what games would make of a rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import date_option, examples, json_option, schedule_option, system_options

if TYPE_CHECKING:
    from arpad.ratings.model import Schedule
    from arpad.ratings.system import RatingSystem
    from arpad.ratings.whatif import Outcome, WhatIf


@click.command(
    "whatif",
    epilog=examples(
        'arpad whatif --system kbaduk --rating 8900 --games "8432:1 8810:0 9057:1 9213:0"',
        'arpad whatif --system glicko --rating 1500 --deviation 200 --games "1400/30:1 1550/100:0"',
    ),
)
@system_options
@click.option("--rating", type=float, required=True, metavar="POINTS", help="Your rating before these games.")
@click.option("--deviation", type=float, metavar="POINTS", help="Your deviation; a newcomer's if not given.")
@click.option(
    "--volatility", type=float, metavar="NUMBER", help="Your volatility; a newcomer's if not given."
)
@click.option(
    "--games",
    "games_text",
    required=True,
    metavar='"RATING:SCORE …"',
    help="The opponents, each RATING[/DEVIATION[/VOLATILITY]]:SCORE; a score is 1, 0, ½, 0.5, 1-0, win…, "
    "for bridge the result, such as 58; where the margin of victory counts, the points of both sides: 24-10.",
)
@click.option(
    "--attr",
    "attributes",
    multiple=True,
    metavar="NAME=NUMBER",
    help="What the rules ask of the player: birth_year=2010, games=45 (played before), peak=2412, elapsed=3 "
    "(rating periods since the last one played), and what the system asks beside (dwz: age, index).",
)
@date_option
@schedule_option
@click.option("--steps", is_flag=True, help="Unfold every change into formula, numbers, rounding and source.")
@json_option
def command(
    system: str,
    settings: tuple[str, ...],
    rating: float,
    deviation: float | None,
    volatility: float | None,
    games_text: str,
    attributes: tuple[str, ...],
    on: str | None,
    schedule: Schedule | None,
    steps: bool,
    as_json: bool,
) -> None:
    """Calculate what games would make of a rating, game by game, and what if all were won, or all lost.

    An opponent without a deviation or volatility has a newcomer's, and so has the player. Opponents keep the
    ratings given, even where the schedule is live. --json leaves out deviation and volatility where the
    system has none.
    """
    import arpad
    from arpad.cli.options import day_of, system_of
    from arpad.cli.rating_arguments import encounters_of, rating_with
    from arpad.cli.tables import as_json as print_json
    from arpad.core import BadInput

    rules = system_of(system, settings)
    margin = _margin(rules)
    counts = margin not in (None, "none", 0.0)
    points = counts or getattr(rules, "points_count", False)
    own = rating_with(rating, deviation, volatility, attributes, rules.attributes)
    par = rules.par if rules.continuous else None
    games = encounters_of(games_text, day_of(on), par, points=points)
    if counts and any(game.margin is None for game in games):
        none = "none" if isinstance(margin, str) else "0"
        raise BadInput(
            f"a score has no margin, and {rules.name} with margin={margin} counts it",
            remedy=f"Write what either side made, such as 1500:24-10, or --set margin={none}.",
        )
    what_if = arpad.what_if(rules, own, games, schedule)
    if as_json:
        print_json(_document(what_if, rules))
    else:
        _show(what_if, rules, rating, steps)


def _margin(system: RatingSystem) -> str | float | None:
    """Return the parameter margin, if the system has one; a draw margin is another thing."""
    from dataclasses import fields

    named = {field.name for field in fields(system)}
    return getattr(system, "margin", None) if "margin" in named else None


def _document(what_if: WhatIf, system: RatingSystem) -> dict[str, Any]:
    from arpad.cli.number_formats import whole

    actual = what_if.asked
    after = {"rating": actual.after.value}
    for name in ("deviation", "volatility"):
        if name in system.columns:
            after[name] = getattr(actual.after, name)
    totals = {
        name: {"total": outcome.total, "rounded": whole(outcome.rounded)}
        for name, outcome in (("if_all_won", what_if.if_all_won), ("if_all_lost", what_if.if_all_lost))
    }
    return {
        **after,
        "total": actual.total,
        "rounded": whole(actual.rounded),
        "games": [{**game.as_dict(), "label": f"game {n}"} for n, game in enumerate(actual.games, start=1)],
        **totals,
    }


def _show(what_if: WhatIf, system: RatingSystem, before: float, steps: bool) -> None:
    from arpad.cli import explaining, number_formats
    from arpad.cli.options import described
    from arpad.cli.tables import faint, show

    actual = what_if.asked
    rows = [explaining.game_row(game) for game in actual.games]
    strong = {len(rows)}
    for label, outcome in (
        ("total", actual),
        ("if all won", what_if.if_all_won),
        ("if all lost", what_if.if_all_lost),
    ):
        rows.append(explaining.total_row(label, outcome.total, number_formats.plain(outcome.after.value, 2)))
    for number, row in enumerate(rows[: len(actual.games)], start=1):
        row[explaining.OPPONENT] = f"game {number}"
    show(explaining.rows_as_table(rows, strong))
    click.echo()
    if steps:
        for line in explaining.unfolded(actual.updates):
            click.echo(line)
    click.echo(
        explaining.equation(before, actual.after.value - before, actual.after.value) + _beside(actual, system)
    )
    click.echo(faint(described(system)))


def _beside(outcome: Outcome, system: RatingSystem) -> str:
    parts = []
    for name, decimals in (("deviation", 2), ("volatility", 6)):
        value = getattr(outcome.after, name)
        if name in system.columns and value is not None:
            parts.append(f"{name} {value:.{decimals}f}")
    return f"   {', '.join(parts)}" if parts else ""
