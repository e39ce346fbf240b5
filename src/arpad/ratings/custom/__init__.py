"""Rating systems that a user writes as plain functions."""
