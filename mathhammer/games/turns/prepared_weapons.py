"""Who carries a weapon, and how many copies the survivors still use (contract section 5)."""

from collections.abc import Sequence

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold
from mathhammer.games.profiles import Unit, Weapon
from mathhammer.plan import Target, Volley


def carried(
    volley: Volley,
    weapon: Weapon,
    unit: Unit,
    target: Target,
    attacks_by_target_models: tuple[int, ...] = (),
) -> Volley:
    """Return a volley whose copies follow the survivors that carry them.

    A weapon of a `group` sits on its last models, so plain models fall first. Copies
    without a group are those of all models but leaders: count x survivors / models,
    rounded down. In a unit without groups a named group is its last models.

    Parameters
    ----------
    volley : Volley
        Of the unit at full strength.
    weapon : Weapon
    unit : Unit
        That carries it.
    target : Target
        The same unit for the engines.
    attacks_by_target_models : tuple of int
        Attacks that each copy has more against 0, 1, ... living models of the attacked unit;
        empty where their number doesn't matter.
    """
    groups, leaders = target.groups, len(getattr(unit, "leader", ()))
    ordinary = tuple(range(len(groups) - leaders))
    bearers, last = ordinary, weapon.group is not None
    if weapon.group is not None:
        named = [i for i, group in enumerate(groups) if fold(group.name) == fold(weapon.group)]
        if named:
            bearers = (named[0],)
    places = sum(groups[g].models for g in bearers)
    counted = bearers != ordinary or bool(getattr(unit, "groups", ()))
    models = places if counted else unit.models
    copies = tuple(
        min(volley.copies, survivors) if last and volley.copies <= models
        else volley.copies * survivors // models
        for survivors in range(places + 1)
    )  # fmt: skip
    return volley._replace(
        bearers=bearers, copies_by=copies, attacks_by_target_models=attacks_by_target_models
    )


def check_groups(unit: Unit) -> None:
    """Check that each weapon of a mixed unit names one of its groups or leaders, if any.

    Raises
    ------
    MathhammerError
        It doesn't.
    """
    parts = getattr(unit, "groups", ())
    names = [part.name for part in (*parts, *getattr(unit, "leader", ()))]
    for weapon in unit.weapons if parts else ():
        if weapon.group is not None and fold(weapon.group) not in map(fold, names):
            raise MathhammerError(
                f"{quoted(weapon.group)} is no group of the unit{nearest(weapon.group, names)}; "
                f"groups: {', '.join(names)}",
                f"weapon {weapon.label!r}",
            )


def check_names(
    units: Sequence[Unit], kind: str, names: tuple[str, ...], field: str = "weapons"
) -> None:
    """Check that each name is a weapon of that type of one of the units.

    Parameters
    ----------
    units : sequence of Unit
    kind : {"ranged", "melee"}
    names : tuple of str
    field : str
        Where they were given.

    Raises
    ------
    MathhammerError
        It isn't.
    """
    if not names:
        return
    listed = list(dict.fromkeys(w.label for unit in units for w in unit.weapons if w.type == kind))
    known = {fold(name) for name in listed}
    for name in names:
        if fold(name) not in known:
            owners = " or ".join(dict.fromkeys(unit.name for unit in units))
            raise MathhammerError(
                f"{quoted(name)} is no {kind} weapon of {owners}{nearest(name, listed)}; {kind} "
                f"weapons: {', '.join(listed) or 'none'}",
                field,
            )


def of_type(unit: Unit, kind: str, names: tuple[str, ...]) -> Unit:
    """Return the unit with its melee or its ranged weapons alone, or those named among them."""
    wanted = {fold(name) for name in names}
    used = [
        weapon for weapon in unit.weapons
        if weapon.type == kind and (not wanted or fold(weapon.label) in wanted)
    ]  # fmt: skip
    return unit.replace(weapons=used)
