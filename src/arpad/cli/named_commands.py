"""Groups of commands that are imported when they are asked for: what somebody meant who asks for another."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import ClassVar

import click


class NamedCommands(click.Group):
    """A group that knows its commands by name only, and answers a name that is none with the nearest."""

    others: ClassVar[Mapping[str, str]] = {}
    """Words that a command may be looked for by, and its name."""

    takes_files: ClassVar[bool] = False
    """Whether the name of a file in the place of a command is told to be one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for.

        Raises:
            click.UsageError: there is no such command; it names the nearest.
        """
        name = args[0]
        if name.startswith("-") or ctx.resilient_parsing or name in self.list_commands(ctx):
            return super().resolve_command(ctx, args)
        near = self.meant(name.casefold(), args[1:]) or self._nearest(ctx, name)
        if self.takes_files and os.path.splitext(name)[1] and (os.path.isfile(name) or not near):  # noqa: PTH
            raise click.UsageError(
                f"{name!r} is a file, not a command. To rate its games: {ctx.command_path} rate {name}",
                ctx,
            )
        meant = f" Did you mean {near!r}?" if near else ""
        raise click.UsageError(f"No such command {name!r}.{meant}", ctx)

    def meant(self, name: str, rest: Sequence[str]) -> str | None:
        """Return the command that is looked for by another word; None for a word that nobody uses so.

        Args:
            name: the word, in lower case.
            rest: what is typed behind it.
        """
        return self.others.get(name)

    def _nearest(self, ctx: click.Context, name: str) -> str | None:
        from difflib import get_close_matches

        return next(iter(get_close_matches(name.casefold(), self.list_commands(ctx), n=1)), None)
