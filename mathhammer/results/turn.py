"""`TurnResult`: everything that is known about a whole turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from mathhammer.core.distribution import Array, Distribution, gathered
from mathhammer.core.errors import MathhammerError, check_allowed, quoted
from mathhammer.core.format import clean, percent, shortened
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.outcomes import StepOutcome
from mathhammer.engine.exact.space import Space
from mathhammer.engine.exact.turns import TurnEvolution
from mathhammer.games.registry import game
from mathhammer.games.turns import CompiledTurn, compile_turn, turn_notes
from mathhammer.games.turns.script import Script
from mathhammer.games.wh40k.profiles import Ruleset
from mathhammer.results.notes import text_notes
from mathhammer.results.rows import TargetsRow
from mathhammer.results.rulings import under_others
from mathhammer.results.view import View, attributes

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.sampled_turn import SampledTurn

CONTROL = ("first", "contested", "second")


class TurnResult(View):
    """The exact outcome of a turn.

    Parameters
    ----------
    script : Script

    Raises
    ------
    MathhammerError
        A step names what isn't there, or lacks what it needs.
    TooLargeError
        Too many joint states.
    """

    engine = "exact"

    def __init__(self, script: Script) -> None:
        self.script = script
        self.compiled: CompiledTurn = compile_turn(script)
        self._prepare()

    def _prepare(self) -> None:
        """Refuse what is too large at once, not when it is asked for."""
        _ = self.evolution

    @lazy
    def evolution(self) -> TurnEvolution | SampledTurn:
        """What the engine knows."""
        return TurnEvolution(self.compiled.plan)

    def __repr__(self) -> str:
        return f"<TurnResult: models left on average {self._means()}>"

    @property
    def names(self) -> list[str]:
        """The units, in the order in which they were named."""
        return [fighter.name for fighter in self.script.fighters]

    def number(self, unit: str) -> int:
        """Return the place of a unit among `names`.

        Raises
        ------
        MathhammerError
            There is no such unit.
        """
        check_allowed(unit, self.names, "is no unit of the turn", nouns="units")
        return self.names.index(unit)

    def models(self, unit: str, step: int | None = None) -> Distribution:
        """Return the distribution of a unit's living models after a step, or at the end."""
        return self._of_unit(unit, step, "living")

    def wounds(self, unit: str, step: int | None = None) -> Distribution:
        """Return the distribution of the wounds left in a whole unit."""
        return self._of_unit(unit, step, "left")

    def _of_unit(self, unit: str, step: int | None, values: str) -> Distribution:
        number = self.number(unit)
        of_states = getattr(self.evolution.seats[number], values)
        return Distribution.trusted(gathered(of_states, self._states(number, step)))

    def destroyed(self, unit: str, step: int | None = None) -> float:
        """Return the probability that no model of a unit is left."""
        number = self.number(unit)
        gone = self.evolution.seats[number].living == 0
        return min(1.0, float(self._states(number, step)[gone].sum()))

    def _states(self, number: int, step: int | None) -> Array:
        if step is None:
            return self.evolution.end(number)
        if type(step) is not int or not 0 <= step < len(self.steps):
            raise MathhammerError(
                f"{quoted(step)} is no step: the turn has those from 0 to {len(self.steps) - 1}"
            )
        return self.steps[step].states[number]

    def returned(self, unit: str) -> float:
        """Return the probability that a unit was destroyed and came back (S-3)."""
        return float(self._again(unit)[0].sum())

    def second(self, unit: str) -> Distribution | None:
        """Return the damage that a unit took after it came back, None if it never does (S-3)."""
        again, space = self._again(unit)
        total = float(again.sum())
        return Distribution.trusted(gathered(space.lost, again / total)) if total else None

    def _again(self, unit: str) -> tuple[Array, Space]:
        """Return the probabilities at the end of the states of a unit that came back."""
        number = self.number(unit)
        space = self.evolution.seats[number].space
        return self.evolution.end(number)[space.size :], space

    @property
    def steps(self) -> list[StepOutcome]:
        """What is known after each step."""
        return self.evolution.outcomes

    def touched(self, step: int) -> tuple[str, ...]:
        """Return the units that a step names, and then those that its explosions may reach."""
        named, near = self.script.steps[step].units, self.compiled.stages[step].near
        return tuple(dict.fromkeys((*named, *(self.names[unit] for unit in near))))

    @lazy
    def flags(self) -> dict[str, float]:
        """The probability of each flag at the end."""
        found = dict.fromkeys(self.compiled.flags, 0.0)
        certain = set(found)  # exactly, whatever the sum of the branches is rounded to
        for branch, p in zip(self.compiled.branches, self.evolution.branches, strict=True):
            for flag in branch.flags:
                found[flag] += p
            if p > 0.0:
                certain &= branch.flags
        return {flag: 1.0 if flag in certain else min(1.0, p) for flag, p in found.items()}

    @lazy
    def control(self) -> dict[str, float]:
        """Who controls, at the last step that asks; empty where none does."""
        for step in reversed(self.steps):
            if step.control is not None:
                return dict(zip(CONTROL, step.control, strict=True))
        return {}

    @lazy
    def joint(self) -> Array:
        """Joint probabilities of the models left of the first two units.

        ndarray of float64, shape (models + 1, models + 1); of one unit shape (models + 1,).
        """
        return self.evolution.joint

    @lazy
    def targets(self) -> list[TargetsRow]:
        """One row for each unit that attacks several ones: any of them destroyed, or all."""
        names, several = self.names, self.compiled.plan.several_targets
        return [
            TargetsRow(names[actor], tuple(names[at] for at in several[actor]), *chances)
            for actor, chances in self.evolution.several.items()
        ]

    def _changed(self, script: Script) -> TurnResult:
        """Return the turn of a script that differs in a ruling."""
        return TurnResult(script)

    @lazy
    def notes(self) -> list[str]:
        """What a reader may not expect."""
        texts = text_notes(*(fighter.unit for fighter in self.script.fighters))
        notes = [*texts, *turn_notes(self.script, self.compiled)]
        rules = game(self.script.game)
        if any(rules.devastating(fighter.unit) for fighter in self.script.fighters):
            notes += self._other_rulings()
        return notes

    def _other_rulings(self) -> Iterator[str]:
        """Yield what the other rulings on Devastating Wounds would give (W-3), if that differs."""
        ruleset = cast(Ruleset, self.script.ruleset)
        own = self._left()
        others = under_others(
            ruleset, lambda other: self._changed(self.script._replace(ruleset=other))._left()
        )
        for what, shown in own.items():
            if any(one is None or one[what] != shown for one in others.values()):
                values = [
                    f"not computed under {name} (too large)" if one is None
                    else f"{one[what]} under {name}"
                    for name, one in others.items()
                ]  # fmt: skip
                yield (
                    f"Devastating Wounds under {ruleset.devastating}: {what} {shown}; "
                    f"{'; '.join(values)}. Most tools use the errata."
                )
                return

    def _left(self) -> dict[str, str]:
        """Return what is left of each unit at the end, by what it is."""
        wounds = ", ".join(f"{name} {self.wounds(name).mean:.4g}" for name in self.names)
        destroyed = ", ".join(f"{name} {percent(self.destroyed(name))}" for name in self.names)
        return {
            "models left on average": self._means(),
            "wounds left on average": wounds,
            "destroyed": destroyed,
        }

    def _means(self) -> str:
        return ", ".join(f"{name} {self.models(name).mean:.4g}" for name in self.names)

    @property
    def ruleset(self) -> dict[str, Any]:
        """The resolved rulings that matter here."""
        return self.compiled.rulings

    def _unit_dict(self, unit: str, step: int | None = None) -> dict[str, Any]:
        return {
            "models": self.models(unit, step).to_dict(),
            "wounds": self.wounds(unit, step).to_dict(),
            "destroyed": self.destroyed(unit, step),
        }

    @property
    def title(self) -> str:
        """The units, or how many there are."""
        names = [shortened(clean(name), 40) for name in self.names]
        return " and ".join(names) if len(names) < 4 else f"A turn of {len(names)} units"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per unit after each step; those of the last step are the end.

        The keys are ``step`` (from 1), ``do`` (what it does), ``probability`` (that it takes
        place, 0 to 1), ``unit``, ``models_mean`` and ``models_sd`` (models left),
        ``wounds_mean`` (wounds left in the unit), ``destroyed`` (0 to 1).
        """
        for i, (step, outcome) in enumerate(zip(self.script.steps, self.steps, strict=True)):
            for unit in self.names:
                models = self.models(unit, i)
                yield {
                    "step": i + 1, "do": step.do, "probability": outcome.probability,
                    "unit": unit, "models_mean": models.mean, "models_sd": models.sd,
                    "wounds_mean": self.wounds(unit, i).mean,
                    "destroyed": self.destroyed(unit, i),
                }  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files (contract section 5)."""
        steps = []
        for i, (step, outcome) in enumerate(zip(self.script.steps, self.steps, strict=True)):
            entry: dict[str, Any] = {
                k: list(v) if isinstance(v, tuple) else v
                for k, v in step.given.items() if k in ("do", "by", "at", "toward", "units", "if")
            }  # fmt: skip
            entry["probability"] = outcome.probability
            entry["units"] = {name: self._unit_dict(name, i) for name in self.touched(i)}
            if outcome.control is not None:
                entry["control"] = dict(zip(CONTROL, outcome.control, strict=True))
            steps.append(entry)
        units = {}
        for fighter in self.script.fighters:
            name = fighter.name
            units[name] = self._unit_dict(name)
            if fighter.fields.reinforcements:
                second = self.second(name)
                units[name]["returned"] = self.returned(name)
                units[name]["second"] = None if second is None else {"damage": second.to_dict()}
        targets = [row.to_dict() for row in self.targets]
        return {
            "scenario": self.script.path,
            "kind": "turn",
            **attributes(self, "engine", "ruleset", "notes"),
            "steps": steps,
            "units": units,
            **({"targets": targets} if targets else {}),
            **attributes(self, "flags", "control"),
            "joint": {"units": self.names[:2], "models": self.joint.tolist()},
        }
