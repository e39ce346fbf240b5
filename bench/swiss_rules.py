"""The fast pairing rules of simulated Swiss tournaments beside the exact pairing systems that they stand for.

The same fields and the same luck are played by both. The exact systems also balance colours, so that a
difference is to be expected; the table says how large it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
import numpy as np

from arpad.lab.formats import MeanFigure, SimulatedField, SwissFormat, TournamentFigures, format_study
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, play
from arpad.lab.formats.judgement import judge, places
from arpad.lab.formats.ranking import rank_by_points
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Entrant, PairingSystem, Result, Tournament

EXACT: dict[str, tuple[str, dict[str, Any]]] = {
    "fold": ("fide-dutch", {}),
    "adjacent": ("monrad", {"variant": "danish"}),
    "random": ("othello", {}),
}
"""Fast rule -> the pairing system that it stands for, and its settings."""


def exactly(
    system: PairingSystem, field: SimulatedField, rounds: int, tournaments: int, seed: int
) -> TournamentFigures:
    """Play the tournaments of a study by an exact pairing system."""
    lots = np.random.default_rng([seed, 0])
    drawn = field.draw(tournaments, lots)
    players = field.players
    luck = lots.random((tournaments, 3, players, players))
    games = SimulatedGames(drawn.strength, luck, 400.0, 0.0)
    record = TournamentRecord.empty(tournaments, players)
    byes = np.zeros((tournaments, players))
    for t in range(tournaments):
        entrants = tuple(Entrant(n, f"p{n}", rating=3000 - n) for n in range(1, players + 1))
        one = Tournament(entrants, system=system.name, planned=rounds, seed=t, initial_colour="w")
        for _ in range(rounds):
            paired = system.pair(one).round
            done = []
            for game in paired.pairings:
                won = play(games, record.meetings, record.score, t, game.white - 1, game.black - 1)
                done.append(game.with_result(Result.WIN if won else Result.LOSS))
            for bye in paired.byes:
                byes[t, bye.number - 1] += 1.0
            one = one.with_round(replace(paired, pairings=tuple(done)))
    judged = TournamentFigures.empty(tournaments)
    for t in range(tournaments):
        rank_by_points(record, byes, t)
    judge(games, record, places(record.keys), max(3, players // 8), judged)
    return judged


@click.command()
@click.option("--players", default=32, show_default=True)
@click.option("--rounds", default=6, show_default=True)
@click.option("--tournaments", default=300, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(players: int, rounds: int, tournaments: int, seed: int) -> None:
    """Print the figures of both, and the difference tournament by tournament."""
    field = SimulatedField(players)
    for rule, (name, settings) in EXACT.items():
        fast = (
            format_study(field, [SwissFormat(rounds, rule)], tournaments=tournaments, seed=seed)
            .formats[0]
            .judged
        )
        exact = exactly(pairing_system(name, **settings), field, rounds, tournaments, seed)
        for measure in ("best_wins", "tau", "top", "misjudged"):
            one, other = getattr(fast, measure), getattr(exact, measure)
            apart = MeanFigure.of(one - other)
            click.echo(
                f"{rule:9} {one.mean():.3f}  {name:11} {other.mean():.3f}  {measure:10}"
                f" {apart.mean:+.4f} ({apart.low:+.4f} to {apart.high:+.4f})"
            )


if __name__ == "__main__":
    main()
