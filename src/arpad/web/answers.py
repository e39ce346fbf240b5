"""What a view returns, and what becomes of it: HTML for people, the same as JSON for programs."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

from markupsafe import Markup


@dataclass(frozen=True)
class Page:
    """What a page shows. Each kind of page is a dataclass of its own, with the name of its template.

    Fields whose name begins with ``html_`` are what only a browser needs, and are not in the JSON.
    """

    TEMPLATE: ClassVar[str] = ""
    STATUS: ClassVar[int] = 200


def as_json(page: Page) -> bytes:
    """Return what a page shows, as JSON."""
    return json.dumps(_plain(page), ensure_ascii=False, separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    """Return a value of a page as JSON has it."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            for field in fields(value)
            if not field.name.startswith("html_")
        }
    if isinstance(value, Markup):
        return str(value.striptags())
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Fraction | Decimal):
        return int(value) if value == int(value) else float(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value]
