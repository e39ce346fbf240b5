"""arena-rank on a file of votes: ratings, sandwich variances, seconds, as a NumPy file; needs no arpad.

    python arena_peer.py votes.parquet out.npz [--exact]

``--exact`` takes almost nothing for the numbers' sake (hessian_reg) and searches to the end (ftol, gtol).
"""

from __future__ import annotations

import sys
import time

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
from arena_rank.models.bradley_terry import BradleyTerry  # type: ignore[import-not-found]
from arena_rank.utils.data_utils import PairDataset  # type: ignore[import-not-found]

EXACT = {"hessian_reg": 1e-9, "ftol": 1e-16, "gtol": 1e-12, "max_iter": 5000}

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
