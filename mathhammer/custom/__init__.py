"""Rules of one's own, as a function of dice: played and counted like those of the games."""

from mathhammer.evaluate.own_rules import d3, d6, simulate_rule

__all__ = ["d3", "d6", "simulate_rule"]
