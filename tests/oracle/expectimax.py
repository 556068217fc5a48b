"""Command Re-rolls by expectimax, die by die: the slow truth of the tests (W-6).

What the profiles fix before a die is rolled comes from the literal dice-roller in
`reference`. The rest is played here as at a table with fast dice, with every die a branch
and every decision tried: all rolls for the number of attacks of a weapon, all its hit
rolls, all its wound rolls are seen before one of them may be rolled again; then saves and
damage one by one; what waits (Devastating Wounds) when all weapons are done.

Nothing is reduced to what is thought to matter: any die that was rolled once may be chosen,
whatever it shows. Only histories that left the same things on the table share a future.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from oracle.reference import CRITICAL, FAIL, SUCCESS, Prepared, Sequence, rolled_again

from mathhammer.core.dice import Dice
from mathhammer.games.wh40k.profiles import Context, Ruleset, Unit

#: Wounds left of each model, whether the first failed save was ignored, weapons that wait.
Board = tuple[tuple[int, ...], bool, tuple[int, ...]]
#: The dice on the table: what each shows, and whether it was rolled once only.
Thrown = tuple[tuple[Any, bool], ...]
#: Whether a player re-rolls what is named: a kind of roll ("waiting": damage of what waited),
#: a weapon, what the die shows, how many models are slain.
Habit = Callable[[str, int, int, int], bool]

FACES = range(1, 7)


@cache
def totals(dice: Dice) -> dict[int, float]:
    """Return the chances of the totals of an expression, by all its faces."""
    found: dict[int, float] = {}
    sides = [s for number, s, _, _ in dice.terms for _ in range(number)]
    for faces in itertools.product(*(range(1, s + 1) for s in sides)):
        at, total, chance = 0, dice.constant, 1.0
        for number, s, keep, lowest in dice.terms:
            own = sorted(faces[at : at + number])
            total += sum(own[:keep] if lowest else own[number - keep :])
            chance /= s**number
            at += number
        found[total] = found.get(total, 0.0) + chance
    return found


def thrown(one: dict[tuple[Any, bool], float], number: int) -> dict[Thrown, float]:
    """Return all throws of several dice, alike where they show the same."""
    throws: dict[Thrown, float] = {(): 1.0}
    for _ in range(number):
        after: dict[Thrown, float] = {}
        for dice, chance in throws.items():
            for die, more in one.items():
                key = tuple(sorted((*dice, die)))
                after[key] = after.get(key, 0.0) + chance * more
        throws = after
    return throws


def with_ability(results: list[int], again: list[bool]) -> dict[tuple[int, bool], float]:
    """Return what one D6 shows and whether it was rolled once, abilities being used."""
    shown: dict[tuple[int, bool], float] = {}
    for face in FACES:
        if not again[face]:
            key = (results[face], True)
            shown[key] = shown.get(key, 0.0) + 1 / 6
            continue
        for second in FACES:
            key = (results[second], False)
            shown[key] = shown.get(key, 0.0) + 1 / 36
    return shown


class Expectimax:
    """A match-up with Command Re-rolls.

    Parameters
    ----------
    objective : callable
        Of the wounds that the models have left.
    habits : dict
        From "attacker" or "defender" to a habit: that player keeps to it and doesn't choose: the
        first die on the table that it names is rolled again.
    """

    def __init__(
        self,
        attacker: Unit,
        target: Unit,
        context: Context,
        ruleset: Ruleset,
        objective: Callable[[tuple[int, ...]], float],
        habits: dict[str, Habit] | None = None,
    ) -> None:
        self.table = Sequence(attacker, target, context, ruleset)
        self.models = self.table.models
        self.weapons = self.table.weapons
        self.objective = objective
        self.habits = habits or {}
        self.ruling = ruleset.devastating
        for name in ("_weapon", "_hit", "_wound", "_save", "_waiting", "_lose"):
            setattr(self, name, cache(getattr(self, name)))

    def value(self, attacker: bool, defender: bool) -> float:
        """Return the expected objective where these players have a re-roll."""
        board = (tuple(m.start for m in self.models), False, ())
        return self._weapon(0, board, attacker, defender)

    # -------------------------------------------------------------------- decisions

    def decide(
        self,
        side: str,
        kind: str,
        weapon: int,
        keep: Callable[[], float],
        options: Iterable[tuple[int, Callable[[], float]]],
        slain: int = 0,
    ) -> float:
        """Return the value of a decision between keeping all dice and one of them again."""
        options = list(options)
        if side in self.habits:
            named = [o for o in options if self.habits[side](kind, weapon, o[0], slain)]
            if not named:
                return keep()
            return named[0][1]()
        best = max if side == "attacker" else min
        return best([keep(), *(value() for _, value in options)])

    def handful(
        self,
        kind: str,
        weapon: int,
        throws: dict[Thrown, float],
        fresh: Callable[[Any], dict[Any, float]],
        go_on: Callable[[Thrown, bool], float],
        token: bool,
        shows: Callable[[Any], int] = lambda die: die,
    ) -> float:
        """Return the value of a handful of the attacker's dice that are seen together."""
        total = 0.0
        for dice, chance in throws.items():
            if not token:
                total += chance * go_on(dice, False)
                continue

            def again(die: tuple[Any, bool], dice: Thrown = dice) -> float:
                others = list(dice)
                others.remove(die)
                return sum(
                    p * go_on(tuple(sorted([*others, (new, False)])), False)
                    for new, p in fresh(die[0]).items()
                )

            options = [
                (shows(die[0]), lambda die=die, again=again: again(die))
                for die in sorted(set(dice)) if die[1]
            ]  # fmt: skip
            total += chance * self.decide(
                "attacker", kind, weapon, lambda dice=dice: go_on(dice, True), options
            )
        return total

    # ---------------------------------------------------------------------- stages

    def _weapon(self, i: int, board: Board, a: bool, d: bool) -> float:
        if i == len(self.weapons):
            return self._waiting(board, a, d)
        weapon = self.weapons[i]
        printed: dict[tuple[Any, bool], float] = {}
        chances = totals(weapon.attacks.dice)
        for total, p in chances.items():
            if total >= weapon.attacks.again_below or not weapon.attacks.dice.terms:
                eligible = bool(weapon.attacks.dice.terms)
                key = ((0, total), eligible)
                printed[key] = printed.get(key, 0.0) + p
            else:
                for second, q in chances.items():
                    key = ((0, second), False)
                    printed[key] = printed.get(key, 0.0) + p * q
        rapid = {((1, t), bool(weapon.rapid_fire.terms)): p
                 for t, p in totals(weapon.rapid_fire).items()}  # fmt: skip
        throws: dict[Thrown, float] = {}
        for first, p in thrown(printed, weapon.count).items():
            for second, q in thrown(rapid, weapon.count).items():
                throws[first + second] = throws.get(first + second, 0.0) + p * q

        def number(dice: Thrown) -> int:
            attacks = weapon.count * weapon.blast
            for (kind, total), _ in dice:
                if kind == 0 and weapon.more_attacks:
                    total = max(1, total + weapon.more_attacks)
                attacks += total
            return attacks

        return self.handful(
            "attacks", i, throws,
            lambda die: {(die[0], t): p for t, p in totals(
                weapon.rapid_fire if die[0] else weapon.attacks.dice).items()},
            lambda dice, left: self._hit(i, number(dice), board, left, d),
            a,
            lambda die: die[1],
        )  # fmt: skip

    def _hit(self, i: int, attacks: int, board: Board, a: bool, d: bool) -> float:
        weapon = self.weapons[i]
        if weapon.torrent:
            return self._wound(i, attacks, 0, board, a, d)
        one = with_ability(weapon.hit, weapon.hit_again)
        raw = with_ability(weapon.hit, [False] * 7)

        def go_on(dice: Thrown, left: bool) -> float:
            shown = [result for result, _ in dice]
            criticals = shown.count(CRITICAL)
            hits = shown.count(SUCCESS) + (0 if weapon.lethal else criticals)
            extra = {0: 1.0}
            for _ in range(criticals):
                more: dict[int, float] = {}
                for before, p in extra.items():
                    for x, q in totals(weapon.sustained).items():
                        more[before + x] = more.get(before + x, 0.0) + p * q
                extra = more
            sure = criticals if weapon.lethal else 0
            return sum(p * self._wound(i, hits + x, sure, board, left, d) for x, p in extra.items())

        return self.handful(
            "hit", i, thrown(one, attacks), lambda _: {r: p for (r, _), p in raw.items()}, go_on, a
        )

    def _wound(self, i: int, hits: int, sure: int, board: Board, a: bool, d: bool) -> float:
        weapon = self.weapons[i]
        one = with_ability(weapon.wound, weapon.wound_again)
        raw = with_ability(weapon.wound, [False] * 7)

        def go_on(dice: Thrown, left: bool) -> float:
            shown = [result for result, _ in dice]
            criticals = shown.count(CRITICAL) if weapon.devastating else 0
            wounds = sure + len(shown) - shown.count(FAIL) - criticals
            models, ignored, waiting = board
            return self._save(i, wounds, (models, ignored, waiting + (i,) * criticals), left, d)

        return self.handful(
            "wound", i, thrown(one, hits), lambda _: {r: p for (r, _), p in raw.items()}, go_on, a
        )

    def _front(self, weapon: Prepared | None, models: tuple[int, ...]) -> int | None:
        """Return the model that takes the next wound (W-1.3, W-2); None where all are dead."""
        order = list(range(len(models)))
        if weapon is not None and weapon.precision:
            order.sort(key=lambda m: not self.models[m].leader)
        return next((m for m in order if models[m]), None)

    def _save(self, i: int, left: int, board: Board, a: bool, d: bool) -> float:
        if not left:
            return self._weapon(i + 1, board, a, d)
        weapon, (models, ignored, waiting) = self.weapons[i], board
        front = self._front(weapon, models)
        if front is None:
            return self._save(i, 0, board, a, d)
        needed = weapon.save_needed(self.models[front], 0)

        def outcome(result: int, d: bool) -> float:
            if result == SUCCESS:
                return self._save(i, left - 1, board, a, d)
            if self.table.ignores_first and not ignored:
                return self._save(i, left - 1, (models, True, waiting), a, d)

            def inflict(points: int, a: bool) -> float:
                chance = self.models[front].feel_no_pain
                return sum(
                    p * self._save(i, left - 1, (after, ignored, waiting), a, d)
                    for after, p in self._lose(models, front, points, chance).items()
                )

            return self._damage(i, True, inflict, a)

        if needed > 6:
            return outcome(FAIL, d)  # no roll is made
        results = [FAIL] * needed + [SUCCESS] * (7 - needed)
        again = [rolled_again(f, results[f], weapon.save_reroll) for f in range(7)]
        total = 0.0
        for (result, fresh), p in with_ability(results, again).items():
            if not (d and fresh):
                total += p * outcome(result, d)
                continue

            def rolled() -> float:
                raw = with_ability(results, [False] * 7)
                return sum(q * outcome(r, False) for (r, _), q in raw.items())

            total += p * self.decide(
                "defender", "save", i,
                lambda result=result: outcome(result, True), [(result, rolled)], models.count(0),
            )  # fmt: skip
        return total

    def _damage(
        self,
        i: int,
        reduced: bool,
        inflict: Callable[[int, bool], float],
        a: bool,
        kind: str = "damage",
    ) -> float:
        """Roll the damage of an attack, which the attacker may roll again."""
        weapon = self.weapons[i]
        chances = totals(weapon.damage.dice)

        def final(printed: int) -> int:
            if reduced and weapon.damage_to is not None:
                printed = weapon.damage_to
            value = (printed + 1) // 2 if reduced and weapon.halve else printed
            value += weapon.melta.constant + weapon.more_damage
            if value <= 0:
                return 0
            return max(1, value + weapon.their_damage) if reduced else value

        def rolled() -> float:
            return sum(p * inflict(final(t), False) for t, p in chances.items())

        result = 0.0
        for total, p in chances.items():
            if weapon.damage.dice.terms and total < weapon.damage.again_below:
                result += p * sum(q * inflict(final(t), a) for t, q in chances.items())
            elif a and weapon.damage.dice.terms:
                result += p * self.decide(
                    "attacker", kind, i,
                    lambda total=total: inflict(final(total), True), [(total, rolled)],
                )  # fmt: skip
            else:
                result += p * inflict(final(total), a)
        return result

    def _lose(
        self, models: tuple[int, ...], front: int, points: int, ignore: int
    ) -> dict[tuple[int, ...], float]:
        """Lose the points of one attack on a model, one by one (W-1.7); the rest is lost."""
        if not points or not models[front]:
            return {models: 1.0}
        found: dict[tuple[int, ...], float] = {}
        chance = (7 - ignore) / 6 if ignore else 0.0
        hurt = (*models[:front], models[front] - 1, *models[front + 1 :])
        for after, p in ((models, chance), (hurt, 1 - chance)):
            if p:
                for final, q in self._lose(after, front, points - 1, ignore).items():
                    found[final] = found.get(final, 0.0) + p * q
        return found

    def _waiting(self, board: Board, a: bool, d: bool) -> float:
        """Inflict what waits, in order; then the attacker's mortal dice."""
        models, ignored, waiting = board
        if not waiting:
            return sum(p * self.objective(after) for after, p in self._mortals(models).items())
        i, rest = waiting[0], waiting[1:]
        weapon = self.weapons[i]
        printed = self.ruling == "print-2023"
        reduced = self.table.devastating_reduction or self.ruling == "errata-2023-09"

        def inflict(points: int, a: bool) -> float:
            if printed:
                after = self._spill(models, points)
            else:
                front = self._front(weapon, models)
                if front is None:
                    after = {models: 1.0}
                else:
                    model = self.models[front]
                    mortal = self.ruling == "errata-2024"
                    ignore = model.feel_no_pain_mortals if mortal else model.feel_no_pain
                    after = self._lose(models, front, points, ignore)
            return sum(p * self._waiting((m, ignored, rest), a, d) for m, p in after.items())

        return self._damage(i, reduced, inflict, a, "waiting")

    def _spill(self, models: tuple[int, ...], points: int) -> dict[tuple[int, ...], float]:
        """Lose mortal wounds, which carry over (W-1.6)."""
        found = {models: 1.0}
        for _ in range(points):
            after: dict[tuple[int, ...], float] = {}
            for now, p in found.items():
                front = self._front(None, now)
                if front is None:
                    after[now] = after.get(now, 0.0) + p
                    continue
                ignore = self.models[front].feel_no_pain_mortals
                for then, q in self._lose(now, front, 1, ignore).items():
                    after[then] = after.get(then, 0.0) + p * q
            found = after
        return found

    def _mortals(self, models: tuple[int, ...]) -> dict[tuple[int, ...], float]:
        """Play the dice outside the attacks; no Command Re-roll is for them."""
        found = {models: 1.0}
        for dice in self.table.mortals:
            opened = (7 - dice.gate) / 6 if dice.gate else 1.0
            each: dict[int, float] = {}
            for face in range(1, 7):
                shown = face + dice.modifier
                damage = dice.damage if shown >= dice.on else Dice((), 0)
                if dice.table:
                    rows = [d for a, b, d in dice.table if a <= max(1, shown) <= b]
                    damage = rows[0] if rows else Dice((), 0)
                for x, r in totals(damage).items():
                    each[x] = each.get(x, 0.0) + r / 6
            sums: dict[int, float] = {0: 1 - opened}
            numbers = totals(dice.dice)
            if dice.per_model:
                numbers = {dice.per_model * self.table.attacking_models: 1.0}
            for number, p in numbers.items():
                now = {0: p * opened}
                for _ in range(number):
                    more: dict[int, float] = {}
                    for before, q in now.items():
                        for x, r in each.items():
                            more[before + x] = more.get(before + x, 0.0) + q * r
                    now = more
                for total, q in now.items():
                    capped = total if dice.max is None else min(total, dice.max)
                    sums[capped] = sums.get(capped, 0.0) + q
            after: dict[tuple[int, ...], float] = {}
            for before, p in found.items():
                for total, q in sums.items():
                    for then, r in self._spill(before, total).items():
                        after[then] = after.get(then, 0.0) + p * q * r
            found = after
        return found
