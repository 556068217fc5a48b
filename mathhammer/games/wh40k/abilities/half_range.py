"""Half range, on which Rapid Fire and Melta depend (W-3).

Its notes speak of every weapon that reads half range, so one row carries them: Rapid Fire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Context, Weapon

#: The fields of the context that say whether the target is within half range.
CONTEXT = ("half_range", "distance")


def half_range(weapon: Weapon, context: Context) -> bool:
    """Return whether the target is within half the weapon's range (W-3)."""
    if context.distance is not None and weapon.range is not None:
        return context.distance <= weapon.range / 2
    return context.half_range


def notes(match_up: MatchUp) -> Sentences:
    """Yield where the context's distance and its half range don't go together."""
    context, distance = match_up.context, match_up.context.distance
    if distance is None:
        return
    weapons = [
        weapon for weapon, abilities in match_up.ranged
        if any("half_range" in ability.row.context for ability in abilities.values())
    ]  # fmt: skip
    state = "is" if context.half_range else "is not"
    yield from about(
        [weapon for weapon in weapons if weapon.range is None],
        "without a range the distance says nothing about half "
        f"range; it {state} taken to be within half range.",
    )
    if context.half_range:
        yield from about(
            [w for w in weapons if w.range is not None and distance > w.range / 2],
            f"{distance:g} inches is beyond half range, so half_range doesn't apply.",
        )
