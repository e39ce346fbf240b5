"""What became of an act that Python has done."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.office.policy import Finding


@dataclass(frozen=True)
class ActOutcome:
    """What became of an act.

    Args:
        done: what was done, in words: a line for each event; none where nothing had to be done.
        findings: what is to be said of it: rules that it departs from, and what follows.
    """

    done: tuple[str, ...]
    findings: tuple[Finding, ...] = ()

    def __str__(self) -> str:
        """Return what was done and what is to be said of it, a line each."""
        return "\n".join([*self.done, *(finding.line() for finding in self.findings)])
