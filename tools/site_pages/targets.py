"""The built-in targets."""

from __future__ import annotations

from mathhammer.games.describe import describe_target
from mathhammer.games.names import AOS, TITLES, WH40K
from mathhammer.games.presets import data_date, presets_of
from mathhammer.reading.read_units import read_target
from site_pages.markdown import cell, table


def page() -> str:
    """Return the page."""
    parts = [
        "# Built-in targets",
        "A name stands for a unit that players often attack; `10x meq` sets the number of models, "
        "and in a file other fields override it. The names are common words of players, the "
        "numbers facts of the date below.",
    ]
    for game in (WH40K, AOS):
        rows = [
            (f"`{name}`", f"`{describe_target(read_target(name, game))}`", cell(preset.stands_for))
            for name, preset in presets_of(game).items()
        ]
        parts += [f"## {TITLES[game]}", f"As of {data_date(game)}."]
        parts.append(table(("name", "numbers", "stands for"), rows))
    return "\n\n".join(parts) + "\n"
