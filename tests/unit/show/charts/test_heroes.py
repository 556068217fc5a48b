"""The pictures of the heroes dice game: what they show is what was computed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from mathhammer import heroes
from mathhammer.cli.main import main
from mathhammer.show.charts.heroes import (
    MAX_WAYS,
    plot_alternatives,
    plot_heroes,
    plot_policy,
    plot_slots,
)

pytestmark = pytest.mark.slow


def test_policy_chart_shows_the_better_choice_and_its_price() -> None:
    result = heroes.turn()
    ax = plot_policy(result)
    told = {t.xy: t.get_text() for t in ax.texts if "\n" in t.get_text()}
    assert told[(3, 3)] == "act\n0.03"
    assert told[(1, 5)] == "roll\n3.47"
    for cell in result.crossings(7):
        assert told[(cell.at_risk, cell.dice)].startswith("roll" if cell.gain > 0 else "act")
    framed = [p for p in ax.patches if not p.get_fill()]
    # Each kept die is worth one slot, so a turn comes to one cell per row.
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


def test_with_dice_the_ways_to_go_on_are_drawn() -> None:
    result = heroes.turn(rolled="1 1 3 4 6 2")
    assert result.advice is not None
    ax = result.plot()[0]
    ways = result.advice.alternatives
    assert [bar.get_width() for bar in ax.patches] == [way.value for way in ways]
    words = [label.get_text() for label in ax.get_yticklabels()]
    assert words[0] == "keep 6: roll 1, leave 1 2 3 4"
    assert "keep 1-2-3-4, 6: act" in words
    many = heroes.turn(rolled="1 2 3 4 5 6")
    assert many.advice is not None and len(many.advice.alternatives) > MAX_WAYS
    assert len(plot_alternatives(many).patches) == MAX_WAYS
    assert [t.get_text() for t in plot_alternatives(heroes.turn(rolled="2")).get_yticklabels()] == [
        "exhausted"
    ]
    with pytest.raises(ValueError, match="no dice were rolled"):
        plot_alternatives(heroes.turn())


def test_games_chart_holds_scores_and_lengths(tmp_path: Path) -> None:
    result = heroes.play("best", "stop at 2", rows=3, trials=500, seed=3)
    scores, lengths = result.plot()
    for i, line in enumerate(scores.lines):
        x, y = line.get_data()
        assert list(y) == [result.score(i).pmf(int(k)) for k in x]
        assert sum(y) == pytest.approx(1.0)
    assert [line.get_label().split(" (")[0] for line in scores.lines] == ["best", "stop at 2"]
    for bar in lengths.patches:
        turns = round(bar.get_x() + bar.get_width() / 2)
        assert bar.get_height() == result.turns.pmf(turns)
    ended = result.games[result.games[:, 0] < 3, 1]
    last = result.turns.minimum + len(lengths.patches) - 1
    assert np.mean(ended < last) < 0.99 <= np.mean(ended <= last)
    named = heroes.play({"name": "$x$"}, rows=3, trials=20, seed=3, most_turns=2).plot()
    assert not named[0].get_legend().get_texts()[0].get_parse_math()
    assert "broken off after 2" in named[1].get_title(loc="left")
    path = tmp_path / "games.png"
    words = ["heroes", "--play", "best", "best", "--rows", "3", "--trials", "50", "--seed", "1"]
    assert main([*words, "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_charts_take_axes_and_values_by_column(tmp_path: Path) -> None:
    axes = Figure().subplots(2, 1)
    result = heroes.turn(values="lucky=3,three=9/0/0/0/0,straight=0")
    assert list(plot_heroes(result, ax=axes)) == list(axes)
    assert result.plot().shape == (2,)
    with pytest.raises(ValueError, match="1 Axes for 2 panels: one for each is needed"):
        plot_heroes(result, ax=axes[:1])
    path = tmp_path / "turn.png"
    assert main(["heroes", "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")
