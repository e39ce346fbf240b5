"""arenakit on a file of votes: the names of what it flags, as JSON; needs no arpad.

python boards_peer.py votes.csv
"""

from __future__ import annotations

import json
import sys

from arenakit import Arena, load_battles, run_audit  # type: ignore[import-not-found]

found = run_audit(Arena(load_battles(sys.argv[1])))
print(json.dumps([probe.name for probe in found.triggered]))
