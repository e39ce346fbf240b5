"""What speaks for two names being one player's, in a few words each."""

from __future__ import annotations

from collections.abc import Iterator

from arpad.core import counted
from arpad.record.survey.evidence import NearEqual

KINDS = {
    "spelling": "capitals, accents or punctuation differ",
    "order": "another order, or a title",
    "initial": "an initial",
    "typing": "one letter differs",
    "word": "one word more",
}
"""What two names differ in (:data:`arpad.record.survey.near_names.KINDS`), in words."""


def described(pair: NearEqual) -> Iterator[str]:
    """Yield what two names differ in, and what the record says of them."""
    yield KINDS[pair.kind]
    if pair.met:
        yield f"met in {counted(pair.met, 'game')}"
    else:
        yield f"both in {counted(pair.at_once, 'round')}" if pair.at_once else "never met"
    if pair.opponents:
        yield counted(pair.opponents, "opponent") + " in common"
    if pair.overlap is False:
        yield "not at the same time"
    if pair.once:
        yield "one game only"
