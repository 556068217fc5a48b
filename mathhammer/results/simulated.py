"""`SimulatedResult` and `SimulatedTurn`: what was seen in many trials, and how well it is known.

They have everything that the exact results have, with the trials, the seed, standard
errors and intervals beside it.
"""

import math
from collections.abc import Sequence
from typing import Any

from mathhammer.core.distribution import Array, Distribution
from mathhammer.core.errors import MathhammerError
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.queues import Phase
from mathhammer.engine.exact.space import Space
from mathhammer.engine.montecarlo.precision import Measure, mean_of, share_of
from mathhammer.engine.montecarlo.sampled import SAMPLED, AttackGame, SampledAttack, shares
from mathhammer.engine.montecarlo.sampled_turn import OF_TARGETS, OF_UNITS, SampledTurn, TurnGame
from mathhammer.engine.montecarlo.simulate import Settings
from mathhammer.games.turns.script import Script
from mathhammer.plan import STAGES
from mathhammer.results.attack import Result
from mathhammer.results.simulation import Simulated
from mathhammer.results.turn import TurnResult


def finite(error: float) -> float | None:
    """Return a standard error for a file, None where one trial says nothing about it."""
    return error if math.isfinite(error) else None


class SimulatedResult(Simulated, Result):
    """What was seen of one attacker against one target in many trials.

    The attributes are those of `Result` and of `Simulated`.
    """

    @lazy
    def playable(self) -> AttackGame:
        """What is played."""
        return AttackGame(self.plan)

    @lazy
    def sampled(self) -> SampledAttack:
        """What the trials showed."""
        return SampledAttack(self.playable, self.played)

    @property
    def evolution(self) -> Any:
        """Not there: a simulation has no evolution of probabilities."""
        raise MathhammerError("a simulated result has no evolution of states; .sampled is there")

    @lazy
    def space(self) -> Space:
        """The states that the target can be in."""
        return self.sampled.space

    @lazy
    def final(self) -> Array:
        """Shares of the states at the end; float64, shape (states,)."""
        return self.sampled.final

    @property
    def stages(self) -> Any:
        """Not there: stages are counted, not computed."""
        raise MathhammerError("a simulated result has no tallies; its stages are attributes")

    def _stage(self, name: str) -> Distribution:
        return shares(self.sampled.counts(name))

    @lazy
    def damage(self) -> Distribution:
        """Wounds that the target lost."""
        return shares(self.sampled.of_states(self.space.lost))

    @lazy
    def slain(self) -> Distribution:
        """Models slain."""
        return shares(self.sampled.of_states(self.space.slain))

    @lazy
    def ignored(self) -> float:
        """Mean of the wounds ignored by Feel No Pain."""
        return self.sampled.ignored

    @property
    def skipped(self) -> list[str]:
        """Rows that are not computed: none, every row is counted."""
        return []

    @property
    def phases(self) -> Sequence[Phase]:
        """What happens one after another: each weapon, then what waited, then dice."""
        return self.sampled.phases

    def _phase(self, number: int) -> tuple[Distribution, Distribution]:
        damage, slain = (shares(counts) for counts in self.sampled.phase(number))
        return damage, slain

    def _mean(self, stage: str, weapon: int) -> float:
        return self.sampled.row(weapon, stage).value

    def _dice_mean(self, number: int) -> float:
        return self._mean("mortal", self._row_of_dice(number))

    def _row_of_dice(self, number: int) -> int:
        """Return the kernel's row of some dice outside of the attacks."""
        return self.sampled.game.rows - len(self._action.dice_packets) + number

    @lazy
    def self_losses(self) -> dict[str, Distribution] | None:
        """What Hazardous and the target's Deadly Demise do to the attacker (W-3, W-5.7)."""
        names = ["slain", "mortal"]
        if self._action.explosion is not None:
            names.append("explosions")
        elif self._action.own_losses is None:
            return None
        return {name: shares(self.sampled.own(f"self_{name}")) for name in names}

    def measure(self, name: str) -> Measure:
        """Return what is known of a stage's mean, or of P(destroyed).

        Parameters
        ----------
        name : str
            ``"attacks"`` to ``"damage_rolled"``, ``"damage"``, ``"slain"``,
            ``"destroyed"``, ``"self_slain"``, ``"self_mortal"`` or ``"self_explosions"``.

        Returns
        -------
        Measure
            Value, standard error, and the ends of the 95 % interval: Clopper and
            Pearson's for a probability.

        Raises
        ------
        MathhammerError
            There is no such name.
        """
        return self.sampled.measure(name)

    @property
    def sample_columns(self) -> Sequence[str]:
        """The columns of `samples`."""
        return SAMPLED

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files (contract section 2)."""
        answer = super().to_dict()
        for stage in (*STAGES, "damage", "slain"):
            answer[stage]["standard_error"] = finite(self.standard_error(stage))
        answer["destroyed_standard_error"] = finite(self.standard_error("destroyed"))
        answer["destroyed_interval"] = list(self.interval("destroyed"))
        front = self.sampled.of_states(self.space.front_wounds)
        answer["left"]["wounds"]["standard_error"] = finite(self.standard_error("damage"))
        answer["left"]["front"]["standard_error"] = finite(mean_of(front).error)
        if self.groups:
            for row, (slain, gone) in zip(answer["groups"], self.sampled.groups, strict=True):
                row["slain"]["standard_error"] = finite(slain.error)
                row["destroyed_standard_error"] = finite(gone.error)
                row["destroyed_interval"] = [gone.low, gone.high]
        self._add_to_rows(answer)
        for name, part in answer["self"].items():
            part["standard_error"] = finite(self.standard_error(f"self_{name}"))
        answer["trials"] = self.trials
        answer["seed"] = self.seed
        return answer

    def _add_to_rows(self, answer: dict[str, Any]) -> None:
        """Put standard errors into the rows of weapons, and of what comes after them."""
        rows = [*answer["weapons"], *answer["afterwards"]]
        for i, (phase, row) in enumerate(zip(self.sampled.phases, rows, strict=True)):
            number = self._row_of_dice(phase.number) if phase.kind == "dice" else i
            if phase.kind in ("volley", "dice"):
                for stage in STAGES:
                    if stage in row:
                        error = self.sampled.row(number, stage).error
                        row[stage]["standard_error"] = finite(error)
            for stage, counts in zip(("damage", "slain"), self.sampled.phase(i), strict=True):
                row[stage]["standard_error"] = finite(mean_of(counts).error)


class SimulatedTurn(Simulated, TurnResult):
    """What was seen of a turn in many trials.

    Parameters
    ----------
    script : Script
    settings : Settings
    """

    def __init__(self, script: Script, settings: Settings) -> None:
        self.settings = settings
        super().__init__(script)

    def _prepare(self) -> None:
        """Refuse what is too large at once, not when it is asked for."""
        _ = self.playable

    @lazy
    def playable(self) -> TurnGame:
        """What is played."""
        flags: dict[str, list[int]] = {flag: [] for flag in self.compiled.flags}
        for number, branch in enumerate(self.compiled.branches):
            for flag in branch.flags:
                flags[flag].append(number)
        return TurnGame(self.compiled.plan, self.names, flags)

    @lazy
    def evolution(self) -> SampledTurn:
        """What the trials showed."""
        return SampledTurn(self.playable, self.played)

    def _changed(self, script: Script) -> TurnResult:
        return SimulatedTurn(script, self.settings._replace(samples=0))

    def measure(self, name: str, step: int = -1) -> Measure:
        """Return what is known of a unit after a step, the last by default; or of what happened.

        Parameters
        ----------
        name : str
            Unit and what of it: ``"b.models"``, ``"b.wounds"`` or ``"b.destroyed"``; of a
            unit that attacks several ones ``"a.any_destroyed"``, ``"a.all_destroyed"``; a flag;
            ``"control.first"`` and so on; ``"step[0]"`` for the chance that the first step takes
            place.
        step : int

        Raises
        ------
        MathhammerError
            There is no such name.
        """
        return self.evolution.measure(name, step)

    @property
    def sample_columns(self) -> Sequence[str]:
        """The columns of `samples`: of each unit its models and wounds left."""
        return [f"{name}.{what}" for name in self.names for what in OF_UNITS[:2]]

    def _unit_dict(self, unit: str, step: int | None = None) -> dict[str, Any]:
        answer = super()._unit_dict(unit, step)
        at = -1 if step is None else step
        for what in ("models", "wounds"):
            error = self.measure(f"{unit}.{what}", at).error
            answer[what]["standard_error"] = finite(error)
        gone = self.measure(f"{unit}.destroyed", at)
        answer["destroyed_standard_error"] = finite(gone.error)
        answer["destroyed_interval"] = [gone.low, gone.high]
        return answer

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files (contract section 5)."""
        answer = super().to_dict()
        for entry, happened in zip(answer["steps"], self.evolution.ledger.happened, strict=True):
            error = share_of(int(happened), self.trials).error
            entry["probability_standard_error"] = finite(error)
        for row in answer.get("targets", ()):
            for what in OF_TARGETS:
                known = self.measure(f"{row['by']}.{what}")
                row[f"{what}_standard_error"] = finite(known.error)
                row[f"{what}_interval"] = [known.low, known.high]
        shares = {
            flag: share_of(round(p * self.trials), self.trials) for flag, p in self.flags.items()
        }
        answer["flags_interval"] = {flag: [m.low, m.high] for flag, m in shares.items()}
        return {**answer, "trials": self.trials, "seed": self.seed}
