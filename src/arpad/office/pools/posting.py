"""Postings to a pool: what is asked for, checked before the pool is locked, and what is answered.

An answer is kept and handed on as the bytes of its numbers; a program that does not look at the ratings of
ten thousand games does not pay for making them.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from arpad.office.log.event_log import Stamp
from arpad.office.log.store import stamp_now
from arpad.office.pools.explaining import RatingInputs
from arpad.office.pools.games import Game, PoolGames
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import STATE, GameRatings
from arpad.ratings.state import Floats


@dataclass(frozen=True)
class Posting:
    """Games that are posted together.

    Args:
        games: in the order in which they are rated.
        op: the operation's name, under which it is done once; empty for one by chance.
        author: who posts; None for the author of the call.
        explain: whether the answer is to have what explains it.
    """

    games: Sequence[Game]
    op: str = ""
    author: str | None = None
    explain: bool = False


@dataclass(frozen=True)
class CheckedPosting:
    """A posting whose games can be.

    Args:
        batch: the games.
        op: as of :class:`Posting`.
        request: a digest of what is asked for, without the moment of asking.
        stamp: who posts, when and by what.
        explain: whether the answer is to have what explains it.
    """

    batch: PoolGames
    op: str
    request: str
    stamp: Stamp
    explain: bool = False

    @classmethod
    def of(
        cls,
        batch: PoolGames,
        times: Sequence[int | None],
        op: str,
        author: str | None,
        *,
        explain: bool = False,
    ) -> CheckedPosting:
        """Return a posting of games.

        Args:
            batch: the games.
            times: their times as they are posted, before the moment of posting takes the place of None.
            op: the operation's name; empty for one by chance.
            author: who posts.
            explain: whether the answer is to have what explains it.

        Raises:
            BadInput: the author or the operation's name cannot be kept.
        """
        request = batch.digest(times) if op else ""
        stamp = stamp_now(op=op, request=request, author=author)
        return cls(batch, op, request, stamp, explain)


@dataclass(frozen=True)
class Posted:
    """What became of a posting.

    Args:
        number: of its first game in the pool; the others follow.
        columns: numbers that tell a player's rating: 1, or 2 with a deviation, 3 with a volatility.
        before: games × 2 players × columns, as float64, little-endian: what the games met.
        after: the same after the games.
        repeated: whether it was done before under the same name, and nothing was written now.
        rules: of the pool.
        rating_inputs: what each game met, where that was asked for; nothing of a posting that is repeated.
    """

    number: int
    columns: int
    before: bytes
    after: bytes
    repeated: bool = False
    rules: PoolRules | None = field(default=None, compare=False, repr=False)
    rating_inputs: tuple[RatingInputs, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(
        cls, number: int, game_ratings: GameRatings, rules: PoolRules, inputs: tuple[RatingInputs, ...] = ()
    ) -> Posted:
        """Return what is answered to games that were rated."""
        before, after = (ratings.astype(STATE).tobytes() for ratings in game_ratings)
        return cls(number, game_ratings.before.shape[2], before, after, rules=rules, rating_inputs=inputs)

    @cached_property
    def game_ratings(self) -> GameRatings:
        """What the games met and left."""
        return GameRatings(self._numbers(self.before), self._numbers(self.after))

    @property
    def games(self) -> list[dict[str, list[list[float]]]]:
        """For each game ``before`` and ``after`` of both players, with what the system tells of them."""
        pairs = zip(self.game_ratings.before.tolist(), self.game_ratings.after.tolist(), strict=True)
        return [{"before": before, "after": after} for before, after in pairs]

    def kept(self) -> str:
        """Return the answer as it is kept: every bit of it, and quicker to write than digits are."""
        return json.dumps(
            [self.number, self.columns, b64encode(self.before).decode(), b64encode(self.after).decode()]
        )

    @classmethod
    def read(cls, text: str, rules: PoolRules | None = None) -> Posted:
        """Return what was answered before, from what is kept of it."""
        number, columns, before, after = json.loads(text)
        return cls(number, columns, b64decode(before), b64decode(after), True, rules)

    def _numbers(self, content: bytes) -> Floats:
        return np.frombuffer(content, dtype=STATE).reshape(-1, 2, self.columns)
