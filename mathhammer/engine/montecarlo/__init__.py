"""montecarlo."""
