"""The comparison of both engines as sheets."""

from collections.abc import Iterator, Sequence

from mathhammer.analysis.agreement import Agreement, Row
from mathhammer.core.format import clean, shortened
from mathhammer.show.pages.understood import note_facts
from mathhammer.show.sheets import Block, Column, Facts, Table, Title

#: Longer names are cut.
MAX_NAME = 34


def verify_page(agreements: Sequence[Agreement], bound: float) -> Iterator[Block]:
    """Yield the comparison of both engines.

    Parameters
    ----------
    agreements : list of Agreement
    bound : float
        The chance below which a number is taken to differ.
    """
    numbers = map(Column, ("exact", "simulated", "s.e. apart", "curve gap"))
    columns = [Column("", words=True), *numbers, Column("", words=True)]
    for agreement in agreements:
        simulated = agreement.simulated
        stopped = ", interrupted: what comes after it is left out" if simulated.stopped else ""
        trials = f"{simulated.trials:,}, seed {simulated.seed}{stopped}"
        notes = note_facts(agreement.exact.notes)
        head = [("file", agreement.source), ("trials", trials), *notes]
        yield Title(agreement.title), Facts(head)
        yield (Table(columns, [_cells(row, bound) for row in agreement.rows]),)
    rows = [row for agreement in agreements for row in agreement.rows]
    differing = sum(row.chance < bound for row in rows)
    verdict = f"both engines agree on all {len(rows)} numbers."
    if differing:
        verdict = f"{differing} of {len(rows)} numbers differ by more than chance explains."
    words = (
        "two engines that are right are called different in at most one call in a thousand; "
        "s.e.: standard errors"
    )
    yield (Facts([("verdict", verdict), ("bound", words)]),)


def _cells(row: Row, bound: float) -> list[str]:
    """Return a number that both engines know, as cells of the table."""
    return [
        shortened(clean(row.name), MAX_NAME), f"{row.exact:.4f}", f"{row.simulated:.4f}",
        f"{row.errors:+.1f}" if row.errors else "0.0", f"{row.gap:.5f}",
        "DIFFERS" if row.chance < bound else "",
    ]  # fmt: skip
