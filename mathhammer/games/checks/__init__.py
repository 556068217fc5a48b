"""Rolls outside attacks: charges, tests and the like (W-5, A-5)."""
