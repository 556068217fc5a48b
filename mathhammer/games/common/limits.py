"""Limits of what is computed, shared by the games."""

#: The most attacks that all weapons of an attacker may make together.
MAX_ATTACKS = 20_000
