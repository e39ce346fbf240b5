"""The next round of a report, or a past one again, as its pairing system pairs it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from arpad.core import BadInput, Explanation, counted
from arpad.core.interface import argument, option
from arpad.rulebooks import pairing_catalogue
from arpad.rulebooks.tournament_report.report import KINDS, TournamentReport
from arpad.rulebooks.tournament_report.rules import ChosenRules
from arpad.tournament.model import Round, Tournament
from arpad.tournament.participants import number_of
from arpad.tournament.results import Result

if TYPE_CHECKING:
    import polars as pl

    from arpad.tournament.frames import Library

BYE = "bye"
"""What stands for the bye where two participants are compared."""

COLUMNS: dict[str, type] = {
    "board": int,
    "white": int,
    "white_name": str,
    "white_points": float,
    "white_float": str,
    "black": int,
    "black_name": str,
    "black_points": float,
    "black_float": str,
    "bye": str,
}
"""The columns of the table of a round."""


class PairedBoard(NamedTuple):
    """A board of a round that was paired.

    Args:
        board: its number, from 1.
        white: the number of who has White; of a game without colours, of the first named.
        black: the number of the other.
        white_name: White's name.
        black_name: Black's name.
        white_points: White's points before the round.
        black_points: Black's points before the round.
        handicap: stones given to Black.
    """

    board: int
    white: int
    black: int
    white_name: str
    black_name: str
    white_points: Fraction
    black_points: Fraction
    handicap: int = 0


@dataclass(frozen=True, eq=False, repr=False)
class PairedRound:
    """A round as the pairing system of a tournament pairs it; :func:`arpad.pair` returns it.

    Args:
        tournament: the tournament as it stood before the round.
        round: boards in the order of publication, and who has no opponent (:class:`arpad.tournament.Round`).
        played: the round as the report has it, where a past round was paired again; None for the next round.
        explanation: makes the explanation, with numbers for names.
    """

    tournament: Tournament
    round: Round
    played: Round | None
    explanation: Callable[[], Explanation]

    def __repr__(self) -> str:
        """Return the round in a line: its number, how many boards, the bye, the system."""
        boards = counted(len(self.round.pairings), "board")
        bye = f", bye {self.tournament.named(self.bye)}" if self.bye else ""
        return f"<PairedRound: round {self.number}, {boards}{bye}, {self.system}>"

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self.tournament.played + 1

    @property
    def system(self) -> str:
        """The name of the pairing system."""
        return self.tournament.system

    @property
    def edition(self) -> str:
        """The name of the edition of its rules, such as ``C.04.3 (2026)``."""
        return pairing_catalogue.system_of(self.tournament).edition.name

    @property
    def boards(self) -> tuple[PairedBoard, ...]:
        """The boards in the order of publication."""
        scores, by_number = self.tournament.scores(), self.tournament.by_number
        return tuple(
            PairedBoard(
                board,
                game.white,
                game.black,
                by_number[game.white].name,
                by_number[game.black].name,
                scores[game.white],
                scores[game.black],
                game.handicap,
            )
            for board, game in enumerate(self.round.pairings, 1)
        )

    @property
    def bye(self) -> int | None:
        """The number of who has the pairing-allocated bye; None if nobody has it."""
        return next((bye.number for bye in self.round.byes if bye.result is Result.PAIRING_BYE), None)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """White's and Black's numbers by board, and at the end who has the pairing-allocated bye with 0."""
        return pairs_of(self.round)

    @property
    def floaters(self) -> dict[int, str]:
        """Who is paired out of the scoregroup: number -> ``down`` or ``up``.

        Points that count for the pairing only are among the scores, and who has the pairing-allocated bye
        floats down (C.04.3, 1.4). Empty for a system without scoregroups.
        """
        from arpad.rulebooks.before_the_round import before_round

        entries = before_round(self.tournament)
        floaters: dict[int, str] = {}
        for game in self.round.pairings:
            if game.white not in entries or game.black not in entries:
                continue
            lead = entries[game.white].score - entries[game.black].score
            if lead:
                floaters[game.white if lead > 0 else game.black] = "down"
                floaters[game.black if lead > 0 else game.white] = "up"
        if entries and self.bye:
            floaters[self.bye] = "down"
        return floaters

    @property
    def as_played(self) -> bool | None:
        """Whether a past round has the same boards, colours and bye; None for the next round.

        The order of the boards is a matter of publication (C.04.2), and does not count.
        """
        return None if self.played is None else set(pairs_of(self.played)) == set(self.pairs)

    def explain(self, *, names: bool = True) -> Explanation:
        """Return why the round is paired so, bracket by bracket or board by board.

        Args:
            names: whether names stand beside the numbers.
        """
        from arpad.tournament.naming import with_names

        explanation = self.explanation()
        return with_names(explanation, self.tournament) if names else explanation

    def why_not(self, first: str | int, second: str | int) -> Explanation:
        """Return what pairing two participants in this round would have cost; see :func:`compared`.

        Args:
            first: a number or a name.
            second: another, or ``bye``.

        Raises:
            NotProvided: the system does not compare rounds.
            BadInput: no participant is named so (``participant.unknown``), or one does not take part.
        """
        return compared(self.tournament, first, second)

    @overload
    def to_frame(self) -> pl.DataFrame: ...

    @overload
    def to_frame(self, library: Library) -> Any: ...

    def to_frame(self, library: Library = "polars") -> Any:
        """Return the round as a table: a row for each board, then for who has no opponent.

        Columns: ``board`` (null without an opponent), ``white``, ``white_name``, ``white_points`` (before
        the round), ``white_float`` (``down``, ``up`` or null), the same of ``black``, and ``bye``:
        ``pairing-bye``, ``half-point-bye``, ``full-point-bye``, ``zero-point-bye``, or null on a board.

        Args:
            library: ``polars``, ``pandas``, ``pyarrow`` or ``narwhals``.

        Raises:
            BadInput: there is no such library (``frame.library``).
            NotProvided: it is not installed.
        """
        from arpad.tournament.frames import frame_of

        floats, scores, by_number = self.floaters, self.tournament.scores(), self.tournament.by_number

        def side(number: int) -> list[Any]:
            return [number, by_number[number].name, float(scores[number]), floats.get(number)]

        rows = [
            [board, *side(game.white), *side(game.black), None]
            for board, game in enumerate(self.round.pairings, 1)
        ]
        rows += [
            [None, *side(bye.number), None, None, None, None, KINDS[bye.result]] for bye in self.round.byes
        ]
        return frame_of(COLUMNS, rows, library)

    def as_dict(self, *, explained: bool = False) -> dict[str, Any]:
        """Return the round for JSON, as ``arpad pair --json`` prints it.

        Args:
            explained: whether the explanation is in it.

        Returns:
            ``round``, ``pairs`` (:attr:`pairs`), ``names`` (number -> name) and ``explanation``.
        """
        numbers = {number for pair in self.pairs for number in pair if number}
        row: dict[str, Any] = {
            "round": self.number,
            "pairs": [list(pair) for pair in self.pairs],
            "names": {str(number): self.tournament.by_number[number].name for number in sorted(numbers)},
        }
        return row | ({"explanation": self.explain(names=False).as_dict()} if explained else {})


def pairs_of(round_: Round) -> list[tuple[int, int]]:
    """Return White's and Black's numbers by board, and who has the pairing-allocated bye with 0."""
    free = [(bye.number, 0) for bye in round_.byes if bye.result is Result.PAIRING_BYE]
    return [(game.white, game.black) for game in round_.pairings] + free


def pair_report(
    report: TournamentReport,
    rules: ChosenRules | None = None,
    *,
    number: int | None = None,
    lenient: bool = False,
) -> PairedRound:
    """Pair the next round of a report, or a past one again as things stood before it.

    Args:
        report: the report.
        rules: what the caller says of the rules; None for the report's own.
        number: the round; None for the next one.
        lenient: take a report that contradicts itself.

    Raises:
        NoLegalRound: the rules allow no pairing.
        BadInput: the report contradicts itself, names an unknown system, has no such round, lacks results
            (``pair.results-missing``), or is not what the rules of the system need (``pair.refused``).
    """
    before, played = stood_to_pair(report, rules or ChosenRules(), number=number, lenient=lenient)
    try:
        paired = pairing_catalogue.system_of(before).pair(before)
    except BadInput as error:
        if error.code == BadInput.CODE:
            pending = bool(before.rounds and before.rounds[-1].pending)
            error.code = "pair.results-missing" if pending else "pair.refused"
        raise
    return PairedRound(before, paired.round, played, paired.explain)


def stood_to_pair(
    report: TournamentReport, rules: ChosenRules, *, number: int | None = None, lenient: bool = False
) -> tuple[Tournament, Round | None]:
    """Return a tournament as it stood before the round that is to be paired, and that round if it was played.

    Args:
        report: the report.
        rules: what the caller says of the rules.
        number: the round; None for the next one.
        lenient: take a report that contradicts itself.

    Raises:
        BadInput: as of :func:`pair_report`.
    """
    read = report.to_pair(lenient=lenient)
    report.check_rules(rules)
    tournament = rules.applied(read)
    file = report.file or None
    if tournament.system not in pairing_catalogue.SYSTEMS:
        raise unknown_system(report)
    if number is not None and number < 1:
        raise BadInput(
            f"there is no round {number}", file=file, remedy="Rounds are numbered from 1.", code="pair.round"
        )
    if number is not None and number <= tournament.played:
        state, round_ = report.stood_before(number)
        return rules.applied(state), round_
    if number is not None and number > tournament.played + 1:
        remedy = f"The next round is round {tournament.played + 1}."
        raise BadInput(f"round {number} cannot be paired yet", file=file, remedy=remedy, code="pair.round")
    if tournament.planned and tournament.played >= tournament.planned:
        raise BadInput(
            f"{counted(tournament.planned, 'round')} planned, and all are paired",
            file=file,
            remedy=f"A past round is paired again by {option('round', 'N', quoted=False)}.",
            code="rounds.all-paired",
        )
    return tournament, None


def unknown_system(report: TournamentReport) -> BadInput:
    """Return the error that there is no pairing system for the type of a report."""
    unknown = report.unknown_system
    assert unknown is not None
    return BadInput(
        f"there is no pairing system for the type {unknown.code} (192)"
        if unknown.row
        else f"no pairing system {unknown.code}",
        file=report.file or None,
        row=unknown.row,
        remedy=f"{argument('system')} says what to pair by: {', '.join(pairing_catalogue.SYSTEMS)}.",
        code="report.unknown-system",
    )


def compared(tournament: Tournament, first: str | int, second: str | int) -> Explanation:
    """Return what pairing two participants would cost in the next round of a tournament.

    Args:
        tournament: the tournament.
        first: a number, a name, or ``bye``.
        second: another.

    Raises:
        NotProvided: the system does not compare rounds.
        NoLegalRound: there is no round.
        BadInput: no participant is named so (``participant.unknown``, ``participant.ambiguous``), both are
            the bye (``participant.bye``), or one does not take part.
    """
    from arpad.tournament.naming import with_names
    from arpad.tournament.system import why_not
    from arpad.tournament.why_not import AS_PAIRED

    a, b = (0 if str(name).casefold() == BYE else number_of(tournament, name) for name in (first, second))
    if not a:
        a, b = b, a
    if not a:
        raise BadInput(
            "the bye cannot be paired with the bye", remedy="Name a participant.", code="participant.bye"
        )
    system = pairing_catalogue.system_of(tournament)
    comparison = why_not(system, tournament, a, b)
    if b and comparison.outcome == AS_PAIRED:
        parts = _parts_of_pair(system.pair(tournament).explain(), a, b)
        comparison = replace(comparison, parts=(*comparison.parts, *parts))
    return with_names(comparison, tournament)


def _parts_of_pair(explanation: Explanation, a: int, b: int) -> Iterator[Explanation]:
    """Yield what a round's explanation says of a pair that was made: its bracket or board, its floats."""
    pair = re.compile(rf"\b(?:{a} ?– ?{b}|{b} ?– ?{a})\b")
    for part in explanation.parts:
        if pair.search(f"{part.label} {part.outcome or ''}"):
            floats = tuple(entry for entry in part.parts if entry.facts.get("player", a) in (a, b))
            yield replace(part, parts=floats)
