"""Battle-shock tests (W-5.4)."""

from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import integer
from mathhammer.core.record import field
from mathhammer.games.checks.fields import MODELS, REROLL
from mathhammer.games.checks.leadership import Leadership
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.common.fields import MAX_WOUNDS
from mathhammer.plan.checks import NOT_GIVEN, CheckPlan, with_double

WOUNDS = integer(1, MAX_WOUNDS)


def below_half(
    models: int, starting_models: int, wounds_left: int | None = None, wounds: int | None = None
) -> bool:
    """Return whether a unit is below half strength (W-5.4).

    Fewer models than half the starting strength; a unit that started with one model has
    fewer wounds than half of them. Exactly half is not below half.

    Parameters
    ----------
    models, starting_models : int
    wounds_left, wounds : int, optional
        They only matter where it started with one model.

    Examples
    --------
    >>> below_half(5, 10), below_half(4, 10), below_half(1, 1, 3, 8)
    (False, True, True)
    """
    if starting_models == 1 and wounds_left is not None and wounds is not None:
        return 2 * wounds_left < wounds
    return 2 * models < starting_models


class Battleshock(Leadership):
    """Is a unit battle-shocked? (W-5.4)."""

    reroll: str | None = field(
        REROLL, None, "A failed roll is rolled again, both dice, where an ability says so."
    )
    models: int | None = field(
        MODELS,
        None,
        "Models now; with starting_models, the test is only taken below half strength. Without "
        "them (or the wounds) it is always taken.",
    )
    starting_models: int | None = field(MODELS, None, "Models at the start.")
    wounds_left: int | None = field(
        WOUNDS, None, "For a unit that started with one model, instead of models: its wounds now."
    )
    wounds: int | None = field(WOUNDS, None, "The wounds of such a model when unhurt.")

    kind = "battleshock"
    asks = "is a unit battle-shocked?"
    _noun = "a Battle-shock test"

    def _check(self) -> None:
        super()._check()
        given = self.__dict__
        for now, before in (("models", "starting_models"), ("wounds_left", "wounds")):
            if (now in given) != (before in given):
                one, missing = (now, before) if now in given else (before, now)
                raise MathhammerError(
                    f"{one!r} needs the field {missing!r}, to tell whether the unit is below half "
                    "strength"
                )
            if now in given and given[now] > given[before]:
                raise MathhammerError(f"{given[now]} is more than {before} = {given[before]}", now)
        if given.get("starting_models") == 1 and "wounds" not in given:
            raise MathhammerError(
                "a unit that started with one model is below half strength by its wounds: give "
                "'wounds_left' and 'wounds'"
            )

    @property
    def _started(self) -> int | None:
        """How many models the unit started with; None where that is not given."""
        if self.starting_models is None and self.wounds is not None:
            return 1
        return self.starting_models

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a unit is shocked: below half strength it must be tested (W-5.4)."""
        notes = []
        start = self._started
        models = 1 if self.models is None else self.models
        tested = start is None or below_half(models, start, self.wounds_left, self.wounds)
        if start is not None:
            notes.append(
                "Below half strength: the test is taken." if tested else
                "Not below half strength: no test is taken."
            )  # fmt: skip
        if start is not None and start > 1 and self.wounds is not None:
            notes.append("The wounds are ignored: a unit of several models counts its models.")
        if self.reroll is not None:
            notes.append(
                "The re-roll is assumed to be an ability's: Command Re-roll can't be used on a "
                "Battle-shock test."
            )
        shocked = double = 0.0
        roll = self.roll
        if tested:
            notes += roll.notes
            shocked, double = roll.falls_short(self.leadership), roll.double(self.leadership)
        words = {"probability": "the unit is battle-shocked"}
        outcome = Outcome(words, shocked, notes=tuple(notes))
        return outcome.with_double(roll.roll.dice, double)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        strength = (self.models, self._started, self.wounds_left, self.wounds)
        dice = self.roll.roll.dice
        names = with_double(("probability",), dice)
        given = (
            self.leadership, 0, self.reroll is not None,
            *(NOT_GIVEN if number is None else number for number in strength),
        )  # fmt: skip
        return CheckPlan("battleshock", names, given, second=dice, modifier=self.modifier.dice)
