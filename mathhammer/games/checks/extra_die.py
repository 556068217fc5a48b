"""One more die for a roll, as datasheets give it: to add, or to drop one (D-1)."""

from mathhammer.core.dice import Dice, Term
from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import choice

HIGHEST, LOWEST, ADD = "keep-highest", "keep-lowest", "add"
EXTRA_DIE = choice(HIGHEST, LOWEST, ADD)
ABOUT = (
    "One more die of the same kind is rolled: the lowest is dropped (keep-highest: of 2D6 it "
    "makes 3D6kh2), the highest is (keep-lowest), or all count (add)."
)


def with_extra_die(dice: Dice, extra: str | None) -> Dice:
    """Return the dice that are rolled.

    Parameters
    ----------
    dice : Dice
    extra : {None, "keep-highest", "keep-lowest", "add"}

    Raises
    ------
    MathhammerError
        The dice are of several kinds, or some of them are dropped already.

    Examples
    --------
    >>> two = Dice.parse("2D6+1")
    >>> [str(with_extra_die(two, extra)) for extra in (HIGHEST, LOWEST, ADD)]
    ['3D6kh2+1', '3D6kl2+1', '3D6+1']
    """
    if extra is None:
        return dice
    if len(dice.terms) != 1 or dice.terms[0].keep < dice.terms[0].number:
        raise MathhammerError(
            f"an extra die is one more of dice of one kind that all count, like 2D6; {dice} says "
            "itself which count",
            "extra_die",
        )
    number, sides, _, _ = dice.terms[0]
    keep = number + 1 if extra == ADD else number
    return dice._replace(terms=(Term(number + 1, sides, keep, extra == LOWEST),))
