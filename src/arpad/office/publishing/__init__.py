"""Lists that a third person can check: published with the manifest of how they came about, and verified."""
