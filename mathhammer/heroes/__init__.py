"""The Space Marine Heroes dice game: one turn exactly, whole games by Monte Carlo."""
