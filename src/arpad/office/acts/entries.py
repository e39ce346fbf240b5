"""Who takes part: entries, corrections, numbers, absences and byes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arpad.core import BadInput, worded
from arpad.core.wording import Worded
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.fields import (
    BooleanField,
    ChoiceField,
    LineField,
    LinesField,
    ListField,
    WholeNumberField,
    field,
    participant_field,
)
from arpad.office.events.fields import HIGHEST_RATING, MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.office.desk import ParticipantEntry
    from arpad.office.log.event_log import EventLog

RATING = WholeNumberField(0, HIGHEST_RATING)
SEXES = ChoiceField(("m", "w", ""), (worded("male"), worded("female"), worded("not known")))
ROUNDS = ListField(WholeNumberField(1, MOST_ROUNDS), MOST_ROUNDS)
BY_RATING = worded("A late entrant gets the number of the rating; until round 4 is paired.")
BYES = ChoiceField(
    ("zero", "half", "full"), (worded("zero points"), worded("half a point"), worded("a full point"))
)


@dataclass(frozen=True, kw_only=True)
class PlayerFields(Act):
    """What is known of a player; None for a field that is not given, an empty text or 0 for nothing known."""

    name: str | None = field(LineField(200), worded("The name."), default=None)
    rating: int | None = field(RATING, worded("The rating, in whole points; 0 for none."), default=None)
    title: str | None = field(
        LineField(200), worded("The title of the player: GM, IM, …"), default=None, metavar="T"
    )
    federation: str | None = field(
        LineField(200), worded("Country or federation: KOR."), default=None, metavar="F"
    )
    identity: str | None = field(
        LineField(200),
        worded("FIDE's or the federation's number."),
        default=None,
        option="fide-id",
        metavar="ID",
    )
    sex: str | None = field(SEXES, worded("The sex: m or w."), default=None)
    birth: str | None = field(
        LineField(200), worded("The date or year of birth: 1990-05-17, 1990."), default=None, metavar="DATE"
    )

    DETAIL_FIELDS: ClassVar[tuple[str, ...]] = ("rating", "title", "federation", "identity", "sex", "birth")

    def given(self) -> dict[str, str | int]:
        """Return the fields that are given, by their names."""
        values = {name: getattr(self, name) for name in self.DETAIL_FIELDS}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class EntryFields(PlayerFields):
    """What is known of a participant."""

    club: str | None = field(LineField(200), worded("The club."), default=None, metavar="C")
    grade: str | None = field(LineField(200), worded("The Go rank: 3d, 12k."), default=None, metavar="G")

    DETAIL_FIELDS: ClassVar[tuple[str, ...]] = (*PlayerFields.DETAIL_FIELDS, "club", "grade")


@dataclass(frozen=True)
class AddParticipant(EntryFields):
    """Enter a participant, or a team with its players.

    A late entrant joins in the next round. Before the first round the systems that rank by rating (FIDE's
    Swiss systems) number all participants. A participant who comes later gets the next number, or with
    `by-rating` the number that the rating gives: numbers are provisional as long as entries come (C.04.2,
    2.5), and stay from the pairing of round 4 on (2.3).
    """

    NAME: ClassVar[str] = "add"
    TITLE: ClassVar[Worded] = worded("Enter a participant, or a team with its players.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    name: str = field(LineField(200), worded("The name."), positional=True, metavar="NAME")
    members: tuple[str, ...] = field(
        ListField(LineField(200), 200),
        worded("The players of a team by board, reserves last; NAME:2400 has a rating."),
        default=(),
        option="member",
        metavar="NAME",
    )
    by_rating: bool = field(BooleanField(), BY_RATING, default=False)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with one more participant."""
        from arpad.office import desk

        details = {name: value for name, value in self.given().items() if value}
        if not self.members:
            return desk.enter(log, self.name, details, by_rating=self.by_rating)
        if self.by_rating:
            raise BadInput(
                "teams and their players are not numbered by their ratings",
                code="entry.by-rating",
                remedy="Leave by-rating out.",
            )
        return desk.enter_team(log, self.name, [_member(text) for text in self.members], details)


def _member(text: str) -> ParticipantEntry:
    """Return a player of a team: a name, and after a colon the rating.

    Raises:
        BadInput: what follows the colon is not a rating.
    """
    from arpad.office.desk import ParticipantEntry

    name, colon, rating = text.rpartition(":")
    if colon and not rating.strip().isdecimal():
        raise BadInput(
            worded("{text!r} has no rating after the colon", text=text),
            code="entry.rating",
            remedy="Write NAME or NAME:2400.",
        )
    return ParticipantEntry(name, {"rating": int(rating)}) if colon else ParticipantEntry(text)


@dataclass(frozen=True)
class AddTable(Act):
    """Enter all participants of a table.

    With the columns team and board the lines are players of teams.
    """

    NAME: ClassVar[str] = "add-table"
    TITLE: ClassVar[Worded] = worded("Enter all participants of a table.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    table: str = field(
        LinesField(),
        worded("The table as text, pasted from a spreadsheet or CSV: its first line names the columns."),
        positional=True,
        metavar="TEXT",
    )
    by_rating: bool = field(BooleanField(), BY_RATING, default=False)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with everybody of the table."""
        from arpad.office import desk

        return desk.enter_table(log, self.table.encode(), "table", by_rating=self.by_rating)


@dataclass(frozen=True)
class EditParticipant(EntryFields):
    """Correct an entry.

    An empty text takes a value out. Before the first round the numbers follow the ratings; after it they
    stay.
    """

    NAME: ClassVar[str] = "edit"
    TITLE: ClassVar[Worded] = worded("Correct an entry.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    participant: str = participant_field()

    DETAIL_FIELDS: ClassVar[tuple[str, ...]] = ("name", *EntryFields.DETAIL_FIELDS)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the entry corrected; an empty text takes a value out."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        changes = self.given()
        check_given(changes)
        return desk.edit(log, number_of(log.tournament(), self.participant), changes)


def check_given(changes: Mapping[str, object]) -> None:
    """Refuse a correction that corrects nothing.

    Raises:
        BadInput: no field is given.
    """
    if not changes:
        raise BadInput("no change is given", code="entry.nothing", remedy="Give one or more fields.")


@dataclass(frozen=True)
class RemoveParticipant(Act):
    """Take out an entry that has not played.

    Whoever leaves after the first round is away instead.
    """

    NAME: ClassVar[str] = "remove"
    TITLE: ClassVar[Worded] = worded("Take out an entry that has not played.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    participant: str = participant_field()

    def change(self, log: EventLog) -> EventLog:
        """Return the log without the entry."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        return desk.remove(log, number_of(log.tournament(), self.participant))


@dataclass(frozen=True)
class NumberByRating(Act):
    """Number the entries by rating.

    The participants get numbers by rating and title before the first round; pairing it does so too.
    """

    NAME: ClassVar[str] = "number"
    TITLE: ClassVar[Worded] = worded("Number the entries by rating.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which numbers follow ratings and titles."""
        from arpad.office import desk

        return desk.number_by_rating(log)


@dataclass(frozen=True)
class NoteAbsence(Act):
    """Note that a participant will miss rounds.

    The participant is left out of rounds that are not paired yet: a bye asked for, or a withdrawal. Round
    robins, knockouts and other fixed formats pair the participant nevertheless; the result is a forfeit.
    """

    NAME: ClassVar[str] = "away"
    TITLE: ClassVar[Worded] = worded("Note that a participant will miss rounds.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    participant: str = participant_field()
    rounds: tuple[int, ...] = field(
        ROUNDS, worded("The rounds; all remaining ones if none is given."), default=(), option="round"
    )
    bye: str = field(BYES, worded("What the bye brings."), default="zero")

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which the participant is not paired in these rounds."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        return desk.away(log, number_of(log.tournament(), self.participant), self.rounds, self.bye)


@dataclass(frozen=True)
class NoteReturn(Act):
    """Note that a participant who was away plays again.

    Missed rounds stay as they were.
    """

    NAME: ClassVar[str] = "back"
    TITLE: ClassVar[Worded] = worded("Note that a participant who was away plays again.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    participant: str = participant_field()
    rounds: tuple[int, ...] = field(
        ROUNDS, worded("The rounds; all remaining ones if none is given."), default=(), option="round"
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which the participant is paired again."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        return desk.back(log, number_of(log.tournament(), self.participant), self.rounds)


@dataclass(frozen=True)
class GiveBye(Act):
    """Give a bye, also of a round that is paired.

    The round is to come, or is paired and the participant does not play in it. With the bye of an odd number
    the participant changes places with the one who has it.
    """

    NAME: ClassVar[str] = "bye"
    TITLE: ClassVar[Worded] = worded("Give a bye, also of a round that is paired.")
    GROUP: ClassVar[ActGroup] = ActGroup.PARTICIPANTS

    participant: str = participant_field()
    points: str = field(
        ChoiceField(
            ("half", "full", "zero", "pairing"),
            (
                worded("half a point"),
                worded("a full point"),
                worded("zero points"),
                worded("the bye of an odd number"),
            ),
        ),
        worded("What the bye brings; whoever had the bye of an odd number takes the seat."),
    )
    round: int | None = field(
        WholeNumberField(1, MOST_ROUNDS), worded("The round; the last if none is given."), default=None
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which the participant has the bye."""
        from arpad.office import desk
        from arpad.office.desk.asking import round_of
        from arpad.tournament.participants import number_of

        tournament = log.tournament()
        number = number_of(tournament, self.participant)
        if self.points == "pairing":
            return desk.swap_bye(log, number, at=self.round)
        at = round_of(tournament, None)[0] if self.round is None else self.round
        return desk.give_bye(log, number, at, self.points)
