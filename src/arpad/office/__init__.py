"""What an organisation publishes: ranking lists and histories with the manifest of how they came about.

* :func:`publish` writes a list as CSV, Parquet, JSON or one self-contained HTML page,
  :func:`publish_history` how the ratings went; :func:`check_destination` finds out beforehand whether it can.
* :func:`verify` computes a published list again, and says what differs.
* :class:`Manifest` says what was computed from what, and with which command to do it again.
* Charts (:mod:`~arpad.office.charts.chart`) are SVG, drawn here: no script, no request to anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.office.publishing.manifest import Manifest
    from arpad.office.publishing.publication import check_destination, publish, publish_all, publish_history
    from arpad.office.publishing.verification import verify

_ROOMS = {
    "Manifest": "arpad.office.publishing.manifest",
    "check_destination": "arpad.office.publishing.publication",
    "publish": "arpad.office.publishing.publication",
    "publish_all": "arpad.office.publishing.publication",
    "publish_history": "arpad.office.publishing.publication",
    "verify": "arpad.office.publishing.verification",
}
"""The public names, and where they come from. What publishes ratings is not loaded to run a tournament."""

__all__ = ["Manifest", "check_destination", "publish", "publish_all", "publish_history", "verify"]

__getattr__: Deferred = deferred(__name__, _ROOMS)
