"""What the pages of a tournament show beside rounds and standings: crosstable, one participant, the log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from arpad.office.club.rights import Task, require
from arpad.office.log.history import history
from arpad.office.pages.event_tables import CrossCell, crosstable
from arpad.rulebooks.standings import edition_for, ranked_apart
from arpad.rulebooks.standings import standings as made_standings
from arpad.web.api.answers import ExplanationShown
from arpad.web.api.door import Director, Reader
from arpad.web.api.problems import responses
from arpad.web.api.tournaments import REFUSED, Name, Person
from arpad.web.context import Unknown
from arpad.web.tournaments.event import tournament_view_for
from arpad.web.tournaments.standings import games_of

router: APIRouter = APIRouter(tags=["tournaments"])

Number = Annotated[int, Path(ge=1, le=100_000, description="The pairing number.")]


class CellShown(BaseModel):
    """A cell of the crosstable."""

    score: str = Field(description="The results, one after the other; empty if there is none.")
    opponent: int | None = Field(description="The opponent's number, where the column does not tell it.")
    colour: str = Field(description="w or b, where there are colours.")
    word: str = Field(description="What was instead of a game.")
    same: bool = Field(description="Whether row and column are the same participant's.")


class CrossRowShown(BaseModel):
    """A row of the crosstable."""

    rank: int | None = Field(description="Null for who left a round robin before half of it.")
    who: Person
    cells: list[CellShown]
    points: list[str] = Field(description="As they are printed.")


class CrossTableShown(BaseModel):
    """Who met whom with what result."""

    heads: list[str] = Field(description="Of the columns of cells.")
    square: bool = Field(description="Whether the columns are the participants, not the rounds.")
    rows: list[CrossRowShown] = Field(description="The best first.")


class RoundOf(BaseModel):
    """A round of a participant."""

    round: int
    board: int | None = Field(description="null without a game.")
    opponent: Person | None
    colour: str = Field(description="White, Black or empty.")
    result: str = Field(description="As boards print it, or what stands for a round without a game.")
    score: float | None = Field(description="What it brought; null if the result is to come.")


class TieBreakShown(BaseModel):
    """A value of the standings with what it is made of."""

    code: str = Field(examples=["BH-C1"])
    value: float
    explanation: ExplanationShown


class ParticipantRounds(BaseModel):
    """A participant's rounds, and the tie-breaks of now, each unfolded."""

    who: Person
    rounds: list[RoundOf]
    points: float
    tiebreaks: list[TieBreakShown]


class ActShown(BaseModel):
    """An act in the log."""

    seq: int = Field(description="The number of its last event, to which undoing goes back.")
    words: list[str] = Field(description="What each of its events did.")
    at: str
    author: str
    program: str
    stands: bool = Field(description="Whether it was not undone.")
    rounds: list[int] = Field(
        description="Of which it is, or the round that was paired last; 0 before the first."
    )
    severity: str | None = Field(
        description="`warning` if it departs from the rules or loses something, `note` of another decision."
    )
    articles: list[str] = Field(description="The rules that it departs from.")
    told: list[str] = Field(description="What is to be said of it.")


@router.get("/tournaments/{name}/crosstable", responses=REFUSED)
def read_crosstable(caller: Reader, name: Name) -> dict[str, CrossTableShown]:
    """Return the crosstable by group; a single one without a name."""
    view = tournament_view_for(caller.actor, caller.site.database, name)
    tournament = view.tournament.until(view.seen)
    rules = edition_for(tournament, None)
    tables = {}
    for group, part in ranked_apart(tournament).items():
        table = crosstable(part, made_standings(part, None, rules))
        heads = [head.word for head in table.heads]
        rows = [
            CrossRowShown(
                rank=row.place.rank,
                who=Person(number=row.place.entrant.number, name=row.place.entrant.name),
                cells=[_cell(cell) for cell in row.cells],
                points=list(row.points),
            )
            for row in table.rows
        ]
        if rows:  # behind them stand the points
            end = len(heads) - len(rows[0].points)
            heads = heads[end - len(rows[0].cells) : end]
        tables[group] = CrossTableShown(heads=heads if rows else [], square=table.square, rows=rows)
    return tables


@router.get("/tournaments/{name}/participants/{number}", responses=REFUSED)
def read_participant(caller: Reader, name: Name, number: Number) -> ParticipantRounds:
    """Return the rounds of a participant, and how each tie-break comes about."""
    view = tournament_view_for(caller.actor, caller.site.database, name)
    tournament = view.tournament.until(view.seen)
    if number not in tournament.by_number:
        raise Unknown(f"no participant has the number {number}")
    entrant = tournament.by_number[number]
    games, points = games_of(view, number)
    rules = edition_for(tournament, None)
    values: list[TieBreakShown] = []
    for part in ranked_apart(tournament).values():
        table = made_standings(part, None, rules)
        own = next((place for place in table if place.entrant.number == number), None)
        for code, value in zip(table.codes, () if own is None else own.values, strict=False):
            explanation = ExplanationShown.model_validate(value.explanation(code).as_dict())
            values.append(TieBreakShown(code=code, value=float(value.value), explanation=explanation))
    return ParticipantRounds(
        who=Person(number=number, name=entrant.name),
        rounds=[
            RoundOf(
                round=game.round,
                board=game.board or None,
                opponent=None
                if game.opponent is None
                else Person(number=game.opponent.number, name=game.opponent.name),
                colour=game.colour,
                result=game.result,
                score=None if game.score is None else float(game.score),
            )
            for game in games
        ],
        points=float(points),
        tiebreaks=values,
    )


@router.get("/tournaments/{name}/log", responses=responses(401, 403, 404, 422, 503))
def read_log(caller: Director, name: Name) -> list[ActShown]:
    """Return every act of a tournament, the last first, to who runs it."""
    view = tournament_view_for(caller.actor, caller.site.database, name)
    require(caller.actor, Task.RUN_TOURNAMENT, tournament=view.stream)
    return [
        ActShown(
            seq=act.seq,
            words=list(act.words),
            at=act.stamp.time,
            author=act.stamp.author,
            program=act.stamp.program,
            stands=act.stands,
            rounds=list(act.rounds),
            severity=act.severity,
            articles=list(act.articles),
            told=[each.text for each in act.findings if each.text],
        )
        for act in reversed(history(view.log, weigh=True))
    ]


def _cell(cell: CrossCell) -> CellShown:
    return CellShown(
        score=cell.score, opponent=cell.opponent or None, colour=cell.colour, word=cell.word, same=cell.same
    )
