"""The tables of a tournament's page: standings, crosstable, rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from arpad.office.hand_decisions import by_hand
from arpad.office.pages.explanation_html import working
from arpad.office.pages.heads import Head
from arpad.rulebooks.pairing_catalogue import FIXED, SYSTEMS, side_headings, written_result
from arpad.tournament.model import Colour, Entrant, Entry, Pairing, Tournament
from arpad.tournament.results import Result
from arpad.tournament.standings import Standings, StandingsPlace
from arpad.tournament.standings_table import keys, printed, scored
from arpad.tournament.tiebreaks.catalogue import TieBreak
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakValue, number_text

if TYPE_CHECKING:
    from markupsafe import Markup

    from arpad.office.pages.gained import Gained

SQUARE = 40
"""Participants of a round robin up to whom everybody's results stand in a square."""

SIGNS = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.UNRATED_WIN: "1",
    Result.UNRATED_DRAW: "½",
    Result.UNRATED_LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "−",
    Result.PENDING: "",
}
NUMBER = Head("No.", "number")
NAME = Head("Name", kind="player")

FACTS: tuple[tuple[Head, Callable[[Entrant], str]], ...] = (
    (Head("Title"), lambda entrant: entrant.title),
    (Head("Grade"), lambda entrant: entrant.grade),
    (Head("Club"), lambda entrant: entrant.club),
    (Head("Fed.", "federation"), lambda entrant: entrant.federation),
    (Head("Rating"), lambda entrant: str(entrant.rating or "")),
)
"""What is known of entrants, each a column if it is known of anybody."""

BYES = {
    Result.PAIRING_BYE: "bye",
    Result.FULL_BYE: "full-point bye",
    Result.HALF_BYE: "half-point bye",
    Result.ZERO_BYE: "away",
}


@dataclass(frozen=True)
class Score:
    """A value of the standings.

    Args:
        shown: as it is printed.
        code: which value it is.
        key: whether it decides the place.
        inside: what it is made of; empty if that is not shown.
    """

    shown: str
    code: str
    key: bool
    inside: Markup | str


@dataclass(frozen=True)
class PrintedStandingsRow:
    """A row of the standings.

    Args:
        rank: the place; None for who is not ranked.
        entrant: the participant of the row.
        scores: points and tie-breaks.
        decided: what separates the place from the one above.
        facts: what else is known of the entrant.
        gained: performance, W − We and rating change as they are printed; none where they are not shown.
    """

    rank: int | None
    entrant: Entrant
    scores: Sequence[Score]
    decided: str
    facts: Sequence[str]
    gained: Sequence[str] = ()


@dataclass(frozen=True)
class RankTable:
    """The standings.

    Args:
        heads: of the columns.
        rows: best first.
    """

    heads: Sequence[Head]
    rows: Sequence[PrintedStandingsRow]


GAINED = (
    Head("Perf.", "performance rating"),
    Head("W−We", "score less expected score"),
    Head("Rating ±", "rating change so far, K · (W − We)"),
)


def standings_table(
    standings: Standings, *, terms: bool, gained: Mapping[int, Gained] | None = None
) -> RankTable:
    """Return the standings; each value unfolds into its terms, and each place says what decided it.

    Args:
        standings: the standings.
        terms: whether values unfold; the page is much smaller if they do not.
        gained: what the tournament is worth to everybody, by number, for columns of it.
    """
    before = scored(standings)
    columns = [(head, read) for head, read in FACTS if any(read(place.entrant) for place in standings)]
    codes = [
        Head(code, tiebreak.title)
        for code, tiebreak in zip(keys(standings), standings.tiebreaks, strict=True)
    ]
    decided = Head("Decided by", "the criterion that separates the player from the place above")
    more = GAINED if gained else ()
    heads = [Head("Rank"), NAME, *(Head("Points") for _ in before), *codes, *more, decided, NUMBER]
    rows = []
    above: StandingsPlace | None = None
    for place in standings:
        values = zip(standings.tiebreaks, place.values, strict=True)
        scores = [_score(each, place.points, terms, key=True) for each in before]
        scores += [_score(each, value, terms, key=str(each) == place.decided) for each, value in values]
        if not place.counted:
            scores = [replace(score, shown="–", inside="") for score in scores]
        facts = [read(place.entrant) for _, read in columns]
        worth = gained[place.entrant.number].shown() if gained else ()
        rows.append(
            PrintedStandingsRow(place.rank, place.entrant, scores, _decided(place, above), facts, worth)
        )
        above = place
    return RankTable([*heads, *(head for head, _ in columns)], rows)


def _score(tiebreak: TieBreak, value: TieBreakValue, terms: bool, *, key: bool) -> Score:
    """Return a value, and what it is made of when it is asked for."""
    shown = printed(tiebreak, value.value).replace("-", "−")
    return Score(shown, str(tiebreak), key, working(value.explanation("")) if terms else "")


def _decided(place: StandingsPlace, above: StandingsPlace | None) -> str:
    if above is None or not place.counted:
        return ""
    if not place.decided:
        return "level"
    return "points" if place.decided == "PTS" else place.decided


class CrossCell(NamedTuple):
    """A cell of the crosstable.

    Args:
        score: the results, one after the other.
        opponent: the opponent's number, where the column does not tell it; else 0.
        colour: ``w`` or ``b``, where there are colours.
        word: what was instead of a game: a bye, an absence.
        same: whether row and column are the same player's.
    """

    score: str = ""
    opponent: int = 0
    colour: str = ""
    word: str = ""
    same: bool = False


@dataclass(frozen=True)
class CrossRow:
    """A row of the crosstable.

    Args:
        place: the place of the standings.
        cells: a result in each.
        points: the points, as they are printed.
    """

    place: StandingsPlace
    cells: Sequence[CrossCell]
    points: Sequence[str]


@dataclass(frozen=True)
class CrossTable:
    """The crosstable.

    Args:
        heads: of the columns.
        rows: best first.
        square: whether the columns are the players, not the rounds.
    """

    heads: Sequence[Head]
    rows: Sequence[CrossRow]
    square: bool


def is_square(tournament: Tournament) -> bool:
    """Tell whether the crosstable is a square: of a round robin that is not too large."""
    return ScoreTable(tournament).predetermined and 1 < len(tournament.entrants) <= SQUARE


def crosstable(tournament: Tournament, standings: Standings) -> CrossTable:
    """Return who met whom with what result: a square of a round robin, else a column for each round."""
    square = is_square(tournament)
    rounds = [Head(f"R{at}", link=f"round-{at}") for at in range(1, tournament.played + 1)]
    columns = [Head(str(at)) for at in range(1, len(standings) + 1)] if square else [NUMBER, *rounds]
    rows = []
    for place in standings:
        number = place.entrant.number
        line = tournament.history[number]
        if square:
            cells = [_against(tournament, number, other.entrant.number) for other in standings]
        else:
            cells = [_round_cell(tournament, number, at, entry) for at, entry in enumerate(line, 1)]
        points = [
            printed(tiebreak, place.points.value) if place.counted else "–" for tiebreak in scored(standings)
        ]
        rows.append(CrossRow(place, cells, points))
    heads = [Head("Rank"), NAME, *columns, *(Head("Points") for _ in scored(standings))]
    return CrossTable(heads, rows, square)


def _against(tournament: Tournament, number: int, other: int) -> CrossCell:
    if number == other:
        return CrossCell(same=True)
    line = tournament.history[number]
    return CrossCell(" ".join(_result(tournament, entry) for entry in line if entry.opponent == other))


def _round_cell(tournament: Tournament, number: int, at: int, entry: Entry) -> CrossCell:
    """Return a round in a cell: the opponent's number, the colour, the result."""
    if not entry.opponent:
        return CrossCell(word=without_game(tournament, number, at, entry.result))
    return CrossCell(_result(tournament, entry), entry.opponent, entry.colour)


def without_game(tournament: Tournament, number: int, at: int, result: Result) -> str:
    """Return what a round without a game was, in a word; nothing for a participant who is out of a knockout.

    Brackets and groups leave people free who are there.
    """
    if result is not Result.ZERO_BYE or tournament.system not in FIXED:
        return BYES.get(result, "")
    if number in tournament.absent(at):
        return "away"
    return "free" if any(bye.number == number for bye in tournament.rounds[at - 1].byes) else ""


def _result(tournament: Tournament, entry: Entry) -> str:
    # The margin of a game of Go is not a score: 3½-0 would be read as one.
    margins = tournament.system in SYSTEMS and SYSTEMS[tournament.system].notation
    if entry.points is not None and entry.against is not None and not margins:
        return f"{number_text(entry.points)}-{number_text(entry.against)}"
    return SIGNS[entry.result]


@dataclass(frozen=True)
class BoardSide:
    """A player at a board.

    Args:
        name: the name.
        points: the points before the round; empty where they are not shown.
        rating: 0 for none.
        due: the colour that the system preferred for the player before the round, ``w`` or ``b``; empty for
            none, and where it is not shown.
        denied: whether the player has the other one.
    """

    name: str
    points: str
    rating: int = 0
    due: str = ""
    denied: bool = False


@dataclass(frozen=True)
class RoundBoard:
    """A game of a round.

    Args:
        number: of the board.
        sides: as they are named, first and second.
        result: as it is printed; empty if it is still to come.
        stones: the handicap.
    """

    number: int
    sides: tuple[BoardSide, BoardSide]
    result: str
    stones: int


@dataclass(frozen=True)
class RoundTable:
    """A round by board.

    Args:
        number: of the round.
        heads: of the columns.
        boards: in their order.
        free: what participants without a game have, and the names of those who have it.
        missing: what stands for a result that is still to come.
        decided: what the arbiter set by hand, in sentences without a full stop.
        rated: whether the ratings of both sides stand in columns.
        coloured: whether the colours due do.
    """

    number: int
    heads: Sequence[Head]
    boards: Sequence[RoundBoard]
    free: Mapping[str, Sequence[str]]
    missing: str = "to come"
    decided: Sequence[str] = ()
    rated: bool = False
    coloured: bool = False


def round_table(tournament: Tournament, at: int, *, black_first: bool, scores: bool) -> RoundTable:
    """Return a round by board, with its results so far, and who had no opponent.

    Args:
        tournament: the tournament.
        at: the round, from 1.
        black_first: whether Black is named first.
        scores: whether names are followed by the points before the round.
    """
    round_ = tournament.rounds[at - 1]
    before = tournament.scores(at - 1) if scores and at > 1 else {}
    sides = side_headings(tournament, at)
    heads = [Head("Board"), Head(sides[0]), Head("Result"), Head(sides[1])]
    boards = [
        _board(tournament, board, game, before, black_first) for board, game in enumerate(round_.pairings, 1)
    ]
    free: dict[str, list[str]] = {}
    for bye in round_.byes:
        word = without_game(tournament, bye.number, at, bye.result)
        free.setdefault(word, []).append(tournament.by_number[bye.number].name)
    decided = [
        f"{decision.text} ({decision.article})" if decision.article else decision.text
        for decision in by_hand(tournament, at)
    ]
    return RoundTable(at, heads, boards, free, decided=decided)


RATED = Head("Rating", kind="more")
DUE = Head("Due", "the colour that the system preferred before the round", kind="more")


def with_sides(
    table: RoundTable, tournament: Tournament, dues: Mapping[int, Colour], *, black_first: bool
) -> RoundTable:
    """Return a round with the ratings of both sides and the colours due, where there are any.

    Args:
        table: the round.
        tournament: the tournament.
        dues: the colours, by number.
        black_first: whether Black is named first.
    """
    colours = ("b", "w") if black_first else ("w", "b")
    games = tournament.rounds[table.number - 1].pairings
    boards = []
    for board in table.boards:
        game = games[board.number - 1]
        numbers = {"w": game.white, "b": game.black}
        sides = [
            replace(
                side,
                rating=tournament.by_number[numbers[colour]].rating,
                due=(due := dues.get(numbers[colour], "")),
                denied=game.coloured and due not in ("", colour),
            )
            for side, colour in zip(board.sides, colours, strict=True)
        ]
        boards.append(replace(board, sides=(sides[0], sides[1])))
    rated = any(side.rating for board in boards for side in board.sides)
    coloured = any(side.due for board in boards for side in board.sides)
    more = [RATED] * rated + [DUE] * coloured
    number, first, result, second = table.heads
    names = [first._replace(kind="side"), second._replace(kind="side")]
    heads = [number, names[0], *more, result._replace(kind="result"), names[1], *more]
    if not more:
        heads = list(table.heads)
    return replace(table, heads=heads, boards=boards, rated=rated, coloured=coloured)


def _board(
    tournament: Tournament, number: int, game: Pairing, before: Mapping[int, Fraction], black_first: bool
) -> RoundBoard:
    sides = [(game.white, game.white_result), (game.black, game.black_result)]
    if black_first:
        sides.reverse()
    (first, won), (second, lost) = sides
    if game.points is not None:
        shown = written_result(tournament.system, game).replace("-", "–")
    else:
        shown = "" if game.pending else f"{SIGNS[won]}–{SIGNS[lost]}"
    both = (_side(tournament, first, before), _side(tournament, second, before))
    return RoundBoard(number, both, shown, game.handicap)


def _side(tournament: Tournament, number: int, before: Mapping[int, Fraction]) -> BoardSide:
    """Return a player with the points before the round."""
    return BoardSide(
        tournament.by_number[number].name, number_text(before[number]) if number in before else ""
    )
