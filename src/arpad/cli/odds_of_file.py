"""``arpad odds FILE``: the odds of players by their names, and of a table of fixtures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from arpad.cli.number_formats import counted
from arpad.cli.odds_output import say_lacking, show_odds, show_places, show_steps
from arpad.cli.options import columns_of, day_of, described
from arpad.cli.request import Request, provenance
from arpad.cli.stated_draws import stated
from arpad.cli.tables import as_json as print_json
from arpad.cli.tables import faint, shown
from arpad.core import BadInput, NotProvided
from arpad.ratings.fixture_odds import Before, FixtureOdds, fixture_odds
from arpad.record import Games, Players

if TYPE_CHECKING:
    from arpad.ratings.odds import Drawn
    from arpad.record.fixtures import Fixtures

SHOWN = 3
"""How many newcomers a note names."""


@dataclass(frozen=True)
class Question:
    """What is asked of a record or a list.

    Args:
        request: the files, and how they are read and rated.
        names: the sides asked for; none where fixtures are.
        tables: the tables of fixtures; none where the record's own are asked for.
        pool: the pool that is asked for; None for all games.
        stated: the draws as a person states them.
        on: the day of the game; None for that of the ratings.
        named_system: whether the rating system was chosen.
    """

    request: Request
    names: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    pool: str | None = None
    stated: str | None = None
    on: str | None = None
    named_system: bool = False

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
    ) -> Question:
        """Return what is asked: the first word is a file, and so are those behind it that look like one."""
        from arpad.record.source_file import COMPRESSIONS, FORMATS

        known = {*FORMATS, *COMPRESSIONS}
        files = [words[0]]
        for word in words[1:]:
            if not (Path(word).suffix.lower() in known and Path(word).is_file()):
                break
            files.append(word)
        names = tuple(words[len(files) :])
        if names and tables:
            raise click.UsageError("Give names or --fixtures, not both.")
        if len(names) == 1:
            raise click.UsageError(f"Give two players: arpad odds {files[0]} {names[0]} OPPONENT.")
        request = Request(files=tuple(files), **options)
        return cls(request, names, tuple(tables), pool, draws, on, named_system)

    def show(self, *, advantage: bool, steps: bool, as_json: bool) -> None:
        """Print the odds of the sides that are asked for."""
        with self._before() as before:
            pass
        if len(self.names) > 2 or any(before.partners(name) for name in self.names):
            if advantage or self.stated is not None or steps:
                raise click.UsageError(
                    "--advantage, --draws and --steps are for two players, one against one."
                )
            self._show_places(before, as_json=as_json)
            return
        system = before.system
        fixture = self._one(before, advantage=int(advantage))
        (one,) = fixture_odds(before, fixture, draws=self._draws(before))
        found = one.odds
        if as_json:
            sides = [
                {"player": name, **_deviation(side), **side.as_dict()}
                for name, side in zip(self.names, found.sides, strict=True)
            ]
            told: dict[str, Any] = {"system": system.name, "sides": sides}
            told["steps"] = [step.as_dict() for step in found.steps]
            if found.better is not None:
                told["better"] = found.better
            print_json({**told, **self._facts(before)})
        else:
            show_odds(found, self.names, system, ratings=True)
            if steps:
                show_steps(found)
            click.echo()
            click.echo(faint(self._provenance(before)))
        self._say(before, [one])
        if advantage and not getattr(system, "advantage", 0.0):
            click.echo(f"arpad: the advantage is worth nothing in {system.name} as it is set", err=True)

    def show_fixtures(self, outs: Sequence[str], *, as_json: bool) -> None:
        """Print the odds of fixtures, and write them where that is asked for."""
        from arpad.cli import fixture_table

        fixture_table.check(outs)
        with self._before(*outs) as before:
            fixtures = self._fixtures(before)
            found = fixture_odds(before, fixtures.games, draws=self._draws(before))
            rows = fixture_table.rows(found)
            facts = {**self._facts(before), "left_out": fixtures.played}
            for out in outs:
                fixture_table.write(rows, facts, Path(out))
        if as_json:
            print_json({**facts, "fixtures": rows.to_dicts()})
        else:
            fixture_table.show(found)
            click.echo()
            click.echo(faint(self._provenance(before)))
        self._say(before, found)
        if fixtures.played and self.tables:
            left = counted(fixtures.played, "row")
            click.echo(f"note: {left} of {', '.join(self.tables)} with a result left out", err=True)
        for out in outs:
            click.echo(f"wrote {out}", err=as_json)

    @cached_property
    def _listed(self) -> bool:
        """Whether the file is a list that ``arpad rate`` has written."""
        from arpad.record.players_file import is_list_file

        return len(self.request.files) == 1 and is_list_file(self.request.files[0])

    @contextmanager
    def _before(self, *outs: str) -> Iterator[Before]:
        """Read and rate the record, or read the list; files are written when the block ends."""
        from arpad.cli.progress import Stages

        request = self._of_list() if self._listed else self.request
        request.check()
        if self.on is not None:
            day_of(self.on)
        with request.writing(*outs), Stages(2) as stages:
            if self._listed:
                yield self._before_list(request)
                return
            games = request.read(stages, by_pool=self.pool is not None)
            if self.pool is not None:
                games = games.of_pool(self.pool)
            yield Before.of(request.rate(games, stages, pool=self.pool))

    def _of_list(self) -> Request:
        """Return the request with the system that made the list, unless another one is asked for."""
        from arpad.office.publishing.list_origin import made_by

        request = self.request
        if request.as_of is not None or request.rejects is not None:
            raise BadInput(
                "a list has one day and no rows of games", remedy="Leave --as-of and --rejects out."
            )
        if self.named_system or request.settings:
            return request
        made = made_by(request.files[0], self.pool)
        if made is None:
            click.echo(
                f"note: {request.files[0]} has no manifest that says what made it: taken for a list of "
                f"{request.system}; --system says otherwise",
                err=True,
            )
            return request
        name, settings = made
        return replace(request, system=name, settings=settings)

    def _before_list(self, request: Request) -> Before:
        from arpad.cli.entering import say_departures
        from arpad.record.players_file import read_players

        file = request.files[0]
        players = read_players(file, pool=self.pool)
        if self.named_system or self.request.settings:
            say_departures([file], request.rating_system, None)
        return Before.of_list(players, request.rating_system)

    def _draws(self, before: Before) -> Drawn | None:
        return stated(self.stated, before.system)

    def _show_places(self, before: Before, *, as_json: bool) -> None:
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
            told = [
                {
                    "players": side,
                    "ratings": [rating.value for rating in of_side],
                    "places": row.tolist(),
                }
                for side, of_side, row in zip(sides, ratings, chances, strict=True)
            ]
            print_json({"system": system.name, "sides": told, **self._facts(before)})
            return
        show_places(self.names, chances)
        click.echo()
        click.echo(faint(self._provenance(before)))

    def _one(self, before: Before, *, advantage: int) -> Games:
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

    def _fixtures(self, before: Before) -> Fixtures:
        """Read the fixtures that are asked for.

        Raises:
            BadInput: there is none.
        """
        from arpad.record.fixtures import read_fixtures

        request, own = self.request, not self.tables
        if own and self._listed:
            raise BadInput(
                "a list has no fixtures",
                file=request.files[0],
                remedy="Give them: --fixtures FILE, or two names.",
            )
        system = before.system
        if own and before.ratings is not None and not before.ratings.timeline.record.source.fixtures:
            raise BadInput(
                "the record has no fixture: no row with two sides and no result",
                file=", ".join(request.files),
                remedy="Give the fixtures in a table of their own, --fixtures FILE, or give two names.",
            )
        found = read_fixtures(
            request.files if own else self.tables,
            columns=columns_of(request.columns),
            byes=None if request.byes is None else [word for word in request.byes.split(",") if word.strip()],
            encoding=request.encoding if own else None,
            par=system.par if system.continuous else None,
            among_games=own,
        )
        if self.pool is not None and found.games.pool is not None:
            found = replace(found, games=found.games.of_pool(self.pool))
        if not len(found):
            raise BadInput(
                "there is no fixture: no row with two sides and no result",
                file=", ".join(self.tables or request.files),
                remedy="Leave the result of a game that is still to be played blank.",
            )
        return found

    def _facts(self, before: Before) -> dict[str, Any]:
        """Return what the odds were computed from, for JSON."""
        facts: dict[str, Any] = {"arpad": _version(), "system": before.system.name, "day": _day(before.day)}
        facts["parameters"] = _parameters(before)
        if before.ratings is None:
            return {**facts, "list": Path(self.request.files[0]).name}
        record = before.ratings.timeline.record
        share = None if self.stated is not None else before.share
        return {
            **facts,
            "record": record.digest,
            "games": len(record),
            "draws": None
            if share is None
            else {"model": "davidson", "nu": share.nu, "games": share.games, "drawn": share.drawn},
        }

    def _provenance(self, before: Before) -> str:
        if before.ratings is None:
            day = "" if before.day is None else f", as of {_day(before.day)}"
            return f"list {Path(self.request.files[0]).name}{day}; {described(before.system)}"
        lines = [provenance(before.ratings)]
        share = None if self.stated is not None else before.share
        if share is not None and share.nu > 0.0:
            drawn, games = counted(share.drawn, "draw"), counted(share.games, "game")
            lines.append(f"draws: Davidson 1970, ν = {share.nu:.4f}, fitted to {drawn} in {games}")
        return "\n".join(lines)

    def _say(self, before: Before, found: Sequence[FixtureOdds]) -> None:
        """Say on standard error what is unusual: newcomers, and why there are no changes."""
        new = list(dict.fromkeys(name for one in found for name in one.newcomers))
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
        lacking = next((one.odds for one in found if one.odds.lacking is not None), None)
        if lacking is not None:
            say_lacking(lacking)
        elif found and not before.continues:
            click.echo(
                f"note: {before.system.name} rates the whole history at once: what a result changes is known "
                "when it is rated with all games",
                err=True,
            )


def _deviation(side: Any) -> dict[str, Any]:
    return {} if side.rating.deviation is None else {"deviation": side.rating.deviation}


def _day(moment: Any) -> str | int | None:
    if moment is None:
        return None
    value = np.asarray(moment)
    return str(value.astype("datetime64[D]")) if value.dtype.kind == "M" else int(value)


def _parameters(before: Before) -> dict[str, Any]:
    from arpad.ratings.parameters import settings_of

    return dict(settings_of(before.system))


def _version() -> str:
    from arpad import __version__

    return __version__
