"""What an act leads to: the page to look at next, with what the act has to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.office.policy import Finding


@dataclass(frozen=True)
class Redirect:
    """The page that follows an act.

    Args:
        address: of the page.
        findings: what the act has to say.
    """

    address: str
    findings: Sequence[Finding] = ()
