"""A literal player of whole turns and fights: the slow truth of the tests of ``kind = "turn"``.

It plays a turn the way people do at a table: step by step, die by die, model by model. A
turn is given as the mapping of fields of a scenario file (contract, section 5). What a die
is rolled for in an attack is the business of `reference` (Warhammer 40,000) and
`reference_aos` (Age of Sigmar); here are the steps around the attacks, and the models,
which keep their wounds from one step to the next.

Like the references of attacks a turn keeps a stack of what is still to do: an action takes
itself off, rolls its dice, and puts on what follows from them. The same actions serve

* `play`, with any source of dice,
* `sample`, many plays with random dice,
* `enumerate_exactly`, with every possible result of every die. Histories that left the same
  models standing and the same things to do are played on together.

Where the contract is silent
----------------------------
* A step takes place if its `if` holds and the units that it needs are alive: `by` and `at`, but
  not whom a move is `toward`; of a fight one unit that fights; of a battle-shock test the unit
  must be below half strength; of a reinforcement it must be destroyed, have reinforcements, and
  not have used them. Taking control needs nobody.
* Gaps are between pairs of enemies, each `gap` at the start.
* The first failed save that a unit ignores is the first of the turn.
* The situation of an attack is what the turn knows (`charged`, `target_charged`, `advanced`),
  the step's `context` put over it, and the attacking unit's over both.
* A unit that is destroyed is no longer one that charged, advanced, or is battle-shocked: the
  copy that replaces it begins anew. Flags stay: they say what happened, not what is.
* Full strength is `starting_models`, in AoS; in 40k it is the models listed.
* What is destroyed explodes before anything else is done. It hurts the other side alone: those
  at most 6 inches away, those that it fights, and those that the step's context says are near.
* Desperate Escape tests come before the move.
* A flag once set stays set: a second charge that fails does not take it away, a
  battle-shock test that is passed neither.

Codes such as W-5.2 are those of the rules digest.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from oracle import reference, reference_aos
from oracle.reference_checks import dice_of, modifier

from mathhammer.core.dice import Dice
from mathhammer.games.aos import profiles as aos
from mathhammer.games.common.mortals import MortalDice
from mathhammer.games.wh40k import profiles as wh40k

Die = Callable[[int], int]
Fields = Mapping[str, Any]
Action = tuple[Any, ...]

FIRST, SECOND = "first", "second"
OTHER = {FIRST: SECOND, SECOND: FIRST}
#: Fields of a unit in a turn that are not those of an attacker or a target.
OF_TURNS = (
    "side", "move", "leadership", "objective_control", "starting_models", "fights_first",
    "strike_last", "reinforcements",
)  # fmt: skip
#: Where the bases of two units that fight each other are: inches between them (W-5.2, A-5).
ENGAGED = {"wh40k": 1.0, "aos": 0.5}
#: Units so near are in combat; only a charge leads into it (W-5.2, A-5).
COMBAT = {"wh40k": 1.0, "aos": 3.0}
#: Fields of `[[attacker.mortals]]` in a step.
OF_MORTALS = ("name", "dice", "per_model", "on", "modifier", "damage", "table", "gate",
              "max")  # fmt: skip

TooManyLeavesError = reference.TooManyLeavesError


def names(value: Any) -> list[str]:
    """Return a list of names, given as one or several."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


def threshold(value: Any) -> int:
    """Read ``"6+"`` or 6."""
    return int(str(value).strip().removesuffix("+"))


# ------------------------------------------------------------------------------- units


class Fighter:
    """What is fixed of a unit of a turn.

    Attributes
    ----------
    full : list of int
        Wounds of each model at full strength, in the order in which they fall.
    start : tuple of int
        Wounds of each model when the turn begins.
    part : list of str
        The name of each model's group or leader; empty of plain models.
    """

    def __init__(self, name: str, fields: Fields, game: str) -> None:
        self.name = name
        self.side = fields.get("side", FIRST if name == "a" else SECOND)
        self.move = float(fields.get("move", 0))
        self.leadership = threshold(fields.get("leadership", 0))
        self.control = int(fields.get("objective_control", 0))
        self.fights_first = bool(fields.get("fights_first", False))
        self.strike_last = bool(fields.get("strike_last", False))
        self.reinforcements = bool(fields.get("reinforcements", False))
        profile = {k: v for k, v in fields.items() if k not in OF_TURNS}
        self.unit: Any
        if game == "aos":
            self.unit = unit = aos.Unit(**profile)
            self.models = unit.models
            self.starting = int(fields.get("starting_models", unit.models))
            # Those slain before the turn stand first, and are slain already.
            self.full = [unit.health] * self.starting
            self.part = [""] * self.starting
            self.leads = [False] * self.starting
            start = [0] * (self.starting - self.models) + [unit.health] * self.models
            start[self.starting - self.models] -= unit.damage_taken
            self.suffers = False
            self.demise = None
        else:
            self.unit = unit = wh40k.Unit(**profile)
            made = reference.Sequence(
                wh40k.Unit(mortals=[{}]), unit, wh40k.Context(), wh40k.Ruleset()
            ).models
            self.full = [m.full for m in made]
            self.leads = [m.leader for m in made]
            self.feel_no_pain_mortals = [m.feel_no_pain_mortals for m in made]
            self.part = [g.name for g in unit.groups for _ in range(g.models)]
            self.part += [""] * (len(made) - len(self.part) - len(unit.leader))
            self.part += [leader.name for leader in unit.leader]
            self.models = self.leads.count(False)
            self.starting = int(fields.get("starting_models", len(made)))
            start = [m.start for m in made]
            values = [a.dice for a in unit.abilities if a.kind == "deadly demise"]
            self.demise = max(values, key=reference.mean, default=None)
            self.suffers = bool(unit.keywords & {"character", "monster", "vehicle"})
        self.start = tuple(start)

    def copies(self, weapon: Any, left: list[int]) -> int:
        """Return how many copies of a weapon the models still standing use.

        Without a group floor(count x survivors / models), leaders not counted. Those of a
        group, or of a leader, that the unit has are used by its survivors: one each where
        there is no more than one for each, else in proportion. Where the unit has no such
        part the copies sit on its last models, which fall last.
        """
        if weapon.group is None:
            mine = [i for i, leads in enumerate(self.leads) if not leads]
            number = self.models
        elif weapon.group in self.part:
            mine = [i for i, part in enumerate(self.part) if part == weapon.group]
            number = len(mine)
            if weapon.count <= number:
                return min(weapon.count, sum(left[i] > 0 for i in mine))
        else:
            mine = [i for i, leads in enumerate(self.leads) if not leads]
            number = self.models
            if weapon.count <= number:
                return min(weapon.count, sum(left[i] > 0 for i in mine))
        return weapon.count * sum(left[i] > 0 for i in mine) // number


class TurnFields:
    """What changes of a unit in a turn."""

    def __init__(self, fighter: Fighter) -> None:
        self.left = list(fighter.start)
        self.fresh()
        self.reinforced = self.exploded = False

    def fresh(self) -> None:
        """Forget all that has been done in the turn, and to it."""
        self.charged = self.advanced = self.shocked = self.ignored = False

    @property
    def models(self) -> int:
        return sum(left > 0 for left in self.left)

    @property
    def wounds(self) -> int:
        return sum(self.left)

    def front(self) -> int:
        """Return which model is in front: the first one standing."""
        return next(i for i, left in enumerate(self.left) if left)

    def written(self) -> tuple[Any, ...]:
        return (tuple(self.left), self.charged, self.advanced, self.shocked, self.ignored,
                self.reinforced, self.exploded)  # fmt: skip

    def read(self, written: tuple[Any, ...]) -> None:
        (left, self.charged, self.advanced, self.shocked, self.ignored, self.reinforced,
         self.exploded) = written  # fmt: skip
        self.left = list(left)


# ------------------------------------------------------------------------------ attacks


class Attack(reference.Sequence):
    """The attacks of a unit that has had losses, on a unit that has had losses."""

    def begin(
        self, left: list[int], ignored: bool, copies: list[int], attacking_models: int
    ) -> None:
        """Put the models in their places and everything to do on the stack.

        Blast counts the models that stand now (W-1.8); a hazardous weapon rolls for each
        copy in use (W-3).
        """
        self.reset()
        for model, wounds in zip(self.models, left, strict=True):
            model.left = wounds
        self.first_ignored = ignored
        self.attacking_models = attacking_models
        standing = sum(wounds > 0 for wounds in left)
        todo: list[Action] = []
        hazards = 0
        for weapon, number in zip(self.weapons, copies, strict=True):
            used = number if weapon.count else 0  # none: it may not shoot after an Advance
            if weapon.may_blast:
                weapon.blast = standing // 5
            if weapon.hazardous:
                hazards += used
            if used:
                todo.append((reference.Sequence.copies, weapon, used))
        todo += [(reference.Sequence.waiting_attack,), (reference.Sequence.mortal_pool,)]
        todo += [(reference.Sequence.mortal_gate, m, 0) for m in self.mortals]
        if hazards:
            todo.append((reference.Sequence.hazardous, hazards))
        self.todo = todo[::-1]

    @property
    def kept(self) -> int:
        """What counts in the end and is not in a snapshot: dice for hazardous weapons that
        show a 1."""
        return int(self.tally[reference.HAZARDS])

    @kept.setter
    def kept(self, ones: int) -> None:
        self.tally[reference.HAZARDS] = ones

    def end(self) -> tuple[Any, ...]:
        """Return the wounds left of each model, whether the first failed save has been
        ignored, and how many dice for hazardous weapons show a 1."""
        return tuple([m.left for m in self.models]), self.first_ignored, self.kept


class Pools(reference_aos.Sequence):
    """The attacks of a unit of Age of Sigmar that has had losses: they end in pools (A-2)."""

    def begin(
        self, left: list[int], ignored: bool, copies: list[int], attacking_models: int
    ) -> None:
        """Put everything to do on the stack. What the pools do to the target comes later."""
        self.attend(attacking_models, copies)
        self.standing_models = 0

    @property
    def kept(self) -> tuple[int, ...]:
        """What counts in the end and is not in a snapshot: the pools that are done with."""
        return tuple(self.through)

    @kept.setter
    def kept(self, through: tuple[int, ...]) -> None:
        self.through = list(through)

    def end(self) -> tuple[Any, ...]:
        """Return the points in each pool that the ward has let through."""
        return self.kept


# -------------------------------------------------------------------------------- turns


class Turn:
    """A turn: prepared once, played as often as wanted.

    Attributes
    ----------
    stand : dict of TurnFields
        The units as they are now.
    flags : dict of bool
    gaps : dict
        Inches between two enemies, for each pair of names.
    control : str or None
        Who controls the objective.
    took : bool
        Whether the step being played takes place.
    todo : list
        A stack of actions, each a method's name and what belongs to it.
    """

    def __init__(self, fields: Fields) -> None:
        self.game = fields.get("game", "wh40k")
        self.units = {
            name: Fighter(name, unit, self.game) for name, unit in fields["units"].items()
        }
        self.engaged = ENGAGED[self.game]
        self.gap = float(fields.get("gap", 0))
        self.gap_known = "gap" in fields
        self.steps = [dict(step) for step in fields["step"]]
        self.profiles: Any = aos if self.game == "aos" else wh40k
        self.ruleset = self.profiles.Ruleset(**fields.get("ruleset", {}))
        self.known_flags = {
            **{s.get("name", "charged"): False for s in self.steps if s["do"] == "charge"},
            **{f"{s['by']}.shocked": False for s in self.steps if s["do"] == "battleshock"},
        }
        self._attacks: dict[Any, Any] = {}
        self._outcomes: dict[Any, Any] = {}
        self.reset()

    def reset(self) -> None:
        """Put everything back to the start."""
        self.stand = {name: TurnFields(fighter) for name, fighter in self.units.items()}
        self.flags = dict(self.known_flags)
        self.gaps = {
            frozenset(pair): self.gap
            for pair in itertools.combinations(self.units, 2)
            if self.units[pair[0]].side != self.units[pair[1]].side
        }
        self.control: str | None = None
        self.took = False
        self.todo: list[Action] = []

    def snapshot(self) -> tuple[Any, ...]:
        """Return all that the future depends on, as one value."""
        return (
            tuple([s.written() for s in self.stand.values()]),
            tuple(self.flags.values()),
            tuple(self.gaps.values()),
            self.control,
            self.took,
            tuple(self.todo),
        )

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Go back to a snapshot."""
        standing, flags, gaps, self.control, self.took, todo = snapshot
        for stand, written in zip(self.stand.values(), standing, strict=True):
            stand.read(written)
        self.flags = dict(zip(self.flags, flags, strict=True))
        self.gaps = dict(zip(self.gaps, gaps, strict=True))
        self.todo = list(todo)

    # -------------------------------------------------------------- what may be asked

    def alive(self, name: str) -> bool:
        return any(self.stand[name].left)

    def holds(self, condition: Any) -> bool:
        """Whether all of some flags are as they should be."""
        return all(
            not self.flags[flag.removeprefix("not ").strip()]
            if flag.startswith("not ")
            else self.flags[flag]
            for flag in names(condition)
        )

    def enemies(self, name: str) -> list[str]:
        return [other for other in self.units if self.units[other].side != self.units[name].side]

    def below_half(self, name: str) -> bool:
        """Whether a unit is below half strength (W-5.4).

        Of a unit that started as one model its wounds decide, else its models.
        """
        fighter, stand = self.units[name], self.stand[name]
        start, full = fighter.starting, fighter.full
        leading = sum(1 for w, lead in zip(stand.left, fighter.leads, strict=True) if w and lead)
        leaders = sum(fighter.leads)
        if leaders and not leading:  # W-2: the strength is the survivor's own
            start -= leaders
        elif leaders and leading == stand.models:
            start, full = leaders, [w for w, lead in zip(full, fighter.leads, strict=True) if lead]
        if start == 1:
            return 2 * stand.wounds < full[0]
        return 2 * stand.models < start

    # ------------------------------------------------------------------ steps of a turn

    def start(self, number: int) -> None:
        """Begin a step: put what is to do on the stack, if it takes place."""
        step = self.now = self.steps[number]
        do = step["do"]
        self.took = False
        if not self.holds(step.get("if")):
            return
        if do == "control":
            self.took = True
            self.todo = [("take_control", number)]
        elif do == "fight":
            self.todo = [("fight_on", number, (), "")]
        else:
            needed = [*names(step.get("by")), *names(step.get("at"))]
            if do == "reinforce":
                (name,) = needed
                if self.alive(name) or self.stand[name].reinforced:
                    return
                if not self.units[name].reinforcements:
                    return
            elif not all(map(self.alive, needed)):
                return
            elif do == "battleshock" and not self.below_half(step["by"]):
                return
            self.took = True
            self.todo = [(do, number)]

    def act(self, die: Die) -> None:
        """Do the next thing on the stack."""
        action, *more = self.todo.pop()
        getattr(self, action)(die, *more)
        self.settle()

    def settle(self) -> None:
        """Take away from units that are destroyed what they were; let them explode."""
        for name, stand in self.stand.items():
            if any(stand.left):
                continue
            if stand.charged or stand.advanced or stand.shocked:
                stand.fresh()
            if self.units[name].demise is not None and not stand.exploded:
                stand.exploded = True
                self.todo.append(("demise", name))

    def step(self, number: int, die: Die) -> None:
        """Play a step."""
        self.start(number)
        while self.todo:
            self.act(die)

    # -------------------------------------------------------------------------- attacks

    def shoot(self, die: Die, number: int) -> None:
        """All ranged weapons that the step allows."""
        step = self.steps[number]
        self.todo.append(("attack", number, step["by"], step["at"], "ranged"))

    def attack(self, die: Die, number: int, by: str, at: str, kind: str) -> None:
        """The attacks of one unit on another, then what its hazardous weapons do to it."""
        target = self.stand[at]
        attack, key = self.prepared(number, by, at, kind)
        attack.begin(target.left, target.ignored, *key)
        attack.play(die)
        self.after_attack(by, at, attack.end())

    def after_attack(self, by: str, at: str, end: tuple[Any, ...]) -> None:
        """Write down what an attack has left."""
        if self.game == "aos":
            for points in end:
                self.allocate(at, points)
            return
        left, ignored, ones = end
        self.stand[at].left = list(left)
        self.stand[at].ignored = ignored
        if ones:
            self.todo.append(("hazardous", by, ones))

    def prepared(self, number: int, by: str, at: str, kind: str) -> tuple[Any, tuple[Any, ...]]:
        """Return an attack, and what of the attacker's losses it depends on.

        `kind` is ``"ranged"``, ``"melee"`` or ``"overwatch"``: which weapons are used. A step's
        `weapons` names those that are, its `context` the situation.
        """
        step = self.steps[number]
        me, them = self.stand[by], self.stand[at]
        if self.game == "aos":
            situation = {"charged": me.charged, "target_charged": them.charged}
        else:
            situation = {"charged": me.charged, "advanced": me.advanced and kind != "melee"}
        which = (number, by, at, kind, tuple(situation.values()))
        fighter = self.units[by]
        if which not in self._attacks:
            context = self.profiles.Context(**situation)
            if kind == "overwatch":
                context = context.replace(overwatch=True)
            elif "context" in step:
                context = context.merged(self.profiles.Context.read(step["context"]))
            used = "melee" if kind == "melee" else "ranged"
            weapons = [w for w in fighter.unit.weapons if w.type == used]
            if kind != "overwatch" and "weapons" in step:
                weapons = [w for w in weapons if w.name in names(step["weapons"])]
            unit = fighter.unit.replace(weapons=weapons)
            made: Any
            if self.game == "aos":
                made = Pools(unit, self.units[at].unit, context, self.ruleset)
            else:
                made = Attack(unit, self.units[at].unit, context, self.ruleset)
                general = unit.abilities
                for prepared, weapon in zip(made.weapons, weapons, strict=True):
                    prepared.may_blast = any(
                        a.kind == "blast" for a in (*weapon.abilities, *general)
                    )
            self._attacks[which] = (made, weapons)
        made, weapons = self._attacks[which]
        copies = [fighter.copies(w, me.left) for w in weapons]
        return made, (copies, self.survivors(by))

    def survivors(self, name: str) -> int:
        """Return how many models of a unit stand, leaders not counted."""
        leads = self.units[name].leads
        left = self.stand[name].left
        return sum(bool(w) and not lead for w, lead in zip(left, leads, strict=True))

    def mortals(self, die: Die, number: int) -> None:
        """Dice outside the attacks: mortal wounds, or mortal damage in a pool of its own."""
        step = self.steps[number]
        attack, key = self.prepared_mortals(number)
        target = self.stand[step["at"]]
        attack.begin(target.left, target.ignored, *key)
        attack.play(die)
        self.after_attack("", step["at"], attack.end())

    def prepared_mortals(self, number: int) -> tuple[Any, tuple[Any, ...]]:
        """Return the attack that some mortal wounds are, as `prepared` does."""
        step = self.steps[number]
        if ("mortals", number) not in self._attacks:
            dice = MortalDice(**{k: v for k, v in step.items() if k in OF_MORTALS})
            unit = self.profiles.Unit(mortals=[dice])
            kind = Pools if self.game == "aos" else Attack
            self._attacks["mortals", number] = kind(
                unit, self.units[step["at"]].unit, self.profiles.Context(), self.ruleset
            )
        by = names(step.get("by"))
        return self._attacks["mortals", number], ([], self.survivors(by[0]) if by else 1)

    def grenade(self, die: Die, number: int) -> None:
        """Six dice, each 4+ a mortal wound (W-6)."""
        self.todo.append(("throw", self.steps[number]["at"], 6, 4, 6, 0))

    def tank_shock(self, die: Die, number: int) -> None:
        """As many dice as the weapon is strong, 2 more if S > T; each 5+, at most six (W-6)."""
        step = self.steps[number]
        rams = [
            w.strength
            for w in self.units[step["by"]].unit.weapons
            if w.type == "melee" and step.get("weapon", w.name) == w.name
        ]
        strength = max(rams)
        dice = strength + 2 if strength > self.units[step["at"]].unit.toughness else strength
        self.todo.append(("throw", step["at"], dice, 5, 6, 0))

    def throw(self, die: Die, at: str, left: int, on: int, most: int, came: int) -> None:
        """One of some dice; after the last the mortal wounds are suffered."""
        if left:
            came += die(6) >= on
            self.todo.append(("throw", at, left - 1, on, most, came))
        else:
            self.suffer(die, at, min(most, came))

    def power_through(self, die: Die, number: int) -> None:
        """D3 mortal damage, less what the ward takes away (A-4)."""
        at = self.steps[number]["at"]
        unit = self.units[at].unit
        ward = reference.lowest(unit.ward, unit.ward_mortals)
        points = 0
        for _ in range(die(3)):
            points += not (ward and die(6) >= ward)
        self.allocate(at, points)

    # --------------------------------------------------------------------------- fights

    def fight_on(self, die: Die, number: int, fought: tuple[str, ...], side: str) -> None:
        """The next unit fights.

        W-5.3: in 40k first those that charged or fight first, then the rest, in each the sides
        taking turns from the one whose turn it is not. A-5: in AoS strike-first, then the
        rest, then strike-last, the sides taking turns from the one whose turn it is. A side
        without a unit that can fight lets the other go on; the units of a side fight in the
        order in which they are named.

        `side` is who is to choose now, empty where that begins anew.
        """
        step = self.steps[number]
        ready = [
            (self.rank(name), name)
            for name in names(step["by"])
            if name not in fought and self.alive(name) and self.foe(step, name) is not None
        ]
        if not ready:
            return
        self.took = True
        rank = min(ready)[0]
        before = self.rank(fought[-1]) if side else -1
        if side and (rank == before or (self.game == "aos" and rank == 2 and before > 0)):
            chooser = side
        else:
            chooser = FIRST if self.game == "aos" else SECOND
        able = [name for r, name in ready if r == rank]
        mine = [name for name in able if self.units[name].side == chooser]
        if not mine:
            chooser, mine = OTHER[chooser], able
        name = mine[0]
        foe = self.foe(step, name)
        self.todo.append(("fight_on", number, (*fought, name), OTHER[chooser]))
        self.todo.append(("attack", number, name, foe, "melee"))

    def rank(self, name: str) -> int:
        """Return when a unit fights: 0 before others, 1, 2 after others."""
        fighter = self.units[name]
        if self.game == "aos":
            return 1 - fighter.fights_first + fighter.strike_last
        # Whoever charged in the other side's turn (Heroic Intervention, W-6) has no charge bonus.
        bonus = self.stand[name].charged and fighter.side == FIRST
        return 0 if fighter.fights_first or bonus else 1

    def foes(self, step: Fields, name: str) -> list[str]:
        """Return whom a unit may fight: what `at` says of it, else the enemies named."""
        at = step.get("at")
        if isinstance(at, Mapping):
            at = at.get(name)
        enemies = self.enemies(name)
        aimed = [other for other in names(at) if other in enemies]
        return aimed or [other for other in names(step["by"]) if other in enemies]

    def foe(self, step: Fields, name: str) -> str | None:
        """Return whom a unit fights: the first living one whom it may fight."""
        return next(filter(self.alive, self.foes(step, name)), None)

    # --------------------------------------------------------------------- own losses

    def hazardous(self, die: Die, name: str, ones: int) -> None:
        """Each 1 slays the model in front, or inflicts three mortal wounds (W-3)."""
        if self.units[name].suffers:
            self.suffer(die, name, 3 * ones)
            return
        for _ in range(ones):
            self.slay(name)

    def slay(self, name: str) -> None:
        """The model in front is destroyed."""
        if self.alive(name):
            stand = self.stand[name]
            stand.left[stand.front()] = 0

    def suffer(self, die: Die, name: str, number: int) -> None:
        """Mortal wounds: one point each, on the model in front, Feel No Pain for each (W-1.6)."""
        stand = self.stand[name]
        for _ in range(number):
            if not any(stand.left):
                return
            model = stand.front()
            chance = self.units[name].feel_no_pain_mortals[model]
            if not (chance and die(6) >= chance):
                stand.left[model] -= 1

    def allocate(self, name: str, points: int) -> None:
        """Put points of damage on a unit, one at a time (A-2.2)."""
        left = self.stand[name].left
        for _ in range(points):
            if not any(left):
                return
            # the damaged model is the one with the least health left
            left[min((i for i, w in enumerate(left) if w), key=left.__getitem__)] -= 1

    def demise(self, die: Die, name: str) -> None:
        """Roll for a unit that has just been destroyed: on a 6 it explodes (W-5.7)."""
        near = [other for other in self.enemies(name) if self.near(name, other)]
        if near and die(6) == 6:
            self.todo += [("caught", name, other) for other in near]

    def caught(self, die: Die, name: str, other: str) -> None:
        """One of the units near an explosion suffers it (W-5.7)."""
        self.suffer(die, other, reference.roll(self.units[name].demise, die))

    def near(self, name: str, other: str) -> bool:
        """Return whether two enemies are within 6 inches, or count as that in this step."""
        step, pairs = self.now, []
        if step["do"] == "shoot":
            pairs = [(step["by"], step["at"])]
        elif step["do"] == "charge" and step.get("overwatch"):
            pairs = [(step["at"], step["by"])]
        elif step["do"] == "fight":
            pairs = [(by, self.foes(step, by)[0]) for by in names(step["by"])]
        if any({name, other} == {*pair} for pair in pairs):
            context = step.get("context", {})
            for field, most in (("within_deadly_demise", None), ("distance", 6)):
                if field in context:
                    return bool(context[field]) if most is None else context[field] <= most
            if step["do"] == "fight":
                return True
        return self.gap_known and self.gaps[frozenset((name, other))] <= 6

    # --------------------------------------------------------------------------- moves

    def others(self, step: Fields) -> list[str]:
        """Return whom a move is about: who `toward` names, else every enemy."""
        return names(step.get("toward")) or self.enemies(step["by"])

    def change_gap(self, step: Fields, inches: float) -> None:
        """Shorten the gap by some inches, down to being engaged, or lengthen it."""
        for other in self.others(step):
            pair = frozenset((step["by"], other))
            gap = self.gaps[pair]
            if inches > 0:
                self.gaps[pair] = min(gap, max(COMBAT[self.game], gap - inches))
            else:
                self.gaps[pair] = gap - inches

    def move(self, die: Die, number: int) -> None:
        """Move M inches."""
        step = self.steps[number]
        self.change_gap(step, self.units[step["by"]].move)

    def advance(self, die: Die, number: int) -> None:
        """Move M and a D6 inches; then only Assault weapons shoot (W-5.1)."""
        step = self.steps[number]
        self.change_gap(step, self.units[step["by"]].move + die(6))
        self.stand[step["by"]].advanced = True

    def run(self, die: Die, number: int) -> None:
        """Move M and a D6 inches (A-5)."""
        step = self.steps[number]
        self.change_gap(step, self.units[step["by"]].move + die(6))

    def fall_back(self, die: Die, number: int) -> None:
        """Move away; if battle-shocked each model takes a Desperate Escape test (W-5.5)."""
        step = self.steps[number]
        name = step["by"]
        self.todo.append(("leave", number))
        if self.stand[name].shocked:
            self.todo.append(("escape", name, self.stand[name].models))

    def leave(self, die: Die, number: int) -> None:
        """Move away from the enemy."""
        step = self.steps[number]
        self.change_gap(step, -self.units[step["by"]].move)

    def escape(self, die: Die, name: str, left: int) -> None:
        """One Desperate Escape test: on a 1 or 2 a model is destroyed (W-5.5)."""
        if left > 1:
            self.todo.append(("escape", name, left - 1))
        if die(6) <= 2:
            self.slay(name)

    def retreat(self, die: Die, number: int) -> None:
        """Move away, and suffer D3 mortal damage (A-5)."""
        step = self.steps[number]
        name = step["by"]
        self.change_gap(step, -self.units[name].move)
        unit = self.units[name].unit
        ward = reference.lowest(unit.ward, unit.ward_mortals)
        points = 0
        for _ in range(die(3)):
            points += not (ward and die(6) >= ward)
        self.allocate(name, points)

    def charge(self, die: Die, number: int) -> None:
        """Charge (W-5.2, A-5); with Overwatch the target shoots first (W-4.6)."""
        step = self.steps[number]
        self.todo.append(("charge_roll", number))
        if step.get("overwatch"):
            self.todo.append(("attack", number, step["at"], step["by"], "overwatch"))

    def charge_roll(self, die: Die, number: int) -> None:
        """Roll for a charge: the gap less the distance of engagement, in 40k up to 12 inches."""
        step = self.steps[number]
        if not (self.alive(step["by"]) and self.alive(step["at"])):
            return  # the target may have slain itself with hazardous weapons
        pair = frozenset((step["by"], step["at"]))
        gap = self.gaps[pair]
        if self.game == "wh40k" and gap > 12:
            return
        inches = math.ceil(gap - self.engaged)
        needed = inches - modifier(step, die)
        if inches <= (1 if self.game == "aos" else 0):  # no roll is modified below that
            needed = NOTHING
        if not charge_reaches(
            dice_of(step, "2D6"),
            needed,
            step.get("reroll"),
            self.game == "aos" and self.ruleset.aos_reroll == "any",
            die,
        ):
            return
        self.gaps[pair] = self.engaged
        self.stand[step["by"]].charged = True
        self.flags[step.get("name", "charged")] = True

    # ------------------------------------------------------------ healing, returning

    def heal(self, die: Die, number: int) -> None:
        """Some wounds come back: on the model in front in 40k, the damaged one in AoS."""
        step = self.steps[number]
        self.heal_points(step["by"], reference.roll(Dice.parse(step["amount"]), die))

    def heal_points(self, name: str, points: int) -> None:
        stand, full = self.stand[name], self.units[name].full
        if self.game == "aos":
            standing = [i for i, w in enumerate(stand.left) if w]
            model = min(standing, key=stand.left.__getitem__)
        else:
            model = stand.front()
        stand.left[model] = min(full[model], stand.left[model] + points)

    def rally(self, die: Die, number: int) -> None:
        """Some D6, each 4+ a point: models return for Health points, the rest heals (A-4)."""
        step = self.steps[number]
        stand, fighter = self.stand[step["by"]], self.units[step["by"]]
        points = 0
        for _ in range(reference.roll(Dice.parse(step.get("dice", 6)), die)):
            points += die(6) >= 4
        health = fighter.unit.health
        while points >= health and 0 in stand.left:
            points -= health
            stand.left[stand.left.index(0)] = health
        self.heal_points(step["by"], points)

    def reinforce(self, die: Die, number: int) -> None:
        """A full-strength copy takes the place of a unit that is destroyed (S-3)."""
        name = self.steps[number]["by"]
        stand = self.stand[name]
        stand.left = list(self.units[name].full)
        stand.fresh()
        stand.reinforced, stand.exploded = True, False
        for pair in self.gaps:
            if name in pair:
                self.gaps[pair] = self.gap

    # ------------------------------------------------------------- tests and objectives

    def battleshock(self, die: Die, number: int) -> None:
        """Roll 2D6 against Leadership (W-5.4); Insane Bravery makes good what failed (W-6)."""
        name = self.steps[number]["by"]
        failed = die(6) + die(6) < self.units[name].leadership
        if failed and not self.steps[number].get("insane_bravery"):
            self.stand[name].shocked = True
            self.flags[f"{name}.shocked"] = True

    def take_control(self, die: Die, number: int) -> None:
        """Add up objective control of the models of each side (W-5.8, A-7)."""
        sums = {FIRST: 0, SECOND: 0}
        for name in names(self.steps[number]["units"]):
            if not self.stand[name].shocked:
                fighter = self.units[name]
                sums[fighter.side] += fighter.control * self.stand[name].models
        if sums[FIRST] == sums[SECOND]:
            self.control = "contested"
        else:
            self.control = max(sums, key=sums.__getitem__)


# ----------------------------------------------------------------------------- charges


#: What every roll comes to.
NOTHING = -1000
#: Which dice are rolled again, of throws that were weighed.
CHOICES: dict[tuple[Any, ...], tuple[tuple[int, int], ...]] = {}


def charge_reaches(dice: Dice, needed: int, reroll: str | None, choosing: bool, die: Die) -> bool:
    """Roll for a charge, with a re-roll if it fails and there is one (D-2).

    Parameters
    ----------
    choosing : bool
        Whether any of the dice may be rolled again, the others left as they lie; else it is
        all of them.
    """
    rolled = [[die(sides) for _ in range(number)] for number, sides, _, _ in dice.terms]

    def enough(faces: list[list[int]]) -> bool:
        total = dice.constant
        for (_, _, keep, lowest), those in zip(dice.terms, faces, strict=True):
            total += sum(sorted(those, reverse=not lowest)[:keep])
        return total >= needed

    if enough(rolled):
        return True
    if reroll is None:
        return False
    assert reroll == "failed"
    places = [(i, j) for i, those in enumerate(rolled) for j in range(len(those))]
    again = places
    if choosing:
        key = (dice, needed, str(rolled))
        if key not in CHOICES:
            sides = [t.sides for t in dice.terms]
            subsets = (itertools.combinations(places, n) for n in range(len(places) + 1))
            some = itertools.chain.from_iterable(subsets)
            CHOICES[key] = max(some, key=lambda those: chance_of(enough, rolled, those, sides))
        again = list(CHOICES[key])
    for i, j in again:
        rolled[i][j] = die(dice.terms[i].sides)
    return enough(rolled)


def chance_of(
    enough: Callable[[list[list[int]]], bool],
    rolled: list[list[int]],
    again: tuple[tuple[int, int], ...],
    sides: list[int],
) -> Fraction:
    """Return the chance that a roll is enough after some of its dice are rolled again."""
    good = total = 0
    for faces in itertools.product(*(range(1, sides[i] + 1) for i, _ in again)):
        after = [list(those) for those in rolled]
        for (i, j), face in zip(again, faces, strict=True):
            after[i][j] = face
        good += enough(after)
        total += 1
    return Fraction(good, total)


# ------------------------------------------------------------------------------ public

Outcome = dict[str, Any]


def play(turn: Turn | Fields, die: Die) -> Outcome:
    """Play a turn.

    Parameters
    ----------
    turn : Turn or mapping
        The fields of a scenario file with ``kind = "turn"``, or a turn made from them.

    Returns
    -------
    dict
        ``steps``: for each step whether it took place and (models, wounds) left of each unit
        after it; ``units``: those at the end; ``flags``; ``control``, None without the step.
    """
    if not isinstance(turn, Turn):
        turn = Turn(turn)
    turn.reset()
    steps = []
    for number in range(len(turn.steps)):
        turn.step(number, die)
        steps.append({"took": turn.took, "units": counted(turn)})
    return {
        "steps": steps, "units": counted(turn), "flags": dict(turn.flags), "control": turn.control
    }  # fmt: skip


def counted(turn: Turn) -> dict[str, tuple[int, int]]:
    """Return models and wounds left of each unit."""
    return {name: (stand.models, stand.wounds) for name, stand in turn.stand.items()}


class Tables:
    """Weights of everything that is counted in a turn, whatever their sort.

    Attributes
    ----------
    took : list of number
        For each step the weight of taking place.
    steps : list of dict of Counter
        ``{unit: {(models, wounds): weight}}`` after each step, and of the end.
    flags, control : dict of number
    joint : dict
        ``{(models of each unit): weight}`` at the end.
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.took: list[Any] = [0] * len(turn.steps)
        self.steps: list[dict[str, dict[Any, Any]]] = [
            {name: {} for name in turn.units} for _ in turn.steps
        ]
        self.flags: dict[str, Any] = dict.fromkeys(turn.flags, 0)
        self.control: dict[str, Any] = {}
        self.joint: dict[tuple[int, ...], Any] = {}

    def after_step(self, number: int, weight: Any) -> None:
        """Count how the turn stands after a step."""
        turn = self.turn
        if turn.took:
            self.took[number] += weight
        for name, pair in counted(turn).items():
            table = self.steps[number][name]
            table[pair] = table.get(pair, 0) + weight

    def at_end(self, weight: Any) -> None:
        """Count how the turn stands at its end."""
        turn = self.turn
        for flag, is_set in turn.flags.items():
            if is_set:
                self.flags[flag] += weight
        if turn.control is not None:
            self.control[turn.control] = self.control.get(turn.control, 0) + weight
        models = tuple([stand.models for stand in turn.stand.values()])
        self.joint[models] = self.joint.get(models, 0) + weight

    def result(self, total: Any) -> dict[str, Any]:
        """Return the probabilities, with a weight of one put at `total`."""

        def share(weight: Any) -> Any:
            return Fraction(weight, total) if isinstance(weight, Fraction) else weight / total

        def unit(table: dict[Any, Any]) -> dict[str, Any]:
            models: dict[int, Any] = {}
            wounds: dict[int, Any] = {}
            for (m, w), weight in table.items():
                models[m] = models.get(m, 0) + share(weight)
                wounds[w] = wounds.get(w, 0) + share(weight)
            return {"models": models, "wounds": wounds, "destroyed": models.get(0, 0)}

        last = self.steps[-1]
        made: dict[str, Any] = {
            "steps": [
                {"probability": share(took), "units": {n: unit(t) for n, t in tables.items()}}
                for took, tables in zip(self.took, self.steps, strict=True)
            ],
            "units": {name: unit(table) for name, table in last.items()},
            "flags": {flag: share(weight) for flag, weight in self.flags.items()},
            "joint": {models: share(weight) for models, weight in self.joint.items()},
        }
        if self.control:
            made["control"] = {
                who: share(self.control.get(who, 0)) for who in (FIRST, "contested", SECOND)
            }
        return made


def sample(fields: Fields, trials: int, seed: int) -> dict[str, Any]:
    """Play a turn many times.

    Returns
    -------
    dict
        Frequencies: ``steps``, a list with ``probability`` and ``units`` of each step;
        ``units``, at the end, each with ``models`` and ``wounds``, ``{value: frequency}``, and
        ``destroyed``; ``flags``; ``control``, where there is that step; ``joint``, ``{(models of
        each unit, in their order): frequency}``.
    """
    turn = Turn(fields)
    die = reference.RandomDice(seed).die
    tables = Tables(turn)
    for _ in range(trials):
        turn.reset()
        for number in range(len(turn.steps)):
            turn.step(number, die)
            tables.after_step(number, 1)
        tables.at_end(1)
    return tables.result(trials)


def enumerate_exactly(
    fields: Fields, limit: int = 100_000, *, fractions: bool = False
) -> dict[str, Any]:
    """Return exact probabilities, from every result of every die.

    Parameters
    ----------
    limit : int
        The most sequences of dice to play, of all actions.
    fractions : bool
        Give probabilities as `Fraction` instead of float.

    Returns
    -------
    dict
        As of `sample`.

    Raises
    ------
    TooManyLeavesError
        There are more than `limit`.
    """
    turn = Turn(fields)
    one: Any = Fraction(1) if fractions else 1.0
    tables = Tables(turn)
    budget = Budget(limit)
    states = {turn.snapshot(): one}
    for number in range(len(turn.steps)):
        levels: dict[Any, Any] = {}
        for state, weight in states.items():
            turn.restore(state)
            turn.start(number)
            add(levels.setdefault(len(turn.todo), {}), turn.snapshot(), weight)
        states = levels.pop(0, {})
        while levels:
            for state, weight in levels.pop(max(levels)).items():
                for chance in branches(turn, state, one, budget):
                    into = levels.setdefault(len(turn.todo), {}) if turn.todo else states
                    add(into, turn.snapshot(), weight * chance)
        for state, weight in states.items():
            turn.restore(state)
            tables.after_step(number, weight)
    for state, weight in states.items():
        turn.restore(state)
        tables.at_end(weight)
    return tables.result(one)


def add(table: dict[Any, Any], key: Any, weight: Any) -> None:
    table[key] = table.get(key, 0) + weight


class Budget:
    """How many sequences of dice may still be played."""

    def __init__(self, limit: int) -> None:
        self.limit = self.left = limit

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooManyLeavesError(f"more than {self.limit} sequences of dice")


def branches(turn: Turn, state: Any, one: Any, budget: Budget) -> Iterator[Any]:
    """Do the next action of a state in every way; yield the chance of each.

    After each the turn stands as that way has left it. An attack's ways depend on no more
    than the models that stand, so each is worked out once.
    """
    turn.restore(state)
    action, number, *more = turn.todo[-1]
    if action in ("attack", "mortals"):
        if action == "attack":
            by, at, _ = more
            attack, key = turn.prepared(number, *more)
        else:
            by, at = "", turn.steps[number]["at"]
            attack, key = turn.prepared_mortals(number)
        copies, models = key
        target = turn.stand[at]
        which = (id(attack), tuple(copies), models)
        if turn.game == "wh40k":
            which = (*which, tuple(target.left), target.ignored)
        if which not in turn._outcomes:
            attack.begin(target.left, target.ignored, copies, models)
            turn._outcomes[which] = attack_outcomes(attack, one, budget)
        for end, chance in turn._outcomes[which].items():
            budget.spend()
            turn.restore(state)
            turn.todo.pop()
            turn.after_attack(by, at, end)
            turn.settle()
            yield chance
        return
    script = reference.ScriptedDice()
    going = True
    while going:
        budget.spend()
        turn.restore(state)
        turn.act(script.die)
        chance = one / script.ways
        going = script.advance()
        yield chance


def attack_outcomes(attack: Attack | Pools, one: Any, budget: Budget) -> dict[Any, Any]:
    """Return how an attack can end, from all its sequences of dice, step by step."""
    ends: dict[Any, Any] = {}
    levels: dict[int, dict[Any, Any]] = {}
    add(levels.setdefault(len(attack.todo), {}), (attack.snapshot(), attack.kept), one)
    script = reference.ScriptedDice()
    while levels:
        # What has most to do goes first, so that histories meet again.
        for (state, kept), weight in levels.pop(max(levels)).items():
            going = True
            while going:
                budget.spend()
                attack.restore(state)
                attack.kept = kept
                action, *more = attack.todo.pop()
                action(attack, script.die, *more)
                chance = weight * (one / script.ways)
                if attack.todo:
                    key = (attack.snapshot(), attack.kept)
                    add(levels.setdefault(len(attack.todo), {}), key, chance)
                else:
                    add(ends, attack.end(), chance)
                going = script.advance()
    return ends
