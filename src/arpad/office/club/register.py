"""The register of an organisation's players: names, ids, federations, years of birth, titles, clubs.

A player stands in the register under the name by which results and pools know the player, and under a number
that never changes. What is entered or corrected is an event; the table is a projection of the events. The
fields and what each may hold are those of an entry in a tournament (:mod:`arpad.office.desk.entering`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from arpad.core import BadInput, worded
from arpad.office.cache import MEGABYTE, Cache
from arpad.office.club.register_events import FORMAT, HEADER, PlayerAmended, PlayerRegistered
from arpad.office.club.rights import Actor, Task, require
from arpad.office.desk.entering import checked_field, plain_name
from arpad.office.desk.entry_table import COLUMNS, table_of
from arpad.office.events.entry_fields import TEXTS
from arpad.office.events.stored_event import StoredEvent
from arpad.office.log.store import stamp_now
from arpad.office.pools.pool import Pool, pools
from arpad.office.store import streams
from arpad.office.store.acts import StampedEvent, only_stream, write
from arpad.office.store.database import Database
from arpad.office.store.streams import Stream
from arpad.office.store.tables import REGISTER
from arpad.record.tables.letters import folded

KIND = "register"

MOST_IMPORTED = 200_000
"""Players in one file."""


class Registered(NamedTuple):
    """A player of the register.

    Args:
        number: in the register; it never changes.
        name: by which results and pools know the player.
        title: GM, IM, … or empty.
        federation: or empty.
        sex: ``m``, ``w`` or empty.
        identity: the federation's identity number, or empty.
        birth: ``1990/05/17``, ``1990`` or empty.
        club: or empty.
        grade: a Go rank, or empty.
    """

    number: int
    name: str
    title: str = ""
    federation: str = ""
    sex: str = ""
    identity: str = ""
    birth: str = ""
    club: str = ""
    grade: str = ""

    @property
    def birth_year(self) -> int | None:
        """The year of birth; None where it is not known."""
        year = self.birth[:4]
        return int(year) if year.isascii() and year.isdecimal() and len(year) == 4 else None

    @property
    def letters(self) -> str:
        """What a search compares: name, identity number and club, without accents and case."""
        return folded(f"{self.name} {self.identity} {self.club}")


class RegisterChange(NamedTuple):
    """What a file says of a player who is registered.

    Args:
        player: as registered.
        fields: what differs: the field, before, after.
    """

    player: Registered
    fields: tuple[tuple[str, str, str], ...]


class Rejected(NamedTuple):
    """A line of a file that cannot be taken.

    Args:
        line: its number, as an editor shows it.
        name: what stands in the column ``name``.
        problem: why, in a sentence without a full stop.
    """

    line: int
    name: str
    problem: str


@dataclass(frozen=True)
class Import:
    """What a file of players would do to the register.

    Args:
        new: players who are not registered; they have no number yet.
        changed: those who are, of whom the file says something else.
        same: how many are registered as the file has them.
        rejected: the lines that cannot be taken.
        seq: the last event of the register that was looked at.
    """

    new: Sequence[Registered] = ()
    changed: Sequence[RegisterChange] = ()
    same: int = 0
    rejected: Sequence[Rejected] = ()
    seq: int = 0


@dataclass(frozen=True)
class _CachedPlayers:
    """The whole register as one process has read it last."""

    seq: int
    players: Sequence[Registered]
    by_name: Mapping[str, Registered]


BYTES_OF_REGISTERED = 600
"""What a registered player takes in memory, about."""

_KEPT: Cache[str, _CachedPlayers] = Cache(
    "register", 4, 64 * MEGABYTE, lambda kept: BYTES_OF_REGISTERED * len(kept.players)
)


@dataclass(frozen=True)
class Register:
    """The register of players of an organisation.

    Args:
        database: of the organisation.
    """

    database: Database

    @property
    def seq(self) -> int:
        """The number of its last event; 0 where nobody has been registered."""
        with self.database.reading() as connection:
            stream = streams.find(connection, KIND, KIND)
        return 0 if stream is None else stream.seq

    def players(self) -> Sequence[Registered]:
        """Return all players, by name.

        Raises:
            BadInput: the database does not answer.
        """
        return self._kept().players

    def by_name(self) -> Mapping[str, Registered]:
        """Return all players, by their names."""
        return self._kept().by_name

    def player(self, number: int) -> Registered | None:
        """Return the player of a number; None if there is none."""
        with self.database.reading() as connection:
            return _player(connection, number)

    def search(self, words: str) -> list[Registered]:
        """Return the players of whom name, identity number and club hold all of some words.

        Accents and case are not compared; without words, all players.
        """
        wanted = folded(words).split()
        return [player for player in self.players() if _holds(player.letters, wanted)]

    def register(self, fields: Mapping[str, str], *, by: Actor) -> Registered:
        """Enter a player.

        Args:
            fields: ``name``, and any others of :class:`Registered`.
            by: who does it; a rating officer or an owner.

        Raises:
            NotAllowed: others may not.
            BadInput: there is a player of that name, or a field is not valid.
        """
        require(by, Task.MANAGE_POOLS)
        checked = _checked(fields)
        with self._writing() as (connection, stream):
            player = self._enter(connection, Registered(0, **checked))
            event = PlayerRegistered(player.number, player.name, *player[2:])
            write(connection, stream, [StampedEvent(event, stamp_now(author=by.name))])
        return player

    def amend(self, number: int, fields: Mapping[str, str], *, by: Actor) -> Registered:
        """Correct what is known of a player.

        Args:
            number: of the player.
            fields: those that may change, with the values that they are to have.
            by: who does it.

        Raises:
            NotAllowed: others may not.
            BadInput: there is no such player, a field is not valid, the name is taken, nothing changes, or
                the name is one under which games are rated.
        """
        require(by, Task.MANAGE_POOLS)
        with self._writing() as (connection, stream):
            before = _player(connection, number)
            if before is None:
                raise BadInput(
                    worded("there is no player {number} in the register", number=number),
                    code="register.unknown",
                )
            changes = {
                key: value
                for key, value in _checked({"name": before.name, **fields}).items()
                if value != getattr(before, key)
            }
            if not changes:
                raise BadInput(worded("nothing changes for {name}", name=before.name), code="register.same")
            self._change(connection, before, changes)
            event = PlayerAmended(number, changes)
            write(connection, stream, [StampedEvent(event, stamp_now(author=by.name))])
            after = _player(connection, number)
        assert after is not None
        return after

    def preview(self, content: bytes, file: str) -> Import:
        """Return what a CSV file of players would do; nothing is written.

        A player is found by the identity number, or else by the name. An empty cell leaves what is known.

        Args:
            content: a column ``name``, and any that a file of entries may have.
            file: its name, for errors.

        Raises:
            BadInput: the file is not such a table, or has too many lines.
        """
        seq = self.seq
        return _import(self.players(), content, file, seq)

    def take(self, content: bytes, file: str, *, by: Actor, expected: int | None = None) -> Import:
        """Take a CSV file of players into the register, but for the lines that are rejected.

        Args:
            content: as of :meth:`preview`.
            file: its name, for errors.
            by: who does it.
            expected: the last event that the preview has looked at; None for the last one.

        Raises:
            NotAllowed: others may not.
            BadInput: as of :meth:`preview`; or the register has changed since (``log.moved``). Nothing is
                written then.
        """
        require(by, Task.MANAGE_POOLS)
        with self._writing() as (connection, stream):
            if expected is not None and expected != stream.seq:
                raise BadInput(
                    worded(
                        "the last event of the register is {seq}, not {expected}",
                        seq=stream.seq,
                        expected=expected,
                    ),
                    code="log.moved",
                    remedy="Look at what the file does now, and decide again.",
                )
            file_import = _import(_all(connection), content, file, stream.seq)
            events: list[StoredEvent] = []
            for wanted in file_import.new:
                player = self._enter(connection, wanted)
                events.append(PlayerRegistered(player.number, player.name, *player[2:]))
            for change in file_import.changed:
                fields = {key: after for key, _, after in change.fields}
                self._change(connection, change.player, fields)
                events.append(PlayerAmended(change.player.number, fields))
            if events:
                write(
                    connection, stream, [StampedEvent(event, stamp_now(author=by.name)) for event in events]
                )
        return file_import

    def _enter(self, connection: Connection, wanted: Registered) -> Registered:
        _check_free(connection, wanted.name)
        last = connection.execute(select(func.max(REGISTER.c.number))).scalar_one() or 0
        row = wanted._replace(number=last + 1)
        connection.execute(insert(REGISTER).values(row._asdict()))
        return row

    def _change(self, connection: Connection, before: Registered, changes: Mapping[str, str]) -> None:
        if "name" in changes:
            _check_free(connection, changes["name"])
            if self._rates(before.name):
                raise BadInput(
                    worded("games of {name} are rated under that name", name=before.name),
                    code="register.rated",
                    remedy="Register the right name too, and make the two one player in the pool.",
                )
        connection.execute(update(REGISTER).where(REGISTER.c.number == before.number).values(**changes))

    def _rates(self, name: str) -> bool:
        """Whether any pool knows somebody under a name."""
        names = pools(self.database)
        return any(Pool(self.database, pool).rating(name) is not None for pool in names)

    def _kept(self) -> _CachedPlayers:
        address, seq = self.database.address, self.seq

        def look() -> _CachedPlayers | None:
            kept = _KEPT.get(address)
            return kept if kept is not None and kept.seq == seq else None

        return _KEPT.calculated(address, look, self._read_whole)

    def _read_whole(self) -> _CachedPlayers:
        with self.database.reading() as connection:
            stream = streams.find(connection, KIND, KIND)
            players = _all(connection)
        kept = _CachedPlayers(
            0 if stream is None else stream.seq, players, {player.name: player for player in players}
        )
        _KEPT.put(self.database.address, kept)
        return kept

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, Stream]]:
        """Open a transaction in which nobody else changes the register; committed if nothing fails."""
        with self.database.writing() as connection:
            yield connection, only_stream(connection, KIND, {HEADER: FORMAT})
            connection.commit()


def _all(connection: Connection) -> list[Registered]:
    rows = connection.execute(select(REGISTER).order_by(REGISTER.c.name, REGISTER.c.number))
    return [Registered(*row) for row in rows]


def _player(connection: Connection, number: int) -> Registered | None:
    row = connection.execute(select(REGISTER).where(REGISTER.c.number == number)).one_or_none()
    return None if row is None else Registered(*row)


def _check_free(connection: Connection, name: str) -> None:
    """Refuse a name that somebody has.

    Raises:
        BadInput: somebody has it.
    """
    if connection.execute(select(func.count()).where(REGISTER.c.name == name)).scalar_one():
        raise BadInput(
            worded("{name!r} is registered already", name=name),
            code="register.name-taken",
            remedy="Make the names differ, with the year of birth for instance.",
        )


def _checked(fields: Mapping[str, str]) -> dict[str, str]:
    """Return fields of a player, checked; ``name`` is among them.

    Raises:
        BadInput: the name is missing, or a field is not known or not valid.
    """
    valid = {"name": plain_name(fields.get("name", ""))}
    for key, value in fields.items():
        if key == "name":
            continue
        checked = checked_field(key, value)
        if key not in TEXTS or not isinstance(checked, str):
            raise BadInput(
                worded("the register has no field {key!r}", key=key),
                code="register.unknown-field",
                remedy=worded("It has name, {known}.", known=", ".join(TEXTS)),
            )
        valid[key] = checked
    return valid


def _holds(letters: str, words: Sequence[str]) -> bool:
    return all(word in letters for word in words)


def _import(players: Sequence[Registered], content: bytes, file: str, seq: int) -> Import:
    _, rows, unused, _ = table_of(content, file)
    if unused:
        raise BadInput(
            worded("the column {column!r} is not known", column=unused[0]),
            file=file,
            remedy=worded("Take it out. Columns are name, {known}.", known=", ".join(COLUMNS)),
            code="entries.columns",
        )
    if len(rows) > MOST_IMPORTED:
        raise BadInput(
            worded(
                "{file} has {count} players: {most} are allowed",
                file=file,
                count=len(rows),
                most=MOST_IMPORTED,
            ),
            code="register.too-many",
            remedy="Take it in several files.",
        )
    by_name = {player.name: player for player in players}
    by_identity = {player.identity: player for player in players if player.identity}
    new: list[Registered] = []
    changed: list[RegisterChange] = []
    rejected: list[Rejected] = []
    same = 0
    seen: set[str] = set()
    for row in rows:
        values = {key: str(value) for key, value in row.entry.fields.items() if key != "rating"}
        try:
            fields = _checked({"name": row.entry.name, **values})
            registered = by_identity.get(fields.get("identity", "")) or by_name.get(fields["name"])
            if fields["name"] in seen:
                raise BadInput(
                    worded("{name!r} stands in the file twice", name=fields["name"]),
                    code="register.twice",
                )
            seen.add(fields["name"])
            if registered is not None and fields["name"] != registered.name:
                raise BadInput(
                    worded(
                        "the id {identity} is that of {name!r} in the register",
                        identity=registered.identity,
                        name=registered.name,
                    ),
                    code="register.identity",
                )
        except BadInput as error:
            rejected.append(Rejected(row.line, row.entry.name, error.problem))
            continue
        if registered is None:
            new.append(Registered(0, **fields))
            continue
        differs = tuple(
            (key, getattr(registered, key), value)
            for key, value in fields.items()
            if value != getattr(registered, key)
        )
        if differs:
            changed.append(RegisterChange(registered, differs))
        else:
            same += 1
    return Import(new, changed, same, rejected, seq)
