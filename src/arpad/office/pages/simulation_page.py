"""A simulation as a page: what rating systems are worth on a population whose strengths are known."""

from __future__ import annotations

import math

import numpy as np

from arpad.lab.population.judging import ESTABLISHED, NEAR
from arpad.lab.population.model import FOUNDED
from arpad.lab.population.study import Floats, Mean, Simulation
from arpad.office.charts.chart import STYLES
from arpad.office.charts.curves import ChartCurve, curves
from arpad.office.pages.formatting import count, number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report

LEARNED = (1, 2, 5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 199)
"""The numbers of games whose errors the table of newcomers has."""


def simulation_page(simulation: Simulation, title: str = "How true are the ratings?") -> str:
    """Return the page of a simulation.

    Args:
        simulation: the simulation.
        title: the heading.
    """
    of = simulation.population
    lede = (
        f"{count(simulation.runs, 'simulated population')} of {of.players:,} players over "
        f"{count(of.years, 'year')}, {simulation.games:,.0f} games each; "
        f"the first {count(simulation.warm_up, 'year')} not judged."
    )
    parts = [
        ReportPart("memo", "The answers", simulation.memo),
        _scores(simulation),
        _level(simulation),
        _learning(simulation),
        _population(simulation),
    ]
    return lab_report(title, "Simulation", lede, parts)


def _scores(simulation: Simulation) -> ReportPart:
    heads = [
        Head("System"),
        Head("Error", "root mean square of rating less strength, beside the level"),
        Head("Inflation", "points by which the level of the ratings rises in a year"),
        Head("from"),
        Head("to"),
        Head("Newcomers", f"mean error in the first {ESTABLISHED} games"),
        Head("Strongest", "mean error of the strongest tenth"),
        Head("Coverage", "how often the 95 % interval holds the strength"),
        Head("Games", f"until half of the newcomers are within {NEAR:g} points"),
    ]
    rows = []
    for system in simulation.systems:
        figures = system.figures
        rise = figures["inflation"]
        rows.append(
            [
                system.label,
                number(figures["error"].mean, 1),
                *(_shown(each, 2) for each in rise),
                _shown(figures["newcomers"].mean, 1),
                _shown(figures["strongest"].mean, 1),
                "–" if math.isnan(figures["coverage"].mean) else f"{figures['coverage'].mean:.1%}",
                "more than 200" if math.isnan(figures["games"].mean) else f"{figures['games'].mean:.0f}",
            ]
        )
    notes = [
        "All numbers are in points of true strength, 400 for odds of ten to one. A system knows differences "
        "only, so errors are beside the level of the month; how that level moves is the inflation. From and "
        "to are the 95 % interval over the simulated populations."
    ]
    return ReportPart(
        "scores", "Systems beside the truth", grid=Grid("scores-table", "Scores", heads, rows), notes=notes
    )


def _level(simulation: Simulation) -> ReportPart:
    shown = simulation.systems[:STYLES]
    years = np.arange(simulation.warm_up, simulation.population.years, dtype=np.float64) + FOUNDED
    lines = [ChartCurve(system.label, years, *_band(system.level)) for system in shown]
    words = " ".join(f"{system.label}: {number(system.level[-1].mean, 1)} at the end." for system in shown)
    chart = drawing(
        lambda caption, narrow: curves(lines, caption, narrow=narrow),
        "level",
        "The level of the ratings by year",
        words,
    )
    heads = [Head("Year"), *(Head(system.label) for system in shown)]
    rows = [
        [f"{year:.0f}", *(number(system.level[at].mean, 1) for system in shown)]
        for at, year in enumerate(years)
    ]
    return ReportPart(
        "level",
        "Inflation",
        ["By how many points a rating for the same strength has risen since the first year that is judged."],
        chart,
        Grid("level-table", "The level by year, in points", heads, rows),
        folded=True,
        notes=["The band is the 95 % interval over the simulated populations."]
        if simulation.runs > 1
        else [],
    )


def _learning(simulation: Simulation) -> ReportPart:
    shown = [system for system in simulation.systems if np.isfinite(system.learning).any()][:STYLES]
    title = "Newcomers"
    if not shown:
        return ReportPart("newcomers", title, ["Too few players entered to follow newcomers."])
    lines = [
        ChartCurve(system.label, np.arange(float(len(system.learning))), system.learning) for system in shown
    ]
    words = " ".join(f"{system.label}: {_at(system.learning, 30)} points after 30 games." for system in shown)
    chart = drawing(
        lambda caption, narrow: curves(lines, caption, narrow=narrow),
        "newcomers-chart",
        "The median error of newcomers by their games so far",
        words,
    )
    heads = [Head("Games"), *(Head(system.label) for system in shown)]
    rows = [[f"{at}", *(_at(system.learning, at) for system in shown)] for at in LEARNED]
    return ReportPart(
        "newcomers",
        title,
        ["How far half of the newcomers are from the truth at most, by the games that they have played."],
        chart,
        Grid("newcomers-table", "Median error in points, by games played", heads, rows),
        folded=True,
    )


def _population(simulation: Simulation) -> ReportPart:
    of = simulation.population
    rows = [
        ("Players at the beginning", f"{of.players:,}"),
        ("Players ever there, on average", f"{simulation.members:,.0f}"),
        ("Years", f"{of.years}"),
        ("Games of a player in a year", f"{of.games:g}"),
        ("Spread of strengths on entering", f"{of.spread:g} points"),
        ("Error by which opponents are chosen", f"{of.mixing:g} points"),
        ("What a newcomer gains in all", f"{of.improve:g} points"),
        ("What a player over 40 loses in a year", f"{of.decline:g} points"),
        ("Random change of a strength in a year", f"{of.drift:g} points"),
        ("Chance to quit within a year", f"{of.quit:.1%}"),
        ("How many times as often a loser of all games quits", f"{of.losers:g}"),
        ("Growth in a year", f"{of.growth:.1%}"),
        ("Draws between equals", f"{of.draws:.0%}"),
        ("Seed", f"{simulation.seed}"),
    ]
    grid = Grid("population-table", "The population", [Head("What"), Head("Value")], rows)
    return ReportPart("population", "The population", grid=grid)


def _band(level: list[Mean]) -> tuple[Floats, Floats | None, Floats | None]:
    """Return the means of a quantity over the years and the ends of its band."""
    table = np.array(level, dtype=np.float64)
    bands = np.isfinite(table[:, 1:]).all()
    return table[:, 0], table[:, 1] if bands else None, table[:, 2] if bands else None


def _shown(value: float, decimals: int) -> str:
    if not math.isfinite(value):
        return "–"
    return ("+" if round(value, decimals) > 0 else "") + number(value, decimals)


def _at(learning: Floats, games: int) -> str:
    value = float(learning[games]) if games < len(learning) else math.nan
    return "–" if math.isnan(value) else number(value, 0)
