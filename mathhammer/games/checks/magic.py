"""Spells, unbinding, banishment and places of power (A-6)."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.aos_fields import Banish, Cast, PlaceOfPower
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.rerolls import Faces, faces_again, rolled_again

TWO = Dice.parse("2D6")
#: What a miscast, and a place of power that fails, inflict (A-6).
BACKLASH = Dice.parse("D3")
#: A roll can't be modified below 1 (A-1.5).
LEAST = 1


class Casting(NamedTuple):
    """What becomes of a casting roll; the four add up to 1.

    Attributes
    ----------
    effect, unbound, failed, miscast : float
        The spell takes effect; it reaches its value and is unbound; it falls short; two or
        more unmodified 1s.
    """

    effect: float
    unbound: float
    failed: float
    miscast: float


class Spell(NamedTuple):
    """What a casting roll must come to, and what is tried against it.

    Attributes
    ----------
    value, modifier : int
        The casting value, and what is added to the roll.
    unbind : bool
        Whether it is tried to unbind it.
    unbind_modifier : int
    """

    value: int
    modifier: int = 0
    unbind: bool = False
    unbind_modifier: int = 0

    def rolled(self, faces: Faces) -> int:
        """Return the casting roll that some faces are."""
        return max(sum(faces) + self.modifier, LEAST)

    def is_cast(self, faces: Faces) -> bool:
        """Return whether the spell is cast: no miscast, and its value reached."""
        return faces != (1, 1) and self.rolled(faces) >= self.value

    def effect(self, faces: Faces) -> float:
        """Return the probability that a spell that is cast isn't unbound."""
        if not self.unbind:
            return 1.0
        return TWO.distribution().at_most(self.rolled(faces) - self.unbind_modifier)

    def worth(self, faces: Faces) -> float:
        """Return how good some faces are; what failed is worth 0."""
        # A roll that reached its value is not rolled again, even if it is sure to be unbound.
        return max(self.effect(faces), 1e-300) if self.is_cast(faces) else 0.0


def casting(
    value: int,
    modifier: int = 0,
    unbind: bool = False,
    unbind_modifier: int = 0,
    reroll: str | None = None,
    any_dice: bool = True,
) -> Casting:
    """Return what becomes of a casting roll of 2D6 (A-6).

    Parameters
    ----------
    value : int
        The casting value.
    modifier : int
        Of the casting roll; it doesn't keep a double 1 from being a miscast.
    unbind : bool
        Whether it is tried to unbind it, once: 2D6 must be greater than the casting roll, both
        with their modifiers; a tie does not unbind.
    unbind_modifier : int
    reroll : {None, "failed"}
        A roll that falls short or miscasts is rolled again (D-2).
    any_dice : bool
        Whether any of its dice may be rolled again: the best choice for the spell to take
        effect.

    Examples
    --------
    >>> round(casting(6, unbind=True).effect * 1296, 9)
    656.0
    """
    spell = Spell(value, modifier, unbind, unbind_modifier)
    against = TWO.distribution()
    if reroll is None:
        masses = dict.fromkeys(product(range(1, 7), repeat=2), 1 / 36)
    else:
        masses = faces_again((6, 6), spell.worth, any_dice)
    taken = unbound = failed = 0.0
    for faces, mass in masses.items():
        if spell.is_cast(faces):
            taken += mass * spell.effect(faces)
            if unbind:
                unbound += mass * against.at_least(spell.rolled(faces) - unbind_modifier + 1)
        elif faces != (1, 1):
            failed += mass
    return Casting(taken, unbound, failed, masses[(1, 1)])


def cast(check: Cast, game: str, ruleset: Any) -> Outcome:
    """Answer whether a spell takes effect (A-6).

    A place of power is tapped first: on a 1 it hurts, else the casting roll is at +1.
    """
    bonuses = [(1 / 6, 0), (5 / 6, 1)] if check.place_of_power else [(1.0, 0)]
    parts = [
        (share, casting(
            check.value, check.modifier + bonus, bool(check.unbind), check.unbind_modifier,
            check.reroll, ruleset.aos_reroll == "any",
        ))
        for share, bonus in bonuses
    ]  # fmt: skip
    made = Casting(*(sum(share * part[i] for share, part in parts) for i in range(4)))
    words = {
        "probability": "the spell takes effect", "failed": "the roll falls short",
        "miscast": "it is a miscast", "unbound": "it is unbound",
    }  # fmt: skip
    named = {"failed": made.failed, "miscast": made.miscast, "unbound": made.unbound}
    notes = ["A miscast inflicts D3 mortal damage on the caster, who casts no more this phase."]
    if not check.unbind:
        del named["unbound"], words["unbound"]
    if check.place_of_power:
        notes.append("The place of power inflicts D3 mortal damage on a 1.")
    rulings = {"aos_reroll": ruleset.aos_reroll} if check.reroll else {}
    return Outcome(words, made.effect, None, named, tuple(notes), rulings)


def banish(check: Banish, game: str, ruleset: Any) -> Outcome:
    """Answer whether a manifestation is banished: 2D6 of its value or more (A-6)."""
    needed = check.value - check.modifier if check.value > LEAST else TWO.minimum
    any_dice = ruleset.aos_reroll == "any"
    roll = TWO.distribution() if check.reroll is None else rolled_again(TWO, needed, any_dice)
    rulings = {"aos_reroll": ruleset.aos_reroll} if check.reroll else {}
    words = {"probability": "the manifestation is banished"}
    return Outcome(words, roll.at_least(needed), rulings=rulings)


def place_of_power(check: PlaceOfPower, game: str, ruleset: Any) -> Outcome:
    """Answer what a place of power does: on a 1 D3 mortal damage, else a bonus (A-6)."""
    words = {"probability": "the hero gains the bonus", "distribution": "mortal damage"}
    made = Distribution.mix(
        [(5 / 6, Distribution.constant(0)), (1 / 6, BACKLASH.distribution())]
    )  # fmt: skip
    notes = (
        "The bonus is +1 to casting or chanting rolls this turn; a hero who is neither wizard nor "
        "priest may unbind or banish.",
    )
    return Outcome(words, 5 / 6, made, notes=notes)
