"""Draw new examples for all properties, and new cases for the fuzzer: what script/explore runs."""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOUND = ROOT / ".explored"
LARGEST_SEED = 1 << 31
NOTHING_RAN = 5
"""What pytest says where no test is left."""


def main() -> int:
    """Run rounds of tests, each with a seed of its own, until the time is over; return pytest's exit code."""
    parser = argparse.ArgumentParser(prog="script/explore", description=__doc__)
    parser.add_argument("--seed", type=int, help="draw the same examples again: the seed that was printed")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to search (10)")
    parser.add_argument(
        "tests", nargs="*", help="which tests that draw examples, as pytest takes them; all if none"
    )
    asked, others = parser.parse_known_args()
    seed = secrets.randbelow(LARGEST_SEED) if asked.seed is None else asked.seed
    end = time.monotonic() + 60.0 * asked.minutes
    worst = rounds = 0
    FOUND.mkdir(exist_ok=True)
    while not rounds or time.monotonic() < end:
        print(f"arpad: exploring with --seed {seed}", flush=True)
        environment = {**os.environ, "ARPAD_EXPLORE": str(FOUND), "ARPAD_FUZZ_SEED": str(seed)}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "--no-header",
            f"--hypothesis-seed={seed}",
        ]
        code = subprocess.run(
            [*command, *others, *asked.tests], check=False, cwd=ROOT, env=environment
        ).returncode
        if code == NOTHING_RAN:
            print("arpad: none of these tests draws examples", flush=True)
            return code
        if code:
            print(f"arpad: something was found; script/explore --seed {seed} finds it again", flush=True)
        worst, rounds, seed = max(worst, code), rounds + 1, (seed + 1) % LARGEST_SEED
    return worst


if __name__ == "__main__":
    sys.exit(main())
