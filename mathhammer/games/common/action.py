"""What one unit does to another: its volleys, then dice outside of attacks (W-1.6, W-6, S-2)."""

from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.common.fields import MAX_ATTACKS
from mathhammer.games.common.mortals import MortalDice
from mathhammer.games.common.profile import Unit
from mathhammer.games.common.rolls import ALWAYS_SUCCEEDS, d6_roll
from mathhammer.plan import FAIL, SUCCESS, Action, Amount, DicePacket, Roll, Target, Volley

#: The most mortal wounds that one entry of dice may inflict before its own cap.
MAX_MORTAL = 50_000


def dice_packet(mortals: MortalDice, attacker: Unit, models: int = 0) -> DicePacket:
    """Return dice that inflict mortal wounds after the attacks (W-1.6, W-6).

    Parameters
    ----------
    mortals : MortalDice
    attacker : Unit
    models : int
        The most models that its attacks may slay.
    """
    if mortals.per_slain:
        count = Amount.fixed(mortals.per_slain * models)
    elif mortals.per_model:
        count = Amount.fixed(mortals.per_model * attacker.models)
    else:
        count = plain_amount(mortals.dice)
    by_face = [mortals.inflicted(face) for face in range(1, 7)]
    amounts = tuple([Amount.fixed(0) if dice is None else plain_amount(dice) for dice in by_face])
    packet = DicePacket(
        mortals.name,
        d6_roll(mortals.gate) if mortals.gate else ALWAYS_SUCCEEDS,
        count,
        Roll(tuple([SUCCESS if dice is not None else FAIL for dice in by_face])),
        plain_amount(mortals.damage),
        mortals.max,
        table=amounts if mortals.table else (),
        per_slain=mortals.per_slain,
    )
    most = packet.maximum
    if most > MAX_MORTAL:
        raise TooLargeError(
            f"up to {most} mortal wounds; the limit is {MAX_MORTAL}", f"mortals {mortals.name!r}"
        )
    return packet


def attack_action(attacker: Unit, volleys: list[Volley], pooled: bool, target: Target) -> Action:
    """Return the attack of a unit: its volleys, then its dice.

    Raises
    ------
    MathhammerError
        The unit has nothing to attack with.
    TooLargeError
        More than `MAX_ATTACKS` attacks.
    """
    mortals = attacker.all_mortals
    if not volleys and not mortals:
        raise MathhammerError("an attacker has weapons or mortals, at least one", attacker.name)
    most = 0
    for volley in volleys:
        most += volley.most_attacks()
    if most > MAX_ATTACKS:
        raise TooLargeError(
            f"up to {most} attacks; the limit is {MAX_ATTACKS} for an attacker", attacker.name
        )
    dice = _dice_packets(mortals, attacker, target) if mortals else ()
    return Action(None, 0, tuple(volleys), dice, pooled)


def _dice_packets(
    mortals: tuple[MortalDice, ...], attacker: Unit, target: Target
) -> tuple[DicePacket, ...]:
    if not attacker.weapons and any(dice.per_slain for dice in mortals):
        raise MathhammerError(
            "per_slain counts the models that weapons slay, and there is no weapon", "mortals"
        )
    models = sum(group.models for group in target.groups)
    return tuple(dice_packet(dice, attacker, models) for dice in mortals)
