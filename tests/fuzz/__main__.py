"""Any number of cases: ``python -m fuzz --cases 100000 --seed 7``, in the folder tests, with arpad on the path."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from fuzz.commands import case
from fuzz.documents import Draws
from fuzz.running import run


def main() -> int:
    """Run cases one after another, print each kind of finding once, and return 1 if there was one."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="how many (10,000)")
    parser.add_argument("--seed", type=int, default=1_000_000, help="the number of the first case")
    asked = parser.parse_args()
    began = time.monotonic()
    findings: Counter[str] = Counter()
    for number in range(asked.seed, asked.seed + asked.cases):
        drawn = case(Draws(number))
        found = run(drawn)
        if found is not None:
            kind = " ".join(found.split()[:6])
            findings[kind] += 1
            if findings[kind] == 1:
                print(f"case {number}: arpad {' '.join(drawn.words)[:400]!r}\n    {found[:600]}", flush=True)
    print(f"{asked.cases} cases in {time.monotonic() - began:.0f} s: {sum(findings.values())} findings")
    for kind, count in findings.most_common():
        print(f"{count:8d}  {kind}")
    return int(bool(findings))


if __name__ == "__main__":
    sys.exit(main())
