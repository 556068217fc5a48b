"""Rolls of several dice that are rolled again (D-2).

In Warhammer 40,000 all dice of a roll are rolled again together; in Age of Sigmar any of
them, the player's choice after seeing them (ruling `aos_reroll`). The choice is the best
one for what the roll is for; of equally good ones that which keeps the most dice.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from mathhammer.core.dice import Dice, kept_totals
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import TooLargeError
from mathhammer.core.modifier import UNMODIFIED, Modifier
from mathhammer.games.names import AOS
from mathhammer.plan.checks import can_double

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
        return _any_again(dice, needed)[0]
    once = dice.distribution()
    short = once.support < needed
    again = float(once.array[short].sum())
    return Distribution.trusted(np.where(short, 0.0, once.array) + again * once.array, once.minimum)


@lru_cache(maxsize=256)
def _any_again(dice: Dice, needed: int) -> tuple[Distribution, float]:
    """Return the total, and the probability of a double."""
    sides = sides_of(dice)
    _refuse_many(len(sides))
    masses: dict[int, float] = {}
    double = 0.0
    for faces, mass in faces_again(sides, _reaches(dice, needed)).items():
        value = total(dice, faces)
        masses[value] = masses.get(value, 0.0) + mass
        if can_double(dice) and len(set(dice.terms[0].kept(faces))) < dice.terms[0].keep:
            double += mass
    return Distribution.from_dict(masses), double


def shows_double(dice: Dice, needed: int | None = None, any_dice: bool = False) -> float:
    """Return the probability that two of the dice that count show the same face.

    Parameters
    ----------
    dice : Dice
        Those of which `can_double` is true.
    needed : int, optional
        What the total needs, for a roll that is rolled again where it falls short.
    any_dice : bool
        As in `rolled_again`.

    Examples
    --------
    >>> two = Dice.parse("2D6")
    >>> [round(shows_double(two, needed), 4) for needed in (None, 13, 9)]
    [0.1667, 0.1667, 0.1759]
    """
    if needed is not None and any_dice:
        return _any_again(dice, needed)[1]
    apart = kept_totals(dice.terms[0], 1)  # masses of the rolls without a double
    if needed is None:
        return 1.0 - float(apart.sum())
    once = dice.distribution()
    short = once.support < needed
    return 1.0 - float(apart[~short].sum() + once.array[short].sum() * apart.sum())


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

    def falls_short(self, needed: int) -> float:
        """Return the probability that the total isn't enough, from that tail."""
        return self.faces(needed).at_most(self.bar(needed) - 1)

    def double(self, needed: int = 0) -> float:
        """Return the probability that two of the dice that count show the same face."""
        bar = None if self.reroll is None else self.bar(needed)
        return shows_double(self.dice, bar, self.any_dice) if can_double(self.dice) else 0.0

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


class ModifiedRoll(NamedTuple):
    """Dice whose total needs to come to something, with a modifier that may be rolled, too.

    Attributes
    ----------
    roll : DiceRoll
        The dice; its own modifier is in place of `modifier`, and not read.
    modifier : Modifier
        Its dice are rolled with the others and known when it is decided to roll again; they
        stay as they are (D-2: what is modified is the roll that counts).

    Examples
    --------
    >>> from mathhammer.core.modifier import modifier
    >>> roll = ModifiedRoll(DiceRoll(Dice.parse("2D6")), modifier("-D3"))
    >>> round(roll.probability(9), 4), round(roll._replace(modifier=modifier(-2)).probability(9), 4)
    (0.0926, 0.0833)
    """

    roll: DiceRoll
    modifier: Modifier = UNMODIFIED

    def known(self) -> Iterator[tuple[float, DiceRoll]]:
        """Yield the roll with each value of the modifier, and the probability of that."""
        for value, chance in self.modifier.values():
            yield chance, self.roll._replace(modifier=value)

    def distribution(self, needed: int = 0) -> Distribution:
        """Return the total with its modifier, rolled again where it falls short."""
        return Distribution.mix((chance, one.distribution(needed)) for chance, one in self.known())

    def probability(self, needed: int) -> float:
        """Return the probability that the total with its modifier is enough."""
        return sum(chance * one.probability(needed) for chance, one in self.known())

    def falls_short(self, needed: int) -> float:
        """Return the probability that the total isn't enough, from that tail."""
        return sum(chance * one.falls_short(needed) for chance, one in self.known())

    def double(self, needed: int = 0) -> float:
        """Return the probability that two of the dice that count show the same face."""
        return sum(chance * one.double(needed) for chance, one in self.known())

    def again(self, needed: Iterable[int | None]) -> tuple[tuple[int, ...], ...]:
        """Return which dice are best rolled again: as of a `DiceRoll`, for each modifier."""
        rolls = [one for _, one in self.known()]
        return tuple(row for each in needed for one in rolls for row in one.again([each]))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader may not expect."""
        return modifier_notes(self.modifier, self.roll.reroll is not None)


def modifier_notes(modifier: Modifier, reroll: bool) -> tuple[str, ...]:
    """Return what a reader may not expect of a modifier that is rolled."""
    if not (modifier.rolled and reroll):
        return ()
    return (
        "The modifier is rolled with the dice: it is known before any is rolled again, and stays.",
    )


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
        result += sum(term.kept(faces[at : at + term.number]))
        at += term.number
    return result
