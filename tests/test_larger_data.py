"""Tests on the larger collection: skipped where it is absent, but never in CI."""

from __future__ import annotations

from pathlib import Path

import pytest

import larger_data
from larger_data import larger


@pytest.fixture
def collection(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A collection of one file."""
    (tmp_path / "one.trf").write_text("012 One\n", encoding="utf-8")
    monkeypatch.setattr(larger_data, "COLLECTION", tmp_path)
    return tmp_path


@pytest.mark.parametrize("ci", ["", "true"])
def test_what_is_there(collection: Path, monkeypatch: pytest.MonkeyPatch, ci: str) -> None:
    monkeypatch.setenv("CI", ci)
    assert larger("one.trf") == collection / "one.trf"
    assert larger().samefile(collection)


@pytest.mark.parametrize("ci", [None, "", "false"])
@pytest.mark.usefixtures("collection")
def test_what_is_absent_is_skipped(monkeypatch: pytest.MonkeyPatch, ci: str | None) -> None:
    if ci is None:
        monkeypatch.delenv("CI", raising=False)
    else:
        monkeypatch.setenv("CI", ci)
    with pytest.raises(pytest.skip.Exception, match=r"larger collection .* no .*two\.trf$"):
        larger("two.trf")


@pytest.mark.usefixtures("collection")
def test_what_is_absent_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"no .*two\.trf, and CI must have it"):
        larger("two.trf")
