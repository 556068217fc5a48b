"""`Modifier`: what is added to a roll or taken from it, a whole number or dice (D-2)."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from mathhammer.core.dice import DASHES, Dice, Term, read_dice
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.lazy import Pattern
from mathhammer.core.readers import reader

#: The most that a roll can be modified by.
MAX_MODIFIER = 20

_WORDS = (
    f"whole number from -{MAX_MODIFIER} to {MAX_MODIFIER}, or dice that stay within, like -D6, "
    "D3 or D3-1"
)
_PART = r"(?:[1-9]?[dD][36](?:k[hl][1-9])?|[0-9]{1,2})"
_SIGN = r"[-+\u2212\u2013]"
_TEXT = Pattern(rf" *[-+]? *{_PART}(?: *[-+] *{_PART})* *")


class Modifier(NamedTuple):
    """What modifies a roll.

    Attributes
    ----------
    added : Dice
    taken : Dice
        What is subtracted.
    """

    added: Dice
    taken: Dice = Dice((), 0)

    @property
    def dice(self) -> Dice:
        """All of it as one sum of dice and a number; its total may be negative.

        To subtract a D6 is to add a D6 and subtract 7: 7 - D6 has the same distribution as D6.

        Examples
        --------
        >>> [str(modifier(text).dice) for text in ("D3-1", "-D6")]
        ['D3-1', 'D6-7']
        """
        terms, constant = self.added.terms, self.added.constant - self.taken.constant
        for number, sides, keep, lowest in self.taken.terms:
            terms += (Term(number, sides, keep, keep < number and not lowest),)
            constant -= keep * (sides + 1)
        return Dice(terms, constant)

    @property
    def rolled(self) -> bool:
        """Whether any die is."""
        return bool(self.added.terms or self.taken.terms)

    def values(self) -> list[tuple[int, float]]:
        """Return each value that it may have, with its probability.

        Examples
        --------
        >>> modifier(-1).values()
        [(-1, 1.0)]
        """
        found = self.dice.distribution()
        return list(zip(found.support.tolist(), found.array.tolist(), strict=True))

    def __str__(self) -> str:
        taken = str(self.taken).replace("+", "-")
        if taken == "0":
            return str(self.added)
        return f"-{taken}" if str(self.added) == "0" else f"{self.added}-{taken}"


@reader(
    _WORDS,
    {
        "type": ["integer", "string"],
        "minimum": -MAX_MODIFIER,
        "maximum": MAX_MODIFIER,
        "pattern": rf"^ *{_SIGN}? *{_PART}( *{_SIGN} *{_PART})* *$",
    },
)
def modifier(value: Any) -> Modifier:
    """Read a modifier.

    Examples
    --------
    >>> print(modifier("d3 - 1"), modifier(-2), modifier("+1"))
    D3-1 -2 1
    """
    if isinstance(value, Modifier):
        return value
    wrong = MathhammerError(f"{quoted(value)} is not a {_WORDS}")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is int and abs(value) <= MAX_MODIFIER:
        value = str(value)
    if not isinstance(value, str) or len(value) > 100:
        raise wrong
    plain = value.translate(DASHES)
    if not _TEXT.fullmatch(plain):
        raise wrong
    parts: dict[str, list[str]] = {"+": [], "-": []}
    for sign, part in re.findall(rf"([-+]?) *({_PART})", plain):
        parts[sign or "+"].append(part)
    try:
        added, taken = (read_dice("+".join(those) or 0) for those in parts.values())
    except MathhammerError:  # no such dice, or far too many
        raise wrong from None
    least = min(added.constant, taken.constant)
    made = Modifier(
        added._replace(constant=added.constant - least),
        taken._replace(constant=taken.constant - least),
    )
    if made.dice.minimum < -MAX_MODIFIER or made.dice.maximum > MAX_MODIFIER:
        raise wrong
    return made


#: Nothing is added.
UNMODIFIED = Modifier(Dice((), 0))
