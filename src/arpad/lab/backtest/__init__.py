"""Backtests: which rating system would have predicted the games best."""
