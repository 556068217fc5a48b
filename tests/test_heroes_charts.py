"""The pictures of the heroes dice game: what they show is what was computed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from mathhammer import heroes
from mathhammer.analysis.charts.heroes import plot_heroes, plot_policy, plot_slots
from mathhammer.cli import main


def test_policy_chart_shows_the_better_choice_and_its_price() -> None:
    result = heroes.turn()
    ax = plot_policy(result)
    told = {t.xy: t.get_text() for t in ax.texts if "\n" in t.get_text()}
    assert told[(3, 3)] == "act\n0.03"
    assert told[(1, 5)] == "roll\n3.47"
    for cell in result.crossings(7):
        assert told[(cell.at_risk, cell.dice)].startswith("roll" if cell.gain > 0 else "act")
    framed = [p for p in ax.patches if not p.get_fill()]
    # Each kept die is worth one slot, so a turn comes to one cell a row.
    places = [(round(p.get_x() + 0.46), round(p.get_y() + 0.46)) for p in framed]
    assert sorted(places) == [(6 - dice, dice) for dice in range(5, 0, -1)]


def test_policy_chart_is_read_in_grey() -> None:
    """Every cell of one choice is darker than every cell of the other."""
    ax = plot_policy(heroes.turn())
    cells = [p for p in ax.patches if p.get_fill()]
    words = [t for t in ax.texts if "\n" in t.get_text()]
    grey: dict[str, list[float]] = {"act": [], "roll": []}
    for patch, word in zip(cells, words, strict=True):
        light = float(np.dot(to_rgb(patch.get_facecolor()), (0.299, 0.587, 0.114)))
        grey[word.get_text().split("\n")[0]].append(light)
    assert max(grey["roll"]) < min(grey["act"]) - 0.15


def test_slots_chart_holds_the_distributions() -> None:
    result = heroes.turn(straight=4)
    ax = plot_slots(result, ["best", heroes.Policy(stop_at=2)])
    assert [line.get_label().split(" (")[0] for line in ax.lines] == ["best", "stop at 2"]
    for line, policy in zip(ax.lines, ("best", "stop at 2"), strict=True):
        slots = result.solution(policy).distribution
        x, y = line.get_data()
        assert list(y) == [slots.at_least(int(k)) for k in x]


def test_charts_take_axes_and_values_by_column(tmp_path: Path) -> None:
    axes = Figure().subplots(2, 1)
    result = heroes.turn(values="lucky=3,three=9/0/0/0/0,straight=0")
    assert list(plot_heroes(result, ax=axes)) == list(axes)
    assert result.plot().shape == (2,)
    with pytest.raises(ValueError, match="two are needed"):
        plot_heroes(result, ax=axes[:1])
    path = tmp_path / "turn.png"
    assert main(["heroes", "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")
