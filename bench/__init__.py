"""Measurements, run by hand with script/bench. They print ratios: machines differ, and are noisy."""

import os

# One core is measured: a second thread of the linear algebra would wait in a loop, and count as work.
for library in ("OPENBLAS", "MKL", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
