"""A tournament in Python: run by acts, ranked, explained, saved; :class:`arpad.Tournament`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from arpad.core import BadInput, Explanation, counted
from arpad.office import desk
from arpad.office.acts.act import Act
from arpad.office.acts.entries import AddParticipant, AddTable
from arpad.office.acts.methods import ActMethods
from arpad.office.acts.outcome import ActOutcome, outcome_of, preview
from arpad.office.acts.plan import ChangeDetails
from arpad.office.acts.registry import act_named
from arpad.office.acts.rounds import PairByHand, PairRound
from arpad.office.desk.asking import round_of
from arpad.office.desk.stages import next_stage, points_of
from arpad.office.event_report import EventReport
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog
from arpad.office.log.history import history
from arpad.office.log.store import MemoryStore, Store, StoredAct, begun, stamp_now
from arpad.office.policy import Finding
from arpad.rulebooks.pairing_settings import checked
from arpad.rulebooks.standings import TIEBREAKS
from arpad.rulebooks.tournament_report.checking import ReportCheck, check_report
from arpad.rulebooks.tournament_report.pairing import PairedRound, compared
from arpad.rulebooks.tournament_report.ranking import StandingsTable, ranked, tie_break_values
from arpad.rulebooks.tournament_report.report import TournamentReport
from arpad.rulebooks.tournament_report.rules import edition_day
from arpad.tournament.model import Tournament as TournamentModel
from arpad.tournament.points import Points

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.tables.frames import Frame
    from arpad.tournament.trf.header import Dialect

EVENTS: dict[str, type] = {
    "seq": int,
    "time": str,
    "author": str,
    "act": str,
    "stands": bool,
}
"""The columns of the log as a table."""


class Tournament(ActMethods):
    """A tournament that is run by acts, as ``arpad tournament`` runs one from the command line.

    Whatever the command line does, a method of the same name does, with a hyphen as an underscore
    (``cup.pair_by_hand``); :meth:`act` does an act by its name. What is refused is a
    :class:`~arpad.BadInput` with the act's code, and nothing is changed then. What is done although a rule
    would not have it so is done, and said: in the outcome of the act, and in :attr:`findings`.

    A tournament lives in memory until it is saved. One that was saved or opened writes every act to its file
    at once, as the command line does, and others may work on the same file meanwhile.

    Args:
        system: the pairing system; ``arpad systems --pairing`` lists them.
        rounds: how many are planned; 0 if nobody has said.
        seed: what all lots are drawn from.
        name: the title.
        edition: the day whose rules hold, or a year by which they are known; None for the newest.
        points: what results are worth: ``fide`` (1-½-0), ``football`` (3-1-0), or the values.
        tiebreaks: their codes in order; none for those of the system.
        colour: what was drawn for number 1 in round 1: ``white``, ``black``, or ``lot`` if it is drawn from
            the seed.
        settings: of the system, by name.
        details: place, dates, arbiters …: the fields of :meth:`details`.

    Raises:
        BadInput: there is no such system, edition, setting or tie-break, or a number is out of range.
    """

    def __init__(
        self,
        system: str = "fide-dutch",
        *,
        rounds: int = 0,
        seed: int = 0,
        name: str = "Tournament",
        edition: date | str | None = None,
        points: str | Points | None = "fide",
        tiebreaks: Sequence[str] = (),
        colour: Literal["white", "black", "lot"] = "lot",
        settings: Mapping[str, Any] | None = None,
        **details: Any,
    ) -> None:
        day = edition_day(edition)
        log = desk.create(
            name,
            system,
            rounds=rounds,
            seed=seed,
            edition=day,
            points=points,
            settings=checked(system, settings or {}, day),
            tiebreaks=[TIEBREAKS.as_code(word) for word in tiebreaks],
            details=ChangeDetails.of(details).details() if details else None,
            colour=colour,
        )
        self._begin(log)

    def _begin(self, log: EventLog, *, in_acts: bool = False) -> None:
        self._store: Store = MemoryStore(begun(log, stamp_now(), in_acts=in_acts))
        self._file: Path | None = None
        self._findings: tuple[Finding, ...] = log.findings

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open the event file of a tournament; every act is written to it at once.

        Args:
            path: the file, such as ``cup.arpad``.

        Raises:
            BadInput: it cannot be read, or is not an event file.
        """
        file = EventFile(Path(path))
        file.read()
        opened = cls.__new__(cls)
        opened._store, opened._file, opened._findings = file, file.path, ()
        return opened

    @classmethod
    def from_report(
        cls,
        report: str | Path,
        *,
        name: str = "",
        system: str = "",
        rounds: int = 0,
        edition: date | str | None = None,
        seed: int = 0,
        lenient: bool = False,
        encoding: str | None = None,
    ) -> Self:
        """Take over the tournament of a report (TRF) that another program wrote, with rounds and results.

        Args:
            report: the file.
            name: the title; empty for the report's.
            system: the pairing system; empty for the report's.
            rounds: how many are planned; 0 for as many as the report says.
            edition: the day whose rules hold; None for the report's.
            seed: what lots to come are drawn from.
            lenient: take a report whose lines contradict each other.
            encoding: of the report; None for UTF-8, or the likeliest of the old ones.

        Raises:
            BadInput: the report cannot be read or taken over.
        """
        from arpad.tournament.trf import read_document

        log = desk.take_over(
            read_document(Path(report), encoding),
            name=name,
            system=system,
            rounds=rounds,
            edition=edition_day(edition),
            seed=seed,
            lenient=lenient,
        )
        taken = cls.__new__(cls)
        taken._begin(log, in_acts=True)
        return taken

    def save(self, path: str | Path) -> Self:
        """Write the tournament to a new event file; acts are written to that file from now on.

        Args:
            path: the file, such as ``cup.arpad``; it must not be there yet.

        Raises:
            BadInput: there is a file of that name, or it cannot be written.
        """
        file = EventFile(Path(path))
        file.write_new(self._store.read())
        self._store, self._file = file, file.path
        return self

    def __repr__(self) -> str:
        """Return the tournament in a line: title, participants, rounds, system."""
        model = self.model
        many, rounds = counted(len(model.entrants), "participant"), counted(model.played, "round")
        place = f", in {self._file}" if self._file else ""
        return f"<Tournament: {model.name}, {many}, {rounds} paired, {model.system}{place}>"

    def _repr_html_(self) -> str:
        """Return the standings, or before the first round the participants, as a notebook shows them."""
        from arpad.core.notebook import html_table

        frame = self.standings().to_frame() if self.model.played else self.participants()
        rows = [["" if cell is None else str(cell) for cell in row] for row in frame.rows()]
        return html_table(repr(self)[1:-1], frame.columns, rows)

    @property
    def model(self) -> TournamentModel:
        """The tournament as it is now (:class:`arpad.tournament.Tournament`): an immutable value."""
        return self._store.read().tournament()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is to be said of the last act."""
        return self._findings

    def act(self, name: str, /, **fields: Any) -> ActOutcome:
        """Do an act by its name.

        Args:
            name: of the act, such as ``forbid``.
            fields: of the act; None for one that is not given.

        Returns:
            what became of it: what was done in words, and the findings.

        Raises:
            BadInput: there is no such act, or it is refused; its code says why.
        """
        return self._do(act_named(name).of(fields))

    def _do(self, act: Act) -> ActOutcome:
        done = self._done(act.change)
        return outcome_of(done.before, done.events, self._findings)

    def _done(self, change: Callable[[EventLog], EventLog]) -> StoredAct:
        done = self._store.act(change)
        self._findings = done.after.findings
        return done

    def preview(self, name: str, /, **fields: Any) -> ActOutcome:
        """Say what an act would do, and what would be to be said of it; nothing is changed.

        Args:
            name: of the act.
            fields: of the act.

        Raises:
            BadInput: there is no such act, or it would be refused.
        """
        return preview(act_named(name).of(fields), self._store.read())

    def add(
        self,
        participants: str | Path | Frame,
        *,
        rating: int | None = None,
        title: str | None = None,
        federation: str | None = None,
        identity: str | None = None,
        sex: Literal["m", "w", ""] | None = None,
        birth: str | None = None,
        club: str | None = None,
        grade: str | None = None,
        members: Sequence[str] = (),
        by_rating: bool = False,
    ) -> ActOutcome:
        """Enter a participant, a team with its players, or everybody of a table.

        A late entrant joins in the next round.

        Args:
            participants: a name; or a table with a column ``name``, and ``rating``, ``title``,
                ``federation``, ``fide_id``, ``sex``, ``birth``, ``club``, ``grade`` where they are known
                (with ``team`` and ``board`` the rows are players of teams), as a frame or as the
                :class:`~pathlib.Path` of a file.
            rating: in whole points; 0 for none.
            title: GM, IM, …
            federation: country or federation: KOR.
            identity: FIDE's or the federation's number.
            sex: m or w.
            birth: the date or year of birth: 1990-05-17, 1990.
            club: the club.
            grade: the Go rank: 3d, 12k.
            members: the players of a team by board, reserves last; ``NAME:2400`` has a rating.
            by_rating: a late entrant gets the number of the rating; until round 4 is paired.

        Raises:
            BadInput: a name is missing or taken, a field is not valid; or the format takes nobody any longer.
        """
        details = {
            "rating": rating,
            "title": title,
            "federation": federation,
            "identity": identity,
            "sex": sex,
            "birth": birth,
            "club": club,
            "grade": grade,
        }
        if isinstance(participants, str):
            fields = {"name": participants, **details, "members": members, "by_rating": by_rating}
            return self._do(AddParticipant.of(fields))
        for name, value in (*details.items(), ("members", members or None)):
            if value is not None:
                raise BadInput(
                    f"{name} is for one participant, and a table enters many",
                    code="entry.one-or-many",
                    remedy="Leave it out: what is known of each stands in the table.",
                )
        if isinstance(participants, Path):
            path = participants
            done = self._done(lambda log: desk.enter_from(log, path, by_rating=by_rating))
            return outcome_of(done.before, done.events, self._findings)
        from arpad.record.tables.frames import as_polars

        return self.add_table(as_polars(participants).write_csv(), by_rating=by_rating)

    def add_table(self, table: str, *, by_rating: bool = False) -> ActOutcome:
        """Enter all participants of a table that is text: CSV, or pasted from a spreadsheet.

        Args:
            table: its first line names the columns, as of :meth:`add`.
            by_rating: a late entrant gets the number of the rating; until round 4 is paired.

        Raises:
            BadInput: as :meth:`add`.
        """
        return self._do(AddTable(table, by_rating))

    def pair(self) -> PairedRound:
        """Pair the next round, once all results of the last one are in.

        Before the first, FIDE's Swiss systems number the participants by their ratings, equal ratings in the
        order of entry.

        Returns:
            the round, with ``to_frame()``, ``explain()`` and ``why_not(a, b)``.

        Raises:
            BadInput: a result is missing, all rounds are paired, or the rules allow no pairing.
        """
        self._do(PairRound())
        return self.round()

    def pair_by_hand(
        self, boards: Sequence[tuple[int | str, int | str]], *, byes: Sequence[int | str] = ()
    ) -> PairedRound:
        """Pair the next round by hand; what departs from the rules is done, and said.

        Args:
            boards: White and Black of every board, by number or name.
            byes: the participants who get the bye.

        Raises:
            BadInput: a participant is missing, or is there twice; a result of the last round is missing.
        """
        self._do(PairByHand.of({"boards": boards, "byes": byes}))
        return self.round()

    def round(self, number: int | None = None) -> PairedRound:
        """Return a round as it was paired.

        Args:
            number: of the round; None for the last.

        Raises:
            BadInput: it is not paired (``round.not-paired``, ``round.none``).
        """
        from arpad.office.hand_decisions import explained_round

        log = self._store.read()
        at, paired = round_of(log.tournament(), number)
        return PairedRound(log.as_paired(at).before, paired, paired, lambda: explained_round(log, at))

    def participants(self) -> pl.DataFrame:
        """Return the participants, as :meth:`arpad.TournamentReport.to_frame` has them."""
        return self.to_report().to_frame()

    def games(self) -> pl.DataFrame:
        """Return boards and byes of all rounds, as :meth:`arpad.TournamentReport.to_frame` has games."""
        return self.to_report().to_frame("games")

    def standings(
        self, tiebreaks: str | Sequence[str] | None = None, *, edition: date | str | None = None
    ) -> StandingsTable:
        """Return the standings; they have ``to_frame()`` and ``explain(player)``.

        Args:
            tiebreaks: by code or in words, in order; None for those of the tournament.
            edition: the day whose tie-break rules hold; None for those in force when it began.

        Raises:
            BadInput: a code is not known, or lacks what it needs.
        """
        return ranked(self.model, tiebreaks, edition_day(edition))

    def tie_break_values(self, tiebreaks: str | Sequence[str]) -> pl.DataFrame:
        """Return the values of tie-breaks as a table, a row for each participant.

        Args:
            tiebreaks: by code or in words, in order.

        Raises:
            BadInput: a code is not known, or cannot be used here.
        """
        frame: pl.DataFrame = tie_break_values(ranked(self.model, tiebreaks, None))
        return frame

    def check(self) -> ReportCheck:
        """Judge every round, and pair it again by the rules; rounds that the arbiter paired are not."""
        return check_report(self.to_report())

    def to_report(self) -> TournamentReport:
        """Return the tournament as the report that :func:`arpad.pair`, :func:`arpad.check` … take."""
        return EventReport.of(self._store.read(), str(self._file or ""))

    def explain(self, round: int | None = None) -> Explanation:  # noqa: A002 -- what the command line calls it
        """Return why a round was paired as it was.

        Args:
            round: its number; None for the last.

        Raises:
            BadInput: it is not paired.
        """
        return self.round(round).explain()

    def why_not(
        self,
        first: int | str,
        second: int | str,
        *,
        round: int | None = None,  # noqa: A002 -- what the command line calls it
    ) -> Explanation:
        """Return what pairing two participants in a round would have cost.

        Args:
            first: a participant, by number or name.
            second: another, or ``bye``.
            round: its number; None for the last.

        Raises:
            NotProvided: the system does not compare rounds.
            BadInput: no participant is named so, or the round is not paired.
        """
        return compared(self.round(round).tournament, first, second)

    def log(self) -> pl.DataFrame:
        """Return what was done, by whom and when.

        Columns: ``seq`` (to which :meth:`undo` goes back), ``time`` (UTC), ``author``, ``act`` in words, and
        ``stands``: false of what was undone.
        """
        from arpad.tournament.frames import frame_of

        rows = [
            [entry.seq, entry.stamp.time, entry.stamp.author, "; ".join(entry.words), entry.stands]
            for entry in history(self._store.read())
        ]
        frame: pl.DataFrame = frame_of(EVENTS, rows)
        return frame

    def next(
        self,
        *,
        take: int = 2,
        system: str = "knockout",
        rounds: int = 0,
        name: str = "",
        tiebreaks: Sequence[str] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Tournament:
        """Begin the next stage with the participants who qualify: a tournament of its own.

        Args:
            take: how many go on; of groups, how many of each.
            system: the pairing system of the next stage.
            rounds: how many rounds are planned.
            name: its title; empty for that of this one.
            tiebreaks: what decides who goes on; None for those of the tournament.
            settings: of the system, by name.

        Raises:
            BadInput: this stage is not over, or it cannot be said who goes on.
        """
        log = self._store.read()
        model = log.tournament()
        new = EventLog.new(
            name=name or model.name,
            system=system,
            rounds=rounds,
            seed=model.seed,
            points=points_of(model),
            settings=checked(system, settings or {}, None),
        )
        codes = None if tiebreaks is None else [TIEBREAKS.as_code(word) for word in tiebreaks]
        stage = Tournament.__new__(Tournament)
        stage._begin(next_stage(log, new, take, codes))
        return stage

    def copy(self, name: str, *, participants: bool = True, seed: int | None = None) -> Tournament:
        """Begin another tournament with the plan of this one: system, settings, points, tie-breaks.

        Args:
            name: its title.
            participants: whether it has the participants of this one, teams with their players.
            seed: what its lots are drawn from; None for that of this one.

        Raises:
            BadInput: the name is empty.
        """
        other = Tournament.__new__(Tournament)
        other._begin(desk.copied(self._store.read(), name, participants=participants, seed=seed))
        return other

    def export(
        self, path: str | Path, *, dialect: Dialect = "trf26", decisions: bool = False, force: bool = False
    ) -> None:
        """Write the tournament as a report that FIDE's and other programs read.

        Args:
            path: the file, such as ``cup.trf``.
            dialect: ``trf26``, or ``trf16`` with JaVaFo's and bbpPairings' extensions.
            decisions: add what the arbiter decided as comments, with the articles.
            force: whether a file that is not a report of arpad may be replaced.

        Raises:
            BadInput: the file cannot be written, or is not called as a report.
        """
        from arpad.office.report_file import write_report

        write_report(self._store.read(), Path(path), dialect, decisions=decisions, force=force)
