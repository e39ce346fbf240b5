"""``arpad tournament add``, ``edit``, ``remove``, ``number``: who takes part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from arpad.cli.acts import act_options, answer, do, file_argument
from arpad.cli.tables import shown
from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.office.desk import Entry
    from arpad.office.events.event import Event
    from arpad.office.log.event_log import EventLog

F = TypeVar("F", bound=Callable[..., Any])


def _entry_options(function: F) -> F:
    """Give a command an option for every field of an entry beside the name; None where it is not given."""
    options = [
        click.option("--rating", type=click.IntRange(0, 9999), help="The rating, in whole points; 0: none."),
        click.option("--title", metavar="T", help="GM, IM, …"),
        click.option("--federation", metavar="F", help="Country or federation: KOR."),
        click.option("--fide-id", "identity", metavar="ID", help="FIDE's or the federation's number."),
        click.option("--sex", type=click.Choice(["m", "w", ""]), help="m or w."),
        click.option("--birth", metavar="DATE", help="Date or year of birth: 1990-05-17, 1990."),
        click.option("--club", metavar="C", help="Club."),
        click.option("--grade", metavar="G", help="Go rank: 3d, 12k."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@click.command("add", short_help="Enter a participant, or a list.")
@file_argument
@click.argument("name", required=False)
@click.option(
    "--from",
    "entries",
    metavar="TABLE",
    type=click.Path(path_type=Path),
    help="Enter all participants of a file (CSV, .xlsx, .ods): columns name, rating, title, federation, "
    "fide_id, sex, birth, club, grade; with the columns team and board the players of teams.",
)
@click.option(
    "--member",
    "members",
    multiple=True,
    metavar="NAME",
    help="A player of the team NAME, by board, reserves last; may be repeated. NAME:2400 has a rating.",
)
@_entry_options
@click.option(
    "--by-rating",
    is_flag=True,
    help="A late entrant gets the number of the rating, and all below move down; until round 4 is paired.",
)
@act_options
def add(
    file: Path,
    name: str | None,
    entries: Path | None,
    members: tuple[str, ...],
    by_rating: bool,
    as_json: bool,
    op: str,
    **said: Any,
) -> None:
    """Enter a participant, or all of a file with a column name; a late entrant joins in the next round.

    A team is entered with its players (--member), several from a file with the column team. Players who
    are added to a team that is there are its reserves.

    Before the first round the systems that rank by rating (FIDE's Swiss systems) number all participants. A
    participant who comes later gets the next number, or with --by-rating the number that the rating gives:
    numbers are provisional as long as entries come (C.04.2, 2.5), and stay from the pairing of round 4 on
    (2.3).
    """
    from arpad.office import desk
    from arpad.office.events.entries import Added
    from arpad.office.events.teams import MemberAdded

    if (name is None) == (entries is None):
        raise BadInput(
            "either one name or --from FILE is needed",
            remedy="Give a NAME to enter one participant, --from FILE to enter many.",
            code="entry.one-or-many",
        )
    if name is not None and Path(name).suffix and Path(name).is_file():
        raise BadInput(
            f"{name} is a file, not a participant",
            remedy=f"Enter all participants of it: --from {name}.",
            code="entry.file",
        )
    known = {key: value for key, value in said.items() if value}
    _check_used(entries is not None, members, known, by_rating)

    def change(book: EventLog) -> EventLog:
        if entries is not None:
            return desk.enter_from(book, entries, by_rating=by_rating)
        if members:
            return desk.enter_team(book, name or "", _members(members), known)
        return desk.enter(book, name or "", known, by_rating=by_rating)

    asked = [name, entries, by_rating, known, *([members] if members else [])]
    done = do(file, change, op, "add", *asked)
    added = [event for event in done.events if isinstance(event, Added)]
    rows = [{"number": event.number, "name": event.name} for event in added]
    players = [
        {"number": event.number, "name": event.name, "team": done.after.number_of(event.team)}
        for event in done.events
        if isinstance(event, MemberAdded)
    ]
    answer(
        done,
        as_json,
        _entered(done.events, done.after),
        {"participants": rows, **({"players": players} if players else {})},
    )


def _check_used(of_file: bool, members: Sequence[str], known: Mapping[str, Any], by_rating: bool) -> None:
    """Refuse options that would be lost.

    Raises:
        BadInput: one is given.
    """
    given = ["member"] if members else []
    given += ["fide_id" if key == "identity" else key for key in known]
    if of_file and given:
        raise BadInput(
            f"--{given[0].replace('_', '-')} is for one participant, and --from enters many",
            code="entry.one-or-many",
            remedy="Leave it out: what is known of each stands in the file.",
        )
    if members and by_rating:
        raise BadInput(
            "teams and their players are not numbered by their ratings",
            code="entry.by-rating",
            remedy="Leave --by-rating out.",
        )


def _members(texts: Sequence[str]) -> list[Entry]:
    """Return the players of ``--member``: a name, and after a colon the rating.

    Raises:
        BadInput: what follows the colon is not a rating.
    """
    from arpad.office.desk import Entry

    found = []
    for text in texts:
        name, colon, rating = text.rpartition(":")
        if colon and not rating.strip().isdecimal():
            raise BadInput(
                f"{text!r} has no rating after the colon",
                code="entry.rating",
                remedy="Write NAME or NAME:2400.",
            )
        found.append(Entry(name, {"rating": int(rating)}) if colon else Entry(text))
    return found


def _entered(events: Sequence[Event], after: EventLog) -> list[str]:
    """Return who was entered: participants, and below a team its players."""
    from arpad.office.events.entries import Added
    from arpad.office.events.teams import MemberAdded

    by_number = after.tournament().by_number
    teams: dict[int, list[str]] = {}
    for event in events:
        if isinstance(event, Added):
            teams[event.entrant] = [f"{event.number:3d}  {shown(event.name)}"]
        elif isinstance(event, MemberAdded):
            number = after.number_of(event.team)
            teams.setdefault(event.team, [f"{number:3d}  {shown(by_number[number].name)}"])
            teams[event.team].append(f"     {event.number:3d}  {shown(event.name)}")
    return [line for of_team in teams.values() for line in of_team]


@click.command("edit", short_help="Correct an entry.")
@file_argument
@click.argument("who")
@click.option("--name", help="The name.")
@_entry_options
@act_options
def edit(file: Path, who: str, as_json: bool, op: str, **said: Any) -> None:
    """Correct what is known of a participant, by number or name; an empty text takes it out.

    Before the first round the numbers follow the ratings; after it they stay.
    """
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    changes = {key: value for key, value in said.items() if value is not None}
    if not changes:
        raise BadInput("no change is given", code="entry.nothing", remedy="See --help.")
    done = do(
        file,
        lambda book: desk.edit(book, number_of(book.tournament(), who), changes),
        op,
        "edit",
        who,
        changes,
    )
    answer(done, as_json)


@click.command("remove", short_help="Take out an entry that has not played.")
@file_argument
@click.argument("who")
@act_options
def remove(file: Path, who: str, as_json: bool, op: str) -> None:
    """Take out a participant who is in no round yet; whoever leaves later is away."""
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    done = do(file, lambda book: desk.remove(book, number_of(book.tournament(), who)), op, "remove", who)
    answer(done, as_json)


@click.command("number", short_help="Number the entries by rating.")
@file_argument
@act_options
def number(file: Path, as_json: bool, op: str) -> None:
    """Give the participants numbers by rating and title before the first round; pair does so too."""
    from arpad.office import desk

    done = do(file, desk.number_by_rating, op, "number")
    entrants = done.after.tournament().entrants
    rows = [{"number": one.number, "name": one.name} for one in entrants]
    lines = [f"{one.number:3d}  {shown(one.name)}" for one in entrants]
    answer(done, as_json, lines, {"participants": rows})
