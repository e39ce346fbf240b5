"""The pairing systems and their settings, as ``arpad systems --pairing`` prints them."""

from __future__ import annotations

from typing import Any

import click

from arpad.cli.tables import Column, TextTable, as_json, faint, show, strong
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.rulebooks.pairing_settings import allowed, defaults


def show_pairing_systems(json: bool) -> None:
    """Print every pairing system with what it is."""
    if json:
        as_json({"systems": [_document(name) for name in SYSTEMS]})
        return
    columns = [Column("name"), Column("system", shrinks=True)]
    show(TextTable(columns, [[name, listed.title] for name, listed in SYSTEMS.items()]))
    click.echo(faint("arpad systems --pairing NAME lists the settings of a system."))


def show_pairing_system(name: str, json: bool) -> None:
    """Print one pairing system with its settings.

    Raises:
        BadInput: there is none of that name.
    """
    document = _document(name)
    if json:
        as_json(document)
        return
    click.echo(strong(f"{name}: {document['title']}"))
    click.echo()
    rows = [
        [setting["name"], _shown(setting["default"]), setting["values"]] for setting in document["settings"]
    ]
    show(TextTable([Column("setting"), Column("default", wraps=True), Column("it may be", wraps=True)], rows))
    click.echo()
    click.echo(f"Example: arpad tournament new cup.arpad --system {name} --set {_example(document)}")


def _document(name: str) -> dict[str, Any]:
    rules, usual = allowed(name), defaults(name)
    return {
        "name": name,
        "title": SYSTEMS[name].title,
        "settings": [
            {"name": setting, "default": usual[setting], "values": rule.in_words}
            for setting, rule in rules.items()
        ],
    }


def _shown(default: object) -> str:
    if default is None or default == "":
        return "—"
    if isinstance(default, bool):
        return "yes" if default else "no"
    return f"{default:g}" if isinstance(default, float) else str(default)


def _example(document: dict[str, Any]) -> str:
    """Return a setting with a value that it takes: acceleration, or the first with a default."""
    names = {setting["name"] for setting in document["settings"]}
    if "acceleration" in names:
        return "acceleration=baku --rounds 9"
    if document["name"] == "swiss-teams":
        return "boards=16"  # victory points depend on it
    for setting in document["settings"]:
        if setting["default"] not in (None, ""):
            return f"{setting['name']}={_shown(setting['default'])}"
    return "predetermined=yes"
