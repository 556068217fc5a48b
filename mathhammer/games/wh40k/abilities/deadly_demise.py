"""Deadly Demise: what a destroyed model does to those near it (W-5.7).

In a turn `turns/explosions.py` finds who is near; as a question by itself it is the check
`checks/deadly_demise.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.core.dice import Dice
from mathhammer.core.errors import NotModelledError, inside
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.common.rolls import d6_roll
from mathhammer.games.common.vocabulary import DICE
from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences
from mathhammer.games.wh40k.abilities.row import Row
from mathhammer.plan import Explosion

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Context, Unit

#: The roll that explodes, and how far that reaches, in inches.
EXPLODES, REACH = 6, 6.0


def demise_of(unit: Unit) -> Dice | None:
    """Return the mortal wounds behind a unit's Deadly Demise, None without the ability.

    Had twice it is not cumulative: the one with the higher mean counts.

    Raises
    ------
    NotModelledError
        The unit has several models: each that explodes would hurt the rest of its own unit
        in the midst of an attack.
    """
    values = [a.dice for a in unit.abilities if a.row == DEADLY_DEMISE and a.dice is not None]
    if not values:
        return None
    if unit.starting_models > 1:
        raise NotModelledError(
            f"Deadly Demise of a unit of {unit.starting_models} models is not modelled, since "
            "each that explodes hurts the rest of its unit: leave it out, make each model a unit, "
            "or ask the check deadly_demise",
            "abilities",
        )
    return max(values, key=lambda dice: dice.mean)


def within(attacker: Unit, context: Context) -> bool:
    """Return whether an attacker is near enough to its target to be hurt.

    What the context says of it counts, else the distance; who attacks with melee weapons is
    engaged.
    """
    if "within_deadly_demise" in context.given:
        return context.within_deadly_demise
    if context.distance is not None:
        return context.distance <= REACH
    return any(weapon.type == "melee" for weapon in attacker.weapons)


def explosion(value: Dice) -> Explosion:
    """Return what happens where a unit with Deadly Demise is destroyed, nobody near it (W-5.7).

    On a 6 each unit near it suffers the mortal wounds, rolled for each by itself.
    """
    return Explosion(0, (), d6_roll(EXPLODES), plain_amount(value))


def explosion_at(attacker: Unit, target: Unit, context: Context) -> Explosion | None:
    """Return what the target's end does to the attacker, None where it does nothing.

    Raises
    ------
    NotModelledError
        The target has several models.
    """
    if not target.abilities:
        return None
    with inside(target.name or "target"):
        value = demise_of(target)
    return explosion(value) if value is not None and within(attacker, context) else None


def notes(match_up: MatchUp) -> Sentences:
    """Yield whether the attacker is near enough to suffer the target's end."""
    attacker, context = match_up.attacker, match_up.context
    value = demise_of(match_up.target)
    if value is None or "within_deadly_demise" in context.given:
        return
    if not within(attacker, context):
        yield (
            f"Deadly Demise {value}: the attacker is not within 6 inches and suffers nothing "
            "(within_deadly_demise = true, or a distance, says else)."
        )
    elif context.distance is None:
        yield (
            f"Deadly Demise {value}: with melee weapons the attacker is within 6 inches, and "
            "suffers it where it explodes."
        )


DEADLY_DEMISE = Row(
    kind="deadly demise",
    code="W-5.7",
    help="where the model is destroyed a D6: on a 6 each unit within 6 inches suffers X mortal "
    "wounds",
    value=DICE,
    context=("distance", "within_deadly_demise"),
    notes=notes,
)
