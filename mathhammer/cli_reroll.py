"""The command reroll: the best use of a Command Re-roll."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .cli_commands import (
    FILES,
    game_of,
    load_scenario,
    read_as_of,
    situation_of,
    targets_of,
    unit_of,
)
from .cli_output import Answer, array, check_matchups, inside, write_rows
from .errors import MathhammerError, NotModelledError

if TYPE_CHECKING:
    from .profiles import Context, Ruleset, Unit
    from .progress import Progress
    from .reroll.outcome import CommandReroll

    Situated = tuple[Sequence[Unit], Context, Ruleset]


class RerollAnswer(Answer):
    """The best use of Command Re-rolls in some match-ups.

    Parameters
    ----------
    found : list of (CommandReroll, read as)
    """

    def __init__(self, found: Sequence[tuple[CommandReroll, Sequence[str]]]) -> None:
        self.found = found
        self.number = len(found)

    def json(self, progress: Progress) -> str:
        """Return one line a match-up."""
        entries = [(reroll.to_dict(), read_as) for reroll, read_as in self.found]
        return array({**entry, "notes": [*entry["notes"], *more]} for entry, more in entries)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return a page a match-up."""
        from .terminal import Page
        from .terminal_reroll import reroll_page

        page = Page(sys.stdout)
        for number, (reroll, read_as) in enumerate(self.found):
            if number:
                page.gap()
                page.gap()
            reroll_page(page, reroll, read_as=read_as)
            progress.step()
        page.facts([("written", path) for path in written])
        return page.text()

    def write_csv(self, path: str) -> None:
        """Write ``scenario`` and the columns of `CommandReroll.table`."""
        rows = [
            {"scenario": reroll.result.scenario, **row}
            for reroll, _ in self.found for row in reroll.rows()
        ]  # fmt: skip
        write_rows(path, list(rows[0]), rows)

    def write_plot(self, path: str) -> None:
        """Draw nothing: the command has no such option."""
        raise NotImplementedError


def reroll(options: argparse.Namespace) -> Answer:
    """Return the best use of a Command Re-roll in each match-up of texts or files."""
    from .reroll import Objective, check_game, check_player, of_units

    if not options.what:
        raise MathhammerError('reroll needs a weapon, like "A1 BS3+ S12 AP-3 DD6+1", or a file')
    with inside("--by"):
        by = check_player(options.by)
    with inside("--objective"):
        objective = Objective.read(options.objective)
    pairs: list[tuple[str, Situated, Sequence[Unit], Sequence[str]]] = []
    if any(w.lower().endswith(FILES) or os.path.exists(w) for w in options.what):
        for path in options.what:
            scenario = load_scenario(path, options.game)
            with inside(path):
                check_game(scenario.game)
                if scenario.script is not None:
                    raise NotModelledError("a Command Re-roll in a turn is not modelled")
                if scenario.heroes is not None:
                    raise MathhammerError("the heroes dice game has no Command Re-roll")
                if scenario.check is not None or scenario.sweep:
                    raise MathhammerError("reroll takes a file of attackers and targets")
            aims = targets_of(options.at, scenario.game) if options.at else scenario.targets
            situated = situation_of(
                options, scenario.game, scenario.attackers, scenario.context, scenario.ruleset
            )
            pairs.append((path, situated, aims, scenario.notes))
    else:
        game = game_of(options)
        check_game(game)
        if not options.at:
            raise MathhammerError(
                "reroll needs a target: --at meq, or one of `mathhammer targets`, or --at with "
                'numbers like "5x T4 Sv3+ W2"'
            )
        unit = unit_of(options.what, game)
        situated = situation_of(options, game, [unit], None, None)
        aims = targets_of(options.at, game)
        pairs.append(("", situated, aims, read_as_of(options.what, game)))
    check_matchups([(situated[0], targets) for _, situated, targets, _ in pairs], True)
    found = []
    for path, (attackers, context, ruleset), targets, read_as in pairs:
        with inside(path):
            found += [
                (of_units(attacker, target, context, ruleset, by, objective, path), read_as)
                for attacker in attackers
                for target in targets
            ]
    return RerollAnswer(found)
