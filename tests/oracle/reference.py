"""A literal dice-roller for Warhammer 40,000 attack sequences: the slow truth of the tests.

It plays an attack the way people do at a table: one die at a time, one wound at a time,
on a list of models each of which has its own wounds. Nothing is multiplied, convolved or
looked up in closed form. What the rules fix before a die is rolled (skill, modifiers,
thresholds) is read from the profiles once, in `Prepared`; the dice are rolled by the
steps of `Sequence`, each of which is one paragraph of the rules.

A `Sequence` keeps a stack of what is still to do. A step takes itself off the stack,
rolls its dice and puts on what follows from them: an attack that hits puts on a wound
roll, a wound a saving throw, and so on. The same steps serve three purposes:

* `roll_once` plays them with any source of dice,
* `sample` plays them many times with random dice,
* `enumerate_exactly` plays them with every possible result of every die.

For the last the state between two steps is written down: two histories that left the same
models standing and the same things to do have the same future, so it is played out once.
``merge=False`` plays each sequence of dice from the start instead, nothing shared.

Codes such as W-1.7 are those of the rules digest.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import islice
from operator import itemgetter
from typing import Any

import numpy as np
from oracle import reference_ways

from mathhammer.core.dice import Dice
from mathhammer.games.wh40k.profiles import (
    Context,
    Leader,
    ModelGroup,
    MortalDice,
    Rider,
    Ruleset,
    Unit,
    Weapon,
)

Die = Callable[[int], int]

#: What is counted for the whole sequence and for each weapon, in this order.
STAGES = ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled")
ATTACKS, HITS, WOUNDS, UNSAVED, MORTAL, DAMAGE_ROLLED = range(6)
#: The further counters of the whole sequence, and of each weapon.
IGNORED, HAZARDS, OWN_MORTAL, EXPLOSIONS = 6, 7, 8, 9
DAMAGE, SLAIN = 6, 7
WEAPON_STAGES = (*STAGES, "damage", "slain")
WIDTH = 10

#: Keys of a result that are one whole number.
KEYS = (
    *STAGES, "damage", "slain", "destroyed", "ignored", "left_wounds", "left_front",
    "self_slain", "self_mortal", "self_explosions",
)  # fmt: skip
#: Of what the attacker suffers, the counters that they are made of.
OF_SELF = {"self_slain": HAZARDS, "self_mortal": OWN_MORTAL, "self_explosions": EXPLOSIONS}
#: Keys of a result that are a list, one number per weapon.
WEAPON_KEYS = tuple(f"weapon_{stage}" for stage in WEAPON_STAGES)

FAIL, SUCCESS, CRITICAL = 0, 1, 2


class TooManyLeavesError(Exception):
    """There are more sequences of dice than the limit of an enumeration."""


# ------------------------------------------------------------------------------- dice


def roll(dice: Dice, die: Die) -> int:
    """Roll an expression, die by die (D-1)."""
    total = dice.constant
    for number, sides, keep, lowest in dice.terms:
        faces = [die(sides) for _ in range(number)]
        if keep < number:
            faces = sorted(faces, reverse=not lowest)[:keep]
        total += sum(faces)
    return total


def mean(dice: Dice) -> Fraction:
    """Return the expected value of an expression.

    The sum of the highest k of n dice is counted face by face: the j-th highest die
    shows v or more where at least j of the n dice do.
    """
    total = Fraction(dice.constant)
    for number, sides, keep, lowest in dice.terms:
        for v, j in itertools.product(range(1, sides + 1), range(1, keep + 1)):
            p = Fraction(sides - v + 1, sides)
            # The j-th lowest is that high where all but fewer than j dice are.
            least = number - j + 1 if lowest else j
            total += sum(
                math.comb(number, m) * p**m * (1 - p) ** (number - m)
                for m in range(least, number + 1)
            )
    return total


class Rerolled:
    """A printed expression of which a bad result is rolled again, whole, once (D-2)."""

    def __init__(self, dice: Dice, *policies: str | None) -> None:
        """Of several policies the one counts that rolls most results again."""
        self.dice = dice
        self.constant = dice.constant if not dice.terms else None
        lowest = sum(keep for _, _, keep, _ in dice.terms) + dice.constant
        limits = [Fraction(0)]
        for policy in policies:
            if policy == "ones":
                limits.append(Fraction(lowest) + Fraction(1, 2))
            elif policy == "below-average":
                limits.append(mean(dice))
            elif policy is not None:
                limits.append(int(policy.removeprefix("<=")) + Fraction(1, 2))
        # Whole numbers below x are those below ceil(x); comparing integers is faster.
        self.again_below = math.ceil(max(limits))

    def roll(self, die: Die) -> int:
        """Roll it."""
        if self.constant is not None:
            return self.constant
        value = roll(self.dice, die)
        if value < self.again_below:
            value = roll(self.dice, die)
        return value


class RandomDice:
    """Dice from a seeded generator, drawn in blocks."""

    def __init__(self, seed: int, block: int = 1 << 16) -> None:
        self._generator = np.random.default_rng(seed)
        self._block = block
        self._faces: dict[int, list[int]] = {3: [], 6: []}

    def die(self, sides: int) -> int:
        """Roll one die."""
        faces = self._faces[sides]
        if not faces:
            faces.extend(self._generator.integers(1, sides + 1, self._block).tolist())
        return faces.pop()


class ScriptedDice:
    """Dice that show every sequence of faces, one sequence after the other.

    The sequences are the leaves of a tree: each die rolled is a branching into its faces.
    """

    def __init__(self) -> None:
        self._faces: list[int] = []
        self._sides: list[int] = []
        self._at = 0

    def die(self, sides: int) -> int:
        """Return the next face of the script; beyond its end the die shows a 1."""
        at = self._at
        self._at = at + 1
        if at < len(self._faces):
            return self._faces[at]
        self._faces.append(1)
        self._sides.append(sides)
        return 1

    @property
    def ways(self) -> int:
        """One over the probability of the sequence just shown."""
        return math.prod(self._sides)

    def advance(self) -> bool:
        """Turn to the next sequence; return false after the last, ready to begin anew."""
        faces, sides = self._faces, self._sides
        self._at = 0
        while faces and faces[-1] == sides[-1]:
            faces.pop()
            sides.pop()
        if not faces:
            return False
        faces[-1] += 1
        return True


# ---------------------------------------------------------- what is fixed before dice


class Model:
    """One model of the target.

    Attributes
    ----------
    left : int
        Wounds left; 0 is slain.
    """

    def __init__(self, unit: Unit, part: ModelGroup | Leader | None = None, lost: int = 0) -> None:
        """Make a model of `part` of the unit: a group, a leader, or None for a plain one.

        A group takes from the unit what it doesn't give itself; a leader nothing (W-2).
        """
        self.leader = isinstance(part, Leader)
        ability = [a.threshold for a in unit.abilities if a.kind == "feel no pain"]

        def field(name: str) -> int:
            if self.leader:
                return int(getattr(part, name))
            if part is not None and name in part.given:
                return int(getattr(part, name))
            if name == "feel_no_pain":
                return lowest(unit.feel_no_pain, *ability)
            return int(getattr(unit, name))

        self.full = field("wounds")
        if not self.full:
            raise ValueError("a model has no wounds")
        self.start = self.left = self.full - lost
        self.save = field("save")
        self.invulnerable = {
            "ranged": lowest(field("invulnerable"), field("invulnerable_ranged")),
            "melee": lowest(field("invulnerable"), field("invulnerable_melee")),
        }
        self.feel_no_pain = field("feel_no_pain")
        self.feel_no_pain_mortals = lowest(self.feel_no_pain, field("feel_no_pain_mortals"))


def mortal_wounds(mortals: MortalDice, die: Die) -> int:
    """Return what one of some dice inflicts: what counts, or what stands in its row (W-1.6)."""
    if not mortals.table:
        counts = not mortals.on or die(6) + mortals.modifier >= mortals.on
        return roll(mortals.damage, die) if counts else 0
    shown = max(1, die(6) + mortals.modifier)
    for first, last, damage in mortals.table:
        if first <= shown <= last:
            return roll(damage, die)
    return 0


def lowest(*thresholds: int) -> int:
    """Return the best of some thresholds, of which 0 is none."""
    return min((t for t in thresholds if t), default=0)


def stronger(order: tuple[str, ...], *policies: str | None) -> str | None:
    """Return the strongest of some re-roll policies."""
    return max((p for p in policies if p), key=order.index, default=None)


def capped(entries: Iterable[int], ignore_negative: bool) -> int:
    """Add up modifiers and cap the sum to -1..+1 (W-1.1, W-1.2)."""
    for_it = sum(e for e in entries if e > 0)
    against_it = 0 if ignore_negative else sum(-e for e in entries if e < 0)
    return (for_it > against_it) - (for_it < against_it)


def hit_result(
    face: int, skill: int, modifier: int, critical: int, overwatch: bool, successful: bool = False
) -> int:
    """Judge an unmodified hit roll (W-1.1, W-4.6).

    `successful`: what is critical below a 6 must hit first (W-4.8).
    """
    if overwatch:
        return CRITICAL if face == 6 else FAIL
    if face == 1:
        return FAIL
    hits = face + modifier >= skill
    if face == 6 or (face >= critical and (hits or not successful)):
        return CRITICAL
    return SUCCESS if hits else FAIL


#: W-1.2 as it is printed: a roll, and from where to where strength is in parts of toughness.
TWICE, EQUAL, HALF = Fraction(2), Fraction(1), Fraction(1, 2)
WOUND_TABLE: tuple[tuple[int, Callable[[Fraction], bool]], ...] = (
    (2, lambda ratio: ratio >= TWICE),
    (3, lambda ratio: EQUAL < ratio < TWICE),
    (4, lambda ratio: ratio == EQUAL),
    (5, lambda ratio: HALF < ratio < EQUAL),
    (6, lambda ratio: ratio <= HALF),
)


def wound_needed(strength: int, toughness: int) -> int:
    """Return the wound roll of the one row that fits (W-1.2)."""
    (needed,) = (roll for roll, fits in WOUND_TABLE if fits(Fraction(strength, toughness)))
    return needed


def wound_result(face: int, needed: int, modifier: int, critical: int, floor: int) -> int:
    """Judge an unmodified wound roll (W-1.2; the floor is that of W-4.8)."""
    if face == 1 or face < floor:
        return FAIL
    if face >= critical:
        return CRITICAL
    return SUCCESS if face + modifier >= needed else FAIL


def rolled_again(face: int, result: int, policy: str | None) -> bool:
    """Whether a hit or wound roll is re-rolled: on its face, before modifiers (D-2)."""
    return (
        (policy == "ones" and face == 1)
        or (policy == "failures" and result == FAIL)
        or (policy == "non-criticals" and result != CRITICAL)
    )


REROLLS = ("ones", "failures", "non-criticals")
NO_RIDER = Rider()


class Prepared:
    """A weapon against this target in this situation, before any die is rolled."""

    def __init__(
        self,
        row: int,
        weapon: Weapon,
        attacker: Unit,
        target: Unit,
        context: Context,
        ruleset: Ruleset,
        models: list[Model],
    ) -> None:
        self.row = row
        theirs, mine, general = target.defence, weapon.modifiers, attacker.modifiers
        ranged = weapon.type == "ranged"
        self.type = weapon.type
        abilities = (*weapon.abilities, *attacker.abilities)
        has = {a.kind for a in abilities}

        def valued(kind: str) -> Dice:
            """X of an ability; of two values the one with the higher mean, first the weapon's."""
            return max((a.dice for a in abilities if a.kind == kind), key=mean, default=Dice((), 0))

        # W-3 Rapid Fire, Melta: half range is measured where there is something to measure.
        half_range = context.half_range
        if context.distance is not None and weapon.range is not None:
            half_range = context.distance <= weapon.range / 2

        # ---- number of attacks (W-1.8, W-3)
        self.count = weapon.count
        if context.advanced and ranged and "assault" not in has:
            self.count = 0  # W-3 Assault
        self.attacks = Rerolled(weapon.attacks, general.reroll_attacks, mine.reroll_attacks)
        self.more_attacks = general.attacks + mine.attacks
        if "extra attacks" in has:
            self.more_attacks = 0
        if weapon.start is not None:  # what is given are hits, wounds or failed saves: no more
            self.count, self.more_attacks = weapon.count, 0
            self.attacks = Rerolled(weapon.attacks)
            half_range_attacks = has_blast = False
        else:
            half_range_attacks, has_blast = half_range, "blast" in has
        self.rapid_fire = valued("rapid fire") if half_range_attacks else Dice((), 0)
        self.blast = len(models) // 5 if has_blast else 0
        self.hazardous = "hazardous" in has

        # ---- hit roll (W-1.1)
        vehicle = {"monster", "vehicle"}
        entries = [general.hit, mine.hit, theirs.hit]
        if "heavy" in has and context.stationary:
            entries.append(1)
        stealth = any(a.kind == "stealth" for a in target.abilities)
        if ranged and (stealth or context.smokescreen):
            entries.append(-1)  # W-4.2, W-4.7
        if "indirect fire" in has and not context.visible:
            entries.append(-1)
        if ranged and "pistol" not in has:  # W-4.3
            if context.attacker_engaged and attacker.keywords & vehicle:
                entries.append(-1)
            if context.target_engaged and target.keywords & vehicle:
                entries.append(-1)
        modifier = capped(entries, general.ignore_hit_modifiers or mine.ignore_hit_modifiers)
        critical = lowest(6, general.critical_hits, mine.critical_hits)
        self.torrent = "torrent" in has or weapon.start is not None
        if not weapon.skill and not self.torrent:
            raise ValueError(f"{weapon.name} has no skill")
        policy = stronger(REROLLS, general.reroll_hits, mine.reroll_hits)
        successful = general.critical_hits_need_success or mine.critical_hits_need_success
        #: Indexed by the face of the die.
        self.hit = [0] + [
            hit_result(f, weapon.skill, modifier, critical, context.overwatch, successful)
            for f in range(1, 7)
        ]
        if "conversion" in has and not half_range and not context.overwatch:
            for face in (4, 5):  # W-3 Conversion: what hits with them is critical
                if self.hit[face] == SUCCESS:
                    self.hit[face] = CRITICAL
        self.hit_again = [rolled_again(f, self.hit[f], policy) for f in range(7)]
        self.sustained = valued("sustained hits")
        self.lethal = "lethal hits" in has

        # ---- wound roll (W-1.2)
        strength = max(1, weapon.strength + general.strength + mine.strength)
        entries = [general.wound, mine.wound, theirs.wound]
        if "lance" in has and context.charged:
            entries.append(1)
        if strength > target.toughness:
            entries.append(theirs.wound_if_stronger)
        modifier = capped(entries, general.ignore_wound_modifiers or mine.ignore_wound_modifiers)
        anti = [a.threshold for a in abilities if a.kind == "anti" and a.keyword in target.keywords]
        critical = lowest(6, general.critical_wounds, mine.critical_wounds, *anti)
        twin = "failures" if "twin linked" in has else None
        policy = stronger(REROLLS, general.reroll_wounds, mine.reroll_wounds, twin)
        needed = wound_needed(strength, target.toughness)
        self.wound = [0] + [
            wound_result(f, needed, modifier, critical, theirs.wound_floor) for f in range(1, 7)
        ]
        self.wound_again = [rolled_again(f, self.wound[f], policy) for f in range(7)]
        if weapon.start in ("wounds", "failed saves"):  # no roll, and nothing critical
            self.wound, self.wound_again = [0] + [SUCCESS] * 6, [False] * 7
        self.devastating = "devastating wounds" in has

        # ---- riders (W-4.8): those of the attacker and of the weapon together
        hit_riders = (general.on_critical_hit or NO_RIDER, mine.on_critical_hit or NO_RIDER)
        wound_riders = (general.on_critical_wound or NO_RIDER, mine.on_critical_wound or NO_RIDER)
        self.hit_rider_ap = sum(r.ap for r in hit_riders)
        self.hit_rider_damage = sum(r.damage for r in hit_riders)
        self.hit_rider_mortals = [r.mortals for r in hit_riders if r.mortals is not None]
        self.wound_rider_ap = sum(r.ap for r in wound_riders)
        self.wound_rider_damage = sum(r.damage for r in wound_riders)
        self.wound_rider_mortals = [r.mortals for r in wound_riders if r.mortals is not None]

        # ---- saving throw (W-1.4)
        self.ap = weapon.ap + general.ap + mine.ap + theirs.ap
        if ranged and context.plunging_fire:
            self.ap -= 1  # W-4.4
        unseen = "indirect fire" in has and not context.visible
        self.cover = (
            ranged
            and (
                context.cover
                or theirs.cover
                or context.go_to_ground
                or context.smokescreen
                or unseen
            )
            and "ignores cover" not in has
        )
        self.save_bonus = theirs.save
        self.cap_net = ruleset.save_cap == "net"
        self.go_to_ground = ranged and context.go_to_ground
        self.save_reroll = theirs.reroll_saves
        self.unsaved = weapon.start == "failed saves"
        self._needed: dict[tuple[Model, int], int] = {}

        # ---- damage (W-1.5)
        self.damage = Rerolled(weapon.damage, general.reroll_damage, mine.reroll_damage)
        self.melta = valued("melta") if half_range else Dice((), 0)
        self.more_damage = general.damage + mine.damage
        self.their_damage = theirs.damage
        self.damage_to = theirs.damage_to
        self.halve = theirs.halve_damage

        # ---- allocation (W-2)
        self.precision = "precision" in has and context.precision_on_character and context.visible

    def save_needed(self, model: Model, rider_ap: int) -> int:
        """Return what a model's saving throw needs, 2 to 6; 7 for no save (W-1.4, W-4.1)."""
        key = (model, rider_ap)
        if key not in self._needed:
            self._needed[key] = self._save_needed(model, rider_ap)
        return self._needed[key]

    def _save_needed(self, model: Model, rider_ap: int) -> int:
        if self.unsaved:
            return 7
        ap = min(0, self.ap + rider_ap)
        bonus = self.save_bonus
        if self.cover and not (model.save <= 3 and ap == 0):
            bonus += 1
        if self.cap_net:  # ruling save_cap
            change = min(1, ap + bonus)
        else:
            change = ap + min(1, bonus)
        possible = [7]
        if model.save:
            possible.append(model.save - change)
        if model.invulnerable[self.type]:
            possible.append(model.invulnerable[self.type])
        if self.go_to_ground:
            possible.append(6)  # W-4.7
        return max(2, min(possible))

    def roll_damage(self, die: Die, extra: int, reduced: bool) -> int:
        """Roll an attack's damage (W-1.5, W-4.8).

        Parameters
        ----------
        extra : int
            Of its riders.
        reduced : bool
            Whether the target's damage modifiers apply.
        """
        value = self.damage.roll(die)
        if reduced and self.damage_to is not None:
            value = self.damage_to
        if reduced and self.halve:
            value = (value + 1) // 2
        value += roll(self.melta, die) + self.more_damage + extra
        if value <= 0:
            return 0
        return max(1, value + self.their_damage) if reduced else value


def near(attacker: Unit, context: Context) -> bool:
    """Whether the attacker is within 6 inches of its target, as far as is said (W-5.7)."""
    if "within_deadly_demise" in context.given:
        return bool(context.within_deadly_demise)
    if context.distance is not None:
        return context.distance <= 6
    return any(weapon.type == "melee" for weapon in attacker.weapons)


# ---------------------------------------------------------------------- the dice roll


class Sequence:
    """All attacks of a unit on a target: prepared once, played as often as wanted.

    Each step is a function of the sequence, a die, and what belongs to the step.
    """

    def __init__(self, attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> None:
        if attacker.order != "listed":
            raise ValueError("a sequence is played in the order listed: see best_orders")
        if attacker.phase is not None or any(w.modes is not None for w in attacker.weapons):
            raise ValueError("a sequence is played with what is used: see in_use")
        context = context.merged(attacker.context)
        self.models: list[Model] = []
        if target.groups:
            for group in target.groups:
                self.models += [Model(target, group) for _ in range(group.models)]
        else:
            self.models += [Model(target) for _ in range(target.models)]
        first = self.models[0]
        first.start = first.full - target.wounds_lost  # W-1.9
        self.models += [Model(target, leader, leader.wounds_lost) for leader in target.leader]
        self.leaders = [m for m in self.models if m.leader]
        self.parts = [group.models for group in target.groups] or [target.models]
        self.parts += [1 for _ in self.leaders]
        self.weapons = [
            Prepared(WIDTH * (i + 1), w, attacker, target, context, ruleset, self.models)
            for i, w in enumerate(attacker.weapons)
        ]
        self.mortals = attacker.mortals
        self.attacking_models = attacker.models
        self.most_slain = attacker.models if "models" in attacker.given else None
        self.bearer_suffers = bool(attacker.keywords & {"character", "monster", "vehicle"})
        self.devastating = ruleset.devastating
        self.devastating_reduction = ruleset.devastating_reduction
        self.ignores_first = target.defence.ignore_first_damage
        self.health = sum(m.start for m in self.models)

        # What is to do, the first thing on top: a stack is read from its end.
        hazards = sum(w.count for w in self.weapons if w.hazardous)
        after: list[tuple[Any, ...]] = [(Sequence.waiting_attack,), (Sequence.mortal_pool,)]
        after.append((Sequence.mortals_begin,))
        explosions = [a.dice for a in target.abilities if a.kind == "deadly demise"]
        if explosions and near(attacker, context):
            value = max(explosions, key=mean)
            after.append((Sequence.demise, value))
        if hazards:
            after.append((Sequence.hazardous, hazards))
        turns = [(Sequence.copies, w, w.count) for w in self.weapons if w.count]
        self.agenda = [*turns, *after][::-1]
        self.reset()

    def reset(self) -> None:
        """Put everything back to the start."""
        for model in self.models:
            model.left = model.start
        self.last: Model | None = None
        self.first_ignored = False
        self.pool = 0
        self.waiting: list[tuple[Prepared, int]] = []
        self.todo = list(self.agenda)
        self.tally = [0] * (WIDTH * (len(self.weapons) + 1))

    def play(self, die: Die) -> None:
        """Play from where it stands to the end."""
        todo = self.todo
        while todo:
            step, *more = todo.pop()
            step(self, die, *more)

    def count(self, weapon: Prepared | None, stage: int, number: int) -> None:
        """Count something for the whole sequence and for the weapon that did it."""
        tally = self.tally
        tally[stage] += number
        if weapon is not None:
            tally[weapon.row + stage] += number

    # ------------------------------------------------------------------- allocation

    def allocated(self, weapon: Prepared | None) -> Model:
        """Return the model that the next wound goes to (W-1.3, W-2).

        The models stand in the order of allocation, leaders last, so it is the first one
        standing; an attack with Precision picks the first leader standing. When no model
        is left it is the one that fell last.
        """
        if weapon is not None and weapon.precision:
            for model in self.leaders:
                if model.left:
                    return model
        for model in self.models:
            if model.left:
                return model
        assert self.last is not None
        return self.last

    # ------------------------------------------------------------------------ steps

    def copies(self, die: Die, weapon: Prepared, left: int) -> None:
        """One copy of a weapon finds its number of attacks (D-5, W-1.8)."""
        if left > 1:
            self.todo.append((Sequence.copies, weapon, left - 1))
        number = weapon.attacks.roll(die)
        if weapon.more_attacks:
            number = max(1, number + weapon.more_attacks)
        number += roll(weapon.rapid_fire, die) + weapon.blast
        self.count(weapon, ATTACKS, number)
        if number:
            self.todo.append((Sequence.attack, weapon, number))

    def attack(self, die: Die, weapon: Prepared, left: int) -> None:
        """Roll to hit (W-1.1); a critical hit may score extra hits, which are plain (W-3)."""
        todo = self.todo
        if left > 1:
            todo.append((Sequence.attack, weapon, left - 1))
        if weapon.torrent:
            result = SUCCESS
        else:
            face = die(6)
            if weapon.hit_again[face]:
                face = die(6)
            result = weapon.hit[face]
        if result == FAIL:
            return
        hits = 1
        if result == CRITICAL:
            for mortals in weapon.hit_rider_mortals:
                self.inflict_mortals(weapon, roll(mortals, die))
            extra = roll(weapon.sustained, die)
            if extra:
                hits += extra
                todo.append((Sequence.extra_hits, weapon, extra))
        self.count(weapon, HITS, hits)
        todo.append((Sequence.hit, weapon, result == CRITICAL))

    def extra_hits(self, die: Die, weapon: Prepared, left: int) -> None:
        """One of the extra hits of Sustained Hits goes on."""
        if left > 1:
            self.todo.append((Sequence.extra_hits, weapon, left - 1))
        self.todo.append((Sequence.hit, weapon, False))

    def hit(self, die: Die, weapon: Prepared, critical: bool) -> None:
        """Roll to wound (W-1.2), unless a critical hit is lethal (W-3)."""
        if critical and weapon.lethal:
            result = SUCCESS
        else:
            face = die(6)
            if weapon.wound_again[face]:
                face = die(6)
            result = weapon.wound[face]
        if result == FAIL:
            return
        self.count(weapon, WOUNDS, 1)
        ap = damage = 0
        if critical:
            ap += weapon.hit_rider_ap
            damage += weapon.hit_rider_damage
        if result == CRITICAL:
            ap += weapon.wound_rider_ap
            damage += weapon.wound_rider_damage
            for mortals in weapon.wound_rider_mortals:
                self.inflict_mortals(weapon, roll(mortals, die))
            if weapon.devastating:
                self.todo.append((Sequence.devastating_wound, weapon, damage))
                return
        self.todo.append((Sequence.save, weapon, ap, damage))

    def save(self, die: Die, weapon: Prepared, rider_ap: int, rider_damage: int) -> None:
        """Make a saving throw (W-1.4)."""
        model = self.allocated(weapon)
        needed = weapon.save_needed(model, rider_ap)
        if needed <= 6:
            face = die(6)
            policy = weapon.save_reroll
            if (policy == "ones" and face == 1) or (policy == "failures" and face < needed):
                face = die(6)
            if face >= needed:
                return
        self.count(weapon, UNSAVED, 1)
        self.todo.append((Sequence.inflict, weapon, rider_damage, model))

    def inflict(self, die: Die, weapon: Prepared, rider_damage: int, model: Model) -> None:
        """Inflict an attack's damage after a failed save (W-1.5)."""
        amount = weapon.roll_damage(die, rider_damage, reduced=True)
        self.count(weapon, DAMAGE_ROLLED, amount)
        if self.ignores_first and not self.first_ignored:  # W-4.8
            self.first_ignored = True
        elif amount and model.left:
            self.todo.append((Sequence.lose, model, amount, model.feel_no_pain, weapon))

    def lose(
        self, die: Die, model: Model, amount: int, feel_no_pain: int, weapon: Prepared | None
    ) -> None:
        """One wound of several: ignored, or lost; what exceeds the model is wasted (W-1.7).

        `weapon` is given while it is that weapon's turn.
        """
        if feel_no_pain and die(6) >= feel_no_pain:
            self.tally[IGNORED] += 1
        else:
            model.left -= 1
            if weapon is not None:
                self.tally[weapon.row + DAMAGE] += 1
            if not model.left:
                self.last = model
                if weapon is not None:
                    self.tally[weapon.row + SLAIN] += 1
                return
        if amount > 1:
            self.todo.append((Sequence.lose, model, amount - 1, feel_no_pain, weapon))

    # ------------------------------------------------------------------ what waits

    def devastating_wound(self, die: Die, weapon: Prepared, rider_damage: int) -> None:
        """End an attack with a Devastating critical wound: no save (ruling `devastating`)."""
        if self.devastating == "print-2023":
            amount = weapon.roll_damage(die, rider_damage, self.devastating_reduction)
            self.inflict_mortals(weapon, amount)
        else:
            self.waiting.append((weapon, rider_damage))

    def inflict_mortals(self, weapon: Prepared | None, number: int) -> None:
        """Mortal wounds wait in one pool until all attacks are done (W-1.6)."""
        self.count(weapon, MORTAL, number)
        self.count(weapon, DAMAGE_ROLLED, number)
        self.pool += number

    def waiting_attack(self, die: Die) -> None:
        """One attack that waited, as the errata have it: its damage hits one model.

        ``errata-2023-09``: ordinary damage. ``errata-2024``: mortal wounds, but what
        exceeds the model's wounds is lost.
        """
        if not self.waiting:
            return
        self.todo.append((Sequence.waiting_attack,))
        weapon, rider_damage = self.waiting.pop(0)
        mortal = self.devastating == "errata-2024"
        reduced = self.devastating_reduction or not mortal
        amount = weapon.roll_damage(die, rider_damage, reduced)
        self.count(weapon, DAMAGE_ROLLED, amount)
        if mortal:
            self.count(weapon, MORTAL, amount)
        model = self.allocated(weapon)
        if amount and model.left:
            chance = model.feel_no_pain_mortals if mortal else model.feel_no_pain
            self.todo.append((Sequence.lose, model, amount, chance, None))

    def mortal_pool(self, die: Die) -> None:
        """All mortal wounds of the attacks are applied (W-1.6)."""
        number, self.pool = self.pool, 0
        if number:
            self.todo.append((Sequence.mortal_wound, number))

    def mortal_wound(self, die: Die, left: int) -> None:
        """One mortal wound: one point of damage to the model in front (W-1.6, W-1.7)."""
        model = self.allocated(None)
        if not model.left:
            return
        if left > 1:
            self.todo.append((Sequence.mortal_wound, left - 1))
        self.todo.append((Sequence.lose, model, 1, model.feel_no_pain_mortals, None))

    def mortals_begin(self, die: Die) -> None:
        """Before dice outside the attacks it is seen how many models the attacks slew."""
        slain = sum(self.fallen())
        self.todo += [(Sequence.mortal_gate, m, slain) for m in reversed(self.mortals)]

    def mortal_gate(self, die: Die, mortals: MortalDice, slain: int) -> None:
        """Dice outside the attack sequence: the first die opens, then they are counted."""
        if mortals.gate and die(6) < mortals.gate:
            return
        if mortals.per_slain:
            number = mortals.per_slain * slain
        elif mortals.per_model:
            number = mortals.per_model * self.attacking_models
        else:
            number = roll(mortals.dice, die)
        self.todo.append((Sequence.mortal_dice, mortals, number, 0))

    def mortal_dice(self, die: Die, mortals: MortalDice, left: int, total: int) -> None:
        """One of those dice; after the last their mortal wounds are applied."""
        if left:
            total += mortal_wounds(mortals, die)
            self.todo.append((Sequence.mortal_dice, mortals, left - 1, total))
            return
        if mortals.max is not None:
            total = min(total, mortals.max)
        self.count(None, MORTAL, total)
        self.count(None, DAMAGE_ROLLED, total)
        if total:
            self.todo.append((Sequence.mortal_wound, total))

    def hazardous(self, die: Die, left: int) -> None:
        """Roll one die for each hazardous weapon used (W-3)."""
        if left > 1:
            self.todo.append((Sequence.hazardous, left - 1))
        if die(6) == 1:
            self.tally[HAZARDS] += 1
            self.tally[OWN_MORTAL] += 3 * self.bearer_suffers

    def demise(self, die: Die, value: Dice) -> None:
        """The target is one model: where it died a 6 hurts the attacker beside it (W-5.7)."""
        if not self.models[0].left and die(6) == 6:
            self.tally[EXPLOSIONS] += 1
            self.tally[OWN_MORTAL] += roll(value, die)

    # --------------------------------------------------------------------- results

    def standing(self) -> dict[str, int]:
        """Return the results that the models show."""
        wounds = [m.left for m in self.models]
        left = sum(wounds)
        return {
            "damage": self.health - left,
            "slain": wounds.count(0),
            "destroyed": int(left == 0),
            "left_wounds": left,
            "left_front": next((w for w in wounds if w), 0),
        }

    def fallen(self) -> tuple[int, ...]:
        """Return the models slain of each group and leader, in order of allocation."""
        models = iter(self.models)
        return tuple(sum(not m.left for m in islice(models, size)) for size in self.parts)

    def self_slain(self, ones: int) -> int:
        """Return how many bearers a number of 1s slays (W-3 Hazardous)."""
        if self.bearer_suffers:
            return 0
        return ones if self.most_slain is None else min(ones, self.most_slain)

    def numbers(self) -> tuple[int, ...]:
        """Return the result as `KEYS`, then `WEAPON_KEYS` weapon by weapon."""
        tally = self.tally
        wounds = [m.left for m in self.models]
        left = sum(wounds)
        ones = tally[HAZARDS]
        return (
            *tally[:6], self.health - left, wounds.count(0), int(left == 0), tally[IGNORED],
            left, next((w for w in wounds if w), 0), self.self_slain(ones), tally[OWN_MORTAL],
            tally[EXPLOSIONS], *tally[WIDTH:],
        )  # fmt: skip

    def snapshot(self) -> tuple[Any, ...]:
        """Return all that the future depends on, as one value.

        Which model fell last matters only when none is left.
        """
        wounds = tuple([m.left for m in self.models])
        return (
            wounds,
            None if any(wounds) else self.last,
            self.first_ignored,
            self.pool,
            tuple(self.waiting),
            tuple(self.todo),
        )

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Go back to a snapshot, with empty counters."""
        wounds, self.last, self.first_ignored, self.pool, waiting, todo = snapshot
        for model, left in zip(self.models, wounds, strict=True):
            model.left = left
        self.waiting = list(waiting)
        self.todo = list(todo)
        self.tally = [0] * len(self.tally)


# ----------------------------------------------------------------------------- public


def roll_once(
    attacker: Unit, target: Unit, context: Context, ruleset: Ruleset, rng: Any
) -> dict[str, Any]:
    """Play one attack sequence.

    Parameters
    ----------
    rng : object with ``die(sides) -> int``

    Returns
    -------
    dict
        A number for each of `KEYS`, a list with one number per weapon for each of `WEAPON_KEYS`.
        `weapon_damage` and `weapon_slain` are what fell in the weapon's own turn.
    """
    sequence = Sequence(attacker, target, context, ruleset)
    sequence.play(rng.die)
    numbers = sequence.numbers()
    result: dict[str, Any] = dict(zip(KEYS, numbers, strict=False))
    for i, key in enumerate(WEAPON_KEYS):
        result[key] = list(numbers[len(KEYS) + i :: WIDTH])
    return result


def sample(
    attacker: Unit, target: Unit, context: Context, ruleset: Ruleset, trials: int, seed: int
) -> dict[str, np.ndarray]:
    """Play an attack sequence many times.

    Returns
    -------
    dict of ndarray of int64
        Shape (trials,) for `KEYS`, (trials, weapons) for `WEAPON_KEYS`.
    """
    sequence = Sequence(attacker, target, context, ruleset)
    die = RandomDice(seed).die
    rows = []
    for _ in range(trials):
        sequence.reset()
        sequence.play(die)
        rows.append(sequence.numbers())
    table = np.array(rows, dtype=np.int64).reshape(trials, -1)
    result = {key: table[:, i] for i, key in enumerate(KEYS)}
    for i, key in enumerate(WEAPON_KEYS):
        result[key] = table[:, len(KEYS) + i :: WIDTH]
    return result


def enumerate_exactly(
    attacker: Unit,
    target: Unit,
    context: Context,
    ruleset: Ruleset,
    limit: int = 300_000,
    *,
    keys: Iterable[str] | None = None,
    merge: bool = True,
    fractions: bool = False,
) -> dict[str, Any]:
    """Return the exact distribution of each result, from all sequences of dice.

    Parameters
    ----------
    limit : int
        The most sequences of dice to play: of all steps with `merge`, of whole plays without.
    keys : iterable of str, optional
        Of `KEYS` and `WEAPON_KEYS`; all of them by default. Fewer are faster, and those that
        the models show (``"damage"``, ``"slain"``, ``"destroyed"``, ``"left_wounds"``,
        ``"left_front"``) cost nothing.
    merge : bool
        Whether histories that come to the same state go on together.
    fractions : bool
        Give probabilities as `Fraction` instead of float.

    Returns
    -------
    dict
        ``{value: probability}`` for each key of `KEYS`; a list of them, one per weapon, for
        `WEAPON_KEYS`; ``"joint"``, ``{(damage, slain): probability}``; ``"fallen"``, the same of
        tuples, the models slain of each group and leader. With
        ``order="best"`` of the first of `best_orders`, the weapons in that order; with a phase
        or modes of what is best to use (`reference_ways`).

    Raises
    ------
    TooManyLeavesError
        There are more than `limit`.
    """
    attacker = in_use(attacker, target, context, ruleset, limit)
    if attacker.order == "best":
        best = best_orders(attacker, target, context, ruleset, limit)[0]
        attacker = in_order(attacker, best)
    wanted = (*KEYS, *WEAPON_KEYS) if keys is None else tuple(keys)
    sequence = Sequence(attacker, target, context, ruleset)
    enumerated = _merged if merge else _unmerged
    return enumerated(sequence, limit, wanted, fractions)


def in_use(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset, limit: int) -> Unit:
    """Return an attacker with what it uses at a target, each way played with all its dice."""

    def worth(unit: Unit) -> tuple[Fraction, Fraction]:
        sequence = Sequence(unit.replace(order=None), target, context, ruleset)
        found = _merged(sequence, limit, ("slain", "damage"), True)
        slain, damage = (sum(k * p for k, p in found[key].items()) for key in ("slain", "damage"))
        return slain, damage

    return reference_ways.best(attacker, worth, reference_ways.situation(attacker, context))


def in_order(attacker: Unit, order: Iterable[int]) -> Unit:
    """Return an attacker with its weapons listed in another order."""
    return attacker.replace(order=None, weapons=[attacker.weapons[i] for i in order])


def best_orders(
    attacker: Unit, target: Unit, context: Context, ruleset: Ruleset, limit: int = 300_000
) -> list[tuple[int, ...]]:
    """Return the orders of weapons with the highest expected number of models slain.

    Equally good ones are all there, compared in exact fractions, in the order of
    `itertools.permutations`: the order listed comes first where it is one of them.
    """
    if len(attacker.weapons) < 2:
        return [tuple(range(len(attacker.weapons)))]
    slain = {}
    for order in itertools.permutations(range(len(attacker.weapons))):
        sequence = Sequence(in_order(attacker, order), target, context, ruleset)
        pmf = _merged(sequence, limit, ("slain",), True)["slain"]
        slain[order] = sum(k * p for k, p in pmf.items())
    most = max(slain.values())
    return [order for order, value in slain.items() if value == most]


# ------------------------------------------------------------------------ enumeration


def _unmerged(
    sequence: Sequence, limit: int, wanted: tuple[str, ...], fractions: bool
) -> dict[str, Any]:
    """Play every sequence of dice from the start to the end."""
    script = ScriptedDice()
    die = script.die
    counts: dict[tuple[tuple[Any, ...], int], int] = {}
    leaves = 0
    going = True
    while going:
        leaves += 1
        if leaves > limit:
            raise TooManyLeavesError(f"more than {limit} sequences of dice")
        sequence.reset()
        sequence.play(die)
        key = ((*sequence.numbers(), sequence.fallen()), script.ways)
        counts[key] = counts.get(key, 0) + 1
        going = script.advance()

    common = math.lcm(*{ways for _, ways in counts})
    weights: dict[tuple[Any, ...], int] = {}
    for (numbers, ways), count in counts.items():
        weights[numbers] = weights.get(numbers, 0) + count * (common // ways)

    def pmf(of: Callable[[tuple[Any, ...]], Any]) -> dict[Any, Any]:
        sums: dict[Any, int] = {}
        for numbers, weight in weights.items():
            value = of(numbers)
            sums[value] = sums.get(value, 0) + weight
        return {
            value: Fraction(total, common) if fractions else total / common
            for value, total in sorted(sums.items())
        }

    result: dict[str, Any] = {}
    for key in wanted:
        if key in KEYS:
            result[key] = pmf(itemgetter(KEYS.index(key)))
        else:
            first = len(KEYS) + WEAPON_KEYS.index(key)
            result[key] = [pmf(itemgetter(first + WIDTH * i)) for i in range(len(sequence.weapons))]
    result["joint"] = pmf(itemgetter(KEYS.index("damage"), KEYS.index("slain")))
    result["fallen"] = pmf(itemgetter(-1))
    return result


def _merged(
    sequence: Sequence, limit: int, wanted: tuple[str, ...], fractions: bool
) -> dict[str, Any]:
    """Play step by step, all states side by side.

    Of each state a table is kept: row 0 its probability, each other row the distribution of
    one counter together with being in that state. States with more to do go first, so that
    histories meet again when they are done with an attack.
    """
    totals = (*STAGES, "ignored", "hazards")
    rows: list[tuple[str, int, int]] = []  # key, weapon, place in the tally
    for key in wanted:
        if key in totals:
            rows.append((key, -1, totals.index(key)))
        elif key in OF_SELF:
            rows.append((key, -1, OF_SELF[key]))
        elif key in WEAPON_KEYS:
            at = WEAPON_KEYS.index(key)
            rows += [(key, i, w.row + at) for i, w in enumerate(sequence.weapons)]
        elif key not in KEYS:
            raise ValueError(f"{key!r} is no key of a result")
    places = [at for _, _, at in rows]
    dtype = object if fractions else np.float64
    one = Fraction(1) if fractions else 1.0

    sequence.reset()
    start = np.full((1 + len(rows), 1), one, dtype=dtype)
    levels: dict[int, dict[Any, np.ndarray]] = {len(sequence.todo): {sequence.snapshot(): start}}
    script = ScriptedDice()
    die = script.die
    leaves = 0
    while True:
        level = max(levels)
        if level == 0:
            break
        states = levels.pop(level)
        for state, table in states.items():
            outcomes: dict[tuple[Any, tuple[int, ...]], Any] = {}
            going = True
            while going:
                leaves += 1
                sequence.restore(state)
                step, *more = sequence.todo.pop()
                step(sequence, die, *more)
                tally = sequence.tally
                key = (sequence.snapshot(), tuple([tally[at] for at in places]))
                outcomes[key] = outcomes.get(key, 0) + one / script.ways
                going = script.advance()
            if leaves > limit:
                raise TooManyLeavesError(f"more than {limit} sequences of dice")
            for (after, shifts), weight in outcomes.items():
                into = levels.setdefault(len(after[5]), {})
                into[after] = _add_shifted(into.get(after), table, shifts, weight)

    finals = levels[0]
    result: dict[str, Any] = {}
    shown: dict[str, dict[Any, Any]] = {}
    joint: dict[Any, Any] = {}
    fallen: dict[Any, Any] = {}
    for state, table in finals.items():
        sequence.restore(state)
        mass = table[0, 0]
        standing = sequence.standing()
        for key, value in standing.items():
            pmf = shown.setdefault(key, {})
            pmf[value] = pmf.get(value, 0) + mass
        pair = (standing["damage"], standing["slain"])
        joint[pair] = joint.get(pair, 0) + mass
        each = sequence.fallen()
        fallen[each] = fallen.get(each, 0) + mass
    counters: dict[tuple[str, int], dict[int, Any]] = {}
    for row, (key, weapon, _) in enumerate(rows, start=1):
        pmf = {}
        value_of: Callable[[int], int] = sequence.self_slain if key == "self_slain" else int
        for table in finals.values():
            for n in np.flatnonzero(table[row]):
                value = value_of(int(n))
                pmf[value] = pmf.get(value, 0) + table[row, n]
        counters[key, weapon] = pmf

    def tidy(pmf: dict[Any, Any]) -> dict[Any, Any]:
        return {k: p if fractions else float(p) for k, p in sorted(pmf.items())}

    for key in wanted:
        if key in WEAPON_KEYS:
            result[key] = [tidy(counters[key, i]) for i in range(len(sequence.weapons))]
        elif (key, -1) in counters:
            result[key] = tidy(counters[key, -1])
        else:
            result[key] = tidy(shown[key])
    result["joint"] = tidy(joint)
    result["fallen"] = tidy(fallen)
    return result


def _add_shifted(
    into: np.ndarray | None, table: np.ndarray, shifts: tuple[int, ...], weight: Any
) -> np.ndarray:
    """Add ``weight * table`` to a table, each counter's row moved up by its shift."""
    height, width = table.shape
    most = max(shifts, default=0)
    scaled = table * weight
    if into is None or into.shape[1] < width + most:
        wide = np.zeros((height, width + most), dtype=table.dtype)
        if into is not None:
            wide[:, : into.shape[1]] = into
        into = wide
    if most == 0:
        into[:, :width] += scaled
        return into
    into[0, :width] += scaled[0]
    for row, shift in enumerate(shifts, start=1):
        into[row, shift : shift + width] += scaled[row]
    return into
