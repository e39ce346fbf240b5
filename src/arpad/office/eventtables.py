"""The tables of a tournament's page: standings, crosstable, rounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from arpad.office.explained import working
from arpad.office.markup import count, name, text
from arpad.office.standingtables import keys, printed, scored
from arpad.rulebooks.pairings import FIXED
from arpad.tournament.model import Entrant, Entry, Pairing, Tournament
from arpad.tournament.results import Result
from arpad.tournament.standings import Place, Standings
from arpad.tournament.tiebreaks.catalogue import TieBreak
from arpad.tournament.tiebreaks.table import Table
from arpad.tournament.tiebreaks.value import Value, said

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
FACTS: tuple[tuple[str, Callable[[Entrant], str]], ...] = (
    ("Title", lambda one: one.title),
    ("Grade", lambda one: one.grade),
    ("Club", lambda one: one.club),
    ('<abbr title="federation">Fed.</abbr>', lambda one: one.federation),
    ("Rating", lambda one: str(one.rating or "")),
)
"""What is known of entrants, each a column if it is known of anybody."""

BYES = {
    Result.PAIRING_BYE: "bye",
    Result.FULL_BYE: "full-point bye",
    Result.HALF_BYE: "half-point bye",
    Result.ZERO_BYE: "away",
}


def standings_table(made: Standings, *, terms: bool) -> str:
    """Return the standings; each value unfolds into its terms, and each place says what decided it.

    Args:
        made: the standings.
        terms: whether values unfold; the page is much smaller if they do not.
    """
    before = scored(made)
    known = [(head, read) for head, read in FACTS if any(read(place.entrant) for place in made)]
    heads = ["Rank", "Name", *("Points" for _ in before)]
    heads += [
        f'<abbr title="{text(one.kind.title)}">{text(code)}</abbr>'
        for code, one in zip(keys(made), made.tiebreaks, strict=True)
    ]
    title = "the criterion that separates the player from the place above"
    heads.append(f'<abbr title="{title}">Decided by</abbr>')
    heads += ['<abbr title="number">No.</abbr>', *(head for head, _ in known)]
    rows = []
    above: Place | None = None
    for place in made:
        one = place.entrant
        cells = [f"<td>{place.rank}</td>", f'<th scope="row">{name(one.name)}</th>']
        cells += [_value(each, place.points, one.name, terms, key=True) for each in before]
        cells += [
            _value(each, value, one.name, terms, key=str(each) == place.decided)
            for each, value in zip(made.tiebreaks, place.values, strict=True)
        ]
        cells += [f"<td>{_decided(place, above)}</td>", f"<td>{one.number}</td>"]
        cells += [f"<td>{text(read(one))}</td>" for _, read in known]
        rows.append(f'<tr id="n{one.number}">{"".join(cells)}</tr>')
        above = place
    return _scrolled("standings", "Standings", "ranking standings", heads, rows)


def _value(one: TieBreak, value: Value, who: str, terms: bool, *, key: bool) -> str:
    """Return a cell: the value, and what it is made of when it is asked for."""
    shown = text(printed(one, value.value)).replace("-", "−")
    inside = working(value.explanation("")) if terms else ""
    mark = ' class="key"' if key else ""
    if not inside:
        return f"<td{mark}>{shown}</td>"
    head = f"<p>{text(str(one))} of {name(who)}</p>"
    return (
        f'<td{mark}><details class="terms" name="t"><summary>{shown}</summary>'
        f"<div>{head}\n{inside}</div></details></td>"
    )


def _decided(place: Place, above: Place | None) -> str:
    if above is None:
        return ""
    if not place.decided:
        return "level"
    return "points" if place.decided == "PTS" else text(place.decided)


def is_square(tournament: Tournament) -> bool:
    """Tell whether the crosstable is a square: of a round robin that is not too large."""
    return Table(tournament).predetermined and 1 < len(tournament.entrants) <= SQUARE


def crosstable(tournament: Tournament, made: Standings) -> str:
    """Return who met whom with what result: a square of a round robin, else a column for each round."""
    square = is_square(tournament)
    heads = ["Rank", "Name"]
    if square:
        heads += [str(at) for at in range(1, len(made) + 1)]
    else:
        heads.append('<abbr title="number">No.</abbr>')
        heads += [f'<a href="#round-{at}">R{at}</a>' for at in range(1, tournament.played + 1)]
    heads += ["Points" for _ in scored(made)]
    rows = []
    for place in made:
        number = place.entrant.number
        cells = [f"<td>{place.rank}</td>", f'<th scope="row">{name(place.entrant.name)}</th>']
        line = tournament.history[number]
        if square:
            cells += [_against(line, number, other.entrant.number) for other in made]
        else:
            cells.append(f"<td>{number}</td>")
            cells += [f"<td>{_met(tournament, number, at, entry)}</td>" for at, entry in enumerate(line, 1)]
        cells += [f"<td>{printed(one, place.points.value)}</td>" for one in scored(made)]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return _scrolled("crosstable", "Crosstable", "ranking cross", heads, rows)


def _against(line: tuple[Entry, ...], number: int, other: int) -> str:
    if number == other:
        return '<td class="self">×</td>'
    return f"<td>{' '.join(_score(entry) for entry in line if entry.opponent == other)}</td>"


def _met(tournament: Tournament, number: int, at: int, entry: Entry) -> str:
    """Return a round in a cell: the opponent's number, the colour, the result."""
    if not entry.opponent:
        return f"<span>{_without_game(tournament, number, at, entry.result)}</span>"
    colour = f"<span>{entry.colour}</span>" if entry.colour else ""
    return f'<a href="#n{entry.opponent}">{entry.opponent}</a>{colour} {_score(entry)}'


def _without_game(tournament: Tournament, number: int, at: int, result: Result) -> str:
    """Return what a round without a game was, in a word; nothing for who is out of a knock-out.

    Brackets and groups leave people free who are there.
    """
    if result is not Result.ZERO_BYE or tournament.system not in FIXED:
        return BYES.get(result, "")
    if number in tournament.absent(at):
        return "away"
    return "free" if any(bye.number == number for bye in tournament.rounds[at - 1].byes) else ""


def _score(entry: Entry) -> str:
    if entry.points is not None and entry.against is not None:
        return f"<b>{said(entry.points)}-{said(entry.against)}</b>"
    return f"<b>{SIGNS[entry.result]}</b>"


def round_table(tournament: Tournament, at: int, *, black_first: bool, scores: bool) -> str:
    """Return a round by board, with its results so far, and who had no opponent.

    Args:
        tournament: the tournament.
        at: the round, from 1.
        black_first: whether Black is named first.
        scores: whether names are followed by the points before the round.
    """
    one = tournament.rounds[at - 1]
    before = tournament.scores(at - 1) if scores and at > 1 else {}
    coloured = any(game.coloured for game in one.pairings)
    sides = ["Black", "White"] if black_first else ["White", "Black"]
    heads = ["Board", sides[0] if coloured else "First", "Result", sides[1] if coloured else "Second"]
    rows = [
        f"<tr><td>{board}</td>{_board(tournament, game, before, black_first)}</tr>"
        for board, game in enumerate(one.pairings, 1)
    ]
    table = _scrolled(f"round-{at}", f"Round {at}", "boards", heads, rows) if rows else ""
    free = [
        (_without_game(tournament, bye.number, at, bye.result), tournament.by_number[bye.number].name)
        for bye in one.byes
    ]
    told = "; ".join(f"{word}: {name(who)}" for word, who in free)
    return table + (f'<p class="note">{told[0].upper()}{told[1:]}.</p>\n' if told else "")


def _board(tournament: Tournament, game: Pairing, before: dict[int, Fraction], black_first: bool) -> str:
    sides = [(game.white, game.white_result), (game.black, game.black_result)]
    points = game.points
    if black_first:
        sides.reverse()
        points = None if points is None else (points[1], points[0])
    (first, won), (second, lost) = sides
    if points is not None:
        shown = f"{said(points[0])}–{said(points[1])}"
    elif game.pending:
        shown = "<span>to come</span>"
    else:
        shown = f"{SIGNS[won]}–{SIGNS[lost]}"
    if game.handicap:
        shown += f" <span>({count(game.handicap, 'stone')})</span>"
    return f"{_who(tournament, first, before)}<td><b>{shown}</b></td>{_who(tournament, second, before)}"


def _who(tournament: Tournament, number: int, before: dict[int, Fraction]) -> str:
    """Return a player with the points before the round."""
    had = f" <span>{said(before[number])}</span>" if number in before else ""
    return f"<td>{name(tournament.by_number[number].name)}{had}</td>"


def _scrolled(key: str, caption: str, kind: str, heads: list[str], rows: list[str]) -> str:
    """Return a table in a box that scrolls by itself."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "\n".join(rows)
    return (
        f'<div class="scroll" role="region" aria-labelledby="{key}-caption" tabindex="0">\n'
        f'<table class="{kind}">\n<caption id="{key}-caption">{caption}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>\n"
    )
