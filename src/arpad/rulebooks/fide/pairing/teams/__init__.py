"""Swiss systems for teams (C.04.6)."""
