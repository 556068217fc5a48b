"""What is Age of Sigmar's own in a whole turn (A-4, A-5, S-1 to S-3)."""

from collections.abc import Iterator

from mathhammer.games.aos.abilities.companion import abilities_of
from mathhammer.games.aos.prepared_weapon import prepared_weapons
from mathhammer.games.aos.profiles import Context, Ruleset, Unit
from mathhammer.games.aos.sequence import compile_attack
from mathhammer.games.aos.situation import plan_target
from mathhammer.games.checks.charge_roll import RULES
from mathhammer.games.checks.retreat import RETREAT
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.common.rolls import ALWAYS_SUCCEEDS
from mathhammer.games.common.sentences import names
from mathhammer.games.names import AOS
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.prepared_weapons import carried
from mathhammer.plan import Action, Amount, DicePacket, Target
from mathhammer.plan.turns import Event, SelfDamage

#: The gap of units in combat after a charge, in inches.
ENGAGED = RULES[AOS].reach
#: Units within this gap are in combat: no move but a charge leads into it.
COMBAT = RULES[AOS].combat
#: Fights alternate from the side whose turn it is; of strike-last units the sides go on
#: taking turns.
BEGINS, GOES_ON = 0, 2
#: What units within that gap of each other are, and how one gets away.
NEAR, LEAVES = "in combat with", "retreat"
#: The context of shooting in the other side's turn, and its name (A-4).
ANSWER, ANSWERS = "covering_fire", "Covering Fire"
#: What a unit may do in the other side's turn (A-4).
OUT_OF_TURN = {
    "shoot": "shoots only with Covering Fire (context covering_fire = true); computed as in its own"
    " turn",
    "charge": "charges only by Counter-charge; computed all the same",
    "move": "moves only by Redeploy, D6 inches; computed all the same",
}
#: What the turn says in general: see `TurnRules`.
POOLED = REPLACED_WHOLE = True
CHARGED: tuple[str, ...] = ("charged", "target_charged")


def unit_of(unit: Unit, routed: bool) -> Target:
    """Return a unit for the engines; damage allocated before is a state, not a part."""
    made = plan_target(unit)
    group = made.groups[0]
    return made._replace(groups=(group._replace(lost=0),), start=group.lost)


def demise_of(unit: Unit) -> None:
    """Return that no unit explodes, which belongs to the other game."""


def routes(attacker: Unit, target: Unit, context: Context) -> bool:
    """Return whether damage may reach a leader first, which this game doesn't have."""
    return False


def action(
    actor: int, target: int, attacker: Unit, defender: Unit, units: tuple[Target, ...],
    context: Context, ruleset: Ruleset,
) -> Action:  # fmt: skip
    """Return one unit's attack in a turn: its numbers follow the survivors (A-1.6, A-2)."""
    made = compile_attack(attacker, defender, context, ruleset).steps[0]
    volleys = tuple(
        carried(volley, weapon.weapon, attacker, units[actor])
        for volley, weapon in zip(made.volleys, prepared_weapons(attacker), strict=True)
    )
    return made._replace(actor=actor, target=target, volleys=volleys)


def statuses(branch: Branch, actor: int, target: int) -> dict[str, bool]:
    """Return whether the attacker charged, and its target (A-5)."""
    return {"charged": actor in branch.charged, "target_charged": target in branch.charged}


def shooting(
    one: str, other: str, attacker: Unit, target: Unit, context: Context, foes: list[str],
    friends: list[str],
) -> Iterator[str]:  # fmt: skip
    """Yield what the rules would not permit of shooting near the enemy (A-3, A-4)."""
    if not foes:
        return
    engaged = f"{one} is in combat with {', '.join(foes)}"
    guns = [
        weapon for weapon in attacker.weapons
        if not any(a.row.shoots_in_combat for a in abilities_of(weapon, attacker.abilities))
    ]  # fmt: skip
    if context.covering_fire:
        yield f"{engaged}, where Covering Fire can't be used; computed as if it could"
    elif guns:
        yield (
            f"{engaged} and shoots only weapons with Shoot in Combat, not {names(guns)}; "
            "computed as if it might"
        )
    if other not in foes:
        yield f"{engaged} and attacks nothing else; computed as if it did"


def leave(actor: int, shocked: bool) -> tuple[Event, ...]:
    """Return the mortal damage of a retreat: D3 to the unit (A-5)."""
    hurt = DicePacket(
        "retreat", ALWAYS_SUCCEEDS, Amount.fixed(1), ALWAYS_SUCCEEDS, plain_amount(RETREAT), None
    )
    return (SelfDamage(actor, hurt, True),)


def band(fights_first: bool, strike_last: bool, charged: bool) -> int:
    """Return when a unit fights: strike-first 0, strike-last 2; both cancel out (A-5)."""
    return 1 - fights_first + strike_last
