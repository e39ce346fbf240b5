"""``arpad tournament lineup``, ``roster`` and ``member``: the players of teams; results board by board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.act_commands import act_command
from arpad.cli.acts import act_options, answer, do_act, file_argument, read_book
from arpad.cli.tables import shown
from arpad.core import BadInput
from arpad.office.acts.act import Act
from arpad.office.acts.teams import EditPlayer, NameLineup, OrderRoster, RemovePlayer

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog
    from arpad.tournament.model import Tournament


@click.command("lineup", short_help="Name the players of a team for a round.")
@file_argument
@click.argument("team")
@click.argument("names", metavar="NAME...", nargs=-1)
@click.option(
    "--round",
    "at",
    type=click.IntRange(1, 999),
    help="The round; the last if results are still to come, else the next.",
)
@act_options
def lineup(file: Path, team: str, names: tuple[str, ...], at: int | None, as_json: bool, op: str) -> None:
    """Name the players of a team by board, top board first; - is a board at which nobody sits.

    Players are given by number, name, or how the name begins. A team that names nobody plays with its first
    players. Without names, the line-up is printed.
    """
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    if not names:
        book = read_book(file)
        tournament = book.tournament()
        _print(*_lineup(book, number_of(tournament, team), at or desk.current_round(tournament)), as_json)
        return

    from arpad.office.events.teams import LineUp

    done = do_act(file, NameLineup(team, names, at), op)
    (event,) = done.events
    assert isinstance(event, LineUp)
    lines, data = _lineup(done.after, done.after.number_of(event.team), event.round)
    answer(done, as_json, lines, data)


def _print(lines: Sequence[str], data: Mapping[str, Any], as_json: bool) -> None:
    """Print what nobody changes."""
    if as_json:
        from arpad.cli.tables import as_json as print_json

        print_json(data)
        return
    for line in lines:
        click.echo(line)


def _lineup(book: EventLog, team: int, at: int) -> tuple[list[str], dict[str, Any]]:
    """Return the line-up of a team for a terminal, and for JSON."""
    from arpad.office import desk

    tournament = book.tournament()
    players = desk.lineup(book, team, at)
    name = tournament.by_number[team].name
    lines = [f"Round {at}: {shown(name)}"]
    lines += [
        f"{board:3d}  {_player_text(tournament, player) if player else 'nobody'}"
        for board, player in enumerate(players, 1)
    ]
    return lines, {"round": at, "team": name, "number": team, "players": _players(tournament, players)}


def _players(tournament: Tournament, numbers: Sequence[int]) -> list[dict[str, Any]]:
    players = {} if tournament.players is None else tournament.players.by_number
    return [
        {"board": board, "number": number or None, "name": players[number].name if number else None}
        for board, number in enumerate(numbers, 1)
    ]


def _player_text(tournament: Tournament, player: int) -> str:
    """Return title, name and rating of a player."""
    assert tournament.players is not None
    entrant = tournament.players.by_number[player]
    title, rating = (
        f"{entrant.title} " if entrant.title else "",
        f"  {entrant.rating}" if entrant.rating else "",
    )
    return f"{shown(f'{title}{entrant.name}')}{rating}"


@click.command("roster", short_help="Print the players of a team, or set their order.")
@file_argument
@click.argument("team")
@click.argument("names", metavar="NAME...", nargs=-1)
@act_options
def roster(file: Path, team: str, names: tuple[str, ...], as_json: bool, op: str) -> None:
    """Set the order of a team's players, top board first; those who are not named follow as they stand.

    Line-ups of paired rounds stay as they are. Without names, the players are printed.
    """
    if not names:
        _print(*_roster(read_book(file).tournament(), team), as_json)
        return

    done = do_act(file, OrderRoster(team, names), op)
    answer(done, as_json, *_roster(done.after.tournament(), team))


def _roster(tournament: Tournament, team: str) -> tuple[list[str], dict[str, Any]]:
    """Return the players of a team for a terminal, and for JSON."""
    from arpad.tournament.participants import number_of

    entrant = tournament.by_number[number_of(tournament, team)]
    lines = [f"{entrant.number:3d}  {shown(entrant.name)}"]
    lines += [
        f"     {board:3d}  {_player_text(tournament, player)}  (no. {player})"
        for board, player in enumerate(entrant.members, 1)
    ]
    return lines, {
        "team": entrant.name,
        "number": entrant.number,
        "players": _players(tournament, entrant.members),
    }


def _edit_or_remove(values: dict[str, Any]) -> Act:
    remove = values.pop("remove")
    if remove == (values.keys() != {"player"}):
        raise BadInput(
            "either a correction or --remove is needed",
            code="entry.nothing",
            remedy="Give the corrected value, such as --rating 2400, or --remove.",
        )
    return RemovePlayer.of(values) if remove else EditPlayer.of(values)


member: click.Command = act_command(
    EditPlayer,
    more=[click.Option(["--remove"], is_flag=True, help="Take out the player, as `remove-member` does.")],
    choose=_edit_or_remove,
)
