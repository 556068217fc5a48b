"""Loadouts against targets as a heat map round a baseline."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, TwoSlopeNorm
from matplotlib.patches import Rectangle

from mathhammer.analysis.efficiency import measure
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.results.comparison import Comparison
from mathhammer.show.charts import heat, style
from mathhammer.show.charts.registry import check_size
from mathhammer.show.charts.style import measure_words, short_name, short_names

#: More rows than this are of half the height, with their numbers on one line.
_MOST_HIGH = 24
#: Half a per cent less is hatched: less than that isn't seen in the numbers.
_LESS = math.log2(1 - 0.005)
#: What stands below the name of the loadout that the others are measured by.
BASELINE = "\n(baseline)"


def plot_matrix(
    comparison: Comparison,
    *,
    ax: Axes | None = None,
    name: str = "damage",
    baseline: int | None = 0,
) -> Axes:
    """Draw loadouts against targets as a heat map.

    Parameters
    ----------
    comparison : Comparison
    ax : Axes, optional
        Where to draw; a new figure by default.
    name : str
        One of `mathhammer.analysis.efficiency.MEASURES`.
    baseline : int or None, default 0
        The place of the loadout, from 0, that the others are measured by, target by target;
        None: values alone, from light to dark.

    Returns
    -------
    Axes
        One row per loadout, one column per target. The image holds the logarithm to the base of 2
        of the ratio to the baseline, clipped to the scale of the colour bar, which reaches
        as far as the data (up to 16 times as much, and as little); or the values. What
        isn't known is masked. Cells below the baseline are hatched.

    Raises
    ------
    MathhammerError
        There is no such measure or loadout.
    TooLargeError
        There are more than 100 loadouts or 40 targets.
    """
    of = measure(name)
    check_size("matrix", len(comparison.attackers), len(comparison.targets))
    attackers, targets = comparison.attackers, comparison.targets
    shape = len(attackers), len(targets)
    if baseline is not None and not (type(baseline) is int and 0 <= baseline < shape[0]):
        raise MathhammerError(
            f"{quoted(baseline)} is no place of a loadout, from 0 to {shape[0] - 1}", "baseline"
        )
    found = [of(result) for result in comparison.results]
    values = np.array([np.nan if v is None else v for v in found], dtype=float).reshape(shape)
    own = ax is None
    low = shape[0] > _MOST_HIGH
    high = 2.1 + (0.25 if low else 0.5) * shape[0]
    ax = ax or style.new_figure(max(7.4, 3.8 + (1.05 if low else 0.95) * shape[1]), high).subplots()
    norm: Normalize
    words, ends, ticks = measure_words(name, 24), "neither", {}
    if baseline is None:
        drawn, colours = values, heat.RISING
        most = float(np.nanmax(values)) if np.isfinite(values).any() else 1.0
        norm = Normalize(0, most or 1.0)
    else:
        with np.errstate(divide="ignore", invalid="ignore"):
            drawn = np.log2(values / values[baseline])
        drawn = np.where(values == values[baseline], 0.0, drawn)  # nothing against nothing
        far = heat.reach(drawn)
        below, above = bool((drawn < -far - 1e-9).any()), bool((drawn > far + 1e-9).any())
        ends = {(True, True): "both", (True, False): "min", (False, True): "max"}.get(
            (below, above), ends
        )
        drawn, colours, norm = np.clip(drawn, -far, far), heat.AROUND, TwoSlopeNorm(0.0, -far, far)
        words = "times the baseline" if far >= 1 else "difference to the baseline"
        ticks = heat.ratio_ticks(far)
    masked = np.ma.masked_invalid(drawn)
    image = ax.imshow(
        masked, cmap=colours.with_extremes(bad=heat.MISSING), norm=norm, aspect="auto"
    )
    heat.plain_frame(ax, shape)
    bar = heat.colour_bar(ax, image, words, ends)
    if ticks:
        bar.set_ticks(list(ticks), labels=list(ticks.values()))
    else:
        style.measured_ticks(bar.ax.yaxis, name)
    if own or max(shape) <= heat.MAX_WRITTEN:
        texts = [
            [_cell(values[i, j], values[baseline or 0, j], name, i, baseline, "  " if low else "\n")
             for j in range(shape[1])] for i in range(shape[0])
        ]  # fmt: skip
        heat.write_cells(ax, texts, image.to_rgba(masked), 8 if low else 9 if shape[1] <= 12 else 7)
    if baseline is not None:
        for i, j in np.argwhere(drawn < _LESS):
            ax.add_patch(
                Rectangle((j - 0.5, i - 0.5), 1, 1, fill=False, hatch="///", linewidth=0,
                          edgecolor="#00000030")
            )  # fmt: skip
    heads = short_names([target.label for target in targets], 22)
    ax.set_xticks(range(shape[1]), heads, parse_math=False)
    crowded = max(map(len, heads)) > 11 or shape[1] > 12
    ax.tick_params(axis="x", top=False, labeltop=True, labelbottom=False)
    for text in ax.get_xticklabels():
        text.set(rotation=35 if crowded else 0, ha="left" if crowded else "center",
                 rotation_mode="anchor" if crowded else None)  # fmt: skip
    base = BASELINE.replace("\n", " ") if low else BASELINE
    names = [
        f"{i + 1} {short_name(a.label, 30)}{base if i == baseline else ''}"
        for i, a in enumerate(attackers)
    ]
    ax.set_yticks(range(shape[0]), names, parse_math=False)
    words = measure_words(name, 40)
    if baseline is not None:
        words += "\ncolour: compared with the baseline\nat the same target; hatched: less"
        if ends != "neither":
            words += "\npointed end of the scale: so much,\nand all beyond it"
    ax.set_xlabel(words, fontsize=9, loc="left", parse_math=False)
    return ax


def _cell(value: float, base: float, name: str, row: int, baseline: int | None, gap: str) -> str:
    text = heat.written(value, name)
    if baseline is None or row == baseline or np.isnan(value) or np.isnan(base) or base == 0:
        return text
    change = 100 * (value / base - 1)
    more = f"{change:+.0f}%" if abs(change) < 1000 else f"x{value / base:.0f}"
    return f"{text}{gap}{'=' if more in ('+0%', '-0%') else more}"
