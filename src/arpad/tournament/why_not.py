"""Why do these two not meet? One comparison for all pairing systems that weigh rounds against each other.

The round as it was paired is put beside the best round in which the two meet. The system's criteria value
both, bracket by bracket, in descending priority; the first value that differs is the answer. A system
supplies its values, and the best round in which the two meet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

from arpad.core import BadInput, Explanation, Step, worded

R = TypeVar("R")

AS_PAIRED = worded("that is how it was paired")
OTHERS_LEFT = worded("then the others could not all be paired")

SHOWN = 8
"""Of longer lists of pairs or players a step shows so many, from where the two rounds differ."""


class Value(NamedTuple):
    """How much of a criterion a pairing has, or the pairing's place in an order.

    Args:
        name: the criterion or the order, by its short name: ``C6``, ``4.3``, ``points apart``.
        words: what is counted or ordered; empty if the name says that.
        rank: what is compared; the better or earlier one is less.
        text: the value for a reader.
        article: where the rule stands; empty for ``name``.
        ordering: whether this is an order of pairings that are equal by all criteria.
        change: the difference in words, given this value and that of the pairing that was made; None for
            both texts.
    """

    name: str
    words: str
    rank: Any
    text: str
    article: str = ""
    ordering: bool = False
    change: Callable[[Value, Value], str] | None = None

    @property
    def source(self) -> str:
        """Where the rule stands."""
        return self.article or self.name

    def instead_of(self, chosen: Value) -> str:
        """Return in words how this value differs from that of the pairing that was made."""
        if self.change:
            return self.change(self, chosen)
        return worded("{this} instead of {that}", this=self.text, that=chosen.text)

    def difference(self, chosen: Value) -> str:
        """Return the same after the words for what is counted."""
        words = self.instead_of(chosen)
        return (
            worded("{words}: {what}", words=self.words, what=words)
            if self.words and not self.change
            else words
        )

    def step(self, note: str = "") -> Step:
        """Return the value as a step of an explanation."""
        counted = isinstance(self.rank, int) and self.text == str(self.rank)
        value = float(self.rank) if counted else self.text
        return Step(self.words or self.name, value, source=self.source, digits=0, note=note)


def few(parts: Sequence[str]) -> str:
    """Return the first parts of a list in words."""
    return ", ".join(parts[:SHOWN]) + (", …" if len(parts) > SHOWN else "")


def _beside(chosen: Value, other: Value) -> Step:
    """Return the value of the other round as a step, beside that of the one that was paired.

    Of two long lists only what differs is shown; the facts of the answer have the lists.
    """
    parts, other_parts = (value.text.split(", ") for value in (chosen, other))
    if not other.ordering or max(len(parts), len(other_parts)) <= SHOWN:
        return other.step(f"{chosen.text} as paired")
    mine, its = (
        [part for part in own if part not in there]
        for own, there in ((parts, other_parts), (other_parts, parts))
    )
    if not mine or not its:  # the same players in another order
        at = next((i for i, (x, y) in enumerate(zip(parts, other_parts, strict=False)) if x != y), 0)
        mine, its = parts[at:], other_parts[at:]
    step = other.step(f"{few(mine)} as paired; {len(its)} of {len(other_parts)} differ")
    return replace(step, value=few(its))


def first_difference(chosen: Sequence[Value], other: Sequence[Value]) -> tuple[Value, Value] | None:
    """Return the first values that differ, of the pairing that was made and of another; None if none does."""
    return next(
        (
            (value, other_value)
            for value, other_value in zip(chosen, other, strict=True)
            if value.rank != other_value.rank
        ),
        None,
    )


class Stage(NamedTuple):
    """A part of two rounds that is compared by itself: a bracket, who has the bye, or the whole.

    Args:
        chosen: the values of the round that was paired, in descending priority.
        other: those of the other round.
        score: of the scoregroup whose bracket it is; empty if it is not a bracket.
        bye: what becomes of the bye, in words, if it is about that.
        steps: what the other round has there.
    """

    chosen: Sequence[Value]
    other: Sequence[Value]
    score: str = ""
    bye: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """Why two do not meet.

    Args:
        worse: the criterion, the order or the article that decides, by its short name; ``prohibited`` where
            the organiser keeps the two apart; empty if nothing speaks against the pair.
        text: the same in words.
        article: where the rule stands; empty for ``worse``.
        steps: the values, or what happened.
        facts: more of it as data.
    """

    worse: str
    text: str
    article: str = ""
    steps: tuple[Step, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)


def verdict_of(stages: Iterable[Stage], subject: str) -> Verdict | None:
    """Return where a round is worse first than the one that was paired; None if nowhere.

    Args:
        stages: the parts of both in the order in which they count.
        subject: the other round: ``the best round with this pair``.
    """
    for stage in stages:
        difference = first_difference(stage.chosen, stage.other)
        if difference is None:
            continue
        chosen, other = difference
        where = worded(" in the bracket of scoregroup {score}", score=stage.score) if stage.score else ""
        subject = worded("{bye}, which", bye=stage.bye) if stage.bye else subject
        if other.ordering:
            text = worded(
                "{subject} is as good by all criteria{where}, but its {order} comes later in the order of "
                "{article}: {difference}",
                subject=subject,
                where=where,
                order=other.words,
                article=other.name,
                difference=other.instead_of(chosen),
            )
        else:
            text = worded(
                "{subject} is worse{where} by {article}: {difference}",
                subject=subject,
                where=where,
                article=other.name,
                difference=other.difference(chosen),
            )
        rows = tuple(
            _beside(value, other_value)
            for value, other_value in zip(stage.chosen, stage.other, strict=True)
            if value.rank != other_value.rank and (other_value is other or not other_value.ordering)
        )
        facts = {"bracket": stage.score, "here": chosen.text, "there": other.text}
        facts = {name: value for name, value in facts.items() if value}
        return Verdict(other.name, text, other.source, (*stage.steps, *rows), facts)
    return None


@dataclass(frozen=True)
class PairQuestion:
    """Two participants of whom is asked why they do not meet.

    Args:
        at: the round.
        a: a number.
        b: another; 0 for the bye.
        numbers: everybody who is to be paired.
        label: how a participant is called, by number.

    Raises:
        BadInput: one of them is not to be paired, both are one, or nobody gets the bye.
    """

    at: int
    a: int
    b: int
    numbers: Collection[int]
    label: Callable[[int], str] = str

    def __post_init__(self) -> None:
        """Refuse what makes no question."""
        for number in (self.a, self.b):
            if number and number not in self.numbers:
                raise BadInput(f"{number} is not to be paired in round {self.at}")
        if self.a == self.b or not self.a:
            raise BadInput("two different participants are needed, or one and the bye")
        if not self.b and len(self.numbers) % 2 == 0:
            raise BadInput("nobody gets the bye: the number of participants is even")

    @property
    def pair(self) -> str:
        """The pair in words: ``3–8``."""
        if not self.b:
            return f"the bye to {self.label(self.a)}"
        dash = "–" if self.label is str else " – "
        return dash.join(self.label(number) for number in (self.a, self.b))

    def answer(
        self, verdict: Verdict, more: dict[str, Any] | None = None, parts: tuple[Explanation, ...] = ()
    ) -> Explanation:
        """Return a verdict as an explanation.

        Its facts are ``worse`` and ``article``, those of the verdict, and more.
        """
        facts = {"worse": verdict.worse, "article": verdict.article or verdict.worse, **verdict.facts}
        return Explanation(
            f"Round {self.at}: why not {self.pair}?",
            steps=verdict.steps,
            parts=parts,
            facts={**facts, **(more or {})},
            outcome=verdict.text,
        )


def not_allowed(verdict: Verdict) -> Verdict:
    """Return the verdict of a rule that forbids a pair."""
    return replace(verdict, text=f"not allowed: {verdict.text}")


class RoundByNumbers(NamedTuple):
    """A round by numbers.

    Args:
        pairs: sorted, the smaller number first.
        bye: who has the bye; 0 for nobody.
    """

    pairs: list[list[int]]
    bye: int

    def has(self, a: int, b: int) -> bool:
        """Return whether two meet, or with ``b`` 0 whether ``a`` has the bye."""
        return [min(a, b), max(a, b)] in self.pairs if b else self.bye == a


class WhyNot(ABC, Generic[R]):
    """A pairing system's comparison of the round that it pairs with the best one in which two meet."""

    question: PairQuestion

    @abstractmethod
    def forbidden(self) -> Verdict | None:
        """Return which rule keeps the two apart; None if none does."""

    @abstractmethod
    def chosen(self) -> R:
        """Return the round that the system pairs.

        Raises:
            NoLegalRound: there is none.
        """

    @abstractmethod
    def with_pair(self) -> R | Verdict:
        """Return the best round in which the two meet, or why there is none."""

    @abstractmethod
    def by_numbers(self, round_: R) -> RoundByNumbers:
        """Return a round by numbers."""

    @abstractmethod
    def stages(self, chosen: R, other: R) -> Iterable[Stage]:
        """Return what is compared of two rounds, in descending priority; nothing is valued too early."""

    def premises(self) -> tuple[Step, ...]:
        """Return what is said of the two before the comparison."""
        return ()

    def parts(self) -> tuple[Explanation, ...]:
        """Return what is said of the pair itself."""
        return ()

    def explanation(self) -> Explanation:
        """Return the answer.

        Raises:
            NoLegalRound: there is no round at all.
        """
        question = self.question
        forbidden = self.forbidden()
        if forbidden is not None:
            return question.answer(not_allowed(forbidden))
        chosen = self.chosen()
        paired = self.by_numbers(chosen)
        if paired.has(question.a, question.b):
            return question.answer(Verdict("", AS_PAIRED), paired._asdict(), self.parts())
        other = self.with_pair()
        if isinstance(other, Verdict):
            return question.answer(other)
        subject = f"the best round with this {'pair' if question.b else 'bye'}"
        verdict = verdict_of(self.stages(chosen, other), subject) or Verdict("", f"{subject} is as good")
        verdict = replace(verdict, steps=(*self.premises(), *verdict.steps))
        return question.answer(verdict, self.by_numbers(other)._asdict(), self.parts())
