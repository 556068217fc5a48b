"""What loadouts do over the characteristics of a target, before there is any target.

In Warhammer 40,000 over toughness and save, with and without an invulnerable save and Feel No
Pain; in Age of Sigmar over ward and save. Where a step of a characteristic changes the number is
a break point. Two loadouts are compared by the difference, cell by cell.

Without wounds the damage is that of all attacks that get through, with nothing wasted, as in
`mathhammer.analysis.saves`; models with wounds lose what they really lose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.saves import DEFAULT, SAVES, WARDS, of_unused, with_fields
from mathhammer.analysis.target_grid import TOUGHNESSES, Grid, Panel
from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError, check_allowed
from mathhammer.core.progress import watched
from mathhammer.evaluate.batching import compute
from mathhammer.evaluate.evaluate import evaluate_each
from mathhammer.games.common.profile import called_apart
from mathhammer.games.names import AOS, TITLES, WH40K
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.plan import Plan
from mathhammer.reading import read_units
from mathhammer.results.attack import Result
from mathhammer.results.notes import match_up_notes

if TYPE_CHECKING:
    from mathhammer.games.given import Attacker, Attackers, ContextGiven, Game, RulesetGiven, Target

Shown = Literal["damage", "slain", "destroyed", "per_100"]

#: What can be shown, and the measure that it is.
SHOWN = {
    "damage": "damage", "slain": "slain", "destroyed": "destroyed", "per_100": "damage_per_100",
}  # fmt: skip
#: How the wounds of a model are called, and what of a target is kept; the grid has the others.
WOUNDS = {WH40K: "wounds", AOS: "health"}
_KEPT = {
    WH40K: ("models", "wounds", "wounds_lost", "keywords", "abilities"),
    AOS: ("models", "health", "damage_taken", "keywords"),
}
#: What of a target has no effect. Its invulnerable save and Feel No Pain are as if asked for.
_UNUSED = {
    WH40K: ("invulnerable_ranged", "invulnerable_melee", "feel_no_pain_mortals", "points"),
    AOS: ("ward_mortals", "points"),
}


@watched
def grid(
    attackers: Attackers,
    *,
    minus: Attacker | None = None,
    at: Target | None = None,
    wounds: int | None = None,
    models: int | None = None,
    invulnerable: int | str | None = None,
    feel_no_pain: int | str | None = None,
    shown: Shown = "damage",
    context: ContextGiven = None,
    ruleset: RulesetGiven = None,
    game: Game | None = None,
) -> Grid:
    """Return what loadouts do over toughness and save, in Age of Sigmar over ward and save.

    Parameters
    ----------
    attackers : list
        Loadouts, each as in `compare`; an inner list is the weapons of one unit.
    minus : Unit, dict, list or str, optional
        A loadout whose numbers are taken off those of each other one.
    at : Unit, dict or str, optional
        Whose models, wounds, keywords and modifiers count, and whose invulnerable save and Feel
        No Pain are as if asked for; its toughness and save are those of the grid.
    wounds, models : int, optional
        Of the target: models with so many wounds (health) each, ten by default. Without wounds
        nothing limits the damage, and models only count for Blast.
    invulnerable, feel_no_pain : int or str, optional
        A roll: there is a panel with it beside the one without.
    shown : {"damage", "slain", "destroyed", "per_100"}
        The number; all but damage and damage for 100 points need wounds.
    context, ruleset, game
        As in `attack`.

    Returns
    -------
    Grid

    Raises
    ------
    MathhammerError
        Something given is wrong, has no part in the grid, or is missing for what is shown.

    Examples
    --------
    >>> found = grid("10x A1 BS2+ S4 AP0 D1")
    >>> found.break_points(0, 0)["toughness"]
    [3, 4, 5, 8]
    >>> found.values.shape
    (1, 1, 13, 6)
    """
    loadouts = read_units.as_list(attackers)
    game = read_units.game_for(game, (*loadouts, *([] if minus is None else [minus]), at))
    units = read_units.read_all(read_units.read_attacker, loadouts, "attacker", game)
    less = None if minus is None else read_units.read_all(
        read_units.read_attacker, [minus], "minus", game
    )[0]  # fmt: skip
    target = None if at is None else read_units.read_target(at, game)
    asked = Asked(target, wounds, models, invulnerable, feel_no_pain, shown)
    return of_units(units, less, asked, *read_units.read_situation(context, ruleset, game))


class Asked(NamedTuple):
    """What a grid is asked to be over, as the parameters of `grid`; `at` is read."""

    at: Unit | None = None
    wounds: Any = None
    models: Any = None
    invulnerable: Any = None
    feel_no_pain: Any = None
    shown: str = "damage"


def of_units(
    attackers: Sequence[Unit], minus: Unit | None, asked: Asked, context: Context, ruleset: Ruleset
) -> Grid:
    """Return the grid of units as they are.

    Parameters
    ----------
    attackers : list of Unit
    minus : Unit, optional
    asked : Asked
    context : Context
        Each attacker's own is merged over it.
    ruleset : Ruleset
    """
    game = attackers[0].game
    every = [*attackers, *([] if minus is None else [minus])]
    target, panels = _target(asked, game), _panels(asked, game)
    is_limited = asked.at is not None or asked.wounds is not None
    _check_shown(asked.shown, is_limited, every)
    if not is_limited:
        every = [u.replace(order=None) if u.order != "listed" else u for u in every]
    shape = len(every), len(panels), len(_rows(game)), len(SAVES)
    results = evaluate_each(every, _targets(target, panels, is_limited), context, ruleset)
    name = SHOWN[asked.shown]
    if is_limited:
        compute(results)
        values = np.array(list(map(measure(name), results)), dtype=float).reshape(shape)
    else:  # a ward takes the same share from every mean
        values = _with_wards(_unlimited(results, name), shape, panels, game).reshape(shape)
    called = called_apart(every)
    number = len(attackers)
    notes = [
        *_notes(results, called),
        *([] if asked.at is None else of_unused(asked.at, _UNUSED[game])),
    ]
    return Grid(
        called[:number], called[number] if minus else None, target, is_limited, context, name,
        panels, values[:number], values[number] if minus else None, notes,
    )  # fmt: skip


def _rows(game: str) -> tuple[int, ...]:
    return WARDS if game == AOS else TOUGHNESSES


def _target(asked: Asked, game: str) -> Unit:
    """Return the target that a grid is of, without the characteristics that it is over."""
    given = asked.at
    whole = read_units.read_target(DEFAULT[game], game) if given is None else given
    target = with_fields(whole, _KEPT[game])
    named = {"models": asked.models, WOUNDS[game]: asked.wounds}
    changes = {name: value for name, value in named.items() if value is not None}
    if game == AOS and given is None and asked.wounds is None and asked.models is not None:
        raise MathhammerError(
            "without wounds nothing limits the damage, and in Age of Sigmar the number of models "
            "has no part: give wounds, too",
            "models",
        )
    try:
        return target.replace(**changes) if changes else target
    except MathhammerError as error:
        error.where = error.where.replace("health", "wounds")
        raise


def _panels(asked: Asked, game: str) -> list[Panel]:
    """Return the panels of a grid: without and with the rolls that are asked for."""
    rolls = {}
    for name in Panel._fields:
        value = getattr(asked, name)
        if game == AOS:
            if value is not None:
                raise MathhammerError(f"{TITLES[AOS]} has wards, which are the rows of the grid",
                                      name)  # fmt: skip
            continue
        if value is None and asked.at is not None:
            value = getattr(asked.at, name) or None
        unit = read_units.read_target({"toughness": 4, "wounds": 1, name: value}, game)
        rolls[name] = [0, *([roll] if (roll := getattr(unit, name)) else [])]
    return [Panel(*both) for both in product(*rolls.values())] if rolls else [Panel()]


def _check_shown(shown: str, is_limited: bool, units: Sequence[Unit]) -> None:
    """Check that what is to be shown can be known."""
    check_allowed(shown, SHOWN, "can't be shown", "shown")
    if shown in ("slain", "destroyed") and not is_limited:
        raise MathhammerError(
            f"{shown} needs models with wounds: give wounds, or a target (at)", "shown"
        )
    if shown == "per_100" and not all(unit.points for unit in units):
        unpriced = next(unit for unit in units if not unit.points)
        raise MathhammerError(f"per_100 needs points, and {unpriced.label} has none", "shown")


def _targets(target: Unit, panels: Sequence[Panel], is_limited: bool) -> list[Unit]:
    """Return a target of each cell; where wards are a share of the damage, without them."""
    saves = [save or None for save in SAVES]
    if target.game == AOS:
        wards = [ward or None for ward in WARDS] if is_limited else [None]
        return [target.replace(ward=ward, save=save) for ward in wards for save in saves]
    kept = panels if is_limited else [panel for panel in panels if not panel.feel_no_pain]
    return [
        target.replace(
            toughness=toughness, save=save, invulnerable=panel.invulnerable or None,
            feel_no_pain=panel.feel_no_pain or None,
        )
        for panel in kept for toughness in TOUGHNESSES for save in saves
    ]  # fmt: skip


def _unlimited(results: Sequence[Result], name: str) -> Array:
    """Return the damage of all that gets through; equal plans are computed once."""
    means: dict[Plan, float] = {}
    found = []
    for result in results:
        mean = means.get(result.plan)
        if mean is None:
            mean = means[result.plan] = result.damage_rolled.mean
        points = result.attacker.points if name == "damage_per_100" else 100.0
        found.append(100.0 * mean / (points or 100.0))
        result.release()
    return np.array(found)


def _with_wards(values: Array, shape: tuple[int, ...], panels: Sequence[Panel], game: str) -> Array:
    """Return damage without wards as that of all cells of a grid."""
    loadouts, _, rows, saves = shape
    if game == AOS:
        return np.asarray(values.reshape(loadouts, 1, 1, saves) * _shares(WARDS)[:, None])
    rolls = sorted({panel.feel_no_pain for panel in panels})
    return np.asarray(values.reshape(loadouts, -1, 1, rows, saves) * _shares(rolls)[:, None, None])


def _shares(rolls: Sequence[int]) -> Array:
    """Return what wards leave of the damage; 0 is none."""
    return np.array([(roll - 1) / 6 if roll else 1.0 for roll in rolls])


def _notes(results: Sequence[Result], attackers: Sequence[Unit]) -> Iterator[str]:
    """Yield notes on the match-ups, with the number of cells that they are about."""
    each = len(results) // len(attackers)
    for i, attacker in enumerate(attackers):
        seen: dict[str, int] = {}
        for result in results[i * each : (i + 1) * each]:
            for note in match_up_notes(result):
                seen[note] = seen.get(note, 0) + 1
        about = f"{attacker.label}: " if len(attackers) > 1 else ""
        for note, cells in seen.items():
            where = "" if cells == each else f"in {cells} of {each} cells: "
            yield f"{about}{where}{note}"
