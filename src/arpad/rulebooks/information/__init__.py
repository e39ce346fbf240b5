"""Pairing by information: those meet whose game nobody can foretell, and strength is what is ranked."""
