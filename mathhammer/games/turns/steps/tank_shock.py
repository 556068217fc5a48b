"""The stratagem Tank Shock, as a step (W-6)."""

from collections.abc import Iterator
from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import text
from mathhammer.core.record import field
from mathhammer.games.checks.tank_shock import TANK_SHOCK_MOST, TANK_SHOCK_ON, tank_shock_dice
from mathhammer.games.names import WH40K
from mathhammer.games.turns.fighters import Fighter
from mathhammer.games.turns.legality import Legality
from mathhammer.games.turns.prepared_weapons import check_names, of_type
from mathhammer.games.turns.steps.targeted import TargetedStep, packet
from mathhammer.plan import Amount, DicePacket


class TankShock(TargetedStep):
    """A vehicle that charged rams an enemy, as hard as one of its melee weapons (W-6)."""

    weapon: str | None = field(
        text, None, "The melee weapon that it rams with; by default the strongest."
    )

    games = (WH40K,)

    def dice(self, one: Fighter, other: Fighter) -> DicePacket:
        """Return as many dice as the weapon is strong, two more if S > T, each 5+ a mortal wound.

        Raises
        ------
        MathhammerError
            The vehicle has no melee weapon to ram with, or not the one named.
        """
        names = () if self.weapon is None else (self.weapon,)
        check_names([one.unit], "melee", names, "weapon")
        vehicle: Any = one.unit
        target: Any = other.unit
        rams: Any = of_type(vehicle, "melee", names).weapons
        if not rams:
            raise MathhammerError(f"{one.name} has no melee weapon to ram with", "by")
        if any(not weapon.strength for weapon in rams):
            raise MathhammerError(f"{one.name} rams with a weapon that has no strength", "by")
        number = tank_shock_dice(max(weapon.strength for weapon in rams), target.toughness)
        dice, most = Amount.fixed(number), TANK_SHOCK_MOST
        return packet("Tank Shock", dice, TANK_SHOCK_ON, most=most)

    def forbidden(self, legality: Legality, one: Fighter, other: Fighter) -> Iterator[str]:
        """Yield why nobody could be rammed."""
        gap = legality.gap(self.by, self.at)
        if one.unit.keywords and "vehicle" not in one.unit.keywords:
            yield f"Tank Shock is for Vehicles, which {one.name} is not"
        if not legality.charged(self.by):
            yield f"Tank Shock follows a charge, which {one.name} has not made"
        elif gap is not None and gap > legality.script.rules.COMBAT:
            yield f"Tank Shock is for engaged units, and {other.name} is {gap:g} inches away"
