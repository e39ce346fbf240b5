"""``arpad standings``: who is ahead in a tournament report, by which tie-breaks, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arpad.cli.options import examples, json_option
from arpad.core import BadInput

if TYPE_CHECKING:
    from datetime import date

    from arpad.core import Explanation
    from arpad.tournament import Tournament


@click.command(
    "standings",
    short_help="Rank a tournament report (TRF) by tie-breaks, and explain them.",
    epilog=examples(
        "arpad standings open.trf",
        "arpad standings open.trf --tiebreaks BH/C1,BH,SB,DE",
        "arpad standings open.trf --edition 2024-08-01 --explain 12",
        "arpad standings open.trf --explain 12 --explain 7",
        "arpad standings --codes",
    ),
)
@click.argument("file", required=False, metavar="FILE")
@click.option(
    "--tiebreaks",
    metavar="CODES",
    help="What breaks ties, in order, such as BH/C1,SB,DE; if not given, the report's (202, 212), else what "
    "its system commonly uses. Points come first unless the list has PTS itself.",
)
@click.option(
    "--edition",
    metavar="DATE",
    help="FIDE's C.07 as in force on that day; if not given, on the first day of the tournament.",
)
@click.option(
    "--explain",
    "players",
    multiple=True,
    metavar="PLAYER",
    help="A player's place with every term, by number or name; of two players, why one is ahead.",
)
@click.option("--codes", is_flag=True, help="List the tie-breaks and their codes.")
@json_option
def command(
    file: str | None,
    tiebreaks: str | None,
    edition: str | None,
    players: tuple[str, ...],
    codes: bool,
    as_json: bool,
) -> None:
    """Print the standings of FILE. Reports of team tournaments (310) are ranked by teams."""
    if codes:
        _list(as_json)
        return
    if file is None:
        raise BadInput("there is no file", remedy="Give a tournament report, or --codes.")
    listed = (
        [word.strip() for word in tiebreaks.split(",") if word.strip()] if tiebreaks is not None else None
    )
    on = _edition(edition)
    tournament = _read(file)
    if players:
        _explain(tournament, listed, on, players, as_json)
        return
    from arpad.cli.standings_output import print_standings

    print_standings(tournament, listed, on, as_json=as_json)


def _edition(text: str | None) -> date | None:
    from arpad.cli.options import day_of

    return None if text is None else day_of(text)


def _read(file: str) -> Tournament:
    from arpad.tournament.trf import read_document

    found = read_document(Path(file))
    return found.teams(lenient=True) if found.of_teams else found.tournament(lenient=True)


def _explain(
    tournament: Tournament,
    listed: list[str] | None,
    on: date | None,
    players: tuple[str, ...],
    as_json: bool,
) -> None:
    from arpad.cli.tables import as_json as print_json
    from arpad.rulebooks.standings import standings

    if len(players) > 2:
        raise BadInput("--explain takes one player, or two to compare")
    made = standings(tournament, listed, on)
    numbers = [_number(tournament, player) for player in players]
    explanation: Explanation = made.explain(*numbers) if len(numbers) == 1 else made.compare(*numbers)
    if as_json:
        print_json(explanation.as_dict())
        return
    for line in explanation.lines():
        click.echo(line)


def _number(tournament: Tournament, player: str) -> int:
    if player.isdecimal() and int(player) in tournament.by_number:
        return int(player)
    names = {number: entrant.name.casefold() for number, entrant in tournament.by_number.items()}
    wanted = player.casefold().strip()
    found = [number for number, name in names.items() if name == wanted]
    found = found or [number for number, name in names.items() if wanted and name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise BadInput(f"nobody is called {player!r}", remedy="Give a number or a name of the report.")
    several = ", ".join(map(str, found))
    raise BadInput(f"{player!r} may be several", remedy=f"Give one of the numbers {several}.")


def _list(as_json: bool) -> None:
    from arpad.cli.tables import Column, Table, show
    from arpad.cli.tables import as_json as print_json
    from arpad.rulebooks.standings import TIEBREAKS

    kinds = TIEBREAKS.kinds.values()
    if as_json:
        rows = [
            {"code": one.name, "title": one.title, "source": one.source, "modifiers": list(one.modifiers)}
            for one in kinds
        ]
        print_json({"tiebreaks": rows})
        return
    show(
        Table(
            [Column("code"), Column("tie-break", wraps=True), Column("modifiers"), Column("source", spare=1)],
            [[one.name, one.title, " ".join(one.modifiers), one.source] for one in kinds],
        )
    )
