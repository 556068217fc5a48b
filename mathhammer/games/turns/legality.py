"""What the rules would not permit, and is computed all the same (W-3 to W-6, A-3 to A-5).

Gaps say who is engaged, and what was done before says what a unit does again. What holds in
every branch in which the step is taken is said so, what holds in some only "in some branches".
Each step says itself what of it is illegal; here stands what several of them ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mathhammer.games.profiles import Unit
from mathhammer.games.turns.fighters import FIRST, SECOND
from mathhammer.games.turns.history import Act, History

if TYPE_CHECKING:
    from mathhammer.games.turns.rules import TurnRules
    from mathhammer.games.turns.script import Script
    from mathhammer.games.turns.steps.step import Step

#: A sentence, and whether it holds on every way into the branch.
Finding = tuple[str, bool]
AGAIN = "computed as if it might again"


class Legality:
    """Finds what a step does that the rules would not permit.

    Parameters
    ----------
    script : Script
    rules : TurnRules
        What is the game's own.
    """

    def __init__(self, script: Script, rules: TurnRules) -> None:
        self.script = script
        self.rules = rules

    def notes(self, step: Step, histories: list[History]) -> Iterator[str]:
        """Yield the notes on a step.

        Parameters
        ----------
        step : Step
        histories : list of History
            The branches that can be reached before it.
        """
        each = [dict(step.illegal(self, history)) for history in histories if history.taken]
        for sentence in dict.fromkeys(sentence for findings in each for sentence in findings):
            always = all(findings.get(sentence, False) for findings in each)
            yield f"{step.title}: {'' if always else 'in some branches '}{sentence}."

    # ------------------------------------------------------------------ for steps

    def engaged(self, history: History, number: int) -> list[str]:
        """Return the units of the other side within combat of a unit."""
        foes = []
        for other, fighter in enumerate(self.script.fighters):
            gap = history.branch.gap(number, other)  # none between friends
            if gap is not None and gap <= self.rules.COMBAT and other not in history.branch.gone:
                foes.append(fighter.name)
        return foes

    def again(self, history: History, act: Act, sentence: str) -> Iterator[Finding]:
        """Yield a sentence where something has been done before."""
        if act in history.may:
            yield sentence, act in history.must

    def out_of_turn(self, name: str, what: str) -> Iterator[Finding]:
        """Yield what a unit may do in the other side's turn.

        Parameters
        ----------
        name : str
        what : {"shoot", "charge", "move"}
        """
        if self.script.fighters[self.script.number(name)].side == SECOND:
            yield f"in the other side's turn {name} {self.rules.OUT_OF_TURN[what]}", True

    def near(
        self, by: str, at: str, unit: Unit, context: Any, history: History
    ) -> Iterator[Finding]:
        """Yield what units that are engaged may not shoot.

        Parameters
        ----------
        by, at : str
            Who shoots at whom.
        unit : Unit
            With the weapons that it shoots.
        context : Context
        history : History
        """
        actor, target = self.script.number(by), self.script.number(at)
        for sentence in self.rules.shooting(
            by, at, unit, self.script.fighters[target].unit, context,
            self.engaged(history, actor), self.engaged(history, target),
        ):  # fmt: skip
            yield sentence, True

    def answer(self, name: str, history: History) -> Iterator[Finding]:
        """Yield what of shooting in the other side's turn isn't permitted (W-4.6, W-6, A-4)."""
        side = self.script.fighters[self.script.number(name)].side
        called = self.rules.ANSWERS
        if side == FIRST:
            yield f"{called} is for the other side's turn; computed all the same", True
        yield from self.again(
            history, (-1 - side, self.rules.ANSWER),
            f"the side of {name} has used {called} before in this turn; {AGAIN}",
        )  # fmt: skip
