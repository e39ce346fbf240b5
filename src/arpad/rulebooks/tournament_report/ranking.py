"""The standings of a report: who is ahead, by which tie-breaks, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from arpad.core import BadInput, Explanation
from arpad.rulebooks.fide.tiebreaks import TieBreakEdition
from arpad.rulebooks.standings import (
    TIEBREAKS,
    Edition,
    codes_of,
    edition_for,
    explain_tiebreak,
    ranked_apart,
    standings,
)
from arpad.tournament.model import Tournament
from arpad.tournament.participants import number_of
from arpad.tournament.standings import Standings
from arpad.tournament.standings_table import as_dict, dropped, keys, legend, number, uncounted

if TYPE_CHECKING:
    import polars as pl

    from arpad.tournament.formats.scheveningen import TeamScore
    from arpad.tournament.frames import Library


class StandingsRow(NamedTuple):
    """A line of the standings.

    Args:
        rank: the place, from 1; equal in everything share it. None for who is not ranked.
        number: the participant's number.
        name: the participant's name.
        points: the score.
        tie_breaks: code -> value; a code that stands in the list twice has ``#2`` behind it.
        decided: the code of what set it apart from the line above; empty for the first, and for who shares
            the place above.
        group: the letter of the group; empty where everybody is ranked together.
    """

    rank: int | None
    number: int
    name: str
    points: Fraction
    tie_breaks: Mapping[str, Fraction]
    decided: str
    group: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class StandingsTable:
    """The standings of a tournament; :func:`arpad.standings` returns them. Iterating gives the lines.

    Args:
        tournament: the tournament.
        edition: the edition of FIDE's tie-break rules (C.07).
        tie_breaks_given: the codes that the caller chose; None for the tournament's own.
        groups: the standings by the letter of the group; ``""`` alone where everybody is ranked together.
    """

    tournament: Tournament
    edition: TieBreakEdition
    tie_breaks_given: tuple[str, ...] | None
    groups: Mapping[str, Standings]

    def __repr__(self) -> str:
        """Return the standings in a line: how many are ranked, by what, and who is first."""
        rows = self.rows
        first = f", first {rows[0].name}" if rows and rows[0].rank is not None else ""
        return f"<StandingsTable: {len(rows)} ranked by {', '.join(['points', *self.tie_breaks])}{first}>"

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[StandingsRow]:
        return iter(self.rows)

    @property
    def rows(self) -> tuple[StandingsRow, ...]:
        """The lines, best first; of several groups one after the other."""
        return tuple(
            StandingsRow(
                place.rank,
                place.entrant.number,
                place.entrant.name,
                place.points.value,
                {key: value.value for key, value in zip(keys(ranking), place.values, strict=True)},
                place.decided,
                group,
            )
            for group, ranking in self.groups.items()
            for place in ranking
        )

    @property
    def tie_breaks(self) -> list[str]:
        """The codes of the tie-breaks in their order; one that stands there twice has ``#2`` behind it."""
        return list(dict.fromkeys(key for ranking in self.groups.values() for key in keys(ranking)))

    @property
    def titles(self) -> dict[str, str]:
        """What the codes stand for, in words."""
        return legend(self.groups)

    @property
    def dropped(self) -> list[tuple[str, str]]:
        """The tie-breaks that were left out, and why: a code that is not known, or lacks what it counts."""
        return dropped(self.groups)

    @property
    def notes(self) -> list[str]:
        """Whose games do not count, and why, a sentence each."""
        return uncounted(self.groups)

    @property
    def match_score(self) -> tuple[TeamScore, ...]:
        """The score of a Scheveningen match, where there are two teams; of another tournament nothing."""
        from arpad.tournament.formats.scheveningen import match_score

        if self.tournament.system != "scheveningen":
            return ()
        try:
            return match_score(self.tournament, str(self.tournament.settings.get("teams", "")))
        except BadInput:  # while entries are made, the teams may not yet be two of one size
            return ()

    def explain(self, player: str | int) -> Explanation:
        """Return why a participant has the place: every value with its terms, and what decided.

        Args:
            player: a number, a name, or how a name begins.

        Raises:
            BadInput: no participant is named so (``participant.unknown``), or several are
                (``participant.ambiguous``).
        """
        participant = number_of(self.tournament, player)
        return self._group_of(participant).explain(participant)

    def compare(self, first: str | int, second: str | int) -> Explanation:
        """Return why one of two participants is ahead: what was equal, and what decided.

        Raises:
            BadInput: as of :meth:`explain`; or they are in different groups (``standings.groups``).
        """
        a, b = number_of(self.tournament, first), number_of(self.tournament, second)
        group = self._group_of(a)
        if b not in group.by_number:
            raise BadInput(
                f"{first} and {second} are in different groups, which are ranked separately",
                code="standings.groups",
            )
        return group.compare(a, b)

    def explain_tie_break(self, player: str | int, code: str) -> Explanation:
        """Return a participant's value in a tie-break with its terms, also where the list does not have it.

        A tie-break that looks at the tied is explained among those who are tied where it stands in the list,
        or after the points if the list lacks it.

        Args:
            player: a number, a name, or how a name begins.
            code: a code (``BH/C1``) or its name in words.

        Raises:
            BadInput: as of :meth:`explain`; the code is not known, or cannot be used here.
        """
        participant = number_of(self.tournament, player)
        tournament = next(
            group for group in ranked_apart(self.tournament).values() if participant in group.by_number
        )
        return explain_tiebreak(
            tournament, TIEBREAKS.as_code(code), participant, self.tie_breaks_given, self.edition
        )

    def _group_of(self, participant: int) -> Standings:
        return next(ranking for ranking in self.groups.values() if participant in ranking.by_number)

    @overload
    def to_frame(self) -> pl.DataFrame: ...

    @overload
    def to_frame(self, library: Library) -> Any: ...

    def to_frame(self, library: Library = "polars") -> Any:
        """Return the standings as a table, a row for each participant, best first.

        Columns: ``group`` (where there are groups), ``rank`` (null for who is not ranked), ``number``,
        ``name``, ``points``, one for each tie-break under its code, and ``decided``. Values are unrounded.

        Args:
            library: ``polars``, ``pandas``, ``pyarrow`` or ``narwhals``.

        Raises:
            BadInput: there is no such library (``frame.library``).
            NotProvided: it is not installed.
        """
        from arpad.tournament.frames import frame_of

        codes, apart = self.tie_breaks, "" not in self.groups
        columns: dict[str, type] = {"group": str} if apart else {}
        columns |= {"rank": int, "number": int, "name": str, "points": float}
        columns |= dict.fromkeys(codes, float) | {"decided": str}
        rows = [
            [
                *([row.group] if apart else []),
                row.rank,
                row.number,
                row.name,
                None if row.rank is None else float(row.points),
                *(_value(row, code) for code in codes),
                row.decided or None,
            ]
            for row in self.rows
        ]
        return frame_of(columns, rows, library)

    def as_dict(self) -> dict[str, Any]:
        """Return the standings for JSON, as ``arpad standings --json`` prints them; numbers unrounded.

        Returns:
            ``edition``, ``match`` (of a Scheveningen match), ``tiebreaks``, ``dropped``, ``notes`` and
            ``players``.
        """
        match = [
            {"team": team.name, "points": number(team.points), "players": team.numbers}
            for team in self.match_score
        ]
        return {"edition": self.edition.name, **({"match": match} if match else {}), **as_dict(self.groups)}


def _value(row: StandingsRow, code: str) -> float | None:
    value = row.tie_breaks.get(code)
    return None if value is None or row.rank is None else float(value)


def day_of(edition: date | str | None) -> date | None:
    """Return the day whose edition of the tie-break rules holds.

    Raises:
        BadInput: it is no day (``edition.not-a-date``).
    """
    if not isinstance(edition, str):
        return edition
    try:
        return date.fromisoformat(edition.strip())
    except ValueError:
        raise BadInput(
            f"{edition!r} is not a date", remedy="Write it as 2026-03-31.", code="edition.not-a-date"
        ) from None


def ranked(
    tournament: Tournament, tie_breaks: str | Sequence[str] | None = None, edition: Edition = None
) -> StandingsTable:
    """Return the standings of a tournament as it is, group by group where groups are ranked apart.

    Args:
        tournament: the tournament; games still to come count for nothing yet.
        tie_breaks: by code or in words, in order; None for its own, or what its system commonly uses.
        edition: whose rules; None for those in force when it began.

    Raises:
        BadInput: a code is not known (``tiebreak.unknown``), or lacks what it needs.
    """
    codes, rules = codes_of(tie_breaks), edition_for(tournament, edition)
    groups = {
        group: standings(group_tournament, codes, rules)
        for group, group_tournament in ranked_apart(tournament).items()
    }
    return StandingsTable(tournament, rules, None if codes is None else tuple(codes), groups)


def tie_break_values(table: StandingsTable, library: Library = "polars") -> Any:
    """Return the values of the tie-breaks of standings as a table, a row for each participant by number.

    Columns: ``group`` (where there are groups), ``number``, ``name``, ``points``, and one for each tie-break
    under its code; null for who is not ranked.

    Args:
        table: the standings.
        library: as of :meth:`StandingsTable.to_frame`.

    Raises:
        BadInput: a tie-break cannot be used here (``tiebreaks.unfit``).
    """
    from arpad.tournament.frames import frame_of

    if table.dropped:
        code, why = table.dropped[0]
        raise BadInput(f"{code} cannot be used: {why}", code="tiebreaks.unfit")
    codes, apart = table.tie_breaks, "" not in table.groups
    columns: dict[str, type] = {"group": str} if apart else {}
    columns |= {"number": int, "name": str, "points": float} | dict.fromkeys(codes, float)
    rows = [
        [
            *([row.group] if apart else []),
            row.number,
            row.name,
            None if row.rank is None else float(row.points),
            *(_value(row, code) for code in codes),
        ]
        for row in sorted(table.rows, key=lambda row: row.number)
    ]
    return frame_of(columns, rows, library)
