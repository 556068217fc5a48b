"""Lists in JSON: those of New Recruit and of ListForge, which have the nodes of lists in XML."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.rosters.limits import MAX_NODES

#: The most fields of all nodes together.
MAX_FIELDS = 5 * MAX_NODES


def json_nodes(text: str) -> dict[str, Any]:
    """Return the root of a list in JSON as a node.

    Parameters
    ----------
    text : str

    Raises
    ------
    MathhammerError
        It is no JSON, no list, or too large.

    Examples
    --------
    >>> json_nodes('{"roster": {"name": "A", "forces": []}}')
    {'name': 'A', 'forces': []}
    """
    # Counted before it is parsed: small nodes take fifty times what their text takes.
    if text.count("{") + text.count("[") > MAX_NODES or text.count('":') > MAX_FIELDS:
        raise MathhammerError(f"this JSON has over {MAX_NODES} tables, or {MAX_FIELDS} fields")
    if text.count(",") > 2 * MAX_FIELDS:
        raise MathhammerError(f"this JSON has over {2 * MAX_FIELDS} values")
    try:
        found = json.loads(text, parse_int=_short, parse_constant=_no_constant)
    except RecursionError:
        raise MathhammerError("this JSON is nested too deep") from None
    except json.JSONDecodeError as error:
        raise MathhammerError(
            f"this is not valid JSON: {error.msg} (at line {error.lineno}, column {error.colno})"
        ) from None
    if isinstance(found, dict):
        roster = found.get("roster", found)
        if isinstance(roster, dict) and isinstance(roster.get("forces"), list):
            return {**{k: v for k, v in found.items() if isinstance(v, str)}, **roster}
        if isinstance(found.get("snapshot"), dict) or "rulebook" in found:
            raise MathhammerError(
                "this is a list of Rosterizer, which holds no profiles: export it from New Recruit "
                "or BattleScribe as .rosz or JSON"
            )
    what = "a list" if isinstance(found, list) else quoted(found)
    raise MathhammerError(
        f"this JSON holds {what}, and no army list: that of New Recruit or ListForge has the table "
        "'roster' with 'forces'"
    )


def _short(digits: str) -> int | str:
    return int(digits) if len(digits) < 20 else digits[:20]


def _no_constant(word: str) -> NoReturn:
    raise MathhammerError(f"this JSON holds {word}, which is no number of an army list")
