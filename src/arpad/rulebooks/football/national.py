"""What the ratings of national teams share: Elo whose K is the importance of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, Step
from arpad.core.interface import setting
from arpad.ratings.elo.elo_based import EloBased
from arpad.ratings.elo.family import Surprise, expected_score
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import RatingState, Trace
from arpad.ratings.timeline import Timeline
from arpad.record import Games
from arpad.rulebooks.football.importance import PLAIN_KNOCK_OUT, MatchClass, importance_setting, word
from arpad.rulebooks.football.match_classes import MatchClasses, Weighing, kinds


@dataclass(frozen=True)
class NationalTeams(EloBased):
    """A rating of teams, match by match: P' = P + I · G · (W − We).

    The importance I is the record's weight, or that of the class its ``stage`` names, or that of the kind of
    competition that its ``event`` names (:mod:`.match_classes`), or ``importance`` for every match;
    :attr:`elo` has K 1. :meth:`update` takes a match of which nothing is known for a qualifier; ``arpad
    whatif`` asks for the importance, and ``arpad odds`` omits point changes unless the importance is set.
    """

    classes: ClassVar[Mapping[str, MatchClass]]
    of_kind: ClassVar[Mapping[str, str]]
    """The kind of a competition -> its class."""
    of_name: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The name of a competition -> its class, where it is not that of its kind."""
    windows: ClassVar[bool] = False
    """Whether friendlies within FIFA's windows are a class of their own."""
    points_of_importance: ClassVar[float] = 1.0
    """What an importance of 1 is worth, in points."""
    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)
    decimals: ClassVar[int] = 2

    importance: float | None = parameter(
        None, "the importance of every match, instead of what the record says", unit="points", low=0.0
    )

    def game_weights(self, games: Games) -> NDArray[np.float64]:
        """Return the importance of every match."""
        if self.importance is not None:
            return np.full(len(games), self.points_of_importance * float(self.importance))
        if games.weight is not None:
            return self.points_of_importance * games.weight
        return self.points_of_importance * self.match_classes(games).importances(self.name)

    def game_kinds(self, games: Games) -> NDArray[np.int8]:
        """Return which matches are knock-out rounds of final competitions."""
        is_weighed = self.importance is not None or games.weight is not None
        return kinds(games, self.weighing(), None if is_weighed else self.match_classes(games))

    @classmethod
    def weighing(cls) -> Weighing:
        """Return how the body weighs competitions."""
        return Weighing(cls.classes, cls.of_kind, cls.of_name, cls.windows)

    def known_stages(self) -> tuple[str, ...]:
        """Return the classes of matches."""
        return tuple(self.classes)

    def is_stage(self, text: str) -> bool:
        """Tell whether a word is a class of matches, a kind of competition or the name of one."""
        return word(text) == PLAIN_KNOCK_OUT or self.weighing().of_stage(text) is not None

    def match_classes(self, games: Games) -> MatchClasses:
        """Return the classes of matches, by their stages or by the names of their competitions."""
        return MatchClasses(games, self.weighing())

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop, and note which classes the names of competitions have told."""
        state, kept = super().rate(timeline, trace=trace)
        games = timeline.games
        if self.importance is not None or games.weight is not None:
            return state, kept
        note = self.match_classes(games).note
        return (state if note is None else replace(state, notes=(*state.notes, note))), kept

    def supposed(self, game: Encounter) -> Encounter:
        """Return a match of no record as one of the importance asked for, or as a qualifier."""
        if game.kind:
            return game
        importance = self.classes["qualifier"].importance if self.importance is None else self.importance
        return replace(game, weight=self.points_of_importance * float(importance))

    def check_supposed(self, encounters: Sequence[Encounter]) -> None:
        """Refuse matches of which nothing says how important they are."""
        if self.importance is None and any(not game.kind for game in encounters):
            raise BadInput(
                f"{self.name} needs the importance of every match, and nothing says it",
                remedy=f"Give it: {setting(importance_setting(self.classes))}.",
            )

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a match makes of a rating."""
        return super().calculate(before, [self.supposed(game) for game in encounters], schedule)

    def weight_step(self, game: Encounter) -> Step:
        """Return the importance."""
        formula = "" if game.kind or self.importance is not None else "of a qualifier, for none is given"
        if self.points_of_importance != 1.0:
            working = f"{self.points_of_importance:g} · {game.weight / self.points_of_importance:g}"
            return Step("importance", game.weight, formula, working, digits=2, unit="points")
        return Step("importance", game.weight, formula, digits=2)

    def k_step(self, k: float, before: Rating, age: float, n: int, edition: int) -> Step:
        """Return the factor beside the importance, which is 1."""
        return Step("K-factor", k, digits=2)

    def change_steps(self, k: float, k_step: Step, s: Surprise, game: Encounter) -> tuple[Step, ...]:
        """Return the change by its formula."""
        formula, working = "I", f"{game.weight:g}"
        if self.margin_counts:
            m = next(float(step.value) for step in s.steps if step.label == "margin of victory")
            formula, working = f"{formula} · G", f"{working} · {m:g}"
        working = f"{working} · ({s.score:g} − {expected_score(s):.6f})"
        if any(step.label == "what counts" for step in s.steps):
            formula, working = "no points lost", ""
        else:
            formula = f"{formula} · (W − We)"
        return (Step("change", k * s.value + s.bonus, formula, working, unit="points"),)
