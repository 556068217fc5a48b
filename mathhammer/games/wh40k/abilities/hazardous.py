"""Hazardous: what an attack does to the attacker (W-3)."""

from collections.abc import Sequence

from mathhammer.games.common.profile import Unit, Weapon
from mathhammer.games.common.rolls import d6_roll
from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences
from mathhammer.games.wh40k.abilities.row import Ability, Row
from mathhammer.plan import OwnLosses

#: Whom Hazardous doesn't slay outright (W-3).
TOUGH_BEARERS = frozenset({"character", "monster", "vehicle"})


def own_losses(ability: Ability, attacker: Unit, weapons: Sequence[Weapon]) -> OwnLosses:
    """Return what Hazardous weapons that attacked do to their bearers (W-3).

    One D6 for each of them; each 1 slays one model, or inflicts 3 mortal wounds where the
    bearer is a Character, Monster or Vehicle. The number of models caps the losses where it
    was given.
    """
    dice = sum(weapon.count for weapon in weapons)
    mortal = 3 if TOUGH_BEARERS & attacker.keywords else 0
    most = attacker.models if "models" in attacker.__dict__ else None
    return OwnLosses(dice, d6_roll(2), mortal, most)


def attack_notes(match_up: MatchUp) -> Sentences:
    """Yield what isn't known of the attacker: a turn does know it."""
    if match_up.weapons_with("hazardous") and "models" not in match_up.attacker.__dict__:
        yield "Hazardous: the attacker's models aren't given, so its losses aren't capped."


HAZARDOUS = Row(
    kind="hazardous",
    help="after the attacks a D6 for each weapon used: each 1 slays its bearer, or inflicts 3 "
    "mortal wounds on a Character, Monster or Vehicle",
    short="hz",
    own_losses=own_losses,
    attack_notes=attack_notes,
)
