"""What the rules would not permit, and is computed all the same (W-3 to W-6, A-3 to A-5).

Gaps say who is engaged, and what was done before says what a unit does again. What holds in
every branch in which the step is taken is said so, what holds in some only "in some branches".
Each step says itself what of it is illegal; here stands what several of them ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from mathhammer.games.profiles import Unit
from mathhammer.games.turns.fighters import FIRST, SECOND
from mathhammer.games.turns.history import Act, History

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script
    from mathhammer.games.turns.steps.step import Step

#: A sentence, and whether it holds on every way into the branch.
Finding = tuple[str, bool]


def illegal_notes(script: Script, step: Step, histories: list[History]) -> Iterator[str]:
    """Yield what a step does that the rules would not permit.

    Parameters
    ----------
    script : Script
    step : Step
    histories : list of History
        The branches that can be reached before it.
    """
    each = [dict(step.illegal(Legality(script, history))) for history in histories if history.taken]
    for sentence in dict.fromkeys(sentence for findings in each for sentence in findings):
        always = all(findings.get(sentence, False) for findings in each)
        yield f"{step.title}: {'' if always else 'in some branches '}{sentence}."


class Legality(NamedTuple):
    """What a step asks to find what of it is illegal in one branch."""

    script: Script
    history: History

    def gap(self, one: str, other: str) -> float | None:
        """Return the inches between two enemies, None where they are not known."""
        return self.history.branch.gap(self.script.number(one), self.script.number(other))

    def charged(self, name: str) -> bool:
        """Return whether a unit has charged."""
        return self.script.number(name) in self.history.branch.charged

    def engaged(self, name: str) -> list[str]:
        """Return the units of the other side within combat of a unit."""
        branch, combat = self.history.branch, self.script.rules.COMBAT
        number = self.script.number(name)
        near = [(a, b) for a, b, inches in branch.gaps if inches <= combat and number in (a, b)]
        foes = {*chain(*near)} - {number} - branch.gone
        return [self.script.fighters[foe].name for foe in sorted(foes)]

    def in_combat(self, name: str, limit: str) -> Iterator[Finding]:
        """Yield what a unit may do within combat of the other side, in words as its `limit`."""
        foes = self.engaged(name)
        if foes:
            near = f"{name} is {self.script.rules.NEAR} {', '.join(foes)}"
            yield f"{near} and {limit}; computed as if it might", True

    def again(self, act: Act, done: str) -> Iterator[Finding]:
        """Yield that something, in words what is `done`, has been done before."""
        if act in self.history.may:
            yield (
                f"{done} before in this turn; computed as if it might again",
                act in self.history.must,
            )

    def out_of_turn(self, name: str, what: str) -> Iterator[Finding]:
        """Yield what a unit may do in the other side's turn.

        Parameters
        ----------
        name : str
        what : {"shoot", "charge", "move"}
        """
        if self.script.fighter(name).side == SECOND:
            yield f"in the other side's turn {name} {self.script.rules.OUT_OF_TURN[what]}", True

    def near(self, by: str, at: str, unit: Unit, context: Any) -> Iterator[Finding]:
        """Yield what units that are engaged may not shoot.

        Parameters
        ----------
        by, at : str
            Who shoots at whom.
        unit : Unit
            With the weapons that it shoots.
        context : Context
        """
        target, foes, friends = self.script.fighter(at).unit, self.engaged(by), self.engaged(at)
        for sentence in self.script.rules.shooting(by, at, unit, target, context, foes, friends):
            yield sentence, True

    def answer(self, name: str) -> Iterator[Finding]:
        """Yield what of shooting in the other side's turn isn't permitted (W-4.6, W-6, A-4)."""
        rules = self.script.rules
        if self.script.fighter(name).side == FIRST:
            yield f"{rules.ANSWERS} is for the other side's turn; computed all the same", True
        act = self.script.act_of_army(name, rules.ANSWER)
        yield from self.again(act, f"the side of {name} has used {rules.ANSWERS}")
