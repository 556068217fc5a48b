"""Army lists against targets, and against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.core.lazy import lazy
from mathhammer.core.progress import Progress
from mathhammer.evaluate.batching import compute
from mathhammer.evaluate.evaluate import evaluate_each
from mathhammer.games.common.profile import called_apart
from mathhammer.games.names import TITLES
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.results.view import Column, View
from mathhammer.rosters.army import DOES, ArmyUnit, chosen
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.in_turn import LEVEL, InTurn, in_turn

#: The most match-ups of an army at its targets.
MAX_MATCH_UPS = 40_000
#: Notes that end so are on what lists say of every unit, and nobody has typed.
OF_EVERY_LIST = ("has no effect here.", "the group of a weapon counts only in turns.")
#: The most characters of the name of an attacker in a picture.
MAX_DRAWN = 30
#: The two sides of a match-up of armies: who attacks.
THERE, BACK = SIDES = ("there", "back")

COLUMNS = {
    "side": "there: the first army attacks; back: the second",
    "unit": "name of the unit, numbered where several have it",
    "phase": "shoot or fight",
    "mode": "the profiles that its weapons use; empty for the best at the target",
    "target": "name of the target",
    "unit_points": "points of the unit",
    "target_points": "points of the target",
    "damage_mean": "expected damage (wounds lost, damage allocated)",
    "slain_mean": "expected models slain",
    "destroyed": "probability that no model is left, 0 to 1",
    "damage_per_100": "expected damage for 100 points of the unit",
    "points_destroyed": "expected points of the target's models slain",
    "points_per_100": "expected points of the target's models slain for 100 points of the unit",
}
IN_TURN_COLUMNS = {
    "side": "there: the first army attacks; back: the second",
    "phase": "shoot or fight",
    "target": "name of the target",
    "set": "surest: the set of this size that destroys it most surely; or cheapest: for the level",
    "size": "units of the set",
    "units": "their names in the order in which they attack, joined by ' + '",
    "points": "of all of them",
    "destroyed": "P(destroyed) after the last of them, 0 to 1",
}


class LeftOut(NamedTuple):
    """A unit, or what it does in a phase, that isn't computed, and why."""

    unit: str
    why: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.why}"


class ArmyAttacks(Comparison):
    """The units of an army against targets: a comparison that knows the list.

    Attributes
    ----------
    roster : ArmyList
    units : list of ArmyUnit
        As the attackers of the comparison.
    left_out : list of LeftOut
        Units that are not in it.
    army : str
        What all weapons have.
    """

    def __init__(
        self,
        roster: ArmyList,
        units: list[ArmyUnit],
        targets: list[Unit],
        results: list[Result],
        left_out: list[LeftOut],
        army: str = "",
    ) -> None:
        super().__init__([unit.attacker for unit in units], targets, results)
        self.roster = roster
        self.units = units
        self.left_out = left_out
        self.army = army

    @classmethod
    def of(
        cls,
        roster: ArmyList,
        units: Sequence[ArmyUnit],
        targets: Sequence[Unit],
        context: Context,
        ruleset: Ruleset,
        names: Sequence[str] = (),
        army: str = "",
    ) -> ArmyAttacks:
        """Return what units of a list do to targets, computed together.

        Parameters
        ----------
        roster : ArmyList
        units : sequence of ArmyUnit
        targets : sequence of Unit
        context : Context
        ruleset : Ruleset
        names : sequence of str
            Of the units that were asked for; by default all of the list.
        army : str
            What all weapons have.

        Raises
        ------
        TooLargeError
            More than `MAX_MATCH_UPS`.
        """
        number = len(units) * len(targets)
        if number > MAX_MATCH_UPS:
            raise TooLargeError(
                f"{number} match-ups; up to {MAX_MATCH_UPS} are computed: take some units alone"
            )
        targets = called_apart(targets)
        results: list[Result] = []
        kept: list[ArmyUnit] = []
        left_out = _without_numbers(roster, names)
        for unit in units:
            try:
                own = evaluate_each([unit.attacker], targets, context, ruleset, roster.file)
            except MathhammerError as error:
                left_out.append(LeftOut(unit.attacker.label, str(error)))
                continue
            results += own
            kept.append(unit)
        compute(results)
        return cls(roster, kept, [*targets], results, left_out, army)

    def check(self, phase: str | None) -> None:
        """Check that some unit attacks.

        Parameters
        ----------
        phase : str or None
            The one that was asked for.

        Raises
        ------
        MathhammerError
            None does; with the first reason there is.
        """
        if not self.units:
            at = f" to {phase}" if phase else ""
            why = f": {self.left_out[0]}" if self.left_out else ""
            raise MathhammerError(f"no unit of {self.roster.called} has weapons{at}{why}")

    @property
    def title(self) -> str:
        """Whose units attack."""
        return f"{self.roster.called} at {len(self.targets)} target{'s' * (len(self.targets) != 1)}"

    def __repr__(self) -> str:
        return f"<ArmyAttacks: {len(self.units)} attackers x {len(self.targets)} targets>"

    def only(self, places: Sequence[int]) -> ArmyAttacks:
        """Return those of some of the attackers, by their places, in their order."""
        found = super().only(places)
        units = [self.units[i] for i in places]
        return ArmyAttacks(
            self.roster, units, self.targets, found.results, self.left_out, self.army
        )

    def unit_rows(self, side: str = THERE) -> Iterator[dict[str, Any]]:
        """Yield one row per match-up: the keys of `COLUMNS`."""
        across = len(self.targets)
        for k, result in enumerate(self.results):
            unit = self.units[k // across]
            yield {
                "side": side,
                "unit": unit.name,
                "phase": unit.phase,
                "mode": unit.mode,
                "target": result.target.label,
                "unit_points": result.attacker.points,
                "target_points": result.target.points,
                "damage_mean": result.damage.mean,
                "slain_mean": result.slain.mean,
                "destroyed": result.destroyed,
                "damage_per_100": _per_100(result.damage.mean, result.attacker.points),
                "points_destroyed": result.points_destroyed,
                "points_per_100": result.points_per_100,
            }

    def plot(self, *, name: str = "", **options: Any) -> Any:
        """Draw the units against the targets as a heat map.

        Parameters
        ----------
        name : str
            One of `mathhammer.analysis.efficiency.MEASURES`; by default points destroyed where
            the targets have points, else damage for 100 points, or damage.
        **options
            As of `mathhammer.analysis.charts.plot_matrix`; for another picture ``picture``.
        """
        if options.keys() & {"picture", "baseline"}:
            return super().plot(**options, **({"name": name} if name else {}))
        # What is cut of long names is the unit's, and not what it does.
        called = [unit.attacker.called(unit.short_name(MAX_DRAWN)) for unit in self.units]
        drawn = Comparison(called, self.targets, self.results)
        return drawn.plot(picture="matrix", baseline=None, name=name or self.usual, **options)

    @property
    def usual(self) -> str:
        """The measure that is shown where none is named."""
        if all(target.points is not None for target in self.targets):
            return "points_destroyed"
        return "damage" if any(u.unit.points is None for u in self.units) else "damage_per_100"

    def in_phase(self, phase: str) -> ArmyAttacks | None:
        """Return those of one phase; None where no unit attacks in it."""
        places = [i for i, unit in enumerate(self.units) if unit.phase == phase]
        return self.only(places) if places else None

    def in_turn(
        self, level: float = LEVEL, step: Callable[[], None] = lambda: None
    ) -> Iterator[InTurn]:
        """Yield what several units in turn do to each target, phase by phase.

        Parameters
        ----------
        level : float
            P(destroyed) that is asked for, above 0 and below 1.
        step : callable
            Called after each target.
        """
        for phase in DOES:
            part = self.in_phase(phase)
            for j in range(len(self.targets)) if part else ():
                assert part is not None
                column = [part.cell(i, j) for i in range(len(part.units))]
                yield in_turn(part.units, column, level)
                step()


class ArmyMatchUp(View):
    """Two armies against each other.

    Attributes
    ----------
    there, back : ArmyAttacks
        The units of the first against those of the second, and back.
    level : float
        P(destroyed) that is asked of several units in turn.
    """

    columns = COLUMNS
    shown = (
        Column("unit", "unit"),
        Column("phase", "phase"),
        Column("target", "target"),
        Column("damage_mean", "damage"),
        Column("slain_mean", "slain"),
        Column("points_destroyed", "points destroyed"),
        Column("destroyed", "P(destroyed)", percent=True),
    )

    def __init__(self, there: ArmyAttacks, back: ArmyAttacks, level: float = LEVEL) -> None:
        self.check_games(there.roster, back.roster)
        self.there = there
        self.back = back
        self.level = level

    @staticmethod
    def check_games(first: ArmyList, second: ArmyList) -> None:
        """Check that two lists are of one game.

        Raises
        ------
        MathhammerError
            They aren't.
        """
        if first.game != second.game:
            games = f"{TITLES[first.game]}, {second.called} is of {TITLES[second.game]}"
            raise MathhammerError(f"{first.called} is of {games}: lists of one game meet")

    def __repr__(self) -> str:
        return f"<ArmyMatchUp: {self.title}>"

    @property
    def title(self) -> str:
        """The two armies."""
        return f"{self.there.roster.called} against {self.back.roster.called}"

    @property
    def sides(self) -> dict[str, ArmyAttacks]:
        """Both by what they are called in tables."""
        return {THERE: self.there, BACK: self.back}

    @property
    def results(self) -> list[Result]:
        """All match-ups, those of the first army first."""
        return [*self.there.results, *self.back.results]

    @lazy
    def in_turn(self) -> dict[str, list[InTurn]]:
        """What several units in turn do to each target of either side."""
        sides = self.sides.values()
        number = sum(len({u.phase for u in one.units}) * len(one.targets) for one in sides)
        with Progress(number) as progress:
            return {
                side: list(one.in_turn(self.level, progress.step))
                for side, one in self.sides.items()
            }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per match-up: the keys of `COLUMNS`."""
        for side, one in self.sides.items():
            yield from one.unit_rows(side)

    def plot(self, *, back: bool = False, **options: Any) -> Any:
        """Draw the units of one army against those of the other as a heat map.

        Parameters
        ----------
        back : bool
            Whether those of the second attack.
        **options
            As of `ArmyAttacks.plot`.
        """
        ax = (self.back if back else self.there).plot(**options)
        first, second = (self.back, self.there) if back else (self.there, self.back)
        ax.set_title(f"{first.roster.called} at {second.roster.called}", parse_math=False)
        return ax

    def in_turn_rows(self) -> Iterator[dict[str, Any]]:
        """Yield the sets of units in turn: the keys of `IN_TURN_COLUMNS`."""
        for side, several in self.in_turn.items():
            for one in several:
                sets = [("surest", units) for units in one.surest]
                sets += [("cheapest", one.cheapest)] if one.cheapest else []
                for kind, units in sets:
                    yield {
                        "side": side,
                        "phase": one.phase,
                        "target": one.target,
                        "set": kind,
                        "size": len(units.units),
                        "units": " + ".join(units.units),
                        "points": units.points,
                        "destroyed": units.destroyed,
                    }

    def to_dict(self) -> dict[str, Any]:
        """Return it as in section 8 of the contract."""
        in_turn = [
            {"side": side, **one.to_dict()}
            for side, several in self.in_turn.items() for one in several
        ]  # fmt: skip
        return {**armies_dict(list(self.sides.values()), list(self.rows())), "in_turn": in_turn}


def armies_dict(sides: Sequence[ArmyAttacks], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what armies do as in section 8 of the contract.

    Parameters
    ----------
    sides : sequence of ArmyAttacks
    rows : list of dict
        Their match-ups.
    """
    notes: dict[str, None] = {}
    for one in sides:
        for result in one.results:
            found = (note for note in result.notes if not note.endswith(OF_EVERY_LIST))
            notes.update(dict.fromkeys(found))
    return {"armies": [_head(one) for one in sides], "match_ups": rows, "notes": list(notes)}


def _per_100(value: float, points: float | None) -> float | None:
    return 100.0 * value / points if points else None


def _head(one: ArmyAttacks) -> dict[str, Any]:
    """Return what is said of an army in a result file, with what isn't computed of it."""
    roster = one.roster
    return {
        "file": roster.file, "game": roster.game, "name": roster.name, "points": roster.points,
        "left_out": [left._asdict() for left in one.left_out],
        "not_understood": [problem._asdict() for problem in roster.not_understood],
        "notes": list(roster.notes),
    }  # fmt: skip


def _without_numbers(roster: ArmyList, names: Sequence[str]) -> list[LeftOut]:
    """Return the units of a list that can't attack, or can't be attacked."""
    made = []
    for unit in chosen(roster, names):
        if unit.attacker is None:
            why = "its weapons aren't understood" if unit.not_modelled else "it has no weapons"
            made.append(LeftOut(unit.name, why))
        if unit.target is None:
            made.append(LeftOut(unit.name, "it has no statline in this list"))
    return made
