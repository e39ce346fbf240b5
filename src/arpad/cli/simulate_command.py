"""``arpad simulate``: rating systems judged on a population whose true strengths are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arpad.cli.lab_reading import draws_option, page_option, seed_option
from arpad.cli.options import examples, force_option, json_option

if TYPE_CHECKING:
    from arpad.lab.population import Population, Simulation


@click.command(
    "simulate",
    epilog=examples(
        "arpad simulate",
        "arpad simulate --systems elo,k=10,elo,k=40,glicko2 --improve 150 --out report.html",
        "arpad simulate --players 300 --quit 0.2 --losers 10 --games-file games.csv --runs 1",
    ),
)
@click.option(
    "--systems",
    default="elo,glicko2",
    show_default=True,
    metavar="NAMES",
    help="Rating systems with their parameters, apart at commas: elo,k=24,glicko2,tau=0.6.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of all systems that have it; may be repeated.",
)
@click.option("--players", type=int, default=1000, show_default=True, help="Players at the beginning.")
@click.option("--years", type=int, default=20, show_default=True, help="How long the population plays.")
@click.option(
    "--games", type=float, default=30.0, show_default=True, help="Games of a player in a year, on average."
)
@click.option(
    "--spread",
    type=float,
    default=200.0,
    show_default=True,
    metavar="POINTS",
    help="The standard deviation of the strengths on entering.",
)
@click.option(
    "--mixing",
    type=float,
    default=100.0,
    show_default=True,
    metavar="POINTS",
    help="The standard deviation of the error by which opponents are chosen: 0 lets equals meet.",
)
@click.option(
    "--improve",
    type=float,
    default=0.0,
    show_default=True,
    metavar="POINTS",
    help="What a newcomer gains in all, most of it in the first three years.",
)
@click.option(
    "--decline",
    type=float,
    default=0.0,
    show_default=True,
    metavar="POINTS",
    help="What a player older than 40 loses in a year.",
)
@click.option(
    "--drift",
    type=float,
    default=0.0,
    show_default=True,
    metavar="POINTS",
    help="The standard deviation of the random change of a strength in a year.",
)
@click.option(
    "--quit",
    "quitting",
    type=float,
    default=0.1,
    show_default=True,
    metavar="SHARE",
    help="The chance that a player quits within a year; as many others enter.",
)
@click.option(
    "--losers",
    type=float,
    default=1.0,
    show_default=True,
    metavar="TIMES",
    help="How many times as often a player quits who has lost the last ten games.",
)
@click.option(
    "--growth",
    type=float,
    default=0.0,
    show_default=True,
    metavar="SHARE",
    help="The share by which the number of players grows in a year.",
)
@draws_option
@click.option(
    "--runs",
    type=int,
    default=5,
    show_default=True,
    metavar="N",
    help="How many populations are simulated; the intervals come from their differences.",
)
@click.option(
    "--warm-up",
    type=int,
    default=5,
    show_default=True,
    metavar="YEARS",
    help="Years that are rated and not judged, until the first ratings have settled.",
)
@seed_option("Another seed, other populations.")
@click.option(
    "--games-file", metavar="FILE.csv", help="Write the games of the first population, for other commands."
)
@click.option(
    "--players-file",
    metavar="FILE.csv",
    help="Write its players: year of birth, first and last year, true strength at the end.",
)
@page_option
@force_option
@json_option
def command(
    systems: str,
    settings: tuple[str, ...],
    quitting: float,
    runs: int,
    warm_up: int,
    seed: int,
    games_file: str | None,
    players_file: str | None,
    out: str | None,
    force: bool,
    as_json: bool,
    **numbers: float,
) -> None:
    """Judge rating systems against the truth: on simulated players whose strengths are known.

    Players enter, improve, age and quit, and play those of about their strength. Each system rates all
    games. Printed are its error, its inflation, how it does newcomers and the strongest justice, how often
    its 95 % interval holds the true strength, and after how many games a newcomer's rating is near the truth.
    """
    from arpad.cli.lab_reading import check_page
    from arpad.cli.options import pairs_of
    from arpad.cli.progress import Stages
    from arpad.cli.tables import as_json as print_json
    from arpad.core.writing import check, together
    from arpad.lab.population import Population, simulate
    from arpad.lab.population.files import GAMES_FILE, PLAYERS_FILE

    population = Population(quit=quitting, **numbers)  # type: ignore[arg-type]
    tables = [file for file in (games_file, players_file) if file is not None]
    with together([], force=force), Stages(1 + bool(out or tables)) as stages:
        if out is not None:
            check_page(out)
        if games_file is not None:
            check(games_file, GAMES_FILE)
        if players_file is not None:
            check(players_file, PLAYERS_FILE)
        with stages.stage("simulating"):
            simulation = simulate(
                population,
                systems,
                parameters=pairs_of(settings, "--set"),
                runs=runs,
                warm_up=warm_up,
                seed=seed,
            )
        if out is not None or tables:
            with stages.stage("writing"):
                _write(simulation, population, games_file, players_file, out)
    if as_json:
        print_json(simulation.as_json())
    else:
        _print(simulation)
    for file in [*tables, *([out] if out else [])]:
        click.echo(f"wrote {file}", err=as_json)


def _write(
    simulation: Simulation,
    population: Population,
    games_file: str | None,
    players_file: str | None,
    out: str | None,
) -> None:
    """Write the files that are asked for."""
    from arpad.lab.population import drawn
    from arpad.lab.population.files import write_games, write_players
    from arpad.office.pages.lab_report import write_report
    from arpad.office.pages.simulation_page import simulation_page

    if games_file is not None or players_file is not None:
        life = drawn(population, simulation.seed)
        if games_file is not None:
            write_games(life, games_file)
        if players_file is not None:
            write_players(life, players_file)
    if out is not None:
        write_report(simulation_page(simulation), out)


def _print(simulation: Simulation) -> None:
    """Print the table and the answers."""
    import math

    from arpad.cli.number_formats import counted, grouped
    from arpad.cli.tables import Column, TextTable, show

    of = simulation.population
    click.echo(
        f"{counted(simulation.runs, 'population')} of {grouped(of.players)} players over "
        f"{counted(of.years, 'year')}, about {grouped(round(simulation.games))} games each; the first "
        f"{counted(simulation.warm_up, 'year')} not judged."
    )
    click.echo()
    columns = (
        Column("System", wraps=True),
        Column("Error", "right"),
        Column("Inflation a year", "right"),
        Column("95 % interval", "right", spare=4),
        Column("Newcomers", "right", spare=3),
        Column("Strongest", "right", spare=2),
        Column("Coverage", "right", spare=1),
        Column("Games", "right"),
    )
    rows = []
    for entry in simulation.systems:
        figures = entry.figures
        rise, cover, games = figures["inflation"], figures["coverage"].mean, figures["games"].mean
        interval = f"{rise.low:+.2f} to {rise.high:+.2f}" if math.isfinite(rise.low) else "–"
        rows.append(
            [
                entry.label,
                f"{figures['error'].mean:.1f}",
                f"{rise.mean:+.2f}",
                interval,
                f"{figures['newcomers'].mean:+.1f}",
                f"{figures['strongest'].mean:+.1f}",
                "–" if math.isnan(cover) else f"{cover:.1%}",
                "> 200" if math.isnan(games) else f"{games:.0f}",
            ]
        )
    show(TextTable(columns, rows))
    click.echo()
    click.echo(
        "In points of true strength, 400 for odds of ten to one. Error: root mean square, beside the level "
        "of all ratings, whose rise is the inflation. Newcomers: mean error in the first 30 games. "
        "Strongest: mean error of the strongest tenth. Coverage: how often the 95 % interval holds the "
        "strength. Games: until half of the newcomers are within 50 points."
    )
    click.echo()
    for sentence in simulation.memo:
        click.echo(sentence)
