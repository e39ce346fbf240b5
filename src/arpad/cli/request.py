"""What ``rate`` and ``explain`` have in common: reading a record and rating it as the options say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import arpad
from arpad.cli.events import tell
from arpad.cli.number_formats import counted
from arpad.cli.options import columns_of, described, system_of
from arpad.core import BadInput

if TYPE_CHECKING:
    from concurrent.futures import Future

    from arpad.cli.progress import Stages
    from arpad.office.publishing.inputs import InputFile
    from arpad.ratings.model import Schedule
    from arpad.ratings.previous_list import PreviousList
    from arpad.ratings.rate import Events
    from arpad.ratings.result import Ratings
    from arpad.ratings.system import RatingSystem
    from arpad.record import Players, Record
    from arpad.record.kinds.aliases import Aliases
    from arpad.record.kinds.stages import StageTable


LONG_FILE = 1 << 26
"""From how many bytes on a file has so many games that the loops will be compiled."""

LONG = 1_000_000
"""From how many games on taking a record's fingerprint is worth a thread of its own."""


FINGERPRINT = 32
"""How many of the 64 digits of a record's digest are printed: enough to tell records apart by eye."""


@dataclass(frozen=True)
class RatingRequest:
    """The options of a command that rates a record, as the command line gives them."""

    files: Sequence[str]
    system: str = "elo"
    settings: Sequence[str] = ()
    schedule: Schedule | None = None
    period: str | None = None
    players: Sequence[str] = ()
    columns: Sequence[str] = ()
    rejects: str | None = None
    as_of: str | None = None
    byes: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    players_sheet: str | None = None
    aliases: str | None = None
    date_format: str | None = None
    decimal: str | None = None
    events: Events = "split"
    lenient: bool = False
    cluster: str | None = None
    covariates: Sequence[str] = ()
    forecasts: Sequence[str] = ()
    force: bool = False
    previous: str | None = None
    stages: str | None = None

    @cached_property
    def rating_system(self) -> RatingSystem:
        """The rating system with its parameters."""
        return system_of(self.system, self.settings)

    @cached_property
    def day(self) -> date | int | None:
        """The day of the list, where one is asked for."""
        from arpad.ratings.result import day_of

        return None if self.as_of is None else day_of(self.as_of)

    @cached_property
    def alias_table(self) -> Aliases | None:
        """The aliases by which players' names are read."""
        if self.aliases is None:
            return None
        from arpad.record.kinds.aliases import read_aliases

        return read_aliases(self.aliases)

    @cached_property
    def stage_table(self) -> StageTable | None:
        """The stages of the games by their competitions, as the rating system knows them."""
        if self.stages is None:
            return None
        from arpad.record.kinds.stages import read_stages

        table, system = read_stages(self.stages), self.rating_system
        if stages := system.known_stages():
            table.check(system.is_stage, stages)
        else:
            tell([f"{system.name} counts the games of all stages alike: the table of stages moves no rating"])
        return table

    @cached_property
    def previous_list(self) -> PreviousList | None:
        """The list with which the new one is compared."""
        if self.previous is None:
            return None
        from arpad.ratings.previous_list import PreviousList

        return PreviousList.read(self.previous, self.alias_table)

    def say_other_system(self) -> None:
        """Say on standard error where the list to compare with was made by another rating system."""
        if self.previous is None:
            return
        from arpad.office.publishing.list_origin import made_by

        origin = made_by(self.previous)
        if origin is not None and origin[0] != self.rating_system.name:
            tell(
                [
                    f"{PurePath(self.previous).name} was made by the system {origin[0]}: the changes compare "
                    f"its ratings with those of {self.rating_system.name}"
                ]
            )

    def say_near_names(self, games: Record) -> None:
        """Say on standard error which names may be one player's, where no aliases have settled that."""
        if self.aliases is not None:
            return
        from arpad.record.survey.hint import telling_names

        near_names = telling_names(games)
        if near_names:
            first = near_names[0]
            more = f", and {counted(len(near_names) - 1, 'more pair')}" if len(near_names) > 1 else ""
            files = " ".join(PurePath(file).name for file in self.files if file != "-")
            tell(
                [
                    f"{first.often.name} and {first.seldom.name} may be one player{more}: "
                    f"arpad look {files} shows what speaks for it".replace("look  ", "look ")
                ]
            )

    @property
    def _alias_files(self) -> list[str]:
        return [] if self.aliases is None else [self.aliases]

    @property
    def _stage_files(self) -> list[str]:
        return [] if self.stages is None else [self.stages]

    @property
    def _previous_files(self) -> list[str]:
        return [] if self.previous is None else [self.previous]

    def begin_hashing(self, fixtures: Sequence[str] = ()) -> Future[tuple[InputFile, ...]]:
        """Begin to hash the files that are read, beside their reading: a manifest will name them.

        Args:
            fixtures: the tables of fixtures that are read too.
        """
        from arpad.core.waiting import started
        from arpad.office.publishing.inputs import (
            ALIASES,
            FIXTURES,
            GAMES,
            PLAYERS,
            PREVIOUS,
            STAGES,
            inputs_of,
        )

        read = [
            (self.files, GAMES),
            (self.players, PLAYERS),
            (self._alias_files, ALIASES),
            (self._stage_files, STAGES),
            (self._previous_files, PREVIOUS),
            (fixtures, FIXTURES),
        ]
        return started(lambda: tuple(each for files, role in read for each in inputs_of(files, role)))

    @property
    def reading_options(self) -> list[str]:
        """What else the command line says of how to read the record, without folders."""
        words: list[str] = []
        for file in self.players:
            words += ["--players", PurePath(file).name]
        for text in self.columns:
            words += ["--columns", text]
        if self.rejects is not None:
            words += ["--rejects", PurePath(self.rejects).name]
        if self.byes is not None:
            words += ["--byes", self.byes]
        if self.encoding is not None:
            words += ["--encoding", self.encoding]
        if self.sheet is not None:
            words += ["--sheet", self.sheet]
        if self.players_sheet is not None:
            words += ["--players-sheet", self.players_sheet]
        if self.aliases is not None:
            words += ["--aliases", PurePath(self.aliases).name]
        if self.stages is not None:
            words += ["--stages", PurePath(self.stages).name]
        if self.date_format is not None:
            words += ["--date-format", self.date_format]
        if self.decimal is not None:
            words += ["--decimal", self.decimal]
        if self.events != "split":
            words += ["--events", self.events]
        if self.cluster is not None:
            words += ["--cluster", self.cluster]
        for text in self.covariates:
            words += ["--covariate", text]
        if self.lenient:
            words.append("--lenient")
        return words

    @property
    def named_columns(self) -> dict[str, str] | None:
        """Which column is what, as ``--columns``, ``--cluster`` and ``--covariate`` say."""
        from arpad.record.tables.header import covariate_columns, forecast_columns

        columns = {**(columns_of(self.columns) or {}), **covariate_columns(self.covariates)}
        columns |= forecast_columns(self.forecasts)
        if self.cluster is not None:
            columns["cluster"] = self.cluster
        return columns or None

    def check(self) -> None:
        """Find what is wrong with the options before anything is read."""
        from arpad.record.periods import parse_period

        _ = self.rating_system, self.day, self.named_columns
        believed = getattr(self.rating_system, "variance", None)
        if self.cluster is not None and believed not in ("cluster", "bootstrap"):
            raise BadInput(
                "--cluster is for deviations by clusters",
                remedy="Add --set variance=cluster (bradley-terry), or leave it out.",
            )
        if self.period is not None:
            parse_period(self.period)

    @contextmanager
    def writing(self, *outputs: str, beside: Sequence[str] = ()) -> Iterator[None]:
        """Write the files of the command together, when all its work is done; none over what is read.

        Args:
            outputs: what it writes beside the rejects.
            beside: what it reads beside the files of the request.

        Raises:
            BadInput: the file of rejects may not be written, or another of the set.
        """
        if self.rejects is None and not outputs:
            yield
            return
        from arpad.core.writing import check, together
        from arpad.record.tables.rejects import REJECTS

        lists = [*self._alias_files, *self._stage_files, *self._previous_files]
        read = [*self.files, *self.players, *lists, *beside]
        with together(read, force=self.force):
            if self.rejects is not None:
                check(self.rejects, REJECTS)
            yield

    @cached_property
    def lists_by_pool(self) -> dict[str, Players]:
        """The lists of pools among the players files, from which the pools go on.

        Raises:
            BadInput: two lists hold the same pool.
        """
        from arpad.record.kinds.players import pools_of_list, read_players

        players_by_pool: dict[str, Players] = {}
        for file in self.players:
            for pool in pools_of_list(file, self.players_sheet) or ():
                if pool in players_by_pool:
                    raise BadInput(f"another list holds the pool {pool} too", file=file, remedy="Give one.")
                players_by_pool[pool] = read_players(file, pool=pool, aliases=self.alias_table)
        return players_by_pool

    def _beside_pools(self) -> list[str]:
        """Return the players files that are no lists of pools."""
        from arpad.record.kinds.players import pools_of_list

        return [file for file in self.players if not pools_of_list(file, self.players_sheet)]

    def read(self, stages: Stages, *, by_pool: bool = False) -> Record:
        """Read the record by its players, and what is known of them.

        Args:
            stages: what is told of the progress.
            by_pool: whether every pool goes on from its own list (:attr:`lists_by_pool`).
        """
        from arpad.ratings.rate import by_player

        system = self.rating_system
        with stages.stage(f"reading {', '.join(self.files)}"), self._prepared(system):
            reports = self._reports()
            games = reports
            if games is None:
                games = self._contests(system)
            if games is None:
                games = self._games(system)
            if self.alias_table is not None:
                from arpad.record.kinds.aliases import applied

                games = applied(games, self.alias_table)
            games = self._with_stages(games)
            games = by_player(games, system)
            source = games.source.noting(self._notes_on_players())
            if source != games.source:  # a copy of a record has all its games checked again
                games = replace(games, source=source)
            tell(games.source.notes)
            check_played(games)
            if isinstance(games, arpad.Games):
                tell(system.advice(games))
        if self.players:
            from arpad.cli.entering import say, say_pools
            from arpad.record.kinds.players import note_of_names, read_players_files

            files = self._beside_pools() if by_pool else list(self.players)
            players = read_players_files(
                files, games.players, self.alias_table, self.players_sheet, self.decimal
            )
            note = note_of_names(games.players, players)
            games = replace(games, players=players, source=games.source.noting([note] if note else []))
            tell([note] if note else [])
            if files:
                say(games, system, files)
            if len(files) < len(self.players):
                lists = [file for file in self.players if file not in files]
                say_pools(games, system, lists, self.lists_by_pool)
        if reports is not None:
            from arpad.cli.reports import settled

            games = replace(games, players=settled(games.players, system))
        return games

    def _with_stages(self, games: Record) -> Record:
        """Return the record with the stages that the table gives its games.

        Raises:
            BadInput: the table has a stage that the system does not know, or nothing says of which
                competition a game is.
        """
        if self.stage_table is None:
            return games
        from arpad.record.games import Games
        from arpad.record.kinds.stages import with_stages

        if not isinstance(games, Games):
            raise BadInput("--stages has no meaning for contests of many sides", remedy="Leave it out.")
        return with_stages(games, self.stage_table)

    def _notes_on_players(self) -> list[str]:
        """Return what was supposed of the text of the players files, each by its name alone."""
        if not self.players:
            return []
        from arpad.office.publishing.manifest import without_folders
        from arpad.record.kinds.players import stored_players

        files = [file for file in self.players if file != "-"]
        notes = [note for file in files for note in stored_players(file, self.players_sheet).notes]
        return list(without_folders(notes, self.players))

    def _reports(self) -> Record | None:
        """Read tournament reports, where the files are such; else None."""
        from arpad.cli.reports import read_reports

        refused = [
            *(["--columns"] if self.columns else []),
            *(["--cluster"] if self.cluster is not None else []),
            *(["--covariate"] if self.covariates else []),
            *(["--forecast"] if self.forecasts else []),
            *(["--rejects"] if self.rejects is not None else []),
            *(["--byes"] if self.byes is not None else []),
            *(["--sheet"] if self.sheet is not None else []),
            *(["--date-format"] if self.date_format is not None else []),
            *(["--decimal"] if self.decimal is not None else []),
        ]
        return read_reports(self.files, refused, lenient=self.lenient, encoding=self.encoding)

    def _games(self, system: RatingSystem) -> Record:
        try:
            return arpad.read_games(
                list(self.files),
                columns=self.named_columns,
                rejects=self.rejects,
                par=system.par if system.continuous else None,
                byes=None if self.byes is None else [word for word in self.byes.split(",") if word.strip()],
                encoding=self.encoding,
                sheet=self.sheet,
                dates=self.date_format,
                decimal=self.decimal,
            )
        except BadInput as problem:
            if system.teams or not self._has_contests():
                raise
            from arpad.rulebooks.rating import rates_no_contests

            raise rates_no_contests(system) from problem

    def _has_contests(self) -> bool:
        """Tell whether a file that cannot be read as games is a long table of contests."""
        from arpad.record.kinds.contests import is_long

        try:
            return any(is_long(file, self.named_columns, self.encoding, self.sheet) for file in self.files)
        except BadInput:
            return False

    @contextmanager
    def _prepared(self, system: RatingSystem) -> Iterator[None]:
        """Load what rating a long record needs while it is read."""
        size = sum(Path(file).stat().st_size for file in self.files if Path(file).is_file())
        if size < LONG_FILE:
            yield
            return
        from arpad.core.waiting import beside
        from arpad.ratings.rate import load_machine_code

        options = {"schedule": self.schedule, "period": self.period}
        with beside(lambda: load_machine_code(system, **options)):
            yield

    def _contests(self, system: RatingSystem) -> Record | None:
        """Read a long table of contests, where there is one and the system rates them; else None."""
        if not system.teams:
            return None
        from arpad.record.kinds.contests import is_long

        columns = self.named_columns
        if not any(is_long(file, columns, self.encoding, self.sheet) for file in self.files):
            return None
        if self.byes is not None:
            raise BadInput("--byes has no meaning for contests of many sides", remedy="Leave it out.")
        if self.rejects is not None:
            raise BadInput(
                "no row can be set aside from contests of many sides: the other rows of its contest would be "
                "rated without it",
                remedy="Leave out --rejects, and correct the row that is named then.",
            )
        if len(self.files) > 1:
            raise BadInput(
                f"contests of many sides are read from one file, and {len(self.files)} are given",
                remedy="Join them into one file.",
            )
        return arpad.read_contests(
            self.files[0],
            columns,
            encoding=self.encoding,
            sheet=self.sheet,
            dates=self.date_format,
            decimal=self.decimal,
        )

    def rate(
        self, games: Record, stages: Stages, *, history: bool = False, pool: str | None = None
    ) -> Ratings:
        """Rate the record, or the games of a pool, which goes on from the list of that pool."""
        _begin_fingerprint(games)
        after = None if pool is None else self.lists_by_pool.get(pool)
        with stages.stage(f"rating {counted(len(games), 'game')}"):
            return arpad.rate(games, self.rating_system, after=after, **self._how(history))

    def rate_by_pool(
        self,
        games: Record,
        stages: Stages,
        *,
        history: bool = False,
        entry_from: dict[str, str] | None = None,
    ) -> dict[str, Ratings]:
        """Rate every pool of the record by itself; ``entry_from`` as of :func:`arpad.rate_by_pool`."""
        with stages.stage(f"rating {counted(len(games), 'game')}"):
            how = self._how(history)
            after = self.lists_by_pool
            return arpad.rate_by_pool(games, self.rating_system, entry_from=entry_from, after=after, **how)

    def _how(self, history: bool) -> dict[str, Any]:
        return {
            "schedule": self.schedule,
            "period": self.period,
            "as_of": self.day,
            "history": history,
            "events": self.events,
        }


def check_played(games: Record) -> None:
    """Refuse a record of which no row is a game: there is nothing to rate.

    Raises:
        BadInput: it is one; with what its rows are.
    """
    rows = games.source
    if len(games) or not rows.rows:
        return
    counts = [
        counted(count, word)
        for count, word in (
            (rows.byes - rows.forfeits, "bye"),
            (rows.forfeits, "forfeit"),
            (rows.fixtures, "fixture"),
            (rows.rejected, "rejected row"),
        )
        if count
    ]
    raise BadInput(
        f"no game has been played: {', '.join(counts)}",
        file=", ".join(rows.files) or None,
        remedy="Expected a row with two sides and a result.",
    )


def _begin_fingerprint(games: Record) -> None:
    """Begin to take the fingerprint of a long record: it will be printed, and needs a core alone."""
    if len(games) >= LONG:
        from arpad.core.waiting import started

        started(lambda: games.digest)


def provenance(ratings: Ratings) -> str:
    """Say in one line what was computed from what; on a line each, what was made of the record."""
    from arpad.office import Manifest

    facts = Manifest.of(ratings)
    rows = ratings.timeline.record.source
    others = rows.byes + rows.fixtures + rows.rejected
    record = [
        counted(facts.games, "game")
        + (f" of {counted(rows.rows, 'row')}" if rows.rows != facts.games + others else "")
    ]
    record.append(counted(facts.players, "player"))
    if rows.byes > rows.forfeits:
        record.append(counted(rows.byes - rows.forfeits, "bye"))
    if rows.forfeits:
        record.append(f"{counted(rows.forfeits, 'forfeit')} not rated")
    if rows.fixtures:
        record.append(f"{counted(rows.fixtures, 'fixture')} without a result")
    record.append(f"{counted(rows.rejected, 'row')} rejected" if rows.rejected else "no row rejected")
    parts = [", ".join(record), described(ratings.system)]
    if facts.schedule == "live":
        parts.append("live")
    if facts.period is not None:
        parts.append(f"rating period {facts.period}")
    if facts.as_of is not None:
        parts.append(f"as of {facts.as_of}")
    line = "; ".join([*parts, f"record {facts.digest[:FINGERPRINT]}", f"arpad {facts.arpad}"])
    return "\n".join([line, *ratings.notes])
