"""What an organisation publishes: ranking lists and histories with the manifest of how they came about.

* :func:`publish` writes a list as CSV, Parquet, JSON or one self-contained HTML page,
  :func:`publish_history` how the ratings went; :func:`check_destination` finds out beforehand whether it can.
* :class:`Manifest` says what was computed from what, and with which command to do it again.
* Charts (:mod:`~arpad.office.chart`) are SVG, drawn here: no script, no request to anywhere.
"""

from arpad.office.manifest import Manifest
from arpad.office.publication import check_destination, publish, publish_history

__all__ = ["Manifest", "check_destination", "publish", "publish_history"]
