"""What the page and the picture of a grid have in common: its numbers and its target in words."""

import numpy as np

from mathhammer.analysis.target_grid import Grid
from mathhammer.core.format import figure, percent, signed
from mathhammer.games.describe import describe_target
from mathhammer.games.names import AOS

#: The numbers in words.
WORDS = {
    "damage": "mean damage", "slain": "mean models slain", "destroyed": "P(destroyed)",
    "damage_per_100": "mean damage for 100 points",
}  # fmt: skip


def scale(grid: Grid) -> float:
    """Return the number that has the darkest colour: the largest of all loadouts and panels."""
    most = float(np.abs(grid.differences).max())
    return 1.0 if grid.measure == "destroyed" and grid.minus is None else most or 1.0


def written(grid: Grid, value: float) -> str:
    """Return a number as it stands in a cell; a difference has its sign."""
    if grid.measure != "destroyed":
        return figure(value) if grid.minus is None else signed(value)
    if grid.minus is None:
        return percent(value)
    return f"{100 * value:+.1f}%" if abs(value) >= 0.0005 else "0%"


def number_words(grid: Grid) -> str:
    """Return what the numbers are."""
    return WORDS[grid.measure] + ", difference" * (grid.minus is not None)


def target_words(grid: Grid) -> str:
    """Return what of a target counts beside what the grid is over."""
    target = grid.target
    size = f"{target.models}x "
    if grid.game == AOS:
        text, wounds = describe_target(target), f" H{target.given['health']}"
    else:
        text = describe_target(target.replace(toughness=4)).replace(" T4", "", 1)
        wounds = f" W{target.given['wounds']}"
    text = text.replace(" Sv-", "", 1)
    if not grid.is_limited:  # no model is followed
        text = text.replace(wounds, "", 1).replace(size.strip(), "", 1).strip()
        if grid.game != AOS:
            text = f"{text}, {target.models} models for Blast".removeprefix(", ")
    return f"any {grid.rows_are} and save{f', {text}' if text else ''}"
