"""The decisions of the arbiter as comments of a report (TRF, ``###``), written and read again.

A line has the number of the act in the log, when it was done, its round (0 before the first), how much it
matters, the article that it departs from, who did it, and what was done, in words and with names::

    ### decision 57; 2026-05-02T14:10:00Z; round 3; warning; C.04.1, 2; Kim; round 3 by hand: board 2: …
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arpad.office.log.event_log import EventLog
from arpad.office.log.history import HistoryEntry, history

LINE = re.compile(r"### decision (\d{1,9}); ([^;]*); round (\d{1,9}); (note|warning); ([^;]*); ([^;]*); (.*)")


class Decision(NamedTuple):
    """A decision of the arbiter.

    Args:
        seq: the number of the act in the log.
        time: when, UTC; empty where it is not known.
        round: of which it is, or during which it was made; 0 before the first.
        severity: ``warning`` if it departs from the rules or loses something, else ``note``.
        article: the rule, as its rulebook numbers it; empty for none.
        author: who decided.
        text: what was done.
    """

    seq: int
    time: str
    round: int
    severity: str
    article: str
    author: str
    text: str

    def line(self) -> str:
        """Return the comment, without ``###``; what would part its fields is left out of them."""
        fields = [_field(text) for text in (self.article, self.author)]
        details = f"round {self.round}; {self.severity}; {fields[0]}; {fields[1]}; {_plain(self.text)}"
        return f"decision {self.seq}; {self.time}; {details}"


def decisions(log: EventLog) -> list[Decision]:
    """Return the decisions of a log that stand, the first first."""
    return list(_decisions(history(log, weigh=True)))


def _decisions(acts: Iterable[HistoryEntry]) -> Iterator[Decision]:
    for act in acts:
        if act.findings and act.stands:
            stamp, severity = act.stamp, act.severity
            assert severity is not None
            text = "; ".join(
                [*act.words, *dict.fromkeys(finding.text for finding in act.findings if finding.text)]
            )
            articles = "; ".join(act.articles)
            yield Decision(
                act.seq,
                stamp.time,
                act.rounds[0],
                severity.value,
                _field(articles),
                _field(stamp.author),
                _plain(text),
            )


def read_decisions(report: str) -> list[Decision]:
    """Return the decisions that the comments of a report tell, in their order; other lines do not count."""
    parsed_decisions = []
    for text in report.splitlines():
        if (line := LINE.fullmatch(text.rstrip())) is not None:
            seq, time, at, *rest = line.groups()
            parsed_decisions.append(Decision(int(seq), time, int(at), *rest))
    return parsed_decisions


def _plain(text: str) -> str:
    """Return a text as a line has room for it: without ends of lines, and signs that nobody sees."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _field(text: str) -> str:
    return _plain(text).replace(";", ",")
