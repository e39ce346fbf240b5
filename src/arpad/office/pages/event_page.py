"""A tournament as one self-contained page: standings, crosstable, rounds, and why it all came out so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.core import ArpadError, BadInput, Explanation
from arpad.office.pages.event_tables import RoundTable, crosstable, is_square, round_table, standings_table
from arpad.office.pages.explanation_html import explained
from arpad.office.pages.formatting import count
from arpad.office.pages.templating import render
from arpad.office.reports.heading import place_and_dates
from arpad.rulebooks.pairing_catalogue import SYSTEMS, names_black_first, system_of
from arpad.rulebooks.pairing_settings import at_defaults
from arpad.rulebooks.standings import Edition, edition_for, ranked_apart, standings
from arpad.tournament.checking import Stood, stood_by_rounds
from arpad.tournament.model import Entrant, Round, Tournament
from arpad.tournament.points import FIDE_POINTS, Points
from arpad.tournament.results import Result
from arpad.tournament.standings import Standings
from arpad.tournament.standings_table import dropped, uncounted
from arpad.tournament.tiebreaks.value import number_text

if TYPE_CHECKING:
    from markupsafe import Markup

TERMS = 8_000
"""Terms (participants × values × rounds) up to which every value unfolds: some 700 kB of page."""

SEATS = 2_000
"""Seats (participants × rounds) up to which the explanation of a round has the working of every pair: some
450 kB of page."""


@dataclass(frozen=True)
class Origin:
    """What a page was made from.

    Args:
        file: the file's name.
        digest: the SHA-256 of its bytes.
        command: what makes the page again.
    """

    file: str
    digest: str
    command: str

    @classmethod
    def of(cls, path: Path, command: str) -> Origin:
        """Return the origin of a page that is made from a file."""
        return cls(path.name, sha256(path.read_bytes()).hexdigest(), command)


def event_page(
    tournament: Tournament,
    *,
    tiebreaks: Sequence[str] | None = None,
    edition: Edition = None,
    terms: bool = True,
    pairings: bool = True,
    title: str = "",
    origin: Origin | None = None,
    stood: Sequence[Stood] | None = None,
) -> str:
    """Return a tournament as a page.

    Args:
        tournament: the tournament as it is.
        tiebreaks: codes in order; None for its own, or what its system commonly uses.
        edition: whose tie-break rules; None for those in force when it began.
        terms: whether the values of the standings unfold into their terms.
        pairings: whether every round is paired again, and explained.
        title: the heading; the tournament's name if empty.
        origin: what the tournament was read from.
        stood: each round with the tournament as it stood when the round was paired; None for what the rounds
            themselves tell.

    Raises:
        BadInput: a code is not known, or lacks what it needs.
    """
    rules = edition_for(tournament, edition)
    apart = ranked_apart(tournament)
    tables = {group: standings(part, tiebreaks, rules) for group, part in apart.items()}
    first_table = next(iter(tables.values()))
    unfolds = terms and len(tournament.entrants) * max(tournament.played, 1) * len(first_table.order) <= TERMS
    again = (stood_by_rounds(tournament) if stood is None else stood) if pairings else ()
    return render(
        "event.html.j2",
        window=title or tournament.name or "Tournament",
        title=title or tournament.name or "Tournament",
        kicker=SYSTEMS[tournament.system].title if tournament.system in SYSTEMS else tournament.system,
        lede=_lede(tournament),
        groups=list(tables),
        standings={group: standings_table(table, terms=unfolds) for group, table in tables.items()},
        unfolds=unfolds,
        notes=_notes(tables, unfolds, terms),
        crosses={
            group: crosstable(apart[group], table) for group, table in tables.items() if tournament.played
        },
        key=_key(next(iter(apart.values()))),
        rounds=_rounds(tournament, first_table, again),
        facts=_facts(tournament, rules.name, pairings),
        orders=[(str(tiebreak), tiebreak.title) for tiebreak in first_table.order],
        origin=origin,
    )


def explanation_page(
    explanation: Explanation,
    *,
    title: str,
    kicker: str = "",
    lede: str = "",
    entrants: Iterable[Entrant] = (),
    paired: RoundTable | None = None,
) -> str:
    """Return an explanation as a page of its own; all of it is printed, unfolded or not.

    Args:
        explanation: the explanation.
        title: the heading.
        kicker: what stands above it.
        lede: what stands below it.
        entrants: who the numbers are, for a list at the end.
        paired: the round that is explained, for a table before it; None for none.
    """
    return render(
        "explanation_page.html.j2",
        window=title,
        title=title,
        kicker=kicker,
        lede=lede,
        explanation=explained(explanation, unfolded=2 if paired is None else 1),
        entrants=list(entrants),
        round=paired,
    )


def _lede(tournament: Tournament) -> str:
    """Return where and when it was, how many took part, and how far it has come."""
    where = place_and_dates(tournament)
    rounds = f"{tournament.played} of {tournament.planned}" if tournament.planned else str(tournament.played)
    done = count(tournament.planned or tournament.played, "round")
    if tournament.planned != tournament.played:
        done = f"{rounds} rounds"
    pending = tournament.rounds[-1].pending if tournament.rounds else ()
    waiting = f"; {count(len(pending), 'result')} of the last one to come" if pending else ""
    start = f"{where}. " if where else ""
    return f"{start}{count(len(tournament.entrants), 'participant')}, {done}{waiting}."


def _notes(tables: Mapping[str, Standings], unfolds: bool, wanted: bool) -> list[str]:
    """Return how to read the standings, and which tie-breaks were left out."""
    notes = [
        "“Decided by” names the criterion that separates a player from the place above; "
        "players tied on everything share the place."
    ]
    if wanted and not unfolds:
        notes.append(
            "The field is too large for values to unfold on this page; the printed standings have them."
        )
    notes += [f"{code} is left out: {why}." for code, why in dropped(tables)]
    return notes + uncounted(tables)


def _key(tournament: Tournament) -> str:
    """Return how to read the crosstable."""
    entries = [entry for line in tournament.history.values() for entry in line]
    if is_square(tournament):
        shown = "Each cell is the result against the place at the head of the column."
    elif any(entry.colour for entry in entries):
        shown = "Each cell is the opponent’s number, the colour (w or b) and the result."
    else:
        shown = "Each cell is the opponent’s number and the result."
    if any(entry.result.forfeit for entry in entries):
        shown += " + and − are a win and a loss by forfeit."
    return shown


@dataclass(frozen=True)
class Why:
    """Why a round was paired as it was.

    Args:
        refused: why it cannot be paired again; empty if it can.
        renumbered: whether the players had other numbers then.
        otherwise: whether the system pairs it otherwise than it was played.
        explanation: the explanation.
        short: whether the explanation lacks the working of every pair.
    """

    refused: str = ""
    renumbered: bool = False
    otherwise: bool = False
    explanation: Markup | str = ""
    short: bool = False


def next_round(tournament: Tournament, paired: Round) -> RoundTable:
    """Return a round that is not played yet, by board, with room for the results."""
    return replace(_round(tournament.with_round(paired), tournament.played + 1, scores=True), missing="")


def _round(tournament: Tournament, at: int, *, scores: bool) -> RoundTable:
    return round_table(tournament, at, black_first=names_black_first(tournament.system), scores=scores)


def _rounds(
    tournament: Tournament, table: Standings, stood: Sequence[Stood]
) -> list[tuple[RoundTable, Why | None]]:
    """Return every round, and why it was paired so, where that is wanted."""
    scores = str(table.order[0]) == "PTS"
    return [
        (_round(tournament, at, scores=scores), _why(tournament, *stood[at - 1]) if stood else None)
        for at in range(1, tournament.played + 1)
    ]


def _why(tournament: Tournament, state: Tournament, round_: Round) -> Why:
    """Return why a round was paired as it was; where the rules give another one, that too is said.

    Args:
        tournament: as it is now.
        state: as it stood when the round was paired.
        round_: the round, with the numbers of then.
    """
    try:
        paired = system_of(state).pair(state)
        explanation = paired.explain()
    except ArpadError as error:
        return Why(refused=error.problem)
    short = len(tournament.entrants) * tournament.played > SEATS
    numbers = {entrant.name: entrant.number for entrant in tournament.entrants}
    return Why(
        renumbered=any(numbers.get(entrant.name) != entrant.number for entrant in state.entrants),
        otherwise=_meetings(paired.round) != _meetings(round_),
        explanation=explained(explanation, unfolded=0, heading="Why these pairings", short=short),
        short=short,
    )


def _meetings(round_: Round) -> set[frozenset[int]]:
    """Return who meets whom, and who has the pairing's bye."""
    free = {frozenset((bye.number,)) for bye in round_.byes if bye.result is Result.PAIRING_BYE}
    return {frozenset((game.white, game.black)) for game in round_.pairings} | free


def _facts(tournament: Tournament, rules: str, pairings: bool) -> dict[str, object]:
    """Return system, tie-breaks, points and lots: what is needed to come to the same page."""
    usual = at_defaults(tournament.system, tournament.settings) if tournament.system in SYSTEMS else set()
    chosen = [
        f"{key} = {value}"
        for key, value in sorted(tournament.settings.items())
        if isinstance(value, str | int | float) and key not in usual
    ]
    return {
        "pairing": _pairing(tournament, pairings),
        "points": _points(tournament.points),
        "rules": rules,
        "seed": tournament.seed,
        "chosen": "; ".join(chosen),
        "arbiter": tournament.details.get("chief_arbiter", ""),
        "time_control": tournament.details.get("time_control", ""),
    }


def _pairing(tournament: Tournament, explained_too: bool) -> tuple[str, str]:
    """Return the system's title, and its name with the edition that the explanations follow."""
    if tournament.system not in SYSTEMS:
        return tournament.system, ""
    names = [tournament.system]
    if explained_too:
        try:
            names.append(system_of(tournament).edition.name)
        except BadInput as error:
            names.append(error.problem)
    return SYSTEMS[tournament.system].title, ", ".join(names)


def _points(points: Points) -> str:
    if points == FIDE_POINTS:
        return "1 for a win, ½ for a draw, 0 for a loss"
    win, draw, loss = (number_text(each) for each in (points.win, points.draw, points.loss))
    return f"{win} for a win, {draw} for a draw, {loss} for a loss"
