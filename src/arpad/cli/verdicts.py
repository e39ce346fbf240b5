"""The verdict of ``arpad check`` on each round: whether it is legal, and paired by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from arpad.core import counted

if TYPE_CHECKING:
    from arpad.cli.judging import Judged
    from arpad.tournament.legality import Finding


@dataclass(frozen=True)
class Verdict:
    """What a check came to in one round.

    Args:
        round: which; 0 for what concerns the file as a whole, such as its ranks.
        games: how many games the round has.
        breaches: what is illegal.
        differing: where the rules give another pairing.
        again: whether the round was paired again.
        by_hand: whether the arbiter paired it.
    """

    round: int
    games: int
    breaches: Sequence[Finding]
    differing: Sequence[Finding]
    again: bool
    by_hand: bool

    @property
    def refused(self) -> bool:
        """Whether the rules give no pairing for the round."""
        return any(one.about == "refused" for one in self.differing)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them, the breaches first."""
        return (*self.breaches, *self.differing)

    def words(self) -> str:
        """Return it in words."""
        if not self.round:
            return counted(len(self.findings), "finding")
        if self.by_hand:
            return (
                "paired by the arbiter" if not self.breaches else f"paired by the arbiter; {self._breached()}"
            )
        legal = self._breached() if self.breaches else "legal"
        if not self.again:
            return legal
        if self.refused:
            return f"{legal}; cannot be paired again"
        if self.differing:
            legal += ";" if self.breaches else ", but"
            return f"{legal} not paired by {self.differing[0].article}: {self._otherwise()}"
        return f"{legal}{';' if self.breaches else ','} paired by the rules"

    def _breached(self) -> str:
        return f"not legal: {counted(len(self.breaches), 'breach', 'breaches')}"

    def _otherwise(self) -> str:
        """Return how much of a round the rules pair otherwise."""
        count = Counter(one.about for one in self.differing)
        parts = []
        if count["pair"]:
            parts.append(f"{count['pair']} of {counted(self.games, 'game')}")
        if count["bye"]:
            parts.append("the bye")
        if count["colours"]:
            parts.append(f"the colours of {counted(count['colours'], 'game')}")
        return ", ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON.

        ``as_paired`` tells whether the rules give the same round; null where that was not asked, or the
        rules give none.
        """
        unknown = not self.again or self.refused or self.by_hand
        return {
            "round": self.round,
            "games": self.games,
            "legal": not self.breaches,
            "as_paired": None if unknown else not self.differing,
            "by_hand": self.by_hand,
            "findings": len(self.findings),
        }


def verdicts(judged: Judged) -> list[Verdict]:
    """Return the verdict on every round, and on the file as a whole if that has findings."""
    found = []
    for at in [*range(1, judged.rounds + 1), 0]:
        own = [one for one in judged.findings if one.round == at]
        if not at and not own:
            continue
        found.append(
            Verdict(
                at,
                len(judged.tournament.rounds[at - 1].pairings) if at else 0,
                [one for one in own if not one.difference],
                [one for one in own if one.difference],
                judged.again,
                at in judged.by_hand,
            )
        )
    return found


def lines(judged: Judged, *, shown: int | None = 1, only: int | None = None) -> Iterator[str]:
    """Yield the verdicts for a terminal, each with its findings; rounds alike without findings in one line.

    Args:
        judged: what the check came to.
        shown: how many findings of each kind are given; None for all.
        only: the one round that is asked for; None for all.
    """
    asked = [one for one in verdicts(judged) if only in (None, one.round)]
    for (clean, words), group in groupby(asked, key=lambda one: (not one.findings, one.words())):
        rounds = list(group)
        if clean:
            yield f"  {_rounds(rounds)}: {words}"
            continue
        for one in rounds:
            yield f"  {_rounds([one])}: {words}"
            for some in (one.breaches, one.differing):
                for finding in some[:shown]:
                    # The verdict names the rules by which a round is paired otherwise.
                    rule = f"{finding.rule}: " if finding.rule and finding.about in ("", "refused") else ""
                    yield f"    {rule}{judged.named(finding)}"
                if shown is not None and len(some) > shown:
                    yield f"    … and {len(some) - shown:,} more"


def _rounds(some: Sequence[Verdict]) -> str:
    first, last = some[0].round, some[-1].round
    if not first:
        return "the file"
    return f"round {first}" if first == last else f"rounds {first}–{last}"
