"""A whole turn by Monte Carlo: what the kernel plays, and what it counted."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.errors import TooLargeError
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.joint_states import UnitStates
from mathhammer.engine.exact.outcomes import StepOutcome
from mathhammer.engine.limits import MAX_ENTRIES
from mathhammer.engine.montecarlo.kernels import turn as kernels
from mathhammer.engine.montecarlo.layout import I64
from mathhammer.engine.montecarlo.precision import Measure, mean_of, share_of
from mathhammer.engine.montecarlo.sampled import check_measure
from mathhammer.engine.montecarlo.simulate import MISSING, Played, add_arrays
from mathhammer.engine.montecarlo.turn_program import TurnProgram
from mathhammer.engine.plays import MONTE_CARLO_TURN, require
from mathhammer.plan.turns import TurnPlan

#: What is known of each unit: `b.models` and so on.
OF_UNITS = ("models", "wounds", "destroyed")
#: What is known of all targets of a unit that attacks several ones: `a.any_destroyed`.
OF_TARGETS = ("any_destroyed", "all_destroyed")
#: What is known of who controls, at the last step that asks.
OF_CONTROL = ("control.first", "control.contested", "control.second")
#: A step, counted from 0, and what is asked after it: `step[0].b.models`.
_STEP = re.compile(r"step\[([0-9]{1,4})\](?:\.(.+))?")


class TurnGame:
    """A turn, ready to be played: a `Game`.

    Parameters
    ----------
    plan : TurnPlan
    names : list of str
        Of the units.
    flags : dict of list of int
        For each flag the branches at the end in which it is set.

    Raises
    ------
    NotModelledError
        A step changes a unit in a way that isn't modelled.
    TooLargeError
        The counts of all steps would have more than `MAX_ENTRIES` entries.
    """

    abreast = 1
    add = staticmethod(add_arrays)

    def __init__(self, plan: TurnPlan, names: list[str], flags: Mapping[str, list[int]]) -> None:
        require(plan, MONTE_CARLO_TURN)
        self.plan = plan
        self.names = names
        self.flags = flags
        self.several = list(plan.several_targets)
        self.seats = [UnitStates(unit) for unit in plan.units]
        program = TurnProgram(plan, self.seats)
        self.code, self.tables, self._room = program.arrays()
        self.offsets = np.cumsum([0, *(seat.size for seat in self.seats)])
        entries = len(plan.steps) * int(self.offsets[-1])
        if entries > MAX_ENTRIES:
            raise TooLargeError(
                f"the counts of all units after all steps need {entries} entries; the limit is "
                f"{MAX_ENTRIES}"
            )
        self.branches = plan.steps[-1].branches if plan.steps else 1

    @property
    def measures(self) -> tuple[str, ...]:
        """What a standard error can be asked for."""
        steps = self.plan.steps
        return (
            *(f"{name}.{what}" for name in self.names for what in OF_UNITS),
            *(f"{self.names[actor]}.{what}" for actor in self.several for what in OF_TARGETS),
            *self.flags,
            *(OF_CONTROL if any(step.control for step in steps) else ()),
            *(f"step[{number}]" for number in range(len(steps))),
        )

    def ledger(self, samples: int) -> kernels.TurnLedger:
        """Return a ledger in which nothing is counted."""
        steps = len(self.plan.steps)
        models = [int(seat.living.max()) + 1 for seat in self.seats[:2]]
        return kernels.TurnLedger(
            np.zeros((steps, self.offsets[-1]), dtype=np.int64),
            np.zeros(steps, dtype=np.int64),
            np.zeros((steps, 3), dtype=np.int64),
            np.zeros(self.branches, dtype=np.int64),
            np.zeros((models[0], models[1] if len(models) > 1 else 1), dtype=np.int64),
            np.zeros((len(self.several), 2), dtype=np.int64),
            np.full((samples, 2 * len(self.seats)), MISSING, dtype=np.int64),
        )

    def room(self) -> I64:
        """Return the room in which a trial is played."""
        return np.zeros((self._room, 1), dtype=np.int64)

    def play(self, stream: Any, trials: int, room: I64, ledger: Any, sample: int) -> None:
        """Play some trials of a stream and count them."""
        kernels.turn_trials(self.code, self.tables, stream, trials, room, ledger, sample)

    def measure(self, name: str, ledger: Any, trials: int) -> Measure:
        """Return what is known of a unit at the end."""
        return SampledTurn(self, Played(trials, 0, ledger, "")).measure(name)


class SampledTurn:
    """What came of a turn that was played many times.

    Parameters
    ----------
    game : TurnGame
    played : Played
    """

    def __init__(self, game: TurnGame, played: Played) -> None:
        self.game = game
        self.played = played
        self.trials = played.trials
        self.ledger: kernels.TurnLedger = played.ledger
        self.seats = game.seats

    def _counts(self, step: int, unit: int) -> I64:
        offsets = self.game.offsets
        return np.asarray(self.ledger.states[step, offsets[unit] : offsets[unit + 1]])

    def _values(self, step: int, unit: int, what: str) -> I64:
        """Return how often each number of a unit's models, or wounds left, was seen."""
        seat = self.seats[unit]
        values = seat.living if what == "models" else seat.left
        found = np.zeros(int(values.max()) + 1, dtype=np.int64)
        np.add.at(found, values, self._counts(step, unit))
        return found

    @lazy
    def outcomes(self) -> list[StepOutcome]:
        """What is known after each step."""
        outcomes = []
        for number, step in enumerate(self.game.plan.steps):
            states = tuple(self._counts(number, u) / self.trials for u in range(len(self.seats)))
            control = None
            if step.control:
                first, contested, second = (self.ledger.control[number] / self.trials).tolist()
                control = (first, contested, second)
            happened = float(self.ledger.happened[number]) / self.trials
            outcomes.append(StepOutcome(happened, states, control))
        return outcomes

    @property
    def branches(self) -> list[float]:
        """The share of each branch at the end."""
        return [int(seen) / self.trials for seen in self.ledger.branches]

    def end(self, unit: int) -> Array:
        """Return the shares of a unit's states at the end; shape (size,)."""
        return self.outcomes[-1].states[unit]

    @property
    def several(self) -> dict[int, tuple[float, float]]:
        """Of each unit with several targets, the shares in which any is destroyed, and all are."""
        shares = (self.ledger.gone / self.trials).tolist()
        return dict(zip(self.game.several, map(tuple, shares), strict=True))

    @property
    def joint(self) -> Array:
        """Joint shares of the models left of the first two units, or of the one."""
        shares: Array = self.ledger.joint / self.trials
        return shares if len(self.seats) > 1 else shares[:, 0]

    def measure(self, name: str, step: int = -1) -> Measure:
        """Return what is known of a unit after a step, of a flag, of control, or of a step.

        Parameters
        ----------
        name : str
            Like ``"b.models"``, ``"a.any_destroyed"``, ``"charged"``, ``"control.first"``,
            ``"step[1]"`` (that it takes place) or ``"step[1].b.models"``.
        step : int
            After which a unit is looked at; the last by default.
        """
        of_step = _STEP.fullmatch(name)
        if of_step and of_step[2] and int(of_step[1]) < len(self.game.plan.steps):
            units = self.game.measures[: len(self.seats) * len(OF_UNITS)]
            check_measure(of_step[2], units)
            return self.measure(of_step[2], int(of_step[1]))
        check_measure(name, self.game.measures)
        unit, _, what = name.rpartition(".")
        if unit in self.game.names and what in OF_UNITS:
            return self._of_unit(unit, what, step)
        if unit in self.game.names and what in OF_TARGETS:
            at = self.game.several.index(self.game.names.index(unit)), OF_TARGETS.index(what)
            return share_of(int(self.ledger.gone[at]), self.trials)
        if name in self.game.flags:
            return share_of(int(self.ledger.branches[self.game.flags[name]].sum()), self.trials)
        if name in OF_CONTROL:
            asked = [i for i, each in enumerate(self.game.plan.steps) if each.control]
            counts = self.ledger.control[asked[-1]]
            return share_of(int(counts[OF_CONTROL.index(name)]), self.trials)
        assert of_step is not None
        return share_of(int(self.ledger.happened[int(of_step[1])]), self.trials)

    def _of_unit(self, unit: str, what: str, step: int) -> Measure:
        number = self.game.names.index(unit)
        if what != "destroyed":
            return mean_of(self._values(step, number, what))
        gone = int(self._counts(step, number)[self.seats[number].living == 0].sum())
        return share_of(gone, self.trials)
