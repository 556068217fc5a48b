"""What the rules would not permit, and is computed all the same (W-3 to W-6, A-3 to A-5).

Gaps say who is engaged, and what was done before says what a unit does again. What holds in
every branch in which the step is taken is said so, what holds in some only "in some branches".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mathhammer.games.profiles import Unit
from mathhammer.games.turns.history import Act, History
from mathhammer.games.turns.prepared_weapons import of_type
from mathhammer.games.turns.script import FIRST, SECOND, Script
from mathhammer.games.turns.steps import Charge, Fight, Rally, Shoot, Step, TargetedStep, Travel
from mathhammer.games.turns.validate import step_context

#: A sentence, and whether it holds on every way into the branch.
Finding = tuple[str, bool]
AGAIN = "computed as if it might again"


class Permits:
    """Finds what a step does that the rules would not permit.

    Parameters
    ----------
    script : Script
    rules : module
        What is the game's own.
    """

    def __init__(self, script: Script, rules: Any) -> None:
        self.script = script
        self.rules = rules

    def notes(self, step: Step, pasts: list[History]) -> Iterator[str]:
        """Yield the notes on a step.

        Parameters
        ----------
        step : Step
        pasts : list of History
            The branches that can be reached before it.
        """
        finders: tuple[tuple[type[Step], Callable[[Any, History], Iterator[Finding]]], ...] = (
            (Shoot, self._shoot), (Fight, self._fight), (Charge, self._charge),
            (Travel, self._travel), (Rally, self._rally), (TargetedStep, self._of_two),
        )  # fmt: skip
        find = next((finder for kind, finder in finders if isinstance(step, kind)), None)
        taken = [past for past in pasts if past.taken]
        if find is None or not taken:
            return
        each = [dict(find(step, past)) for past in taken]
        for sentence in dict.fromkeys(sentence for found in each for sentence in found):
            always = all(found.get(sentence, False) for found in each)
            yield f"{step.title}: {'' if always else 'in some branches '}{sentence}."

    # ------------------------------------------------------------------ what is known

    def _engaged(self, past: History, number: int) -> list[str]:
        """Return the units of the other side within combat of a unit."""
        found = []
        for other, fighter in enumerate(self.script.fighters):
            gap = past.world.gap(number, other)  # none between friends
            if gap is not None and gap <= self.rules.COMBAT and other not in past.world.gone:
                found.append(fighter.name)
        return found

    @staticmethod
    def _again(past: History, deed: Act, sentence: str) -> Iterator[Finding]:
        if deed in past.may:
            yield sentence, deed in past.must

    def _late(self, name: str, what: str) -> Iterator[Finding]:
        """Yield what a unit does in the other side's turn."""
        if self.script.fighters[self.script.number(name)].side == SECOND:
            yield f"in the other side's turn {name} {self.rules.OUT_OF_TURN[what]}", True

    # ------------------------------------------------------------------ the steps

    def _shoot(self, step: Shoot, past: History) -> Iterator[Finding]:
        number = self.script.number(step.by)
        unit = of_type(self.script.fighters[number].unit, "ranged", step.weapons)
        context = step_context(self.script, step, unit)
        if getattr(context, self.rules.ANSWER):
            yield from self._answer(step.by, past)
        else:
            yield from self._late(step.by, "shoot")
            for weapon in unit.weapons:
                deed = number, f"shot {weapon.name}"
                yield from self._again(
                    past, deed, f"{step.by} has shot {weapon.name} before in this turn; {AGAIN}"
                )
        yield from self._near(step.by, step.at, unit, context, past)

    def _near(self, by: str, at: str, unit: Unit, context: Any, past: History) -> Iterator[Finding]:
        """Yield what units that are engaged may not shoot."""
        actor, target = self.script.number(by), self.script.number(at)
        for sentence in self.rules.shooting(
            by, at, unit, self.script.fighters[target].unit, context,
            self._engaged(past, actor), self._engaged(past, target),
        ):  # fmt: skip
            yield sentence, True

    def _answer(self, name: str, past: History) -> Iterator[Finding]:
        """Yield what of shooting in the other side's turn isn't permitted (W-4.6, W-6, A-4)."""
        side = self.script.fighters[self.script.number(name)].side
        called = self.rules.ANSWERS
        if side == FIRST:
            yield f"{called} is for the other side's turn; computed all the same", True
        yield from self._again(
            past, (-1 - side, self.rules.ANSWER),
            f"the side of {name} has used {called} before in this turn; {AGAIN}",
        )  # fmt: skip

    def _fight(self, step: Fight, past: History) -> Iterator[Finding]:
        for name in step.by:
            deed = self.script.number(name), "fought"
            yield from self._again(past, deed, f"{name} has fought before in this turn; {AGAIN}")

    def _charge(self, step: Charge, past: History) -> Iterator[Finding]:
        number = self.script.number(step.by)
        yield from self._late(step.by, "charge")
        yield from self._again(
            past, (number, "charged"), f"{step.by} has charged before in this turn; {AGAIN}"
        )
        foes = self._engaged(past, number)
        if foes:
            near = f"{step.by} is {self.rules.NEAR} {', '.join(foes)}"
            yield f"{near} and may not charge; computed as if it might", True
        if step.overwatch:
            unit = of_type(self.script.fighters[self.script.number(step.at)].unit, "ranged", ())
            context = step_context(self.script, step, unit).replace(**{self.rules.ANSWER: True})
            yield from self._answer(step.at, past)
            yield from self._near(step.at, step.by, unit, context, past)

    def _travel(self, step: Travel, past: History) -> Iterator[Finding]:
        number, near = self.script.number(step.by), self.rules.NEAR
        yield from self._late(step.by, "move")
        yield from self._again(
            past, (number, "moved"), f"{step.by} has moved before in this turn; {AGAIN}"
        )
        foes = self._engaged(past, number)
        leaves = step.do in ("fall_back", "retreat")
        if leaves and not foes:
            yield (
                f"{step.by} is {near} no unit and can't {self.rules.LEAVES}; computed all the same",
                True,
            )
        elif foes and not leaves:
            yield (
                f"{step.by} is {near} {', '.join(foes)} and may only {self.rules.LEAVES}; computed "
                "as if it might",
                True,
            )
        elif step.toward is not None and not leaves:
            yield from self._comes_near(step, past)

    def _comes_near(self, step: Travel, past: History) -> Iterator[Finding]:
        """Yield that a move without a charge ends in combat, which none may (W-5.1, A-5)."""
        number, rules = self.script.number(step.by), self.rules
        gap = past.world.gap(number, self.script.number(step.toward or ""))
        move = self.script.fighters[number].standing.move
        if gap is None or move is None:
            return
        least, most = (0, 0) if step.do == "move" else (1, 6)  # of the die
        if gap - move - most <= rules.COMBAT:
            inches = "1 inch" if rules.COMBAT == 1 else f"{rules.COMBAT:g} inches"
            certain = ", from where a charge can't fail" if rules.COMBAT <= rules.ENGAGED else ""
            yield (
                f"{step.by} comes within {inches} of {step.toward}, where no {step.do} may end; "
                f"computed as if it might, and stopped there{certain}",
                gap - move - least <= rules.COMBAT,
            )

    def _rally(self, step: Rally, past: History) -> Iterator[Finding]:
        number = self.script.number(step.by)
        foes = self._engaged(past, number)
        if foes:
            near = f"{step.by} is {self.rules.NEAR} {', '.join(foes)}"
            yield f"{near} and may not rally; computed as if it might", True
        side = self.script.fighters[number].side
        yield from self._again(
            past,
            (-1 - side, step.do),
            f"the side of {step.by} has rallied before in this turn; {AGAIN}",
        )

    def _of_two(self, step: TargetedStep, past: History) -> Iterator[Finding]:
        """Yield what of a stratagem or command at an enemy isn't permitted (W-6, A-4)."""
        actor, target = self.script.number(step.by), self.script.number(step.at)
        one, other = self.script.fighters[actor], self.script.fighters[target]
        called = step.do.replace("_", " ").title()
        for sentence in self.rules.of_two(
            step, one, other, past.world.gap(actor, target), actor in past.world.charged,
            self._engaged(past, actor),
        ):  # fmt: skip
            yield f"{sentence}; computed all the same", True
        if step.do == "grenade" and one.side == SECOND:
            yield f"{called} is for the own turn; computed all the same", True
        yield from self._again(
            past, (-1 - one.side, step.do),
            f"the side of {step.by} has used {called} before in this turn; {AGAIN}",
        )  # fmt: skip
