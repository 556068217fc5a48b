"""What a result looks like in a terminal: tables, bars and sentences, through rich.

Everything printed is plain text first: it has to be read without colour, through a pipe
and at 80 columns. Colour only repeats what the words say. Names come from files and may
hold anything, so nothing of them is taken for markup or sent to the terminal unchecked.

rich is imported here and nowhere else, and of it only what a table needs: the module is
part of the start-up time of every call that prints.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from rich.box import Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .analysis.condense import (
    bars,
    charted,
    clean,
    figure,
    is_possible,
    percent,
    shortened,
)
from .analysis.words import words_of

if TYPE_CHECKING:
    from .distribution import Distribution
    from .profiles import Unit
    from .profiles.mortals import MortalDice
    from .results import Result

#: Width where the output is no terminal and COLUMNS says nothing.
WIDTH = 80
NARROWEST = 40
WIDEST = 120

_EIGHTHS = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588"
_RULED = "    \n    \n {}{} \n    \n    \n    \n    \n    \n"


def points(value: float) -> str:
    """Return points as they are printed, a whole number without decimals.

    Examples
    --------
    >>> points(80.0), points(12.5)
    ('80', '12.5')
    """
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


# ------------------------------------------------------------------------------- the page


def width_of(stream: IO[str], environ: Mapping[str, str] = os.environ) -> int:
    """Return the columns to print to: COLUMNS, else the terminal's, else 80."""
    given = environ.get("COLUMNS", "")
    width = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
    if not width:
        try:
            width = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else WIDTH
        except (OSError, ValueError, AttributeError):
            width = WIDTH
    return min(max(width or WIDTH, NARROWEST), WIDEST)


def _is_terminal(stream: IO[str]) -> bool:
    try:
        return stream.isatty()
    except (OSError, ValueError, AttributeError):  # closed, or no real stream
        return False


class _Sheet(io.StringIO):
    """Memory that looks to rich like the stream for which it is filled."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream behind."""
        return self._encoding

    def isatty(self) -> bool:
        """Return whether the stream behind is a terminal."""
        return self._terminal


class Page:
    """A sheet of text that is filled, and then printed as a whole.

    Parameters
    ----------
    stream : text file
        Where it will be printed: decides on colour, width and characters.
    """

    def __init__(self, stream: IO[str]) -> None:
        self.width = width_of(stream)
        self.encoding = getattr(stream, "encoding", None) or "utf-8"
        self.blocks = self._can(_EIGHTHS)
        rule = "\u2500" if self._can("\u2500") else "-"
        self._box = Box(_RULED.format(rule, rule), ascii=True)  # no other box in its place
        self._sheet = _Sheet(self.encoding, _is_terminal(stream))
        self._console = Console(
            file=self._sheet, width=self.width, height=25, highlight=False, markup=False,
            emoji=False, force_jupyter=False,
        )  # fmt: skip

    def _can(self, characters: str) -> bool:
        try:
            characters.encode(self.encoding)
        except (UnicodeError, LookupError):
            return False
        return True

    def text(self) -> str:
        """Return what was put on the page so far."""
        lines = self._sheet.getvalue().splitlines()
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def gap(self) -> None:
        """Leave a line empty."""
        self._console.print()

    def line(self, text: str, style: str = "") -> None:
        """Put a text down, broken at words where it is longer than a line."""
        self._console.print(Text(clean(text), style))

    def title(self, text: str) -> None:
        """Put a title down, with a line under it."""
        text = shortened(clean(text), 2 * self.width)
        self.line(text, "bold")
        rule = "\u2550" if self._can("\u2550") else "="
        self.line(rule * min(len(text), self.width), "bold")

    def facts(self, rows: Iterable[tuple[str, str]], label_width: int = 10) -> None:
        """Put down lines of a label and a text; the text is broken beside its label."""
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(width=label_width, no_wrap=True)
        table.add_column(overflow="fold")
        for label, text in rows:
            table.add_row(Text(label, "cyan"), Text(clean(text)))
        if table.row_count:
            self._console.print(table)

    def table(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[str | Text]],
        *,
        widths: Sequence[int | None] | None = None,
        left: Sequence[int] = (0,),
        gap: int = 2,
    ) -> None:
        """Put down a table with a line under its head.

        Parameters
        ----------
        head : list of str
        rows : iterable of list of str
        widths : list of int or None, optional
            Fixed widths of columns.
        left : list of int
            Columns of words; the others are numbers and stand to the right.
        gap : int
            Blanks between columns, at least 1.
        """
        table = Table(
            box=self._box, padding=(0, gap - 1, 0, 0), pad_edge=False, show_edge=False,
            collapse_padding=False,
        )  # fmt: skip
        for i, word in enumerate(head):
            table.add_column(
                Text(word, "bold"), justify="left" if i in left else "right", overflow="fold",
                width=widths[i] if widths else None, no_wrap=i not in left,
            )  # fmt: skip
        for row in rows:
            table.add_row(*(Text(clean(c)) if isinstance(c, str) else c for c in row))
        self._console.print(table)

    def bar(self, share: float, width: int) -> Text:
        """Return a horizontal bar of `share` of `width` characters."""
        if not self.blocks:
            whole = round(share * width)
            return Text("#" * whole or ("." if share > 0 else ""), "cyan")
        whole, part = divmod(round(share * width * 8), 8)
        if share > 0 and not whole and not part:
            part = 1
        return Text(_EIGHTHS[8] * whole + (_EIGHTHS[part] if part else ""), "cyan")


# ------------------------------------------------------------------------------ a result


def result_page(
    page: Page,
    result: Result,
    *,
    read_as: Sequence[str] = (),
    source: str = "",
) -> None:
    """Put a whole result on a page.

    Parameters
    ----------
    page : Page
    result : Result
    read_as : list of str
        How a text was understood, where it could be read in several ways.
    source : str
        The file that it comes from.
    """
    attacker, target = result.attacker, result.target
    page.title(f"{attacker.label} against {target.label}")
    page.facts(
        [
            *([("file", source)] if source else []),
            *attacker_facts(attacker),
            *target_facts(target),
            *context_facts(result.context.given),
            *[("sweep", f"{key} = {value}") for key, value in result.sweep.items()],
            *[("rulings", f"{k} = {v}") for k, v in result.ruleset.items()],
            *[("read as", text) for text in read_as],
            *engine_facts(result),
        ]
    )
    page.gap()
    _stage_table(page, result)
    page.gap()
    name, distribution, most = charted(result)
    bar_chart(page, f"{name} (of {most})", distribution, most)
    page.gap()
    if len(result.weapons) + len(result.afterwards) > 1:
        _weapon_table(page, result)
        page.gap()
    page.facts(_answers(result))


def attacker_facts(attacker: Unit) -> list[tuple[str, str]]:
    """Return the lines that say how an attacker was understood."""
    from .notation import describe_weapon

    rows = [("weapon", describe_weapon(weapon)) for weapon in attacker.weapons]
    rows += [("mortals", _describe_mortals(dice)) for dice in attacker.mortals]
    if attacker.abilities:
        rows.append(("all", ", ".join(str(ability) for ability in attacker.abilities)))
    if attacker.modifiers.given:
        rows.append(("all", _settings(attacker.modifiers.given)))
    if attacker.order != "listed":
        rows.append(("order", f"{attacker.order} (most models slain)"))
    if attacker.points is not None:
        rows.append(("points", points(attacker.points)))
    return rows


def target_facts(target: Unit) -> list[tuple[str, str]]:
    """Return the lines that say how a target was understood."""
    from .notation import describe_target

    rows = [("target", describe_target(target))]
    if target.points is not None:
        rows.append(("", f"{points(target.points)} points"))
    return rows


def _describe_mortals(dice: MortalDice) -> str:
    number = f"{dice.per_model}D6 a model" if dice.per_model else f"{dice.dice} x D6"
    text = f"{dice.name}: {number}"
    text += f", each {dice.on}+ inflicts" if dice.on else ", each inflicts"
    text += f" {dice.damage}"
    if dice.gate:
        text += f", after a {dice.gate}+ on one D6"
    return text if dice.max is None else f"{text}, {dice.max} at most"


def _settings(fields: Mapping[str, Any]) -> str:
    """Return fields in words: switches by name, the rest with their values."""
    words = []
    for name, value in fields.items():
        word = name.replace("_", " ")
        given = getattr(value, "given", None)
        if isinstance(given, dict):
            value = f"({_settings(given)})"
        elif value is True:
            value = ""
        elif value is False:
            word, value = f"not {word}", ""
        elif name.startswith("critical"):
            value = f"{value}+"
        elif isinstance(value, int):
            value = f"{value:+d}"
        elif isinstance(value, float):
            value = f'{value:g}"'
        words.append(f"{word} {value}".strip())
    return ", ".join(words)


def context_facts(fields: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the line that names the situation, where there is something to name."""
    shown = {k: v for k, v in fields.items() if v is not (k == "visible")}
    return [("context", _settings(shown))] if shown else []


def engine_facts(result: Any) -> list[tuple[str, str]]:
    """Return the line that says how something was simulated, where it was."""
    if result.engine != "montecarlo":
        return []
    return [("simulated", f"{result.trials:,} trials, seed {result.seed}")]


def _stage_table(page: Page, result: Result) -> None:
    rows = []
    simulated = result.engine == "montecarlo"
    for name, label in words_of(result.target.game).stages.items():
        stage: Distribution = getattr(result, name)
        if name == "mortal" and not is_possible(stage):
            continue
        quantiles = (str(stage.quantile(q)) for q in (0.1, 0.5, 0.9))
        mean = figure(stage.mean)
        errors = [standard_error(result, name)] if simulated else []
        rows.append([label, mean, *errors, figure(stage.sd), *quantiles])
    head = ["mean", "s.e.", "sd"] if simulated else ["mean", "sd"]
    page.table(["stage", *head, "10%", "50%", "90%"], rows)


def standard_error(result: Any, name: str) -> str:
    """Return a standard error in two figures.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> standard_error(SimpleNamespace(standard_error=lambda name: 0.00123), "damage")
    '0.0012'
    """
    error = result.standard_error(name)
    if error == 0.0:
        return "0"
    return f"{error:.2g}" if error >= 1e-4 else f"{error:.0e}"


def bar_chart(
    page: Page, label: str, distribution: Distribution, most: int = 0, all_rows: bool = True
) -> None:
    """Put down a distribution: a row a value, with a bar for its probability.

    Parameters
    ----------
    page : Page
    label : str
        What the number is.
    distribution : Distribution
        Of a number that is not negative.
    most : int
        The largest value, where it is to be marked as all of them.
    all_rows : bool
        Whether a value that can't happen has a row too.
    """
    rows = [row for row in bars(distribution) if all_rows or row.exactly > 0]
    largest = max(row.exactly for row in rows)
    width = min(page.width - len(label) - 21, 60)
    page.table(
        [label, "exactly", "at least", ""],
        [
            [
                ("all " if row.low == row.high == most > 1 else "") + row.label,
                percent(row.exactly),
                percent(row.at_least),
                page.bar(row.exactly / largest, width),
            ]
            for row in rows
        ],
        left=(3,),
    )


def _weapon_table(page: Page, result: Result) -> None:
    columns = ["attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled"]
    if not is_possible(result.mortal):
        columns.remove("mortal")
    if page.width < 76:  # what came out is more than how
        columns = [c for c in columns if c in ("hits", "unsaved")]
    head = [*(c.removeprefix("damage_") for c in columns), "damage", "slain"]
    room = page.width - sum(max(len(c), 5) + 2 for c in head)
    rows = []
    entries: list[Any] = [*result.weapons, *result.afterwards]
    for row in entries:
        means = [getattr(row, c, None) for c in columns]
        means += [None if d is None else d.mean for d in (row.damage, row.slain)]
        name = shortened(clean(row.name), max(2 * room, 8))
        rows.append([name, *("-" if mean is None else figure(mean) for mean in means)])
    page.table(
        ["means in order", *head], rows, widths=[max(room, 8), *(max(len(c), 5) for c in head)]
    )
    if any(row.damage is None for row in entries):
        page.line("- too large to be followed weapon by weapon")


# ------------------------------------------------------------------- answers in sentences


def gap_sentence(result: Result) -> str:
    """Return one sentence on why the damage rolled is more than the damage done."""
    words = words_of(result.target.game)
    rolled, lost = result.damage_rolled.mean, result.damage.mean
    if rolled <= 0:
        return "nothing gets through."
    causes = []
    if result.ignored > 1e-9:
        by = f"{'the ' * words.ward.islower()}{words.ward}"
        causes.append(f"{figure(result.ignored)} is ignored by {by}")
    if result.wasted > 1e-9:
        where = words.waste
        if result.target.starting_models == 1:
            where = "the model is dead by then"
        if result.plan.units[0].ignore_first:
            where = f"the first failed save inflicts nothing; {where}"
        causes.append(f"{figure(result.wasted)} is wasted ({where})")
    if not causes:
        return f"all {figure(rolled)} damage rolled on average {words.takes}."
    return (
        f"of {figure(rolled)} damage rolled on average {figure(lost)} {words.takes}: "
        f"{' and '.join(causes)}."
    )


def _answers(result: Result) -> list[tuple[str, str]]:
    models = result.target.starting_models
    unit = "the model is slain" if models == 1 else "no model is left"
    rows = [
        ("destroyed", f"{percent(result.destroyed)}{_interval(result)} ({unit})"),
        ("damage", gap_sentence(result)),
    ]
    rows += _left(result, models)
    if result.points_destroyed is not None:
        text = f"{figure(result.points_destroyed)} points of the target destroyed on average"
        if result.points_per_100 is not None:
            text += f", {figure(result.points_per_100)} for each 100 points of the attacker"
        rows.append(("points", text))
    rows += _self_losses(result)
    return rows + [("note", note) for note in result.notes]


def _interval(result: Any) -> str:
    """Return the interval of P(destroyed) of a simulation, in words."""
    if result.engine != "montecarlo":
        return ""
    return interval_words(*result.interval("destroyed"))


def interval_words(low: float, high: float) -> str:
    """Return the 95 % interval of a probability in words.

    Examples
    --------
    >>> interval_words(0.1234, 0.1301)
    ', 95% sure between 12.34% and 13.01%'
    """
    digits = max(2, min(8, 1 - math.floor(math.log10(max(high - low, 1e-9))) - 2))
    return f", 95% sure between {100 * low:.{digits}f}% and {100 * high:.{digits}f}%"


def _left(result: Result, models: int) -> list[tuple[str, str]]:
    total = result.target.starting_wounds
    wounds, front = result.left["wounds"], result.left["front"]
    if total <= 1:
        return []
    words = words_of(result.target.game)
    text = f"{figure(wounds.mean)} of {total} {words.points} on average"
    low, high = wounds.quantile(0.1), wounds.quantile(0.9)
    if low < high:
        text += f", {low} to {high} in the middle 80%"
    rows = [("left", text)]
    most = front.from_zero().size - 1
    if models > 1 and 1 < most <= 6:
        states = [
            f"{k} {words.points if k > 1 else words.point} {percent(front.pmf(k))}"
            for k in range(most, 0, -1)
        ]
        if front.pmf(0) > 0:
            states.append(f"none left {percent(front.pmf(0))}")
        rows.append(("front", "model left with " + ", ".join(states)))
    elif models > 1 and most > 6:
        alive = front.at_least(1)
        if alive > 0:
            mean = figure(front.mean / alive)
            rows.append(
                ("front", f"model left with {mean} of {most} {words.points}, if one is left")
            )
    return rows


def _self_losses(result: Result) -> list[tuple[str, str]]:
    rows = []
    for name, word in (("slain", "models of its own"), ("mortal", "mortal wounds on itself")):
        loss = (result.self_losses or {}).get(name)
        if loss is not None and is_possible(loss):
            some = percent(loss.at_least(1))
            rows.append(
                ("hazardous", f"{figure(loss.mean)} {word} on average; at least one: {some}")
            )
    return rows
