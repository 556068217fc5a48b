"""Stealth: ranged attacks at the unit are at -1 to hit (W-4.2).

The -1 is added in `hits.py`, to ranged weapons alone; the row's `ranged_only` is for what is
said of the ability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Context, Unit

#: What Stealth adds to the hit rolls of ranged attacks.
HIT_MODIFIER = -1


def has_stealth(target: Unit, context: Context) -> bool:
    """Return whether a target has Stealth, its own or that of a Smokescreen (W-4.2, W-4.7)."""
    if context.smokescreen or not target.abilities:
        return context.smokescreen
    return any(ability.row == STEALTH for ability in target.abilities)


STEALTH = Row(
    kind="stealth",
    code="W-4.2",
    ranged_only=True,
    help="ranged attacks at the unit are at -1 to hit",
)
