"""`CommandReroll`: what re-rolls are worth in one match-up, and where they go."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mathhammer.core.distribution import Array
from mathhammer.core.errors import TooLargeError
from mathhammer.core.format import percent
from mathhammer.engine.exact.space import Space
from mathhammer.engine.reroll import ATTACKER, DEFENDER, Place, Policy, Sides, Thumb, thumbs_of
from mathhammer.plan import FAIL
from mathhammer.reroll.objective import Objective
from mathhammer.reroll.view import RerollView, RuleOfThumb
from mathhammer.results.attack import Result
from mathhammer.results.notes import match_up_notes
from mathhammer.results.view import Column

BOTH = "both"
#: What is less than this, in relation, is rounding.
_ROUNDING = 1e-13
#: What each roll is called.
ROLLS = {
    "attacks": "number of attacks",
    "hit": "hit roll",
    "wound": "wound roll",
    "save": "saving throw",
    "damage": "damage roll",
}


class Use(NamedTuple):
    """Where a re-roll goes.

    Attributes
    ----------
    roll : {"attacks", "hit", "wound", "save", "damage"}
    weapon : str
        The attacker's, whose attacks are made or saved.
    share : float
        In what share of all games, under the best policy.
    """

    roll: str
    weapon: str
    share: float


class Side(NamedTuple):
    """What a re-roll is to one player.

    Attributes
    ----------
    value : float
        The objective where only this player has one.
    gain : float
        How much that is more than without; the defender's is negative.
    uses : list of Use
        Where it goes, most often first; where both have one, while both use them at best.
    unused : float
        The share of games in which it is never used.
    rules : list of RuleOfThumb
        The simplest first.
    """

    value: float
    gain: float
    uses: list[Use]
    unused: float
    rules: list[RuleOfThumb]

    @property
    def rule(self) -> RuleOfThumb | None:
        """The simplest rule of thumb within 1 % of the gain of the best of them."""
        best = max((rule.of_gain for rule in self.rules), default=0.0)
        if best <= 0:
            return None
        return next(rule for rule in self.rules if rule.of_gain >= best - 0.01)


class CommandReroll(RerollView):
    """The best use of Command Re-rolls in one match-up.

    Attributes
    ----------
    result : Result
        The match-up without.
    by : {"attacker", "defender", "both"}
    objective : Objective
    without, value : float
        The objective without any re-roll, and with.
    sides : dict
        From ``"attacker"`` and ``"defender"``, as far as they have one, to `Side`.
    """

    def __init__(self, result: Result, by: str, objective: Objective) -> None:
        self.result = result
        self.by = by
        self.objective = objective
        action = result.plan.steps[0]
        space = Space(result.plan.units[0])
        final = objective.of_states(space)
        players = [side for side in (ATTACKER, DEFENDER) if by in (side, BOTH)]
        together = Policy(result.plan, final, Sides(True, True)) if by == BOTH else None
        self.sides: dict[str, Side] = {}
        self._left_out: list[str] = []
        for side in players:
            health = space.target.groups[0].health
            thumbs = thumbs_of(action.volleys, side, health, objective.needed(space))
            alone, thumbs = self._alone(side, final, thumbs)
            self.without = float(alone.start[0, 0, 0])
            self.value = float(alone.start[-1, -1, 0])
            self.sides[side] = self._side(side, alone, together or alone, thumbs)
        if together is not None:
            self.value = float(together.start[-1, -1, 0])

    def _alone(self, side: str, final: Array, thumbs: list[Thumb]) -> tuple[Policy, list[Thumb]]:
        """Return the policy of one player alone, with as many rules as there is time for."""
        sides = Sides(side == ATTACKER, side == DEFENDER)
        of_all = [thumb for thumb in thumbs if thumb.volley is None]
        for kept, left_out in ((thumbs, ""), (of_all, "of single weapons "), ([], "")):
            try:
                policy = Policy(self.result.plan, final, sides, [t.rule for t in kept])
            except TooLargeError:
                if not kept:
                    raise
                continue
            if len(kept) < len(thumbs):
                self._left_out.append(
                    f"Rules of thumb {left_out}for the {side} are left out: they take too long "
                    "to be valued here."
                )
            return policy, kept
        raise AssertionError("without any rule a policy is found or refused")

    def _side(self, side: str, alone: Policy, used: Policy, thumbs: list[Thumb]) -> Side:
        """Return what a player's re-roll is worth alone, and where it goes."""
        values = alone.start[-1, -1]
        places = used.columns.places
        shares = used.start[-1, -1, 1 : 1 + len(places)].tolist()
        uses = [
            Use(place.kind, self._names(place), share)
            for place, share in zip(places, shares, strict=True)
            if place.side == side and share > 0
        ]
        uses.sort(key=lambda use: -use.share)
        gain = float(values[0] - alone.start[0, 0, 0])
        rules = []
        for thumb, value in zip(thumbs, values[1 + len(alone.columns.places) :], strict=True):
            gained = float(value - alone.start[0, 0, 0])
            least = _ROUNDING * max(1.0, abs(float(value)))
            share = gained / gain if abs(gain) > least and abs(gained) > least else 0.0
            rules.append(RuleOfThumb(self._words(thumb), float(value), share))
        unused = max(0.0, 1.0 - sum(use.share for use in uses))
        return Side(float(values[0]), gain, uses, unused, rules)

    def _name(self, volley: int) -> str:
        return self.result.weapon_names[volley]

    def _names(self, place: Place) -> str:
        return " + ".join(self._name(volley) for volley in place.volleys)

    def _words(self, thumb: Thumb) -> str:
        """Return a rule of thumb in words."""
        kinds = {place.kind for place in thumb.rule.limits}
        against = ""
        if thumb.kind == "any":
            words = f"the first failed {'hit or ' if 'hit' in kinds else ''}wound roll"
            damage, attacks = "damage" in kinds, "attacks" in kinds
            if damage and thumb.slays:
                words += ", or damage roll that can't slay a whole model"
            elif damage:
                words += ", or damage roll" + ("" if attacks else " below average")
            words += f", or {ROLLS['attacks']} below average" if attacks else ""
        elif thumb.kind in ("save", "last save"):
            words, against = "the first failed saving throw", "against "
            if thumb.kind == "last save":
                words += f" once {thumb.most} model{'s are' if thumb.most != 1 else ' is'} slain"
        elif thumb.kind == "critical":
            words = "the first wound roll that isn't critical"
            if FAIL in thumb.rule.limits.values():
                words = "the first failed wound roll, or any but a critical with Devastating Wounds"
        elif thumb.kind in ("damage", "attacks"):
            limit = "below average"
            if thumb.most is not None:
                limit = f"of {thumb.most}" + (" or less" if thumb.most > 1 else "")
            words = f"the first {ROLLS[thumb.kind]} {limit}"
        else:
            words = f"the first failed {ROLLS[thumb.kind]}"
        if thumb.volley is None:
            return words
        return f"{words} ({against}{self._name(thumb.volley)} only)"

    @property
    def advice(self) -> list[str]:
        """Where each re-roll is best kept for, in sentences."""
        sentences = []
        for name, side in self.sides.items():
            if not side.uses:
                sentences.append(f"The {name}'s re-roll changes nothing here.")
                continue
            kept = [use for use in side.uses if use.share >= 0.005][:3] or side.uses[:1]
            listed = ", ".join(f"{self._use_words(use)} ({percent(use.share)})" for use in kept)
            sentences.append(f"The {name}'s re-roll goes most often to: {listed}.")
            rule = side.rule
            if rule is not None:
                sentences.append(
                    f"Rule of thumb for the {name}: re-roll {rule.words}; that has "
                    f"{percent(rule.of_gain)} of the gain."
                )
        return sentences

    def _use_words(self, use: Use) -> str:
        if len(self.result.attacker.weapons) == 1:
            return ROLLS[use.roll]
        return f"{ROLLS[use.roll]}{' against' if use.roll == 'save' else ' of'} {use.weapon}"

    @property
    def notes(self) -> list[str]:
        """What a reader may not expect, one sentence each."""
        return [*self._notes(), *self._left_out]

    def _notes(self) -> Iterator[str]:
        result = self.result
        yield from match_up_notes(result)
        if result.order:
            names = ", ".join(result.weapon_names)
            yield f"Best order of weapons for models slain, without a re-roll: {names}."
        action, target = result.plan.steps[0], result.plan.units[0]
        kinds = {weapon.type for weapon in result.attacker.weapons}
        if len(kinds) > 1:
            yield (
                "Command Re-roll: once for ranged and melee weapons together, although they "
                "attack in different phases."
            )
        if action.own_losses is not None:
            yield (
                "Hazardous: its tests come after the attacks and are no part of the objective, so "
                "no re-roll is kept for them; `mathhammer reroll hazardous` says what one is worth "
                "there."
            )
        if action.dice_packets:
            yield "Command Re-roll is not for dice that inflict mortal wounds outside of attacks."
        if any(group.ignore or group.ignore_mortal for group in target.groups):
            yield "Command Re-roll is not for Feel No Pain."
        waiting = [p for v in action.volleys for p in v.hit_then_critical_wound if p.saves is None]
        if any(packet.amount.terms for packet in waiting):
            yield (
                "Devastating Wounds: the damage of an attack that waits is rolled when it is "
                "inflicted, one by one after all weapons."
            )

    def __repr__(self) -> str:
        return (
            f"<CommandReroll by {self.by}: {self.objective} {self.without:.4g} -> {self.value:.4g}>"
        )

    shown = (
        Column("player", "player"),
        Column("roll", "roll"),
        Column("weapon", "weapon"),
        Column("share", "of games", percent=True),
    )

    @property
    def objective_words(self) -> str:
        """The objective in words."""
        return str(self.objective)

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        result = self.result
        kind: Any = {"slain": self.objective.least} if self.objective.least else self.objective.kind
        return {
            "scenario": result.scenario,
            "kind": "command_reroll",
            **result.labels,
            "engine": "exact",
            "ruleset": result.ruleset,
            "by": self.by,
            "objective": kind,
            **self.worth,
            "sides": {
                name: {
                    **side._asdict(),
                    "uses": [use._asdict() for use in side.uses],
                    "rules": [rule.to_dict() for rule in side.rules],
                }
                for name, side in self.sides.items()
            },
            "advice": self.advice,
            "notes": self.notes,
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row for each player and roll, as in `table`."""
        for name, side in self.sides.items():
            for use in [*side.uses, Use("unused", "", side.unused)]:
                yield {
                    **self.result.labels,
                    "objective": str(self.objective),
                    "by": self.by,
                    "without": self.without,
                    "with": self.value,
                    "player": name,
                    **use._asdict(),
                }
