"""Knockouts and groups as drawings: boxes in columns, with lines to where the winner plays next.

What is drawn stands in a table too, game by game, which the drawing points to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arpad.core import BadInput
from arpad.office.pages.formatting import width
from arpad.rulebooks.pairing_catalogue import system_of, written_result
from arpad.rulebooks.standings import ranked_apart, standings
from arpad.tournament.entry import halves
from arpad.tournament.formats.double_elimination import DoubleElimination
from arpad.tournament.formats.knockout import Knockout
from arpad.tournament.model import Pairing, Tournament

DRAWN = ("knockout", "double-elimination", "groups")
"""The systems that are drawn."""

WIDE, LINE, GAP, BETWEEN = 200, 22, 18, 44
"""A box across, a line of it, the room between two boxes and between two columns, in pixels."""

TOP = 26
"""The room for the headings of columns."""

ROOM = 12.5
"""How wide a name may be in a box, in multiples of the font's size."""

BOLD = 1.2
"""How much wider letters are in bold, at most."""


class BoxLine(NamedTuple):
    """A line of a box.

    Args:
        name: in full; empty where it is not known yet.
        short: as it fits.
        mark: what stands behind it: a seed, a score.
        won: whether this one goes on.
    """

    name: str
    short: str
    mark: str
    won: bool = False


class Box(NamedTuple):
    """A game, or a group.

    Args:
        x: of the left side, in pixels.
        y: of the top.
        title: what stands above it; empty for nothing.
        lines: from top to bottom.
    """

    x: float
    y: float
    title: str
    lines: Sequence[BoxLine]

    @property
    def height(self) -> int:
        """Of all lines, in pixels."""
        return LINE * len(self.lines)


class BracketGame(NamedTuple):
    """A game in the table.

    Args:
        round: its round.
        board: its board.
        names: of both sides, as the board is printed.
        result: as boards print it; empty where it is to come.
        winner: the name of who has more of it; empty for nobody, and where it is to come.
        group: the letter of the group; empty where there are none.
    """

    round: int
    board: int
    names: tuple[str, str]
    result: str
    winner: str = ""
    group: str = ""


@dataclass(frozen=True)
class BracketDrawing:
    """A drawing.

    Args:
        title: ``Bracket``, ``Winners``, ``Losers`` or ``Groups``.
        boxes: games or groups.
        lines: from a game to the next one, as SVG writes paths.
        heads: the rounds, each with where its column begins.
    """

    title: str
    boxes: Sequence[Box]
    lines: Sequence[str] = ()
    heads: Sequence[tuple[int, float]] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Across and down, in pixels."""
        return (
            max((box.x + WIDE for box in self.boxes), default=0) + 2,
            max((box.y + box.height for box in self.boxes), default=0) + 2,
        )


@dataclass
class _Node:
    """A game on its way to its place.

    Args:
        lines: of its box.
        before: the games from which its players come, in the column before or earlier.
        y: of its middle.
    """

    lines: Sequence[BoxLine]
    before: list[_Node] = field(default_factory=list)
    y: float = 0.0
    x: float = 0.0


def drawings(tournament: Tournament) -> list[BracketDrawing]:
    """Return the drawings of a tournament; none of a system that is not drawn, or before the first round."""
    if not tournament.rounds or len(tournament.entrants) < 2:
        return []
    try:
        system = system_of(tournament)
        if isinstance(system, Knockout):
            return [_knockout(tournament, system)]
        if isinstance(system, DoubleElimination):
            return _double(tournament, system)
    except BadInput:  # set by hand, or a game without a winner: the table has the games
        return []
    return [_groups(tournament)] if tournament.system == "groups" else []


def games(tournament: Tournament) -> list[BracketGame]:
    """Return all games in their order, for the table beside the drawings."""
    rows = []
    groups = {
        entrant.number: group for group, part in ranked_apart(tournament).items() for entrant in part.entrants
    }
    for at, round_ in enumerate(tournament.rounds, 1):
        for board, game in enumerate(round_.pairings, 1):
            first, second = (tournament.by_number[number].name for number in (game.white, game.black))
            result = written_result(tournament.system, game)
            ahead = _ahead(tournament, game)
            winner = first if ahead > 0 else second if ahead < 0 else ""
            rows.append(BracketGame(at, board, (first, second), result, winner, groups.get(game.white, "")))
    return rows


def _ahead(tournament: Tournament, game: Pairing) -> int:
    """Return 1 if who is named first has more from a game, −1 if the other has, or 0."""
    if game.pending:
        return 0
    worth = tournament.points.of
    own, other = game.points or (worth(game.white_result), worth(game.black_result))
    return (own > other) - (own < other)


def _knockout(tournament: Tournament, system: Knockout) -> BracketDrawing:
    columns: list[list[_Node]] = []
    for at, pairs in enumerate(system.bracket(tournament), 1):
        played = _by_pair(tournament, at)
        column = []
        for place, pair in enumerate(pairs):
            game = played.get(frozenset(number or 0 for number in pair))
            lines = [_line(tournament, number, game, free=0 in pair) for number in pair]
            before = columns[-1][2 * place : 2 * place + 2] if columns else []
            column.append(_Node(lines, before))
        columns.append(column)
    return _laid(tournament, "Bracket", [(at, column) for at, column in enumerate(columns, 1)])


def _double(tournament: Tournament, system: DoubleElimination) -> list[BracketDrawing]:
    """Return the winners' bracket with the grand final, and the losers' bracket."""
    parts: dict[str, list[tuple[int, list[_Node]]]] = {"Winners": [], "Losers": []}
    last: dict[tuple[str, int], _Node] = {}
    for at, round_ in enumerate(tournament.rounds, 1):
        lost = system.losses(tournament.until(at - 1))
        column: dict[str, list[_Node]] = {"Winners": [], "Losers": []}
        for game in round_.pairings:
            part = "Losers" if lost[game.white] and lost[game.black] else "Winners"
            before = [last[part, n] for n in (game.white, game.black) if (part, n) in last]
            lines = [_line(tournament, number, game) for number in (game.white, game.black)]
            node = _Node(lines, before)
            column[part].append(node)
            last |= {(part, game.white): node, (part, game.black): node}
        for part, nodes in column.items():
            if nodes:
                parts[part].append((at, nodes))
    return [_laid(tournament, part, columns) for part, columns in parts.items() if columns]


def _laid(tournament: Tournament, title: str, columns: Sequence[tuple[int, list[_Node]]]) -> BracketDrawing:
    """Give every game its place: between those from which its players come, none over another."""
    step = 2 * LINE + GAP
    boxes, lines, heads = [], [], []
    for across, (at, column) in enumerate(columns):
        x = float(across * (WIDE + BETWEEN)) + 1
        heads.append((at, x))
        for node in column:
            node.x = x
            node.y = sum(feeder.y for feeder in node.before) / len(node.before) if node.before else 0.0
        free = TOP + LINE + 1.0
        for node in column if not across else sorted(column, key=lambda node: node.y):
            node.y = max(node.y, free)
            free = node.y + step
        for node in column:
            boxes.append(Box(x, node.y - LINE, "", node.lines))
            for feeder in node.before:
                middle = x - BETWEEN / 2
                lines.append(f"M{feeder.x + WIDE:g} {feeder.y:g}H{middle:g}V{node.y:g}H{x:g}")
    return BracketDrawing(title, boxes, lines, heads)


def _groups(tournament: Tournament) -> BracketDrawing:
    """Return a box for each group: its participants by place, with their points."""
    boxes, y, x = [], float(TOP), 1.0
    lowest = y
    for at, (group, part) in enumerate(ranked_apart(tournament).items()):
        if at and at % 3 == 0:
            x, y = 1.0, lowest + TOP + GAP
        points = part.scores()
        lines = [
            BoxLine(
                place.entrant.name,
                _short(f"{place.rank or '–'}. {place.entrant.name}"),
                halves(points[place.entrant.number]),
            )
            for place in standings(part, None, None)
        ]
        boxes.append(Box(x, y, group, lines))
        lowest = max(lowest, y + boxes[-1].height)
        x += WIDE + BETWEEN
    return BracketDrawing("Groups", boxes)


def _by_pair(tournament: Tournament, at: int) -> Mapping[frozenset[int], Pairing]:
    games = tournament.rounds[at - 1].pairings if at <= tournament.played else ()
    return {frozenset((game.white, game.black)): game for game in games}


def _line(tournament: Tournament, number: int | None, game: Pairing | None, *, free: bool = False) -> BoxLine:
    """Return the line of a side: its name and what it has from the game."""
    if not number:
        return BoxLine("", "–" if number == 0 else "", "")
    name = tournament.by_number[number].name
    if game is None or game.pending:
        return BoxLine(name, _short(name, bold=free), "", free)
    white = number == game.white
    own, other = (game.white_result, game.black_result) if white else (game.black_result, game.white_result)
    if game.points is not None:
        both = game.points if white else game.points[::-1]
        won = both[0] > both[1]
        return BoxLine(name, _short(name, bold=won), halves(both[0]), won)
    gained, theirs = tournament.points.of(own), tournament.points.of(other)
    won = gained > theirs
    return BoxLine(name, _short(name, bold=won), f"{halves(gained)}{'f' if own.forfeit else ''}", won)


def _short(name: str, *, bold: bool = False) -> str:
    """Return a name as it fits into a box."""
    room = ROOM / BOLD if bold else ROOM
    if width(name) <= room:
        return name
    while name and width(f"{name}…") > room:
        name = name[:-1]
    return f"{name.rstrip()}…"
