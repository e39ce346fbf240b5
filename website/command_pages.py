"""The pages about the command line: one for each command, from the command itself, and a list of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from arpad.cli import main

FOLDER = "reference/commands"


def pages() -> dict[str, str]:
    """Return the paths and the texts of the pages."""
    top = click.Context(main, info_name="arpad")
    found = {f"{FOLDER}/README.md": _contents(top)}
    for name, command in _subcommands(top):
        context = click.Context(command, info_name=name, parent=top)
        found[f"{FOLDER}/{name}.md"] = "\n\n".join(_about(context, "#")) + "\n"
    return found


def _subcommands(context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield the names and the commands of a group, in the order of its help; nothing for another command."""
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None, name
            if not command.hidden:
                yield name, command


def _contents(top: click.Context) -> str:
    rows = [
        f"| [`arpad {name}`]({name}.md) | {_prose(command.get_short_help_str(limit=500))} |"
        for name, command in _subcommands(top)
    ]
    opening = "# Commands\n\n`arpad COMMAND --help` prints the same at the terminal."
    return "\n\n".join([opening, "| command | what it does |\n|---|---|\n" + "\n".join(rows)]) + "\n"


def _about(context: click.Context, heading: str) -> Iterator[str]:
    """Yield the paragraphs about a command and, below, its subcommands."""
    command = context.command
    yield f"{heading} {context.command_path}"
    yield "```\n" + " ".join([context.command_path, *command.collect_usage_pieces(context)]) + "\n```"
    yield from _paragraphs(command.help or "")
    options = [option for option in command.get_params(context) if isinstance(option, click.Option)]
    if options:
        yield "**Options**"
        yield "\n\n".join(_option(option, context) for option in options if not option.hidden)
    yield from _paragraphs(command.epilog or "")
    for name, below in _subcommands(context):
        yield from _about(click.Context(below, info_name=name, parent=context), f"{heading}#")


def _option(option: click.Option, context: click.Context) -> str:
    """Return an option as a term and its meaning."""
    record = option.get_help_record(context)
    assert record is not None, option.name
    written, meaning = record
    anchor = max(option.opts, key=len).lstrip("-")
    where = context.command_path.split()[2:]
    return f"`{written}`{{ #{'-'.join(['option', *where, anchor])} }}\n:   {_prose(meaning)}"


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help; what click prints as it stands is a block of code."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if paragraph.lstrip().startswith("\b"):
            yield from _as_it_stands(paragraph.replace("\b", "").strip("\n").splitlines())
        elif paragraph:
            yield _prose(" ".join(line.strip() for line in paragraph.splitlines()))


def _as_it_stands(lines: list[str]) -> Iterator[str]:
    if lines and lines[0].rstrip().endswith(":"):
        yield f"**{lines.pop(0).strip().rstrip(':')}**"
    yield "\n".join(["```sh", *(line.removeprefix("  ") for line in lines), "```"])


CODE = re.compile(
    r"(?<![\w`-])(--[a-z][a-z-]*|[a-z_]+\.(?:csv|html|parquet|json|jsonl|arpad))(?![\w`])|'([^']+)'"
)
"""What a help says for typing: options, names of files, and what stands in quotes."""


def _prose(text: str) -> str:
    """Return a text of the help as Markdown: what is for typing as code, and nothing taken for markup."""
    escaped = re.sub(r"([*_<>\[\]|\\])", r"\\\1", text)
    return CODE.sub(lambda found: "`" + re.sub(r"\\(.)", r"\1", found[1] or found[2]) + "`", escaped)
