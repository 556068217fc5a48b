"""Extra Attacks: used beside another melee weapon; its attacks can't be modified (W-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.match_up import MatchUp


def notes(match_up: MatchUp) -> Iterator[str]:
    """Yield where modifiers of the number of attacks don't count."""
    for weapon in match_up.weapons_with("extra attacks"):
        if match_up.attacker.modifiers.attacks or weapon.modifiers.attacks:
            yield f"{weapon.name}: the number of Extra Attacks can't be modified."


EXTRA_ATTACKS = Row(
    kind="extra attacks",
    code="W-3",
    help="used beside another melee weapon; its number of attacks can't be modified",
    short="ea",
    fixed_attacks=True,
    notes=notes,
)
