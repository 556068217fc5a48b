"""The branches of a turn: bands as wide as they are probable."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from mathhammer.analysis.branches import MAX_NODES, Column, Node, Tree, turn_tree
from mathhammer.core.format import percent
from mathhammer.results.turn import TurnResult
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.style import BAR, CURVE, short_name

#: The least height of a node, that of a line of its words, and the space between two nodes;
#: the whole is 1.
_LEAST = 0.075
_LINE = 0.0375
_GAP = 0.03
#: Inches of a line of words.
_INCHES = 0.15
#: Letters of a line of words; there is more room in the last column.
_LETTERS = 26
_LAST_LETTERS = 40
#: The most conditions of a node that are written out.
_MOST = 16
#: The most letters of a condition.
_LONGEST = 60
#: Width of a node, and of a letter; columns are 1 apart.
_THICK = 0.035
#: Inches from column to column.
_WIDE = 2.2
_LETTER = 0.032


class _Place(NamedTuple):
    """Where a node lies: its middle, and its height."""

    middle: float
    height: float


def plot_tree(result: TurnResult, *, ax: Axes | None = None, most: int = MAX_NODES) -> Axes:
    """Draw which way a turn goes with what probability.

    Parameters
    ----------
    result : TurnResult
        Exact.
    ax : Axes, optional
        Where to draw; a new figure by default.
    most : int
        Nodes of a column; the least probable beyond them are one.

    Returns
    -------
    Axes
        From left to right; a rectangle a node, as high as it is probable, with its
        probability and what is true of it alone in its column. Above the bands
        the steps to which they belong. At the right, for each branch, which units are
        destroyed at the end.

    Raises
    ------
    NotModelledError
        The turn was simulated.
    """
    tree = _untangled(turn_tree(result, most))
    last = len(tree.columns) - 1
    places = [
        _stacked(column, i == last, len(result.names)) for i, column in enumerate(tree.columns)
    ]
    high = max(sum(p.height for p in column) + _GAP * (len(column) - 1) for column in places)
    longest = max(
        len(line) if short_name(line, len(line)) == line else _LAST_LETTERS  # of wide letters
        for node in tree.columns[-1].nodes
        for line in _words(node, True).split("\n")
    )
    ends = _ends(result, tree)
    right = last + 0.16 + _LETTER * max(longest, 6)
    beyond = right + _LETTER * max(24, *(len(line) for text in ends for line in text.split("\n")))
    own = ax is None
    if ax is None:
        rows = max(len(column.nodes) for column in tree.columns)
        scale = max(
            _INCHES * (_words(node, i == last).count("\n") + 1) / (place.height + _GAP)
            for i, column in enumerate(tree.columns)
            for node, place in zip(column.nodes, places[i], strict=True)
        )
        steps = max(len(c.steps) for c in tree.columns)
        ax = style.new_figure(
            min(_WIDE * (beyond + 0.1) + 0.2, 30),
            2.0 + max(2.4, 0.62 * rows, scale * high) + 0.2 * steps,
        ).subplots()
    for i, column in enumerate(tree.columns):
        if i:
            _bands(ax, i, column, places[i - 1], places[i])
            _heading(ax, i - 0.5, -high / 2, column.steps, result)
        for node, place in zip(column.nodes, places[i], strict=True):
            corner = i - _THICK / 2, place.middle - node.probability / 2
            height = max(node.probability, 0.002)
            ax.add_patch(Rectangle(corner, _THICK, height, facecolor=CURVE, zorder=4))
            text = _words(node, i == last)
            ax.text(
                i + 0.04, place.middle, text, fontsize=8.5, va="center", zorder=6,
                parse_math=False, color="#111111", linespacing=1.15,
                bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none",
                      "alpha": 0.82},
            )  # fmt: skip
    for text, place in zip(ends, places[-1], strict=True):
        ax.text(right, place.middle, text, fontsize=8.5, va="center", parse_math=False,
                color="#111111")  # fmt: skip
    _heading(ax, right, -high / 2, tree.rest, result, "at the end, destroyed:")
    ax.set_xlim(-0.1, beyond)
    ax.set_ylim(high / 2 + 0.04, -high / 2 - 0.05)
    ax.set_axis_off()
    if own:
        captions.write(ax, f"{_legend(result)}\n{captions.played(result)}")
    return ax


def _legend(result: TurnResult) -> str:
    """Return what nodes and bands are, and who controls at the end where a step asks."""
    text = "dark bar: a state of the turn, as high as it is probable, with what is true of it alone"
    if result.control:
        sides = ("first", "the first side"), ("contested", "nobody"), ("second", "the second side")
        shares = ", ".join(f"{words} {percent(result.control[name])}" for name, words in sides)
        text += f"\ncontrol at the end, of all branches: {shares}"
    return text


def _untangled(tree: Tree) -> Tree:
    """Return a tree whose nodes lie in the order of those that they come from."""
    columns = [tree.columns[0]]
    before = [0]  # the new places of the nodes of the column before
    order = [0]
    for column in tree.columns[1:]:
        links = [link._replace(source=before[link.source]) for link in column.links]
        middle = [
            sum(k.source * k.probability for k in links if k.target == j) / max(p, 1e-300)
            for j, p in enumerate(node.probability for node in column.nodes)
        ]
        order = sorted(range(len(middle)), key=lambda j: (round(middle[j], 6), j))
        before = [order.index(j) for j in range(len(order))]
        moved = sorted(link._replace(target=before[link.target]) for link in links)
        nodes = tuple(column.nodes[j] for j in order)
        columns.append(column._replace(nodes=nodes, links=tuple(moved)))
    return tree._replace(columns=tuple(columns), destroyed=tuple(tree.destroyed[j] for j in order))


def _words(node: Node, last: bool) -> str:
    """Return how probable a node is and what is true of it, in lines between conditions."""
    letters = _LAST_LETTERS if last else _LETTERS
    parts = node.words.split(", ") if node.words else []
    if len(parts) > _MOST:
        parts[_MOST - 1 :] = [f"and {len(parts) - _MOST + 1} more"]
    pieces = [percent(node.probability)]
    for i, part in enumerate(parts):
        whole = part + "," * (i + 1 < len(parts))
        if len(whole) > _LONGEST:  # what is said of a unit stands at the end
            whole = f"{whole[: _LONGEST // 2]}...{whole[-(_LONGEST // 2) :]}"
        pieces += [whole] if short_name(whole, _LETTERS) == whole else whole.split()
    lines = [pieces[0]]
    for piece in (short_name(piece, letters) for piece in pieces[1:]):
        longer = f"{lines[-1]} {piece}"
        if short_name(longer, letters) == longer:
            lines[-1] = longer
        else:
            lines.append(piece)
    return "\n".join(lines)


def _stacked(column: Column, last: bool, units: int) -> list[_Place]:
    """Return the nodes below each other, about the middle of the picture."""
    # At the right of the last column stand the units, two a line.
    lines = -(-units // 2) if last else 1
    heights = [
        max(node.probability, _LEAST, _LINE * max(lines, _words(node, last).count("\n") + 1))
        for node in column.nodes
    ]
    top = -(sum(heights) + _GAP * (len(heights) - 1)) / 2
    places = []
    for height in heights:
        places.append(_Place(top + height / 2, height))
        top += height + _GAP
    return places


def _bands(
    ax: Axes, i: int, column: Column, before: Sequence[_Place], after: Sequence[_Place]
) -> None:
    """Draw the links to a column: bands as wide as they are probable."""
    leaving = [
        sum(k.probability for k in column.links if k.source == j) for j in range(len(before))
    ]
    out = [place.middle - p / 2 for place, p in zip(before, leaving, strict=True)]
    into = [
        place.middle - node.probability / 2 for place, node in zip(after, column.nodes, strict=True)
    ]
    left, right = i - 1 + _THICK / 2, i - _THICK / 2
    middle = (left + right) / 2
    for link in column.links:
        y, z, wide = out[link.source], into[link.target], max(link.probability, 0.0015)
        out[link.source] += link.probability
        into[link.target] += link.probability
        vertices = [
            (left, y), (middle, y), (middle, z), (right, z), (right, z + wide),
            (middle, z + wide), (middle, y + wide), (left, y + wide), (left, y),
        ]  # fmt: skip
        codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
        ax.add_patch(
            PathPatch(Path(vertices, codes), facecolor=BAR, edgecolor=CURVE, linewidth=0.4,
                      alpha=0.75, zorder=2)
        )  # fmt: skip


def _heading(
    ax: Axes, x: float, top: float, steps: Sequence[int], result: TurnResult, more: str = ""
) -> None:
    """Write above a place which steps are taken there."""
    lines = [f"{k + 1} {short_name(result.script.steps[k].title, 22)}" for k in steps]
    text = "\n".join([*lines, *([more] if more else [])])
    if text:
        style.write_beside(
            ax, text, (x, top - 0.05), (0, 3), fontsize=8.5, ha="left" if more else "center",
            va="bottom", color=CURVE, fontweight="bold", parse_math=False, annotation_clip=False,
        )  # fmt: skip


def _ends(result: TurnResult, tree: Tree) -> list[str]:
    """Return for the end of each branch which units are destroyed, two a line."""
    texts = []
    for chances in tree.destroyed:
        words = [
            f"{short_name(name, 14)} {percent(p)}"
            for name, p in zip(result.names, chances, strict=True)
        ]
        texts.append("\n".join(", ".join(words[k : k + 2]) for k in range(0, len(words), 2)))
    return texts
