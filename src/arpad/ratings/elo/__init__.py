"""Elo and its relatives: the curve, the K-factor, margins of victory; live or by rating period."""
