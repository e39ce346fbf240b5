"""``arpad tournament forbid``, ``board``: decisions whose commands do more than their act says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.act_commands import act_command
from arpad.cli.rounds import all_lines, round_as_dict
from arpad.core import BadInput
from arpad.office.acts.act import Act
from arpad.office.acts.decisions import AllowPairing, ForbidPairing
from arpad.office.acts.rounds import SetBoard

if TYPE_CHECKING:
    from arpad.office.log.store import StoredAct


def _forbid_or_allow(values: dict[str, Any]) -> Act:
    if not values.pop("lift"):
        return ForbidPairing.of(values)
    if values.keys() & {"first", "last"}:
        raise BadInput(
            "--lift ends a prohibition for all rounds",
            remedy="Leave out --first and --last.",
            code="prohibition.lift-rounds",
        )
    return AllowPairing.of(values)


forbid: click.Command = act_command(
    ForbidPairing,
    more=[click.Option(["--lift"], is_flag=True, help="Let them meet again, as `allow` does.")],
    choose=_forbid_or_allow,
)


def _boards(done: StoredAct, as_json: bool) -> tuple[Iterable[str], Mapping[str, Any]]:
    from arpad.office.events.rounds import BoardsSet

    at = next(event.round for event in done.events if isinstance(event, BoardsSet))
    tournament = done.after.tournament()
    data = round_as_dict(tournament, at) if as_json else {}
    return [f"Round {at}", *all_lines(tournament, at)], data


board: click.Command = act_command(SetBoard, show=_boards)
