"""What all answers on a Command Re-roll have in common: the gain, and rules of thumb."""

from typing import Any, NamedTuple

from mathhammer.results.view import View


class RuleOfThumb(NamedTuple):
    """What comes of keeping to a rule of thumb, the other player having no re-roll.

    Attributes
    ----------
    words : str
        What is re-rolled.
    value : float
        The objective.
    of_gain : float
        The share of what the best policy gains; below 0 where it harms.
    """

    words: str
    value: float
    of_gain: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        return {"rule": self.words, "value": self.value, "of_gain": self.of_gain}


class RerollView(View):
    """What a re-roll is worth.

    Attributes
    ----------
    without, value : float
        The objective without a re-roll, and with.
    """

    without: float
    value: float

    @property
    def objective_words(self) -> str:
        """The objective in words."""
        raise NotImplementedError

    @property
    def gain(self) -> float:
        """How much the objective changes; what is lost becomes less."""
        return self.value - self.without

    @property
    def worth(self) -> dict[str, float]:
        """The objective without and with a re-roll, and the gain, as in result files."""
        return {"without": self.without, "with": self.value, "gain": self.gain}

    @property
    def title(self) -> str:
        """The objective in words, without a re-roll and with."""
        return (
            f"{self.objective_words}: {self.without:.4g} without a re-roll, {self.value:.4g} with"
        )
