"""A literal dice-roller for Age of Sigmar attack sequences: the slow truth of the tests.

The same design as `reference`: what the rules fix before a die is rolled (thresholds,
modifiers, which Crit ability is used) is read from the profiles once, in `Prepared`; the
dice are rolled by the steps of `Sequence`, each of which is one paragraph of the rules: an
attack that hits puts on a wound roll, a wound a save roll, a failed save points in the
damage pool. After the last attack each point of the pool meets the ward, and those that
are left are allocated one by one.

* `roll_once` plays the steps with any source of dice,
* `sample` plays them many times with random dice,
* `enumerate_exactly` plays them with every possible result of every die,
* `play_attack` plays one attack of a fight and tells what comes through the ward.

The dice, the results' words and the enumeration of all sequences of dice are those of
`reference`. Codes such as A-1.5 are those of the rules digest.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from oracle import reference, reference_ways
from oracle.reference import (
    ATTACKS,
    CRITICAL,
    DAMAGE,
    DAMAGE_ROLLED,
    FAIL,
    HITS,
    IGNORED,
    MORTAL,
    REROLLS,
    SLAIN,
    STAGES,
    SUCCESS,
    UNSAVED,
    WEAPON_KEYS,
    WIDTH,
    WOUNDS,
    Die,
    RandomDice,
    Rerolled,
    TooManyLeavesError,
    capped,
    lowest,
    mortal_wounds,
    roll,
    rolled_again,
    stronger,
)

from mathhammer.games.aos.abilities.row import Ability
from mathhammer.games.aos.profiles import Context, Modifiers, Rider, Ruleset, Unit, Weapon

__all__ = [
    "KEYS",
    "STAGES",
    "WEAPON_KEYS",
    "RandomDice",
    "Sequence",
    "TooManyLeavesError",
    "enumerate_exactly",
    "play_attack",
    "roll_once",
    "sample",
]

#: Keys of a result that are one whole number.
KEYS = tuple(key for key in reference.KEYS if not key.startswith("self_"))

CRITS = ("crit mortal", "crit 2 hits", "crit auto wound")


# ---------------------------------------------------------- what is fixed before dice


def hindering(modifiers: Modifiers) -> Modifiers:
    """Return what of its side's modifiers reaches a Companion: what makes it worse (A-3)."""
    worse: dict[str, Any] = {}
    for name in Modifiers._fields:
        value = getattr(modifiers, name)
        if isinstance(value, int) and value < 0:
            worse[name] = value
    rider = modifiers.on_critical_hit or Rider()
    worse["on_critical_hit"] = {"rend": min(0, rider.rend), "damage": min(0, rider.damage)}
    return Modifiers(**worse)


def anti_rend(abilities: Iterable[Ability], target: Unit, context: Context) -> int:
    """Return the Rend that Anti-X adds (A-3).

    Each X that the target has, or condition that it meets, adds its bonus: several of these
    abilities are cumulative.
    """
    rend = 0
    for ability in abilities:
        if ability.kind != "anti":
            continue
        x = ability.keyword
        if x in ("charge", "charged"):  # a condition
            met = context.target_charged
        else:
            met = x in target.keywords
        if met:
            rend += ability.bonus
    return rend


def in_cover(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> bool:
    """Whether attacks suffer the penalty of cover (A-4, ruling `cover_exception`)."""
    charged = {"attacker": context.charged, "target": context.target_charged}
    flies = {
        who: "fly" in unit.keywords for who, unit in (("attacker", attacker), ("target", target))
    }
    who = ruleset.cover_exception
    return bool(context.cover or target.defence.cover) and not charged[who] and not flies[who]


def hit_result(face: int, needed: int, modifier: int, critical: int, always: bool) -> int:
    """Judge an unmodified hit roll (A-1; `always` is the ruling `critical_always_hits`)."""
    if face == 1:
        return FAIL
    reached = face + modifier >= needed
    if face >= critical and (reached or always):
        return CRITICAL
    return SUCCESS if reached else FAIL


def masses(rolled: Rerolled) -> dict[int, Fraction]:
    """Return the probabilities of an expression, every face of every die counted."""
    once = {rolled.dice.constant: Fraction(1)}
    for number, sides, keep, low in rolled.dice.terms:
        groups = [number] if keep < number else [1] * number
        for dice in groups:
            shown: dict[int, Fraction] = {}
            for faces in itertools.product(range(1, sides + 1), repeat=dice):
                kept = sum(sorted(faces, reverse=not low)[:keep])
                shown[kept] = shown.get(kept, Fraction(0)) + Fraction(1, sides**dice)
            after: dict[int, Fraction] = {}
            for (a, p), (b, q) in itertools.product(once.items(), shown.items()):
                after[a + b] = after.get(a + b, Fraction(0)) + p * q
            once = after
    again = sum((p for value, p in once.items() if value < rolled.again_below), Fraction(0))
    return {v: p * again + (p if v >= rolled.again_below else 0) for v, p in once.items()}


def chances(results: list[int], again: list[bool]) -> dict[int, Fraction]:
    """Return how likely each result of one D6 is; both lists are indexed by its face."""
    made: dict[int, Fraction] = {FAIL: Fraction(0), SUCCESS: Fraction(0), CRITICAL: Fraction(0)}
    for first, second in itertools.product(range(1, 7), repeat=2):
        made[results[second if again[first] else first]] += Fraction(1, 36)
    return made


class Prepared:
    """A weapon against this target in this situation, before any die is rolled."""

    def __init__(
        self,
        number: int,
        weapon: Weapon,
        attacker: Unit,
        target: Unit,
        context: Context,
        ruleset: Ruleset,
    ) -> None:
        #: Its place in the damage pool, and in the tally.
        self.number, self.row = number, WIDTH * (number + 1)
        theirs, mine, general = target.defence, weapon.modifiers, attacker.modifiers
        ranged = weapon.type == "ranged"
        abilities = (*weapon.abilities, *attacker.abilities)
        companion = any(a.kind == "companion" for a in weapon.abilities)
        if companion:  # its own side helps it only where the ability says so
            abilities, general = weapon.abilities, hindering(general)

        # ---- number of attacks
        self.count = weapon.count
        self.attacks = Rerolled(weapon.attacks, general.reroll_attacks, mine.reroll_attacks)
        self.more_attacks = general.attacks + mine.attacks
        self.champion = weapon.champion and not companion
        if weapon.start is not None:  # what is given are hits, wounds or failed saves: no more
            self.attacks = Rerolled(weapon.attacks)
            self.more_attacks, self.champion = 0, False

        # ---- hit roll
        entries = [general.hit, mine.hit, theirs.hit]
        if context.all_out_attack:
            entries.append(1)
        if in_cover(attacker, target, context, ruleset):
            entries.append(-1)
        if ranged and context.covering_fire:
            entries.append(-1)
        if ranged and context.guarded_hero and not target.keywords & {"monster", "war machine"}:
            entries.append(-1)
        modifier = capped(entries, False)
        critical = lowest(6, general.critical_hits, mine.critical_hits)
        policy = stronger(REROLLS, general.reroll_hits, mine.reroll_hits)
        #: Indexed by the face of the die, as the three tables below.
        self.hit = [FAIL] + [
            hit_result(f, weapon.hit, modifier, critical, ruleset.critical_always_hits)
            for f in range(1, 7)
        ]
        self.hit_again = [rolled_again(f, self.hit[f], policy) for f in range(7)]
        if weapon.start is not None:
            self.hit, self.hit_again = [FAIL] + [SUCCESS] * 6, [False] * 7

        # ---- wound roll
        modifier = capped([general.wound, mine.wound, theirs.wound], False)
        policy = stronger(REROLLS, general.reroll_wounds, mine.reroll_wounds)
        self.wound = [FAIL] + [
            SUCCESS if f > 1 and f + modifier >= weapon.wound else FAIL for f in range(1, 7)
        ]
        self.wound_again = [rolled_again(f, self.wound[f], policy) for f in range(7)]
        if weapon.start in ("wounds", "failed saves"):
            self.wound, self.wound_again = [FAIL] + [SUCCESS] * 6, [False] * 7

        # ---- save roll: not even a 6 saves by itself
        riders = [m.on_critical_hit for m in (general, mine) if m.on_critical_hit is not None]
        rend = weapon.rend + general.rend + mine.rend + anti_rend(abilities, target, context)

        def saves(rend: int) -> list[int]:
            change = -max(0, rend) + theirs.save
            if context.all_out_defence:
                change += 1
            change = min(1, change)
            if weapon.start == "failed saves":
                return [FAIL] * 7
            return [FAIL] + [
                SUCCESS if target.save and f > 1 and f + change >= target.save else FAIL
                for f in range(1, 7)
            ]

        def again(save: list[int]) -> list[bool]:
            if weapon.start == "failed saves":
                return [False] * 7
            return [rolled_again(f, save[f], theirs.reroll_saves) for f in range(7)]

        self.save = saves(rend)
        self.save_again = again(self.save)

        # ---- riders of a critical hit: those of the attacker and the weapon together
        self.rider_save = saves(rend + sum(rider.rend for rider in riders))
        self.rider_save_again = again(self.rider_save)
        self.rider_damage = sum(rider.damage for rider in riders)
        self.rider_mortals = [rider.mortals for rider in riders if rider.mortals is not None]

        # ---- damage
        self.damage = Rerolled(weapon.damage, general.reroll_damage, mine.reroll_damage)
        self.more_damage = general.damage + mine.damage
        if context.charged:
            bonuses = [a.bonus for a in abilities if a.kind == "charge"]
            self.more_damage += max(bonuses, default=0)

        # ---- wards, for the expected damage alone
        self.warded = [
            Fraction(7 - ward, 6) if ward else Fraction(0)
            for ward in (target.ward, lowest(target.ward, target.ward_mortals))
        ]

        # ---- which Crit ability is used
        crits = list(dict.fromkeys(a.kind for a in abilities if a.kind in CRITS))
        self.crit = weapon.crit
        if self.crit is None and crits:
            # Of equally good ones `max` returns the first.
            self.crit = max(crits, key=self.expected) if len(crits) > 1 else crits[0]

    def modified_damage(self, rolled: int, critical: bool = False) -> int:
        """Return an attack's damage after modifiers: not below 1, but a 0 may stay 0."""
        change = self.more_damage + (self.rider_damage if critical else 0)
        return max(rolled + change, min(rolled, 1))

    def expected(self, crit: str | None) -> Fraction:
        """Return the expected damage of one attack, after the wards, with a Crit ability.

        Without the mortal damage of riders, which is the same with any.
        """
        plain, critical = (
            sum(
                (self.modified_damage(v, rider) * p for v, p in masses(self.damage).items()),
                Fraction(0),
            )
            for rider in (False, True)
        )
        ward, ward_mortals = self.warded
        hit = chances(self.hit, self.hit_again)
        wound = chances(self.wound, self.wound_again)[SUCCESS]
        wounded = plain * chances(self.save, self.save_again)[FAIL] * wound * (1 - ward)
        saved = critical * chances(self.rider_save, self.rider_save_again)[FAIL] * (1 - ward)
        of_critical = {
            "crit mortal": critical * (1 - ward_mortals),
            "crit 2 hits": saved * wound + wounded,
            "crit auto wound": saved,
        }.get(crit or "", saved * wound)
        return hit[SUCCESS] * wounded + hit[CRITICAL] * of_critical


# ---------------------------------------------------------------------- the dice roll


class Sequence(reference.Sequence):
    """All attacks of a unit on a target: prepared once, played as often as wanted.

    A sequence of `reference` with the steps of another game.

    Parameters
    ----------
    copies : list of int, optional
        How many copies of each weapon attack, instead of its `count`.
    models : int, optional
        How many models attack, for mortal damage per model, instead of the attacker's.
    """

    def __init__(
        self,
        attacker: Unit,
        target: Unit,
        context: Context,
        ruleset: Ruleset,
        copies: list[int] | None = None,
        models: int | None = None,
    ) -> None:
        context = context.merged(attacker.context)
        self.health, self.ward = target.health, target.ward
        #: Against mortal damage the better of two wards (A-2.1).
        self.ward_mortals = lowest(target.ward, target.ward_mortals)
        self.starting_models = target.models
        self.starting_damage = target.damage_taken
        self.weapons = [
            Prepared(i, w, attacker, target, context, ruleset)
            for i, w in enumerate(attacker.weapons)
        ]
        self.mortals = attacker.mortals
        self.attend(attacker.models if models is None else models, copies)

    def attend(self, models: int, copies: list[int] | None) -> None:
        """Set who attacks, and get ready for the start."""
        self.attacking_models = models
        if copies is None:
            copies = [w.count for w in self.weapons]
        turns = [
            (Sequence.copies, weapon, number, weapon.champion)
            for weapon, number in zip(self.weapons, copies, strict=True)
            if number
        ]
        #: What is to do, the last thing first: a stack is read from its end.
        self.agenda = [*turns, (Sequence.damage_procedure,), (Sequence.mortals_begin,)][::-1]
        self.reset()

    def reset(self) -> None:
        """Put everything back to the start."""
        self.standing_models = self.starting_models
        self.allocated_damage = self.starting_damage
        #: Points of each weapon, and last of what is no weapon.
        self.pool = [0] * (len(self.weapons) + 1)
        #: Those of mortal damage among them where another ward is rolled for it.
        self.mortal_pool = list(self.pool)
        #: Points of each pool that came through the ward, pool by pool.
        self.through: list[int] = []
        self.todo = list(self.agenda)
        self.tally = [0] * (WIDTH * (len(self.weapons) + 1))

    # ------------------------------------------------------------------ the attacks

    def copies(self, die: Die, weapon: Prepared, left: int, champion: bool) -> None:
        """One copy of a weapon finds its number of attacks (A-1.6).

        One of the copies may be the champion's: it makes one more (A-3).
        """
        if left > 1:
            self.todo.append((Sequence.copies, weapon, left - 1, False))
        number = weapon.attacks.roll(die)
        change = weapon.more_attacks + champion
        if change:
            number = max(1, number + change)
        self.count(weapon, ATTACKS, number)
        if number:
            self.todo.append((Sequence.attack, weapon, number))

    def attack(self, die: Die, weapon: Prepared, left: int) -> None:
        """Roll to hit; a critical hit may do more, or end the attack (A-1, A-3)."""
        if left > 1:
            self.todo.append((Sequence.attack, weapon, left - 1))
        face = die(6)
        if weapon.hit_again[face]:
            face = die(6)
        result = weapon.hit[face]
        if result == FAIL:
            return
        critical = result == CRITICAL
        crit = weapon.crit if critical else None
        if critical:  # whether or not it wounds
            for mortals in weapon.rider_mortals:
                self.in_pool(weapon, roll(mortals, die), True)
        if crit == "crit 2 hits":
            self.count(weapon, HITS, 2)
            self.todo.append((Sequence.hit, weapon, False))
            self.todo.append((Sequence.hit, weapon, True))
            return
        self.count(weapon, HITS, 1)
        if crit == "crit mortal":
            self.todo.append((Sequence.inflict, weapon, True, True))
        elif crit == "crit auto wound":
            self.count(weapon, WOUNDS, 1)
            self.todo.append((Sequence.save, weapon, True))
        else:
            self.todo.append((Sequence.hit, weapon, critical))

    def hit(self, die: Die, weapon: Prepared, critical: bool) -> None:
        """Roll to wound (A-1)."""
        face = die(6)
        if weapon.wound_again[face]:
            face = die(6)
        if weapon.wound[face] == FAIL:
            return
        self.count(weapon, WOUNDS, 1)
        self.todo.append((Sequence.save, weapon, critical))

    def save(self, die: Die, weapon: Prepared, critical: bool) -> None:
        """Make a save roll (A-1), of a critical hit against its riders' Rend (A-3.1)."""
        save, again = weapon.save, weapon.save_again
        if critical:
            save, again = weapon.rider_save, weapon.rider_save_again
        face = die(6)
        if again[face]:
            face = die(6)
        if save[face] == SUCCESS:
            return
        self.count(weapon, UNSAVED, 1)
        self.todo.append((Sequence.inflict, weapon, critical, False))

    def inflict(self, die: Die, weapon: Prepared, critical: bool, mortal: bool) -> None:
        """Put an attack's damage in the pool (A-1, A-1.6)."""
        self.in_pool(weapon, weapon.modified_damage(weapon.damage.roll(die), critical), mortal)

    def in_pool(self, weapon: Prepared, points: int, mortal: bool) -> None:
        """Put some points in the pool and count them."""
        if mortal:
            self.count(weapon, MORTAL, points)
        self.count(weapon, DAMAGE_ROLLED, points)
        self.pour(weapon.number, points, mortal)

    def pour(self, source: int, points: int, mortal: bool) -> None:
        """Put points in the pool, those of mortal damage apart where their ward is another."""
        apart = mortal and self.ward_mortals != self.ward
        (self.mortal_pool if apart else self.pool)[source] += points

    # ---------------------------------------------------------- the damage procedure

    def damage_procedure(self, die: Die) -> None:
        """Begin the damage procedure: first wards, then the allocation (A-2)."""
        self.todo.append((Sequence.allocation,))
        pools = (self.ward_mortals, self.mortal_pool, True), (self.ward, self.pool, False)
        for ward, pool, mortal in pools:
            if ward:
                sources = [i for i, points in enumerate(pool) if points]
                self.todo += [(Sequence.ward_roll, i, pool[i], mortal) for i in reversed(sources)]

    def ward_roll(self, die: Die, source: int, left: int, mortal: bool) -> None:
        """Roll for one point of the pool (A-2)."""
        if left > 1:
            self.todo.append((Sequence.ward_roll, source, left - 1, mortal))
        if die(6) >= (self.ward_mortals if mortal else self.ward):
            (self.mortal_pool if mortal else self.pool)[source] -= 1
            self.tally[IGNORED] += 1

    def allocation(self, die: Die) -> None:
        """Allocate the points that are left, one by one (A-2)."""
        self.through.append(sum(self.pool) + sum(self.mortal_pool))
        for source, points in enumerate(self.pool):
            for _ in range(points + self.mortal_pool[source]):
                self.allocate_point(source)
        self.pool = [0] * len(self.pool)
        self.mortal_pool = list(self.pool)

    def allocate_point(self, source: int) -> None:
        """Allocate a point; as many as Health slay a model (A-2)."""
        if not self.standing_models:
            return
        row = self.weapons[source].row if source < len(self.weapons) else None
        self.allocated_damage += 1
        if row is not None:
            self.tally[row + DAMAGE] += 1
        if self.allocated_damage == self.health:
            self.standing_models -= 1
            self.allocated_damage = 0
            if row is not None:
                self.tally[row + SLAIN] += 1

    # ------------------------------------------------------------------ mortal damage

    def mortals_begin(self, die: Die) -> None:
        """Before these dice it is seen how many models the attacks slew."""
        slain = sum(self.fallen())
        self.todo += [(Sequence.mortal_gate, i, slain) for i in reversed(range(len(self.mortals)))]

    def mortal_gate(self, die: Die, entry: int, slain: int) -> None:
        """Dice that inflict mortal damage: the first opens, then the others count (S-2)."""
        mortals = self.mortals[entry]
        opened = not mortals.gate or die(6) >= mortals.gate
        if not opened:
            number = 0
        elif mortals.per_slain:
            number = mortals.per_slain * slain
        elif mortals.per_model:
            number = mortals.per_model * self.attacking_models
        else:
            number = roll(mortals.dice, die)
        self.todo.append((Sequence.mortal_dice, entry, number, 0))

    def mortal_dice(self, die: Die, entry: int, left: int, total: int) -> None:
        """One of those dice; after the last their points are a pool of their own."""
        mortals = self.mortals[entry]
        if left:
            total += mortal_wounds(mortals, die)
            self.todo.append((Sequence.mortal_dice, entry, left - 1, total))
            return
        if mortals.max is not None:
            total = min(total, mortals.max)
        self.count(None, MORTAL, total)
        self.count(None, DAMAGE_ROLLED, total)
        self.pour(-1, total, True)
        self.todo.append((Sequence.damage_procedure,))

    # --------------------------------------------------------------------- results

    def fallen(self) -> tuple[int, ...]:
        """Return the models slain: units of this game are one group."""
        return (self.starting_models - self.standing_models,)

    def standing(self) -> dict[str, int]:
        """Return the results that the target shows."""
        slain = self.starting_models - self.standing_models
        left = self.standing_models * self.health - self.allocated_damage
        start = self.starting_models * self.health - self.starting_damage
        return {
            "damage": start - left,
            "slain": slain,
            "destroyed": int(not self.standing_models),
            "left_wounds": left,
            "left_front": self.health - self.allocated_damage if self.standing_models else 0,
        }

    def numbers(self) -> tuple[int, ...]:
        """Return the result as `reference.KEYS`, then `WEAPON_KEYS` weapon by weapon."""
        shown = self.standing()
        return (
            *self.tally[:6], shown["damage"], shown["slain"], shown["destroyed"],
            self.tally[IGNORED], shown["left_wounds"], shown["left_front"], 0, 0, 0,
            *self.tally[WIDTH:],
        )  # fmt: skip

    def snapshot(self) -> tuple[Any, ...]:
        """Return all that the future depends on; what is to do is its sixth part."""
        return (
            self.standing_models, self.allocated_damage, tuple(self.pool),
            tuple(self.mortal_pool), None,
            tuple(self.todo),
        )  # fmt: skip

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Go back to a snapshot, with empty counters."""
        self.standing_models, self.allocated_damage, pool, mortal_pool, _, todo = snapshot
        self.pool, self.mortal_pool = list(pool), list(mortal_pool)
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
        `weapon_damage` and `weapon_slain` are as if the weapons filled the pool in turn.
    """
    sequence = Sequence(attacker, target, context, ruleset)
    sequence.play(rng.die)
    numbers = sequence.numbers()
    first = len(reference.KEYS)
    result: dict[str, Any] = dict(zip(KEYS, numbers, strict=False))
    for i, key in enumerate(WEAPON_KEYS):
        result[key] = list(numbers[first + i :: WIDTH])
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
    first = len(reference.KEYS)
    result = {key: table[:, i] for i, key in enumerate(KEYS)}
    for i, key in enumerate(WEAPON_KEYS):
        result[key] = table[:, first + i :: WIDTH]
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
        Of `KEYS` and `WEAPON_KEYS`; all of them by default.
    merge : bool
        Whether histories that come to the same state go on together.
    fractions : bool
        Give probabilities as `Fraction` instead of float.

    Returns
    -------
    dict
        ``{value: probability}`` for each key of `KEYS`; a list of them, one per weapon, for
        `WEAPON_KEYS`; and ``"joint"``, ``{(damage, slain): probability}``.

    Raises
    ------
    TooManyLeavesError
        There are more than `limit`.
    """
    wanted = (*KEYS, *WEAPON_KEYS) if keys is None else tuple(keys)

    def worth(unit: Unit) -> tuple[Fraction, Fraction]:
        played = Sequence(unit.replace(order=None), target, context, ruleset)
        found = reference._merged(played, limit, ("slain", "damage"), True)
        slain, damage = (sum(k * p for k, p in found[key].items()) for key in ("slain", "damage"))
        return slain, damage

    attacker = reference_ways.best(attacker, worth, reference_ways.situation(attacker, context))
    sequence = Sequence(attacker, target, context, ruleset)
    enumerated = reference._merged if merge else reference._unmerged
    return enumerated(sequence, limit, wanted, fractions)


#: Sequences of `play_attack`, by the identity of what they were prepared from, which they
#: keep alive: a fight plays the same attack again and again.
_prepared: dict[tuple[int, ...], tuple[tuple[Any, ...], Sequence]] = {}


def play_attack(
    attacker: Unit,
    target: Unit,
    context: Context,
    ruleset: Ruleset,
    die: Die,
    copies: list[int] | None = None,
    models: int | None = None,
) -> list[int]:
    """Play the attacks of a unit in a fight, up to the ward.

    Parameters
    ----------
    die : callable
        ``die(sides) -> int``.
    copies : list of int, optional
        How many copies of each weapon attack, by default its `count`. A champion is among
        them while there is one.
    models : int, optional
        How many models the attacker has, for mortal damage per model.

    Returns
    -------
    list of int
        The points of each pool after the ward: of all weapons, then of each entry of the
        attacker's `mortals`. They are for the caller to allocate.
    """
    given = (attacker, target, context, ruleset)
    key = tuple(map(id, given))
    if key not in _prepared:
        if len(_prepared) >= 1000:
            _prepared.clear()
        _prepared[key] = given, Sequence(*given)
    sequence = _prepared[key][1]
    sequence.attend(attacker.models if models is None else models, copies)
    sequence.play(die)
    return sequence.through
