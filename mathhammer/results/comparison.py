"""`Comparison`: many loadouts against many targets."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from mathhammer.games.profiles import Unit
from mathhammer.results.attack import Result
from mathhammer.results.view import View

if TYPE_CHECKING:
    import pandas as pd


def dicts_of(results: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield results as in result files; what stages of several have in common is computed once."""
    known: dict[Hashable, Any] = {}
    for result in results:
        if isinstance(result, Result):
            held = "plan" in result.__dict__
            result.share(known)
            yield result.to_dict()
            if not held:
                result.release()
        else:
            yield result.to_dict()


class Comparison(View):
    """The results of every attacker against every target.

    Attributes
    ----------
    attackers, targets : list of Unit
    results : list of Result
        Attacker by attacker.
    """

    def __init__(self, attackers: list[Unit], targets: list[Unit], results: list[Result]) -> None:
        self.attackers = attackers
        self.targets = targets
        self.results = results

    def cell(self, attacker: int, target: int) -> Result:
        """Return the result of one match-up, both counted from 0."""
        return self.results[attacker * len(self.targets) + target]

    def only(self, places: Sequence[int]) -> Comparison:
        """Return the comparison of some of its attackers, by their places."""
        return Comparison(
            [self.attackers[i] for i in places],
            self.targets,
            [self.cell(i, j) for i in places for j in range(len(self.targets))],
        )

    @property
    def title(self) -> str:
        """How many loadouts and targets there are."""
        numbers = {"loadout": len(self.attackers), "target": len(self.targets)}
        return " against ".join(f"{n} {word}{'s' * (n != 1)}" for word, n in numbers.items())

    def __repr__(self) -> str:
        return f"<Comparison: {len(self.attackers)} attackers x {len(self.targets)} targets>"

    def to_dict(self) -> list[dict[str, Any]]:
        """Return the results as in result files, a list."""
        return list(dicts_of(self.results))

    def table(
        self,
        columns: Literal["usual", "all"] = "usual",
        *,
        at_least: Sequence[int] | int = (),
    ) -> pd.DataFrame:
        """Return one row per match-up as a DataFrame, attacker by attacker.

        Parameters
        ----------
        columns : {"usual", "all"}
            What people read first, or every stage. Columns that would hold nothing are
            left out.
        at_least : list of int, or int
            For each k two columns more: the probabilities of that much damage, and of so
            many models slain, and more.
        """
        return super().table(columns, at_least)
