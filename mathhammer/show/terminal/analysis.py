"""What why, howmany and choose look like in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.analysis.efficiency import MEASURES
from mathhammer.analysis.flow import STEPS
from mathhammer.analysis.items import kept_notes
from mathhammer.core.format import clean, figure, percent, shortened
from mathhammer.show.facts import attacker_facts, context_facts, points, target_facts
from mathhammer.show.terminal.page import Page

if TYPE_CHECKING:
    from mathhammer.analysis.attribution import Attribution
    from mathhammer.analysis.howmany import HowMany
    from mathhammer.analysis.optimise import Choice
    from mathhammer.analysis.options import Choices
    from mathhammer.results.attack import Result

#: Width of a characteristic, before and after.
_CELL = 9
#: Rows of the best mixes that are printed.
MAX_MIXES = 10


def why_page(
    page: Page,
    found: Attribution,
    steps: Sequence[dict[str, Any]],
    senses: Sequence[dict[str, Any]],
    source: str = "",
    read_as: Sequence[str] = (),
) -> None:
    """Put what each item, stage and characteristic does on a page.

    Parameters
    ----------
    page : Page
    found : Attribution
    steps : list of dict
        Of `mathhammer.analysis.flow.flow`.
    senses : list of dict
        Of `mathhammer.analysis.sensitivity.sensitivity`.
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    result = found.result
    page.title(f"Why: {result.attacker.label} against {result.target.label}")
    _facts(page, result, source, read_as)
    page.gap()
    _items(page, found)
    page.gap()
    page.table(
        ["where the damage goes", "change", "left"],
        [
            [STEPS[row["step"]], "" if row["step"] in ("attacks", "damage")
             else _signed(row["change"]), figure(row["value"])]
            for row in steps
            if row["change"] or row["step"] not in ("mortals", "ignored", "wasted")
        ],
    )  # fmt: skip
    page.gap()
    _senses(page, senses)
    page.gap()
    notes = [*result.notes, *kept_notes(result)]
    page.facts([*_why_legend(found), *(("note", note) for note in notes)])


def _facts(page: Page, result: Result, source: str, read_as: Sequence[str]) -> None:
    page.facts(
        [
            *([("file", source)] if source else []),
            *attacker_facts(result.attacker),
            *target_facts(result.target),
            *context_facts(result.context.given),
            *[("rulings", f"{k} = {v}") for k, v in result.ruleset.items()],
            *[("read as", text) for text in read_as],
        ]
    )


def _items(page: Page, found: Attribution) -> None:
    head = ["taken away", "damage", "less by", "share", "slain", "share"]
    room = page.width - 5 * 9
    whole, bare = found.whole, found.bare
    rows = [["nothing: as it is", figure(whole[0]), "", "", figure(whole[1]), ""]]
    for k, items in enumerate(found.players):
        name = f"{found.name(k)} ({items[0].source})"
        rows.append(
            [
                shortened(clean(name), 3 * room),
                figure(found.without[k, 0]), _signed(whole[0] - found.without[k, 0]),
                _signed(found.shares[k, 0]), figure(found.without[k, 1]),
                _signed(found.shares[k, 1]),
            ]
        )  # fmt: skip
    if len(found.players) > 1:
        rows.append(
            ["all of them", figure(bare[0]), _signed(whole[0] - bare[0]),
             _signed(found.shares[:, 0].sum()), figure(bare[1]), _signed(found.shares[:, 1].sum())]
        )  # fmt: skip
    if found.players:
        page.table(head, rows, widths=[room, 7, 7, 7, 7, 7])
    else:
        page.line("No ability, modifier or re-roll is in play.")


def _senses(page: Page, senses: Sequence[dict[str, Any]]) -> None:
    rows = []
    for better, worse in zip(senses[::2], senses[1::2], strict=True):
        if better["side"] == "attacker" and better["part"] == "all weapons":
            part = "all weapons: "
        else:
            part = f"{better['part']}: " if better["side"] == "attacker" else "target: "
        name = part + better["characteristic"].replace("_", " ")
        room = page.width - 51
        row = [shortened(clean(name), 2 * room), _cell(better["before"])]
        for one in (better, worse):
            change = one["damage_change"]
            row += [
                _cell(one["after"] or "-"),
                "" if change is None else _signed(change),
            ]
        rows.append(row)
    page.table(
        ["one better or worse", "is", "better", "damage", "worse", "damage"], rows,
        widths=[page.width - 51, _CELL, _CELL, 7, _CELL, 7],
    )  # fmt: skip


def _cell(text: str) -> str:
    """Return what fits a column of the values of several weapons, with dots for the rest."""
    if len(text) <= _CELL:
        return text
    first, *rest = text.split(" / ")
    kept = first
    for value in rest:
        if len(f"{kept} / {value} ...") > _CELL:
            return shortened(f"{kept} ...", _CELL)
        kept += f" / {value}"
    return shortened(clean(kept), _CELL)


def _why_legend(found: Attribution) -> list[tuple[str, str]]:
    rows = [
        ("damage", "and slain: on average, without what is taken away"),
        ("less by", "what is lost where it alone is taken away"),
        (
            "share",
            "what it adds on average over all orders in which the items could come in (Shapley "
            "share); the shares sum to the whole",
        ),
    ]
    if found.method == "grouped":
        rows.append(("grouped", "too many items for every subset: those of a source together; "
                                "--method sampled tells them apart, approximately"))  # fmt: skip
    if found.method == "sampled" and found.standard_errors is not None and found.players:
        errors = found.standard_errors.max(axis=0)
        rows.append(
            ("sampled", f"shares are approximate, from {found.orders} random orders (seed "
             f"{found.seed}): standard error up to {figure(errors[0])} damage and "
             f"{figure(errors[1])} slain")
        )  # fmt: skip
    rows.append(("better", "for whose characteristic it is; damage: how it changes the mean"))
    return rows


def how_many_page(
    page: Page,
    found: Sequence[HowMany],
    levels: Sequence[float],
    source: str = "",
    read_as: Sequence[str] = (),
) -> None:
    """Put how many attacks, shots and units destroy a target on a page.

    Parameters
    ----------
    page : Page
    found : list of HowMany
        Of one match-up.
    levels : list of float
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    result = found[0].result
    page.title(f"How many of {result.attacker.label} destroy {result.target.label}")
    _facts(page, result, source, read_as)
    page.gap()
    rows = []
    for one in found:
        taken = one.distribution
        name = f"{one.counted}: {one.weapon}" if one.weapon else "units, one after another"
        needed = [one.needed(level) for level in levels]
        rows.append(
            [
                clean(name),
                *(_needed(one, n) for n in needed),
                "-" if taken is None else figure(taken.mean),
                "-" if taken is None else figure(taken.sd),
            ]
        )
    heads = [percent(level).replace(".0%", "%") for level in levels]
    page.table(["number for P(destroyed)", *heads, "mean", "sd"], rows)
    page.gap()
    facts = [
        ("attacks", "single attacks of the weapon, all at once; shots: copies of it with all "
         "their attacks"),
        ("mean", "of the number that a kill takes, which is not wounds / mean damage"),
    ]  # fmt: skip
    unknown = [one for one in found if one.distribution is None]
    if any(one.settled for one in unknown):
        facts.append(("never", "out of reach, however many; so there is no mean"))
    beyond = [one for one in unknown if not one.settled]
    if beyond:
        most = max(beyond, key=lambda one: one.beyond)
        kills = f"{percent(most.beyond)} of kills take more than the {len(most.destroyed)}"
        facts.append(("-", f"the mean isn't given: {kills} that are looked at"))
        if any(one.needed(level) is None for one in beyond for level in levels):
            facts.append((">", "more than are looked at"))
    page.facts([*facts, *(("note", note) for note in result.notes)])


def _needed(one: HowMany, number: int | None) -> str:
    if number is None:
        return "never" if one.settled else _beyond(one)
    return str(number)


def _beyond(one: HowMany) -> str:
    return f">{len(one.destroyed)}"


def choice_page(page: Page, found: Choice, source: str = "") -> None:
    """Put the best mix of options on a page.

    Parameters
    ----------
    page : Page
    found : Choice
    source : str
        The file that it comes from.
    """
    choices = found.choices
    page.title(f"Best choice for {choices.unit.label}: {found.words(found.best.mix)}")
    how = "integer programming (milp): each weapon adds on its own"
    if found.method == "enumeration":
        how = f"enumeration: each of {found.number} allowed mixes was computed"
        if found.summed:
            how += " as a sum, since each weapon adds on its own"
    page.facts(
        [
            ("file", source),
            *attacker_facts(choices.unit),
            *_options(choices),
            *_targets(found),
            *context_facts(found.context.given),
            *[("rulings", f"{k} = {v}") for k, v in found.ruleset.given.items()],
            ("objective", f"{found.objective}: {MEASURES.get(found.objective, '')}"),
            ("method", how),
            *([] if choices.budget is None else [("budget", f"{points(choices.budget)} points")]),
        ]
    )
    page.gap()
    rows = [
        [clean(found.words(one.mix)), figure(one.value), figure(found.best.value - one.value),
         points(one.cost)]
        for one in found.ranked[:MAX_MIXES]
    ]  # fmt: skip
    page.table(["the best mixes", "value", "behind", "points"], rows,
               widths=[page.width - 30, 8, 8, 6])  # fmt: skip
    page.gap()
    second = found.runner_up
    words = "there is no other mix"
    if second is not None:
        words = f"{found.words(second.mix)}, behind by {figure(found.margin or 0.0)}"
        if not found.margin or found.margin <= 1e-9 * abs(found.best.value):
            words = f"{found.words(second.mix)}, as good as the best"
    page.facts([("best", found.words(found.best.mix)), ("runner-up", words)])


def _options(choices: Choices) -> list[tuple[str, str]]:
    """Return how the options and limits were understood."""
    from mathhammer.games.notation import describe_weapon

    rows = []
    for option in choices.options:
        often = f"{option.least} to {option.most}" if option.least else f"up to {option.most}"
        words = f"{often}, {points(option.cost)} points each"
        if option.replaces >= 0:
            words += f", for {choices.unit.weapons[option.replaces].name}"
        weapons = " + ".join(describe_weapon(weapon) for weapon in option.weapons)
        name = " + ".join(weapon.name for weapon in option.weapons)
        own = "" if name == option.name else f"{option.name}: "
        rows.append(("option", clean(f"{own}{weapons}; {words}")))
    implied = len({option.replaces for option in choices.options if option.replaces >= 0})
    for limit in choices.limits[: len(choices.limits) - implied]:
        names = [choices.options[i].name for i in limit.options]
        often = f"{limit.least} to {limit.most}" if limit.least else f"up to {limit.most}"
        together = " together" if len(names) > 1 else ""
        rows.append(("limit", clean(f"{', '.join(names)}: {often}{together}")))
    return rows


def _targets(found: Choice) -> list[tuple[str, str]]:
    """Return the targets as they were understood, and how often each is met."""
    from mathhammer.games.notation import describe_target

    rows = []
    for target, share in zip(*found.targets, strict=True):
        name, described = clean(target.label), clean(describe_target(target))
        words = described if name in described else f"{name}: {described}"
        if target.points is not None:
            words += f", {points(target.points)} points"
        rows.append(("target", f"{percent(share).replace('.0%', '%')} {words}"))
    return rows


def _signed(value: float) -> str:
    """Return a change with its sign; what prints as nothing has none."""
    text = figure(value)
    if text in ("0.00", "<0.01", ">-0.01"):
        return text
    return f"+{text}" if value > 0 else text
