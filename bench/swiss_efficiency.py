"""What a pairing system is worth: the order it leaves, and how often a pair that never met is misjudged.

Players of known strength play a tournament without draws, by the logistic curve of 400 points; what each game
would bring is drawn beforehand, so that all systems see the same luck. The tournament is ranked twice: by
points, Buchholz and Sonneborn–Berger; and by posterior strength, given the ratings. Then:

- tau: Kendall's, of the ranking against the true order;
- misjudged: the article's implicit misjudgement: over all pairs that did not meet, the mean probability that
  the one ranked lower would win;
- first: how often the strongest is ranked first;
- foregone: the share of games that the stronger had at least nine chances in ten to win.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import click
import numpy as np

from arpad.rulebooks.information.pairing import InformationSettings, strengths
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Entrant, PairingSystem, Result, Tournament

SYSTEMS: dict[str, Callable[[], PairingSystem]] = {
    "othello": lambda: pairing_system("othello"),
    "monrad": lambda: pairing_system("monrad", variant="norwegian"),
    "fide-dutch": lambda: pairing_system("fide-dutch"),
    "information": lambda: pairing_system("information"),
}


class Worth(NamedTuple):
    """What one tournament was worth, by one ranking."""

    tau: float
    misjudged: float
    first: float
    foregone: float


def chance(a: float, b: float) -> float:
    """Return the probability that strength a beats strength b."""
    return float(1.0 / (1.0 + 10.0 ** ((b - a) / 400.0)))


def tournament_of(
    system: PairingSystem, strength: np.ndarray, rating: np.ndarray, luck: np.ndarray, rounds: int, seed: int
) -> Tournament:
    """Play a tournament.

    Args:
        system: who pairs it.
        strength: of each player, true.
        rating: of each player, known.
        luck: in [0, 1), for each two players: below the chance of the one with the lower number, he wins.
        rounds: how many.
        seed: of the lots.
    """
    order = np.argsort(-rating)  # pairing numbers by rating, as FIDE gives them
    true = strength[order]
    entrants = tuple(Entrant(n, f"p{n}", rating=round(rating[row])) for n, row in enumerate(order, 1))
    tournament = Tournament(entrants, system=system.name, planned=rounds, seed=seed, initial_colour="w")
    for _ in range(rounds):
        one = system.pair(tournament).round
        games = []
        for game in one.pairings:
            low, high = sorted((game.white, game.black))
            won = luck[low - 1, high - 1] < chance(true[low - 1], true[high - 1])
            white = Result.WIN if won == (game.white == low) else Result.LOSS
            games.append(game.with_result(white))
        tournament = tournament.with_round(replace(one, pairings=tuple(games)))
    return replace(tournament, details={"strengths": " ".join(map(str, true))})


def by_points(tournament: Tournament) -> list[int]:
    """Return the ranking by points, Buchholz and Sonneborn–Berger; then by number."""
    scores = tournament.scores()
    buchholz, berger = {}, {}
    for number, line in tournament.history.items():
        games = [entry for entry in line if entry.opponent]
        buchholz[number] = sum(scores[entry.opponent] for entry in games)
        berger[number] = sum(scores[e.opponent] * (e.result is Result.WIN) for e in games)
    return sorted(scores, key=lambda n: (-scores[n], -buchholz[n], -berger[n], n))


def by_strength(tournament: Tournament, deviation: float) -> list[int]:
    """Return the ranking by posterior strength."""
    return list(strengths(tournament, InformationSettings(deviation=deviation)).rank())


def worth(tournament: Tournament, ranking: list[int]) -> Worth:
    """Return what a tournament's ranking was worth."""
    true = dict(enumerate(map(float, tournament.details["strengths"].split()), 1))
    place = {number: at for at, number in enumerate(ranking)}
    agree, errors = 0, []
    met = {
        frozenset((game.white, game.black)): chance(true[game.white], true[game.black])
        for one in tournament.rounds
        for game in one.pairings
    }
    numbers = sorted(true)
    for at, a in enumerate(numbers):
        for b in numbers[at + 1 :]:
            better, lesser = (a, b) if place[a] < place[b] else (b, a)
            agree += 1 if true[better] > true[lesser] else -1
            if frozenset((a, b)) not in met:
                errors.append(chance(true[lesser], true[better]))
    pairs = len(numbers) * (len(numbers) - 1) / 2
    foregone = [max(p, 1 - p) >= 0.9 for p in met.values()]
    first = float(ranking[0] == max(true, key=lambda n: true[n]))
    return Worth(agree / pairs, float(np.mean(errors)), first, float(np.mean(foregone)))


def simulate(
    systems: list[str], *, players: int, rounds: int, repetitions: int, spread: float, noise: float, seed: int
) -> dict[tuple[str, str], np.ndarray]:
    """Return what each tournament was worth, repetitions × figures, by system and ranking."""
    found: dict[tuple[str, str], list[Worth]] = {}
    for repetition in range(repetitions):
        rng = np.random.default_rng([seed, repetition])
        strength = rng.normal(1800.0, spread, players)
        rating = strength + rng.normal(0.0, noise, players)
        luck = rng.random((players, players))
        for name in systems:
            done = tournament_of(SYSTEMS[name](), strength, rating, luck, rounds, repetition)
            found.setdefault((name, "points"), []).append(worth(done, by_points(done)))
            found.setdefault((name, "strength"), []).append(worth(done, by_strength(done, noise)))
    return {key: np.array(rows) for key, rows in found.items()}


@click.command()
@click.option("--players", default=32, show_default=True)
@click.option("--rounds", default=7, show_default=True)
@click.option("--repetitions", default=200, show_default=True)
@click.option("--spread", default=300.0, show_default=True, help="Deviation of the strengths.")
@click.option("--noise", default=100.0, show_default=True, help="Deviation of the ratings from them.")
@click.option("--seed", default=1, show_default=True)
@click.option("--system", "systems", multiple=True, type=click.Choice(list(SYSTEMS)))
def main(
    players: int,
    rounds: int,
    repetitions: int,
    spread: float,
    noise: float,
    seed: int,
    systems: tuple[str, ...],
) -> None:
    """Print what pairing systems are worth, with intervals of 95 %."""
    chosen = list(systems or SYSTEMS)
    found = simulate(
        chosen,
        players=players,
        rounds=rounds,
        repetitions=repetitions,
        spread=spread,
        noise=noise,
        seed=seed,
    )
    click.echo(
        f"{'paired by':<12} {'ranked by':<9} {'tau':>14} {'misjudged':>14} {'first':>6} {'foregone':>9}"
    )
    for (name, ranked), rows in found.items():
        mean, half = rows.mean(axis=0), 1.96 * rows.std(axis=0) / math.sqrt(len(rows))
        click.echo(
            f"{name:<12} {ranked:<9} {mean[0]:.3f} ± {half[0]:.3f}  {mean[1]:.3f} ± {half[1]:.3f}"
            f" {mean[2]:>7.2f} {mean[3]:>9.3f}"
        )


if __name__ == "__main__":
    main()
