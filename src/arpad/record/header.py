"""Which column of a table means what: the names people use, as data, and how a header is matched with them.

A name is compared without case, blanks, dots, dashes and underscores: ``Home Team``, ``home_team`` and
``HomeTeam`` are one. The tables below are the whole of it; error texts and the manual are made from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arpad.core import BadInput
from arpad.record.limits import LIMITS, beyond


@dataclass(frozen=True)
class Sides:
    """A pair of column names for the two sides.

    Args:
        first: the first side's column.
        second: the other side's.
        advantage: +1 where the first side has White or plays at home, 0 where the names do not say so.
        venue: the names say nothing, but a ``neutral`` column beside them does: not neutral is at home.
        won: the first side won every game, unless a result column says otherwise.
        colours: the first side has White and the second Black.
    """

    first: str
    second: str
    advantage: int = 0
    venue: bool = True
    won: bool = False
    colours: bool = False


SIDES: tuple[Sides, ...] = (
    Sides("first", "second"),
    Sides("white", "black", 1, colours=True),
    Sides("white_player", "black_player", 1, colours=True),
    Sides("white_name", "black_name", 1, colours=True),
    Sides("white_id", "black_id", 1, colours=True),
    Sides("home_team", "away_team", 1),
    Sides("home", "away", 1),
    Sides("home_name", "away_name", 1),
    Sides("home_player", "away_player", 1),
    Sides("home_team_name", "away_team_name", 1),
    Sides("team1", "team2"),
    Sides("team_a", "team_b"),
    Sides("player_a", "player_b"),
    Sides("player1", "player2"),
    Sides("model_a", "model_b"),
    Sides("player", "opponent"),
    Sides("team", "opponent"),
    Sides("a", "b"),
    Sides("winner", "loser", venue=False, won=True),
    Sides("winner_name", "loser_name", venue=False, won=True),
)
"""The two sides. The first pair of which both columns are there is taken."""

POINTS: tuple[tuple[str, str], ...] = (
    ("points_first", "points_second"),
    ("first_points", "second_points"),
    ("score_first", "score_second"),
    ("first_score", "second_score"),
    ("home_score", "away_score"),
    ("home_team_score", "away_team_score"),
    ("home_goals", "away_goals"),
    ("home_points", "away_points"),
    ("fthg", "ftag"),
    ("score1", "score2"),
    ("goals1", "goals2"),
    ("points1", "points2"),
    ("team1_score", "team2_score"),
    ("player1_score", "player2_score"),
    ("score_a", "score_b"),
    ("points_a", "points_b"),
    ("player_a_score", "player_b_score"),
    ("a_points", "b_points"),
    ("a_score", "b_score"),
    ("a_discs", "b_discs"),
    ("white_score", "black_score"),
    ("white_points", "black_points"),
    ("winner_score", "loser_score"),
    ("winner_points", "loser_points"),
)
"""What each side made. The first pair of which both columns are there is taken."""

SINGLE: dict[str, tuple[str, ...]] = {
    "score": ("score", "result", "outcome", "score_first", "result1", "a_result", "result_a", "result_first"),
    "winner": ("winner",),
    "time": ("date", "utc_date_time", "datetime", "timestamp", "utc", "utc_date", "time", "played",
             "played_at", "period", "week", "day", "month", "tourney_date"),
    "weight": ("weight",),
    "neutral": ("neutral", "neutral_site", "neutral_venue", "neutral_ground"),
    "advantage": ("advantage",),
    "handicap": ("handicap",),
    "komi": ("komi",),
    "event": ("event", "tournament", "tourney_name", "competition", "season"),
    "round": ("round", "rd"),
    "stage": ("stage", "phase"),
    "pool": ("pool",),
    "cluster": ("cluster",),
}  # fmt: skip
"""The other columns, the most telling name first. Two names of a score in one file are ambiguous; of the
others, the first in this order is taken."""

SECOND_RESULTS = (
    ("result1", "result2"),
    ("a_result", "b_result"),
    ("result_a", "result_b"),
    ("result_first", "result_second"),
)
"""The first side's result, and a column beside it of the second's, which must say the same of the game."""

CLOCK = ("time", "utc_time")
"""The time of day, beside a column of dates that is called by one of DATED."""

DATED = ("date", "utc_date", "day", "played")

CHOSEN = ("clock", "points")
"""Roles whose columns are known by other means than a name: a clock beside dates, points by choice."""

ROLES: tuple[str, ...] = ("first", "second", "points_first", "points_second", *SINGLE, *CHOSEN)
COVARIATE = "covariate "
"""Begins the role of a column that may sway a game; the rest is the name of the covariate."""

AGAINST = "against "
"""Begins the role of the second side's column, where a covariate compares two."""

BESIDE = ("cluster", COVARIATE, AGAINST)
"""What begins the roles that a column may have beside another one."""

"""What a column can be to the record."""


def covariate_columns(covariates: Sequence[str]) -> dict[str, str]:
    """Return role -> column of covariates, each a column, or two as ``A,B``: (A − B) / (A + B).

    Raises:
        BadInput: one names no column, or more than two; or one is named twice.
    """
    found: dict[str, str] = {}
    for name in covariates:
        columns = [column.strip() for column in name.split(",")]
        if len(columns) > 2 or not all(columns):
            raise BadInput(
                f"{name!r} is not a covariate",
                remedy="Expected a column, or two to compare: tokens_a,tokens_b.",
            )
        if COVARIATE + name in found:
            raise BadInput(f"the covariate {name!r} is given twice", remedy="Name it once.")
        found |= {role + name: column for role, column in zip((COVARIATE, AGAINST), columns, strict=False)}
    return found


def covariates_of(roles: Iterable[str]) -> list[str]:
    """Return the roles of covariates among these."""
    return [role for role in roles if role.startswith(COVARIATE)]


def normal(name: str) -> str:
    """Return a column name as it is compared: lower case, without blanks, dots, dashes and underscores."""
    return re.sub(r"[\s._\-]+", "", name).lower()


@dataclass(frozen=True)
class Layout:
    """Which column plays which role.

    Args:
        roles: role -> index of the column.
        header: the names of all columns, as given.
        sides: what the names of the two sides say.
        notes: which column was taken where several could be meant, as sentences.
        file: the file, for notes.
    """

    roles: Mapping[str, int]
    header: tuple[str, ...]
    sides: Sides
    notes: tuple[str, ...] = ()
    file: str | None = None

    def told(self, note: str) -> str:
        """Return a note with the file that it is about."""
        return note if self.file is None else f"{self.file}: {note}"

    def name(self, role: str) -> str:
        """Return the header's name for the column of a role."""
        return self.header[self.roles[role]]


def _aliases() -> dict[str, tuple[str, Sides | None]]:
    """Every known name in its normal form -> the role, and for a side the pair it belongs to."""
    known: dict[str, tuple[str, Sides | None]] = {}
    for sides in SIDES:
        known.setdefault(normal(sides.first), ("first", sides))
        known.setdefault(normal(sides.second), ("second", sides))
    for first, second in POINTS:
        known[normal(first)] = ("points_first", None)
        known[normal(second)] = ("points_second", None)
    for role, names in SINGLE.items():
        known.update({normal(name): (role, None) for name in names})
    return known | {role: (role, None) for role in CHOSEN}


class _Header:
    """The header's names, and the finding of one among them."""

    def __init__(self, names: Sequence[str], file: str | None, line: int | None) -> None:
        self.names = tuple(name.strip() for name in names)
        self.file = file
        self.line = line
        self.normal = [normal(name) for name in self.names]

    def error(self, problem: str, remedy: str) -> BadInput:
        return BadInput(problem, file=self.file, row=self.line, remedy=remedy)

    def find(self, name: str) -> int | None:
        """Return the index of the column called ``name``, in its normal form; None if there is none."""
        wanted = normal(name)
        hits = [i for i, other in enumerate(self.normal) if other == wanted]
        if len(hits) > 1:
            names = " and ".join(repr(self.names[i]) for i in hits)
            raise self.error(
                f"two columns have the same name: {names}",
                "Rename or remove one of them.",
            )
        return hits[0] if hits else None

    def chosen(self, name: str) -> int:
        """Return the index of a column that the caller names, as it is written or nearly so."""
        exact = [i for i, other in enumerate(self.names) if other == name.strip()]
        found = exact[0] if len(exact) == 1 else self.find(name)
        if found is None:
            raise self.error(f"there is no column {name!r}", f"The columns are {_listed(self.names)}.")
        return found


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "(none)"


def layout(
    header: Sequence[str],
    columns: Mapping[str, str] | None = None,
    *,
    file: str | None = None,
    line: int | None = 1,
    played: bool = True,
) -> Layout:
    """Match a header with the roles.

    Args:
        header: the names of the columns, as given.
        columns: choices that go before the synonyms: role, or a known name of it (``white``, ``home_team``),
            -> name of the column; an empty name leaves the role out.
        file: for the error text.
        line: the header's line, for the error text; None where there are no lines.
        played: whether there has to be a result; fixtures need none.

    Raises:
        BadInput: no two sides, or no result, is found; or a name is there twice.
    """
    if len(header) > LIMITS.columns:
        raise beyond(f"there are more than {LIMITS.columns:,} columns", file or "the table", line)
    head = _Header(header, file, line)
    roles, left_out, sides = _choices(head, columns or {})
    if ("first" in roles) != ("second" in roles):
        other = "second" if "first" in roles else "first"
        raise head.error(f"the column of the {other} side is not named", "Name both first and second.")
    if sides is None:
        sides = _find_sides(head, roles)
    if not {"points_first", "points_second"} & (roles.keys() | left_out):
        for one, two in POINTS:
            pair = (head.find(one), head.find(two))
            if pair[0] is not None and pair[1] is not None:
                roles.update(points_first=pair[0], points_second=pair[1])
                break
    taken = {index for role, index in roles.items() if not role.startswith(BESIDE)}
    for role, names in SINGLE.items():
        if role in roles or role in left_out or (role == "winner" and head.find("loser") is not None):
            continue
        hits = [i for i in map(head.find, names) if i is not None and i not in taken]
        if role == "score" and len(hits) > 1:
            raise head.error(
                f"both {head.names[hits[0]]!r} and {head.names[hits[1]]!r} could be the result",
                f"Choose one: score={head.names[hits[0]]}.",
            )
        if hits:
            roles[role] = hits[0]
            if role == "score":
                _find_second_result(head, roles)
    if not {"clock"} & (roles.keys() | left_out):
        _find_clock(head, roles)
    if played:
        _check_result(head, roles, sides)
    found = Layout(roles, head.names, sides, file=file)
    return replace(found, notes=tuple(map(found.told, _notes(head, roles, columns or {}))))


def _notes(head: _Header, roles: Mapping[str, int], columns: Mapping[str, str]) -> Iterator[str]:
    """Yield which columns were taken for what, where others could be meant."""
    chosen = {normal(name) for name in columns.values()}
    used = set(roles.values())
    pairs = [(sides.first, sides.second) for sides in SIDES]
    groups: list[tuple[str, tuple[str, ...], Sequence[tuple[str, ...]]]] = [
        ("two sides", ("first", "second"), pairs),
        ("points", ("points_first", "points_second"), POINTS),
    ]
    groups += [(role, (role,), [(name,) for name in names]) for role, names in SINGLE.items()]
    for what, taken, known in groups:
        if not set(taken) <= roles.keys() or any(head.normal[roles[role]] in chosen for role in taken):
            continue
        there = [[head.find(name) for name in names] for names in known]
        whole = [i for group in there if None not in group for i in group if i is not None]
        others = [head.names[i] for i in dict.fromkeys(whole) if i not in used]
        if others:
            mine = [head.names[roles[role]] for role in taken]
            yield f"{_columns(mine)} taken for the {what}, and {_quoted(others)} {_be(others)} left out"


def _columns(names: Sequence[str]) -> str:
    return f"the {'column' if len(names) == 1 else 'columns'} {_quoted(names)} {_be(names)}"


def _quoted(names: Sequence[str]) -> str:
    return " and ".join(map(repr, names))


def _be(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _choices(head: _Header, columns: Mapping[str, str]) -> tuple[dict[str, int], set[str], Sides | None]:
    """Return the roles that the caller chose, those left out, and what the chosen sides are."""
    known = _aliases()
    if "loser" in map(normal, columns):
        # Beside the loser the winner is a side; alone, it is the column that tells who won.
        known["winner"] = ("first", known["loser"][1])
    roles: dict[str, int] = {}
    left_out: set[str] = set()
    pairs: set[Sides] = set()
    for key, name in columns.items():
        role, pair = (
            (key, None) if key.startswith((COVARIATE, AGAINST)) else known.get(normal(key), ("", None))
        )
        if not role:
            raise BadInput(f"{key!r} is not the name of a column", remedy=f"Known are {_listed(ROLES)}.")
        if not name.strip():
            left_out.add(role)
            continue
        roles[role] = head.chosen(name)
        if pair is not None:
            pairs.add(pair)
    if len(pairs) > 1:
        raise BadInput("the columns chosen for the two sides are not a pair")
    if {"first", "second"} & left_out:
        raise BadInput("the two sides cannot be left out")
    return roles, left_out, _known_pair(head, roles, pairs)


def _known_pair(head: _Header, roles: Mapping[str, int], pairs: set[Sides]) -> Sides | None:
    """Return the pair chosen; ``first=Home, second=Away`` still says who is at home."""
    if not pairs:
        return None
    pair = pairs.pop()
    if pair.first == "first" and {"first", "second"} <= roles.keys():
        names = (head.normal[roles["first"]], head.normal[roles["second"]])
        for sides in SIDES:
            if names == (normal(sides.first), normal(sides.second)):
                return sides
    return pair


def _find_sides(head: _Header, roles: dict[str, int]) -> Sides:
    for sides in SIDES:
        first, second = head.find(sides.first), head.find(sides.second)
        if first is not None and second is not None:
            roles.update(first=first, second=second)
            return sides
    shown = ("white", "home_team", "team1", "player_a", "winner")
    pairs = "; ".join(f"{sides.first}, {sides.second}" for sides in SIDES if sides.first in shown)
    raise head.error(
        f"no two columns name the two sides; the columns are {_listed(head.names)}",
        f"Expected a pair such as {pairs}; or choose them: first=…, second=….",
    )


def _find_second_result(head: _Header, roles: dict[str, int]) -> None:
    """Find the second side's result beside the first's; a result that the caller chose stands alone."""
    for one, two in SECOND_RESULTS:
        if head.normal[roles["score"]] == normal(one):
            other = head.find(two)
            if other is not None and other not in roles.values():
                roles["score_second"] = other


def _find_clock(head: _Header, roles: dict[str, int]) -> None:
    if "time" not in roles or head.normal[roles["time"]] not in map(normal, DATED):
        return
    taken = set(roles.values())
    hits = [i for i in map(head.find, CLOCK) if i is not None and i not in taken]
    if hits:
        roles["clock"] = hits[0]


def _check_result(head: _Header, roles: Mapping[str, int], sides: Sides) -> None:
    if ("points_first" in roles) != ("points_second" in roles):
        raise head.error("the points of one side only are named", "Name points_first and points_second.")
    if not {"score", "winner", "points", "points_first"} & roles.keys() and not sides.won:
        raise head.error(
            f"no column holds the result; the columns are {_listed(head.names)}",
            f"Expected one of {_listed(SINGLE['score'][:3])}, winner, or the points of both sides "
            f"(home_score, away_score; score1, score2); or choose it: score=….",
        )
