"""What the comparison of both engines looks like in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathhammer.core.format import clean, shortened
from mathhammer.show.terminal.page import Page

if TYPE_CHECKING:
    from mathhammer.analysis.agreement import Agreement

#: Wider names are cut.
NAME = 34


def verify_page(page: Page, agreements: Sequence[Agreement], bound: float) -> None:
    """Put the comparison of both engines on a page.

    Parameters
    ----------
    page : Page
    agreements : list of Agreement
    bound : float
        The chance below which a number is taken to differ.
    """
    differing = 0
    for agreement in agreements:
        page.title(agreement.title)
        simulated = agreement.simulated
        stopped = ", interrupted: what comes after it is left out" if simulated.stopped else ""
        page.facts(
            [
                ("file", agreement.source),
                ("trials", f"{simulated.trials:,}, seed {simulated.seed}{stopped}"),
            ]
        )
        page.gap()
        rows = []
        for row in agreement.rows:
            differs = row.chance < bound
            differing += differs
            rows.append([
                shortened(clean(row.name), NAME), f"{row.exact:.4f}", f"{row.simulated:.4f}",
                f"{row.errors:+.1f}" if row.errors else "0.0", f"{row.gap:.5f}",
                "DIFFERS" if differs else "",
            ])  # fmt: skip
        page.table(["", "exact", "simulated", "s.e. apart", "curve gap", ""], rows, left=(0, 5))
        page.gap()
    number = sum(len(agreement.rows) for agreement in agreements)
    verdict = (
        f"{differing} of {number} numbers differ by more than chance explains."
        if differing else f"both engines agree on all {number} numbers."
    )  # fmt: skip
    page.facts([
        ("verdict", verdict),
        ("bound", "differences of a right engine would be called so in one call of a thousand, "
                  "at most; s.e.: standard errors"),
    ])  # fmt: skip
