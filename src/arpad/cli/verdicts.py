"""The verdict of ``arpad check`` on each round, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arpad.rulebooks.tournament_report.checking import ReportCheck, RoundVerdict


def lines(check: ReportCheck, *, shown: int | None = 1, only: int | None = None) -> Iterator[str]:
    """Yield the verdicts for a terminal, each with its findings; rounds alike without findings in one line.

    Args:
        check: what the check came to.
        shown: how many findings of each kind are given; None for all.
        only: the one round that is asked for; None for all.
    """
    verdicts = [verdict for verdict in check.verdicts if only in (None, verdict.round)]
    for (clean, words), group in groupby(
        verdicts, key=lambda verdict: (not verdict.findings, verdict.words())
    ):
        rounds = list(group)
        if clean:
            yield f"  {_rounds(rounds)}: {words}"
            continue
        for verdict in rounds:
            yield f"  {_rounds([verdict])}: {words}"
            for some in (verdict.breaches, verdict.differing):
                for finding in some[:shown]:
                    # The verdict names the rules by which a round is paired otherwise.
                    rule = f"{finding.rule}: " if finding.rule and finding.about in ("", "refused") else ""
                    yield f"    {rule}{finding.message}"
                if shown is not None and len(some) > shown:
                    yield f"    … and {len(some) - shown:,} more"


def _rounds(some: Sequence[RoundVerdict]) -> str:
    first, last = some[0].round, some[-1].round
    if not first:
        return "the file"
    return f"round {first}" if first == last else f"rounds {first}–{last}"
