"""Groups of commands that are imported when they are asked for: what somebody meant who asks for another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import click


class NamedCommands(click.Group):
    """A group that knows its commands by name only, and answers a name that is none with the nearest."""

    others: ClassVar[Mapping[str, str]] = {}
    """Words that a command may be looked for by, and its name."""

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
        near = self.others.get(name.casefold()) or self._nearest(ctx, name)
        meant = f" Did you mean {near!r}?" if near else ""
        raise click.UsageError(f"No such command {name!r}.{meant}", ctx)

    def _nearest(self, ctx: click.Context, name: str) -> str | None:
        from difflib import get_close_matches

        return next(iter(get_close_matches(name.casefold(), self.list_commands(ctx), n=1)), None)
