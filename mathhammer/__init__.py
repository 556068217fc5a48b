"""mathhammer: exact distributions of what the dice of tabletop wargames will do."""

__version__ = "0.1.0"
