"""What is Warhammer 40,000's own in a whole turn (W-3, W-5)."""

from collections.abc import Iterator

from mathhammer.games.checks.charge_roll import RULES
from mathhammer.games.checks.desperate_escape import ESCAPE_FAILS
from mathhammer.games.common.rolls import d6_roll
from mathhammer.games.common.sentences import names
from mathhammer.games.names import WH40K
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.prepared_weapons import carried
from mathhammer.games.wh40k.abilities import deadly_demise
from mathhammer.games.wh40k.abilities.of_weapon import abilities_of
from mathhammer.games.wh40k.abilities.pistol import BIG_GUNS
from mathhammer.games.wh40k.allocation import plan_target
from mathhammer.games.wh40k.attacks import by_models
from mathhammer.games.wh40k.prepared_weapon import prepared_weapons
from mathhammer.games.wh40k.profiles import Context, Ruleset, Unit
from mathhammer.games.wh40k.sequence import compile_attack, endangering, without_models
from mathhammer.games.wh40k.situation import shared_situation
from mathhammer.plan import Action, Explosion, Target
from mathhammer.plan.turns import Event, ModelTests

#: The gap of units in engagement range, in inches.
ENGAGED = RULES[WH40K].reach
#: Units within this gap are in combat: no move but a charge leads into it.
COMBAT = RULES[WH40K].combat
#: Fights alternate from the side whose turn it is not, in each band anew.
BEGINS, GOES_ON = 1, -1
#: What units within that gap of each other are, and how one gets away.
NEAR, LEAVES = "engaged with", "fall back"
#: The context of shooting in the other side's turn, and its name (W-4.6).
ANSWER, ANSWERS = "overwatch", "Fire Overwatch"
#: What a unit may do in the other side's turn (W-4.6, W-6).
OUT_OF_TURN = {
    "shoot": "shoots only in overwatch (context overwatch = true); computed as in its own turn",
    "charge": "charges only by Heroic Intervention: without the charge bonus, so it doesn't fight "
    "first for it",
    "move": "doesn't move; computed as if it might",
}
#: A test for each model: 1 and 2 slay one (W-5.5).
DESPERATE_ESCAPE = d6_roll(ESCAPE_FAILS + 1)
#: What the turn says in general: see `TurnRules`.
POOLED = REPLACED_WHOLE = False
CHARGED: tuple[str, ...] = ("charged",)


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


def demise_of(unit: Unit) -> Explosion | None:
    """Return how a unit with Deadly Demise explodes: a die for all near it (W-5.7)."""
    value = deadly_demise.demise_of(unit)
    return None if value is None else deadly_demise.explosion(value)


def routes(attacker: Unit, target: Unit, context: Context) -> bool:
    """Return whether some wounds may be allocated to the target's leader first (W-2)."""
    situation = shared_situation(target, context, Ruleset())
    return any(weapon.to_leader(situation) for weapon in prepared_weapons(attacker))


def action(
    actor: int, target: int, attacker: Unit, defender: Unit, units: tuple[Target, ...],
    context: Context, ruleset: Ruleset,
) -> Action:  # fmt: skip
    """Return one unit's attack in a turn: its numbers follow the survivors (W-1.8, W-3)."""
    # What depends on the target's models counts them when it is used (W-3 Blast).
    situation = without_models(shared_situation(defender, context, ruleset))
    weapons = prepared_weapons(attacker)
    made = compile_attack(attacker, defender, context, ruleset, situation, weapons).steps[0]
    most = sum(group.models for group in units[target].groups)
    volleys = tuple(
        carried(volley, w.weapon, attacker, units[actor], by_models(w.armed, situation, most))
        for volley, w in zip(made.volleys, weapons, strict=True)
    )
    own = made.own_losses
    if own is not None:
        used = tuple([weapon.index for weapon in endangering(weapons, situation)])
        own = own._replace(most=None, volleys=used)
    return made._replace(
        actor=actor, target=target, volleys=volleys, own_losses=own, explosion=None
    )


def statuses(branch: Branch, actor: int, target: int) -> dict[str, bool]:
    """Return whether the attacker charged and advanced (W-3, W-5)."""
    return {"charged": actor in branch.charged, "advanced": actor in branch.advanced}


def shooting(
    one: str, other: str, attacker: Unit, target: Unit, context: Context, foes: list[str],
    friends: list[str],
) -> Iterator[str]:  # fmt: skip
    """Yield what the rules would not permit of shooting near the enemy (W-3, W-4.3).

    What the context says of it, other notes tell.
    """
    armed = [(weapon, abilities_of(weapon, attacker)) for weapon in attacker.weapons]
    guns = names([w for w, a in armed if "pistol" not in a])
    pistols = names([w for w, a in armed if "pistol" in a])
    blasts = names([w for w, a in armed if "blast" in a])
    # Torrent has no hit roll, and in overwatch modifiers of it don't count.
    rolled = (
        any("pistol" not in a and "torrent" not in a for _, a in armed) and not context.overwatch
    )
    big = bool(BIG_GUNS & attacker.keywords)
    near = other in foes
    if foes and not context.attacker_engaged:
        engaged = f"{one} is engaged with {', '.join(foes)}"
        if rolled and big:
            yield f"{engaged}: -1 to hit (context attacker_engaged = true); computed without"
        elif guns and not big:
            yield f"{engaged} and shoots only Pistols, not {guns}; computed as if it might"
        if pistols and not big and not near:
            yield f"{engaged}, and its Pistols reach no other; computed as if they did"
    if friends and not near and not context.target_engaged:
        engaged = f"{other} is engaged with {', '.join(friends)}"
        if not BIG_GUNS & target.keywords:
            yield f"{engaged} and can't be shot at; computed as if it could"
        elif rolled:
            yield f"{engaged}: -1 to hit (context target_engaged = true); computed without"
    told = context.attacker_engaged or context.target_engaged
    if blasts and (near or friends) and not told:
        yield f"{blasts}: Blast can't be used at {other}, which is engaged; computed as if it could"


def leave(actor: int, shocked: bool) -> tuple[Event, ...]:
    """Return the tests of a battle-shocked unit that falls back, one per model (W-5.4, W-5.5)."""
    return (ModelTests(actor, DESPERATE_ESCAPE),) if shocked else ()


def band(fights_first: bool, strike_last: bool, charged: bool) -> int:
    """Return when a unit fights: 0 for those that fight first (W-5.3), else 1."""
    return 0 if fights_first or charged else 1
