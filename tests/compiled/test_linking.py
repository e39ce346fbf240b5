"""Kernels that only other kernels call are linked into their caller, and never made machine code of."""

import math
from pathlib import Path

import numpy as np
import pytest

from arpad.compiled.kernels import interpreted, kernel

pytest.importorskip("numba")


@kernel
def square(x: float) -> float:
    return x * x


@kernel
def distance(x: float, y: float) -> float:
    return math.sqrt(square(x) + square(y))


@kernel
def add_distances(xs: object, ys: object, out: object) -> None:
    for i in range(len(xs)):  # type: ignore[arg-type]
        out[i] = distance(xs[i], ys[i]) + square(xs[i])  # type: ignore[index]


def test_a_part_is_linked_into_every_caller_and_has_no_machine_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arpad.compiled.compiling import compiled
    from arpad.compiled.linking import LinkedCode

    xs, ys = np.random.default_rng(1).normal(size=(2, 100))
    expected, found = np.empty(100), np.empty(100)
    interpreted(add_distances)(xs, ys, expected)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nothing is kept from an earlier run
    fast = compiled.__wrapped__(add_distances)
    fast(xs, ys, found)
    assert np.array_equal(expected, found)
    engine = None
    for name in ("distance", "square"):
        (made,) = fast.py_func.__globals__[name].overloads.values()  # type: ignore[attr-defined]
        assert isinstance(made.library, LinkedCode)
        engine = made.library.codegen._engine
        assert not engine.is_symbol_defined(made.fndesc.llvm_func_name)
        assert not engine.is_symbol_defined(made.fndesc.llvm_cpython_wrapper_name)
    (whole,) = fast.overloads.values()  # type: ignore[attr-defined]
    assert engine is not None
    assert engine.is_symbol_defined(whole.fndesc.llvm_cpython_wrapper_name)
