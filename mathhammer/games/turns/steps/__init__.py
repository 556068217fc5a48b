"""The steps of a turn: a module each, or one for a few that are very alike."""
