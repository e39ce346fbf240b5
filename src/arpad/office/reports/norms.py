"""Title norms from an event (FIDE Handbook, B.01): who reached one, and what is missing where it was near."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.core import BadInput, counted
from arpad.office.reports.heading import report_of
from arpad.office.reports.rating import EventGame, individual, rated_games
from arpad.office.reports.table import Cell, Report, ReportColumn, ReportTable
from arpad.rulebooks.fide.norm_opponents import of_federations, of_titles, sought, title_of
from arpad.rulebooks.fide.norms import Condition, Norm, norm
from arpad.rulebooks.fide.titles import FEMALE
from arpad.tournament.model import Entrant, Tournament

NEAR = 100
"""A participant is listed if the performance is no more than so many points below the one of a norm."""

ENOUGH = 5
"""How many games a participant who is listed has at the least: fewer say nothing."""


@dataclass(frozen=True)
class NormJudgement:
    """A participant's games as a norm.

    Args:
        entrant: who.
        games: those that count.
        norm: number, score, average and performance.
        conditions: all conditions, the opponents' titles and federations among them.
        unknown: what could not be judged.
    """

    entrant: Entrant
    games: Sequence[EventGame]
    norm: Norm
    conditions: tuple[Condition, ...]
    unknown: str = ""

    @property
    def reached(self) -> bool:
        """Whether every condition that was judged holds."""
        return all(condition.holds for condition in self.conditions)

    @property
    def lacks(self) -> int:
        """How many conditions do not hold."""
        return sum(not condition.holds for condition in self.conditions)

    @property
    def missing(self) -> str:
        """What is missing, each with its article."""
        return "; ".join(
            f"{condition.summary} ({condition.article})"
            for condition in self.conditions
            if not condition.holds
        )


def judged(entrant: Entrant, games: Sequence[EventGame], title: str) -> NormJudgement:
    """Judge a participant's games as a norm.

    Args:
        entrant: who.
        games: those that count; at least one.
        title: GM, IM, WGM or WIM.
    """
    ratings = [float(game.opponent.rating) or math.nan for game in games]
    title_norm = norm(ratings, [float(game.score) for game in games], title)
    titles = of_titles([game.opponent.title for game in games], title)
    federations = of_federations(entrant.federation, [game.opponent.federation for game in games])
    conditions = (*title_norm.conditions, titles, *([] if federations is None else [federations]))
    return NormJudgement(entrant, games, title_norm, conditions, "" if federations else "federations")


def candidates(tournament: Tournament) -> list[NormJudgement]:
    """Return who reached a norm, each for the highest title, or came near one; the best performance first.

    Args:
        tournament: of players.
    """
    every = (_candidate(tournament.by_number[at], games) for at, games in rated_games(tournament).items())
    judgements = [judgement for judgement in every if judgement is not None]
    return sorted(
        judgements,
        key=lambda judgement: (
            not judgement.reached,
            -judgement.norm.performance.rating,
            judgement.entrant.number,
        ),
    )


def _candidate(entrant: Entrant, games: Sequence[EventGame]) -> NormJudgement | None:
    """Return the games of a participant as the highest norm; None without a norm and far from any."""
    titles = sought(entrant.title, entrant.sex.lower() in FEMALE)
    if len(games) < ENOUGH or not titles:
        return None
    every = [judged(entrant, games, title) for title in titles]
    near = [
        judgement
        for judgement in every
        if judgement.norm.performance.rating >= judgement.norm.title.performance - NEAR
    ]
    if not near:
        return None
    # The highest norm that was reached; else the one for which least is missing, of equals the lower.
    reached = [judgement for judgement in near if judgement.reached]
    return reached[0] if reached else min(reversed(near), key=lambda judgement: judgement.lacks)


def norm_of(tournament: Tournament, name: str) -> NormJudgement | None:
    """Return the norm that a participant of an event of chess has reached; None without one.

    Args:
        tournament: that is over; of teams none is known.
        name: of the participant.
    """
    try:
        players, _ = individual(tournament, None)
    except BadInput:
        return None
    games = rated_games(players)
    for number, own in games.items():
        entrant = players.by_number[number]
        if entrant.name == name:
            candidate = _candidate(entrant, own)
            return candidate if candidate is not None and candidate.reached else None
    return None


def norms(tournament: Tournament, at: int | None = None) -> Report:
    """Return the norms of an event.

    Args:
        tournament: the tournament; of teams the games on their boards.
        at: the round after which; None for the last one that is paired.

    Raises:
        BadInput: the round is not paired, the event is not of chess, or the games of teams are not known.
    """
    tournament, at = individual(tournament, at)
    judgements = candidates(tournament)
    rows: list[list[Cell]] = [
        [
            judgement.entrant.number,
            title_of(judgement.entrant.title) or None,
            judgement.entrant.name,
            judgement.entrant.federation or None,
            judgement.entrant.rating or None,
            judgement.norm.title.name,
            len(judgement.games),
            sum((game.score for game in judgement.games), start=Fraction(0)),
            judgement.norm.performance.average,
            judgement.norm.performance.rating,
            "norm" if judgement.reached else "no norm",
            judgement.missing or None,
        ]
        for judgement in judgements
    ]
    columns = (
        ReportColumn("number", "No.", "right"),
        ReportColumn("title", "", optional=True),
        ReportColumn("name", "Name", name=True),
        ReportColumn("federation", "Fed.", title="federation", optional=True),
        ReportColumn("rating", "Rating", "right", optional=True),
        ReportColumn("norm", "For"),
        ReportColumn("games", "Games", "right"),
        ReportColumn("score", "Score", "right"),
        ReportColumn("average", "Ra", "right", "average of the opponents, the lowest raised to the floor"),
        ReportColumn("performance", "Rp", "right", "performance rating"),
        ReportColumn("result", "Result"),
        ReportColumn("missing", "Missing", wraps=True, optional=True),
    )
    others = len(tournament.entrants) - len(judgements)
    notes = ["Articles are those of FIDE's title regulations (B.01 of 2024-01-01)."]
    if others:
        notes.append(
            f"{counted(others, 'participant')} not listed: no title by norm to reach, fewer than {ENOUGH} "
            f"games, or a performance more than {NEAR} points below."
        )
    if any(judgement.unknown for judgement in judgements):
        notes.append("Federations (1.4.3, 1.4.4) are not judged where one is not known.")
    notes.append(
        "Not judged: the exceptions of 1.4.1 for fewer games and of 1.4.3 for some events, time control, "
        "rounds a day, arbiters."
    )
    title = f"Title norms after round {at}"
    return report_of(tournament, "norms", title, [ReportTable(columns, rows)], at=at, notes=notes)
