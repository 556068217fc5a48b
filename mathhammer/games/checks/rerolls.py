"""Rolls of several dice that are rolled again (D-2).

In Warhammer 40,000 all dice of a roll are rolled again together; in Age of Sigmar any of
them, the player's choice after seeing them (ruling `aos_reroll`). The choice is the best
one for what the roll is for; of equally good ones that which keeps the most dice.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import TooLargeError
from mathhammer.games.names import AOS

#: The most dice of a roll that may be re-rolled one by one.
MAX_DICE = 4
TWO_D6 = Dice.parse("2D6")

Faces = tuple[int, ...]


def any_of_the_dice(game: str, ruleset: Any) -> bool:
    """Return whether a re-roll takes any of the dice, the player's choice; else all (D-2)."""
    return game == AOS and ruleset.aos_reroll == "any"


def reroll_rulings(reroll: str | None, game: str, ruleset: Any) -> dict[str, Any]:
    """Return the ruling on which a re-roll depends, where there is one (D-2)."""
    return {"aos_reroll": ruleset.aos_reroll} if game == AOS and reroll else {}


def rolled_again(dice: Dice, needed: int, any_dice: bool = False) -> Distribution:
    """Return the total of a roll that is rolled again where it falls short, once (D-2).

    Parameters
    ----------
    dice : Dice
    needed : int
        What the total needs.
    any_dice : bool
        Whether any of the dice are rolled again and the others kept; else all together.

    Raises
    ------
    TooLargeError
        Any of more than `MAX_DICE` dice.

    Examples
    --------
    >>> two = Dice.parse("2D6")
    >>> [round(rolled_again(two, 9, choose).at_least(9), 3) for choose in (False, True)]
    [0.478, 0.569]
    """
    if any_dice:
        return _any_again(dice, needed)
    once = dice.distribution()
    short = once.support < needed
    again = float(once.array[short].sum())
    return Distribution.trusted(np.where(short, 0.0, once.array) + again * once.array, once.minimum)


@lru_cache(maxsize=256)
def _any_again(dice: Dice, needed: int) -> Distribution:
    sides = sides_of(dice)
    _refuse_many(len(sides))
    masses: dict[int, float] = {}
    for faces, mass in faces_again(sides, _reaches(dice, needed)).items():
        value = total(dice, faces)
        masses[value] = masses.get(value, 0.0) + mass
    return Distribution.from_dict(masses)


class DiceRoll(NamedTuple):
    """Dice whose total needs to come to something.

    Attributes
    ----------
    dice : Dice
    modifier : int
        Added to their total.
    reroll : {None, "failed"}
        Whether a roll that falls short is rolled again.
    any_dice : bool
        Whether any of the dice may be rolled again and the others kept: the best choice
        (ruling `aos_reroll`); else all together (D-2).
    least : int
        What it can't be modified below.

    Examples
    --------
    >>> roll = DiceRoll(Dice.parse("2D6"), modifier=1)
    >>> round(roll.distribution().at_least(9), 4)
    0.4167
    >>> both = DiceRoll(Dice.parse("2D6"), reroll="failed")
    >>> [round(roll.probability(9), 3) for roll in (both, both._replace(any_dice=True))]
    [0.478, 0.569]
    """

    dice: Dice
    modifier: int = 0
    reroll: str | None = None
    any_dice: bool = False
    least: int = 0

    def bar(self, needed: int | None) -> int:
        """Return the total of the dice themselves that is enough; None: nothing is needed."""
        if needed is None or needed <= self.least:
            return self.dice.minimum
        return needed - self.modifier

    def faces(self, needed: int) -> Distribution:
        """Return the total of the dice themselves, rolled again where it falls short."""
        if self.reroll is None:
            return self.dice.distribution()
        return rolled_again(self.dice, self.bar(needed), self.any_dice)

    def distribution(self, needed: int = 0) -> Distribution:
        """Return the total with its modifier, rolled again where it falls short."""
        moved = self.faces(needed) + self.modifier
        return moved if moved.minimum >= self.least else moved.map(lambda k: max(k, self.least))

    def probability(self, needed: int) -> float:
        """Return the probability that the total with its modifier is enough."""
        if needed <= max(self.dice.minimum + self.modifier, self.least):
            return 1.0  # not the sum of a distribution, which is rounded
        if needed > self.dice.maximum + self.modifier:
            return 0.0
        return self.distribution(needed).at_least(needed)

    def again(self, needed: Iterable[int | None]) -> tuple[tuple[int, ...], ...]:
        """Return which dice are best rolled again, for each total that may be needed.

        Returns
        -------
        tuple of tuple of int
            A row for each; in it for each throw, in the order of `itertools.product`, a number
            whose bit i is the die in place i. Without rows where all or none are rolled again.

        Examples
        --------
        >>> DiceRoll(Dice.parse("D6"), reroll="failed", any_dice=True).again([4])
        ((1, 1, 1, 0, 0, 0),)
        """
        if self.reroll is None or not self.any_dice:
            return ()
        dice = self.dice
        # Beyond what the dice can show, and below, all rolls are alike.
        bars = [max(dice.minimum, min(self.bar(each), dice.maximum + 1)) for each in needed]
        rows = {bar: best_again(sides_of(dice), _reaches(dice, bar)) for bar in bars}
        return tuple(rows[bar] for bar in bars)


def sides_of(dice: Dice) -> Faces:
    """Return the sides of each die of an expression, in its order."""
    return tuple(term.sides for term in dice.terms for _ in range(term.number))


def _reaches(dice: Dice, needed: int) -> Callable[[Faces], float]:
    """Return the worth of faces: 1 where their total is enough, else 0."""
    return lambda faces: float(total(dice, faces) >= needed)


def best_again(sides: Faces, worth: Callable[[Faces], float]) -> tuple[int, ...]:
    """Return for each throw which dice are best rolled again, a bit each (D-2).

    Parameters
    ----------
    sides, worth
        As in `faces_again`.

    Raises
    ------
    TooLargeError
        There are more than `MAX_DICE` dice.

    Examples
    --------
    >>> best_again((6,), lambda f: float(f[0] > 3))
    (1, 1, 1, 0, 0, 0)
    """
    _refuse_many(len(sides))
    _, _, kept = _choices(sides, worth, True)
    return tuple(
        sum(1 << i for i, face in enumerate(faces) if face is None) for faces in kept.values()
    )


def _refuse_many(number: int) -> None:
    if number > MAX_DICE:
        raise TooLargeError(
            f"a re-roll of any of {number} dice; up to {MAX_DICE} dice are re-rolled one by one"
        )


def faces_again(
    sides: Faces, worth: Callable[[Faces], float], any_dice: bool = True
) -> dict[Faces, float]:
    """Return the probabilities of the faces that lie after dice of no worth are rolled again.

    Parameters
    ----------
    sides : tuple of int
        Of each die.
    worth : callable
        From faces to how good they are; what is worth 0 has failed, and is rolled again.
    any_dice : bool
        Whether the best of the dice are rolled again; else all.

    Examples
    --------
    >>> faces = faces_again((6,), lambda f: float(f[0] > 3))
    >>> round(faces[(6,)], 3), round(faces[(1,)], 4)
    (0.25, 0.0833)
    """
    worths, after, kept = _choices(sides, worth, any_dice)
    masses = dict.fromkeys(worths, 0.0)
    for chosen in kept.values():
        rolls = after(chosen)[1]
        for roll in rolls:
            masses[roll] += 1 / (len(worths) * len(rolls))
    return masses


Kept = tuple[int | None, ...]


def _choices(
    sides: Faces, worth: Callable[[Faces], float], any_dice: bool
) -> tuple[dict[Faces, float], Callable[[Kept], tuple[float, list[Faces]]], dict[Faces, Kept]]:
    """Return what faces are worth, what may come of kept dice, and which are best kept.

    A die that is rolled again is None.
    """
    worths = {faces: worth(faces) for faces in product(*(range(1, s + 1) for s in sides))}

    @cache
    def after(kept: Kept) -> tuple[float, list[Faces]]:
        """Return the mean worth where some dice are kept, and all rolls that it can be."""
        options = [range(1, s + 1) if k is None else (k,) for s, k in zip(sides, kept, strict=True)]
        rolls = list(product(*options))
        return sum(worths[roll] for roll in rolls) / len(rolls), rolls

    chosen: dict[Faces, Kept] = {}
    for faces, value in worths.items():
        if value > 0:
            chosen[faces] = faces
            continue
        # Those that keep more dice come first, so that a tie keeps the most.
        choices = sorted(product(*((face, None) for face in faces)), key=lambda k: k.count(None))
        chosen[faces] = max(choices, key=lambda k: after(k)[0]) if any_dice else choices[-1]
    return worths, after, chosen


def total(dice: Dice, faces: Faces) -> int:
    """Return the total of an expression whose dice show some faces, in its order.

    Examples
    --------
    >>> total(Dice.parse("3D6kh2"), (1, 5, 6))
    11
    """
    at, result = 0, dice.constant
    for term in dice.terms:
        shown = sorted(faces[at : at + term.number])
        result += sum(shown[term.number - term.keep :])
        at += term.number
    return result
