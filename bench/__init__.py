"""Measurements, run by hand with script/bench. They print ratios: machines differ, and are noisy."""
