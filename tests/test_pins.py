"""The environment that the checks run in is written down, and lies within what the package declares."""

from __future__ import annotations

import ast
import re
import sys
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


IMPORTED_AS = {
    "argon2-cffi": "argon2",
    "backports.zstd": "backports",
    "prometheus-client": "prometheus_client",
    "python-calamine": "python_calamine",
}
"""The modules of what is not imported by its own name."""

USED_BY_OTHERS = {
    "psycopg": "SQLAlchemy imports it for an address that begins with postgresql",
    "httptools": "uvicorn imports it where it is told to",
    "python-multipart": "Starlette reads forms with it",
}
"""What is declared and not imported, and who imports it."""

BROUGHT = {
    "llvmlite": "numba says which version, to the patch",
    "compression": "Python's own since 3.14",
    "narwhals": "tables are given as its frames where a program has it",
}
"""What is imported and not declared, and why."""


def test_what_is_declared_is_imported_and_what_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [Requirement(one).name for ones in (project["dependencies"], *extras) for one in ones]
    declared = {IMPORTED_AS.get(one, one) for one in wanted if one not in USED_BY_OTHERS}
    imported = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.split(".")[0])
    assert imported - set(sys.stdlib_module_names) - BROUGHT.keys() - {"arpad"} == declared
    assert set(wanted) >= USED_BY_OTHERS.keys()
