"""Loadouts as ranked dots over a mix of targets."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.text import Text

import mathhammer
from mathhammer.analysis.mixes import Weighted
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.show.charts import plot_dots
from mathhammer.show.charts.registry import check_size, default_picture

LONG = "A squad with a name that goes on and on, number"


def compared(number: int) -> mathhammer.results.comparison.Comparison:
    """Return a comparison of some loadouts, the strongest last; the very last is far out."""
    copies = [*range(1, number), 4 * number]
    units = [{"name": f"{LONG} {n}", "weapons": f"{n}x A1 BS3+ S4 AP0 D1"} for n in copies]
    return mathhammer.compare(units, ["5x meq", "30x T3 Sv5+ W1"])


def test_dots_are_the_means_in_order_with_the_middle_80_percent() -> None:
    both = compared(8)
    ax = plot_dots(both, shares=[0.25, 0.75])
    mix = [Weighted(both, [0.25, 0.75]).distribution(i, "damage") for i in range(8)][::-1]
    lines = next(c for c in ax.collections if isinstance(c, LineCollection)).get_segments()
    dots = next(c for c in ax.collections if not isinstance(c, LineCollection)).get_offsets()
    np.testing.assert_allclose(dots, [[one.mean, k] for k, one in enumerate(mix)])
    between = [[one.quantile(0.1), one.quantile(0.9)] for one in mix]
    assert [line[:, 0].tolist() for line in lines] == between
    assert [t.get_text().split()[0] for t in ax.get_yticklabels()] == list("87654321")
    assert "25% 5x meq, 75% 30x T3" in "".join(text.get_text() for text in ax.texts)


@pytest.mark.parametrize("number", [3, 20, 60, 90])
def test_names_lie_on_nothing(number: int) -> None:
    ax = plot_dots(compared(number))
    sheet = ax.get_figure(root=True)
    assert sheet is not None
    sheet.draw_without_rendering()
    written = [text for text in (*ax.get_yticklabels(), *ax.texts) if LONG[:10] in text.get_text()]
    assert len(written) == (number if number <= 60 else 15)
    boxes = sorted((Text.get_window_extent(text) for text in written), key=lambda box: box.y0)
    assert all(one.y1 <= other.y0 + 1 for one, other in pairwise(boxes))
    assert all(box.x0 >= 0 and box.x1 < ax.get_window_extent().x0 for box in boxes)
    assert boxes[-1].y1 <= sheet.bbox.height and boxes[0].y0 >= 0


def test_means_far_from_the_others_are_named() -> None:
    units = [f"{n}x A1 BS3+ S4 AP0 D1" for n in [*range(10, 90), *([900] * 12)]]
    ax = plot_dots(mathhammer.compare(units, ["99x T3 Sv5+ W9"]))
    assert sum("900x" in text.get_text() or "A1" in text.get_text() for text in ax.texts) == 12 + 5


def test_hundreds_have_a_picture_by_default() -> None:
    assert default_picture(200, 5) == "dots"
    check_size("dots", 1000, 60)
    with pytest.raises(TooLargeError, match="take dots, of up to 1000 loadouts"):
        check_size("matrix", 200, 5)
    mine = Figure().subplots()
    assert plot_dots(compared(3), ax=mine, name="slain") is mine
    with pytest.raises(MathhammerError, match="has no spread"):
        plot_dots(compared(3), name="destroyed")
