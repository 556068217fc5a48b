"""A grid over the characteristics of a target as sheets: heat maps with lines at break points."""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.analysis.saves import SAVES, roll_label
from mathhammer.analysis.target_grid import Grid, lines
from mathhammer.games.names import AOS
from mathhammer.games.words import ward_words
from mathhammer.show.gridded import number_words, scale, target_words, written
from mathhammer.show.pages import understood
from mathhammer.show.shades import shade
from mathhammer.show.sheets import Block, Facts, Heading, HeatMap, HeatMaps, Line, Lines, Title


def grid_page(grid: Grid, source: str = "", read_as: Sequence[str] = ()) -> Iterator[Block]:
    """Yield a grid: the loadouts, their heat maps, what they are.

    Parameters
    ----------
    grid : Grid
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    first, *others = grid.attackers
    context = grid.context if others else grid.context.merged(first.context)
    name = f"{len(grid.attackers)} loadouts" if others else first.label
    yield (
        Title(f"{name} over {grid.rows_are} and save"),
        Facts.of(
            ("file", source),
            *([] if others else understood.attacker_facts(first)),
            ("target", target_words(grid)),
            *understood.context_facts(context.given),
            *understood.read_facts(read_as),
        ),
    )
    if grid.minus is not None:
        yield (
            Heading(f"less  {grid.minus.label}"),
            Facts([*understood.attacker_facts(grid.minus),
                   *understood.context_facts(grid.minus.context.given)]),
        )  # fmt: skip
    for i, attacker in enumerate(grid.attackers):
        if others:
            own = understood.context_facts(attacker.context.given)
            yield (
                Heading(f"{i + 1}  {attacker.label}"),
                Facts([*understood.attacker_facts(attacker), *own]),
            )
        head = [Line(number_words(grid))] * (len(grid.panels) > 1)
        yield *head, heat_maps(grid, i), Facts([("changes", changes_words(grid, i))])
    yield (Facts([*_legend(grid), *understood.note_facts(grid.notes)]),)


def heat_maps(grid: Grid, attacker: int) -> HeatMaps:
    """Return the heat maps of one loadout, a panel each, with one scale of colours for all."""
    values, most = grid.differences, scale(grid)
    heads = [roll_label(save) if save else "none" for save in SAVES]
    names = [ward_words(AOS, ward) for ward in grid.row_values] if grid.game == AOS else [
        f"T{row}" for row in grid.row_values
    ]  # fmt: skip
    maps = []
    for k in range(len(grid.panels)):
        cells = values[attacker, k]
        down, across = lines(cells)
        maps.append(
            HeatMap(
                grid.panels[k].words if len(grid.panels) > 1 else number_words(grid),
                "Sv",
                names,
                heads,
                [[written(grid, value) for value in row] for row in cells.tolist()],
                [[shade(v / most, grid.minus is not None) for v in row] for row in cells.tolist()],
                down.tolist(),
                across.tolist(),
            )
        )
    return HeatMaps(maps)


def changes_words(grid: Grid, attacker: int) -> str:
    """Return at which characteristics the numbers of a loadout change."""
    found: dict[str, set[int | str]] = {}
    for k in range(len(grid.panels)):
        for name, places in grid.break_points(attacker, k).items():
            found.setdefault(name, set()).update(places)
    words = []
    labels: dict[str, list[Any]] = {
        grid.rows_are: grid.row_labels,
        "save": list(map(roll_label, SAVES)),
    }
    for name, places in labels.items():
        changing = [str(place) for place in places if place in found[name]]
        named = ", ".join("none" if place == "-" else place for place in changing)
        words.append(f"{name} {named}" if named else f"{name}: never")
    return "; ".join(words)


def _legend(grid: Grid) -> Lines:
    rows = [("lines", "break points: there the number isn't that of the row above, or of the save "
             "before")]  # fmt: skip
    if grid.minus is not None:
        rows.append(("+ and -", "more, and less, than the loadout that is taken off"))
    if grid.measure.startswith("damage"):
        rows.append(("damage", _damage_words(grid)))
    return rows


def _damage_words(grid: Grid) -> str:
    if grid.is_limited:
        return "wounds lost" if grid.game != AOS else "damage allocated"
    if grid.game == AOS:
        return "the pool after the ward, not limited by the target's health"
    return "what gets through, after Feel No Pain: nothing is wasted on models with few wounds"
