"""Serve an office under load for a while and break what it stands on: what script/soak runs."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from soak.judging import judge
from soak.places import has_postgresql
from soak.plan import POSTGRESQL, SQLITE, Plan
from soak.report import as_json, tables
from soak.running import ends_with_its_children, machine, run


def main() -> int:
    """Run the soaks that are asked for, print their tables, and return 1 where something does not hold."""
    parser = argparse.ArgumentParser(prog="script/soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0, help="how long each soak takes (20)")
    parser.add_argument("--database", choices=(POSTGRESQL, SQLITE, "both"), default="both")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was found into a file too")
    parser.add_argument(
        "--only-losses", action="store_true", help="do not judge latencies and memory, as on a busy machine"
    )
    asked = parser.parse_args()
    databases = [POSTGRESQL, SQLITE] if asked.database == "both" else [asked.database]
    if POSTGRESQL in databases and not has_postgresql():
        parser.error("PostgreSQL is not installed; choose --database sqlite")
    ends_with_its_children()
    found = []
    print(f"arpad: {datetime.now(UTC):%Y-%m-%d}, {machine()}", flush=True)
    for database in databases:
        plan = Plan(database, 60.0 * asked.minutes, asked.seed, asked.only_losses)
        judged = judge(run(plan, lambda line: print(f"arpad: {line}", file=sys.stderr, flush=True)))
        print(f"\n{tables(judged)}", flush=True)
        found.append(as_json(judged))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return int(not all(one["holds"] for one in found))


if __name__ == "__main__":
    sys.exit(main())
