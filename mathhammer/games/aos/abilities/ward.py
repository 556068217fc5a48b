"""Ward X+: a D6 for each point of damage, X+ removes it (A-2).

Here it is read. `situation.py` puts it into the plan, as what ignores damage; the engines roll
it for each point that waits in the damage pool (`engine/exact/pools.py`).
"""

import re

from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.common.vocabulary import ROLL

_PRINTED = re.compile(r"ward(?: save)? ?\(? ?([0-9]+)\+? ?\)?")


def printed_ward(folded: str) -> str | None:
    """Return the roll of a ward as it stands among keywords, None if it is none.

    Examples
    --------
    >>> printed_ward("ward (5+)"), printed_ward("warden")
    ('5', None)
    """
    found = _PRINTED.fullmatch(folded)
    return found[1] if found else None


WARD = Row(
    kind="ward",
    code="A-2",
    help="a D6 for each point of damage: X+ removes it (as a field: ward, or ward_mortals)",
    value=ROLL,
)
