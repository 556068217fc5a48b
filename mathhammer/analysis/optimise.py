"""The best mix of weapon options against a weighted mix of targets, exactly.

Up to `MAX_MIXES` mixes each is computed (*enumeration*): of an objective to which each
weapon adds on its own (`damage_rolled`: the damage of all that gets through, nothing of it
wasted) as a sum of what each adds. Beyond, such an objective is maximised by integer
programming (*milp*); any other is refused, since weapons share a target that can die but
once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mathhammer.analysis.efficiency import COSTS, measure, weighted
from mathhammer.analysis.mixes import TargetMix, read_mix
from mathhammer.analysis.options import MAX_STEPS, Choices, Mix, read_choices
from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError, TooLargeError, inside, quoted
from mathhammer.core.progress import Progress, watched
from mathhammer.evaluate.evaluate import compare_units, evaluate, evaluate_each
from mathhammer.games.names import profiles_of
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.reading.read_units import game_for, read_attacker, read_situation
from mathhammer.results.attack import Result
from mathhammer.results.notes import text_notes
from mathhammer.results.view import Column, View

#: The most mixes that are computed one by one.
MAX_MIXES = 100_000
#: Mixes that are computed at a time.
_AT_ONCE = 4_000
#: How many of the best mixes are kept.
KEPT = 20
#: The objectives to which each weapon adds on its own.
ADDITIVE = ("damage_rolled",)
#: Values that differ by less, relatively, are equal.
_EQUAL = 1e-11

_NONE_ALLOWED = "no mix of options is allowed by the limits and the budget"

#: Of `Choice.table`, which has a column more for each option.
COLUMNS = {
    "rank": "1 for the best",
    "value": "of the objective, over the targets, in its unit",
    "behind": "how much less than the best",
    "cost": "points of the options",
    "points": "points of the unit with them; missing where its own weren't given",
}

Objective = str | Callable[[Result], float | None]


class Chosen(NamedTuple):
    """A mix and what it is worth.

    Attributes
    ----------
    mix : tuple of int
        How often each option is taken.
    value : float
        Of the objective, over the targets.
    cost : float
        Points of the options.
    """

    mix: Mix
    value: float
    cost: float


@dataclass(eq=False, repr=False)
class Choice(View):
    """The best mix of options.

    Attributes
    ----------
    choices : Choices
    targets : TargetMix
    objective : str
        The name of the measure; ``"function"`` for one of the user's own.
    method : {"enumeration", "milp"}
    number : int or None
        How many mixes were computed, where they were enumerated.
    ranked : list of Chosen
        The best first, up to `KEPT`; the best two, where the method is milp. Of equal ones
        the cheaper comes first, then the one with fewer options.
    context : Context
    ruleset : Ruleset
    summed : bool
        Whether mixes that were enumerated were found as sums of what each weapon adds.
    """

    choices: Choices
    targets: TargetMix
    context: Context
    ruleset: Ruleset
    objective: str
    method: str
    number: int | None
    ranked: list[Chosen]
    summed: bool = False

    def __repr__(self) -> str:
        return f"<Choice: {self.words(self.best.mix)}, by {self.method}>"

    @property
    def title(self) -> str:
        """What the mixes are ranked by."""
        return f"Mixes of options by {self.objective}"

    @property
    def shown(self) -> tuple[Column, ...]:
        """Return the rank, how often each option is taken, the cost and the value."""
        return (
            Column("rank", "rank"),
            *(Column(f"option: {o.name}", o.name) for o in self.choices.options),
            Column("cost", "points"),
            Column("behind", "behind"),
            Column("value", self.objective),
        )

    @property
    def best(self) -> Chosen:
        """The mix with the highest value."""
        return self.ranked[0]

    @property
    def runner_up(self) -> Chosen | None:
        """The next best mix; None where there is but one."""
        return self.ranked[1] if len(self.ranked) > 1 else None

    @property
    def margin(self) -> float | None:
        """How much better the best mix is than the next, in the objective's unit."""
        if self.runner_up is None:
            return None
        return max(0.0, self.best.value - self.runner_up.value)

    @property
    def notes(self) -> list[str]:
        """How texts were read, and what the best mix uses at each target where not everything."""
        weapons = [weapon for option in self.choices.options for weapon in option.weapons]
        texts = text_notes(self.choices.unit, *weapons, *self.targets.targets)
        unit = self.choices.attacker(self.best.mix)
        if unit is None or not unit.chooses:
            return texts
        results = evaluate_each([unit], self.targets.targets, self.context, self.ruleset)
        return texts + [
            f"The best mix at {r.target.label}: {said}" for r in results for said in r.used
        ]

    def words(self, mix: Mix) -> str:
        """Return a mix in words.

        Parameters
        ----------
        mix : tuple of int
        """
        taken = self.taken(mix).items()
        return ", ".join(f"{n}x {name}" for name, n in taken if n) or "no option"

    def taken(self, mix: Mix) -> dict[str, int]:
        """Return how often each option is taken, by name.

        Parameters
        ----------
        mix : tuple of int
        """
        return {o.name: n for o, n in zip(self.choices.options, mix, strict=True)}

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the table, each with its meaning: `COLUMNS`, then the options."""
        return {
            **COLUMNS,
            "value": f"of the objective, {self.objective}, over the targets",
            **{f"option: {o.name}": "how often it is taken" for o in self.choices.options},
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the ranked mixes: the keys of `columns`."""
        base = self.choices.unit.points
        for i, one in enumerate(self.ranked):
            yield {
                "rank": i + 1,
                "value": one.value,
                "behind": max(0.0, self.best.value - one.value),
                "cost": one.cost,
                "points": None if base is None else base + one.cost,
                **{f"option: {name}": n for name, n in self.taken(one.mix).items()},
            }

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""

        def entry(one: Chosen | None) -> dict[str, Any] | None:
            if one is None:
                return None
            return {"options": self.taken(one.mix), "value": one.value, "cost": one.cost}

        return {
            "attacker": self.choices.unit.label,
            "context": self.context.given,
            "ruleset": self.ruleset.given,
            "notes": self.notes,
            "objective": self.objective,
            "method": self.method,
            "mixes": self.number,
            "targets": [
                {"target": target.label, "share": share}
                for target, share in zip(*self.targets, strict=True)
            ],
            "best": entry(self.best),
            "runner_up": entry(self.runner_up),
            "margin": self.margin,
        }


@watched
def choose(
    attacker: Any,
    options: Any,
    targets: Any,
    *,
    objective: Objective = "damage",
    limits: Any = None,
    budget: float | None = None,
    context: Any = None,
    ruleset: Any = None,
    game: str | None = None,
) -> Choice:
    """Return the mix of weapon options that maximises an objective.

    Parameters
    ----------
    attacker : Unit, dict, str or list
        The unit as it is without options.
    options, limits, budget
        What it may take, as of `mathhammer.analysis.options.read_choices`.
    targets
        A mix of targets, as of `mathhammer.analysis.mixes.read_mix`.
    objective : str or callable
        One of `mathhammer.analysis.efficiency.MEASURES`, or a function of a `Result`.
    context, ruleset, game
        As in `mathhammer.attack`.

    Returns
    -------
    Choice

    Raises
    ------
    MathhammerError
        Something given is wrong, no mix is allowed, or the objective isn't known of the
        units given (their points, say).
    TooLargeError
        More than `MAX_MIXES` mixes, and no additive objective.

    Examples
    --------
    >>> found = choose(
    ...     "5x rifle: A2 BS3+ S4 AP-1 D1",
    ...     [{"weapons": "plasma: A1 BS3+ S8 AP-3 D2", "most": 2, "replaces": "rifle"},
    ...      {"weapons": "melta: A1 BS3+ S9 AP-4 DD6", "most": 1, "replaces": "rifle"}],
    ...     "50 % meq, 50 % veq")
    >>> found.words(found.best.mix), found.method
    ('2x plasma, 1x melta', 'enumeration')
    """
    named = game_for(game, [attacker])
    with inside("attacker"):
        unit = read_unit(attacker, named)
    if objective in COSTS:
        raise MathhammerError(
            f"{quoted(objective)} is a cost, of which less is better", "objective"
        )
    if not callable(objective):
        with inside("objective"):
            measure(objective)
    with inside("mix"):
        mix = read_mix(targets, named)
    situation = read_situation(context, ruleset, named)
    choices = read_choices(unit, options, limits, budget)
    return _Search(choices, mix, *situation, objective).best()


def read_unit(value: Any, game: str) -> Unit:
    """Return the unit as it is without options; it may have no weapon of its own."""
    if isinstance(value, dict) and "attacks" not in value and "weapons" not in value:
        unit: Unit = profiles_of(game).Unit.read(value)
        return unit
    return read_attacker(value, game)


class _Search(NamedTuple):
    """What is maximised, and over what."""

    choices: Choices
    targets: TargetMix
    context: Context
    ruleset: Ruleset
    objective: Objective

    @property
    def name(self) -> str:
        """The name of the measure."""
        return self.objective if isinstance(self.objective, str) else "function"

    def best(self) -> Choice:
        """Return the best mix of the choices; see `choose`."""
        mixes: list[Mix] = []
        for step, mix in enumerate(self.choices.mixes()):
            if mix is not None:
                mixes.append(mix)
            if len(mixes) > MAX_MIXES or step > MAX_STEPS:
                break
        else:
            if not mixes:
                raise MathhammerError(_NONE_ALLOWED)
            return self._enumerated(mixes)
        if not self._is_additive():
            raise TooLargeError(
                f"there are more than {MAX_MIXES} mixes, and {self.name!r} is not additive here: "
                f"limit the options, or take one that is: {', '.join(ADDITIVE)} (against units of "
                "one kind of model, without champions)"
            )
        ranked = _ranked(self._computed(self._by_milp()))
        return Choice(*self[:4], self.name, "milp", None, ranked)

    def _enumerated(self, mixes: Sequence[Mix]) -> Choice:
        """Return the best of all mixes: each is computed, or summed where that is right."""
        summed = self._is_additive()
        if summed:
            gains = self._gains()
            (bare,) = self._computed([(0,) * len(self.choices.options)])
        ranked: list[Chosen] = []
        with Progress() as progress:
            for begin in range(0, len(mixes), _AT_ONCE):
                progress.count(begin, len(mixes), "mixes")
                part = mixes[begin : begin + _AT_ONCE]
                if summed:
                    values = bare.value + np.array(part, dtype=np.float64) @ gains
                    chosen = self._chosen(part, values.tolist())
                else:
                    chosen = self._computed(part)
                ranked = _ranked(ranked + chosen)[:KEPT]
        if summed:  # what is shown of the best is their own, without the rounding of a sum
            ranked = _ranked(self._computed([one.mix for one in ranked]))
        return Choice(*self[:4], self.name, "enumeration", len(mixes), ranked, summed)

    def _chosen(self, mixes: Sequence[Mix], values: Sequence[float]) -> list[Chosen]:
        pairs = zip(mixes, values, strict=True)
        return [Chosen(mix, value, self.choices.cost(mix)) for mix, value in pairs]

    def _computed(self, mixes: Sequence[Mix]) -> list[Chosen]:
        """Return mixes with their values over the targets."""
        units = [self.choices.attacker(mix) for mix in mixes]
        armed = [unit for unit in units if unit is not None]
        against = list(self.targets.targets)
        results = iter(compare_units(armed, against, self.context, self.ruleset).results)
        values = []
        for unit in units:  # some have nothing to attack with
            value = 0.0 if unit is None else self._over([next(results) for _ in against])
            if value is None:
                raise MathhammerError(
                    "the objective isn't known of these units: the points of the attacker or of a "
                    "target aren't given", "objective",
                )  # fmt: skip
            values.append(float(value))
        return self._chosen(mixes, values)

    def _over(self, results: Sequence[Result]) -> float | None:
        """Return the objective over the targets."""
        one = measure(self.objective) if isinstance(self.objective, str) else self.objective
        return weighted([one(result) for result in results], self.targets.shares)

    def _is_additive(self) -> bool:
        """Return whether each copy of a weapon adds the same to the objective."""
        options, weapons = self.choices.options, self.choices.unit.weapons
        mixed = any(
            getattr(t, "groups", ()) or getattr(t, "leader", ()) for t in self.targets.targets
        )
        changing = [weapon for option in options for weapon in option.weapons]
        changing += [weapons[o.replaces] for o in options if o.replaces >= 0]
        champions = any(getattr(weapon, "champion", False) for weapon in changing)
        chooses = self.choices.unit.chooses or any(weapon.modes is not None for weapon in changing)
        return self.name in ADDITIVE and not (mixed or champions or chooses)

    def _by_milp(self) -> list[Mix]:
        """Return the best mix of an additive objective and the next best."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        gains = self._gains()
        options, limits, budget = self.choices.options, self.choices.limits, self.choices.budget
        number = len(options)
        rows = [[float(i in limit.options) for i in range(number)] for limit in limits]
        least = [float(limit.least) for limit in limits]
        most = [float(limit.most) for limit in limits]
        if budget is not None:
            rows.append([option.cost for option in options])
            least.append(-np.inf)
            most.append(budget)
        constraints = [LinearConstraint(np.array(rows), least, most)] if rows else []

        def solve(low: Sequence[int], high: Sequence[int]) -> Mix | None:
            if any(a > b for a, b in zip(low, high, strict=True)):
                return None
            found = milp(
                -gains, integrality=np.ones(number), bounds=Bounds(low, high),
                constraints=constraints, options={"mip_rel_gap": 0.0},
            )  # fmt: skip
            return tuple(round(x) for x in found.x) if found.success else None

        low, high = [o.least for o in options], [o.most for o in options]
        best = solve(low, high)
        if best is None:
            raise MathhammerError(_NONE_ALLOWED)
        others = []
        for i in range(number):  # another mix has less or more of some option
            others.append(solve(low, [*high[:i], best[i] - 1, *high[i + 1 :]]))
            others.append(solve([*low[:i], best[i] + 1, *low[i + 1 :]], high))
        rest = [mix for mix in others if mix is not None]
        return [best, max(rest, key=lambda mix: float(np.dot(gains, mix)))] if rest else [best]

    def _gains(self) -> Array:
        """Return what each option adds to an additive objective each time it is taken."""
        unit = self.choices.unit.replace(mortals=None, order=None)

        def worth(weapons: Sequence[Any]) -> float:
            alone = unit.replace(weapons=list(weapons))
            situation = self.context, self.ruleset
            return self._over([evaluate(alone, t, *situation) for t in self.targets.targets]) or 0.0

        gains = []
        for option in self.choices.options:
            gain = worth(option.weapons)
            if option.replaces >= 0:
                gain -= worth([self.choices.unit.weapons[option.replaces].replace(count=1)])
            gains.append(gain)
        return np.array(gains)


def _ranked(chosen: list[Chosen]) -> list[Chosen]:
    """Return mixes, the best first; of equal ones the cheaper, then that of fewer options."""
    ranked: list[Chosen] = []
    equal: list[Chosen] = []
    for one in sorted(chosen, key=lambda one: -one.value):
        if equal and one.value < equal[0].value - _EQUAL * max(1.0, abs(equal[0].value)):
            ranked += sorted(equal, key=_cheapness)
            equal = []
        equal.append(one)
    return ranked + sorted(equal, key=_cheapness)


def _cheapness(one: Chosen) -> tuple[float, int]:
    return one.cost, sum(one.mix)
