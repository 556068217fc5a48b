"""Which statline models have, and what they are as a target of a scenario file."""

from __future__ import annotations

import difflib
import re
from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.text import fold
from mathhammer.games.names import profiles_of
from mathhammer.rosters.columns import TARGET, Problem, cells_of, written
from mathhammer.rosters.found_units import is_statline
from mathhammer.rosters.models import Group
from mathhammer.rosters.saves import cell_invulnerable
from mathhammer.rosters.tree import Profile

#: A move of aircraft, which is at least so far.
_LEAST = re.compile(r"(\d+)(?:\+[\"']?|[\"']\+)")
_INVULNERABLE = re.compile(r"inv.*|insv|isv")


def statline_of(group: Group, common: Group, game: str, problems: list[Problem]) -> Profile | None:
    """Return the statline of a group of models, None where the list has none.

    That of the models themselves goes before those of their unit, of which the one is taken
    whose name is nearest.

    Parameters
    ----------
    group : Group
    common : Group
        What belongs to all of the unit.
    game : {"wh40k", "aos"}
    problems : list of Problem
        Takes what isn't sure.
    """
    own = _statlines(group, game)
    found = own or _statlines(common, game)
    if len({tuple(profile.values.items()) for profile in found}) <= 1:
        return found[0] if found else None
    names = {fold(profile.name): profile for profile in reversed(found)}
    name = fold(group.name)
    for close in (name, f"{name}s", name.removesuffix("s")):
        if close in names:
            return names[close]
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        return names[near[0]]
    for one, profile in names.items():
        if name.startswith(one.removesuffix("s")):
            return profile
    listed = ", ".join(profile.name for profile in found)
    problems.append(
        Problem("statline", f"{group.name}: none of {listed} is named so; the first is used"[:200])
    )
    return found[0]


def _statlines(group: Group, game: str) -> list[Profile]:
    return [
        profile for selection in group.selections for profile in selection.profiles
        if is_statline(profile, game)
    ]  # fmt: skip


def other_statlines(
    groups: list[Group], common: Group, used: list[Profile], game: str
) -> list[Problem]:
    """Return the statlines of a unit that none of its models has."""
    known = {(p.name, tuple(p.values.items())) for p in used}
    values = {tuple(p.values.items()) for p in used}
    spare = []
    for profile in (p for group in (*groups, common) for p in _statlines(group, game)):
        key = profile.name, tuple(profile.values.items())
        if key not in known and key[1] not in values:
            known.add(key)
            text = ", ".join(f"{k.upper()} {v}" for k, v in profile.values.items())
            spare.append(Problem("statline", f"{profile.name}: {text}"[:200]))
    return spare


def defence_of(profile: Profile, game: str, problems: list[Problem]) -> dict[str, Any]:
    """Return the fields of a target that a statline gives.

    Parameters
    ----------
    profile : Profile
    game : {"wh40k", "aos"}
    problems : list of Problem
        Takes what isn't understood.

    Examples
    --------
    >>> values = {"m": "2D6", "t": "9", "sv": "3+", "w": "12", "ld": "6+", "oc": "0"}
    >>> problems = []
    >>> defence_of(Profile("Jet", "Unit", values), "wh40k", problems)["wounds"], problems
    (12, [Problem(field='move', text='2D6')])
    """
    values = {k: v for k, v in profile.values.items() if not _INVULNERABLE.fullmatch(k)}
    try:
        given = cells_of(profile._replace(values=values), TARGET, game).fields
    except MathhammerError as error:
        problems.append(Problem("statline", error.message))
        return {}
    fields: dict[str, Any] = dict(given)
    fields.pop("name", None)
    if "move" in fields:
        fields["move"] = _LEAST.sub(r"\1", fields["move"]).rstrip("\"'")
    unit: Any = None
    while unit is None:
        try:
            unit = profiles_of(game).Unit(**fields)
        except MathhammerError as error:
            field = error.where.partition("[")[0]
            problems.append(Problem(field or "statline", given.get(field, error.message)))
            if field not in fields:
                return {}
            del fields[field]
    made = {field: written(getattr(unit, field), field) for field in fields}
    for column, text in profile.values.items():
        if _INVULNERABLE.fullmatch(column) and text.strip(" -"):
            save = cell_invulnerable(text)
            if save:
                made[save.field] = f"{save.roll}+"
            else:
                problems.append(Problem("invulnerable", text))
    return {field: made[field] for field in unit._fields if field in made}
