"""What a pairing system offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

from arpad.core import ArpadError, Edition, Explanation, NotProvided
from arpad.tournament.model import Round, Tournament


class NoLegalRound(ArpadError):
    """Nobody can pair this round by the rules.

    Args:
        problem: what cannot be done.
        article: the number of the rule that stands in the way.
        players: the smallest group found that cannot be paired, by numbers.
        remedy: what to do.
    """

    CODE: ClassVar[str] = "pair.no-legal-round"

    def __init__(
        self, problem: str, *, article: str, players: tuple[int, ...] = (), remedy: str | None = None
    ) -> None:
        self.players = players
        super().__init__(problem, article=article, remedy=remedy)


@dataclass(frozen=True)
class Paired:
    """A round as a system pairs it.

    Args:
        round: boards in the order of publication; the pairing's bye, and the byes asked for, after them.
        explain: makes the explanation, when it is asked for.
    """

    round: Round
    explain: Callable[[], Explanation]


class PairingSystem(Protocol):
    """A pairing system: a rulebook's articles in one edition."""

    @property
    def name(self) -> str:
        """Its name on the command line: ``fide-dutch``."""
        ...

    @property
    def edition(self) -> Edition:
        """Which text it follows."""
        ...

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: there is none.
            BadInput: the tournament lacks what the rules need, or its last round is not complete.
        """
        ...


@runtime_checkable
class Comparing(Protocol):
    """A pairing system that can tell what another pair would have cost."""

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return what the best round with two participants paired would have cost; ``b`` 0 is the bye.

        The explanation says the outcome in words: where that round is worse, or which rule forbids it.

        Raises:
            NoLegalRound: there is no round at all.
            BadInput: one of them does not take part.
        """
        ...


@runtime_checkable
class Drawing(Protocol):
    """A pairing system whose rules leave rounds that the lot chooses from."""

    def as_good(self, tournament: Tournament, round_: Round) -> bool:
        """Tell whether only the lot can have chosen between a round and the one that this system pairs."""
        ...

    def whites(self, tournament: Tournament, round_: Round) -> list[int | None]:
        """Return who has White in each game of a round by the rules; None where the lot decides."""
        ...


def why_not(system: PairingSystem, tournament: Tournament, a: int, b: int) -> Explanation:
    """Return what pairing two participants would have cost.

    Args:
        system: the system.
        tournament: before the round.
        a: a number.
        b: another; 0 for the bye.

    Raises:
        NotProvided: the system cannot tell.
        NoLegalRound: there is no round at all.
        BadInput: one of them does not take part.
    """
    if not isinstance(system, Comparing):
        raise NotProvided(
            f"{system.name} does not compare rounds", remedy="Its explanation says how each pair came about."
        )
    return system.why_not(tournament, a, b)
