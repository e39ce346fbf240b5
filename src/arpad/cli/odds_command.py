"""``arpad odds``: what a system expects of a game, and what is at stake."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import date_option, examples, json_option, system_options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.core import BadInput, Step
    from arpad.ratings.model import Prediction, Rating
    from arpad.ratings.system import RatingSystem

RESULTS = (("win", 1.0), ("draw", 0.5), ("loss", 0.0))

JOINED = r"(?<=[\d.])\+"
"""What joins the players of a side: a plus sign behind a number, unlike that of 1e+3."""

ROUNDING = 1e-9
"""Two expected scores that miss 1 by no more are 1 together."""

MOST = 1e6
"""The greatest parameter of a draw model that has no bound: nothing but draws, between equals."""


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
    ),
)
@click.argument("a", required=False, metavar="A")
@click.argument("b", required=False, metavar="B")
@click.argument("more", nargs=-1, metavar="[C]...")
@system_options
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
    a: str | None,
    b: str | None,
    more: tuple[str, ...],
    system: str,
    settings: tuple[str, ...],
    advantage: bool,
    on: str | None,
    draws: str | None,
    table: bool,
    steps: bool,
    as_json: bool,
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
    """
    from arpad.cli.options import day_of, system_of
    from arpad.cli.rating_arguments import rating_of
    from arpad.cli.tables import as_json as print_json

    for word in (a, b, *more):
        if word is not None and re.match(r"-[^\d.]", word):
            raise click.NoSuchOption(word)
    rules = system_of(system, settings)
    day = day_of(on)
    if table:
        if a is not None or advantage or draws is not None:
            raise click.UsageError("--table takes neither A and B nor --advantage and --draws.")
        from arpad.cli.expectancy import document, show_tables

        if as_json:
            print_json(document(rules, day))
        else:
            show_tables(rules, day)
        return
    if a is None or b is None:
        raise click.UsageError("Give two ratings, such as: arpad odds 2307 2107; or --table.")
    if more or any(re.search(JOINED, word) for word in (a, b)):
        if advantage or draws is not None or steps:
            raise click.UsageError("--advantage, --draws and --steps are for two players, one against one.")
        _show_places(rules, (a, b, *more), as_json)
        return
    ratings = (rating_of(a), rating_of(b))
    predictions = _predictions(rules, ratings, int(advantage), day, draws)
    lacking = _lacking(rules, ratings[1], day)
    sides = _sides(rules, ratings, int(advantage), predictions, day, stakes=lacking is None)
    better = _better(rules, *ratings)
    steps_told = _steps(predictions)
    if as_json:
        told = {"system": rules.name, "sides": sides, "steps": [s.as_dict() for s in steps_told]}
        print_json(told if better is None else {**told, "better": better})
    else:
        _show(sides, (a, b), rules)
        if better is not None:
            click.echo(f"{a} is the stronger of the two with a probability of {better:.4f}")
        if not _mirrored(predictions):
            click.echo(
                "by the rules each side's expected score has its own difference: the two need not sum to 1"
            )
        if steps:
            click.echo()
            for step in steps_told:
                click.echo(f"    {step.line()}")
    if lacking is not None:
        click.echo(f"arpad: no points at stake: {lacking.problem}. {lacking.remedy}", err=True)
    if advantage and not getattr(rules, "advantage", 0.0):
        click.echo(f"arpad: the advantage is worth nothing in {rules.name} as it is set", err=True)


def _predictions(
    system: RatingSystem, ratings: tuple[Rating, Rating], advantage: int, day: date, draws: str | None
) -> tuple[Prediction, Prediction]:
    """Return what the system expects as each side sees it.

    The second is nearly always the first, reversed; FIDE's limit of 400 points has an exception for one
    of the two sides only (B.02, 8.3.1).
    """
    first, second = ratings
    found = system.predict(first, second, advantage, day), system.predict(second, first, -advantage, day)
    if draws is not None:
        found = _drawn(found[0], draws, system), _drawn(found[1], draws, system)
    return found


def _mirrored(predictions: tuple[Prediction, Prediction]) -> bool:
    """Tell whether what both sides expect is 1 together."""
    return abs(predictions[0].expected + predictions[1].expected - 1.0) < ROUNDING


def _steps(predictions: tuple[Prediction, Prediction]) -> Sequence[Step]:
    """Return the calculation; of both sides where they calculate with different differences."""
    first, second = predictions
    return first.steps if _mirrored(predictions) else (*first.steps, *second.steps)


def _lacking(system: RatingSystem, opponent: Rating, day: date) -> BadInput | None:
    """Return what the system would have to know of the game before it can tell points; None if nothing."""
    from arpad.core import BadInput
    from arpad.ratings.model import Encounter

    try:
        system.check_supposed([Encounter(opponent, 0.5, on=day)])
    except BadInput as problem:
        return problem
    return None


def _better(system: RatingSystem, first: Rating, second: Rating) -> float | None:
    """Return the probability that the first strength is above the second; None without both deviations."""
    from arpad.ratings.rank_intervals import better

    if "deviation" not in system.columns or first.deviation is None or second.deviation is None:
        return None
    return better(first.value, first.deviation, second.value, second.deviation)


def _show_places(system: RatingSystem, words: tuple[str, ...], as_json: bool) -> None:
    """Print the probability of every place for sides of any number of players, ties apart.

    Raises:
        NotProvided: the system rates no such contests.
    """
    from arpad.cli.options import described
    from arpad.cli.rating_arguments import rating_of
    from arpad.cli.tables import Column, Table, faint, show
    from arpad.cli.tables import as_json as print_json
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
    columns = [Column(""), *(Column(f"place {n}", "right") for n in range(1, len(sides) + 1))]
    rows = [[word, *(f"{share:.4f}" for share in row)] for word, row in zip(words, chances, strict=True)]
    show(Table(columns, rows))
    click.echo(faint(described(system)))


def _drawn(prediction: Prediction, draws: str, system: RatingSystem) -> Prediction:
    """Return a prediction with draws as a person stated them.

    Raises:
        BadInput: the system says itself how many there are, or this is neither a share nor a draw model.
    """
    from dataclasses import replace

    from arpad.core import BadInput, Step
    from arpad.ratings.draw_fit import between_equals
    from arpad.ratings.draws import DRAW_MODELS, draw_model

    if prediction.draw is not None or system.continuous or not system.drawable:
        told = "says itself how many games are drawn" if prediction.draw is not None else "has no draws"
        raise BadInput(f"{system.name} {told}", remedy="Leave --draws out.")
    name, _, value = draws.partition("=")
    number = _number(value or name)
    if number is not None and not value:
        if not 0.0 <= number < 1.0:
            raise BadInput(
                f"--draws {draws} is not a valid share", remedy="Expected a number from 0 to below 1."
            )
        model, number = DRAW_MODELS["davidson"], between_equals(number)
    else:
        model = draw_model(name)
        if value and (number is None or not model.parameter):
            raise BadInput(f"--draws {draws} cannot be read", remedy="Expected davidson=0.8 or the like.")
        number = model.default if number is None else number
        high = min(model.high, MOST)
        if not model.low <= number <= high:
            remedy = f"Expected {model.low:g} to {high:g}."
            raise BadInput(f"--draws {draws} is out of bounds", remedy=remedy)
    E = prediction.expected
    draw = min(max(0.0, model.outcomes(E, number)[1]), 2.0 * min(E, 1.0 - E))
    working = f"{model.parameter} = {number:.6f}, E = {E:.6f}" if model.parameter else f"E = {E:.6f}"
    step = Step("P(draw)", draw, f"the second of {model.formula}", working, model.name, digits=6)
    return replace(prediction, draw=draw, steps=(*prediction.steps, step))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _sides(
    system: RatingSystem,
    ratings: tuple[Rating, Rating],
    advantage: int,
    predictions: tuple[Prediction, Prediction],
    day: date,
    *,
    stakes: bool = True,
) -> list[dict[str, Any]]:
    """Return per side the expected score, the chances if known, and what every result is worth."""
    first, second = ratings
    found = predictions[0]
    shares, chances = [found.expected, 1.0 - found.expected], [(found.win, found.draw, found.loss)]
    if _mirrored(predictions):
        chances.append((found.loss, found.draw, found.win))
    else:
        other = predictions[1]
        shares[1] = other.expected
        chances.append((other.win, other.draw, other.loss))
    seen = ((first, second, advantage), (second, first, -advantage))
    sides: list[dict[str, Any]] = []
    for (own, opponent, sign), share, chance in zip(seen, shares, chances, strict=True):
        side: dict[str, Any] = {"rating": own.value, "expected": share}
        if stakes:
            side |= _stakes(system, own, opponent, sign, day)
        if found.draw is not None:
            side["chances"] = dict(zip((result for result, _ in RESULTS), chance, strict=True))
        sides.append(side)
    return sides


def _stakes(system: RatingSystem, own: Rating, opponent: Rating, advantage: int, day: date) -> dict[str, Any]:
    """Return the change for every result, and the same as the system rounds it, if it does."""
    from arpad.ratings.model import Encounter

    exact: dict[str, float] = {}
    settled: dict[str, float] = {}
    for result, score in RESULTS:
        game = Encounter(opponent, score, advantage, on=day)
        change = system.update(own, [game], system.schedules[0]).explanation
        exact[result] = math.fsum(part.value for part in change.parts)
        settled[result] = change.value
    rounds = any(abs(exact[result] - settled[result]) > 1e-9 for result in exact)
    return {**exact, **({"rounded": settled} if rounds else {})}


def _show(sides: list[dict[str, Any]], names: tuple[str, str], system: RatingSystem) -> None:
    from arpad.cli.number_formats import signed
    from arpad.cli.options import described
    from arpad.cli.tables import Column, Table, faint, show

    columns = [Column(""), Column("expected", "right")]
    if any(result in sides[0] or "chances" in sides[0] for result, _ in RESULTS):
        columns += [Column(result, "right", change=True) for result, _ in RESULTS]
    rows = []
    for name, side in zip(names, sides, strict=True):
        stakes = [signed(side[result]) if result in side else "" for result, _ in RESULTS]
        rows.append([name, f"{side['expected']:.4f}", *stakes[: len(columns) - 2]])
        if "rounded" in side:
            rows.append(["  rounded", "", *(signed(side["rounded"][result], 0) for result, _ in RESULTS)])
        if "chances" in side:
            rows.append(["  chance", "", *(f"{side['chances'][result]:.4f}" for result, _ in RESULTS)])
    show(Table(columns, rows))
    click.echo(faint(described(system)))
