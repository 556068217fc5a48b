"""What mean damage against every save looks like in a terminal.

One loadout is a table whose rows are the wards. Several are a block a ward whose rows are
the loadouts, so that those that are compared stand below each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathhammer.analysis.saves import SAVES, WARDS, roll_label
from mathhammer.core.format import clean, figure, shortened
from mathhammer.games.names import AOS
from mathhammer.games.words import ward_words
from mathhammer.show.facts import attacker_facts, context_facts
from mathhammer.show.terminal.compare import BEST, marked
from mathhammer.show.terminal.page import Page

if TYPE_CHECKING:
    from mathhammer.analysis.saves import AgainstSaves


def saves_page(
    page: Page, saves: AgainstSaves, *, source: str = "", read_as: Sequence[str] = ()
) -> None:
    """Put the table of saves on a page: the loadouts, the means, what they are.

    Parameters
    ----------
    page : Page
    saves : AgainstSaves
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    attackers = saves.attackers
    number = len(attackers)
    one = number == 1
    name = clean(attackers[0].label) if one else f"{number} loadouts"
    page.title(f"{shortened(name, page.width)} against every save")
    page.facts(
        [
            *([("file", source)] if source else []),
            *(attacker_facts(attackers[0]) if one else []),
            ("target", _target_words(saves)),
            *context_facts(saves.context.merged(attackers[0].context).given if one
                           else saves.context.given),
            *[("read as", text) for text in read_as],
        ]
    )  # fmt: skip
    if not one:
        for i, attacker in enumerate(attackers):
            page.gap()
            page.line(shortened(f"{i + 1}  {clean(attacker.label)}", page.width), "bold")
            page.facts([*attacker_facts(attacker), *context_facts(attacker.context.given)])
    page.gap()
    head = [roll_label(save) if save else "none" for save in SAVES]
    gap = 1 if page.width < 72 else 2
    room = page.width - (7 + gap) * len(head)
    widths = [room, *(7 for _ in head)]
    if one:
        rows = [
            [ward_words(saves.game, ward), *map(figure, saves.means[0, i])]
            for i, ward in enumerate(WARDS)
        ]
        page.table(["mean damage, save", *head], rows, widths=widths, gap=gap)
    else:
        for i, ward in enumerate(WARDS):
            if i:
                page.gap()
            columns = [
                marked(list(column), [figure(v) for v in column]) for column in saves.means[:, i].T
            ]
            rows = [
                [shortened(f"{k + 1} {clean(a.label)}", room), *(c[k] for c in columns)]
                for k, a in enumerate(attackers)
            ]
            page.table(
                [ward_words(saves.game, ward), *(f"{h} " for h in head)],
                rows,
                widths=widths,
                gap=gap,
            )
    page.gap()
    page.facts([*_legend(saves, one), *(("note", note) for note in saves.notes)])


def _target_words(saves: AgainstSaves) -> str:
    """Return what of a target counts beside its save and ward."""
    from mathhammer.games.notation import describe_target

    target = saves.target
    text = describe_target(target).replace(" Sv-", "")
    # Damage is followed to no model, so neither wounds nor health play a part.
    if saves.game == AOS:
        text = text.replace(f"{target.models}x ", "", 1).replace(f"H{target.given['health']}", "")
    else:
        text = text.replace(f" W{target.given['wounds']}", "")
    text = " ".join(text.split()).replace(": [", " [")
    return f"any save, {text if text else 'no keywords'}"


def _legend(saves: AgainstSaves, one: bool) -> list[tuple[str, str]]:
    rows = []
    if not one:
        rows.append((BEST, "the best against this save (none where all print the same)"))
    if saves.game == AOS:
        shown = "the pool after the ward, on average, not limited by the target's health"
    else:
        shown = (
            "what gets through on average, after Feel No Pain, against a model that outlasts it "
            "all: nothing is wasted on models with few wounds"
        )
    return [*rows, ("damage", shown)]
