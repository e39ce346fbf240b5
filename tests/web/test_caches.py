"""The caches of an office: their bounds in the manual and in ``/metrics``, and what visitors leave in them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import arpad.office.log.event_file
import arpad.web.application  # noqa: F401 - all caches of the office are there once its pages are
from arpad.office.cache import MEGABYTE, caches
from lengths import length
from web.visiting import Visit

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `([a-z ]+)` \| ([\d,]+) \| (\d+) \|$", re.M)


def test_the_manual_lists_every_cache_with_its_bounds() -> None:
    manual = (ROOT / "docs" / "office" / "running.md").read_text()
    section = manual.split("## What is kept in memory", 1)[1].split("\n## ", 1)[0]
    listed = {name: (int(most.replace(",", "")), int(size)) for name, most, size in ROW.findall(section)}
    assert listed == {
        state.name: (state.most_entries, state.most_bytes // MEGABYTE)
        for state in caches()
        if "test" not in state.name
    }


def test_metrics_show_how_full_every_cache_is(visitor: Visit) -> None:
    visitor.get("/lists/club-evenings")
    text = visitor.site.metrics.text().decode()
    for state in caches():
        assert f'arpad_cache_most_bytes{{cache="{state.name}"}}' in text
    entries = re.search(r'^arpad_cache_entries\{cache="lists of now"\} ([\d.]+)$', text, re.M)
    assert entries is not None
    assert float(entries[1]) >= 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_what_visitors_ask_does_not_let_the_memory_grow(tmp_path: Path) -> None:
    """Different days, filters, pages, players and searches: 50 MB, of which the caches are the most."""
    command = [sys.executable, "-m", "web.many_questions", f"sqlite:///{tmp_path}/many.db"]
    ran = subprocess.run(
        [*command, str(length(1_000, 10_000))], cwd=ROOT / "tests", capture_output=True, text=True, check=True
    )
    grown, refused = map(int, ran.stdout.split())
    assert refused == 0
    assert grown < 50 * MEGABYTE
