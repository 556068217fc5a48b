"""The best mix of options of a unit, as sheets."""

from collections.abc import Iterator

from mathhammer.analysis.efficiency import MEASURES
from mathhammer.analysis.optimise import Choice
from mathhammer.analysis.options import Choices
from mathhammer.core.format import clean, figure, points
from mathhammer.games.describe import describe_weapon
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Block, Column, Facts, Lines, Table, Title

#: Rows of the best mixes.
MAX_MIXES = 10


def choice_page(found: Choice, source: str = "") -> Iterator[Block]:
    """Yield the best mix of options, and those that come next.

    Parameters
    ----------
    found : Choice
    source : str
        The file that it comes from.
    """
    choices, best = found.choices, found.words(found.best.mix)
    how = "integer programming (milp): each weapon adds on its own"
    if found.method == "enumeration":
        how = f"enumeration: each of {found.number} allowed mixes was computed"
        if found.summed:
            how += " as a sum, since each weapon adds on its own"
    targets = [
        ("target", f"{understood.whole_percent(share)} {understood.described(target)}")
        for target, share in zip(*found.targets, strict=True)
    ]
    yield (
        Title(f"Best choice for {choices.unit.label}: {best}"),
        Facts.of(
            ("file", source),
            *understood.attacker_facts(choices.unit),
            *_options(choices),
            *targets,
            *understood.context_facts(found.context.given),
            *understood.ruling_facts(found.ruleset.given),
            ("objective", f"{found.objective}: {MEASURES.get(found.objective, '')}"),
            ("method", how),
            ("budget", "" if choices.budget is None else f"{points(choices.budget)} points"),
        ),
    )
    rows = [
        [
            found.words(one.mix), figure(one.value), figure(found.best.value - one.value),
            points(one.cost),
        ]
        for one in found.ranked[:MAX_MIXES]
    ]  # fmt: skip
    columns = [
        Column("the best mixes", words=True, fills=True), Column("value", width=8),
        Column("behind", width=8), Column("points", width=6),
    ]  # fmt: skip
    yield (Table(columns, rows, spare=2),)
    second = found.runner_up
    words = "there is no other mix"
    if second is not None:
        words = f"{found.words(second.mix)}, behind by {figure(found.margin or 0.0)}"
        if not found.margin or found.margin <= 1e-9 * abs(found.best.value):
            words = f"{found.words(second.mix)}, as good as the best"
    notes = understood.note_facts(found.notes)
    yield (Facts([("best", best), ("runner-up", words), *notes]),)


def _options(choices: Choices) -> Lines:
    """Return how the options and limits were understood."""
    rows = []
    for option in choices.options:
        often = f"{option.least} to {option.most}" if option.least else f"up to {option.most}"
        words = f"{often}, {points(option.cost)} points each"
        if option.replaces >= 0:
            words += f", for {choices.unit.weapon_labels[option.replaces]}"
        weapons = " + ".join(describe_weapon(weapon) for weapon in option.weapons)
        name = " + ".join(weapon.label for weapon in option.weapons)
        own = "" if name == option.name else f"{option.name}: "
        rows.append(("option", clean(f"{own}{weapons}; {words}")))
    implied = len({option.replaces for option in choices.options if option.replaces >= 0})
    for limit in choices.limits[: len(choices.limits) - implied]:
        names = [choices.options[i].name for i in limit.options]
        often = f"{limit.least} to {limit.most}" if limit.least else f"up to {limit.most}"
        together = " together" if len(names) > 1 else ""
        rows.append(("limit", clean(f"{', '.join(names)}: {often}{together}")))
    return rows
