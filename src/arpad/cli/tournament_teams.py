"""``arpad tournament lineup``, ``roster`` and ``member``: the players of teams; results board by board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.acts import act_options, answer, do, file_argument, read_book
from arpad.cli.tables import shown
from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog
    from arpad.tournament.model import Tournament

NOBODY = "-"
"""How an empty board is named in a line-up."""


def player_of(tournament: Tournament, who: str, team: int | None = None) -> int:
    """Return a player's number from the number or the name, or from how the name begins.

    Args:
        tournament: of teams.
        who: number or name.
        team: the pairing number of the player's team; None for any.

    Raises:
        BadInput: no player is named so, or several are.
    """
    from dataclasses import replace

    from arpad.tournament.participants import number_of

    players = tournament.players
    if players is None:
        raise BadInput(
            "no team has players", code="team.no-players", remedy="Enter the teams with their players."
        )
    if team is not None and not who.isdecimal():
        members = tournament.by_number[team].members
        players = replace(
            players, entrants=tuple(one for one in players.entrants if one.number in members), rounds=()
        )
    return number_of(players, who)


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

    def change(book: EventLog) -> EventLog:
        tournament = book.tournament()
        number = number_of(tournament, team)
        players = [0 if one == NOBODY else player_of(tournament, one, number) for one in names]
        return desk.name_lineup(book, number, players, at=at)

    from arpad.office.events.teams import LineUp

    done = do(file, change, op, "lineup", team, names, at)
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
        f"{board:3d}  {_known(tournament, player) if player else 'nobody'}"
        for board, player in enumerate(players, 1)
    ]
    return lines, {"round": at, "team": name, "number": team, "players": _players(tournament, players)}


def _players(tournament: Tournament, numbers: Sequence[int]) -> list[dict[str, Any]]:
    known = {} if tournament.players is None else tournament.players.by_number
    return [
        {"board": board, "number": number or None, "name": known[number].name if number else None}
        for board, number in enumerate(numbers, 1)
    ]


def _known(tournament: Tournament, player: int) -> str:
    """Return title, name and rating of a player."""
    assert tournament.players is not None
    one = tournament.players.by_number[player]
    title, rating = f"{one.title} " if one.title else "", f"  {one.rating}" if one.rating else ""
    return f"{shown(f'{title}{one.name}')}{rating}"


@click.command("roster", short_help="Print the players of a team, or set their order.")
@file_argument
@click.argument("team")
@click.argument("names", metavar="NAME...", nargs=-1)
@act_options
def roster(file: Path, team: str, names: tuple[str, ...], as_json: bool, op: str) -> None:
    """Set the order of a team's players, top board first; those who are not named follow as they stand.

    Line-ups of paired rounds stay as they are. Without names, the players are printed.
    """
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    if not names:
        _print(*_roster(read_book(file).tournament(), team), as_json)
        return

    def change(book: EventLog) -> EventLog:
        tournament = book.tournament()
        number = number_of(tournament, team)
        return desk.order_roster(book, number, [player_of(tournament, one, number) for one in names])

    done = do(file, change, op, "roster", team, names)
    answer(done, as_json, *_roster(done.after.tournament(), team))


def _roster(tournament: Tournament, team: str) -> tuple[list[str], dict[str, Any]]:
    """Return the players of a team for a terminal, and for JSON."""
    from arpad.tournament.participants import number_of

    one = tournament.by_number[number_of(tournament, team)]
    lines = [f"{one.number:3d}  {shown(one.name)}"]
    lines += [
        f"     {board:3d}  {_known(tournament, player)}  (no. {player})"
        for board, player in enumerate(one.members, 1)
    ]
    return lines, {"team": one.name, "number": one.number, "players": _players(tournament, one.members)}


@click.command("member", short_help="Correct or remove a player of a team.")
@file_argument
@click.argument("who", metavar="PLAYER")
@click.option("--name", help="The name.")
@click.option("--rating", type=click.IntRange(0, 9999), help="The rating, in whole points; 0: none.")
@click.option("--title", metavar="T", help="GM, IM, …")
@click.option("--federation", metavar="F", help="Country or federation: KOR.")
@click.option("--fide-id", "identity", metavar="ID", help="FIDE's or the federation's number.")
@click.option("--sex", type=click.Choice(["m", "w", ""]), help="m or w.")
@click.option("--birth", metavar="DATE", help="Date or year of birth: 1990-05-17, 1990.")
@click.option("--remove", is_flag=True, help="Take out the player, who is in no line-up.")
@act_options
def member(file: Path, who: str, remove: bool, as_json: bool, op: str, **said: Any) -> None:
    """Correct what is known of a player of a team, or take out a player who has not played."""
    from arpad.office import desk

    changes = {key: value for key, value in said.items() if value is not None}
    if remove == bool(changes):
        raise BadInput(
            "either a correction or --remove is needed",
            code="entry.nothing",
            remedy="Give the corrected value, such as --rating 2400, or --remove.",
        )

    def change(book: EventLog) -> EventLog:
        number = player_of(book.tournament(), who)
        return desk.remove_member(book, number) if remove else desk.edit_member(book, number, changes)

    answer(do(file, change, op, "member", who, remove, changes), as_json)


def enter_boards(
    log: EventLog,
    at: int,
    match: int | None,
    board: int | None,
    texts: Sequence[str],
    *,
    correction: bool,
) -> EventLog:
    """Return the log with results on the boards of a match.

    Args:
        log: so far.
        at: the round.
        match: the board of the round.
        board: of the match; None for all of them.
        texts: in the order of the match.
        correction: whether a result that was followed by another round may become another one.

    Raises:
        BadInput: nobody has said which match, or a result cannot be entered.
    """
    from arpad.office import desk

    if match is None:
        raise BadInput(
            "the match is missing to which the board belongs",
            code="result.no-match",
            remedy="Give --board N.",
        )
    if board is None:
        return desk.enter_board_results(log, at, match, texts, correction=correction)
    if len(texts) > 1:
        raise BadInput(
            "--game takes one result",
            code="result.one-board",
            remedy="Leave --game out to enter all boards.",
        )
    return desk.enter_board_result(log, at, match, board, texts[0], correction=correction)
