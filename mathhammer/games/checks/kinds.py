"""Every kind of check, by the name that it has in files."""

from __future__ import annotations

from mathhammer.games.checks import (
    aos_fields as aos,
)
from mathhammer.games.checks import (
    moves_fields as moves,
)
from mathhammer.games.checks import (
    wh40k_fields as wh40k,
)
from mathhammer.games.checks.question import KINDS, Check

_CLASSES: tuple[type[Check], ...] = (
    moves.Charge, moves.Advance, moves.Run,
    wh40k.Battleshock, wh40k.Leadership, wh40k.DesperateEscape, wh40k.Hazardous,
    wh40k.DeadlyDemise, wh40k.TransportDestroyed, wh40k.Grenade, wh40k.TankShock,
    aos.Rally, aos.Cast, aos.Prayer, aos.Banish, aos.PlaceOfPower, aos.Priority, aos.Retreat,
    aos.PowerThrough,
)  # fmt: skip
_BY_KIND = {made.kind: made for made in _CLASSES}
CHECKS: dict[str, type[Check]] = {kind: _BY_KIND[kind] for kind in KINDS}
