"""What several of FIDE's Swiss systems share: players before a round, colours, the bye given first."""
