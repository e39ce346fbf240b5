"""``arpad tournament new --set``: every setting of every system is checked before anything is written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from arpad.core import BadInput
from arpad.office.log.event_file import EventFile
from arpad.rulebooks.pairing_catalogue import SYSTEMS, system_of
from arpad.rulebooks.pairing_settings import BAKU, allowed, checked, in_force

Run = Callable[..., Result]

NEEDED = {"swiss-teams": {"boards": 16}}
EVERY = [(system, name) for system in SYSTEMS for name in allowed(system)]
NONSENSE: list[Any] = [
    None,
    [],
    {},
    "?",
    "",
    "nan",
    float("nan"),
    float("inf"),
    -(10**400),
    10**400,
    [[1]],
    {"A": 5},
]
FREE = {"categories"}
"""Settings that may be empty."""


@pytest.mark.parametrize(("system", "name"), EVERY)
def test_no_setting_takes_nonsense(system: str, name: str) -> None:
    for value in NONSENSE:
        if (name in FREE and value == "") or (name == "withdrawn" and value == []):
            continue
        with pytest.raises(BadInput) as refused:
            checked(system, {**NEEDED.get(system, {}), name: value})
        assert refused.value.remedy


@pytest.mark.parametrize(
    ("system", "setting", "said"),
    [
        ("fide-dutch", "acceleration=5", "It may be baku."),
        ("round-robin", "cycles=0", "from 1 to 99"),
        ("round-robin", "cycles=1.5", "a whole number"),
        ("round-robin", "cycles=true", "a whole number"),
        ("round-robin", "acceleration=baku", "has no setting"),
        ("knockout", "draw=coin", "seeded, tiers or lots"),
        ("knockout", "third_place=maybe", "yes or no"),
        ("double-elimination", "reset=2", "yes or no"),
        ("groups", "groups=0", "how many, 1 to 26"),
        ("groups", "groups=many", "how many, 1 to 26"),
        ("groups", 'groups={"A":[1,2],"B":[2,3]}', "how many, 1 to 26"),
        ("groups", "size=1", "from 2 to 999"),
        ("othello", "colour_limit=-1", "0 or more"),
        ("othello", "boards=4", "has no setting"),
        ("mcmahon", "bar=strong", "is not a valid grade"),
        ("mcmahon", "categories=1d,x", "is not a valid grade"),
        ("mcmahon", "absent=0.5", "0, 1/2 or 1"),
        ("elo-gap", "mode=wild", "pure or mixed"),
        ("keizer", "bye=101", "from 0 to 100"),
        ("fide-lim", "maxi=perhaps", "yes or no"),
        ("fide-dubov", "provisional=-1", "from 0 to 4000"),
        ("fide-team", "primary=xp", "mp or gp"),
        ("swiss-teams", "boards=0", "from 1 to 999"),
        ("swiss-teams", "bye=21", "from 0 to 20"),
        ("monrad", "variant=swedish", "danish or norwegian"),
        ("fide-dutch", "wobble=1", "acceleration: baku"),
        ("fide-dutch", "acceleration", "NAME=VALUE"),
    ],
)
def test_what_is_refused_says_what_may_be(
    run: Run, tmp_path: Path, system: str, setting: str, said: str
) -> None:
    file = tmp_path / "new.arpad"
    words = ("tournament", "new", str(file), "--rounds", "5", "--system", system)
    assert said in run(*words, "--set", setting, code=2).stderr
    assert not file.exists()


def test_a_setting_is_given_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.arpad"
    words = ("tournament", "new", str(file), "--system", "round-robin")
    assert "twice" in run(*words, "--set", "cycles=1", "--set", "cycles=2", code=2).stderr


def test_acceleration_needs_the_number_of_rounds(run: Run, tmp_path: Path) -> None:
    words = ("tournament", "new", str(tmp_path / "new.arpad"), "--set", "acceleration=baku")
    assert "depends on the number of rounds" in run(*words, code=2).stderr
    run(*words, "--rounds", "9")


@pytest.mark.parametrize(
    ("system", "setting", "name", "value"),
    [
        ("knockout", "third_place=yes", "third_place", True),
        ("knockout", "third_place=no", "third_place", False),
        ("knockout", "draw=LOTS", "draw", "lots"),
        ("double-elimination", "reset=false", "reset", False),
        ("fide-lim", "maxi=no", "maxi", False),
        ("round-robin", "cycles=2", "cycles", 2),
        ("othello", "colour_limit=3.0", "colour_limit", 3),
        ("mcmahon", "absent=1/2", "absent", "1/2"),
        ("mcmahon", "absent=1", "absent", "1"),
        ("elo-gap", "multiplier=2", "multiplier", 2.0),
    ],
)
def test_values_are_as_they_are_meant(
    run: Run, tmp_path: Path, system: str, setting: str, name: str, value: Any
) -> None:
    file = tmp_path / "new.arpad"
    run("tournament", "new", str(file), "--system", system, "--set", setting)
    tournament = EventFile(file).read().tournament()
    assert tournament.settings[name] == value
    assert tournament.settings == in_force(system, {name: value})
    assert type(tournament.settings[name]) is type(value)
    assert getattr(system_of(tournament), name) == value


@pytest.mark.parametrize("system", sorted(BAKU))
def test_acceleration_is_read_where_it_may_be_set(run: Run, tmp_path: Path, system: str) -> None:
    """C.04.7: of eight, the first four are accelerated, and meet each other in round 1."""
    meetings = []
    for at, words in enumerate(((), ("--set", "acceleration=baku"))):
        file = str(tmp_path / f"{at}.arpad")
        run("tournament", "new", file, "--system", system, "--rounds", "5", *words)
        for number in range(8):
            run("tournament", "add", file, f"P{number}", "--rating", str(2000 - 10 * number))
        pairs = json.loads(run("tournament", "pair", file, "--json").stdout)["pairs"]
        meetings.append({frozenset((one["white"], one["black"])) for one in pairs})
    upper = {f"P{number}" for number in range(4)}
    assert all(len(upper & pair) == 1 for pair in meetings[0])
    assert all(len(upper & pair) in (0, 2) for pair in meetings[1])


@pytest.mark.parametrize(("setting", "code"), [("following=fewest", 0), ("following=parity", 2)])
def test_a_report_of_teams_leaves_out_only_what_holds_anyhow(
    run: Run, tmp_path: Path, setting: str, code: int
) -> None:
    file, report = str(tmp_path / "cup.arpad"), str(tmp_path / "cup.trf")
    run("tournament", "new", file, "--system", "fide-team", "--rounds", "2", "--set", setting)
    for name in ("Ann", "Bo"):
        run("tournament", "add", file, name)
    run("tournament", "pair", file)
    run("tournament", "result", file, "+-")
    done = run("tournament", "export", file, report, code=code)
    assert Path(report).exists() is (code == 0)
    assert ("the setting following" in done.stderr) is (code == 2)


@pytest.mark.parametrize(("system", "name"), EVERY)
def test_the_bounds_that_are_told_are_allowed_and_nothing_beyond(system: str, name: str) -> None:
    rule = allowed(system)[name]
    bounds = re.fullmatch(r"a (whole )?number(?:(?:,| from) (\S+)(?: or more| to (\S+)))?", rule.in_words)
    if not bounds:
        return
    step = 1 if bounds[1] else 2.0**-20
    for bound, beyond in ((bounds[2], -step), (bounds[3], step)):
        if bound:
            assert rule.read(bound) == float(bound)
            with pytest.raises(ValueError, match=re.escape(str(float(bound) + beyond))):
                rule.read(float(bound) + beyond)
