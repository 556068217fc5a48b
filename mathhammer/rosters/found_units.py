"""Which selections of a list are units, and what else there is: manifestations, terrain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mathhammer.core.text import fold
from mathhammer.games.names import AOS
from mathhammer.rosters.system import is_unit_of
from mathhammer.rosters.tree import Profile, Selection, Tree
from mathhammer.rosters.weapons import is_weapon

UNIT, MANIFESTATION, TERRAIN = "unit", "manifestation", "terrain"
_SETTINGS = ("configuration", "army composition", "reference")


class FoundUnit(NamedTuple):
    """A selection that is a unit, and what kind of one.

    Attributes
    ----------
    selection : Selection
    kind : {"unit", "manifestation", "terrain"}
    """

    selection: Selection
    kind: str


def units_of(tree: Tree, game: str) -> Iterator[FoundUnit]:
    """Yield the units of a list, in its order.

    A unit stands directly in a force; within what else stands there (lores, settings of the
    list) are manifestations.
    """
    for selection in tree.selections:
        if selection.kind in ("unit", "model") or _has_statline(selection, game):
            yield FoundUnit(selection, _kind(selection))
        else:
            yield from _inside(selection, game)


def loose_weapons(tree: Tree, game: str) -> Iterator[tuple[Selection, Profile]]:
    """Yield the profiles of weapons that no unit of a list has, with the root they stand in."""
    inside = {id(part) for unit in units_of(tree, game) for part in unit.selection.walk()}
    for root in tree.selections:
        for selection in root.walk():
            if id(selection) not in inside:
                for profile in selection.profiles:
                    if is_weapon(profile):
                        yield root, profile


def _inside(selection: Selection, game: str) -> Iterator[FoundUnit]:
    for one in selection.selections:
        if one.kind in ("unit", "model") or _is_statline(one, game):
            yield FoundUnit(one, _kind(one))
        else:
            yield from _inside(one, game)


def _has_statline(selection: Selection, game: str) -> bool:
    """Return whether an upgrade in a force is a unit all the same."""
    if any(category.casefold() in _SETTINGS for category in selection.categories):
        return False
    if any(one.kind in ("unit", "model") for one in selection.selections):
        return _is_statline(selection, game)
    return any(_is_statline(one, game) for one in selection.walk())


def _is_statline(selection: Selection, game: str) -> bool:
    return any(is_statline(profile, game) for profile in selection.profiles)


def is_statline(profile: Profile, game: str) -> bool:
    """Return whether a profile is that of models: of a unit, or of a manifestation."""
    return is_unit_of(profile, game) or (
        game == AOS and profile.values.keys() >= {"health", "save", "move"}
    )


def _kind(selection: Selection) -> str:
    categories = {fold(category) for category in selection.categories}
    if "manifestation" in categories or any(
        fold(profile.kind) == "manifestation" for profile in selection.profiles
    ):
        return MANIFESTATION
    return TERRAIN if "faction terrain" in categories else UNIT
