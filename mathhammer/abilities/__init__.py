"""The closed vocabularies of abilities, one module a game."""
