"""Parameters of rating systems found by their forecasts: tuned on earlier games, tried on later ones."""
