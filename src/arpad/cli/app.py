"""The ``arpad`` command itself: its subcommands, and what becomes of an error."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

import click

from arpad._version import __version__
from arpad.cli.named_commands import NamedCommands
from arpad.cli.standard_output import CLOSED_PIPE, INTERRUPTED
from arpad.compiled.notes import notes
from arpad.core import ArpadError
from arpad.core.interface import command_line
from arpad.core.wording import shortened

COMMANDS = {
    "demo": "See arpad at work on the football World Cups.",
    "look": "Look at files of games before anything is rated.",
    "rate": "Rate games: from a file of results to a ranking list.",
    "cluster": "Rate on Apache Spark what one machine cannot hold.",
    "audit": "Ask what the games support of a ranking, and what distorts it.",
    "verify": "Compute a published list again, and compare.",
    "explain": "Explain why a rating is what it is, game by game.",
    "whatif": "Calculate what games would make of a rating.",
    "balance": "Divide players into teams that are as equal as possible.",
    "odds": "Print expected scores, and the points at stake.",
    "systems": "List the rating and the pairing systems, and their settings.",
    "backtest": "Compare systems by how well they would have predicted the games.",
    "tune": "Find the parameters with which a system predicts the games best.",
    "scenario": "Ask what would be if another system had been used since a day.",
    "simulate": "Judge rating systems on simulated players whose true strengths are known.",
    "inflation": "Ask whether ratings inflate, why, and what would change it.",
    "matchmaking": "Judge rules of matching on a simulated online queue.",
    "fide": "FIDE's monthly lists, performance ratings and title norms.",
    "tournament": "Run a tournament: entries, rounds, results, standings.",
    "pair": "Pair the next round of a tournament report (TRF, or an event's file).",
    "standings": "Rank a tournament (TRF, or an event's file) by tie-breaks, and explain them.",
    "check": "Check a tournament report or an event's file: legality, pairings, points.",
    "serve": "Run tournaments in a browser.",
    "backup": "Back up the office's database into one file, while it runs.",
    "restore": "Make a database of a backup, and verify it.",
    "formats": "Compare tournament formats by simulation: who wins, how true the ranking is.",
    "generate": "Generate a random tournament report (TRF) from a seed.",
}
"""The subcommands in the order of the help, with what the help says about each; it imports none of them.
Each is ``command`` in ``arpad.cli.<name>_command``."""


SETTINGS = frozenset(
    (
        "k",
        "scale",
        "curve",
        "initial",
        "advantage",
        "floor",
        "margin",
        "deviation",
        "volatility",
        "tau",
        "rounding",
    )
)
"""Settings of rating systems that are looked for among the options."""

OTHER_NAMES_OF_SETTINGS = {"k_factor": "k", "kfactor": "k", "start": "initial", "rd": "deviation"}
"""What such a setting may be looked for by, and its name."""


class CommandError(click.ClickException):
    """An :class:`ArpadError` on its way to the person who asked."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print it to the standard error, without a traceback."""
        from arpad.cli.tables import shown

        click.echo(f"arpad: {shown(shortened(self.message))}", file=file, err=file is None)


class Commands(NamedCommands):
    """A group whose commands are imported when they are asked for, and whose errors are short."""

    others: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("rank", "ranking", "rating", "ratings", "elo", "list", "calculate", "run"), "rate"),
        **dict.fromkeys(("table", "tiebreak", "tiebreaks", "crosstable"), "standings"),
        **dict.fromkeys(("read", "show", "inspect", "validate", "import"), "look"),
        **dict.fromkeys(("predict", "forecast", "expected", "probability"), "odds"),
        **dict.fromkeys(("why", "history"), "explain"),
        **dict.fromkeys(("swiss", "pairing", "pairings", "draw"), "pair"),
        **dict.fromkeys(("web", "server", "start", "office"), "serve"),
        **dict.fromkeys(("new", "create", "init", "add", "event", "league"), "tournament"),
    }
    takes_files = True

    def meant(self, name: str, rest: Sequence[str]) -> str | None:
        """Return the command that is looked for by another word; a *table* of results is a ranking list."""
        near = super().meant(name, rest)
        tables = (".csv", ".tsv", ".xlsx", ".ods", ".json", ".parquet")
        return "rate" if near == "standings" and any(word.lower().endswith(tables) for word in rest) else near

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"arpad.cli.{cmd_name}_command").command
        command.short_help = COMMANDS[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; what arpad refuses becomes a line on the standard error."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A console that cannot print ½ prints ? instead of a traceback.
                stream.reconfigure(errors="replace")
        earlier_notes = notes()
        try:
            with command_line():
                result = super().invoke(ctx)
            for note in notes()[len(earlier_notes) :]:
                click.echo(f"arpad: {note}", err=True)
            # A pipe may be closed only now, with all of the output still waiting.
            sys.stdout.flush()
            return result
        except click.NoSuchOption as error:
            name = error.option_name.lstrip("-").replace("-", "_").lower()
            name = OTHER_NAMES_OF_SETTINGS.get(name, name)
            if name not in SETTINGS:
                raise
            remedy = f"It is a setting of a rating system: --set {name}=…."
            raise click.UsageError(f"No such option {error.option_name!r}. {remedy}", error.ctx) from error
        except ArpadError as error:
            raise CommandError(str(error)) from error
        except BrokenPipeError:
            _forget_output()
            ctx.exit(CLOSED_PIPE)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            raise CommandError(f"{place}{error.strerror or error}") from error
        except KeyboardInterrupt:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
            ctx.exit(INTERRUPTED)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """End the help with where to begin."""
        with formatter.section("Start with"):
            formatter.write_text("arpad demo")


def _forget_output() -> None:
    """Let what still waits for a closed pipe go nowhere, so that the end of the program is silent."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@click.command(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="arpad")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Ratings, ranking lists and their explanations, from a file of results."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
