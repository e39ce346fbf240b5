"""Measurements, run by hand with script/bench. They print ratios: machines differ, and are noisy."""

import os

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
"""How many threads libraries of linear algebra may begin. A command of the user's starts without them."""

# One core is measured: a second thread of the linear algebra would wait in a loop, and count as work.
for name in BLAS_THREADS:
    os.environ.setdefault(name, "1")
