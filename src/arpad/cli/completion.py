"""What a shell offers at the Tab key: rating systems, their parameters, roles and columns, files.

Nothing that fails here is told: where there is nothing to offer, the shell offers nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from arpad.core import ArpadError

if TYPE_CHECKING:
    from arpad.ratings.parameters import Parameter

Items = list[CompletionItem]


def systems(context: click.Context, option: click.Parameter, incomplete: str) -> Items:
    """Offer the rating systems, with their titles."""
    from arpad.rulebooks.known_systems import SYSTEMS

    return _beginning(incomplete, ((name, system.title) for name, system in SYSTEMS.items()))


def settings(context: click.Context, option: click.Parameter, incomplete: str) -> Items:
    """Offer the parameters of the rating system that is chosen, and the words that one may be."""
    name, equals, _ = incomplete.partition("=")
    parameters = _parameters(context.params.get("system") or "elo")
    if not equals:
        return _beginning(name, ((f"{parameter.name}=", parameter.meaning) for parameter in parameters))
    words = next((parameter.choices for parameter in parameters if parameter.name == name), ())
    return _beginning(incomplete, ((f"{name}={each}", "") for each in words))


def roles(context: click.Context, option: click.Parameter, incomplete: str) -> Items:
    """Offer the roles of columns; after ``ROLE=`` the columns of the file."""
    from arpad.record.tables.header import ROLES

    before, comma, last = incomplete.rpartition(",")
    role, equals, _ = last.partition("=")
    candidates = (
        [f"{role}={name}" for name in _columns(context)] if equals else [f"{each}=" for each in ROLES]
    )
    return _beginning(incomplete, ((f"{before}{comma}{each}", "") for each in candidates))


def columns(context: click.Context, option: click.Parameter, incomplete: str) -> Items:
    """Offer the columns of the file."""
    return _beginning(incomplete, ((name, "") for name in _columns(context)))


def files(context: click.Context, option: click.Parameter, incomplete: str) -> Items:
    """Let the shell offer files."""
    return [CompletionItem(incomplete, type="file")]


def _beginning(incomplete: str, offered: Iterable[tuple[str, str]]) -> Items:
    return [
        CompletionItem(word, help=description or None)
        for word, description in offered
        if word.startswith(incomplete)
    ]


def _parameters(system: str) -> tuple[Parameter, ...]:
    from arpad.ratings.parameters import parameters_of
    from arpad.rulebooks.known_systems import known_system
    from arpad.rulebooks.rating_catalogue import system_class

    with suppress(ArpadError):
        return parameters_of(system_class(known_system(system)))
    return ()


def _columns(context: click.Context) -> list[str]:
    """Return the columns of the first file that the command line names so far."""
    from arpad.record.files.source_file import stored
    from arpad.record.tables.above_header import below_title
    from arpad.record.tables.row_reader import columns_of

    # An option that still lacks its value ends the parsing: what stood before it is left over.
    for file in (*(context.params.get("files") or ()), *context.args):
        with suppress(ArpadError, OSError):
            if file != "-":
                return columns_of(below_title(stored(file)))
    return []
