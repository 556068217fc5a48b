"""How match-ups are shown together: --show, --details and --columns."""

from typing import NamedTuple, Self

from mathhammer.cli.command import Options, option
from mathhammer.core.errors import MathhammerError, check_allowed

#: Of commands whose answer is match-ups.
VIEW = (
    option(
        "--show", metavar="NUMBER",
        help="the number of each match-up in the matrix of several targets: damage (by default), "
        "slain, destroyed, per_100 (damage for 100 points), points (of the target destroyed), or "
        "points_per_100",
    ),
    option(
        "--details", action="store_true",
        help="print what stands behind the matrix of several targets, too",
    ),
    option(
        "--columns", metavar="WHICH",
        help="of --csv: usual (size, damage, slain, destroyed and what 100 points do; by "
        "default), or all: every stage, spreads, groups, points",
    ),
)  # fmt: skip


class MatrixView(NamedTuple):
    """How match-ups are shown together.

    Attributes
    ----------
    shown : str
        The number of the matrix; empty for the usual one.
    details : bool
        Whether what stands behind the matrix follows.
    columns : {"usual", "all"}
        Of the table.
    """

    shown: str = ""
    details: bool = False
    columns: str = "usual"

    @classmethod
    def read(cls, options: Options) -> Self:
        """Return what the options say; those that the command doesn't have say nothing."""
        given = vars(options)
        shown, columns = given.get("show"), given.get("columns")
        details = bool(given.get("details"))
        printed = "--json" if given.get("json") else "--csv -" if given.get("csv") == "-" else ""
        for name, value in (("--show", shown), ("--details", details)):
            if value and printed:
                raise MathhammerError(f"{printed} prints no matrix: leave {name} out")
        if columns is not None and given.get("csv") is None:
            raise MathhammerError("--columns says what --csv writes: give --csv PATH, too")
        return cls(_allowed(shown, "show"), details, _allowed(columns, "columns") or "usual")


def _allowed(given: str | None, name: str) -> str:
    """Return a value as it is known; empty where none is given."""
    if given is None:
        return ""
    folded = given.strip().casefold().replace("-", "_")
    if name == "show":
        from mathhammer.show.pages.matrix import SHOWN

        check_allowed(folded, SHOWN, "can't be shown", "--show")
    else:
        from mathhammer.analysis.rows import CHOICES

        check_allowed(folded, CHOICES, "are no columns", "--columns")
    return folded
