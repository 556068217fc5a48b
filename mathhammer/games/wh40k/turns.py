"""What is Warhammer 40,000's own in a whole turn (W-3, W-5)."""

from __future__ import annotations

from ...dice import Dice
from ...plan import Action, Target
from ...profiles.game import WH40K
from ...profiles.wh40k import Context, Ruleset, Unit
from ..checks.charge import HOPELESS, RULES, ChargeOdds, charge_odds, needed_roll
from ..checks.dangers import ESCAPE_FAILS
from ..rolls import d6_roll
from ..turns.arms import carried
from .attacks import can_shoot
from .hazardous import hazardous
from .sequence import arms_of, compile_attack, precise
from .situation import situation
from .target import plan_target

#: The gap of units in engagement range, in inches.
ENGAGED = RULES[WH40K].reach
#: The farthest gap that can be charged.
FARTHEST = RULES[WH40K].farthest
#: Units within this gap are in combat: no move but a charge leads into it.
COMBAT = RULES[WH40K].combat
#: Fights alternate from the side whose turn it is not, in each band anew.
BEGINS, GOES_ON = 1, -1
#: Steps that belong to the other game.
NOT_HERE = ("run", "retreat", "rally")
#: A test for each model: 1 and 2 slay one (W-5.5).
DESPERATE_ESCAPE = d6_roll(ESCAPE_FAILS + 1)


def unit_of(unit: Unit, routed: bool) -> Target:
    """Return a unit for the engines; wounds lost by its first model are a state, not a part."""
    made = plan_target(unit, routed)
    first, *others = made.groups
    start = first.lost
    if routed and unit.leader:
        behind = sum(g.models * g.health - g.lost for g in made.groups[-len(unit.leader) :])
        start = first.lost * (behind + 1)
    groups = (first._replace(lost=0), *others)
    return made._replace(groups=groups, start=start, leaders=len(unit.leader))


def routes(attacker: Unit, target: Unit, context: Context) -> bool:
    """Return whether some wounds may be allocated to the target's leader first (W-2)."""
    here = situation(target, context, Ruleset())
    return any(precise(arm.abilities, here) for arm in arms_of(attacker))


def action(
    actor: int, target: int, attacker: Unit, defender: Unit, units: tuple[Target, ...],
    context: Context, ruleset: Ruleset,
) -> Action:  # fmt: skip
    """Return one unit's attack in a turn: its numbers follow the survivors (W-1.8, W-3).

    Parameters
    ----------
    actor, target : int
        Of the units.
    attacker : Unit
        With the weapons that it uses.
    defender : Unit
    units : tuple of Target
        All units for the engines.
    context : Context
    ruleset : Ruleset
    """
    here = situation(defender, context, ruleset)
    alone = here._replace(size=0, look=(0, *here.look[1:]))  # Blast counts when it is used
    arms = arms_of(attacker)
    made = compile_attack(attacker, defender, context, ruleset, alone, arms).steps[0]
    crowd = sum(group.models for group in units[target].groups)
    blasts = [
        "blast" in arm.abilities and can_shoot(arm.weapon, arm.abilities, alone) for arm in arms
    ]
    volleys = tuple(
        carried(volley, arm.weapon, attacker, units[actor], crowd if blast else 0)
        for volley, arm, blast in zip(made.volleys, arms, blasts, strict=True)
    )
    own = hazardous(attacker, [(arm.weapon, arm.abilities) for arm in arms], alone)
    if own is not None:
        dangerous = tuple(
            i for i, arm in enumerate(arms)
            if "hazardous" in arm.abilities and can_shoot(arm.weapon, arm.abilities, alone)
        )  # fmt: skip
        own = own._replace(most=None, volleys=dangerous)
    return made._replace(actor=actor, target=target, volleys=volleys, own_losses=own)


def charge(
    dice: Dice, gap: float, modifier: int, reroll: str | None, ruleset: Ruleset
) -> ChargeOdds:
    """Return what a charge over a gap needs, and its probability (W-5.2).

    The target must be within 12 inches; the charge ends within 1 inch of it.
    """
    if gap > FARTHEST:
        return HOPELESS
    return charge_odds(dice, needed_roll(gap, ENGAGED), modifier, reroll)


def reroll_rulings(ruleset: Ruleset) -> dict[str, str]:
    """Return the rulings on which a re-rolled charge depends: none (D-2)."""
    return {}


def band(fights_first: bool, strike_last: bool, charged: bool) -> int:
    """Return when a unit fights: 0 for those that fight first (W-5.3), else 1."""
    return 0 if fights_first or charged else 1
