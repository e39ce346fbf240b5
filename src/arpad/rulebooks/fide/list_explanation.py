"""How a player fared on FIDE's lists, told from what the loop over the lists decided."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import Explanation, Step
from arpad.ratings.elo.family import EloFamily
from arpad.ratings.model import Encounter, Rating, Update
from arpad.ratings.run import Run
from arpad.rulebooks.fide.editions import REFORM, RatingEdition
from arpad.rulebooks.fide.initial import explain_initial
from arpad.rulebooks.fide.list_loop import CONVERSION, INITIAL, NOTHING, RATED_IN_FULL
from arpad.rulebooks.fide.listed_game import ListedGame
from arpad.rulebooks.fide.lists import ListTrace
from arpad.rulebooks.fide.without_games import COMPRESSED_BELOW, COMPRESSION

UpdateWithFacts = tuple[Update, dict[str, Any]]
"""An update of a rating, and the facts that identify it."""


def updates_of(
    system: EloFamily, editions: Sequence[RatingEdition], run: Run, trace: ListTrace, player: int
) -> Iterator[UpdateWithFacts]:
    """Yield what the lists made of a player: changes, initial ratings, the conversion, with the period.

    Args:
        system: FIDE's system.
        editions: of its rules.
        run: its run over the record.
        trace: what its lists decided.
        player: the player.
    """
    decisions = trace.decisions
    players = run.timeline.games.players
    peak, year = players.number("peak")[player], players.number("birth_year")[player]
    rating = Rating(
        float(trace.entered[player]),
        games=int(players.number("games", 0.0)[player]),
        peak=None if math.isnan(peak) else float(peak),
        birth_year=None if math.isnan(year) else int(year),
    )
    links = _links(run, trace, player)
    for row in np.flatnonzero((decisions.player == player) & (decisions.kind != NOTHING)).tolist():
        period = int(decisions.period[row])
        code = int(trace.editions[period])
        kind, after = int(decisions.kind[row]), float(decisions.after[row])
        mine = links[decisions.row[links] == row + 1].tolist()
        if kind == CONVERSION:
            update = _conversion(rating, after)
        elif kind == INITIAL:
            games = [_pooled_game(run, trace, link, player) for link in mine]
            update = _initial(system, editions[code], code, rating, games)
        else:
            of_list = float(decisions.year[row])
            games = [_listed_game(run, trace, link, player, rating.value, of_list) for link in mine]
            update = system.update(rating, games, "period")
        if decisions.falls[row]:
            update = _unpublished(update, editions[code].lowest)
        rating = update.after
        yield update, {"period": run.timeline.periods.label(int(trace.numbers[period]))}


def _links(run: Run, trace: ListTrace, player: int) -> NDArray[np.int64]:
    """Return the player's links in the order in which their games were rated."""
    games = run.timeline.games
    n = len(games)
    first, second = np.flatnonzero(games.first == player), np.flatnonzero(games.second == player)
    rows = np.concatenate([first, second])
    own = np.concatenate([2 * first, 2 * second + 1])
    # Games pooled before the record are the first side's of rows behind it.
    before = 2 * np.arange(n, n + len(trace.pooled))
    return np.concatenate([before, own[np.lexsort((rows, trace.rated[rows]))]])


def _listed_game(
    run: Run, trace: ListTrace, link: int, player: int, rating: float, year: float
) -> ListedGame:
    """Return a rated game with what the list decided of it."""
    decisions = trace.decisions
    own = float(decisions.own[link])
    game = run.encounter(link // 2, player)
    facts: dict[str, Any] = {"own_rating": own} if own != rating else {}
    on_list = None if math.isnan(year) or game.on is None else int(year)
    if on_list is not None and game.on is not None and on_list != game.on.year:
        facts["list_year"] = on_list
    return ListedGame(
        **{**vars(game), "facts": {**game.facts, **facts}},
        own=own,
        in_full=bool(decisions.use[link] == RATED_IN_FULL),
        year=on_list,
    )


def _pooled_game(run: Run, trace: ListTrace, link: int, player: int) -> Encounter:
    """Return a game of an initial rating, which may lie before the record."""
    n = len(run.timeline.games)
    if link < 2 * n:
        return run.encounter(link // 2, player)
    game = trace.pooled[link // 2 - n]
    return Encounter(Rating(game.opponent), game.score)


def _initial(
    system: EloFamily, rules: RatingEdition, code: int, was: Rating, games: list[Encounter]
) -> Update:
    """Return the initial rating that pooled games make."""
    before = None if math.isnan(was.value) else was.value
    opponents = [game.opponent.value for game in games]
    score = math.fsum(game.score for game in games)
    explanation = explain_initial(system.numbers(), rules, code, opponents, score, before, games)
    value = float(explanation.steps[-1].value)
    was = replace(was, value=value if before is None else before)
    peak = max(value, -math.inf if was.peak is None else was.peak)
    return Update(was, replace(was, value=value, peak=peak, games=was.games + len(games)), explanation)


def _conversion(was: Rating, raised: float) -> Update:
    """Return the conversion of March 2024."""
    formula = f"R + {COMPRESSION:g} · ({COMPRESSED_BELOW:g} − R), rounded"
    step = Step("raised", raised, formula, f"R = {was.value:.10g}", unit="points", digits=0)
    label = f"conversion of {REFORM.isoformat()}"
    explanation = Explanation(label, raised - was.value, (step,), unit="points")
    return Update(was, replace(was, value=raised), explanation)


def _unpublished(update: Update, lowest: float) -> Update:
    """Return an update whose rating is not published, saying so."""
    step = Step("on the next list", "unrated", f"below {lowest:g}", source="7.2.1")
    explanation = replace(update.explanation, steps=(*update.explanation.steps, step))
    return replace(update, explanation=explanation)
