"""``arpad odds``: what a system expects of a game, and what is at stake."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import (
    date_option,
    examples,
    json_option,
    record_settings,
    schedule_option,
    system_options,
)

if TYPE_CHECKING:
    from arpad.office.publishing.published_table import PublishedTable
    from arpad.ratings.system import RatingSystem

JOINED = r"(?<=[\d.])\+"
"""What joins the players of a side: a plus sign behind a number, unlike that of 1e+3."""


@click.command(
    "odds",
    # A rating may be negative: -5 is no option.
    context_settings={"ignore_unknown_options": True},
    epilog=examples(
        "arpad odds 2307 2107",
        "arpad odds 1500/200 1400/30 --system glicko",
        "arpad odds 2307 2107 --draws 0.35",
        "arpad odds 35/1 25/1 25/1 --system weng-lin",
        "arpad odds 1500/100+1300/100 1450/100+1250/50 --system bridge",
        "arpad odds --table --set curve=normal",
        "arpad odds results.csv Ann Bob --system glicko2",
        "arpad odds results.csv --fixtures next.csv --out chances.csv",
    ),
)
@click.argument("words", nargs=-1, metavar="[FILE]... A B [C]...")
@record_settings
@system_options
@schedule_option
@click.option("--period", metavar="LENGTH", help="How long a rating period is, as for rate: 1d, 1w, 1mo…")
@click.option("--pool", metavar="NAME", help="Only the games of this pool, or its rows of a list.")
@click.option(
    "--fixtures",
    "tables",
    multiple=True,
    metavar="FILE",
    help="A table of the games to come: two sides, and date, event, neutral… as for rate.",
)
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    help="Write the odds of the fixtures, unrounded: .csv, .json or .parquet; may be repeated.",
)
@click.option(
    "--advantage", is_flag=True, help="A has White or plays at home; what that is worth is --set advantage=…"
)
@date_option
@click.option(
    "--draws",
    metavar="SHARE",
    help="The share of games between equals that are drawn, such as 0.35, for the chances of win, draw and "
    "loss; or a draw model: binomial, max, davidson=NU, rao-kupper=THETA, fraction=D.",
)
@click.option("--table", is_flag=True, help="Print difference and expected score both ways, without A and B.")
@click.option("--steps", is_flag=True, help="Show the calculation of the expected score.")
@json_option
def command(
    words: tuple[str, ...],
    tables: tuple[str, ...],
    outs: tuple[str, ...],
    pool: str | None,
    advantage: bool,
    on: str | None,
    draws: str | None,
    table: bool,
    steps: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Print the expected scores of A against B, and the points that each wins or loses.

    The points are left out where the rules ask how important the match is: --set importance=25.

    A and B are ratings, RATING[/DEVIATION[/VOLATILITY]]; a rating without a deviation has a newcomer's.
    --table prints which difference gives which expected score, and the other way round, under any system or
    curve.

    The chances of win, draw and loss stand below where the system knows how many games are drawn (such as
    trueskill), or --draws says how many; the expected score is then win + half of draw.

    For three or more players, or for sides of several players (30/2+28/3), the chances of every place are
    printed, by a system that rates such contests.

    Behind FILE, A and B are names. FILE is a record, rated as by arpad rate with the same options, or a list
    that arpad rate has written with --out. --fixtures takes a table of the games to come; without it and
    without names, FILE's own rows without a result are the fixtures. The draws are then as frequent as in the
    record (Davidson 1970), unless the system or --draws says how many there are.
    """
    context = click.get_current_context()
    for word in words:
        if re.match(r"-[^\d.]", word) and word != "-":
            raise click.NoSuchOption(word)
    of_file = words and _names_file(words[0])
    if table:
        if words or advantage or draws is not None:
            raise click.UsageError("--table takes neither A and B nor --advantage and --draws.")
        from arpad.cli.expectancy import document, show_tables
        from arpad.cli.options import day_of, system_of
        from arpad.cli.tables import as_json as print_json

        rules = system_of(options["system"], options["settings"])
        if as_json:
            print_json(document(rules, day_of(on)))
        else:
            show_tables(rules, day_of(on))
        return
    if of_file:
        from arpad.cli.odds_of_file import OddsRequest

        given = context.get_parameter_source("system") is not click.core.ParameterSource.DEFAULT
        odds_request = OddsRequest.of(words, options, tables, pool, draws, on, named_system=given)
        if odds_request.names:
            if outs:
                raise click.UsageError("--out is for fixtures.")
            odds_request.show(advantage=advantage, steps=steps, as_json=as_json)
        else:
            if advantage or steps or on is not None:
                raise click.UsageError("--advantage, --steps and --date are for two players by their names.")
            odds_request.show_fixtures(outs, as_json=as_json)
        return
    _refuse_of_file(context, tables, outs)
    if len(words) < 2:
        raise click.UsageError("Give two ratings, such as: arpad odds 2307 2107; a FILE; or --table.")
    of_numbers(words, options, advantage=advantage, on=on, draws=draws, steps=steps, as_json=as_json)


def recompute(given: dict[str, Any], _: bool) -> PublishedTable:
    """Make a published table of odds again from the parameters of ``arpad odds``."""
    from arpad.cli.odds_of_file import OddsRequest
    from arpad.cli.ratings_source import RatingsSource
    from arpad.cli.request import RatingRequest

    request = RatingRequest(
        **{name: given[name] for name in RatingRequest.__dataclass_fields__ if name in given}
    )
    source = RatingsSource(request, given["pool"], given["named_system"])
    return OddsRequest(source, tables=tuple(given["tables"]), stated=given["draws"]).published_table()


def of_numbers(
    words: tuple[str, ...],
    options: dict[str, Any],
    *,
    advantage: bool,
    on: str | None,
    draws: str | None,
    steps: bool,
    as_json: bool,
) -> None:
    """Print the odds of ratings that are given as numbers."""
    from arpad.cli.options import day_of, described, system_of
    from arpad.cli.rating_arguments import rating_of
    from arpad.cli.tables import as_json as print_json

    rules = system_of(options["system"], options["settings"])
    day = day_of(on)
    if len(words) > 2 or any(re.search(JOINED, word) for word in words):
        if advantage or draws is not None or steps:
            raise click.UsageError("--advantage, --draws and --steps are for two players, one against one.")
        _show_places(rules, words, as_json)
        return
    from arpad.cli.odds_output import say_lacking, show_odds, show_steps
    from arpad.ratings.odds import odds as calculate_odds

    a, b = words
    odds = calculate_odds(
        rules,
        rating_of(a),
        rating_of(b),
        advantage=int(advantage),
        on=day,
        draws=_stated(draws, rules),
        schedule=options["schedule"],
    )
    if as_json:
        document: dict[str, Any] = {
            "system": rules.name,
            "sides": [side.as_dict() for side in odds.sides],
            "steps": [step.as_dict() for step in odds.steps],
        }
        print_json(document if odds.better is None else {**document, "better": odds.better})
    else:
        show_odds(odds, (a, b), rules, below=described(rules))
        if steps:
            show_steps(odds)
    say_lacking(odds)
    if advantage and not getattr(rules, "advantage", 0.0):
        click.echo(f"note: the advantage is 0 points in {rules.name} with these settings", err=True)


def _names_file(word: str) -> bool:
    """Tell whether the first word is a file and no rating."""
    if word == "-":
        return True
    from arpad.cli.rating_arguments import begins_as_rating

    if begins_as_rating(word):
        return False
    if Path(word).exists() or Path(word).suffix:
        return True
    from arpad.core import BadInput

    raise BadInput(
        f"{word!r} is not a rating, and there is no file of that name",
        remedy="Expected a number such as 1500, or a file of games before the names of two players.",
    )


def _refuse_of_file(context: click.Context, tables: tuple[str, ...], outs: tuple[str, ...]) -> None:
    """Refuse the options of a record where no FILE is given."""
    default = click.core.ParameterSource.DEFAULT
    of_record = ("players", "columns", "byes", "rejects", "as_of", "encoding", "period", "pool")
    given = [name for name in of_record if context.get_parameter_source(name) not in (default, None)]
    given += ["fixtures"] if tables else []
    given += ["out"] if outs else []
    if given:
        raise click.UsageError(f"--{given[0].replace('_', '-')} is for a FILE before the names.")


def _stated(draws: str | None, system: RatingSystem) -> Any:
    """Return what adds the draws that a person stated; None where there are none."""
    if draws is None:
        return None
    from arpad.cli.stated_draws import stated

    return stated(draws, system)


def _show_places(system: RatingSystem, words: tuple[str, ...], as_json: bool) -> None:
    """Print the probability of every place for sides of any number of players, ties apart.

    Raises:
        NotProvided: the system rates no such contests.
    """
    from arpad.cli.odds_output import show_places
    from arpad.cli.options import described
    from arpad.cli.rating_arguments import rating_of
    from arpad.cli.tables import as_json as print_json
    from arpad.cli.tables import faint
    from arpad.core import NotProvided
    from arpad.ratings.contests.system import ContestSystem

    if not isinstance(system, ContestSystem):
        raise NotProvided(
            f"{system.name} gives the chances of one player against one only",
            remedy="Choose a system for contests: trueskill, weng-lin, elo-mmr, plackett-luce, bridge.",
        )
    sides = [[rating_of(player) for player in re.split(JOINED, word)] for word in words]
    chances = system.places(sides)
    if as_json:
        print_json(
            {
                "system": system.name,
                "sides": [
                    {"ratings": [player.value for player in side], "places": row.tolist()}
                    for side, row in zip(sides, chances, strict=True)
                ],
            }
        )
        return
    show_places(words, chances)
    click.echo(faint(described(system)))
