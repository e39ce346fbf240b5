"""A rating system of the user's: what a game makes of a rating, as a plain Python function.

The functions of a system take the context of a game (:class:`arpad.ratings.game_context.GameContext`) and the
system's parameters. They run as plain Python on a short record and compiled on a long one, and an explanation
runs them once more and shows what their names hold.

Units: those of the user's functions; by default ratings in points.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, make_dataclass, replace
from datetime import date
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import specialise
from arpad.core import BadInput, Explanation, Step
from arpad.ratings.custom import loop as customloop
from arpad.ratings.elo.family import MEMORY, remembered
from arpad.ratings.elo.loop import Memory
from arpad.ratings.function_steps import run_with_steps, source_of, users_function
from arpad.ratings.game_context import DAYS, REMEMBERED, GameContext, context_of, requested_fields
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter, parameters_of
from arpad.ratings.ranges import check_finite
from arpad.ratings.state import RatingState, StateColumn, Trace
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline

COLUMNS = ("rating", "deviation", "volatility")
KEEP = (customloop.keep, customloop.keep_two, customloop.keep_three)
ARGUMENTS = ("game", "p")
"""What the functions are called with: the game and the parameters."""

UpdateFunction = Callable[[GameContext, Any], float | tuple[float, ...]]
ExpectedFunction = Callable[[GameContext, Any], float]


@dataclass(frozen=True)
class CustomSystem(RatingSystem):
    """A rating system whose functions :func:`custom_system` was given."""

    status: ClassVar[str] = "unverified"
    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)

    @staticmethod
    @abstractmethod
    def own_update(game: GameContext, p: Any) -> Any:
        """Return what a game makes of a rating: the user's function."""

    @staticmethod
    @abstractmethod
    def own_expected(game: GameContext, p: Any) -> float:
        """Return the expected score of a game: the user's function."""

    @cached_property
    def asks(self) -> frozenset[str]:
        """What the functions ask of a game."""
        return requested_fields(self.own_update, self.own_expected)

    @cached_property
    def p(self) -> Any:
        """The parameters as the functions take them."""
        names = tuple(spec.name for spec in parameters_of(self))
        return _parameters(names)(*(float(getattr(self, name)) for name in names))

    def newcomer(self) -> Rating:
        """Return the rating with which a newcomer enters."""
        return Rating.of({name: float(getattr(self, _ENTRIES[name])) for name in self.columns})

    @property
    def state_columns(self) -> tuple[StateColumn, ...]:
        """What the function asks to be remembered."""
        return MEMORY if self.asks & REMEMBERED else ()

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the functions over games in order; see :meth:`RatingSystem.rate`."""
        timeline.check_none_given(self.name)
        columns = self.game_columns(timeline, years="age" in self.asks)
        if self.asks & DAYS:
            columns = columns._replace(day=timeline.numbered_days)
        players = timeline.games.players
        entry = [players.number(name, float(getattr(self, _ENTRIES[name]))) for name in self.columns]
        state = np.stack(entry, axis=1)
        memory = self._memory(timeline)
        kept = Trace.empty(len(timeline.games) if trace else 0, len(self.columns))
        parts: dict[str, Callable[..., Any]] = {
            "update": self.own_update,
            "keep": KEEP[len(self.columns) - 1],
        }
        if "expected" in requested_fields(self.own_update):
            parts["expected"] = self.own_expected
        run = specialise(customloop.live_loop, parts, 2.0 * len(timeline.games))
        run(self.p, columns, state, memory, kept.before, kept.after)
        check_finite(self.name, players.names, state)
        memory_columns: dict[str, NDArray[Any]] = {}
        if self.asks & REMEMBERED:
            memory_columns = remembered(memory.games, memory.peak, memory.birth_year)
        ratings = {name: state[:, at].copy() for at, name in enumerate(self.columns)}
        return RatingState(ratings, memory=memory_columns), kept if trace else None

    def _memory(self, timeline: Timeline) -> Memory:
        players, none = timeline.games.players, np.empty(0)
        counts = bool(self.asks & REMEMBERED)
        return Memory(
            players.number("games", 0.0).copy() if counts else none,
            players.number("peak", -math.inf).copy() if counts else none,
            players.number("birth_year") if counts else none,
            np.empty(0, dtype=np.int32),
            none,
            timeline.listed_days.copy() if self.asks & DAYS else none,
        )

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score of ``first``, with what the function names."""
        game = Encounter(second, math.nan, advantage, on=on)
        expected, steps = run_with_steps(
            self.own_expected, context_of(first, game, self.edition_on(on)), self.p
        )
        if not 0.0 <= expected <= 1.0:
            name = self.own_expected.__name__
            raise BadInput(f"{name} of {self.name} expects a score of {expected:g}, which is not from 0 to 1")
        shown = source_of(self.own_expected).returned
        return Prediction(float(expected), (*steps, Step("expected score", float(expected), shown, digits=6)))

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a game makes of a rating, with what the function names."""
        (game,) = encounters
        edition = self.edition_on(game.on)
        expected, first_steps = run_with_steps(self.own_expected, context_of(before, game, edition), self.p)
        uses_expected = "expected" in requested_fields(self.own_update)
        returned, steps = run_with_steps(self.own_update, context_of(before, game, edition, expected), self.p)
        if uses_expected:
            shown = source_of(self.own_expected).returned
            steps = (*first_steps, Step("expected score", expected, shown, digits=6), *steps)
        numbers = returned if isinstance(returned, tuple) else (returned,)
        after = dict(zip(("value", *COLUMNS[1:]), map(float, numbers), strict=False))
        change = after["value"] - before.value
        facts = {
            **game.facts,
            "opponent_rating": game.opponent.value,
            "expected": float(expected),
            "score": game.score,
        }
        if game.opponent.deviation is not None:
            facts["opponent_deviation"] = game.opponent.deviation
        formula = source_of(self.own_update).returned
        game_steps = (
            *steps,
            Step(" and ".join(("new rating", *COLUMNS[1 : len(self.columns)])), after["value"], formula),
            Step("change", change, "R' − R", f"{after['value']:.4f} − {before.value:.4f}", unit="points"),
        )
        part = Explanation("game", change, game_steps, facts=facts, unit="points")
        rows = [
            Step(
                "new rating", after["value"], "R + change", f"{before.value:.4f} {change:+.4f}", unit="points"
            )
        ]
        rows += [Step(f"new {name}", after[name]) for name in COLUMNS[1:] if name in after]
        explanation = Explanation("change", change, tuple(rows), (part,), terms=True, unit="points")
        peak = max(before.value, after["value"], before.value if before.peak is None else before.peak)
        rating = replace(before, **after, games=before.games + 1, peak=peak)  # type: ignore[arg-type]
        return Update(before, rating, explanation)


_ENTRIES = {"rating": "initial", "deviation": "initial_deviation", "volatility": "initial_volatility"}
"""The parameter with which a newcomer enters, by the column."""


def custom_system(
    name: str,
    *,
    update: UpdateFunction,
    expected: ExpectedFunction,
    parameters: Mapping[str, float] | None = None,
    initial: float = 1500.0,
    deviation: float | None = None,
    volatility: float | None = None,
    title: str | None = None,
    source: str = "a system of the user's",
) -> type[Any]:
    """Make a class of rating systems from functions.

    Args:
        name: what the command line calls the system.
        update: ``update(game, p)``, the new rating after a game, as its player meets it; with a deviation, a
            tuple of rating and deviation, and so on. ``game`` is a
            :class:`arpad.ratings.game_context.GameContext`, whose fields are asked for by name; ``p`` holds
            the parameters by name.
        expected: ``expected(game, p)``, the expected score of a game, in [0, 1]. Where ``update`` asks for
            ``game.expected``, it is called once for each game, and the other side's expected score is the
            rest to 1.
        parameters: name → default value of the parameters beside ``initial``.
        initial: the rating of a newcomer.
        deviation: the deviation of a newcomer; None where the system has none.
        volatility: the volatility of a newcomer; None where the system has none.
        title: the full name.
        source: author, year, work.

    Returns:
        A subclass of :class:`CustomSystem`, whose instances :func:`arpad.rate` takes:
        ``My = custom_system(…)``, then ``My(k=30)``.

    Raises:
        BadInput: a function is not a plain Python function of a game and the parameters, a name is taken, or
            there is a volatility without a deviation.
    """
    if volatility is not None and deviation is None:
        raise BadInput(
            f"{name} has a volatility and no deviation", remedy="Give the deviation of a newcomer."
        )
    own_update = users_function(update, "update", ARGUMENTS)
    own_expected = users_function(expected, "expected", ARGUMENTS)
    numbers = {"rating": initial, "deviation": deviation, "volatility": volatility}
    columns = tuple(column for column, value in numbers.items() if value is not None)
    fields: list[tuple[str, type, Any]] = []
    for each, value in (parameters or {}).items():
        if hasattr(CustomSystem, each) or each in _ENTRIES or not each.isidentifier():
            raise BadInput(f"a parameter of {name} cannot be called {each!r}", remedy="Choose another name.")
        fields.append((each, float, parameter(float(value), "a parameter of the user's functions")))
    for column in columns:
        entry = _ENTRIES[column]
        meaning = f"the {column} of a newcomer"
        fields.append((entry, float, parameter(float(numbers[column]), meaning)))  # type: ignore[arg-type]
    facts = {
        "name": name,
        "title": title or name,
        "source": source,
        "columns": columns,
        "own_update": staticmethod(own_update),
        "own_expected": staticmethod(own_expected),
        "__module__": update.__module__,
        "__doc__": f"{title or name}.",
    }
    class_name = "".join(filter(str.isidentifier, name.title())) or "Custom"
    return make_dataclass(class_name, fields, bases=(CustomSystem,), namespace=facts, frozen=True)


@cache
def _parameters(names: tuple[str, ...]) -> Any:
    """Return the class of named tuples with these fields.

    It stands in this module under a name of its own, by which machine code that is kept on disk finds it.
    """
    kind = namedtuple("·".join(("Parameters", *names)), names, module=__name__)  # type: ignore[misc]
    globals()[kind.__name__] = kind
    return kind
