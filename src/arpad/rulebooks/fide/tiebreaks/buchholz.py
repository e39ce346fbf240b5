"""Buchholz and its relatives: article 8 of C.07."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from arpad.core import worded
from arpad.rulebooks.fide.tiebreaks.cuts import cut
from arpad.rulebooks.fide.tiebreaks.unplayed import CountedOpponent, opponents
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, average, in_round


def buchholz(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """8.1: the scores of the opponents, added; unplayed rounds by article 16."""
    return {number: _buchholz(table, code, number) for number in numbers}


def _buchholz(table: ScoreTable, code: TieBreakCode, number: int) -> TieBreakValue:
    def terms() -> tuple[TieBreakTerm, ...]:
        return tuple(
            TieBreakTerm(
                opponent.score,
                label(table, opponent),
                opponent.line.opponent,
                steps=opponent.steps,
                voluntary=opponent.voluntary,
            )
            for opponent in opponents(table, number, code.forfeits)
        )

    # Every cut of Buchholz begins with the same terms.
    return TieBreakValue.sum(cut(table, code, table.once(("Buchholz", number, code.forfeits), terms)))


def label(table: ScoreTable, opponent: CountedOpponent) -> str:
    """Name a round by its opponent, or by what stood in the opponent's place."""
    line = opponent.line
    if not line.opponent:
        return worded("round {round}: {bye}", round=line.at, bye=_NAMES[line.result])
    if not line.played:
        return worded("round {round}: {name}, forfeit", round=line.at, name=table.name(line.opponent))
    return in_round(line.at, table.name(line.opponent))


_NAMES = {
    Result.PAIRING_BYE: worded("pairing-allocated bye"),
    Result.FULL_BYE: worded("full-point bye"),
    Result.HALF_BYE: worded("half-point bye"),
    Result.ZERO_BYE: worded("zero-point bye"),
}


def fore_buchholz(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """8.3: Buchholz as if all paired games of the last round had been drawn."""
    return buchholz(drawn_last(table), code, numbers)


def drawn_last(table: ScoreTable) -> ScoreTable:
    """Return the table as if all that is paired in the last round were drawn, played or not.

    Before the last round there is nothing to draw yet.
    """
    return table.once("fore", lambda: replace(table, tournament=_drawn(table.tournament)))


def _drawn(tournament: Tournament) -> Tournament:
    if not tournament.rounds or len(tournament.rounds) < tournament.planned:
        return tournament
    last = tournament.rounds[-1]
    return replace(
        tournament,
        rounds=(*tournament.rounds[:-1], replace(last, pairings=tuple(map(_as_drawn, last.pairings)))),
    )


def _as_drawn(game: Pairing) -> Pairing:
    return replace(game, white_result=Result.DRAW, black_result=Result.DRAW, points=None)


def average_of_opponents(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """8.2: the average Buchholz (Fore Buchholz with F) of the opponents met over the board."""
    plain = TieBreakCode("BH", forfeits=code.forfeits)

    def values() -> Mapping[int, TieBreakValue]:
        method = fore_buchholz if code.fore else buchholz
        return method(table, plain, table.numbers)

    theirs = table.once(("aob", code.fore, code.forfeits), values)
    averages = {}
    for number in numbers:
        terms = [
            TieBreakTerm(
                theirs[line.opponent].value,
                in_round(line.at, table.name(line.opponent)),
                line.opponent,
            )
            for line in table.games(number)
        ]
        averages[number] = average(cut(table, code, terms), "C.07, 8.2")
    return averages


def unfit(table: ScoreTable, code: TieBreakCode) -> str:
    """Tell why Buchholz must not be used: in round robins it says nothing."""
    return worded("must not be used in round robins (C.07, 8)") if table.predetermined else ""
