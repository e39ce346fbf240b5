"""``arpad tournament``: the commands of a tournament that lives in a file, in the sections of the help."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

import click

from arpad.cli.named_commands import NamedCommands
from arpad.cli.options import examples
from arpad.core import ArpadError

FROM_ACT = ""
"""The command is made from the class of the act."""

SECTIONS: Mapping[str, Mapping[str, str]] = {
    "Begin": {
        "new": "tournament_plan:new",
        "details": FROM_ACT,
        "rounds": FROM_ACT,
        "tiebreaks": FROM_ACT,
        "next": "tournament_stages:next_",
        "copy": "tournament_stages:copy",
    },
    "Participants": {
        "add": "tournament_entries:add",
        "add-table": FROM_ACT,
        "edit": FROM_ACT,
        "remove": FROM_ACT,
        "number": "tournament_entries:number",
        "away": "tournament_absences:away",
        "back": "tournament_absences:back",
        "bye": FROM_ACT,
    },
    "Teams": {
        "lineup": "tournament_teams:lineup",
        "roster": "tournament_teams:roster",
        "member": "tournament_teams:member",
        "remove-member": FROM_ACT,
    },
    "Rounds": {
        "pair": "tournament_rounds:pair",
        "pair-by-hand": FROM_ACT,
        "round": "tournament_rounds:round_",
        "explain": "tournament_rounds:explain",
        "publish": FROM_ACT,
        "unpair": FROM_ACT,
    },
    "Results": {
        "result": "tournament_results:result",
        "reporting": FROM_ACT,
        "report": FROM_ACT,
        "accept": FROM_ACT,
        "standings": "tournament_stages:standings",
        "finish": FROM_ACT,
    },
    "Decisions": {
        "forbid": "tournament_decisions:forbid",
        "allow": FROM_ACT,
        "colour": FROM_ACT,
        "board": "tournament_decisions:board",
        "fix": FROM_ACT,
        "penalty": FROM_ACT,
        "accelerate": FROM_ACT,
    },
    "Print": {
        "print": "tournament_print:print_",
        "status": "tournament_status:status",
        "page": "tournament_file:page",
    },
    "File": {
        "log": "tournament_file:log",
        "undo": "tournament_file:undo",
        "export": "tournament_file:export",
        "recover": "tournament_file:recover",
    },
}
"""Section of the help → name of the command → ``module:command`` of this package, or :data:`FROM_ACT`."""

COMMANDS: Mapping[str, str] = {name: place for named in SECTIONS.values() for name, place in named.items()}


OTHERS: Mapping[str, str] = {
    "rename": "edit",
    "change": "edit",
    "correct": "edit",
    "enter": "add",
    "delete": "remove",
    "withdraw": "away",
    "results": "result",
    "table": "standings",
    "ranking": "standings",
    "history": "log",
    "import": "add",
    **dict.fromkeys(("create", "init", "start", "begin"), "new"),
    **dict.fromkeys(("player", "players", "entry", "entries", "participants", "register"), "add"),
    **dict.fromkeys(("score", "scores"), "result"),
    **dict.fromkeys(("draw", "pairing", "pairings"), "pair"),
    **dict.fromkeys(("end", "close"), "finish"),
}
"""Words that a command may be looked for by."""


class TournamentCommands(NamedCommands):
    """Commands that are imported when they are asked for, and listed by sections."""

    others: ClassVar[Mapping[str, str]] = OTHERS

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        if COMMANDS[cmd_name] == FROM_ACT:
            from arpad.cli.act_commands import act_command
            from arpad.office.acts.registry import act_named

            return act_command(act_named(cmd_name))
        module, _, name = COMMANDS[cmd_name].partition(":")
        subcommand: click.Command = getattr(import_module(f"arpad.cli.{module}"), name)
        return subcommand

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by sections, their explanations all in one column."""
        widest = max(map(len, COMMANDS))
        for section, named in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name.ljust(widest), self._short_help(ctx, name)) for name in named])

    def _short_help(self, ctx: click.Context, name: str) -> str:
        subcommand = self.get_command(ctx, name)
        return "" if subcommand is None else subcommand.get_short_help_str(limit=100)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what is refused is printed as JSON too where JSON was asked for."""
        wants_json = "--json" in ctx.args
        try:
            return super().invoke(ctx)
        except ArpadError as error:
            if wants_json:
                from arpad.cli.tables import as_json

                as_json({"error": error.as_dict()})
            raise


@click.group(
    "tournament",
    cls=TournamentCommands,
    short_help="Run a tournament: entries, rounds, results, standings.",
    epilog=examples(
        "arpad tournament new cup.arpad --system othello --rounds 5 --seed 3",
        "arpad tournament add cup.arpad 'Kim Minji' --federation KOR",
        "arpad tournament pair cup.arpad",
        "arpad tournament result cup.arpad --board 1 33-31",
        "arpad tournament standings cup.arpad",
    ),
)
def command() -> None:
    """Run a tournament that lives in a file.

    The file keeps every event, one a line; nothing that was entered is ever lost, and undo takes back what
    the last command did.
    """
