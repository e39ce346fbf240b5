"""Bayesian Elo: a posterior of every player, game by game."""
