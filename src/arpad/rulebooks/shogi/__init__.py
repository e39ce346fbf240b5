"""Shogi: pairing by the gap between estimated ratings, as European tournaments do."""
