"""Dice expressions (D-1), thresholds (D-4) and re-roll policies (D-2).

A `Dice` is a sum of terms ``nD6`` or ``nD3``, of which the highest or lowest may be kept,
and a whole number. It is parsed once, with a limit on its size, and knows its distribution.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from mathhammer.core.distribution import Array, Distribution
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.lazy import Pattern

#: The largest value that a dice expression may have.
LARGEST_VALUE = 20_000
#: The most dice of which the highest or lowest can be kept.
MAX_KEPT_FROM = 100

EXPRESSIONS = "a number or dice like D6, 2D3+1, D6+D3, 3D6kh2, 3D6kl2"

_TERM = Pattern(r"([+-]?)(?:(\d{0,6})d([36])(?:k([hl])(\d{1,3}))?|(\d{1,9}))")
#: What is written most often: one die and perhaps a number.
_SIMPLE = Pattern(r"[dD]([36])(?:\+([0-9]{1,3}))?")
#: Dashes of any kind, and the sign that they are read as.
DASHES = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2010": "-", "\u2011": "-"})


class Term(NamedTuple):
    """Some dice of one kind.

    Attributes
    ----------
    number : int
        How many dice are rolled.
    sides : int
        3 or 6.
    keep : int
        How many of them count; `number` where all do.
    lowest : bool
        Whether those are the lowest; else the highest.
    """

    number: int
    sides: int
    keep: int
    lowest: bool = False

    def kept(self, faces: Sequence[int]) -> list[int]:
        """Return those of the faces that count.

        Examples
        --------
        >>> Term(3, 6, 2).kept((5, 1, 6)), Term(3, 6, 2, lowest=True).kept((5, 1, 6))
        ([5, 6], [1, 5])
        """
        shown = sorted(faces)
        return shown[: self.keep] if self.lowest else shown[len(shown) - self.keep :]


class Dice(NamedTuple):
    """A dice expression: terms and a constant.

    Attributes
    ----------
    terms : tuple of Term
    constant : int
        May be negative (``D6-1``), but the sum is never below 0.
    """

    terms: tuple[Term, ...]
    constant: int

    @classmethod
    def parse(cls, value: Any) -> Dice:
        """Read an expression.

        Parameters
        ----------
        value : int, str or Dice
            ``3``, ``"D6"``, ``"d3"``, ``"2D6"``, ``"D6+2"``, ``"2D3+1"``, ``"D6+D3"``,
            ``"3D6kh2"`` (the highest two), ``"3D6kl2"`` (the lowest); spaces and dashes of
            any kind allowed.

        Raises
        ------
        MathhammerError
            If it is none of these, can be negative, or is above `LARGEST_VALUE`.

        Examples
        --------
        >>> print(Dice.parse("d6 + 2"), Dice.parse(3))
        D6+2 3
        """
        return read_dice(value)

    @property
    def minimum(self) -> int:
        """The lowest possible value."""
        lowest = self.constant
        for _, _, keep, _ in self.terms:  # quicker than a sum: asked for at each compiling
            lowest += keep
        return lowest

    @property
    def maximum(self) -> int:
        """The highest possible value."""
        highest = self.constant
        for _, sides, keep, _ in self.terms:
            highest += keep * sides
        return highest

    @property
    def mean(self) -> float:
        """The expected value."""
        if all(t.keep == t.number for t in self.terms):
            return sum(t.number * (t.sides + 1) / 2 for t in self.terms) + self.constant
        return self.distribution().mean

    def distribution(self) -> Distribution:
        """Return the distribution of the total.

        Examples
        --------
        >>> round(Dice.parse("2D6").distribution().at_least(9), 4)
        0.2778
        """
        total = Distribution.constant(self.constant)
        for term in self.terms:
            total = total + _term_distribution(term)
        return total

    def __str__(self) -> str:
        text = ""
        for number, sides, keep, lowest in self.terms:
            text += f"+{number if number > 1 else ''}D{sides}"
            text += f"k{'l' if lowest else 'h'}{keep}" if keep < number else ""
        if self.constant or not self.terms:
            text += f"{self.constant:+d}"
        return text.removeprefix("+")


def read_dice(value: Any) -> Dice:
    """Read an expression; parameters and errors are those of `Dice.parse`."""
    if type(value) is str:
        return _parse(value)
    if type(value) is not int:
        if isinstance(value, Dice):
            return value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise MathhammerError(f"{quoted(value)} is not {EXPRESSIONS}")
    if not 0 <= value <= LARGEST_VALUE:
        raise MathhammerError(
            f"{quoted(value)} is out of range: from 0 to {LARGEST_VALUE} is allowed"
        )
    return Dice((), value)


@lru_cache(maxsize=1024)
def _parse(text: str) -> Dice:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return read_dice(int(text))
    simple = _SIMPLE.fullmatch(text)
    if simple:
        return Dice((Term(1, int(simple[1]), 1),), int(simple[2] or 0))
    no_dice = MathhammerError(f"{quoted(text)} is not {EXPRESSIONS}")
    if len(text) > 100:
        raise no_dice
    plain = re.sub(r"\s+", "", text.translate(DASHES)).lower()
    terms: list[Term] = []
    constant = at = 0
    while at < len(plain):
        found = _TERM.match(plain, at)
        if not found or (at > 0 and not found[1]) or (at == 0 and found[1] == "-"):
            raise no_dice
        at = found.end()
        sign, number, sides, which, keep, flat = found.groups()
        if flat is not None:
            constant += -int(flat) if sign == "-" else int(flat)
            continue
        rolled = int(number or 1)
        kept = int(keep) if keep else rolled
        if sign == "-" or rolled < 1 or not 1 <= kept <= rolled:
            raise no_dice
        if kept < rolled and rolled > MAX_KEPT_FROM:
            words = "lowest" if which == "l" else "highest"
            raise MathhammerError(
                f"{quoted(text)} keeps the {words} of more than {MAX_KEPT_FROM} dice"
            )
        terms.append(Term(rolled, int(sides), kept, which == "l" and kept < rolled))
    made = Dice(tuple(terms), constant)
    if not plain or made.minimum < 0:
        raise MathhammerError(
            f"{quoted(text)} can be below 0" if plain else f"an empty text is not {EXPRESSIONS}"
        )
    if made.maximum > LARGEST_VALUE:
        raise MathhammerError(
            f"{quoted(text)} can be {made.maximum}: up to {LARGEST_VALUE} is allowed"
        )
    return made


def _term_distribution(term: Term) -> Distribution:
    number, sides, keep, _ = term
    if keep == number:
        return Distribution.uniform(1, sides).repeat(number)
    return Distribution.trusted(kept_totals(term, number), keep)


def kept_totals(term: Term, alike: int) -> Array:
    """Return the masses of what the dice of a term that count come to.

    Parameters
    ----------
    term : Term
    alike : int
        Only rolls are counted in which at most so many of those dice show the same face.

    Returns
    -------
    ndarray of float64, shape (keep x (sides - 1) + 1,)
        From the least total on.

    Examples
    --------
    >>> float(kept_totals(Term(2, 6, 2), 1).sum().round(4))
    0.8333
    """
    number, sides, keep, lowest = term
    # Of the dice, from the highest face down: how many are placed and what the kept ones sum to.
    ways: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for face in range(sides, 0, -1):
        after: dict[tuple[int, int], float] = {}
        for (placed, total), mass in ways.items():
            for more in range(number - placed + 1):
                if face == 1 and placed + more < number:
                    continue
                kept = min(more, max(keep - placed, 0))
                if kept > alike:
                    continue
                key = (placed + more, total + face * kept)
                after[key] = (
                    after.get(key, 0.0) + mass * comb(number - placed, more) * (1 / sides) ** more
                )
        ways = after
    array = np.zeros(keep * (sides - 1) + 1)
    for (_, total), mass in ways.items():
        array[total - keep] += mass
    # The lowest are the highest of faces that are counted from the other end.
    return array[::-1].copy() if lowest else array


def parse_threshold(value: Any, low: int, high: int) -> int:
    """Read a threshold: ``3``, ``"3"`` and ``"3+"`` are all 3 (D-4).

    Raises
    ------
    MathhammerError
        If it is no whole number from `low` to `high`.

    Examples
    --------
    >>> parse_threshold("3+", 2, 6)
    3
    """
    number: Any = value
    if type(value) is str:
        text = value.strip().removesuffix("+").rstrip()
        number = int(text) if len(text) == 1 and text.isascii() and text.isdigit() else None
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    if type(number) is not int or not low <= number <= high:
        raise MathhammerError(f"{quoted(value)} is not a roll from {low}+ to {high}+")
    return number
