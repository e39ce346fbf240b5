"""The report (TRF) of a tournament, written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arpad.core import BadInput
from arpad.core.writing import replace
from arpad.office.corrected_results import corrected_results
from arpad.office.decision_lines import decisions as decisions_of
from arpad.office.publishing.file_kinds import REPORT, with_report_end
from arpad.rulebooks.reporting import report_of

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog
    from arpad.tournament.trf.header import Dialect

SUFFIXES = (".trf", ".trfx", ".txt")
"""How the file of a report is called."""


def write_report(
    log: EventLog,
    path: Path,
    dialect: Dialect = "trf26",
    *,
    decisions: bool = False,
    inputs: tuple[Path, ...] = (),
    force: bool = False,
) -> str:
    """Write the report of a tournament, and return its text.

    Args:
        log: the tournament.
        path: the file.
        dialect: ``trf26``, or ``trf16`` with JaVaFo's and bbpPairings' extensions.
        decisions: add what the arbiter decided as comments, with the articles.
        inputs: files that must not be replaced.
        force: whether a file that arpad has not written may be replaced.

    Raises:
        BadInput: the file is not called as a report, or cannot be written.
    """
    if path.suffix and path.suffix.lower() not in SUFFIXES:
        raise BadInput(
            f"a tournament report (TRF) is a file that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, "
            f"not in {path.suffix}",
            file=str(path),
            remedy=f"Name it {path.stem}{SUFFIXES[0]}.",
        )
    remarks = [result.text for result in corrected_results(log)]
    if decisions:
        remarks += [decision.line() for decision in decisions_of(log)]
    text = with_report_end(report_of(log.tournament(), dialect, remarks))
    with replace(path, REPORT, inputs=inputs, force=force) as stream:
        stream.write(text.encode())
    return text
