"""Two ranking lists are one: the same columns, the same players, the same numbers."""

from __future__ import annotations

import numpy as np
import polars as pl


def assert_same(found: pl.DataFrame, wanted: pl.DataFrame) -> None:
    """Hold two lists equal to 1e-9, whoever stands first among those with equal numbers."""
    assert found.columns == wanted.columns
    assert found.schema == wanted.schema
    assert found.height == wanted.height
    found, wanted = found.sort("player"), wanted.sort("player")
    for name in wanted.columns:
        one, other = found[name], wanted[name]
        assert (one.is_null() == other.is_null()).all(), name
        if name == "rank":
            continue  # two who differ by rounding only may change places
        if one.dtype.is_float():
            np.testing.assert_allclose(
                one.fill_null(0.0).to_numpy(),
                other.fill_null(0.0).to_numpy(),
                rtol=0,
                atol=1e-9,
                err_msg=name,
            )
        else:
            assert (
                (one.fill_null(strategy="zero") == other.fill_null(strategy="zero")).all()
                if (one.dtype.is_numeric())
                else one.to_list() == other.to_list()
            ), name
