"""Casting and unbinding a spell (A-6)."""

from itertools import product
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError
from mathhammer.core.modifier import UNMODIFIED, Modifier, modifier
from mathhammer.core.readers import flag, integer, reader
from mathhammer.core.record import field, required
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.fields import FIXED_MODIFIER, REROLL, truth
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.rerolls import (
    TWO_D6,
    Faces,
    any_of_the_dice,
    best_again,
    faces_again,
    modifier_notes,
    reroll_rulings,
)
from mathhammer.games.common.fields import needed_roll
from mathhammer.games.names import AOS
from mathhammer.plan.checks import DOUBLE, CheckPlan, with_double

#: What may become of a casting roll.
ANSWERS = ("probability", "failed", "miscast", "unbound")
#: A roll can't be modified below 1 (A-1.5).
LEAST = 1


class Spell(NamedTuple):
    """What a casting roll must come to, and what is tried against it.

    Attributes
    ----------
    value : int
        The casting value.
    modifier : int
        Added to the roll; it doesn't keep a double 1 from being a miscast.
    unbind : bool
        Whether it is tried to unbind it, once: 2D6 must be greater than the casting roll, both
        with their modifiers; a tie does not unbind.
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
        return TWO_D6.distribution().at_most(self.rolled(faces) - self.unbind_modifier)

    def worth(self, faces: Faces) -> float:
        """Return how good some faces are; what failed is worth 0."""
        # A roll that reached its value is not rolled again, even if it is sure to be unbound.
        return max(self.effect(faces), 1e-300) if self.is_cast(faces) else 0.0

    def casting(self, reroll: str | None = None, any_dice: bool = True) -> dict[str, float]:
        """Return what becomes of a casting roll of 2D6 (A-6).

        Parameters
        ----------
        reroll : {None, "failed"}
            A roll that falls short or miscasts is rolled again (D-2).
        any_dice : bool
            Whether any of its dice may be rolled again: the best choice for the spell to take
            effect.

        Returns
        -------
        dict
            The probability that the spell takes effect, that the roll falls short, that it has
            two or more unmodified 1s, and that the spell is unbound: the four add up to 1; and
            that the roll is a double.

        Examples
        --------
        >>> round(Spell(6, unbind=True).casting()["probability"] * 1296, 9)
        656.0
        """
        if reroll is None:
            masses = dict.fromkeys(product(range(1, 7), repeat=2), 1 / 36)
        else:
            masses = faces_again((6, 6), self.worth, any_dice)
        taken = unbound = failed = 0.0
        for faces, mass in masses.items():
            if self.is_cast(faces):
                taken += mass * self.effect(faces)
                if self.unbind:
                    beaten = self.rolled(faces) - self.unbind_modifier + 1
                    unbound += mass * TWO_D6.distribution().at_least(beaten)
            elif faces != (1, 1):
                failed += mass
        double = sum(mass for faces, mass in masses.items() if len(set(faces)) == 1)
        found = (taken, failed, masses[(1, 1)], unbound, double)
        return dict(zip((*ANSWERS, DOUBLE), found, strict=True))


@reader("whole number from 0 to 1", {"type": ["integer", "boolean"], "minimum": 0, "maximum": 1})
def _once(value: Any) -> int:
    """Read how often something is tried: 0 or 1, false or true."""
    said = truth(value)
    return integer(0, 1)(value) if said is None else int(said)


class Cast(Check):
    """Does a spell take effect? (A-6)."""

    value: int = required(needed_roll, "The casting value.")
    modifier: Modifier = field(
        modifier, UNMODIFIED, "Added to the casting roll: a number, or dice."
    )
    reroll: str | None = field(
        REROLL, None, "A casting roll that fails or miscasts is rolled again, any of its dice."
    )
    unbind: int = field(_once, 0, "Whether an enemy wizard tries to unbind it.")
    unbind_modifier: int = field(FIXED_MODIFIER, 0, "Added to the unbinding roll.")
    place_of_power: bool = field(
        flag, False, "A place of power is tapped before, for +1 where its die is no 1."
    )

    kind = "cast"
    asks = "does a spell take effect?"
    games = (AOS,)
    words = ("value",)
    _noun = "a casting roll"

    def _check(self) -> None:
        if self.unbind_modifier and not self.unbind:
            raise MathhammerError("'unbind_modifier' without an attempt: give unbind = 1")

    def _spells(self, bonus: int) -> list[tuple[float, Spell]]:
        """Return the spell with each modifier that it may have, and the probability of that."""
        against = bool(self.unbind), self.unbind_modifier
        return [
            (chance, Spell(self.value, more + bonus, *against))
            for more, chance in self.modifier.values()
        ]

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a spell takes effect (A-6).

        A place of power is tapped first: on a 1 it hurts, else the casting roll is at +1.
        """
        bonuses = [(1 / 6, 0), (5 / 6, 1)] if self.place_of_power else [(1.0, 0)]
        any_dice = any_of_the_dice(game, ruleset)
        parts = [
            (share * chance, spell.casting(self.reroll, any_dice))
            for share, bonus in bonuses
            for chance, spell in self._spells(bonus)
        ]
        named = {name: sum(share * part[name] for share, part in parts) for name in parts[0][1]}
        words = {
            "probability": "the spell takes effect",
            "failed": "the roll falls short",
            "miscast": "it is a miscast",
            "unbound": "it is unbound",
        }
        notes = ["A miscast inflicts D3 mortal damage on the caster, who casts no more this phase."]
        if not self.unbind:
            del named["unbound"], words["unbound"]
        if self.place_of_power:
            notes.append("The place of power inflicts D3 mortal damage on a 1.")
        notes += modifier_notes(self.modifier, self.reroll is not None)
        rulings = reroll_rulings(self.reroll, game, ruleset)
        double = named.pop(DOUBLE)
        outcome = Outcome(words, named.pop("probability"), None, named, tuple(notes), rulings)
        return outcome.with_double(TWO_D6, double)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled, without the bonus of a place of power and with it."""
        again: tuple[tuple[int, ...], ...] = ()
        if self.reroll is not None and any_of_the_dice(game, ruleset):
            again = tuple(
                best_again((6, 6), spell.worth)
                for bonus in (0, 1)
                for _, spell in self._spells(bonus)
            )
        given = (
            self.value, self.reroll is not None, self.unbind, self.unbind_modifier,
            self.place_of_power,
        )  # fmt: skip
        names, modifier = with_double(ANSWERS, TWO_D6), self.modifier.dice
        return CheckPlan("cast", names, given, second=TWO_D6, modifier=modifier, again=again)
