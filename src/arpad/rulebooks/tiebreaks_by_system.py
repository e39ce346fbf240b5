"""Tie-breaks of which the pairing system knows something: where everybody started, who left, its ranking.

What computes a ranking is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from math import floor

from arpad.core import BadInput, Step, worded
from arpad.rulebooks.othello.tiebreaks import OTHELLO
from arpad.rulebooks.pairing_catalogue import SYSTEMS, system_of
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import PairingSystem
from arpad.tournament.tiebreaks import GENERAL
from arpad.tournament.tiebreaks.catalogue import Catalogue, Compute, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.knockout import LOST
from arpad.tournament.tiebreaks.scores import described
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue

MCMAHON = ("MMS", "SOS", "SOS-1", "SOS-2", "SODOS", "SOSOS", "CUSS")
"""What goes by McMahon scores."""

EXACT = 10**6
"""Strengths are compared in millionths of a point: what is beyond is rounding, not strength."""


class FloorTable(ScoreTable):
    """A table in which half-points of the score are dropped."""

    @property
    def scores(self) -> Mapping[int, Fraction]:
        """Everybody's points, rounded down."""
        return self.once("floor", lambda: {n: Fraction(floor(points)) for n, points in self._sums().items()})

    def _sums(self) -> dict[int, Fraction]:
        return {n: sum((line.points for line in lines), Fraction(0)) for n, lines in self.lines.items()}


def _system(tournament: Tournament) -> PairingSystem | None:
    """Return the tournament's system, None if its name is not in the catalogue."""
    return system_of(tournament) if tournament.system in SYSTEMS else None


def mcmahon_table(table: ScoreTable) -> ScoreTable:
    """Return the table with everybody's start, as the system's settings have it: absences, half-points.

    Where another system is played, the settings' ``mcmahon`` alone says where everybody starts.

    Raises:
        BadInput: somebody has neither a grade nor a rating.
    """
    tournament = table.tournament
    if tournament.system != "mcmahon":
        return table
    from arpad.rulebooks.go.pairing import McMahon

    system = _system(tournament)
    assert isinstance(system, McMahon)
    filled = replace(
        tournament,
        points=replace(tournament.points, zero_bye=Fraction(system.absent)),
        settings={**tournament.settings, "mcmahon": system.starts(tournament)},
    )
    return (FloorTable if system.round_down else ScoreTable)(filled, table.score, table.rules)


def withdrawn(tournament: Tournament) -> frozenset[int]:
    """Return those who have left: zero-point byes in all rounds to come; after the last one, who missed it.

    Nobody can be said to have left while nobody has said how many rounds there will be.
    """
    if not tournament.planned or not tournament.played:
        return frozenset()
    to_come = range(tournament.played + 1, tournament.planned + 1)
    if not to_come:
        last = {number: line[-1] for number, line in tournament.history.items()}
        return frozenset(
            n for n, entry in last.items() if not entry.opponent and entry.result is Result.ZERO_BYE
        )
    away = [tournament.absences.get(at, {}) for at in to_come]
    return frozenset(
        n for n in tournament.by_number if all(absences.get(n) is Result.ZERO_BYE for absences in away)
    )


def withdrawn_table(table: ScoreTable) -> ScoreTable:
    """Return the table with ``withdrawn`` among the settings, unless it is there."""
    tournament = table.tournament
    if "withdrawn" in tournament.settings:
        return table
    settings = {**tournament.settings, "withdrawn": sorted(withdrawn(tournament))}
    return replace(table, tournament=replace(tournament, settings=settings))


def _of_other_table(kind: TieBreakKind, key: str, at: Callable[[ScoreTable], ScoreTable]) -> TieBreakKind:
    """Return a tie-break that looks at another table; it is made once for all of them."""

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        return kind.compute(table.once(key, lambda: at(table)), code, numbers)

    return replace(kind, compute=compute)


def _rounded(compute: Compute) -> Compute:
    """Return the McMahon score with its half-points dropped, where the table drops them."""

    def rounded(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        values = compute(table, code, numbers)
        if not isinstance(table, FloorTable):
            return values
        return {number: _floor(value) for number, value in values.items()}

    return rounded


def _floor(value: TieBreakValue) -> TieBreakValue:
    if value.value.denominator == 1:
        return value
    whole = floor(value.value)
    step = Step("half-points are dropped", float(whole), working=f"⌊{float(value.value):g}⌋", digits=0)
    return replace(value, value=Fraction(whole), steps=(step,))


def keizer(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Return Keizer's scores: the player's value, and what each round is worth by the values of today."""
    from arpad.rulebooks.clubs.keizer import Keizer, ranking, worth

    system = _system(table.tournament)
    settings = system if isinstance(system, Keizer) else Keizer()
    keizer_ranking = table.once("keizer", lambda: ranking(table.tournament, settings))

    def value(number: int) -> TieBreakValue:
        # Where the ranking swings, every term is the average over its orders.
        def term(worths: list[Fraction], label: str, opponent: int = 0) -> TieBreakTerm:
            return TieBreakTerm(sum(worths, Fraction(0)) / len(worths), label, opponent)

        own = (
            [term([Fraction(values[number]) for values in keizer_ranking.counted], "own value")]
            if settings.own
            else []
        )
        return TieBreakValue.sum(
            (
                *own,
                *(
                    term(
                        [worth(line.entry, number, values, settings) for values in keizer_ranking.counted],
                        described(table, line),
                        line.opponent,
                    )
                    for line in table.lines[number]
                ),
            )
        )

    return {number: value(number) for number in numbers}


def strength(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Return strengths given the results and the ratings: Bradley and Terry's model with a prior."""
    from arpad.rulebooks.information.pairing import InformationPairing, strengths

    system = _system(table.tournament)
    settings = system if isinstance(system, InformationPairing) else InformationPairing()
    posterior = table.once("strength", lambda: strengths(table.tournament, settings))
    row = {number: at for at, number in enumerate(posterior.numbers)}
    deviation = posterior.deviation

    def value(number: int) -> TieBreakValue:
        own = Fraction(round(float(posterior.strength[row[number]]) * EXACT), EXACT)
        step = Step(
            "most likely strength",
            float(own),
            working=f"± {deviation[row[number]]:.0f}",
            source="Bradley and Terry (1952), normal prior",
            digits=1,
        )
        return TieBreakValue.of(own, step)

    return {number: value(number) for number in numbers}


def _bracket(table: ScoreTable) -> dict[int, int]:
    """Return the places that a knock-out's brackets give.

    Raises:
        BadInput: a game has no winner.
    """
    from arpad.tournament.formats.double_elimination import DoubleElimination
    from arpad.tournament.formats.knockout import knockout_places

    system = _system(table.tournament)
    double = isinstance(system, DoubleElimination)
    make = system.places if isinstance(system, DoubleElimination) else knockout_places
    return table.once(("bracket", double), lambda: make(table.tournament))


def bracket(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Return places, shared by those who are put out in one round (of the losers' bracket)."""
    last: dict[int, str] = {}
    for number in numbers:
        lost = [line for line in table.lines[number] if line.result in LOST]
        last[number] = (
            worded(
                "last beaten by {name} in round {round}",
                name=table.name(lost[-1].opponent),
                round=lost[-1].at,
            )
            if lost
            else worded("never beaten")
        )
    return {
        number: TieBreakValue.of(place, Step("place", place, last[number], digits=0))
        for number, place in _bracket(table).items()
        if number in last
    }


def _no_bracket(table: ScoreTable, code: TieBreakCode) -> str:
    if table.tournament.system not in ("knockout", "double-elimination"):
        return worded("for knock-outs only")
    try:
        _bracket(table)
    except BadInput as error:
        return error.problem
    return ""


def _mcmahon(code: str) -> TieBreakKind:
    kind = GENERAL.kinds[code]
    if code == "MMS":
        kind = replace(kind, compute=_rounded(kind.compute))
    return _of_other_table(kind, "mcmahon", mcmahon_table)


BY_PAIRING = Catalogue.of(
    (
        *(_mcmahon(code) for code in MCMAHON),
        _of_other_table(OTHELLO.kinds["BQ"], "withdrawn", withdrawn_table),
        TieBreakKind(
            "KEIZER",
            "Keizer's score: the player's value, and the points of the rounds",
            "Keizer (club practice)",
            keizer,
        ),
        TieBreakKind(
            "BRACKET",
            "Place in a knock-out: shared by those put out in the same round",
            "",
            bracket,
            lower=True,
            unfit=_no_bracket,
            digits=0,
        ),
        TieBreakKind(
            "STRENGTH",
            "Most likely strength, by all results and ratings",
            "Bradley and Terry (1952)",
            strength,
            digits=0,
        ),
    ),
    {**GENERAL.aliases, **OTHELLO.aliases},
)
"""By code."""
