"""Names beside marks, where they lie on nothing. textalloc lives here and nowhere else."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text

from mathhammer.core.distribution import Array
from mathhammer.show.charts.style import white_box

#: Half of a mark, in points.
_RADIUS = 5.5
#: Curves lower than this share of the axes are not numbered there, if there is another place.
_GROUND = 0.04
#: Numbers at curves keep so far apart: sideways and up, where the axes are 1.6 wide and 1 high.
_APART = 0.13, 0.075
#: How names are placed: near and without crossing lines where that can be done.
_TRIES: tuple[dict[str, Any], ...] = (
    {"min_distance": 0.012, "max_distance": 0.2, "nbr_candidates": 500,
     "avoid_label_lines_overlap": True, "avoid_crossing_label_lines": True},
    {"min_distance": 0.012, "max_distance": 0.5, "nbr_candidates": 3000,
     "avoid_label_lines_overlap": True, "avoid_crossing_label_lines": True},
    {"min_distance": 0.012, "max_distance": 0.8, "nbr_candidates": 4000},
)  # fmt: skip


def write_names(
    ax: Axes,
    names: Sequence[str],
    across: Sequence[float],
    up: Sequence[float],
    lines: Sequence[Any] = (),
    clear: Sequence[Text] = (),
    **text: Any,
) -> None:
    """Write a name beside each mark, over no other name, mark or line, with a line to its mark.

    Parameters
    ----------
    ax : Axes
        With its final limits.
    names : list of str
    across, up : list of float
        Where the marks are.
    lines : list of (array of float, array of float)
        Where lines go that no name may cross.
    clear : list of Text
        Other words of the Axes that no name may cross.
    **text
        How the names are written.
    """
    import textalloc

    allocate: Any = textalloc.allocate

    sheet = ax.get_figure(root=True)
    assert sheet is not None
    size = text.pop("fontsize", 9)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        sheet.draw_without_rendering()
        x_lines, y_lines = ([list(line[k]) for line in lines] for k in (0, 1))
        for word in clear:
            box = word.get_window_extent().transformed(ax.transData.inverted())
            x_lines += [[box.x0, box.x1], [box.x0, box.x1]]
            y_lines += [[box.y0, box.y1], [box.y1, box.y0]]
        marks = _marks(ax, across, up)
        for try_ in _TRIES:
            _, _, written, leaders = allocate(
                ax, across, up, names, x_scatter=marks[:, 0], y_scatter=marks[:, 1],
                x_lines=x_lines or None, y_lines=y_lines or None, textsize=size, margin=0.008,
                linecolor="#8a8f94", linewidth=0.6, plot_kwargs={"zorder": 2},
                draw_all=try_ is _TRIES[-1], parse_math=False, zorder=5, **try_, **text,
            )  # fmt: skip
            if all(one is not None for one in written):
                return
            for artist in (*written, *leaders):
                if artist is not None:
                    artist.remove()


def _marks(ax: Axes, across: Sequence[float], up: Sequence[float]) -> Array:
    """Return the middles and edges of marks, in the units of the axes."""
    middles = ax.transData.transform(np.column_stack([across, up]))
    sheet = ax.get_figure(root=True)
    assert sheet is not None
    edge = _RADIUS * sheet.dpi / 72
    around = np.array([(x, y) for x in (-edge, 0, edge) for y in (-edge, 0, edge)])
    places = (middles[:, None, :] + around).reshape(-1, 2)
    return np.asarray(ax.transData.inverted().transform(places))


def number_curves(ax: Axes, curves: Sequence[tuple[Array, Array]], many: int) -> None:
    """Write their numbers at curves: at all of more than `many`, else where several are one.

    Parameters
    ----------
    ax : Axes
        With its final limits.
    curves : list of (ndarray, ndarray)
        The places of the points of each.
    many : int
    """
    alike: dict[bytes, list[int]] = {}
    for i, curve in enumerate(curves):
        alike.setdefault(np.round(np.concatenate(curve), 9).tobytes(), []).append(i)
    low, high = sorted(ax.get_ylim())
    left, right = sorted(ax.get_xlim())
    scaled = [
        _dense((x - left) / (right - left) * 1.6, (y - low) / (high - low)) for x, y in curves
    ]
    taken: list[Array] = []
    for same in alike.values():
        if len(curves) <= many and len(same) == 1:
            continue
        own = scaled[same[0]]
        far = np.full(len(own), 1.0)
        for points in (points for i, points in enumerate(scaled) if i not in same):
            gaps = np.linalg.norm(own[:, None, :] - points[None, :, :], axis=2)
            far = np.minimum(far, gaps.min(axis=1))
        for x, y in taken:
            near = (np.abs(own[:, 0] - x) < _APART[0]) & (np.abs(own[:, 1] - y) < _APART[1])
            far[near] *= 0.001
        far[own[:, 1] < _GROUND] *= 0.1  # where all lie on the axis
        place = int(np.argmax(far))
        taken.append(own[place])
        x, y = own[place]
        at = left + x / 1.6 * (right - left), low + y * (high - low)
        ax.annotate(
            " = ".join(str(i + 1) for i in same), at, fontsize=8, ha="center", va="center",
            zorder=6, color="#111111", fontweight="bold", bbox=white_box(0.12),
        )  # fmt: skip


def _dense(across: Array, up: Array) -> Array:
    """Return a curve with three places between its points."""
    steps = np.linspace(0, len(across) - 1, 4 * (len(across) - 1) + 1)
    points = np.arange(len(across))
    return np.column_stack([np.interp(steps, points, across), np.interp(steps, points, up)])
