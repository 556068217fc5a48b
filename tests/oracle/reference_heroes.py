"""The heroes dice game played out literally: every roll of every die, every choice.

Written from the rules digest (H-2 to H-5) and sharing no code with `mathhammer.heroes`.
Dice are single things with a face, known to be fresh or not; scoring rolls are sets of
places among them. Slow: three and four dice are enough to tell rules apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product

Faces = tuple[int, ...]
Kept = tuple[Faces, ...]


def name_of(faces: Faces, straight: int = 3) -> str | None:
    """Return which scoring roll some faces are, if any."""
    shown = sorted(faces)
    if shown == [6]:
        return "lucky"
    if shown == [6, 6]:
        return "double"
    if 6 in shown:
        return None
    if len(shown) == 3 and len(set(shown)) == 1:
        return "three"
    if len(shown) >= straight and shown == list(range(shown[0], shown[0] + len(shown))):
        return "straight"
    return None


def sets_of_places(faces: Faces, straight: int) -> Iterator[Kept]:
    """Yield every set of scoring rolls that have no die in common, as places of dice."""
    scoring = [
        places
        for size in range(1, len(faces) + 1)
        for places in combinations(range(len(faces)), size)
        if name_of(tuple(faces[i] for i in places), straight)
    ]

    def extend(chosen: Kept, first: int) -> Iterator[Kept]:
        if chosen:
            yield chosen
        taken = {i for places in chosen for i in places}
        for k in range(first, len(scoring)):
            if not taken & set(scoring[k]):
                yield from extend((*chosen, scoring[k]), k + 1)

    return extend((), 0)


def keepable(
    lying: Faces, rolled: Faces, straight: int, fresh_dice: bool
) -> set[tuple[Kept, Faces]]:
    """Return what may be kept after a roll: the faces of each roll kept, and of the rest."""
    faces = lying + rolled
    fresh = set(range(len(lying), len(faces)))
    found = set()
    for chosen in sets_of_places(faces, straight):
        if fresh_dice and not all(fresh & set(places) for places in chosen):
            continue
        used = {i for places in chosen for i in places}
        kept = tuple(sorted(tuple(sorted(faces[i] for i in places)) for places in chosen))
        found.add((kept, tuple(sorted(f for i, f in enumerate(faces) if i not in used))))
    return found


def holds_a_roll(faces: Faces, straight: int) -> bool:
    """Return whether some dice hold a scoring roll."""
    return any(
        name_of(chosen, straight)
        for size in range(1, len(faces) + 1)
        for chosen in combinations(faces, size)
    )


def turn_value(
    dice: int,
    new_turn: float,
    worth: Callable[[Faces], int] = len,
    straight: int = 3,
    fresh_dice: bool = True,
    war: bool = True,
    leave_unkept: bool = True,
) -> float:
    """Return the expected slots of a turn, if a new turn is worth `new_turn`."""

    @cache
    def before(at_risk: int, lying: Faces, number: int) -> float:
        rolls = list(product(range(1, 7), repeat=number))
        return sum(after(at_risk, lying, tuple(sorted(roll))) for roll in rolls) / len(rolls)

    @cache
    def after(at_risk: int, lying: Faces, rolled: Faces) -> float:
        best = 0.0  # exhausted
        for kept, rest in keepable(lying, rolled, straight, fresh_dice):
            now = at_risk + sum(worth(roll) for roll in kept)
            best = max(best, now)
            if not rest and war:
                best = max(best, now + new_turn)
            for number in range(1, len(rest) + 1):
                for thrown in combinations(range(len(rest)), number):
                    left = tuple(f for i, f in enumerate(rest) if i not in thrown)
                    if not leave_unkept and holds_a_roll(left, straight):
                        continue
                    best = max(best, before(now, left, number))
        return best

    return before(0, (), dice)


def fixed_point(dice: int, **rules: object) -> float:
    """Return the expected slots of a turn with all-out war, by halving an interval."""
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        if turn_value(dice, middle, **rules) > middle:  # type: ignore[arg-type]
            low = middle
        else:
            high = middle
    return (low + high) / 2
