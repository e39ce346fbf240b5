"""Every command has a help with an example, and every option says what it is."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from arpad import __version__
from arpad.cli import main
from arpad.cli.app import COMMANDS

Run = Callable[..., Result]


def found(name: str) -> click.Command:
    assert isinstance(main, click.Group)
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return command


def test_the_commands() -> None:
    ratings = {
        "look",
        "audit",
        "rate",
        "verify",
        "explain",
        "whatif",
        "odds",
        "balance",
        "systems",
        "demo",
        "fide",
    }
    tournaments = {"tournament", "pair", "standings", "check", "formats", "generate"}
    laboratory = {"backtest", "tune", "scenario", "simulate", "inflation", "matchmaking"}
    office = {"serve", "backup", "restore", "cluster"}
    assert set(COMMANDS) == ratings | tournaments | laboratory | office


def test_without_arguments_it_says_where_to_begin(run: Run) -> None:
    text = run().stdout
    assert "Start with:\n  arpad demo" in text
    assert all(f"  {name} " in text for name in COMMANDS)
    assert "..." not in text.split("Commands:")[1], "no summary is cut"


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"arpad, version {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example_that_parses(name: str, run: Run) -> None:
    text = run(name, "--help").stdout
    assert f"Usage: arpad {name}" in text
    examples = [line.strip() for line in text.splitlines() if line.startswith(f"    arpad {name}")]
    assert examples, text
    for example in examples:
        words = shlex.split(example)[2:]
        assert found(name).make_context(name, words, resilient_parsing=False)
        assert len(example) <= 100


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_described(name: str) -> None:
    command = found(name)
    assert command.help
    assert command.short_help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts}"


def test_the_specified_options_exist() -> None:
    record = "--system --set --players --as-of --columns --rejects --schedule --period --json"
    expected = {
        "rate": f"{record} --by --min-games --top --out --history",
        "explain": f"{record} --player --last --steps",
        "whatif": "--system --set --rating --games --deviation --volatility --attr --date --schedule --steps --json",
        "odds": "--system --set --table --advantage --json",
        "systems": "--json",
        "demo": "--out",
    }
    for name, options in expected.items():
        have = {opt for parameter in found(name).params for opt in parameter.opts}
        assert set(options.split()) <= have, name


def test_unknown_command_and_option() -> None:
    for words in (["rating"], ["odds", "--sytem", "elo"], ["rate"]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


@pytest.mark.parametrize("system", ["elo", "glicko", "glicko2", "kbaduk", "exam", "fide"])
def test_every_systems_example_runs(system: str, run: Run, here: Path) -> None:
    text = run("systems", system).stdout
    example = next(line for line in text.splitlines() if line.startswith("Example: arpad "))
    assert run(*shlex.split(example)[2:]).stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ratte", "No such command 'ratte'. Did you mean 'rate'?"),
        ("tournament rename cup.arpad", "No such command 'rename'. Did you mean 'edit'?"),
        ("tournament standing cup.arpad", "No such command 'standing'. Did you mean 'standings'?"),
        ("xyzzy", "No such command 'xyzzy'."),
    ],
)
def test_a_command_that_is_none_is_answered_with_the_nearest(line: str, said: str) -> None:
    done = CliRunner().invoke(main, line.split())
    assert done.exit_code == 2
    assert done.stderr.rstrip().endswith(said)
    assert "Try '" in done.stderr
