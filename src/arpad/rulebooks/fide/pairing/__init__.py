"""FIDE's pairing systems (Handbook C.04): Dutch, Burstein, Dubov, Lim, Double-Swiss, teams."""
