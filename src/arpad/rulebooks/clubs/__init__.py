"""Pairing systems of clubs that no federation's book holds: Monrad and Keizer."""
