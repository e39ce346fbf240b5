"""Which column of a table means what: how its header is matched with the names that people use.

The names are those of :mod:`arpad.record.tables.column_names`; error texts and the manual are made from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arpad.core import BadInput
from arpad.core.interface import named_columns, option
from arpad.core.score import DRAW, RESULTS, normal_result
from arpad.record.files.limits import LIMITS, beyond
from arpad.record.tables.column_names import (
    CLOCK,
    DATED,
    POINTS,
    SECOND_RESULTS,
    SIDES,
    SINGLE,
    Sides,
    id_columns,
    normal,
)
from arpad.record.tables.titles import Titles

CHOSEN = ("clock", "points")
"""Roles whose columns are known by other means than a name: a clock beside dates, points by choice."""

IDENTITIES = ("first_id", "second_id")
"""The ids of the two sides' players, beside their names."""

ROLES: tuple[str, ...] = ("first", "second", "points_first", "points_second", *SINGLE, *CHOSEN, *IDENTITIES)
"""What a column can be to the record."""

COVARIATE = "covariate "
"""Begins the role of a column that may sway a game; the rest is the name of the covariate."""

AGAINST = "against "
"""Begins the role of the second side's column, where a covariate compares two."""

FORECAST = "forecast "
"""Begins the role of a column of others' forecasts, which is read as a covariate and may have gaps."""

BESIDE = ("cluster", COVARIATE, AGAINST, FORECAST)
"""What begins the roles that a column may have beside another one."""


class ColumnsNotFound(BadInput):
    """No known names of columns say who the sides are, or who won."""


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


def forecast_columns(names: Sequence[str]) -> dict[str, str]:
    """Return role -> column of others' forecasts."""
    return {FORECAST + name: name for name in names}


def covariates_of(roles: Iterable[str]) -> list[str]:
    """Return the roles of covariates among these."""
    return [role for role in roles if role.startswith(COVARIATE)]


@dataclass(frozen=True)
class Layout:
    """Which column plays which role.

    Args:
        roles: role -> index of the column.
        header: the names of all columns, as given.
        sides: what the names of the two sides say.
        notes: which column was taken where several could be meant, as sentences.
        file: the file, for notes.
        ids_chosen: whether the caller chose the columns of ids, so that they need not behave as such.
    """

    roles: Mapping[str, int]
    header: tuple[str, ...]
    sides: Sides
    notes: tuple[str, ...] = ()
    file: str | None = None
    ids_chosen: bool = False

    def told(self, note: str) -> str:
        """Return a note with the file that it is about."""
        return note if self.file is None else f"{self.file}: {note}"

    @property
    def has_points_of_others(self) -> bool:
        """Whether the sides are at home and away, and the points those of 1 and 2, or the other way round."""
        if not {"points_first", "points_second"} <= self.roles.keys():
            return False
        ends = tuple(normal(self.name(role))[-1:] for role in ("points_first", "points_second"))
        names = tuple(normal(self.name(role))[-1:] for role in ("first", "second"))
        return ends == ("1", "2") != names

    def name(self, role: str) -> str:
        """Return the header's name for the column of a role."""
        return self.header[self.roles[role]]


def _aliases() -> dict[str, str]:
    """Every known name in its normal form -> its role."""
    known: dict[str, str] = {}
    for sides in SIDES:
        known.setdefault(normal(sides.first), "first")
        known.setdefault(normal(sides.second), "second")
    for first, second in POINTS:
        known[normal(first)] = "points_first"
        known[normal(second)] = "points_second"
    for role, names in SINGLE.items():
        known.update({normal(name): role for name in names})
    return known | {normal(role): role for role in (*CHOSEN, *IDENTITIES)}


def _not_found(head: Titles, problem: str, remedy: str) -> ColumnsNotFound:
    return ColumnsNotFound(problem, file=head.file, row=head.line, unit=head.unit, remedy=remedy)


def layout(
    header: Sequence[str],
    columns: Mapping[str, str] | None = None,
    *,
    file: str | None = None,
    line: int | None = 1,
    unit: str = "line",
    played: bool = True,
) -> Layout:
    """Match a header with the roles.

    Args:
        header: the names of the columns, as given.
        columns: choices that go before the synonyms: role, or a known name of it (``white``, ``home_team``),
            -> name of the column; an empty name leaves the role out.
        file: for the error text.
        line: the header's line, for the error text; None where there are no lines.
        unit: what this counts.
        played: whether there has to be a result; fixtures need none.

    Raises:
        BadInput: no two sides, or no result, is found; or a name is there twice.
    """
    if len(header) > LIMITS.columns:
        raise beyond(f"there are more than {LIMITS.columns:,} columns", file or "the table", line)
    head = Titles(header, file, line, unit)
    roles, left_out, sides = _choices(head, columns or {})
    if ("first" in roles) != ("second" in roles):
        other = "second" if "first" in roles else "first"
        raise head.error(f"the column of the {other} side is not named", "Name both first and second.")
    if sides is None:
        sides = _find_sides(head, roles)
    ids_chosen = _find_ids(head, roles, left_out, sides)
    if not {"points_first", "points_second"} & (roles.keys() | left_out):
        for one, two in POINTS:
            pair = (head.find(one), head.find(two))
            if pair[0] is not None and pair[1] is not None:
                roles.update(points_first=pair[0], points_second=pair[1])
                break
    losers = any(head.find(pair.second) is not None for pair in SIDES if pair.won)
    taken = {index for role, index in roles.items() if not role.startswith(BESIDE)}
    for role, names in SINGLE.items():
        if role in roles or role in left_out or (role == "winner" and losers):
            continue
        hits = [i for i in dict.fromkeys(map(head.find, names)) if i is not None and i not in taken]
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
    found = Layout(roles, head.names, sides, file=file, ids_chosen=ids_chosen)
    return replace(found, notes=tuple(map(found.told, _notes(head, roles, columns or {}, sides))))


def _notes(head: Titles, roles: Mapping[str, int], columns: Mapping[str, str], pair: Sides) -> Iterator[str]:
    """Yield which columns were taken for what, where others could be meant."""
    chosen = {normal(name) for name in columns.values()}
    used = set(roles.values())
    if "cluster" in roles and head.normal[roles["cluster"]] not in {"cluster", *chosen}:
        mine = [head.names[roles["cluster"]]]
        yield f"{_columns(mine)} taken for the clusters, whose games are not independent"
    sides = (head.normal[roles["first"]], head.normal[roles["second"]])
    if any(sides == (normal(pair.first), normal(pair.second)) for pair in SIDES if pair.won):
        drawn = [name for name in head.names if RESULTS.get(normal_result(name)) == DRAW]
        if drawn and not {"score", "points", "points_first"} & roles.keys():
            winner = head.names[roles["first"]]
            yield f"{_columns(drawn)} not read: every game counts as won by {winner!r}"
    if not columns and pair.advantage and "score" in roles and roles["first"] > roles["second"]:
        first, second, score = (head.names[roles[role]] for role in ("first", "second", "score"))
        yield f"the column {score!r} is read with {first!r} first, though {second!r} stands before it"
    others = [head.names[at] for at in _beside(head, roles) if at not in used]
    if others:
        mine = [head.names[roles[role]] for role in ("first", "second")]
        yield f"{_columns(mine)} taken for the two sides, and {_quoted(others)} {_be(others)} left out"
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


def _beside(head: Titles, roles: Mapping[str, int]) -> list[int]:
    """Return the columns that are numbered on from those of the sides: ``p3, p4`` beside ``p1, p2``."""
    first, second = (head.normal[roles[role]] for role in ("first", "second"))
    if not first.endswith("1") or second != f"{first[:-1]}2":
        return []
    known = (head.places.get(f"{first[:-1]}{number}", []) for number in range(3, 10))
    return [at for places in known for at in places]


def _columns(names: Sequence[str]) -> str:
    return f"the {'column' if len(names) == 1 else 'columns'} {_quoted(names)} {_be(names)}"


def _quoted(names: Sequence[str]) -> str:
    return " and ".join(map(repr, names))


def _be(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _choices(head: Titles, columns: Mapping[str, str]) -> tuple[dict[str, int], set[str], Sides | None]:
    """Return the roles that the caller chose, those left out, and what the chosen sides are."""
    known = _aliases()
    keys = {normal(key) for key in columns}
    for pair in SIDES:
        if pair.won and normal(pair.second) in keys:
            # Beside the loser the winner is a side; alone, it is the column that tells who won.
            known[normal(pair.first)] = "first"
    roles: dict[str, int] = {}
    left_out: set[str] = set()
    named: set[str] = set()
    for key, name in columns.items():
        role = key if key.startswith((COVARIATE, AGAINST, FORECAST)) else known.get(normal(key), "")
        if not role:
            raise _unknown_role(head, known, key, name)
        if not name.strip():
            left_out.add(role)
            continue
        roles[role] = head.chosen(name)
        if role in ("first", "second"):
            named.add(normal(key))
    if {"first", "second"} & left_out:
        raise BadInput("the two sides cannot be left out")
    return roles, left_out, _known_pair(head, roles, named)


def _unknown_role(head: Titles, known: Mapping[str, str], key: str, name: str) -> BadInput:
    """Return the error that a choice of columns names no role."""
    if key in head and normal(name) in known:
        return BadInput(
            f"{key!r} is a column of the table, and stands where its role is expected",
            remedy=f"Name the role first, then the column: {named_columns(f'{name}={key}')}.",
        )
    return BadInput(f"{key!r} is not a role of a column", remedy=f"Known roles are {', '.join(ROLES)}.")


def _known_pair(head: Titles, roles: Mapping[str, int], named: set[str]) -> Sides | None:
    """Return the pair chosen; ``first=Home, second=Away`` still says who is at home.

    Args:
        head: the header.
        roles: the roles as far as they are chosen.
        named: the names by which the two sides were chosen, such as ``white``.

    Raises:
        BadInput: they do not go together.
    """
    if not named:
        return None
    pair = next((each for each in SIDES if named <= {normal(each.first), normal(each.second)}), None)
    if pair is None:
        raise BadInput("the columns chosen for the two sides are not a pair")
    if pair.first == "first" and {"first", "second"} <= roles.keys():
        names = (head.normal[roles["first"]], head.normal[roles["second"]])
        for sides in SIDES:
            if names == (normal(sides.first), normal(sides.second)):
                return sides
    return pair


def _find_sides(head: Titles, roles: dict[str, int]) -> Sides:
    for sides in SIDES:
        first, second = head.find(sides.first), head.find(sides.second)
        if first is not None and second is not None:
            roles.update(first=first, second=second)
            return sides
    if {"player", "name"} & set(head.normal) and {"rating", "elo", "rank"} & set(head.normal):
        raise _not_found(
            head,
            "this seems to be a list of players, and no two columns name the two sides of a game; the "
            f"columns are {head.listed}",
            "Ratings need the games: a row for each, with both sides and the result. A list of players is "
            f"given beside the file of games: {option('players', 'FILE')}.",
        )
    if len(head.names) == 1:
        raise _not_found(
            head,
            f"the header is one column, {head.names[0]!r}",
            "Expected columns that are separated by a comma, a semicolon, a tab or |.",
        )
    shown = ("white", "home_team", "team1", "player_a", "winner")
    pairs = "; ".join(f"{sides.first}, {sides.second}" for sides in SIDES if sides.first in shown)
    raise _not_found(
        head,
        f"no two columns name the two sides; the columns are {head.listed}",
        f"Expected a pair such as {pairs}; or choose them: {named_columns('first', 'second')}.",
    )


def _find_ids(head: Titles, roles: dict[str, int], left_out: set[str], sides: Sides) -> bool:
    """Find the columns of the players' ids; tell whether the caller chose them.

    Raises:
        BadInput: the caller chose one of the two.
    """
    chosen = [role for role in IDENTITIES if role in roles]
    if len(chosen) == 1:
        other = next(role for role in IDENTITIES if role not in chosen)
        raise head.error(f"the column {other} is not named", "Name both first_id and second_id.")
    if chosen or left_out.intersection(IDENTITIES):
        return bool(chosen)
    taken = set(roles.values())
    for names in id_columns(sides):
        pair = [head.places.get(name, []) for name in names]
        if all(len(places) == 1 and places[0] not in taken for places in pair):
            roles.update(first_id=pair[0][0], second_id=pair[1][0])
            break
    return False


def _find_second_result(head: Titles, roles: dict[str, int]) -> None:
    """Find the second side's result beside the first's; a result that the caller chose stands alone."""
    for one, two in SECOND_RESULTS:
        if head.normal[roles["score"]] == normal(one):
            other = head.find(two)
            if other is not None and other not in roles.values():
                roles["score_second"] = other


def _find_clock(head: Titles, roles: dict[str, int]) -> None:
    if "time" not in roles or head.normal[roles["time"]] not in map(normal, DATED):
        return
    taken = set(roles.values())
    hits = [i for i in map(head.find, CLOCK) if i is not None and i not in taken]
    if hits:
        roles["clock"] = hits[0]


def names_games(header: Iterable[str]) -> bool:
    """Tell whether words are a header of games by their known names alone: two sides and a result."""
    names = set(map(normal, header))
    pairs = [each for each in SIDES if {normal(each.first), normal(each.second)} <= names]
    if any(each.won for each in pairs):
        return True
    results = {normal(name) for role in ("score", "winner") for name in SINGLE[role]}
    points = any({normal(one), normal(two)} <= names for one, two in POINTS)
    return bool(pairs) and (points or bool(results & names))


def _check_result(head: Titles, roles: Mapping[str, int], sides: Sides) -> None:
    if ("points_first" in roles) != ("points_second" in roles):
        raise head.error("the points of one side only are named", "Name points_first and points_second.")
    if not {"score", "winner", "points", "points_first"} & roles.keys() and not sides.won:
        raise _not_found(
            head,
            f"no column holds the result; the columns are {head.listed}",
            f"Expected one of {', '.join(SINGLE['score'][:3])}, winner, or the points of both sides "
            f"(home_score, away_score; score1, score2); or choose it: {named_columns('score')}.",
        )
