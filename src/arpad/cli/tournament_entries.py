"""``arpad tournament add``, ``number``: who takes part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from arpad.cli.act_commands import act_command, parameter
from arpad.cli.acts import act_options, answer, do, do_act, file_argument
from arpad.cli.tables import shown
from arpad.core import BadInput
from arpad.office.acts.entries import AddParticipant, EntryFields, NumberByRating

if TYPE_CHECKING:
    from arpad.office.events.event import Event
    from arpad.office.log.event_log import EventLog
    from arpad.office.log.store import StoredAct

F = TypeVar("F", bound=Callable[..., Any])


def _entry_options(function: F) -> F:
    """Give a command an option for every field of an entry beside the name; None where it is not given."""
    texts = AddParticipant.texts()
    for name in reversed(EntryFields.DETAIL_FIELDS):
        function.__dict__.setdefault("__click_params__", []).append(parameter(name, texts[name], True))
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
    **options: Any,
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
    details = {key: value for key, value in options.items() if value}
    _check_used(entries is not None, members, details, by_rating)

    if entries is not None:
        path = entries
        done = do(
            file, lambda log: desk.enter_from(log, path, by_rating=by_rating), op, "add", path, by_rating
        )
    else:
        fields = {"name": name, **details, "members": members, "by_rating": by_rating}
        done = do_act(file, AddParticipant.of(fields), op)
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


def _check_used(of_file: bool, members: Sequence[str], details: Mapping[str, Any], by_rating: bool) -> None:
    """Refuse options that would be lost.

    Raises:
        BadInput: one is given.
    """
    given = ["member"] if members else []
    given += ["fide_id" if key == "identity" else key for key in details]
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


def _numbers(done: StoredAct, as_json: bool) -> tuple[list[str], dict[str, Any]]:
    entrants = done.after.tournament().entrants
    rows = [{"number": entrant.number, "name": entrant.name} for entrant in entrants]
    lines = [f"{entrant.number:3d}  {shown(entrant.name)}" for entrant in entrants]
    return lines, {"participants": rows}


number: click.Command = act_command(NumberByRating, show=_numbers)
