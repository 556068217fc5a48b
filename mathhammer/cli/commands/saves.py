"""The command saves: mean damage against every save."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathhammer.cli.commands.attack import (
    game_of,
    load_scenario,
    one_file,
    read_as_of,
    refuse_other,
    situation_of,
    targets_of,
    unit_of,
)
from mathhammer.cli.errors import inside
from mathhammer.cli.output import CommandOutput, array, write_rows
from mathhammer.core.errors import MathhammerError

if TYPE_CHECKING:
    from mathhammer.analysis.saves import AgainstSaves
    from mathhammer.core.progress import Progress


class SavesAnswer(CommandOutput):
    """The mean damage of loadouts against every save.

    Parameters
    ----------
    source : str
        The file, empty for texts.
    saves : AgainstSaves
    read_as : list of str
    """

    def __init__(self, source: str, saves: AgainstSaves, read_as: Sequence[str]) -> None:
        self.source = source
        self.saves = saves
        self.read_as = read_as

    def json(self, progress: Progress) -> str:
        """Return one line a loadout."""
        return array(
            {"scenario": self.source, **entry, "notes": [*entry["notes"], *self.read_as]}
            for entry in self.saves.to_dict()
        )

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return the table."""
        from mathhammer.show.pages.saves import saves_page
        from mathhammer.show.terminal.page import Page

        page = Page(sys.stdout)
        page.put(saves_page(self.saves, self.source, self.read_as))
        page.facts([("written", path) for path in written])
        return page.text()

    def write_csv(self, path: str) -> None:
        """Write ``scenario`` and the columns of `mathhammer.saves_table`."""
        rows = [{"scenario": self.source, **row} for row in self.saves.rows()]
        write_rows(path, list(rows[0]), rows)

    def write_plot(self, path: str) -> None:
        """Draw the mean damage over the save."""
        from mathhammer.show.charts import plot_saves, save

        save(plot_saves(self.saves), path)


def saves(options: argparse.Namespace) -> CommandOutput:
    """Return the mean damage of a unit, or of the loadouts of a file, against every save."""
    from mathhammer.analysis.saves import of_units

    if not options.what:
        raise MathhammerError(
            'saves needs a weapon, like "10x 2/3+/4+/1/D3" or "10x A2 BS3+ S4 AP-1 D1", or a file'
        )
    if len(options.at) > 1:
        raise MathhammerError("saves takes one --at: the table is of one kind of target")
    path = one_file(options.what, "saves")
    if path:
        scenario = load_scenario(path, options.game)
        refuse_other(scenario, "has no table of saves", path)
        if scenario.sweep:
            raise MathhammerError("a sweep has no table of saves", path)
        game = scenario.game
        read_as = [*scenario.notes, "the targets of the file play no part in a table of saves"]
        attackers, context, ruleset = situation_of(
            options, game, scenario.attackers, scenario.context, scenario.ruleset
        )
    else:
        game = game_of(options)
        read_as = read_as_of(options.what, game)
        attackers, context, ruleset = situation_of(
            options, game, [unit_of(options.what, game)], None, None
        )
    targets = targets_of(options.at, game)
    if len(targets) > 1:
        raise MathhammerError("saves takes one target: the table is of one kind of target")
    with inside(path):
        saves = of_units(attackers, targets[0] if targets else None, context, ruleset)
    return SavesAnswer(path, saves, read_as)
