"""`ArmyList`: what is read of a list of a list builder, as units that attack and are attacked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from mathhammer.core.errors import MathhammerError, inside
from mathhammer.games.names import TITLES
from mathhammer.reading.files import read_bytes
from mathhammer.results.view import Column, View
from mathhammer.rosters.formats import KINDS, read_content
from mathhammer.rosters.found_units import loose_weapons, units_of
from mathhammer.rosters.limits import MAX_BYTES, MAX_UNITS, MAX_WEAPONS
from mathhammer.rosters.system import READ, system_of
from mathhammer.rosters.text_lists import read_text_list
from mathhammer.rosters.tree import Tree
from mathhammer.rosters.unit import RosterUnit, place_of, read_unit
from mathhammer.rosters.weapons import is_weapon

#: What to do where a list has no numbers.
GET_STATS = (
    "export the list as .rosz or JSON from New Recruit (newrecruit.eu), or as .rosz from "
    "BattleScribe, whose files hold all numbers"
)


class NotUnderstood(NamedTuple):
    """Something in a list that isn't computed.

    Attributes
    ----------
    unit : str
    field : str
        What it is about; of a weapon with its name before a colon.
    text : str
        What stands there.
    """

    unit: str
    field: str
    text: str


#: The columns of a table of a list.
COLUMNS = {
    "unit": "name of the unit",
    "kind": "unit, manifestation or terrain",
    "points": "of the unit",
    "models": "at starting strength",
    "weapons": "profiles of weapons that are computed",
    "not_modelled": "profiles that aren't",
    "attacks": "whether it can attack",
    "is_target": "whether it can be attacked: the list has its statline",
}


@dataclass(frozen=True)
class ArmyList(View):
    """An army list: what was read.

    Read by `load` from `.ros`, `.rosz`, JSON of New Recruit and ListForge, ListForge's
    links, and the texts of apps, which name units without their numbers.

    Attributes
    ----------
    file : str
        Where it was read from; empty for content.
    game : {"wh40k", "aos"}
    edition : int or None
        That of the list; None where it doesn't say.
    name : str
    points : float or None
    units : tuple of RosterUnit
    not_understood : tuple of NotUnderstood
    notes : tuple of str
        What holds for all of the list, and what was read otherwise than it is written.
    """

    file: str
    game: str
    edition: int | None
    name: str
    points: float | None
    units: tuple[RosterUnit, ...]
    not_understood: tuple[NotUnderstood, ...] = ()
    notes: tuple[str, ...] = ()

    columns = COLUMNS
    shown = (
        Column("unit", "unit"), Column("points", "points", whole=True),
        Column("models", "models", whole=True), Column("weapons", "weapons", whole=True),
        Column("not_modelled", "not modelled", whole=True),
    )  # fmt: skip

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Return the army list that a file holds; its content decides on the format.

        Parameters
        ----------
        path : str or path

        Raises
        ------
        MathhammerError
            There is no such file, it is no army list, broken, too large, or of a game or
            edition that isn't read.
        """
        path = os.fspath(path)
        with inside(path, ": "):
            return cls.read(read_bytes(path, KINDS, MAX_BYTES), path)

    @classmethod
    def read(cls, content: bytes, file: str = "") -> Self:
        """Return the army list that some content is.

        Parameters
        ----------
        content : bytes
        file : str
            What is said of where it comes from.

        Raises
        ------
        MathhammerError
            It is no army list, broken, too large, or of a game or edition that isn't read.
        """
        found = read_content(content)
        return cls._of_text(found, file) if isinstance(found, str) else cls._of_tree(found, file)

    @classmethod
    def _of_text(cls, text: str, file: str) -> Self:
        found = read_text_list(text)
        missing = f"this text has no statlines and no weapons' numbers: {GET_STATS}."
        notes = [missing[0].upper() + missing[1:]]
        if any(unit.models is None for unit in found.units):
            notes.append("It doesn't say of all units how many models they have.")
        return cls(
            file, found.game, None, found.name, found.points, tuple(found.units), (), tuple(notes)
        )

    @classmethod
    def _of_tree(cls, tree: Tree, file: str) -> Self:
        game, edition = system_of(tree)
        weapons = sum(is_weapon(profile) for one in tree.walk() for profile in one.profiles)
        if weapons > MAX_WEAPONS:
            raise MathhammerError(f"over {MAX_WEAPONS} profiles of weapons: too many for a list")
        problems: list[NotUnderstood] = []
        notes: list[str] = []
        if READ[game, edition] != edition:
            notes.append(
                f"A list of the {edition}th edition of {TITLES[game]}: the rules of the "
                f"{READ[game, edition]}th edition are applied."
            )
        units: list[RosterUnit] = []
        for found in units_of(tree, game):
            if len(units) == MAX_UNITS:
                raise MathhammerError(f"over {MAX_UNITS} units: too many for an army list")
            unit, of_unit, remarks = read_unit(found, game)
            units.append(unit)
            problems += [NotUnderstood(unit.name, one.field, one.text) for one in of_unit]
            notes += [f"{unit.name}: {remark}." for remark in remarks]
        for root, profile in loose_weapons(tree, game):
            problems.append(NotUnderstood(root.name, profile.name, "a weapon outside of units"))
        if units and all(unit.target is None and unit.attacker is None for unit in units):
            notes.append(f"No unit of this list has numbers: {GET_STATS}.")
        points = tree.points
        if points is None:
            each = [unit.points for unit in units if unit.points is not None]
            points = sum(each) if each else None
        return cls(
            file, game, edition, tree.name, points, tuple(units),
            tuple(dict.fromkeys(problems)), tuple(dict.fromkeys(notes)),
        )  # fmt: skip

    def __iter__(self) -> Iterator[RosterUnit]:
        """Yield the units."""
        return iter(self.units)

    def unit(self, name: str) -> RosterUnit:
        """Return the first unit of a name, in any case.

        Raises
        ------
        MathhammerError
            There is none; with the nearest name.
        """
        return self.units[place_of(self.units, name)]

    @property
    def called(self) -> str:
        """Its name, or that of its file."""
        return self.name or os.path.basename(self.file) or "this list"

    @property
    def title(self) -> str:
        """What it is called."""
        return self.called

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per unit: the keys of `COLUMNS`."""
        for unit in self.units:
            yield {
                "unit": unit.name,
                "kind": unit.kind,
                "points": unit.points,
                "models": unit.models,
                "weapons": len(unit.attacker["weapons"]) if unit.attacker else 0,
                "not_modelled": len(unit.not_modelled),
                "attacks": unit.attacker is not None,
                "is_target": unit.target is not None,
            }

    def to_dict(self) -> dict[str, Any]:
        """Return it as in section 8 of the contract."""
        return {
            "file": self.file,
            "game": self.game,
            "edition": self.edition,
            "name": self.name,
            "points": self.points,
            "units": [unit.to_dict() for unit in self.units],
            "not_understood": [one._asdict() for one in self.not_understood],
            "notes": list(self.notes),
        }
