"""What units suffer by their own doing (W-3, W-5.5 to W-5.7, A-5)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.aos_fields import Retreat
from mathhammer.games.checks.outcome import Outcome, dice_that, one_again
from mathhammer.games.checks.wh40k_fields import (
    DeadlyDemise,
    DesperateEscape,
    Hazardous,
    TransportDestroyed,
)

#: Faces of a D6 that slay a model in a desperate escape: 1 and 2 (W-5.5).
ESCAPE_FAILS = 2
#: Faces that hurt a passenger who disembarks, and in an emergency (W-5.6).
DISEMBARK_HURTS, EMERGENCY_HURTS = 1, 3
#: Mortal wounds of a hazardous weapon on a Character, Monster or Vehicle (W-3).
HAZARDOUS_MORTAL = 3
#: The name of the answer: how often a Command Re-roll is used.
USED = "used"
#: Mortal damage that a retreat costs (A-5).
RETREAT = Dice.parse("D3")


def desperate_escape(check: DesperateEscape, game: str, ruleset: Any) -> Outcome:
    """Answer what a desperate escape costs: a D6 a model, each 1 or 2 slays one (W-5.5)."""
    words = {"distribution": "models lost"}
    lost = dice_that(check.models, ESCAPE_FAILS)
    if not check.command_reroll:
        return Outcome(words, None, lost)
    lost, used = one_again(lost, ESCAPE_FAILS)
    return Outcome(words | {USED: "the Command Re-roll is used"}, None, lost, {USED: used})


def hazardous(check: Hazardous, game: str, ruleset: Any) -> Outcome:
    """Answer what hazardous weapons do: a D6 each, each 1 hurts its bearer (W-3)."""
    ones = dice_that(check.weapons, 1)
    words = {"probability": "a bearer is hurt", "distribution": "models slain"}
    named = {}
    if check.command_reroll:
        ones, named[USED] = one_again(ones, 1)
        words[USED] = "the Command Re-roll is used"
    hurt = ones
    if check.bearer == "mortal":
        words["distribution"] = "mortal wounds"
        hurt = ones.map(lambda k: HAZARDOUS_MORTAL * k)
    return Outcome(words, ones.at_least(1), hurt, named)


def explosion(value: Dice, units: int) -> Distribution:
    """Return the mortal wounds of a Deadly Demise on all units near it (W-5.7).

    On a 6 each unit suffers them, rolled for each by itself.

    Parameters
    ----------
    value : Dice
    units : int
        Units within 6 inches.

    Examples
    --------
    >>> round(explosion(Dice.parse("D6"), 3).mean, 12)
    1.75
    """
    blast = value.distribution().repeat(units)
    return Distribution.mix([(5 / 6, Distribution.constant(0)), (1 / 6, blast)])


def deadly_demise(check: DeadlyDemise, game: str, ruleset: Any) -> Outcome:
    """Answer whether a dying model explodes, and what that does (W-5.7)."""
    words = {"probability": "it explodes", "distribution": "mortal wounds on all units"}
    named = {}
    if check.units > 1:
        words["each"] = "mortal wounds on each unit"
        named["each"] = explosion(check.value, 1)
    return Outcome(words, 1 / 6, explosion(check.value, check.units), named)


def transport_destroyed(check: TransportDestroyed, game: str, ruleset: Any) -> Outcome:
    """Answer what passengers suffer: a D6 each, on a 1 (emergency: 1 to 3) hurt (W-5.6)."""
    faces = EMERGENCY_HURTS if check.emergency else DISEMBARK_HURTS
    notes = ["The unit is battle-shocked, and can't charge this turn."]
    if check.emergency:
        notes.append("Models that can't be set up are destroyed; that is not counted here.")
    words = {"distribution": "mortal wounds"}
    return Outcome(words, None, dice_that(check.models, faces), notes=tuple(notes))


def retreat(check: Retreat, game: str, ruleset: Any) -> Outcome:
    """Answer what a retreat costs: D3 mortal damage (A-5)."""
    return Outcome({"distribution": "mortal damage"}, None, RETREAT.distribution())
