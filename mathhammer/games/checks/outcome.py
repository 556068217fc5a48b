"""`Outcome`: what the rules say to a question of dice, before anyone reads it."""

from typing import Any, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.plan.checks import DOUBLE, can_double

#: The name of the answer: how often a Command Re-roll is used.
USED = "used"


class Outcome(NamedTuple):
    """The answer to one check.

    Attributes
    ----------
    words : dict
        What each answer is, in words, by its name; ``probability`` and ``distribution``
        among them, in the order in which a reader wants them.
    probability : float, optional
        Of what the check asks for.
    distribution : Distribution, optional
    named : dict
        Further answers: probabilities, distributions, or lists of plain values.
    notes : tuple of str
        What a reader may not expect.
    rulings : dict
        Those that matter here.
    """

    words: dict[str, str]
    probability: float | None = None
    distribution: Distribution | None = None
    named: dict[str, Any] = {}
    notes: tuple[str, ...] = ()
    rulings: dict[str, Any] = {}

    def with_double(self, dice: Dice, double: float) -> "Outcome":
        """Return the answer with how likely its dice show a double, where they can."""
        if not can_double(dice):
            return self
        words = {**self.words, DOUBLE: "the dice show a double"}
        return self._replace(words=words, named={**self.named, DOUBLE: double})

    def with_command_reroll(self, used: float) -> "Outcome":
        """Return the answer with how often a Command Re-roll is used."""
        words = {**self.words, USED: "the Command Re-roll is used"}
        return self._replace(words=words, named={**self.named, USED: used})
