"""A tournament among the applications of a device: the manifest by which browsers install it.

There is no script that answers in the place of the office (a service worker): without a network an installed
tournament says so, rather than to show pairings or results of which nobody knows how old they are.
"""

from __future__ import annotations

import json

from arpad.web.rendering import static_address
from arpad.web.tournaments.event import TournamentHead

PAPER, ACCENT = "#fdfcf9", "#0b5394"
"""The colours around the pages, as ``page.css`` has them."""

SHORT = 12
"""Letters that fit below an icon."""

ICONS = (
    ("icon.svg", "any", "image/svg+xml"),
    ("icon-192.png", "192x192", "image/png"),
    ("icon-512.png", "512x512", "image/png"),
)
"""The files of the icon, each with its sizes and its type."""


def manifest_of(head: TournamentHead) -> str:
    """Return the manifest of a tournament's pages (W3C, Web Application Manifest)."""
    title = head.title if len(head.title) <= SHORT else f"{head.title[: SHORT - 1].rstrip()}…"
    return json.dumps(
        {
            "id": head.address,
            "name": head.title,
            "short_name": title,
            "start_url": head.address,
            "scope": head.address,
            "display": "minimal-ui",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": [
                {"src": static_address(name), "sizes": sizes, "type": kind, "purpose": "any"}
                for name, sizes, kind in ICONS
            ],
        },
        ensure_ascii=False,
    )
