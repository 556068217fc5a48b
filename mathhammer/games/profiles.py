"""The profiles a user describes: `Weapon`, `Unit`, `Context`, `Ruleset` and their parts.

All are `Record` values: keyword-only, validated on construction, immutable. A threshold
of 0 means "none" (written ``"-"`` or left out). Each game has its own, in a package of
its name; those here make the one whose fields are given.
"""

from mathhammer.games.common.profile import Context, Ruleset, Unit, Weapon

__all__ = ["Context", "Ruleset", "Unit", "Weapon"]
