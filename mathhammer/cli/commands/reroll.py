"""The command reroll: the best use of a Command Re-roll."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mathhammer.cli.commands.attack import (
    FILES,
    game_of,
    load_scenario,
    read_as_of,
    situation_of,
    targets_of,
    unit_of,
)
from mathhammer.cli.errors import inside
from mathhammer.cli.output import CommandOutput, array, check_matchups, write_rows
from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted
from mathhammer.games.checks.registry import KINDS, read_check
from mathhammer.reroll import (
    Objective,
    check_game,
    check_objective,
    check_player,
    of_check,
    of_units,
)

if TYPE_CHECKING:
    from mathhammer.core.progress import Progress
    from mathhammer.games.profiles import Context, Ruleset, Unit
    from mathhammer.reading.scenario import Scenario
    from mathhammer.reroll.check import CheckReroll
    from mathhammer.reroll.outcome import CommandReroll

    Found = CommandReroll | CheckReroll
    Scenarios = Sequence[tuple[str, Scenario]]
    Situated = tuple[Sequence[Unit], Context, Ruleset]


class RerollAnswer(CommandOutput):
    """The best use of Command Re-rolls in some match-ups, or in some checks.

    Parameters
    ----------
    found : list of (CommandReroll or CheckReroll, read as)
        All of one class.
    """

    def __init__(self, found: Sequence[tuple[Found, Sequence[str]]]) -> None:
        self.found = found
        self.number = len(found)

    def json(self, progress: Progress) -> str:
        """Return one line a match-up."""
        entries = [(reroll.to_dict(), read_as) for reroll, read_as in self.found]
        return array({**entry, "notes": [*entry["notes"], *more]} for entry, more in entries)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return a page a match-up."""
        from mathhammer.reroll.check import CheckReroll
        from mathhammer.show.pages.reroll import check_reroll_page, reroll_page
        from mathhammer.show.terminal.page import Page

        page = Page(sys.stdout)
        for number, (reroll, read_as) in enumerate(self.found):
            if number:
                page.gap()
                page.gap()
            if isinstance(reroll, CheckReroll):
                page.put(check_reroll_page(reroll))
            else:
                page.put(reroll_page(reroll, read_as))
            progress.step()
        page.facts([("written", path) for path in written])
        return page.text()

    def write_csv(self, path: str) -> None:
        """Write ``scenario`` and the columns of `CommandReroll.table`, or of a check's."""
        rows = [
            {"scenario": reroll.result.scenario, **row}
            for reroll, _ in self.found for row in reroll.rows()
        ]  # fmt: skip
        write_rows(path, list(rows[0]), rows)

    def write_plot(self, path: str) -> None:
        """Draw nothing: the command has no such option."""
        raise NotImplementedError


def reroll(options: argparse.Namespace) -> CommandOutput:
    """Return the best use of a Command Re-roll in each match-up of texts or files, or check."""
    if options.kind is not None:
        return RerollAnswer([(_asked(options), ())])
    if not options.what:
        raise MathhammerError(
            'reroll needs a weapon, like "A1 BS3+ S12 AP-3 DD6+1", a file, or a check, like '
            "charge 9"
        )
    if not any(w.lower().endswith(FILES) or os.path.exists(w) for w in options.what):
        return RerollAnswer(_of_texts(options))
    scenarios = []
    for path in options.what:
        scenario = load_scenario(path, options.game)
        with inside(path):
            check_game(scenario.game)
            if scenario.script is not None:
                raise NotModelledError("a Command Re-roll in a turn is not modelled")
            if scenario.heroes is not None:
                raise MathhammerError("the heroes dice game has no Command Re-roll")
            if scenario.sweep:
                raise MathhammerError("reroll takes a file of attackers and targets, or a check")
        scenarios.append((path, scenario))
    checks = [path for path, scenario in scenarios if scenario.check is not None]
    if not checks:
        return RerollAnswer(_of_files(options, scenarios))
    if len(checks) < len(scenarios):
        raise MathhammerError(
            "reroll takes files of attackers and targets, or of checks, not both in one call"
        )
    return RerollAnswer(_of_checks(options, scenarios))


def _asked(options: argparse.Namespace) -> CheckReroll:
    """Return what a re-roll is worth in the check that the words ask for."""
    from mathhammer.cli.commands.check import fields_of
    from mathhammer.games.names import profiles_of

    kind = KINDS[options.kind]
    kind.check_command_reroll()
    check, game = read_check(options.kind, fields_of(options, kind), options.game)
    with inside("--ruleset"):
        rulings = profiles_of(game).Ruleset.read(",".join(options.ruleset))
    with _option("--objective"):
        check_objective(check, options.objective)
    return of_check(check, game, rulings)


def _of_checks(
    options: argparse.Namespace, scenarios: Scenarios
) -> list[tuple[Found, Sequence[str]]]:
    """Return what a re-roll is worth in each check of some files."""
    idle = [f"--{name}" for name in ("by", "at", "context") if getattr(options, name)]
    if idle:
        raise MathhammerError(f"{idle[0]} would have no effect on a check")
    found: list[tuple[Found, Sequence[str]]] = []
    for path, scenario in scenarios:
        _, _, rulings = situation_of(options, scenario.game, [], None, scenario.ruleset)
        assert scenario.check is not None
        with _option("--objective"):
            check_objective(scenario.check, options.objective)
        with inside(path):
            found.append((of_check(scenario.check, scenario.game, rulings, path), ()))
    return found


def _of_texts(options: argparse.Namespace) -> list[tuple[Found, Sequence[str]]]:
    """Return what re-rolls are worth in the match-ups of texts."""
    game = game_of(options)
    check_game(game)
    if not options.at:
        hint = nearest(options.what[0], KINDS)
        if hint:
            raise MathhammerError(f"{quoted(options.what[0])} is not a check{hint}")
        raise MathhammerError(
            "reroll needs a target: --at meq, or one of `mathhammer targets`, or --at with "
            'numbers like "5x T4 Sv3+ W2"'
        )
    unit = unit_of(options.what, game)
    situated = situation_of(options, game, [unit], None, None)
    aims = targets_of(options.at, game)
    return _played(options, [("", situated, aims, read_as_of(options.what, game))])


def _of_files(
    options: argparse.Namespace, scenarios: Scenarios
) -> list[tuple[Found, Sequence[str]]]:
    """Return what re-rolls are worth in the match-ups of files."""
    pairs = []
    for path, scenario in scenarios:
        aims = targets_of(options.at, scenario.game) if options.at else scenario.targets
        situated = situation_of(
            options, scenario.game, scenario.attackers, scenario.context, scenario.ruleset
        )
        pairs.append((path, situated, aims, scenario.notes))
    return _played(options, pairs)


def _played(
    options: argparse.Namespace, pairs: Sequence[tuple[str, Situated, Any, Any]]
) -> list[tuple[Found, Sequence[str]]]:
    with _option("--by"):
        by = check_player("attacker" if options.by is None else options.by)
    with _option("--objective"):
        objective = Objective.read("destroyed" if options.objective is None else options.objective)
    check_matchups([(situated[0], targets) for _, situated, targets, _ in pairs], True)
    found: list[tuple[Found, Sequence[str]]] = []
    for path, (attackers, context, ruleset), targets, read_as in pairs:
        with inside(path):
            found += [
                (of_units(attacker, target, context, ruleset, by, objective, path), read_as)
                for attacker in attackers
                for target in targets
            ]
    return found


@contextmanager
def _option(name: str) -> Iterator[None]:
    """Name the option, not the field, in an error's place."""
    try:
        yield
    except MathhammerError as error:
        raise MathhammerError(error.message, name) from None
