"""The pages that the documentation site makes of commands and of the library: nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

import arpad
import command_pages
import python_pages
from arpad.cli import main

COMMANDS = command_pages.pages()
PYTHON = python_pages.pages()


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Yield the words and the command, groups and their subcommands."""

    def below(words: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
        yield words, command
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=words)
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                assert found is not None
                yield from below(f"{words} {name}", found)

    yield from below("arpad", main)


NAMED = dict(every_command())
del NAMED["arpad"]


@pytest.mark.parametrize("words", NAMED)
def test_every_command_has_its_part_of_a_page_with_every_option(words: str) -> None:
    page = COMMANDS[f"reference/commands/{words.split()[1]}.md"]
    depth = "#" * (len(words.split()) - 1)
    assert f"\n{depth} {words}\n" in f"\n{page}"
    part = f"\n{page}".split(f"\n{depth} {words}\n")[1].split("\n#")[0]
    assert f"```\n{words} [OPTIONS]" in part
    options = [option for option in NAMED[words].params if isinstance(option, click.Option)]
    for option in options:
        if not option.hidden:
            assert any(f"{name}" in part for name in option.opts), option.name


def test_the_list_of_commands_leads_to_each() -> None:
    listed = COMMANDS["reference/commands/README.md"]
    for words in NAMED:
        if len(words.split()) == 2:
            assert f"[`{words}`]({words.split()[1]}.md)" in listed


def test_an_option_is_said_in_full() -> None:
    page = COMMANDS["reference/commands/rate.md"]
    assert "`--min-games N`{ #option-min-games }\n:   Leave out players with fewer games." in page
    assert "**Example**\n\n```sh\narpad rate results.csv --system glicko2" in page


def test_every_public_name_has_a_page() -> None:
    names = [name for name in arpad.__all__ if not name.startswith("__")]
    assert set(PYTHON) == {f"reference/python/{name}.md" for name in [*names, "README"]}
    for name in names:
        assert f"[`{name}`]({name}.md) | " in PYTHON["reference/python/README.md"]
        assert PYTHON[f"reference/python/{name}.md"] == f"::: arpad.{name}\n"


def test_the_page_of_a_system_has_its_parameters() -> None:
    assert set(python_pages.systems().values()) >= {arpad.Elo, arpad.Glicko2, arpad.Dwz}
    table = python_pages.parameter_table(arpad.Glicko2)
    for name in ("initial", "deviation", "volatility", "tau", "min_deviation", "max_deviation", "advantage"):
        assert f"\n| `{name}` | " in table
    assert "| `tau` | `0.5` | 0.001 to 10 |  | how fast a volatility changes |" in table
    assert "| `curve` | `logistic` |  |  | " in python_pages.parameter_table(arpad.Elo)
