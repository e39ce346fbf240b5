"""A report in FIDE's format (TRF16, TRF26) as :class:`TournamentReport` has it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from arpad.core import BadInput
from arpad.record.files.encodings import supposed
from arpad.rulebooks.tournament_report.report import TournamentReport, UnknownSystem, WrittenRank
from arpad.tournament.model import Tournament
from arpad.tournament.trf import Document

NOT_READABLE = "report.not-readable"
"""The code of errors of reading that have none of their own."""


@dataclass(frozen=True, eq=False, repr=False)
class TrfReport(TournamentReport):
    """A report in FIDE's format.

    Args:
        tournament: as a lenient reading has it.
        file: the name for messages.
        notes: what was supposed in reading.
        document: the lines of the report.
        guessed: whether nobody named the encoding.
    """

    document: Document = field(default_factory=lambda: Document(()))
    guessed: bool = False

    @classmethod
    def of(cls, document: Document, file: str, *, guessed: bool) -> TrfReport:
        """Return the report of a document.

        Args:
            document: its lines.
            file: the name for messages; empty for none.
            guessed: whether nobody named the encoding.

        Raises:
            BadInput: the report cannot be read (``report.not-readable``), with file, line and columns.
        """
        named = file or "the report"
        foreign = guessed and document.encoding != "utf-8"
        notes = (supposed(named, document.encoding),) if foreign else ()
        with _coded_errors():
            tournament = _read(document, lenient=True)
        return cls(tournament, file, notes, document, foreign)

    @property
    def warnings(self) -> tuple[BadInput, ...]:
        """Contradictions of the report that were passed over in reading ``tournament``."""
        return self.document.warnings

    def to_pair(self, *, lenient: bool = False) -> Tournament:
        """Return the tournament whose next round is to be paired.

        Raises:
            BadInput: the report contradicts itself, and is not read leniently.
        """
        with _coded_errors():
            return _read(self.document, lenient=lenient)

    @property
    def check_notes(self) -> tuple[str, ...]:
        """What a check of the report rests on, a sentence each."""
        return (supposed("the report", self.document.encoding),) if self.guessed else ()

    @property
    def names_system(self) -> bool:
        """Whether the report itself names its pairing system (192)."""
        return bool(self.tournament.details.get("encoded_type"))

    @property
    def unknown_system(self) -> UnknownSystem | None:
        """The type of the report (192), if there is no pairing system for it."""
        unknown = super().unknown_system
        if unknown is None:
            return None
        lines = self.document.of("192")
        code = self.tournament.details.get("encoded_type") or self.system
        return UnknownSystem(code, lines[-1].row if lines else None)

    @property
    def written_ranks(self) -> tuple[WrittenRank, ...]:
        """The places that the report gives the players (001) or the teams (310); 0 and blank are none."""
        teams = self.tournament.players is not None
        code, numbers, ranks = ("310", (4, 7), (68, 71)) if teams else ("001", (4, 8), (85, 89))
        written = [
            (line.text[slice(*numbers)].strip(), line.text[slice(*ranks)].strip())
            for line in self.document.of(code)
        ]
        return tuple(
            WrittenRank(int(number), int(rank))
            for number, rank in written
            if number.isdigit() and rank.isdigit() and int(rank)
        )


def _read(document: Document, *, lenient: bool) -> Tournament:
    return document.teams(lenient=lenient) if document.of_teams else document.tournament(lenient=lenient)


@contextmanager
def _coded_errors() -> Iterator[None]:
    """Give errors of reading that have no code of their own ``report.not-readable``."""
    try:
        yield
    except BadInput as error:
        if error.code == BadInput.CODE:
            error.code = NOT_READABLE
        raise
