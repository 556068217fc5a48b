"""What a reader of an attack's result is told beside its numbers: notes and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.engine.exact.chain import Evolution
from mathhammer.engine.limits import MAX_NOTED_WORK
from mathhammer.games import registry
from mathhammer.games.profiles import Unit

if TYPE_CHECKING:
    from mathhammer.games.wh40k import profiles as wh40k
    from mathhammer.results.attack import Result


def notes_of(result: Result) -> list[str]:
    """Return what is computed although the rules don't permit it, and what may surprise."""
    attacker = result.attacker
    rules = registry.game(attacker.game)
    notes = rules.notes(attacker, result.target, result.context, result.rulings)
    grouped = [weapon_words(attacker, i) for i, w in enumerate(attacker.weapons) if w.group]
    if grouped:
        notes.append(f"{', '.join(grouped)}: the group of a weapon counts only in turns.")
    if result.order:
        names = ", ".join(weapon_words(attacker, i) for i in result.order)
        notes.append(f"Best order of weapons for models slain: {names}.")
    skipped = _skipped_rows(result)
    if skipped:
        notes.append(
            f"{', '.join(skipped)}: what it does by itself is not computed, the states before and "
            "after it are too many to be followed together."
        )
    if rules.devastating(attacker):
        notes.append(_other_rulings(result))
    return notes


def weapon_words(attacker: Unit, index: int) -> str:
    """Return the name of a weapon, or its place and values where it has none of its own."""
    weapon = attacker.weapons[index]
    if sum(w.name == weapon.name for w in attacker.weapons) == 1 and "name" in weapon.__dict__:
        return weapon.name
    from mathhammer.games.describe import describe_weapon

    return f"{weapon.name} {index + 1} ({describe_weapon(weapon.replace(name=None))})"


def _skipped_rows(result: Result) -> list[str]:
    """Return the weapons, and what comes after them, whose rows are too much work."""
    order = result.order or range(len(result.attacker.weapons))
    return [
        weapon_words(result.attacker, order[int(row)]) if row.isdecimal() else row
        for row in result.skipped
    ]


def rulings_of(result: Result) -> dict[str, Any]:
    """Return the rulings that matter to a result, by their names."""
    rulings = registry.game(result.attacker.game).rulings
    return rulings(result.attacker, result.target, result.context, result.rulings)


def under_others(ruleset: wh40k.Ruleset, value: Callable[[wh40k.Ruleset], str]) -> Iterator[str]:
    """Yield what other rulings on Devastating Wounds would give (W-3), in words.

    Parameters
    ----------
    ruleset : Ruleset
    value : callable
        Takes other rulings, and returns what they give.
    """
    for name in ruleset.DEVASTATING:
        if name != ruleset.devastating:
            try:
                yield f"{value(ruleset.replace(devastating=name))} under {name}"
            except MathhammerError:
                yield f"not computed under {name} (too large)"


def _other_rulings(result: Result) -> str:
    """Return the note on what the other rulings on Devastating Wounds would give (W-3)."""
    ruleset = cast("wh40k.Ruleset", result.rulings)

    def slain_under(changed: wh40k.Ruleset) -> str:
        given = result.attacker, result.target, result.context, changed
        plan = registry.game(result.attacker.game).compile_attack(*given)
        if result.order:  # the same order as the result's
            from mathhammer.engine.exact.policy import reordered

            plan = reordered(plan, result.order)
        evolution = Evolution(plan)
        if evolution.work > MAX_NOTED_WORK:
            raise TooLargeError("too much for a note")
        return f"{float(evolution.final @ evolution.space.slain):.4g}"

    values = under_others(ruleset, slain_under)
    how = "; computed exactly," if result.engine == "montecarlo" else ";"
    return (
        f"Devastating Wounds under {ruleset.devastating}: {result.slain.mean:.4g} models slain on "
        f"average{how} {', '.join(values)}. Most tools use the errata."
    )
