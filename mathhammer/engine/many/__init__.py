"""many."""
