"""``rate`` and ``explain`` for lists of points, in which nobody plays against anybody (``skill-points``)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import blake2b
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from arpad.cli import number_formats
from arpad.cli.events import tell
from arpad.cli.tables import Column, TextTable, faint, show, shown, strong
from arpad.cli.tables import as_json as print_json
from arpad.core import NotProvided

if TYPE_CHECKING:
    from arpad.core import Explanation
    from arpad.office.publishing.published_table import PublishedTable
    from arpad.ratings.list_columns import Bands
    from arpad.rulebooks.online.plays import Plays
    from arpad.rulebooks.online.skill_points import Play, SkillPoints

NUMBERS = ("points", "items", "counted", "plays")
"""The columns of numbers behind a player."""

UNCOUNTED = 5
"""How many items that do not count are printed, the best of them."""


@dataclass(frozen=True)
class PointList:
    """A list of points as the command line asks for it.

    Args:
        rules: which list, with its parameters.
        files: the tables of plays.
        columns: which column is what.
        as_of: the day of the list; None for all plays.
        force: whether files may be replaced that arpad does not know as its own.
        encoding: of the tables; None for UTF-8 or a guess.
    """

    rules: SkillPoints
    files: Sequence[str]
    columns: Sequence[str] = ()
    as_of: str | None = None
    force: bool = False
    encoding: str | None = None

    @classmethod
    def of(cls, options: dict[str, Any], unused: dict[str, Any]) -> PointList:
        """Return what the options of rate or explain ask for, where their system is a list of points.

        Args:
            options: the options for the record and the system, by name.
            unused: those beside that need games, by their name on the command line.

        Raises:
            NotProvided: one of the latter is given.
        """
        from arpad.cli.options import pairs_of
        from arpad.ratings.parameters import configure
        from arpad.rulebooks.known_systems import known_list
        from arpad.rulebooks.rating_catalogue import list_class

        name = known_list(options["system"])
        assert name is not None
        given = {
            word: options.get(word)
            for word in ("schedule", "period", "players", "rejects", "aliases", "cluster")
        } | unused
        for option, value in given.items():
            if value:
                raise NotProvided(
                    f"{name} does not rate games and takes no --{option}", remedy="Leave it out."
                )
        rules = configure(list_class(name), pairs_of(options["settings"], "--set"))
        taken = ("files", "columns", "as_of", "force", "encoding")
        return cls(rules, **{name: options[name] for name in taken})

    @cached_property
    def day(self) -> date | int | None:
        """The day of the list, where one is asked for."""
        from arpad.ratings.result import day_of

        return None if self.as_of is None else day_of(self.as_of)

    @cached_property
    def read(self) -> Plays:
        """The plays of the files up to that day, and what became of the rows."""
        from arpad.cli.options import columns_of
        from arpad.rulebooks.online.plays import read_plays

        plays = read_plays(self.files, columns_of(self.columns), self.day, encoding=self.encoding)
        tell(plays.notes)
        return plays

    @property
    def plays(self) -> list[Play]:
        """The plays up to that day."""
        return self.read.plays

    @property
    def account(self) -> dict[str, int]:
        """What became of the rows that were read: ``read`` is the sum of the others."""
        return {"read": self.read.rows, "plays": len(self.plays), "later": self.read.later}

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the list was computed from."""
        from arpad import __version__
        from arpad.office.publishing.manifest import without_folders
        from arpad.ratings.parameters import parameters_of

        digest = blake2b(digest_size=16)
        for play in self.plays:
            digest.update(json.dumps(play, ensure_ascii=False).encode())
        rules = self.rules
        return {
            "arpad": __version__,
            "system": rules.name,
            "title": rules.title,
            "source": rules.source,
            "status": rules.status,
            "parameters": {
                parameter.name: getattr(rules, parameter.name) for parameter in parameters_of(rules)
            },
            "files": [PurePath(file).name for file in self.files],
            "plays": len(self.plays),
            "items": len({play.item for play in self.plays}),
            "players": len({play.player for play in self.plays}),
            "digest": digest.hexdigest(),
            "as_of": self.day.isoformat() if isinstance(self.day, date) else self.day,
            "rows": self.account["read"],
            "notes": list(without_folders(self.read.notes, self.files)),
        }

    def command(self, divisions: Bands | None) -> list[str]:
        """Return the words that make the list again, files without their folders."""
        from arpad.office.pages.formatting import exact
        from arpad.ratings.parameters import settings_of

        words = ["arpad", "rate", *(PurePath(file).name for file in self.files)]
        words += ["--system", self.rules.name]
        for name, value in settings_of(self.rules).items():
            words += ["--set", f"{name}={exact(value)}"]
        for text in self.columns:
            words += ["--columns", text]
        given = {"as-of": self.as_of, "encoding": self.encoding, "divisions": divisions}
        for option, chosen in given.items():
            words += [] if chosen is None else [f"--{option}", str(chosen)]
        return words

    def published_table(self, divisions: Bands | None) -> PublishedTable:
        """Return the list as it is published."""
        import polars as pl

        from arpad.office.publishing.composition import POINTS
        from arpad.office.publishing.published_table import PublishedTable

        kinds: dict[str, Any] = {"player": pl.String, "division": pl.String, "points": pl.Float64}
        names = ["rank", "player", *(["division"] if divisions is not None else []), *NUMBERS]
        schema = {name: kinds.get(name, pl.Int64) for name in names}
        table = pl.DataFrame(self.rows(divisions), schema=schema)
        return PublishedTable(POINTS, table, self.facts, self.command(divisions))

    @property
    def provenance(self) -> str:
        """One line of what was computed from what."""
        facts = self.facts
        best = f"best={int(self.rules.best)}"
        parts = [
            ", ".join(number_formats.counted(facts[f"{word}s"], word) for word in ("play", "item", "player")),
            f"{self.rules.name} ({best})",
        ]
        if facts["as_of"] is not None:
            parts.append(f"as of {facts['as_of']}")
        if self.read.later:
            parts[0] += f", {number_formats.counted(self.read.later, 'later play')} left out"
        return "; ".join([*parts, f"plays {facts['digest']}", f"arpad {facts['arpad']}"])

    def rows(self, divisions: Bands | None = None) -> list[dict[str, Any]]:
        """Return the list, best first; players with equal points share the better rank."""
        from arpad.rulebooks.online.skill_points import best_of_items, skill_list

        best = int(self.rules.best)
        items = {player: len(best_items) for player, best_items in best_of_items(self.plays).items()}
        plays = Counter(play.player for play in self.plays)
        return [
            {
                "rank": rank,
                "player": player,
                **({} if divisions is None else {"division": divisions.of(points)}),
                "points": points,
                "items": items[player],
                "counted": min(best, items[player]),
                "plays": plays[player],
            }
            for rank, player, points in skill_list(self.plays, best)
        ]


def rate(
    point_list: PointList,
    *,
    top: int | None,
    divisions: Bands | None,
    outs: Sequence[str],
    as_json: bool,
    title: str | None = None,
) -> None:
    """Print the list, and write it to files.

    Args:
        point_list: which list, of what.
        top: print only so many rows; 0 for all, None for 20.
        divisions: names for points; None for none.
        outs: the files.
        as_json: whether to print JSON.
        title: what stands above the printed list.
    """
    from arpad.core.writing import together
    from arpad.office.publishing.composition import POINTS
    from arpad.office.publishing.inputs import inputs_of
    from arpad.office.publishing.published_table import check_table, publish_table

    with together(point_list.files, force=point_list.force):
        check_table(POINTS, outs)
        rows = point_list.rows(divisions)
        if outs:
            publish_table(point_list.published_table(divisions), outs, inputs_of(point_list.files))
    if as_json:
        facts = point_list.facts
        print_json({"rows": point_list.account, "notes": facts["notes"], "manifest": facts, "players": rows})
    else:
        if title:
            click.echo(strong(title))
            click.echo()
        _show_list(rows, 20 if top is None else top or len(rows))
        click.echo()
        click.echo(faint(point_list.provenance))
    for written in outs:
        click.echo(f"wrote {written}", err=as_json)


def recompute(given: dict[str, Any]) -> PublishedTable:
    """Make a published list again from the parameters of ``arpad rate``."""
    from arpad.cli.rate_output import extras

    return PointList.of(given, {}).published_table(extras(False, given["divisions"]).divisions)


def _show_list(rows: list[dict[str, Any]], most: int) -> None:
    headings = {
        "rank": Column("rank", "right"),
        "player": Column("player", shrinks=True),
        "division": Column("division", shrinks=True),
        "points": Column("points", "right"),
        "items": Column("items", "right", spare=1),
        "counted": Column("counted", "right", spare=2),
        "plays": Column("plays", "right", spare=3),
    }
    names = [name for name in headings if not rows or name in rows[0]]
    cells = [
        [_points(row[name]) if name == "points" else str(row[name]) for name in names] for row in rows[:most]
    ]
    show(TextTable([headings[name] for name in names], cells))
    if len(rows) > most:
        click.echo(faint(f"… and {number_formats.grouped(len(rows) - most)} more: --top 0 prints all"))


def _points(value: float) -> str:
    return number_formats.plain(value, 0 if value == int(value) else 2)


def explain(point_list: PointList, player: str, *, steps: bool, as_json: bool) -> None:
    """Print which of a player's items count, and what they sum up to."""
    explanation = point_list.rules.explain(player, point_list.plays)
    if as_json:
        print_json(explanation.as_dict())
        return
    plays = Counter(play.item for play in point_list.plays if play.player == player)
    counted, others = explanation.facts["counted"], explanation.facts["not_counted"]
    of_items = number_formats.counted(explanation.facts["items"], "item")
    click.echo(strong(f"{player}: {_points(explanation.value)} points, {counted} of {of_items} count"))
    click.echo()
    show(_items(explanation, plays, others[:UNCOUNTED]))
    if len(others) > UNCOUNTED:
        left = number_formats.counted(len(others) - UNCOUNTED, "item")
        click.echo(faint(f"… and {left} more that do not count"))
    if steps:
        click.echo()
        for step in explanation.steps:
            click.echo(shown(f"    {step.line()}"))
    click.echo()
    click.echo(faint(point_list.provenance))


def _items(explanation: Explanation, plays: Counter[str], others: Sequence[dict[str, Any]]) -> TextTable:
    """Return the items as a table: those that count, their sum, and the best of those that do not."""
    columns = [
        Column("", "right"),
        Column("item", shrinks=True),
        Column("best", "right"),
        Column("of plays", "right", spare=1),
        Column("counts", "right"),
    ]
    rows = []
    for at, part in enumerate(explanation.parts, start=1):
        item = part.facts["item"]
        rows.append([str(at), item, _points(part.value), str(plays[item]), _points(part.value)])
    rows.append(["", "skill points", "", "", _points(explanation.value)])
    strong_row = len(rows) - 1
    for at, left in enumerate(others, start=len(explanation.parts) + 1):
        rows.append([str(at), left["item"], _points(left["points"]), str(plays[left["item"]]), "no"])
    return TextTable(columns, rows, frozenset({strong_row}))
