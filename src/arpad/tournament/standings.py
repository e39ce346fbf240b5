"""Who is ahead, by which tie-breaks, and where each place was decided. A pure function of the tournament."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from arpad.core import BadInput, Explanation, Step
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.tiebreaks.catalogue import Catalogue, TieBreak
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.general import GENERAL
from arpad.tournament.tiebreaks.scores import POINTS
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import ZERO, TieBreakValue, number_text

BY_POINTS = TieBreak(POINTS, TieBreakCode("PTS"))
_SCORES = frozenset({"PTS", "MPTS", "GPTS", "MMS", "VP", "BRACKET"})


@dataclass(frozen=True)
class StandingsPlace:
    """A line of the standings.

    Args:
        rank: the place, from 1; who is equal in everything shares it. None for who is not ranked.
        entrant: whose.
        points: the score that places are given by.
        values: the values by which they are ordered, those of the tie-breaks only.
        decided: the code of what set it apart from the place above; empty for the first, and for who shares
            the place above.
        level: where that stands in the whole order, from 0; −1 for nothing.
    """

    rank: int | None
    entrant: Entrant
    points: TieBreakValue
    values: tuple[TieBreakValue, ...]
    decided: str
    level: int

    @property
    def counted(self) -> bool:
        """Whether the games count, the own ones and those against the participant."""
        return self.rank is not None


@dataclass(frozen=True)
class Standings:
    """The standings. Immutable.

    Args:
        places: best first; of those who share a place the smallest number first.
        tiebreaks: the tie-breaks, in order.
        dropped: the codes of tie-breaks that must not be used here, and why.
        order: everything that orders, the points among it.
        notes: what a reader should know, as sentences: whose games do not count, and why.
    """

    places: tuple[StandingsPlace, ...]
    tiebreaks: tuple[TieBreak, ...]
    dropped: tuple[tuple[str, str], ...]
    order: tuple[TieBreak, ...]
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[StandingsPlace]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the tie-breaks, in order."""
        return tuple(map(str, self.tiebreaks))

    @cached_property
    def by_number(self) -> Mapping[int, StandingsPlace]:
        """The places by the participants' numbers."""
        return {place.entrant.number: place for place in self.places}

    def place(self, number: int) -> StandingsPlace:
        """Return a participant's place.

        Raises:
            BadInput: nobody has that number.
        """
        if number not in self.by_number:
            raise BadInput(f"no participant has the number {number}")
        return self.by_number[number]

    def value(self, number: int, code: str) -> TieBreakValue:
        """Return a participant's value in a tie-break of the list, by its code.

        Raises:
            BadInput: it is not in the list.
        """
        place = self.place(number)
        if code in self.codes:
            return place.values[self.codes.index(code)]
        if code == str(BY_POINTS):
            return place.points
        raise BadInput(f"the tie-break {code} is not used here", remedy=f"In use: {', '.join(self.codes)}.")

    def explain(self, number: int) -> Explanation:
        """Return why a participant has their place: every value with its terms, and what decided."""
        place = self.place(number)
        if not place.counted:
            return Explanation(_name(place.entrant), outcome="no place", steps=self._uncounted())
        at = self.places.index(place)
        steps = []
        if at and place.decided:
            above = self.places[at - 1].entrant
            steps.append(Step(f"behind {_name(above)}", f"by {place.decided}"))
        elif at:
            steps.append(Step(f"level with {_name(self.places[at - 1].entrant)}", "in everything"))
        if at + 1 < len(self.places) and self.places[at + 1].decided:
            after = self.places[at + 1]
            steps.append(Step(f"ahead of {_name(after.entrant)}", f"by {after.decided}"))
        parts = [place.points.explanation("points")] if BY_POINTS not in self.tiebreaks else []
        parts += [
            value.explanation(_heading(tiebreak))
            for tiebreak, value in zip(self.tiebreaks, place.values, strict=True)
        ]
        return Explanation(
            _name(place.entrant), 0.0, tuple(steps), tuple(parts), outcome=f"place {place.rank}"
        )

    def compare(self, a: int, b: int) -> Explanation:
        """Return why one of two participants is ahead: what was equal, and what decided.

        Raises:
            BadInput: there is no such participant.
        """
        first, second = sorted((self.place(a), self.place(b)), key=self.places.index)
        first_name, second_name = _name(first.entrant), _name(second.entrant)
        if not second.counted:
            text = (
                f"{first_name} is ahead of {second_name}"
                if first.counted
                else f"{first_name} and {second_name}"
            )
            return Explanation(text, outcome="without a place", steps=self._uncounted())
        if first.rank == second.rank:
            return Explanation(
                f"{first_name} and {second_name}", outcome="tied on everything", steps=self._equal(first)
            )
        at, to = self.places.index(first), self.places.index(second)
        # Of all that separates the places between them, what stands first in the list.
        level = min(place.level for place in self.places[at + 1 : to + 1] if place.level >= 0)
        decided = self.order[level]
        values = [self._value(place, level) for place in (first, second)]
        shown = [_shown(value) for value in values]
        parts = tuple(
            value.explanation(f"{decided} of {name}")
            for value, name in zip(values, (first_name, second_name), strict=True)
        )
        return Explanation(
            f"{first_name} is ahead of {second_name}",
            outcome=f"by {decided}, {shown[0]} to {shown[1]}",
            steps=self._equal(first, level),
            parts=parts,
            facts={"decided": str(decided), "ahead": first.entrant.number, "behind": second.entrant.number},
        )

    def _uncounted(self) -> tuple[Step, ...]:
        return tuple(Step("not counted", note) for note in self.notes)

    def _value(self, place: StandingsPlace, level: int) -> TieBreakValue:
        """Return the value at a level of the order, which has the points before the tie-breaks or not."""
        before = len(self.order) - len(self.tiebreaks)
        return place.values[level - before] if level >= before else place.points

    def _equal(self, place: StandingsPlace, until: int | None = None) -> tuple[Step, ...]:
        return tuple(
            Step(str(tiebreak), f"both {_shown(self._value(place, level))}", source=tiebreak.kind.source)
            for level, tiebreak in enumerate(self.order[:until])
        )


def standings(
    tournament: Tournament,
    tiebreaks: Sequence[str | TieBreak] | None = None,
    rules: Hashable = None,
    catalogue: Catalogue = GENERAL,
) -> Standings:
    """Return the standings of a tournament as it is.

    Points come first, unless the list itself has a score (PTS, MPTS, GPTS, MMS, VP) or places (BRACKET): then
    that is all.

    Args:
        tournament: the tournament; games still to come count for nothing yet.
        tiebreaks: the tie-breaks in order; None for the tournament's own, of which unknown ones are dropped.
        rules: what the catalogue's tie-breaks take for their rules, such as an edition.
        catalogue: where codes are looked up.

    Raises:
        BadInput: a code is not known, or lacks what it needs.
    """
    table = ScoreTable(tournament, rules=rules)
    table = table.by(table.primary)
    if tiebreaks is None:
        listed, dropped = tiebreaks_of_codes(tournament.tiebreaks, catalogue)
    else:
        listed, dropped = [_tiebreak_of(tiebreak, catalogue) for tiebreak in tiebreaks], []
    chosen = []
    for tiebreak in listed:
        if why := tiebreak.unfit(table):
            dropped.append((str(tiebreak), why))
        else:
            chosen.append(tiebreak)
    first = () if any(tiebreak.code.name in _SCORES for tiebreak in chosen) else (BY_POINTS,)
    order = (*first, *chosen)
    values: list[dict[int, TieBreakValue]] = [{} for _ in order]
    groups: list[tuple[int, list[int]]] = [(-1, list(table.numbers))] if table.numbers else []
    for level, (column, tiebreak) in enumerate(zip(values, order, strict=True)):
        if not tiebreak.kind.among:
            column.update(tiebreak.values(table, table.numbers))
        split: list[tuple[int, list[int]]] = []
        for decided, group in groups:
            if tiebreak.kind.among:
                column.update(tiebreak.values(table, group) if len(group) > 1 else {group[0]: ZERO})
            for at, part in enumerate(_parts(tiebreak, column, group)):
                split.append((level if at else decided, part))
        groups = split
    points = values[0] if first else dict(BY_POINTS.values(table, table.numbers))
    own = values[len(first) :]
    places: list[StandingsPlace] = []
    for decided, group in groups:
        rank = len(places) + 1
        for at, number in enumerate(group):
            entrant = tournament.by_number[number]
            line = tuple(column[number] for column in own)
            parted = -1 if at else decided
            decisive_code = str(order[parted]) if parted >= 0 else ""
            places.append(StandingsPlace(rank, entrant, points[number], line, decisive_code, parted))
    return Standings(tuple(places), tuple(chosen), tuple(dropped), order)


def with_uncounted(table: Standings, entrants: Iterable[Entrant], notes: Iterable[str]) -> Standings:
    """Return standings with participants behind the others whose games do not count: without a place.

    Args:
        table: the standings of the others.
        entrants: who is not counted.
        notes: why, as sentences.
    """
    behind = tuple(
        StandingsPlace(
            None,
            entrant,
            TieBreakValue.sum(()),
            tuple(TieBreakValue.sum(()) for _ in table.tiebreaks),
            "",
            -1,
        )
        for entrant in entrants
    )
    return replace(table, places=(*table.places, *behind), notes=tuple(notes))


def is_score(name: str) -> bool:
    """Whether a tie-break's name is that of a score, or of places, so that points do not come before it."""
    return name in _SCORES


def tiebreaks_of_codes(
    codes: Iterable[str], catalogue: Catalogue
) -> tuple[list[TieBreak], list[tuple[str, str]]]:
    """Return the tie-breaks that a file's codes stand for, and the codes that stand for none."""
    tiebreaks, unknown = [], []
    for code in codes:
        try:
            tiebreaks.append(catalogue.find(code))
        except BadInput as error:
            unknown.append((code, error.problem))
    return tiebreaks, unknown


def _tiebreak_of(tiebreak: str | TieBreak, catalogue: Catalogue) -> TieBreak:
    return catalogue.find(tiebreak) if isinstance(tiebreak, str) else tiebreak


def explain_tiebreak(
    tournament: Tournament,
    code: str,
    number: int,
    tiebreaks: Sequence[str | TieBreak] | None = None,
    rules: Hashable = None,
    catalogue: Catalogue = GENERAL,
) -> Explanation:
    """Return a participant's value in a tie-break with its terms.

    A tie-break that looks at the tied is explained among those who are tied where it stands in the list, or
    after the points if the list lacks it.

    Raises:
        BadInput: the code is not known or must not be used here, or nobody has that number.
    """
    tiebreak = catalogue.find(code)
    ranking = standings(tournament, tiebreaks, rules, catalogue)
    if str(tiebreak) not in ranking.codes and str(tiebreak) != str(BY_POINTS):
        ranking = standings(tournament, (tiebreak,), rules, catalogue)
        if ranking.dropped:
            raise BadInput(f"{tiebreak} cannot be used: {ranking.dropped[0][1]}")
    value = ranking.value(number, str(tiebreak))
    return value.explanation(f"{_heading(tiebreak)} of {_name(ranking.place(number).entrant)}")


def explain_place(
    tournament: Tournament,
    a: int,
    b: int,
    tiebreaks: Sequence[str | TieBreak] | None = None,
    rules: Hashable = None,
    catalogue: Catalogue = GENERAL,
) -> Explanation:
    """Return why one of two participants is ahead of the other.

    Raises:
        BadInput: there is no such participant, or a code is not known.
    """
    return standings(tournament, tiebreaks, rules, catalogue).compare(a, b)


def _parts(tiebreak: TieBreak, values: Mapping[int, TieBreakValue], group: Sequence[int]) -> list[list[int]]:
    parts: dict[tuple[Fraction, ...], list[int]] = {}
    for number in group:
        parts.setdefault(values[number].key, []).append(number)
    return [parts[key] for key in sorted(parts, reverse=not tiebreak.lower)]


def _shown(value: TieBreakValue) -> str:
    return " / ".join(number_text(round(part, 4)) for part in value.key)


def _name(entrant: Entrant) -> str:
    return f"{entrant.number} {entrant.name}".rstrip()


def _heading(tiebreak: TieBreak) -> str:
    source = f" [{tiebreak.kind.source}]" if tiebreak.kind.source else ""
    return f"{tiebreak}{source}"
