"""`Result`: everything that is known about one match-up, computed when it is asked for.

The words are the contract's: `damage` is the wounds the target really lost,
`damage_rolled` what the dice showed; the gap is `ignored` (Feel No Pain) and `wasted`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mathhammer.core.distribution import Array, Distribution, gathered, power
from mathhammer.core.errors import TooLargeError
from mathhammer.core.lazy import lazy
from mathhammer.core.text import told_apart
from mathhammer.engine.exact.chain import Evolution, evolve
from mathhammer.engine.exact.queues import Phase
from mathhammer.engine.exact.space import Ints, Space
from mathhammer.engine.exact.stages import Stages
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.games.registry import game
from mathhammer.plan import STAGES, Action, OwnLosses, Plan
from mathhammer.results.notes import Otherwise, notes_of
from mathhammer.results.view import View, attributes, summary

if TYPE_CHECKING:
    from mathhammer.engine.exact.pools import PooledEvolution
    from mathhammer.results.rows import GroupRow, PhaseRow, WeaponRow

#: The most cells of the joint distribution of damage and models slain.
MAX_JOINT = 10_000_000
#: How a row of what waited begins.
_WAITING = {"after": "Devastating Wounds: ", "pool": "mortal wounds: "}


def _stage_named(name: str, about: str) -> Any:
    """Return a property: the distribution of a stage of the attack sequence."""
    return property(lambda result: result._stage(name), doc=about)


def points_of_models(unit: Unit, models: Sequence[int]) -> list[float] | None:
    """Return the points of one model of each part of a unit; None where they aren't known.

    A unit's points are shared equally by its models, unless its parts have their own.

    Parameters
    ----------
    unit : Unit
    models : sequence of int
        Of each part.
    """
    parts = unit.points_by_group()
    if parts is None and unit.points is not None:
        return [unit.points / sum(models)] * len(models)
    if parts is None or any(points is None for points in parts):
        return None
    return [(points or 0.0) / number for points, number in zip(parts, models, strict=True)]


class Result(View):
    """The exact outcome of one attacker against one target.

    Attributes
    ----------
    attacker, target : Unit
    context : Context
    engine : str
        ``"exact"``.
    sweep : dict
        The values of a sweep that it belongs to, by dotted field; empty without one.

    Notes
    -----
    Stages are `Distribution` values, computed at the first access and kept.
    """

    engine = "exact"

    def __init__(
        self,
        attacker: Unit,
        target: Unit,
        context: Context,
        ruleset: Ruleset,
        plan: Plan | None,
        scenario: str = "",
        order: tuple[int, ...] = (),
        used: tuple[str, ...] = (),
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.context = context
        self.rulings = ruleset
        if plan is not None:
            self.plan = plan
        self.scenario = scenario
        self.order = order
        self.sweep: dict[str, Any] = {}
        self.used = used

    def __repr__(self) -> str:
        return (
            f"<Result: {self.title}, {self.damage.mean:.4g} damage, {self.slain.mean:.4g} slain, "
            f"destroyed {self.destroyed:.4g}>"
        )

    @property
    def match_up(self) -> tuple[Unit, Unit, Context, Ruleset]:
        """What the rules are asked about: attacker, target, context and rulings."""
        return self.attacker, self.target, self.context, self.rulings

    @lazy
    def plan(self) -> Plan:
        """What is going to be rolled."""
        return game(self.attacker.game).compile_attack(*self.match_up)

    @lazy
    def evolution(self) -> Evolution | PooledEvolution:
        """The engine's evolution of the target's states."""
        return evolve(self.plan, self.__dict__.get("final"))

    @lazy
    def space(self) -> Space:
        """The states that the target can be in."""
        return self.evolution.space

    @lazy
    def final(self) -> Array:
        """Probabilities of the states at the end; float64, shape (states,)."""
        return self.evolution.final

    def set_states(self, space: Space, final: Array) -> None:
        """Take the states and their probabilities, where they were computed elsewhere."""
        self.space, self.final = space, final

    def release(self) -> None:
        """Drop what is large and can be made again: all but the states at the end.

        A result whose order of weapons was searched for keeps its plan.
        """
        for part in ("evolution", "stages", *(() if self.order else ("plan",))):
            self.__dict__.pop(part, None)

    def _of_states(self, values: Ints) -> Distribution:
        return Distribution.trusted(gathered(values, self.final))

    @lazy
    def damage(self) -> Distribution:
        """Wounds that the target really lost."""
        return self._of_states(self.space.lost)

    @lazy
    def slain(self) -> Distribution:
        """Models slain, leaders among them."""
        return self._of_states(self.space.slain)

    @lazy
    def joint(self) -> Array:
        """Joint probabilities; ``joint[d, k]`` is P(d wounds lost and k models slain).

        ndarray of float64, shape (wounds + 1, models + 1).
        """
        lost, slain = self.space.lost, self.space.slain
        shape = int(lost[-1]) + 1, int(slain[-1]) + 1
        if shape[0] * shape[1] > MAX_JOINT:
            raise TooLargeError(
                f"the joint of {shape[0]} x {shape[1]} values has more than {MAX_JOINT} cells; "
                "damage and slain are there apart"
            )
        flat = lost * shape[1] + slain
        return gathered(flat, self.final, shape[0] * shape[1]).reshape(shape)

    @property
    def destroyed(self) -> float:
        """P(no model left)."""
        slain = self.space.slain
        return min(1.0, float(self.final[slain == slain[-1]].sum()))

    @lazy
    def groups(self) -> list[GroupRow]:
        """One row for each group and leader of a mixed target, in order of allocation (W-2).

        Empty where all its models are alike.
        """
        if self.target.number_of_parts == 1:
            return []
        from mathhammer.results.rows import GroupRow

        groups = self.plan.units[0].groups
        names = told_apart([group.name or self.target.word for group in groups])
        return [
            GroupRow(name, group.models, self._of_states(slain))
            for name, group, slain in zip(names, groups, self.space.slain_by_group, strict=True)
        ]

    @lazy
    def left(self) -> dict[str, Distribution]:
        """Wounds left in the unit (``"wounds"``) and on its front model (``"front"``)."""
        space = self.space
        return {
            "wounds": self._of_states(space.lost[-1] - space.lost),
            "front": self._of_states(space.front_wounds),
        }

    @lazy
    def ignored(self) -> float:
        """Expected wounds ignored by Feel No Pain."""
        if not any(group.ignore or group.ignore_mortal for group in self.space.target.groups):
            return 0.0
        return self.evolution.ignored

    @property
    def wasted(self) -> float:
        """Expected damage rolled that neither was ignored nor did anything."""
        wasted = self.damage_rolled.mean - self.ignored - self.damage.mean
        return wasted if wasted > 1e-9 else 0.0

    @property
    def _action(self) -> Action:
        return self.plan.steps[0]

    @lazy
    def stages(self) -> Stages:
        """The engine's tallies of the attack sequence."""
        return Stages(self._action, self.space)

    def share(self, known: dict[Hashable, Any]) -> None:
        """Take stages from those of other results, where they depend on the same."""
        if self.engine == "exact":
            self.stages = Stages(self._action, self.space, known)

    def _stage(self, name: str) -> Distribution:
        return self.stages.distribution(name)

    attacks: Distribution = _stage_named("attacks", "Attacks made.")
    hits: Distribution = _stage_named("hits", "Hits, extra hits among them.")
    wounds: Distribution = _stage_named(
        "wounds", "Successful wound rolls, automatic and devastating ones among them."
    )
    unsaved: Distribution = _stage_named(
        "unsaved", "Failed saves; devastating attacks are not among them."
    )
    mortal: Distribution = _stage_named("mortal", "Mortal wounds inflicted, before Feel No Pain.")
    damage_rolled: Distribution = _stage_named(
        "damage_rolled", "Damage of everything that got through, before Feel No Pain and waste."
    )

    def _phase(self, number: int) -> tuple[Distribution | None, Distribution | None]:
        """Return the damage and the models slain of one phase."""
        space = self.evolution.space
        gained = self.evolution.gained(number, space.lost, space.slain)
        if gained is None:
            return None, None
        damage, slain = (Distribution.trusted(pmf) for pmf in gained)
        return damage, slain

    @lazy
    def weapons(self) -> list[WeaponRow]:
        """One row for each weapon, in the order in which they attacked."""
        from mathhammer.results.rows import WeaponRow

        rows = []
        for i, name in enumerate(self.weapon_names):
            means = {stage: self._mean(stage, i) for stage in STAGES}
            damage, slain = self._phase(i)
            rows.append(WeaponRow(name, damage=damage, slain=slain, **means))
        return rows

    @property
    def weapon_names(self) -> list[str]:
        """What its weapons are called, in the order in which they attacked."""
        labels = self.attacker.weapon_labels
        return [labels[i] for i in self.order] if self.order else labels

    def _mean(self, stage: str, weapon: int) -> float:
        return self.stages.means(stage)[weapon]

    def _dice_mean(self, number: int) -> float:
        pmf = self.evolution.dice_points(number)
        return float(np.dot(pmf, np.arange(pmf.size)))

    @property
    def phases(self) -> Sequence[Phase]:
        """What happens one after another: each weapon, then what waited, then dice."""
        return self.evolution.phases

    @lazy
    def afterwards(self) -> list[PhaseRow]:
        """One row for each thing that is resolved after all weapons."""
        first = len(self._action.volleys)
        later = self.phases[first:]
        if not later:
            return []
        from mathhammer.results.rows import PhaseRow

        rows = []
        for i, (name, phase) in enumerate(zip(self._later_names, later, strict=True), first):
            mean = self._dice_mean(phase.number) if phase.kind == "dice" else None
            rows.append(PhaseRow(name, mean, mean, *self._phase(i)))
        return rows

    @property
    def _later_names(self) -> list[str]:
        """What that is called which is resolved after all weapons."""
        weapons, dice = self.weapon_names, self._action.dice_packets
        return told_apart([
            dice[phase.number].name if phase.kind == "dice"
            else _WAITING[phase.kind] + " + ".join(weapons[i] for i in phase.volleys)
            for phase in self.phases[len(weapons) :]
        ])  # fmt: skip

    @lazy
    def self_losses(self) -> dict[str, Distribution] | None:
        """What Hazardous and the target's Deadly Demise do to the attacker (W-3, W-5.7).

        Models slain and mortal wounds; with Deadly Demise also the explosions. None where
        nothing can hurt it.
        """
        own, explosion = self._action.own_losses, self._action.explosion
        if explosion is None:
            return None if own is None else self._hazards(own)
        nothing = Distribution.constant(0)
        losses = {"slain": nothing, "mortal": nothing} if own is None else self._hazards(own)
        chance = self.destroyed * (1.0 - explosion.roll.masses()[0])
        hurt = Distribution.mix(
            [(1.0 - chance, nothing), (chance, explosion.amount.distribution())]
        )
        explosions = Distribution.mix([(1.0 - chance, nothing), (chance, Distribution.constant(1))])
        return {**losses, "mortal": losses["mortal"] + hurt, "explosions": explosions}

    @staticmethod
    def _hazards(own: OwnLosses) -> dict[str, Distribution]:
        """Return what Hazardous does to the attacker (W-3)."""
        fail, *others = own.roll.masses()
        ones = power(np.array([sum(others), fail]), own.dice)
        slain = mortal = Distribution.constant(0)
        if own.mortal:
            spread = np.zeros((ones.size - 1) * own.mortal + 1)
            spread[:: own.mortal] = ones
            mortal = Distribution.trusted(spread)
        else:
            slain = Distribution.trusted(ones)
            if own.most is not None:
                most = own.most
                slain = slain.map(lambda k: min(k, most))
        return {"slain": slain, "mortal": mortal}

    @lazy
    def points_destroyed(self) -> float | None:
        """Expected points of the models slain; None where the target has no points.

        A unit's points are shared equally by its models, unless its parts have their own.
        """
        models = [group.models for group in self.space.target.groups]
        each = points_of_models(self.target, models)
        if each is None:
            return None
        if self.target.points is not None and self.target.points_by_group() is None:
            return self.slain.mean * self.target.points / sum(models)
        return float(np.dot(each, self.space.slain_by_group @ self.final))

    @property
    def points_per_100(self) -> float | None:
        """Expected points destroyed for 100 points of the attacker."""
        if self.points_destroyed is None or not self.attacker.points:
            return None
        return 100.0 * self.points_destroyed / self.attacker.points

    @property
    def skipped(self) -> list[str]:
        """The names of the rows that are too much work."""
        skipped = sorted(self.evolution.skipped)
        if not skipped:
            return []
        names = [*self.weapon_names, *self._later_names]
        return [names[number] for number in skipped]

    @lazy
    def other_rulings(self) -> Otherwise | None:
        """What other rulings on Devastating Wounds would give, None where they change nothing."""
        if not game(self.attacker.game).devastating(self.attacker):
            return None
        from mathhammer.results.rulings import other_rulings

        return other_rulings(self)

    @lazy
    def otherwise(self) -> list[Otherwise]:
        """What the match-up would give where its texts or rules may be meant otherwise."""
        notes = [note for weapon in self.attacker.weapons for note in weapon.reading_notes]
        doubted = dict.fromkeys(note for note in notes if note.otherwise)
        others = []
        if doubted:
            from mathhammer.results.readings import other_reading

            others = [other_reading(self, note) for note in doubted]
        return others + ([self.other_rulings] if self.other_rulings else [])

    @lazy
    def notes(self) -> list[str]:
        """What a reader may not expect."""
        return notes_of(self)

    @lazy
    def ruleset(self) -> dict[str, Any]:
        """The resolved rulings that matter here."""
        return game(self.attacker.game).rulings(*self.match_up)

    @property
    def labels(self) -> dict[str, str]:
        """The names of attacker and target, as in tables and result files."""
        return {"attacker": self.attacker.label, "target": self.target.label}

    @property
    def title(self) -> str:
        """Who attacks whom."""
        return " against ".join(self.labels.values())

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per stage, in order: attacks, hits, ..., damage, slain.

        The keys are ``stage``, ``mean`` and ``sd`` (float), and the quantiles ``q10``, ``q50``
        and ``q90`` (int). Attacks to unsaved and slain count dice or models, the others wounds.
        """
        for name in (*STAGES, "damage", "slain"):
            yield {"stage": name, **summary(getattr(self, name))}

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files (contract section 2)."""
        answer: dict[str, Any] = {"scenario": self.scenario, **self.labels}
        answer |= attributes(self, "engine", "ruleset", "notes")
        if self.sweep:
            answer["sweep"] = self.sweep
        for stage in (*STAGES, "damage", "slain"):
            answer[stage] = getattr(self, stage).to_dict()
        answer["destroyed"] = self.destroyed
        if self._action.pooled:
            answer["pool"] = answer["damage_rolled"]
        answer |= attributes(self, "ignored", "wasted")
        answer["left"] = {name: part.to_dict() for name, part in self.left.items()}
        if self.groups:
            answer["groups"] = [row.to_dict() for row in self.groups]
        answer["weapons"] = [row.to_dict() for row in self.weapons]
        answer["afterwards"] = [row.to_dict() for row in self.afterwards]
        losses = self.self_losses or {}
        answer["self"] = {name: part.to_dict() for name, part in losses.items()}
        points = attributes(self, "points_destroyed", "points_per_100")
        return answer | {name: value for name, value in points.items() if value is not None}
