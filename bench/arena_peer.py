"""arena-rank on a file of votes: ratings, sandwich variances, seconds, as a NumPy file; needs no arpad.

    python arena_peer.py votes.parquet out.npz [--exact | --contextual]

``--exact`` takes almost nothing for the numbers' sake (hessian_reg) and searches to the end (ftol, gtol).
``--contextual`` takes a file of indices, scores and the covariates x and y, and does the same.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
from arena_rank.models.bradley_terry import BradleyTerry  # type: ignore[import-not-found]
from arena_rank.utils.data_utils import PairDataset  # type: ignore[import-not-found]

EXACT = {"hessian_reg": 1e-9, "ftol": 1e-16, "gtol": 1e-12, "max_iter": 5000}


def contextual() -> None:
    """Fit the contextual model, without the regularisation and the weights of pairs that it has by itself."""
    import jax.numpy as jnp  # type: ignore[import-not-found]
    from arena_rank.models.contextual_bradley_terry import (  # type: ignore[import-not-found]
        ContextualBradleyTerry,
    )
    from arena_rank.utils.data_utils import ContextualPairDataset

    frame = pd.read_parquet(sys.argv[1])
    names = [str(k) for k in range(int(frame[["first", "second"]].to_numpy().max()) + 1)]
    data = ContextualPairDataset(
        competitors=names,
        pairs=jnp.array(frame[["first", "second"]].to_numpy(), dtype=jnp.int32),
        outcomes=jnp.array(frame["score"].to_numpy()),
        features=jnp.array(frame[["x", "y"]].to_numpy()),
        weights=jnp.ones(len(frame)),
    )
    # less of hessian_reg, and its inverse is lost in rounding: the mean is not held otherwise
    model = ContextualBradleyTerry(len(names), 2, reg=0.0, **{**EXACT, "hessian_reg": 1e-7})
    model.fit(data)
    model.fitted = True
    found = model.compute_ratings_and_cis(data)
    np.savez(
        sys.argv[2],
        ratings=np.asarray(found["ratings"]),
        variances=np.asarray(found["variances"]),
        coefficients=np.asarray(found["coeffs"]),
    )


if "--contextual" in sys.argv:
    contextual()
    sys.exit()

votes = pd.read_parquet(sys.argv[1], columns=["model_a", "model_b", "winner"])
start, spent = time.perf_counter(), time.process_time()
data = PairDataset.from_pandas(votes)
model = BradleyTerry(n_competitors=len(data.competitors), **(EXACT if "--exact" in sys.argv else {}))
found = model.compute_ratings_and_cis(data)
ratings, variances = np.asarray(found["ratings"]), np.asarray(found["variances"])
np.savez(
    sys.argv[2],
    names=np.array(found["competitors"]),
    ratings=ratings,
    variances=variances,
    seconds=time.perf_counter() - start,
    processor=time.process_time() - spent,
)
