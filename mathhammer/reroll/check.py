"""`CheckReroll`: what a Command Re-roll is worth in a roll outside attacks (W-6)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mathhammer.games.checks.charge import Charge, charge_legs, may_advance_again
from mathhammer.games.checks.check import SUCCESS, Check
from mathhammer.games.checks.command_reroll import use_of
from mathhammer.games.profiles import Ruleset
from mathhammer.reroll.view import RerollView, RuleOfThumb
from mathhammer.results.check import CheckResult
from mathhammer.results.view import Column, attributes


class CheckUse(NamedTuple):
    """Where a re-roll goes.

    Attributes
    ----------
    roll : {"charge", "advance", "hazardous", "desperate_escape"}
    share : float
        In what share of all games, under the best policy.
    """

    roll: str
    share: float


class CheckReroll(RerollView):
    """The best use of a Command Re-roll in one roll outside attacks.

    Parameters
    ----------
    check : Check
        With `command_reroll`, or one is taken.
    game : {"wh40k"}
    rulings : Ruleset
    scenario : str
        The file that it comes from.

    Attributes
    ----------
    result, base : CheckResult
        The answers with and without.
    without, value : float
        The objective: the probability of success, or the mean of what is lost.

    Raises
    ------
    MathhammerError
        No Command Re-roll can go to such a roll.
    """

    shown = (
        Column("roll", "roll"),
        Column("share", "of rolls", percent=True),
    )

    def __init__(self, check: Check, game: str, rulings: Ruleset, scenario: str = "") -> None:
        kept = check.with_command_reroll()
        kept.check_game(game)
        self.check: Any = kept
        self.result = CheckResult(kept, game, rulings, scenario)
        self.base = CheckResult(kept.replace(command_reroll=None), game, rulings, scenario)
        self.without, self.value = (self._value(made) for made in (self.base, self.result))

    def _value(self, made: CheckResult) -> float:
        if self.objective == SUCCESS:
            return float(made.probability or 0.0)
        return float(made.distribution.mean) if made.distribution is not None else 0.0

    @property
    def objective(self) -> str:
        """What it is used for: ``"success"``, or ``"lost"``: as few on average as can be."""
        return str(self.check.command_reroll_use.objective)

    @property
    def objective_words(self) -> str:
        """The objective in words."""
        if self.objective == SUCCESS:
            return f"P({self.result.words['probability']})"
        return f"mean {self.result.words['distribution']}"

    @property
    def uses(self) -> list[CheckUse]:
        """Where it goes, most often first."""
        names = {self.check.kind: "used"}
        if self._joint:
            names = {"advance": "used_on_advance", "charge": "used_on_charge"}
        uses = [CheckUse(roll, self.result.named[name]) for roll, name in names.items()]
        return sorted((use for use in uses if use.share > 0), key=lambda use: -use.share)

    @property
    def unused(self) -> float | None:
        """The share of games in which it is never used; None with one for each of two rolls."""
        if self.check.command_reroll > 1:
            return None
        return max(0.0, 1.0 - sum(use.share for use in self.uses))

    @property
    def _joint(self) -> bool:
        return isinstance(self.check, Charge) and may_advance_again(self.check)

    @property
    def rules(self) -> list[RuleOfThumb]:
        """Rules of thumb, where there is something to choose: an Advance, then a charge."""
        if not self._joint:
            return []
        legs = charge_legs(self.check, self.result.game, self.result.rulings)
        mean = self.check.die.mean
        found = [
            ("a failed charge, never the Advance", [False] * len(legs)),
            ("an Advance below average, else a failed charge", [leg.face < mean for leg in legs]),
            ("an Advance that leaves no charge, else a failed charge",
             [leg.kept.success <= 0 for leg in legs]),
        ]  # fmt: skip
        if not any(found[-1][1]):
            found.pop()
        rules = []
        for words, again in found:
            value = use_of(legs, again).success
            of_gain = (value - self.without) / self.gain if self.gain > 1e-13 else 0.0
            rules.append(RuleOfThumb(words, value, of_gain))
        return rules

    @property
    def advice(self) -> list[str]:
        """Where it is best kept for, in sentences."""
        if not self.uses:
            return ["The Command Re-roll changes nothing here."]
        if self._joint:
            return [self._joint_advice()]
        return [self.check.command_reroll_use.advice]

    def _joint_advice(self) -> str:
        again = [row["die"] for row in self.result.named["by_die"] if row["rolled_again"]]
        if self.check.reroll is not None:
            then = "a charge has the re-roll of its ability"
        elif self.check.command_reroll > 1:
            then = "re-roll a charge that falls short, in its own phase"
        else:
            then = f"{'else ' if again else ''}keep it for the charge"
        if not again:
            return f"Never re-roll the Advance; {then}."
        low, high = min(again), max(again)
        faces = str(low) if low == high else f"{low} {'or' if high == low + 1 else 'to'} {high}"
        return f"Re-roll an Advance of {faces}; {then}."

    @property
    def notes(self) -> list[str]:
        """What a reader may not expect, one sentence each."""
        return self.result.notes

    def __repr__(self) -> str:
        return (
            f"<CheckReroll: {self.check.kind}, {self.objective_words} {self.without:.4g} -> "
            f"{self.value:.4g}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        made = self.result
        return {
            "scenario": made.scenario,
            "kind": "command_reroll",
            "check": made.kind,
            **attributes(made, "game", "engine", "ruleset"),
            "objective": self.objective,
            **self.worth,
            "uses": [use._asdict() for use in self.uses],
            "unused": self.unused,
            "rules": [rule.to_dict() for rule in self.rules],
            "by_die": made.named.get("by_die", []),
            "advice": self.advice,
            "notes": self.notes,
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row for each roll, as in `table`."""
        unused = [] if self.unused is None else [CheckUse("unused", self.unused)]
        for use in [*self.uses, *unused]:
            yield {
                "check": self.check.kind,
                "objective": self.objective_words,
                "without": self.without,
                "with": self.value,
                **use._asdict(),
            }
