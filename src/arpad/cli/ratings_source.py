"""The ratings that a question is about: of a record that is rated first, or of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import click
import numpy as np

from arpad.cli.number_formats import counted
from arpad.cli.options import described
from arpad.cli.request import RatingRequest, provenance
from arpad.core import BadInput
from arpad.ratings.fixture_odds import FixtureRatings


@dataclass(frozen=True)
class RatingsSource:
    """Where the ratings come from.

    Args:
        request: the files, and how they are read and rated.
        pool: the pool that is asked for; None for all games.
        named_system: whether the rating system was chosen.
    """

    request: RatingRequest
    pool: str | None = None
    named_system: bool = False

    @cached_property
    def listed(self) -> bool:
        """Whether the file is a list that ``arpad rate`` has written."""
        from arpad.record.kinds.players import is_list_file

        return len(self.request.files) == 1 and is_list_file(self.request.files[0])

    @contextmanager
    def before(self, *outs: str, beside: Sequence[str] = ()) -> Iterator[FixtureRatings]:
        """Read and rate the record, or read the list; files are written when the block ends.

        Args:
            outs: the files that are written.
            beside: what is read beside the record.
        """
        from arpad.cli.progress import Stages

        request = self._of_list() if self.listed else self.request
        request.check()
        with request.writing(*outs, beside=beside), Stages(2) as stages:
            if self.listed:
                yield self._before_list(request)
                return
            games = request.read(stages, by_pool=self.pool is not None)
            if self.pool is not None:
                games = games.of_pool(self.pool)
            yield FixtureRatings.of(request.rate(games, stages, pool=self.pool))

    def _of_list(self) -> RatingRequest:
        """Return the request with the system that made the list, unless another one is asked for."""
        from arpad.office.publishing.list_origin import made_by

        request = self.request
        if request.as_of is not None or request.rejects is not None:
            raise BadInput(
                "a list has one day and no rows of games", remedy="Leave --as-of and --rejects out."
            )
        if self.named_system or request.settings:
            return request
        origin = made_by(request.files[0], self.pool)
        if origin is None:
            click.echo(
                f"note: {request.files[0]} has no manifest that says what made it: taken for a list of "
                f"{request.system}; --system says otherwise",
                err=True,
            )
            return request
        name, settings = origin
        return replace(request, system=name, settings=settings)

    def _before_list(self, request: RatingRequest) -> FixtureRatings:
        from arpad.cli.entering import say_departures
        from arpad.record.kinds.players import read_players

        file = request.files[0]
        players = read_players(file, pool=self.pool)
        if self.named_system or self.request.settings:
            say_departures([file], request.rating_system, None)
        return FixtureRatings.of_list(players, request.rating_system)

    def facts(self, before: FixtureRatings, *, drawn: bool = True) -> dict[str, Any]:
        """Return what the odds were computed from, for JSON."""
        facts: dict[str, Any] = {"arpad": _version(), "system": before.system.name, "day": _day(before.day)}
        facts["parameters"] = _parameters(before)
        if before.ratings is None:
            return {**facts, "list": Path(self.request.files[0]).name}
        record = before.ratings.timeline.record
        share = before.share if drawn else None
        return {
            **facts,
            "record": record.digest,
            "games": len(record),
            "draws": None
            if share is None
            else {"model": "davidson", "nu": share.nu, "games": share.games, "drawn": share.drawn},
        }

    def provenance(self, before: FixtureRatings, *, drawn: bool = True) -> str:
        """Return in words what the answer was computed from."""
        if before.ratings is None:
            day = "" if before.day is None else f", as of {_day(before.day)}"
            return f"list {Path(self.request.files[0]).name}{day}; {described(before.system)}"
        lines = [provenance(before.ratings)]
        share = before.share if drawn else None
        if share is not None and share.nu > 0.0:
            fitted = f"{counted(share.drawn, 'draw')} in {counted(share.games, 'game')}"
            lines.append(f"draws: Davidson 1970, ν = {share.nu:.4f}, fitted to {fitted}")
        return "\n".join(lines)


def split_words(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files and the names of a command line: files come first, and look like files."""
    from arpad.record.files.source_file import COMPRESSIONS, FORMATS

    suffixes = {*FORMATS, *COMPRESSIONS}
    files = [words[0]]
    for word in words[1:]:
        if not (Path(word).suffix.lower() in suffixes and Path(word).is_file()):
            break
        files.append(word)
    return tuple(files), tuple(words[len(files) :])


def _day(moment: Any) -> str | int | None:
    if moment is None:
        return None
    value = np.asarray(moment)
    return str(value.astype("datetime64[D]")) if value.dtype.kind == "M" else int(value)


def _parameters(before: FixtureRatings) -> dict[str, Any]:
    from arpad.ratings.parameters import kept_settings

    return dict(kept_settings(before.system))


def _version() -> str:
    from arpad import __version__

    return __version__
