"""A tournament report file as it stands: every byte of it, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from arpad.core import BadInput, worded
from arpad.core.missing import no_such_file
from arpad.record.files.encodings import decoded, guess, is_utf8, known_encoding
from arpad.tournament.model import Tournament
from arpad.tournament.trf.fields import ReportLine, lines_of
from arpad.tournament.trf.header import EXTENSIONS, ONLY_TRF26, Dialect, of_teams
from arpad.tournament.trf.players import player_rows
from arpad.tournament.trf.reading import TournamentReading, read_player_tournament
from arpad.tournament.trf.records import records_of
from arpad.tournament.trf.sides import SCHEVENINGEN, with_side_lines, with_sides
from arpad.tournament.trf.team_read_back import check_same
from arpad.tournament.trf.team_reading import read_team_tournament
from arpad.tournament.trf.team_writing import team_lines
from arpad.tournament.trf.teams import team_records_of
from arpad.tournament.trf.writing import check_writable, rewritten

_MARK = b"\xef\xbb\xbf"
_CODES = ("001", "012", "###", "142", "XXR", "092", "062")


@dataclass(frozen=True)
class Document:
    """A TRF16 or TRF26 file, line by line, unknown lines and comments among them.

    Args:
        lines: all of them.
        encoding: how its text is made of bytes.
        mark: whether it begins with the mark of UTF-8.
        read: the lines and the bytes that were read, where the encoding has several codes for a sign of them.
    """

    lines: tuple[ReportLine, ...]
    encoding: str = "utf-8"
    mark: bool = False
    read: tuple[tuple[ReportLine, ...], bytes] | None = None

    def __bytes__(self) -> bytes:
        """Return the file: of a document that nobody changed, the bytes that were read."""
        if self.read is not None and self.read[0] == self.lines:
            return self.read[1]
        text = "".join(line.text + line.end for line in self.lines)
        return (_MARK if self.mark else b"") + text.encode(self.encoding)

    def of(self, code: str) -> list[ReportLine]:
        """Return the lines that begin with a code."""
        return [line for line in self.lines if line.code == code]

    @cached_property
    def _strict(self) -> TournamentReading:
        return self._with_sides(read_player_tournament(self.lines, lenient=False))

    @cached_property
    def _lenient(self) -> TournamentReading:
        return self._with_sides(read_player_tournament(self.lines, lenient=True))

    def _with_sides(self, reading: TournamentReading) -> TournamentReading:
        if reading.tournament.system != SCHEVENINGEN:
            return reading
        teams = team_records_of(self.lines, player_rows(self.lines)).teams.values()
        return replace(reading, tournament=with_sides(reading.tournament, [team.entrant for team in teams]))

    def tournament(self, *, lenient: bool = False) -> Tournament:
        """Return the players' tournament.

        Args:
            lenient: take points that do not fit the results, and two lines that disagree about one
                game (then White's counts); ``warnings`` has what was passed over.

        Raises:
            BadInput: with file, line and columns.
        """
        return (self._lenient if lenient else self._strict).tournament

    @cached_property
    def rated(self) -> TournamentReading:
        """The players' tournament for rating, which needs no points: those that do not fit are passed over.

        Raises:
            BadInput: with file, line and columns.
        """
        return read_player_tournament(self.lines, lenient=False, lenient_points=True)

    @property
    def dialect(self) -> Dialect:
        """TRF16 if the file has extensions of JaVaFo or bbpPairings and no line that only TRF26 has."""
        codes = {line.code for line in self.lines}
        return "trf16" if codes & EXTENSIONS and not codes & ONLY_TRF26 else "trf26"

    @cached_property
    def of_teams(self) -> bool:
        """Whether teams are paired (310, and a type of teams), not players.

        Raises:
            BadInput: a line about the tournament is bad.
        """
        return records_of(self.lines).teams

    def teams(self, *, lenient: bool = False) -> Tournament:
        """Return the tournament of the teams; :mod:`arpad.tournament.trf.team_reading` says what it has.

        Args:
            lenient: take points that do not fit the results.

        Raises:
            BadInput: with file, line and columns.
            NotProvided: the file has no teams.
        """
        return read_team_tournament(self.lines, lenient=lenient).tournament

    @property
    def warnings(self) -> tuple[BadInput, ...]:
        """What a lenient reading passes over, of the players and (where they are paired) of the teams.

        Raises:
            BadInput: what no reading can pass over.
        """
        teams = read_team_tournament(self.lines, lenient=True).warnings if self.of_teams else ()
        return self._lenient.warnings + teams

    def with_tournament(
        self,
        tournament: Tournament,
        *,
        ranks: Mapping[int, int] | None = None,
        dialect: Dialect | None = None,
    ) -> Document:
        """Return the file with another state of its tournament; what did not change stays as it stands.

        Boards, points of games, handicaps, clubs, grades, the seed and the reasons of adjustments have no
        columns. Names are cut after 33 characters. What a reader takes without being told, the Dutch system
        and the initial colour that round 1 shows, is written only where ``details`` name it
        (``encoded_type``, ``initial_colour``): the file claims nothing that nobody said. TRF16 has no byes of
        rounds after the next.

        A tournament of teams (its entrants have members, or it has ``players``) is written with the games of
        its players, from which alone a report makes matches. What is written is read again, and refused if it
        says anything else.

        Args:
            tournament: rounds, results, byes, settings to write; of teams or of players.
            ranks: by number; without them, by points and then by number.
            dialect: of the lines that are new: ``trf26``, or ``trf16`` with JaVaFo's and bbpPairings' own;
                None for the file's.

        Raises:
            NotProvided: the file has no room for something, or matches have no games.
        """
        before = Tournament()
        teams = of_teams(tournament)
        if self.lines:
            has_teams = any(line.code in ("310", "013") for line in self.lines)
            # The players of a tournament of teams have its type, and nothing else of teams.
            teams = has_teams and of_teams(replace(tournament, system=""))
            before = self.teams(lenient=True) if teams else self.tournament(lenient=True)
            if tournament == before and ranks is None:
                return self
        check_writable(tournament, teams)
        dialect = dialect or self.dialect
        end = self.lines[0].end if self.lines and self.lines[0].end else "\n"
        lines = rewritten(self.lines, before, tournament, ranks, dialect, end, teams=teams)
        lines = lines if teams else with_side_lines(lines, tournament, dialect, end)
        if not teams and any(line.code == "310" for line in lines):
            # The players' results are the teams'.
            team_tournament = read_team_tournament(lines, lenient=True).tournament
            lines = team_lines(lines, team_tournament, None, "trf26", end)
        if teams:
            check_same(tournament, read_team_tournament(lines, lenient=True).tournament, dialect)
        try:
            "".join(line.text for line in lines).encode(self.encoding)
        except UnicodeEncodeError:
            return replace(self, lines=tuple(lines), encoding="utf-8")
        return replace(self, lines=tuple(lines))


def parse(source: str | bytes, file: str | None = None, encoding: str | None = None) -> Document:
    """Cut a file's content into lines; nothing can be wrong with it yet.

    Bytes are UTF-8, or else of the likeliest of the old encodings (:mod:`arpad.record.files.encodings`).

    Args:
        source: the content.
        file: its name, for errors.
        encoding: of the content; None for that.

    Raises:
        BadInput: the content is not of the encoding that was named, or there is no such encoding.
    """
    if isinstance(source, str):
        mark = source.startswith("\ufeff")
        return Document(lines_of(source.removeprefix("\ufeff"), file), mark=mark)
    mark = source.startswith(_MARK)
    content = source.removeprefix(_MARK)
    named = None if encoding is None else known_encoding(encoding)
    name = named or ("utf-8" if is_utf8(content) else guess(content).name)
    document = Document(lines_of(decoded(content, name, file or ""), file), name, mark)
    return document if bytes(document) == source else replace(document, read=(document.lines, source))


def read_document(source: str | Path, encoding: str | None = None) -> Document:
    """Read a file, or take a text that is a file's content (of several lines, or beginning with a code).

    Args:
        source: the file, or the text.
        encoding: of the file, as of :func:`parse`.

    Raises:
        BadInput: the file cannot be read, or is not of the encoding that was named.
    """
    if isinstance(source, str) and looks_like_trf(source):
        return parse(source)
    path = Path(source)
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise no_such_file(path) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            worded("the file cannot be read ({reason})", reason=reason), file=str(source)
        ) from error
    if not content.strip():
        raise BadInput(
            worded("the file is empty"), file=str(source), remedy=worded("Expected a tournament report.")
        )
    return parse(content, str(path), encoding)


def looks_like_trf(text: str) -> bool:
    """Whether a text is the content of such a file: it begins with one of its codes and a blank."""
    start = text.removeprefix("\ufeff").lstrip("\r\n")
    return (
        (start[:3] in _CODES and (start[3:4] in (" ", "") or start[:3] == "###"))
        or "\n" in text
        or "\r" in text
    )


def read_trf(source: str | Path, *, lenient: bool = False) -> Tournament:
    """Read a tournament from a TRF16 or TRF26 file, with the extensions of JaVaFo and bbpPairings.

    The participants are who is paired: the players, or the teams. :class:`Document` has both.

    Args:
        source: a path, or the content as text.
        lenient: as in :meth:`Document.tournament`.

    Raises:
        BadInput: with file, line, columns and what was expected.
    """
    document = read_document(source)
    return document.teams(lenient=lenient) if document.of_teams else document.tournament(lenient=lenient)


def write_trf(
    tournament: Tournament,
    *,
    ranks: Mapping[int, int] | None = None,
    dialect: Dialect = "trf26",
    end: str = "\n",
) -> str:
    """Return a tournament as the content of a file.

    Args:
        tournament: of players, or of teams with their players' games (``Tournament.players``).
        ranks: by number; without them, by points and then by number.
        dialect: ``trf26``, or ``trf16`` with JaVaFo's and bbpPairings' extensions.
        end: of every line; the standard wants CR, and programs take LF and CRLF too.

    Raises:
        NotProvided: the file has no room for something; a match has no games on its boards; or scores add up
            the points of matches, as in Double-Swiss.
    """
    document = Document(()).with_tournament(tournament, ranks=ranks, dialect=dialect)
    return "".join(line.text + end for line in document.lines)
