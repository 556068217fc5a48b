"""The stages of an action as distributions, whatever they take.

Where the saves of the model groups differ, failed saves and rolled damage depend on
which model is in front, so state and count are followed together.
"""

from collections.abc import Hashable
from typing import Any

import numpy as np

from mathhammer.core.distribution import Array, Distribution, flushed
from mathhammer.engine.exact import tallies
from mathhammer.engine.exact.operators import Operator, damage_operator
from mathhammer.engine.exact.space import Space
from mathhammer.engine.exact.walks import StateWalker
from mathhammer.engine.exact.work import per_state, tries
from mathhammer.engine.limits import MAX_PAIRS, MAX_TALLIED, MAX_WORK, too_large
from mathhammer.plan import NOW, Action, Packet, Volley


class StateTally(StateWalker):
    """Follows the states and one stage's count together: axes (states, count)."""

    def __init__(self, space: Space, stage: str) -> None:
        super().__init__(space, [], False)
        self.stage = stage

    def _part(self, packet: Packet, pmf: Array, tag: object, passed: bool) -> Operator:
        key = (packet.amount, packet.saves, packet.to_character, tag)
        found = self._operators.get(key)
        if found is None:
            found = damage_operator(self.space, packet, pmf, passed=passed, failed=not passed)
            self._operators[key] = found
        return found

    def send(self, packet: Packet, array: Array) -> Array:
        """Apply a packet and count its failed save or its damage."""
        if packet.when != NOW:
            if self.stage == "unsaved":
                return array
            return tallies.shifted(array, self.pmfs[packet.amount], 1)
        assert packet.saves is not None
        pmf = self.pmfs[packet.amount]
        # A passed save leaves the state as it is.
        stays = self._part(packet, pmf, "passed", True).apply(np.ones((1, self.space.size)))
        result: Array = stays[0][:, None] * array
        if self.stage == "unsaved":
            hurt = self._part(packet, pmf, "failed", False).apply_columns(array)
            result[:, 1:] += hurt[:, :-1]
            return result
        for rolled, mass in enumerate(pmf.tolist()):
            if mass:
                point = np.zeros(rolled + 1)
                point[rolled] = 1.0
                hurt = self._part(packet, point, rolled, False).apply_columns(array)
                hurt *= mass
                result[:, rolled:] += hurt[:, : hurt.shape[1] - rolled]
        return result


class Stages:
    """The tallied stages of one action.

    Parameters
    ----------
    action : Action
    space : Space
        Of the target.
    known : dict, optional
        Where stages that don't follow the states are kept, for several actions.
    """

    def __init__(
        self, action: Action, space: Space, known: dict[Hashable, Any] | None = None
    ) -> None:
        self._known: dict[Hashable, Any] = {} if known is None else known
        self.action = action
        self.space = space
        self._by_state = tallies.saves_differ(action.volleys)
        self._per_slain = any(packet.per_slain for packet in action.dice_packets)
        self._pmfs: dict[str, Distribution] = {}
        self._means: dict[str, list[float]] = {}

    def _depends(self, stage: str) -> bool:
        if self._per_slain and not self.action.pooled and stage == "damage_rolled":
            return True
        return self._by_state and stage in ("unsaved", "damage_rolled")

    def distribution(self, stage: str) -> Distribution:
        """Return the distribution of a stage over all volleys and dice.

        Raises
        ------
        TooLargeError
            If it can exceed what the engine takes.
        """
        if stage not in self._pmfs:
            inflicted = stage in ("mortal", "damage_rolled")
            if (self._per_slain and inflicted) or self._depends(stage):
                self._pmfs[stage] = self._made(stage, inflicted)
            else:
                key = stage, self._counted(stage), self.action.dice_packets if inflicted else ()
                found = self._known.get(key)
                if found is None:
                    found = self._known[key] = self._made(stage, inflicted)
                self._pmfs[stage] = found
        return self._pmfs[stage]

    def _counted(self, stage: str) -> Hashable:
        return tuple([tallies.counted(volley, stage) for volley in self.action.volleys])

    def _made(self, stage: str, inflicted: bool) -> Distribution:
        """Return the distribution of a stage, computed."""
        if stage != "attacks":
            self._check_size(stage)
        if self._per_slain and inflicted:
            total = self._with_slain(stage)
        elif self._depends(stage):
            total = Distribution.trusted(self._followed(stage).sum(axis=0))
        else:
            total = Distribution.constant(0)
            for volley in self.action.volleys:
                total = total + Distribution.trusted(tallies.stage_pmf(volley, stage))
        if inflicted and not self._per_slain:
            for packet in self.action.dice_packets:
                total = total + Distribution.trusted(packet.pmf())
        return Distribution.trusted(total.from_zero())

    def _check_size(self, stage: str) -> None:
        most = tallies.most_counted(self.action, stage)
        name = stage.replace("_", " ")
        if most > MAX_TALLIED:
            raise too_large(f"{name} can reach {most}", MAX_TALLIED, offer="")
        if not self._depends(stage):
            return
        name += " of a target with several saves" if self._by_state else " with models slain"
        pairs = (most + 1) * self.space.size
        if pairs > MAX_PAIRS:
            raise too_large(f"{name} takes {most + 1} x {self.space.size} states", MAX_PAIRS)
        amounts = [p.amount for v in self.action.volleys for p in v.packets()]
        values = 1
        if stage == "damage_rolled":
            values = max((len(set(a.values)) for a in amounts), default=1)
        attacks = sum(v.most_attacks() * (tries(v) - 1) for v in self.action.volleys)
        # The counts grow from none to the most: half of the pairs on average.
        work = attacks * pairs / 2 * (1 + values * per_state(amounts, self.space) / 3)
        if work > MAX_WORK:
            raise too_large(f"{name} takes about {work:.1e} steps", MAX_WORK)

    def _with_slain(self, stage: str) -> Distribution:
        """Return a stage with dice for each model that the volleys slew: joint of both."""
        joint, slain = self._joint(stage), self.space.slain
        total = np.zeros(tallies.most_counted(self.action, stage) + 1)
        for number in np.unique(slain).tolist():
            counts: Array = joint[slain == number].sum(axis=0)
            if counts.any():
                for packet in self.action.dice_packets:
                    counts = np.convolve(counts, packet.after(number).pmf())
                total[: counts.size] += counts[: total.size]
        return Distribution.trusted(total)

    def _joint(self, stage: str) -> Array:
        """Return the joint of state and count after the volleys; shape (states, count)."""
        if self.action.pooled:
            from mathhammer.engine.exact.pools import state_and_count

            return state_and_count(self.action, self.space, stage)
        followed = self._followed("damage_rolled")
        # Mortal wounds of attacks wait in a pool, which is not played here.
        return followed if stage == "damage_rolled" else followed.sum(axis=1)[:, None]

    def _followed(self, stage: str) -> Array:
        """Return the joint of state and count after the volleys; shape (states, count)."""
        walker = tallies.TallyWalker(stage)
        array = self.space.begin()[:, None]
        tally = StateTally(self.space, stage)
        means, before = [], 0.0
        for volley in self.action.volleys:
            array = _follow(tally, volley, array, walker.most_per_attack(volley))
            after = float(array.sum(axis=0) @ np.arange(array.shape[1]))
            means.append(after - before)
            before = after
        self._means[stage] = means
        return array

    def means(self, stage: str) -> list[float]:
        """Return the mean of a stage for each volley."""
        if self._depends(stage):
            self.distribution(stage)
        elif stage not in self._means:
            key = "means", stage, self._counted(stage)
            if key not in self._known:
                self._known[key] = [tallies.stage_mean(v, stage) for v in self.action.volleys]
            self._means[stage] = self._known[key]
        return self._means[stage]


def _follow(walker: StateTally, volley: Volley, array: Array, growth: int) -> Array:
    """Return the joint of state and count after a volley; shape (states, count).

    The counts grow with the attacks, by up to `growth` each.
    """
    first, counts = tallies.attack_counts(volley)
    most = first + counts.size - 1
    total = np.zeros((array.shape[0], array.shape[1] + most * growth))
    for done in range(most + 1):
        if done >= first:
            total[:, : array.shape[1]] += counts[done - first] * array
        if done < most:
            array = flushed(walker.attack(volley, np.pad(array, ((0, 0), (0, growth)))))
    return total
