"""``arpad odds FILE``: the odds of players by their names, and of a table of fixtures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from arpad.cli.number_formats import counted
from arpad.cli.odds_output import say_lacking, show_odds, show_places, show_steps
from arpad.cli.options import columns_of, day_of
from arpad.cli.ratings_source import RatingsSource, split_words
from arpad.cli.request import RatingRequest
from arpad.cli.stated_draws import stated
from arpad.cli.tables import as_json as print_json
from arpad.cli.tables import faint, shown
from arpad.core import BadInput, NotProvided
from arpad.ratings.fixture_odds import FixtureOdds, FixtureRatings, fixture_odds
from arpad.record import Games, Players

if TYPE_CHECKING:
    from arpad.office.publishing.published_table import PublishedTable
    from arpad.ratings.odds import Drawn
    from arpad.record.kinds.fixtures import Fixtures

SHOWN = 3
"""How many newcomers a note names."""


@dataclass(frozen=True)
class OddsRequest:
    """What is asked of a record or a list.

    Args:
        source: where the ratings come from.
        names: the sides asked for; none where fixtures are.
        tables: the tables of fixtures; none where the record's own are asked for.
        stated: the draws as a person states them.
        on: the day of the game; None for that of the ratings.
    """

    source: RatingsSource
    names: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    stated: str | None = None
    on: str | None = None

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        options: Mapping[str, Any],
        tables: Sequence[str],
        pool: str | None,
        draws: str | None,
        on: str | None,
        *,
        named_system: bool,
    ) -> OddsRequest:
        """Return what is asked: the first word is a file, and so are those behind it that look like one."""
        files, names = split_words(words)
        if names and tables:
            raise click.UsageError("Give names or --fixtures, not both.")
        if len(names) == 1:
            raise click.UsageError(f"Give two players: arpad odds {files[0]} {names[0]} OPPONENT.")
        source = RatingsSource(RatingRequest(files=files, **options), pool, named_system)
        return cls(source, names, tuple(tables), draws, on)

    def _facts(self, before: FixtureRatings) -> dict[str, Any]:
        return self.source.facts(before, drawn=self.stated is None)

    def _provenance(self, before: FixtureRatings) -> str:
        return self.source.provenance(before, drawn=self.stated is None)

    def show(self, *, advantage: bool, steps: bool, as_json: bool) -> None:
        """Print the odds of the sides that are asked for."""
        if self.on is not None:
            day_of(self.on)
        with self.source.before() as before:
            pass
        if len(self.names) > 2 or any(before.partners(name) for name in self.names):
            if advantage or self.stated is not None or steps:
                raise click.UsageError(
                    "--advantage, --draws and --steps are for two players, one against one."
                )
            self._show_places(before, as_json=as_json)
            return
        system = before.system
        fixture = self._fixture_of_names(before, advantage=int(advantage))
        (game,) = fixture_odds(before, fixture, draws=self._draws(before))
        odds = game.odds
        if as_json:
            sides = [
                {"player": name, **_deviation(side), **side.as_dict()}
                for name, side in zip(self.names, odds.sides, strict=True)
            ]
            document: dict[str, Any] = {"system": system.name, "sides": sides}
            document["steps"] = [step.as_dict() for step in odds.steps]
            if odds.better is not None:
                document["better"] = odds.better
            print_json({**document, **self._facts(before)})
        else:
            show_odds(odds, self.names, system, ratings=True)
            if steps:
                show_steps(odds)
            click.echo()
            click.echo(faint(self._provenance(before)))
        self._say(before, [game])
        if advantage and not getattr(system, "advantage", 0.0):
            click.echo(f"note: the advantage is 0 points in {system.name} with these settings", err=True)

    def show_fixtures(self, outs: Sequence[str], *, as_json: bool) -> None:
        """Print the odds of fixtures, and write them where that is asked for."""
        from arpad.cli import fixture_table
        from arpad.office.publishing.composition import ODDS
        from arpad.office.publishing.published_table import PublishedTable, check_table, publish_table

        with self.source.before(*outs, beside=self.tables) as before:
            check_table(ODDS, outs)
            hashing = self.source.request.begin_hashing(self.tables) if outs else None
            fixtures = self._fixtures(before)
            odds = fixture_odds(before, fixtures.games, draws=self._draws(before))
            rows = fixture_table.rows(odds)
            facts = {**self._facts(before), "left_out": fixtures.played}
            if hashing is not None:
                publish_table(PublishedTable(ODDS, rows, facts, self.command), outs, hashing.result())
        if as_json:
            print_json({**facts, "fixtures": rows.to_dicts()})
        else:
            fixture_table.show(odds)
            click.echo()
            click.echo(faint(self._provenance(before)))
        self._say(before, odds)
        if fixtures.played and self.tables:
            left = counted(fixtures.played, "row")
            click.echo(f"note: {left} of {', '.join(self.tables)} with a result left out", err=True)
        for out in outs:
            click.echo(f"wrote {out}", err=as_json)

    def published_table(self) -> PublishedTable:
        """Return the table of fixtures as it is published."""
        from arpad.cli import fixture_table
        from arpad.office.publishing.composition import ODDS
        from arpad.office.publishing.published_table import PublishedTable

        with self.source.before() as before:
            fixtures = self._fixtures(before)
            odds = fixture_odds(before, fixtures.games, draws=self._draws(before))
            facts = {**self._facts(before), "left_out": fixtures.played}
            return PublishedTable(ODDS, fixture_table.rows(odds), facts, self.command)

    @property
    def command(self) -> list[str]:
        """The words that make the table of fixtures again, files without their folders."""
        request = self.source.request
        words = ["arpad", "odds", *(PurePath(file).name for file in request.files), *request.reading_options]
        for option, value in (
            ("system", request.system if self.source.named_system else None),
            *(("set", text) for text in request.settings),
            ("schedule", request.schedule),
            ("period", request.period),
            ("as-of", request.as_of),
            ("pool", self.source.pool),
            ("draws", self.stated),
            *(("fixtures", PurePath(file).name) for file in self.tables),
        ):
            words += [] if value is None else [f"--{option}", value]
        return words

    def _draws(self, before: FixtureRatings) -> Drawn | None:
        return stated(self.stated, before.system)

    def _show_places(self, before: FixtureRatings, *, as_json: bool) -> None:
        """Print the chances of every place.

        Raises:
            NotProvided: the system rates no such contests.
        """
        from arpad.ratings.contests.system import ContestSystem

        system = before.system
        if not isinstance(system, ContestSystem):
            raise NotProvided(
                f"{system.name} gives the chances of one player against one only",
                remedy="Choose a system for contests: trueskill, weng-lin, elo-mmr, plackett-luce, bridge.",
            )
        sides = [before.partners(name) or (name,) for name in self.names]
        ratings = [[before.at(before.name(player)) for player in side] for side in sides]
        chances = system.places(ratings)
        if as_json:
            rows = [
                {
                    "players": side,
                    "ratings": [rating.value for rating in of_side],
                    "places": row.tolist(),
                }
                for side, of_side, row in zip(sides, ratings, chances, strict=True)
            ]
            print_json({"system": system.name, "sides": rows, **self._facts(before)})
            return
        show_places(self.names, chances)
        click.echo()
        click.echo(faint(self._provenance(before)))

    def _fixture_of_names(self, before: FixtureRatings, *, advantage: int) -> Games:
        """Return the game that is asked for, as a fixture."""
        from arpad.cli.rating_arguments import begins_as_rating, rating_of

        numbers = [name for name in self.names if not before.knows(name) and begins_as_rating(name)]
        guests = {name: rating_of(name) for name in numbers}
        for name in self.names:
            if name not in guests:
                before.name(name)
        if self.names[0] == self.names[1]:
            raise BadInput(f"{self.names[0]!r} plays against itself", remedy="Give two players.")
        players = Players(list(self.names))
        for attribute, of in (("rating", "value"), ("deviation", "deviation"), ("volatility", "volatility")):
            column = [getattr(guests[name], of) if name in guests else None for name in self.names]
            if any(value is not None for value in column):
                numbers_of = np.array([np.nan if value is None else value for value in column])
                players = players.with_attributes({attribute: numbers_of})
        time = None if self.on is None else np.array([day_of(self.on)], dtype="datetime64[D]")
        seats = np.array([0], dtype=np.int32), np.array([1], dtype=np.int32)
        sides = np.array([advantage], dtype=np.int8)
        return Games(players, *seats, np.array([0.5]), time=time, advantage=sides)

    def _fixtures(self, before: FixtureRatings) -> Fixtures:
        """Read the fixtures that are asked for.

        Raises:
            BadInput: there is none.
        """
        from arpad.record.kinds.fixtures import read_fixtures

        request, own = self.source.request, not self.tables
        if own and self.source.listed:
            raise BadInput(
                "a list has no fixtures",
                file=request.files[0],
                remedy="Give the fixtures, --fixtures FILE, or the names of two players.",
            )
        system = before.system
        if own and before.ratings is not None and not before.ratings.timeline.record.source.fixtures:
            raise BadInput(
                "the record has no fixture: no row with two sides and no result",
                file=", ".join(request.files),
                remedy="Give the fixtures in a table of their own, --fixtures FILE, or give two names.",
            )
        fixtures = read_fixtures(
            request.files if own else self.tables,
            columns=columns_of(request.columns),
            byes=None if request.byes is None else [word for word in request.byes.split(",") if word.strip()],
            encoding=request.encoding if own else None,
            sheet=request.sheet if own else None,
            par=system.par if system.continuous else None,
            dates=request.date_format,
            decimal=request.decimal,
            aliases=request.alias_table,
            players=before.players if before.ratings is None else before.ratings.timeline.record.players,
            among_games=own,
        )
        if self.source.pool is not None and fixtures.games.pool is not None:
            fixtures = replace(fixtures, games=fixtures.games.of_pool(self.source.pool))
        if not len(fixtures):
            raise BadInput(
                "there is no fixture: no row with two sides and no result",
                file=", ".join(self.tables or request.files),
                remedy="Leave the result of a game that is still to be played blank.",
            )
        return fixtures

    def _say(self, before: FixtureRatings, odds: Sequence[FixtureOdds]) -> None:
        """Say on standard error what is unusual: newcomers, and why there are no changes."""
        new = list(dict.fromkeys(name for fixture in odds for name in fixture.newcomers))
        if self.names:
            new = []
        if new:
            named = ", ".join(new[:SHOWN]) + (f" and {len(new) - SHOWN} more" if len(new) > SHOWN else "")
            near = before.players.near(new[0]) if len(new) == 1 else []
            hint = f" (did you mean {' or '.join(near)}?)" if near else ""
            click.echo(
                shown(
                    f"note: {counted(len(new), 'player')} without a game, taken as newcomers: {named}{hint}"
                ),
                err=True,
            )
        lacking = next((fixture.odds for fixture in odds if fixture.odds.lacking is not None), None)
        if lacking is not None:
            say_lacking(lacking)
        elif odds and not before.continues:
            click.echo(
                f"note: {before.system.name} rates the whole history at once: what a result changes is known "
                "when it is rated with all games",
                err=True,
            )


def _deviation(side: Any) -> dict[str, Any]:
    return {} if side.rating.deviation is None else {"deviation": side.rating.deviation}
