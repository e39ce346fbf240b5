"""The report of a tournament as a value: what stands in it, and how things stood before each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, overload

from arpad.core import BadInput, counted
from arpad.tournament.model import Entrant, Round, Tournament
from arpad.tournament.results import Result

if TYPE_CHECKING:
    import polars as pl

    from arpad.record import Games
    from arpad.rulebooks.tournament_report.rules import ChosenRules
    from arpad.tournament.checking import Stood
    from arpad.tournament.frames import Library

Content: TypeAlias = Literal["players", "games"]
"""Which rows of a report a table has."""

KINDS = {
    Result.PAIRING_BYE: "pairing-bye",
    Result.HALF_BYE: "half-point-bye",
    Result.FULL_BYE: "full-point-bye",
    Result.ZERO_BYE: "zero-point-bye",
}
"""What the kinds of byes are called in tables."""

PLAYERS: dict[str, type] = {
    "number": int,
    "name": str,
    "rating": int,
    "title": str,
    "federation": str,
    "sex": str,
    "identity": str,
    "birth": str,
    "club": str,
    "grade": str,
    "points": float,
}
"""The columns of the table of players."""

GAMES: dict[str, type] = {
    "round": int,
    "board": int,
    "white": int,
    "white_name": str,
    "black": int,
    "black_name": str,
    "result": str,
    "white_points": float,
    "black_points": float,
    "kind": str,
}
"""The columns of the table of games."""


class WrittenRank(NamedTuple):
    """The place that a report gives a participant.

    Args:
        number: the participant's number.
        rank: the place.
    """

    number: int
    rank: int


class UnknownSystem(NamedTuple):
    """The type of a report for which there is no pairing system.

    Args:
        code: the type as the report has it.
        row: its line; None where the type has none.
    """

    code: str
    row: int | None


@dataclass(frozen=True, eq=False, repr=False)
class TournamentReport:
    """A tournament as a report, an event file or a table of games has it; :func:`arpad.read_report` reads it.

    Args:
        tournament: the tournament with its rounds (:class:`arpad.tournament.Tournament`); of a report of
            teams the teams are the participants.
        file: the name for messages; empty where there is none.
        notes: what was supposed in reading, a sentence each.
    """

    tournament: Tournament
    file: str = ""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return the report in a line: the title, how many take part, the rounds, the system."""
        title = f"{self.name!r}, " if self.name else ""
        rounds = counted(len(self.rounds), "round")
        planned = self.tournament.planned
        of_planned = f" of {planned}" if planned > len(self.rounds) else ""
        many = counted(len(self.players), "participant")
        return f"<TournamentReport: {title}{many}, {rounds}{of_planned}, {self.system}>"

    @property
    def name(self) -> str:
        """The title of the tournament; empty if the report has none."""
        return self.tournament.name

    @property
    def system(self) -> str:
        """The name of the pairing system; ``fide-dutch`` where the report names none."""
        return self.tournament.system

    @property
    def players(self) -> tuple[Entrant, ...]:
        """The participants in the order of their numbers: players, or teams."""
        return tuple(self.tournament.by_number.values())

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are paired, with results as far as they are entered."""
        return self.tournament.rounds

    @property
    def games(self) -> Games:
        """The games that were played, as a record that :func:`arpad.rate` takes."""
        from arpad.tournament.games import games_of

        return games_of(self.tournament, files=(self.file,) if self.file else ())

    @property
    def warnings(self) -> tuple[BadInput, ...]:
        """Contradictions of the report that were passed over in reading ``tournament``."""
        return ()

    @overload
    def to_frame(self, content: Content = "players") -> pl.DataFrame: ...

    @overload
    def to_frame(self, content: Content = "players", *, library: Library) -> Any: ...

    def to_frame(self, content: Content = "players", *, library: Library = "polars") -> Any:
        """Return the participants or the games as a table.

        * ``players``: a row for each participant by number: ``number``, ``name``, ``rating``, ``title``,
          ``federation``, ``sex``, ``identity``, ``birth``, ``club``, ``grade`` (null where the report has
          none) and ``points``.
        * ``games``: a row for each board of each round, and for each bye: ``round``, ``board`` (null of a
          bye), ``white``, ``white_name``, ``black``, ``black_name`` (null of a bye), ``result`` (null while
          it is to come, and of a bye), ``white_points``, ``black_points`` (what the round brought), and
          ``kind``: ``game``, ``forfeit``, ``pending``, ``pairing-bye``, ``half-point-bye``,
          ``full-point-bye`` or ``zero-point-bye``.

        Args:
            content: ``players`` or ``games``.
            library: ``polars``, ``pandas``, ``pyarrow`` or ``narwhals``.

        Raises:
            BadInput: there is no such content (``frame.content``) or library (``frame.library``).
            NotProvided: the library is not installed.
        """
        from arpad.tournament.frames import frame_of

        if content == "players":
            return frame_of(PLAYERS, self._player_rows(), library)
        if content == "games":
            return frame_of(GAMES, self._game_rows(), library)
        raise BadInput(
            f"a report has no table {content!r}", remedy="Expected players or games.", code="frame.content"
        )

    def _player_rows(self) -> list[list[Any]]:
        points = self.tournament.scores()
        words = ("title", "federation", "sex", "identity", "birth", "club", "grade")
        return [
            [
                player.number,
                player.name,
                player.rating or None,
                *(getattr(player, word) or None for word in words),
                float(points[player.number]),
            ]
            for player in self.players
        ]

    def _game_rows(self) -> list[list[Any]]:
        from arpad.rulebooks.pairing_catalogue import written_result

        tournament = self.tournament
        name = {number: entrant.name for number, entrant in tournament.by_number.items()}
        rows: list[list[Any]] = []
        for at, round_ in enumerate(tournament.rounds, 1):
            for board, game in enumerate(round_.pairings, 1):
                points = [
                    None if game.pending else float(tournament.gained(number, at))
                    for number in (game.white, game.black)
                ]
                forfeit = game.white_result.forfeit or game.black_result.forfeit
                kind = "pending" if game.pending else "forfeit" if forfeit else "game"
                result = written_result(tournament.system, game) or None
                sides = [game.white, name[game.white], game.black, name[game.black]]
                rows.append([at, board, *sides, result, *points, kind])
            for bye in round_.byes:
                gained = float(tournament.gained(bye.number, at))
                side = [bye.number, name[bye.number], None, None]
                rows.append([at, None, *side, None, gained, None, KINDS[bye.result]])
        return rows

    # What pairing and checking ask: another kind of report answers some of it in another way.

    def to_pair(self, *, lenient: bool = False) -> Tournament:
        """Return the tournament whose next round is to be paired.

        Args:
            lenient: take contradictions that a reading can pass over (:attr:`warnings`).

        Raises:
            BadInput: the report contradicts itself, and is not read leniently.
        """
        del lenient
        return self.tournament

    def check_rules(self, rules: ChosenRules) -> None:
        """Refuse rules that cannot be chosen for such a report.

        Raises:
            BadInput: the file has its own (``event-file.own-rules``).
        """

    def stood_before(self, at: int) -> Stood:
        """Return the tournament as it stood before a round that is paired, and the round as it was paired."""
        from arpad.tournament.checking import before

        return before(self.tournament, at), self.rounds[at - 1]

    def stood_before_rounds(self) -> list[Stood]:
        """Return :meth:`stood_before` of every round, as a check judges it."""
        from arpad.tournament.checking import stood_by_rounds

        return stood_by_rounds(self.tournament)

    @property
    def rounds_by_hand(self) -> frozenset[int]:
        """The rounds that the arbiter paired by hand, which a check does not pair again."""
        return frozenset()

    @property
    def check_notes(self) -> tuple[str, ...]:
        """What a check of the report rests on, a sentence each."""
        return self.notes

    @property
    def names_system(self) -> bool:
        """Whether the report itself names its pairing system."""
        return True

    @property
    def keeps_seed(self) -> bool:
        """Whether the file keeps the seed of the lots, which a report has no place for."""
        return False

    @property
    def unknown_system(self) -> UnknownSystem | None:
        """The type of the report, if there is no pairing system for it."""
        from arpad.rulebooks.pairing_catalogue import SYSTEMS

        return None if self.system in SYSTEMS else UnknownSystem(self.system, None)

    @property
    def written_ranks(self) -> tuple[WrittenRank, ...]:
        """The places that the report itself gives the participants."""
        return ()
