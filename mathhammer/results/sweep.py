"""`SweepResult`: a comparison for each combination of some fields' values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mathhammer.results.comparison import Comparison
from mathhammer.results.view import Column, View

if TYPE_CHECKING:
    from mathhammer.results.attack import Result


class SweepResult(View):
    """The results of every combination of some fields' values.

    Attributes
    ----------
    axes : dict
        The values of each dotted field, in order.
    settings : list of dict
        The values of each combination, the last field changing fastest.
    comparisons : list of Comparison
        One per combination.
    """

    def __init__(self, settings: list[dict[str, Any]], comparisons: list[Comparison]) -> None:
        self.settings = settings
        self.comparisons = comparisons
        self.axes: dict[str, list[Any]] = {}
        for values in settings:
            for key, value in values.items():
                known = self.axes.setdefault(key, [])
                if not any(value is seen or _same(value, seen) for seen in known):
                    known.append(value)

    def __repr__(self) -> str:
        return f"<Sweep: {' x '.join(self.axes)}, {len(self.settings)} combinations>"

    @property
    def results(self) -> list[Result]:
        """Every match-up, combination by combination."""
        return [result for comparison in self.comparisons for result in comparison.results]

    @property
    def title(self) -> str:
        """What is swept."""
        return f"Damage over {', '.join(self.axes)}"

    @property
    def shown(self) -> tuple[Column, ...]:
        """The swept fields, the match-up, and what comes of it."""
        return (
            *(Column(key, key) for key in self.axes),
            Column("attacker", "attacker"),
            Column("target", "target"),
            Column("slain_mean", "slain"),
            Column("destroyed", "destroyed", percent=True),
            Column("damage_mean", "damage"),
        )


def _same(first: Any, second: Any) -> bool:
    """Return whether two values are equal and of one type: true is not 1."""
    return type(first) is type(second) and bool(first == second)
