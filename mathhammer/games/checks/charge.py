"""The check `charge`: its fields, its Command Re-roll and what it says (W-5.2, A-5, D-2).

The rule itself (reach, the 12 inches, the roll and its re-roll) is in `charge_roll.py`; the
charge of a turn, with overwatch and who may charge, in `turns/steps/charge.py`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, inside
from mathhammer.core.modifier import UNMODIFIED, Modifier, modifier
from mathhammer.core.readers import flag, reader
from mathhammer.core.record import field
from mathhammer.games.checks import extra_die
from mathhammer.games.checks.charge_roll import RULES, ChargeRules, roll_that_closes
from mathhammer.games.checks.check import SUCCESS, Check, CommandReroll, Counts
from mathhammer.games.checks.command_reroll import Leg, Policy, attempt, best_use
from mathhammer.games.checks.fields import (
    GAP,
    ONE_A_PHASE,
    REROLL,
    command_rerolls,
    inches_rolled,
    truth,
)
from mathhammer.games.checks.outcome import USED, Outcome
from mathhammer.games.checks.rerolls import (
    DiceRoll,
    ModifiedRoll,
    any_of_the_dice,
    modifier_notes,
    reroll_rulings,
)
from mathhammer.games.common.fields import inches, needed_roll
from mathhammer.games.names import AOS, WH40K
from mathhammer.plan.checks import NOT_GIVEN, CheckPlan, with_double

#: The most targets of one charge.
MAX_TARGETS = 20
_FRACTION = re.compile(r"\d*[.,]\d+")


@reader(
    f"{inches.words}; or a list of up to {MAX_TARGETS}",
    {
        "anyOf": [
            inches.schema,
            {"type": "array", "items": inches.schema, "minItems": 1, "maxItems": MAX_TARGETS},
        ]
    },
)
def _distances(value: Any) -> tuple[float, ...]:
    """Read the distance of one target, or of several: a list, or a text with commas."""
    items = value.split(",") if isinstance(value, str) and len(value) < 1000 else value
    if not isinstance(items, list | tuple):
        items = [items]
    if not 1 <= len(items) <= MAX_TARGETS:
        raise MathhammerError(f"{len(items)} distances; from 1 to {MAX_TARGETS} are allowed")
    distances = []
    for i, item in enumerate(items):
        with inside(f"[{i}]" if len(items) > 1 else ""):
            distances.append(inches(item))
    return tuple(distances)


@reader(
    f"true for a D6, or {inches_rolled.words}",
    {"anyOf": [{"type": "boolean"}, inches_rolled.schema]},
)
def _die(value: Any) -> Dice | None:
    """Read the die of a run: true for a D6, dice or a number that an ability sets."""
    said = truth(value)
    if said is None:
        return inches_rolled(value)
    return Dice.parse("D6") if said else None


_FIRST = (
    "It advances (40k) or runs (Age of Sigmar) first, on top of its move, and an ability lets it "
    "charge: true for a D6, or other dice, or a number."
)


class Charge(Check):
    """Does a charge reach? (W-5.2, A-5, D-2)."""

    needed: int | None = field(
        needed_roll, None, "The roll that it takes; or give the distance instead."
    )
    distance: tuple[float, ...] | None = field(
        _distances,
        None,
        "Inches between the bases; of several targets the farthest decides. Takes 1 inch less "
        "in 40k, half an inch less in Age of Sigmar.",
    )
    climb: float = field(
        inches,
        0.0,
        "Vertical inches over terrain higher than 2 inches (in Age of Sigmar 1), up and down "
        "together.",
    )
    barricade: bool = field(flag, False, "The target stands behind a barricade: 2 inches less.")
    dice: Dice = field(
        inches_rolled,
        Dice.parse("2D6"),
        "The dice of the roll, like 3D6kh2 for the highest two of three, 3D6kl2 for the lowest.",
    )
    extra_die: str | None = field(extra_die.EXTRA_DIE, None, extra_die.ABOUT)
    modifier: Modifier = field(modifier, UNMODIFIED, "Added to the roll: a number, or dice.")
    reroll: str | None = field(
        REROLL,
        None,
        "A failed roll is rolled again by an ability: all dice in 40k, any of them in Age of "
        "Sigmar.",
    )
    command_reroll: int = field(
        command_rerolls,
        0,
        "Command Re-rolls (40k): 1 for the charge, or for the Advance before it, whichever is "
        "better; 2 one for each, in its phase.",
    )
    move: float = field(inches, 0.0, "Inches that the unit moves toward the target first.")
    advance: Dice | None = field(_die, None, _FIRST)
    run: Dice | None = field(_die, None, _FIRST)

    kind = "charge"
    asks = "does a charge reach?"
    words = ("needed",)
    words_note = "with inches (9in) the same as --distance"
    repeatable = ("distance",)
    stand_alone = ("advance", "run")
    command_reroll_use = CommandReroll("charge roll", SUCCESS, "Re-roll a charge that falls short.")
    _noun = "a charge"
    _only = {"barricade": WH40K, "advance": WH40K, "command_reroll": WH40K, "run": AOS}

    def _check(self) -> None:
        extra_die.with_extra_die(self.dice, self.extra_die)
        given = self.__dict__
        if ("needed" in given) == ("distance" in given):
            raise MathhammerError(
                "a charge has either 'needed' (the roll) or 'distance' (inches between the bases)"
                + (", not both" if "needed" in given else ": give one of them")
            )
        for name in ("climb", "barricade", "move", "advance", "run"):
            if given.get(name) and "distance" not in given:
                raise MathhammerError(
                    f"{name!r} changes a distance, and 'needed' is the roll itself: give 'distance'"
                )
        for name in ("advance", "run"):
            if given.get(name) is not None and "move" not in given:
                raise MathhammerError(f"{name!r} needs the field 'move': inches without the die")
        if self.command_reroll > 1 and not (self.advance and self.advance.terms):
            raise MathhammerError(
                f"{self.command_reroll} is too many: {ONE_A_PHASE}, and without the die of an "
                "Advance the charge is the only roll",
                "command_reroll",
            )

    @classmethod
    def read_words(cls, words: Sequence[str]) -> tuple[dict[str, Any], Sequence[str]]:
        """Return the roll that a bare word is; words with inches are distances."""
        bare = [word.strip() for word in words]
        if words and all(map(GAP.fullmatch, bare)):
            return {"distance": words[0] if len(words) == 1 else list(words)}, ()
        if words and _FRACTION.fullmatch(bare[0]):
            raise MathhammerError(
                f"{bare[0]} is no roll; a gap of so many inches is written {bare[0]}in, or "
                f"--distance {bare[0]}"
            )
        return super().read_words(words)

    @property
    def die(self) -> Dice | None:
        """The die of an Advance or a run before the charge."""
        return self.advance or self.run

    def roll(self, game: str, ruleset: Any) -> ModifiedRoll:
        """Return the charge roll; the parameters are those of `answer`."""
        dice = extra_die.with_extra_die(self.dice, self.extra_die)
        any_dice = any_of_the_dice(game, ruleset)
        roll = DiceRoll(dice, 0, self.reroll, any_dice, RULES[game].least)
        return ModifiedRoll(roll, self.modifier)

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a charge reaches (W-5.2, A-5).

        Several targets must all be reached: the farthest decides. After an Advance or a run the
        two rolls are taken jointly: each face of the first leaves a gap of its own. A Command
        Re-roll goes to either, as is best (W-6).
        """
        words = {"probability": "the charge succeeds", "distribution": "the charge roll"}
        legs = charge_legs(self, game, ruleset)
        best = best_use(legs, may_advance_again(self))
        named: dict[str, Any] = {"needed": legs[0].needed}
        if self.die is not None:
            named = {"by_die": list(_rows(self, legs, best))}
        if may_advance_again(self):
            words |= {
                "used_on_advance": "a Command Re-roll goes to the Advance",
                "used_on_charge": "a Command Re-roll goes to the charge",
            }
            named |= {"used_on_advance": best.on_first, "used_on_charge": best.on_charge}
        elif self.command_reroll:
            words[USED] = "the Command Re-roll is used"
            named[USED] = best.on_charge
        notes = () if self.distance is None else _notes(self, game, legs)
        notes += modifier_notes(self.modifier, bool(self.reroll or self.command_reroll))
        rulings = reroll_rulings(self.reroll, game, ruleset)
        success = min(1.0, float(best.success))
        outcome = Outcome(words, success, best.roll, named, notes, rulings)
        return outcome.with_double(self.roll(game, ruleset).roll.dice, best.double)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        rules, first = RULES[game], self.die or Dice((), 0)
        faces = range(first.minimum, first.maximum + 1)
        roll = self.roll(game, ruleset)
        dice, again = roll.roll.dice, roll.again(roll_for(self, rules, face) for face in faces)
        given = (
            NOT_GIVEN if self.needed is None else self.needed, rules.least,
            self.reroll is not None, self.move, rules.combat, rules.farthest,
            self.climb if self.climb > rules.step else 0.0,
            rules.across if self.barricade else rules.reach, self.command_reroll,
            _highest_rolled_again(self, game), *(self.distance or ()),
        )  # fmt: skip
        names: tuple[str, ...] = ("probability", "distribution", "by_die")
        if may_advance_again(self):
            names += ("used_on_charge", "used_on_advance")
        elif self.command_reroll:
            names += (USED,)
        names = with_double(names, dice)
        return CheckPlan("charge", names, given, first, dice, self.modifier.dice, again)

    def as_seen(self, name: str, exact: Any, counts: Counts, trials: int) -> Any:
        """Return the rows of the roll before the charge; each is counted with the success."""
        if name != "by_die":
            return exact
        seen, rows = counts(name), []
        for leg in exact:
            failed, reached = (seen.get(2 * leg["die"] + success, 0) for success in (0, 1))
            if failed + reached:
                chance = (failed + reached) / trials
                share = reached / (failed + reached)
                rows.append({**leg, "chance": chance, "probability": share})
        return rows


def may_advance_again(check: Charge) -> bool:
    """Return whether a Command Re-roll may go to the roll before the charge."""
    return check.command_reroll > 0 and check.die is not None and bool(check.die.terms)


def charge_legs(check: Charge, game: str, ruleset: Any) -> list[Leg]:
    """Return each face of the roll before a charge, and the charge after it.

    The parameters are those of `Charge.answer`.
    """
    roll = check.roll(game, ruleset)

    first = check.die.distribution() if check.die else Distribution.constant(0)
    legs = []
    for face, chance in zip(first.support.tolist(), first.array.tolist(), strict=True):
        needed = roll_for(check, RULES[game], face)
        kept = attempt(roll, needed, check.command_reroll > 0)
        afresh = attempt(roll, needed, check.command_reroll > 1)
        legs.append(Leg(int(face), chance, needed, kept, afresh))
    return legs


def _rows(check: Charge, legs: list[Leg], best: Policy) -> Iterator[dict[str, Any]]:
    """Yield a row for each face of the roll before a charge, as it falls first."""
    for leg, again, success in zip(legs, best.again, best.by_leg, strict=True):
        if leg.chance:
            row = {"die": leg.face, "chance": leg.chance, "needed": leg.needed}
            if check.command_reroll:
                row["rolled_again"] = again
            yield {**row, "probability": success}


def roll_for(check: Charge, rules: ChargeRules, face: float) -> int | None:
    """Return the roll needed once a first roll shows a face; None where it can't charge.

    Parameters
    ----------
    check : Charge
    rules : ChargeRules
    face : float
        Of the Advance or run before it; 0 without one.
    """
    if check.distance is None:
        return check.needed
    gap = max(check.distance)
    moved = check.move + face
    if moved:
        gap = min(gap, max(rules.combat, gap - moved))
    if gap > rules.farthest:
        return None
    climb = check.climb if check.climb > rules.step else 0.0
    return roll_that_closes(gap + climb, rules.across if check.barricade else rules.reach)


def _highest_rolled_again(check: Charge, game: str) -> float:
    """Return the highest Advance that a Command Re-roll goes to; `NOT_GIVEN` for none.

    More inches never make a charge less likely, so what is rolled again are low faces.
    """
    if not may_advance_again(check):
        return NOT_GIVEN
    legs = charge_legs(check, game, None)
    again = best_use(legs, True).again
    return max((leg.face for leg, r in zip(legs, again, strict=True) if r), default=NOT_GIVEN)


def _notes(check: Charge, game: str, legs: list[Leg]) -> tuple[str, ...]:
    rules, notes = RULES[game], []
    distances = check.distance or ()
    blocked = [leg for leg in legs if leg.needed is None]
    if blocked and len(blocked) == len(legs):
        notes.append(f"A target more than {rules.farthest:g} inches away can't be charged.")
    elif blocked:
        notes.append(
            f"After a low die the target is still more than {rules.farthest:g} inches away and "
            "can't be charged."
        )
    if game == WH40K and max(distances) == 9 and "move" not in check.given:
        notes.append(
            'A gap of 9 inches needs an 8; "more than 9 inches away", as after Deep Strike, needs '
            "a 9: ask for the roll (needed = 9) or give a gap like 9.1."
        )  # fmt: skip
    if len(distances) > 1:
        notes.append(
            "All targets must be reached, so the farthest decides."
            if game == WH40K else
            "Computed as reaching all of these enemies; by the rules any one of them is enough."
        )  # fmt: skip
    if 0 < check.climb <= rules.step:
        notes.append(f"Terrain up to {rules.step:g} inches high is no obstacle: the climb is free.")
    elif check.climb and game == AOS:
        notes.append(
            "The climb counts as given; jumping down costs nothing, but ends the move there."
        )
    if check.die is not None:
        word = "advanced" if game == WH40K else "ran"
        notes.append(f"A unit that {word} may only charge where an ability allows it.")
    return tuple(notes)
