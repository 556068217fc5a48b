"""The command verify: both engines, compared number by number."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathhammer.cli.commands.attack import load_scenario, refuse_other, situation_of
from mathhammer.cli.errors import inside
from mathhammer.cli.output import (
    INTERRUPTED,
    CommandOutput,
    array,
    check_matchups,
    is_interrupted,
    write_rows,
)
from mathhammer.core.errors import MathhammerError

if TYPE_CHECKING:
    from mathhammer.analysis.agreement import Agreement
    from mathhammer.core.progress import Progress


class VerifyAnswer(CommandOutput):
    """Both engines, compared number by number.

    Parameters
    ----------
    agreements : list of Agreement
    """

    def __init__(self, agreements: Sequence[Agreement]) -> None:
        self.agreements = agreements
        self.number = len(agreements)

    def _judge(self, progress: Progress) -> float:
        """Compare everything, and return the bound below which a chance is too small.

        Where a simulation is interrupted (Ctrl-C), what comes after it is left out.
        """
        from mathhammer.analysis.agreement import bound_of

        for number, agreement in enumerate(self.agreements):
            with inside(agreement.source):
                _ = agreement.rows
            progress.step()
            if is_interrupted(agreement.simulated):
                self.agreements = self.agreements[: number + 1]
                self.status = INTERRUPTED
                break
        bound = bound_of(self.agreements)
        if any(not agreement.holds(bound) for agreement in self.agreements):
            self.status = 1
        return bound

    def json(self, progress: Progress) -> str:
        """Return one line a match-up."""
        bound = self._judge(progress)
        return array(agreement.to_dict(bound) for agreement in self.agreements)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return a table a match-up, and the verdict."""
        from mathhammer.show.pages.verify import verify_page
        from mathhammer.show.terminal.page import Page

        bound = self._judge(progress)
        page = Page(sys.stdout)
        page.put(verify_page(self.agreements, bound))
        page.facts([("written", path) for path in written])
        return page.text()

    def write_csv(self, path: str) -> None:
        """Write a row a number."""
        rows = [row for agreement in self.agreements for row in agreement.table_rows()]
        write_rows(path, list(rows[0]), rows)

    def write_plot(self, path: str) -> None:
        """Draw nothing: the command has no such option."""
        raise NotImplementedError


def verify(options: argparse.Namespace) -> CommandOutput:
    """Return how well both engines agree on scenario files."""
    from mathhammer.analysis.agreement import Agreement
    from mathhammer.evaluate.evaluate import answer, compare_units, play

    if not options.what:
        raise MathhammerError(
            "verify needs a scenario file; `mathhammer compare --example` shows one"
        )
    scenarios = [load_scenario(path, options.game) for path in options.what]
    check_matchups([(s.attackers, s.targets) for s in scenarios], True)
    agreements = []
    for scenario in scenarios:
        if scenario.script is None and scenario.check is None:
            refuse_other(scenario, "is exact alone: there is nothing to verify", scenario.path)
        if scenario.sweep:
            raise MathhammerError(
                "a sweep is not verified: run its match-ups one by one", scenario.path
            )
        with inside(scenario.path):
            if scenario.script is not None:
                _, context, ruleset = situation_of(
                    options, scenario.game, [], scenario.script.context, scenario.script.ruleset
                )
                script = scenario.script._replace(context=context, ruleset=ruleset)
                changed = scenario._replace(script=script)
                agreements.append(
                    Agreement(scenario.path, play(changed), play(changed, options.settings))
                )
                continue
            if scenario.check is not None:
                if options.context:
                    raise MathhammerError("--context belongs to attacks: a check has none")
                _, _, ruleset = situation_of(options, scenario.game, [], None, scenario.ruleset)
                changed = scenario._replace(ruleset=ruleset)
                agreements.append(
                    Agreement(scenario.path, answer(changed), answer(changed, options.settings))
                )
                continue
            attackers, context, ruleset = situation_of(
                options, scenario.game, scenario.attackers, scenario.context, scenario.ruleset
            )
            exact, sampled = (
                compare_units(
                    list(attackers), list(scenario.targets), context, ruleset, scenario.path, how
                ).results
                for how in (None, options.settings)
            )
            agreements += [
                Agreement(scenario.path, *pair) for pair in zip(exact, sampled, strict=True)
            ]
    return VerifyAnswer(agreements)
