"""The commands that ask more of a match-up: why, howmany, choose."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.cli.commands.attack import (
    SPREADSHEET,
    attack,
    load_scenario,
    of_scenario,
    one_file,
)
from mathhammer.cli.errors import inside
from mathhammer.cli.output import CommandOutput, MatchUps, array, write_rows
from mathhammer.core.errors import MathhammerError, TooLargeError, nearest, quoted

if TYPE_CHECKING:
    from mathhammer.core.progress import Progress
    from mathhammer.results.attack import Result
    from mathhammer.show.sheets import Block

#: The most match-ups that are explained in a call.
MAX_EXPLAINED = 50
#: Fields of a file for choose.
CHOOSE_FIELDS = (
    "game", "attacker", "option", "limit", "mix", "objective", "budget", "context", "ruleset",
    "id", "title", "note", "expect",
)  # fmt: skip


class Explained(CommandOutput):
    """An answer made of entries, rows of a table, and a page for each entry.

    Parameters
    ----------
    entries : list of dict
        What is printed as JSON.
    pages : list of callable
        Each puts one entry on a page.
    columns : list of str
    rows : list of dict
        What is written as CSV.
    draw : callable
        Returns the picture.
    """

    def __init__(
        self,
        entries: Sequence[dict[str, Any]],
        pages: Sequence[Iterable[Block]],
        columns: Iterable[str],
        rows: Iterable[dict[str, Any]],
        draw: Callable[[], Any],
    ) -> None:
        self.draw = draw
        self.entries = entries
        self.pages = pages
        self.columns = list(columns)
        self.rows = list(rows)
        self.number = len(entries)

    def json(self, progress: Progress) -> str:
        """Return the entries, one a line."""
        return array(self.entries)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return a page an entry."""
        from mathhammer.show.terminal.page import Page

        page = Page(sys.stdout)
        for i, blocks in enumerate(self.pages):
            if i:
                page.gap()
                page.gap()
            page.put(blocks)
        page.facts([("written", path) for path in written])
        return page.text()

    def write_csv(self, path: str) -> None:
        """Write the rows."""
        write_rows(path, self.columns, self.rows)

    def write_plot(self, path: str) -> None:
        """Draw the one entry there is."""
        from mathhammer.show.charts import save

        save(self.draw(), path)


def why(options: argparse.Namespace) -> CommandOutput:
    """Return what each ability, modifier, stage and characteristic does to match-ups."""
    from mathhammer.analysis.attribution import COLUMNS, ORDERS, attribution
    from mathhammer.analysis.flow import flow
    from mathhammer.analysis.items import kept_notes
    from mathhammer.analysis.sensitivity import sensitivity
    from mathhammer.show.pages.why import why_page

    source, results, read_as = _results(options, "why")
    orders = ORDERS if options.orders is None else _whole("--orders", options.orders)
    seed = 0 if options.seed is None else _whole("--seed", options.seed)
    if options.method in ("exact", "grouped"):
        _check_sampled(options, False)
    sampled = False
    entries: list[dict[str, Any]] = []
    pages: list[Iterable[Block]] = []
    rows: list[dict[str, Any]] = []
    _one_drawn(options, results)
    with inside(source):
        for result in results:
            found = attribution(result, options.method, orders=orders, seed=seed)
            sampled = sampled or found.method == "sampled"
            steps, senses = list(flow(result)), list(sensitivity(result))
            entries.append(
                {
                    **_head(source, result, [*kept_notes(result), *read_as]),
                    **found.to_dict(),
                    "flow": [_less(row) for row in steps],
                    "sensitivity": [_less(row) for row in senses],
                }
            )
            rows += found.rows()
            pages.append(why_page(found, steps, senses, source, read_as))
    _check_sampled(options, sampled)

    def draw() -> Any:
        from mathhammer.show import charts

        if options.picture == "waterfall":
            return charts.plot_waterfall(steps)
        if options.picture == "shares":
            return charts.plot_shares(found)
        return charts.plot_tornado(senses)

    return Explained(entries, pages, COLUMNS, rows, draw)


def _check_sampled(options: argparse.Namespace, sampled: bool) -> None:
    """Refuse what says how shares are sampled, where none are."""
    for option, value in (("--orders", options.orders), ("--seed", options.seed)):
        if value is not None and not sampled:
            raise MathhammerError(
                "only sampled shares are drawn at random, and these are exact: leave it out, or "
                "add --method sampled", option,
            )  # fmt: skip


def how_many(options: argparse.Namespace) -> CommandOutput:
    """Return how many attacks, shots and units destroy each target."""
    from mathhammer.analysis.howmany import COLUMNS, LEVELS, how_many
    from mathhammer.show.pages.howmany import how_many_page

    source, results, read_as = _results(options, "howmany")
    levels = LEVELS if options.levels is None else _levels(options.levels)
    entries: list[dict[str, Any]] = []
    pages: list[Iterable[Block]] = []
    rows: list[dict[str, Any]] = []
    _one_drawn(options, results)
    with inside(source):
        for result in results:
            found = [
                how_many(result, counted, place)
                for place in range(len(result.attacker.weapons))
                for counted in ("attacks", "shots")
            ]
            found.append(how_many(result, "units"))
            entries.append(
                {
                    **_head(source, result, read_as),
                    "how_many": [one.to_dict(levels) for one in found],
                }
            )
            for one in found:
                rows += one.rows(levels)
            pages.append(how_many_page(found, levels, source, read_as))

    def draw() -> Any:
        from mathhammer.show.charts import plot_how_many

        one = next((one for one in found if one.counted == "shots"), found[-1])
        return plot_how_many(one if len(results[0].attacker.weapons) == 1 else found[-1],
                             levels=levels)  # fmt: skip

    return Explained(entries, pages, COLUMNS, rows, draw)


def _one_drawn(options: argparse.Namespace, results: Sequence[Result]) -> None:
    """Check that a picture has one match-up to draw."""
    if options.plot and len(results) > 1:
        raise MathhammerError(
            f"--plot draws one match-up, not {len(results)}: give one attacker and one --at"
        )


def choose(options: argparse.Namespace) -> CommandOutput:
    """Return the best mix of weapon options of a file."""
    from mathhammer.analysis.optimise import choose
    from mathhammer.reading.files import read_fields
    from mathhammer.reading.scenario import OF_CHOICES
    from mathhammer.show.pages.choose import choice_page

    path = one_file(options.what, "choose")
    if not path or path.lower().endswith(SPREADSHEET):
        raise MathhammerError(
            "choose needs a file with [attacker], [[option]] and mix" if not options.what
            else f"{quoted(path or options.what[0])} is not a TOML or JSON file of options"
        )  # fmt: skip
    with inside(path):
        fields = read_fields(path)
        if fields.get("kind") not in (None, "attack"):
            raise MathhammerError(
                "choose finds the best weapon options of a unit, which a file of kind = "
                f"{quoted(fields['kind'])} has not: use `mathhammer run`"
            )
        if not any(name in fields for name in OF_CHOICES) and (
            "target" in fields or "attacker" in fields
        ):  # fmt: skip
            raise MathhammerError(
                "this is a scenario, not a choice: choose needs [attacker], one [[option]] or more "
                "and mix, the targets with their shares; `mathhammer run` and `compare` take "
                "scenarios"
            )
        for name in fields:
            if name not in CHOOSE_FIELDS:
                raise MathhammerError(
                    f"unknown field {quoted(name)} of a choice{nearest(name, CHOOSE_FIELDS)}; "
                    f"fields: {', '.join(CHOOSE_FIELDS)}"
                )
        for name in ("attacker", "option", "mix"):
            if fields.get(name) is None:
                raise MathhammerError(f"a choice needs the field {name!r}")
        objective = fields.get("objective", "damage")
        if not isinstance(objective, str):
            raise MathhammerError(f"{quoted(objective)} is not the name of a measure", "objective")
        found = choose(
            fields["attacker"], fields["option"], fields["mix"], objective=objective,
            limits=fields.get("limit"), budget=fields.get("budget"),
            context=_over("--context", fields.get("context"), options.context),
            ruleset=_over("--ruleset", fields.get("ruleset"), options.ruleset),
            game=options.game or fields.get("game"),
        )  # fmt: skip
    entry = {"scenario": path, **found.to_dict()}

    def draw() -> Any:
        from mathhammer.show.charts import plot_choice

        return plot_choice(found)

    return Explained([entry], [choice_page(found, path)], found.columns,
                     found.rows(), draw)  # fmt: skip


def _over(option: str, value: Any, given: Sequence[str]) -> Any:
    """Return the fields of a file with those of the command line put over them."""
    from mathhammer.games.common.fields import pairs

    if not given:
        return value
    with inside(option):
        over = pairs(",".join(given))
    return {**(pairs(value) if isinstance(value, str) else value or {}), **over}


def _results(options: argparse.Namespace, command: str) -> tuple[str, list[Result], Sequence[str]]:
    """Return the match-ups of texts or of a scenario, and where they come from."""
    if not options.what:
        raise MathhammerError(
            f'{command} needs a weapon, like "10x A2 BS3+ S4 AP-1 D1", with --at TARGET, or a '
            "scenario file"
        )
    path = one_file(options.what, command)
    if not path:
        answer = attack(options)
        assert isinstance(answer, MatchUps)
        (batch,) = answer.batches
    else:
        scenario = load_scenario(path, options.game)
        if scenario.kind != "attack" or scenario.sweep:
            kind = "a sweep" if scenario.sweep else f"kind = {scenario.kind!r}"
            raise MathhammerError(f"{command} explains match-ups, not {kind}", path)
        pairs = len(scenario.attackers) * max(len(options.at), len(scenario.targets))
        if pairs > MAX_EXPLAINED and not options.at:
            raise _too_many(pairs)
        batch = of_scenario(options, scenario)
    results = batch.comparison.results
    if len(results) > MAX_EXPLAINED:
        raise _too_many(len(results))
    return batch.source, results, batch.read_as


def _too_many(number: int) -> TooLargeError:
    return TooLargeError(f"{number} match-ups; up to {MAX_EXPLAINED} are explained in a call")


def _head(source: str, result: Result, read_as: Sequence[str]) -> dict[str, Any]:
    return {
        "scenario": source,
        "attacker": result.attacker.label,
        "target": result.target.label,
        "engine": result.engine,
        "ruleset": result.ruleset,
        "notes": [*result.notes, *read_as],
    }


def _less(row: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in row.items() if k not in ("attacker", "target")}


def _whole(option: str, given: str) -> int:
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise MathhammerError(f"{quoted(given)} is not a whole number, 0 or more", option)
    return int(given)


def _levels(given: str) -> list[float]:
    """Return the levels of P(destroyed) that are asked for, in per cent."""
    from mathhammer.analysis.howmany import check_level

    levels = []
    for part in given.split(","):
        word = part.strip().removesuffix("%").strip()
        try:
            levels.append(check_level(float(word) / 100))
        except ValueError:
            raise MathhammerError(
                f"{quoted(part.strip())} is not a per cent above 0 and below 100, like 50,80,95",
                "--levels",
            ) from None
    return levels
