"""Why a match-up comes out as it does, as sheets: what each item, stage and characteristic does."""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.analysis.attribution import Attribution
from mathhammer.analysis.flow import STEPS, flow
from mathhammer.analysis.items import kept_notes
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.core.format import clean, figure, shortened, signed
from mathhammer.show.pages.understood import match_up_facts, note_facts
from mathhammer.show.sheets import Block, Column, Facts, Line, Lines, Sheet, Table, Title

#: Width of a characteristic, before and after.
_CELL = 9


def attribution_page(found: Attribution) -> Iterator[Block]:
    """Yield what each item, stage and characteristic of the same match-up does."""
    return why_page(found, list(flow(found.result)), list(sensitivity(found.result)))


def why_page(
    found: Attribution,
    steps: Sequence[dict[str, Any]],
    senses: Sequence[dict[str, Any]],
    source: str = "",
    read_as: Sequence[str] = (),
) -> Iterator[Block]:
    """Yield what each item, stage and characteristic does.

    Parameters
    ----------
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
    yield Title(f"Why: {result.title}"), Facts.of(*match_up_facts(result, source, read_as))
    yield (items(found),)
    changes = []
    for row in steps:
        if row["change"] or row["step"] not in ("mortals", "ignored", "wasted"):
            change = "" if row["step"] in ("attacks", "damage") else signed(row["change"])
            changes.append([STEPS[row["step"]], change, figure(row["value"])])
    columns = [Column("where the damage goes", words=True), Column("change"), Column("left")]
    yield (Table(columns, changes),)
    yield (_senses(senses),)
    yield (Facts([*_legend(found), *note_facts([*result.notes, *kept_notes(result)])]),)


def items(found: Attribution) -> Sheet:
    """Return what each ability, modifier and re-roll does."""
    if not found.players:
        return Line("No ability, modifier or re-roll is in play.")
    whole, bare = found.whole, found.bare
    rows = [["nothing: as it is", figure(whole[0]), "", "", figure(whole[1]), ""]]
    without = [
        (f"{found.name(k)} ({items[0].source})", found.without[k], found.shares[k])
        for k, items in enumerate(found.players)
    ]
    if len(found.players) > 1:
        without.append(("all of them", bare, found.shares.sum(axis=0)))
    rows += [
        [
            name, figure(left[0]), signed(whole[0] - left[0]), signed(share[0]), figure(left[1]),
            signed(share[1]),
        ]
        for name, left, share in without
    ]  # fmt: skip
    numbers = [Column(name, width=7) for name in ("damage", "less by", "share", "slain", "share")]
    return Table([Column("taken away", words=True, fills=True, lines=3), *numbers], rows)


def _senses(senses: Sequence[dict[str, Any]]) -> Table:
    """Return what one better and one worse of each characteristic does."""
    rows = []
    for better, worse in zip(senses[::2], senses[1::2], strict=True):
        part = better["part"] if better["side"] == "attacker" else "target"
        name = f"{part}: {better['characteristic'].replace('_', ' ')}"
        row = [name, _cell(better["before"])]
        for one in (better, worse):
            change = one["damage_change"]
            row += [_cell(one["after"] or "-"), "" if change is None else signed(change)]
        rows.append(row)
    widths = [("is", _CELL), ("better", _CELL), ("damage", 7), ("worse", _CELL), ("damage", 7)]
    numbers = [Column(heading, width=width) for heading, width in widths]
    return Table([Column("one better or worse", words=True, fills=True, lines=2), *numbers], rows)


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


def _legend(found: Attribution) -> Lines:
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
