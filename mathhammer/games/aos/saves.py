"""The save roll (A-1) and Rend (A-1.5, A-3 Anti-X)."""

from __future__ import annotations

from mathhammer.games.aos.abilities import CHARGED, Ability
from mathhammer.games.aos.profiles import Weapon
from mathhammer.games.aos.reach import Reached
from mathhammer.games.aos.situation import Situation
from mathhammer.games.common.rolls import ALWAYS_FAILS, d6_roll
from mathhammer.plan import Roll


def applies(ability: Ability, here: Situation) -> bool:
    """Return whether the target has the keyword of an Anti-X, or meets its condition (A-3)."""
    if ability.keyword in CHARGED:
        return here.context.target_charged
    return ability.keyword in here.target.keywords


def anti_rend(abilities: tuple[Ability, ...], here: Situation) -> int:
    """Return the Rend that Anti-X abilities add: several stack, equal ones too (A-3)."""
    return sum(a.bonus for a in abilities if a.kind == "anti" and applies(a, here))


def rend(weapon: Weapon, abilities: tuple[Ability, ...], reached: Reached, here: Situation) -> int:
    """Return the Rend of an attack: everything added up, at least 0 (A-1.5)."""
    return max(0, weapon.rend + reached.rend + anti_rend(abilities, here))


def save_roll(rend: int, here: Situation) -> Roll:
    """Return the save roll against a Rend (A-1, A-1.5).

    All modifiers, Rend among them, are added up and capped at +1; an unmodified 1 fails.
    Without a save every one fails (ruling of A-1).
    """
    target = here.target
    if not target.save:
        return ALWAYS_FAILS
    net = min(1, here.save_bonus - rend)
    needed = target.save - net
    return d6_roll(needed, 7, 2, target.defence.reroll_saves) if needed <= 6 else ALWAYS_FAILS
