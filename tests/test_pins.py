"""The environment that the checks run in is written down, and lies within what the package declares."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


def pinned() -> dict[str, str]:
    lines = (ROOT / "script" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.]+", line) for line in kept)
    return {name.lower().replace("_", "-"): version for name, version in (line.split("==") for line in kept)}


def test_every_dependency_is_bounded_and_pinned_within_its_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [group for groups in project["dependency-groups"].values() for group in groups]
    wanted = [
        *project["project"]["dependencies"],
        *(one for ones in project["project"].get("optional-dependencies", {}).values() for one in ones),
        *(group for group in groups if isinstance(group, str)),
    ]
    versions = pinned()
    for requirement in map(Requirement, wanted):
        operators = {each.operator for each in requirement.specifier}
        assert operators >= {">=", "<"}, f"{requirement} has no lower or no upper bound"
        version = versions.get(requirement.name.lower().replace("_", "-"))
        assert version is not None, f"script/constraints.txt does not say which {requirement.name}"
        assert requirement.specifier.contains(version), f"{requirement} and {version}"
