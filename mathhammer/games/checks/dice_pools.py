"""D6 that are counted: how many of a pool show what they should, or should not (D-1)."""

from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.outcome import Outcome
from mathhammer.plan.checks import NOT_GIVEN, CheckPlan, total_plan


def dice_that(number: int, chances: int) -> Distribution:
    """Return how many of some D6 show one of `chances` faces (D-1).

    Examples
    --------
    >>> dice_that(2, 3).array.tolist()
    [0.25, 0.5, 0.25]
    """
    return Distribution.constant(number).thin(chances / 6)


def one_again(counts: Distribution, chances: int) -> tuple[Distribution, float]:
    """Roll one of some D6 again where any shows one of `chances` bad faces (W-6).

    Parameters
    ----------
    counts : Distribution
        How many show a bad face.
    chances : int
        Bad faces of each.

    Returns
    -------
    counts : Distribution
        How many show a bad face then.
    used : float
        The probability that one is rolled again.

    Examples
    --------
    >>> one_again(dice_that(1, 2), 2)[0].array.round(4).tolist()
    [0.8889, 0.1111]
    """
    bad = chances / 6
    masses: dict[int, float] = {}
    for count, mass in zip(counts.support.tolist(), counts.array.tolist(), strict=True):
        for after, share in ((count, bad), (count - 1, 1 - bad)) if count else ((0, 1.0),):
            masses[after] = masses.get(after, 0.0) + mass * share
    return Distribution.from_dict(masses), counts.at_least(1)


class Pool(NamedTuple):
    """D6 of which those are counted that show a face within bounds.

    Attributes
    ----------
    number : int
        Dice.
    lowest, highest : int
        The faces that count.
    most : int, optional
        So many count at most.
    """

    number: int
    lowest: int
    highest: int = 6
    most: int | None = None


class PoolCheck(Check):
    """A check that is answered by how many dice of a pool show what they should."""

    #: What those are.
    counted: ClassVar[str] = "mortal wounds"

    @property
    @abstractmethod
    def pool(self) -> Pool:
        """The dice."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader may not expect."""
        return ()

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer how many of the dice show what they should."""
        number, lowest, highest, most = self.pool
        counts = dice_that(number, highest - lowest + 1)
        if most is not None:
            counts = counts.map(lambda k: min(k, most))
        return Outcome({"distribution": self.counted}, None, counts, notes=self.notes)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        *faces, most = self.pool
        cap = NOT_GIVEN if most is None else most
        return CheckPlan("pool", ("distribution",), (*faces, cap))


class MortalDamage(Check):
    """A check that is answered by the mortal damage that some dice add up to."""

    #: The dice.
    dice: ClassVar[Dice]

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer how much mortal damage it is."""
        return Outcome({"distribution": "mortal damage"}, None, self.dice.distribution())

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        return total_plan(self.dice)
