"""The engines: they play plans and know nothing of profiles."""
