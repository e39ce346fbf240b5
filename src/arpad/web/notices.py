"""What an act has to say, carried to the page that follows it."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arpad.core import worded
from arpad.office.policy import Finding

SAID_COOKIE = "arpad_said"

MOST = 2500
"""Bytes of notices that are carried; a browser keeps no longer cookies."""


class Notice(NamedTuple):
    """What an act has to say.

    Args:
        severity: ``note`` or ``warning``.
        text: in words.
    """

    severity: str
    text: str


def packed(findings: Sequence[Finding], speak: Callable[[str], str] = str) -> str:
    """Return findings as the value of a cookie; the first ones, if there are too many.

    Args:
        findings: of an act.
        speak: says their texts in the language of the page.
    """
    rows: list[list[str]] = []
    for finding in findings:
        rule = f" ({finding.article})" if finding.article else ""
        text = f"{speak(finding.text)}{rule}"
        stop = " " if text.endswith("?") else ". "
        follows = f"{stop}{speak(finding.follows)}" if finding.follows else ""
        rows.append([finding.severity.value, f"{text}{follows}"[:600]])
        if len(json.dumps(rows)) > MOST:
            rows[-1] = [
                "note",
                speak(worded("and {number} more: see the log", number=len(findings) - len(rows) + 1)),
            ]
            break
    return urlsafe_b64encode(json.dumps(rows).encode()).decode()


def notices_of(cookie: str) -> list[Notice]:
    """Return what a cookie carries; nothing of what is not valid."""
    try:
        rows = json.loads(urlsafe_b64decode(cookie.encode())) if cookie else []
        return [Notice("warning" if kind == "warning" else "note", str(text)) for kind, text in rows]
    except (ValueError, TypeError, RecursionError):
        return []
