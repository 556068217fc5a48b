"""`Roster`: an army list, and what its units do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from mathhammer.rosters.apply_facts import with_facts
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.attach import attached
from mathhammer.rosters.evaluated import army_against, army_at
from mathhammer.rosters.match_up import ArmyAttacks, ArmyMatchUp


@dataclass(frozen=True, repr=False)
class Roster(ArmyList):
    """An army list.

    Read by `Roster.load` from `.ros`, `.rosz`, JSON of New Recruit and ListForge, ListForge's
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

    Examples
    --------
    >>> import json
    >>> gun = {"range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1"}
    >>> line = {"M": '6"', "T": "4", "SV": "3+", "W": "2", "LD": "6+", "OC": "2"}
    >>> def profile(name, kind, values):
    ...     return {"name": name, "typeName": kind, "characteristics":
    ...             [{"name": k, "$text": v} for k, v in values.items()]}
    >>> guns = {"name": "Rifle", "number": 5, "profiles": [profile("Rifle", "Ranged Weapons", gun)]}
    >>> wardens = {"name": "Wardens", "type": "model", "number": 5, "selections": [guns],
    ...            "profiles": [profile("Wardens", "Unit", line)]}
    >>> content = {"roster": {"name": "Watch", "gameSystemName": "Warhammer 40,000 10th Edition",
    ...                       "forces": [{"selections": [wardens]}]}}
    >>> roster = Roster.read(json.dumps(content).encode())
    >>> unit = roster.units[0]
    >>> unit.models, unit.target["toughness"], unit.attacker["weapons"][0]["count"]
    (5, 4, 5)
    >>> import mathhammer
    >>> round(mathhammer.attack(unit.attacker, unit.target).slain.mean, 2)
    0.59
    """

    def at(self, targets: Any, **options: Any) -> ArmyAttacks:
        """Return what every unit does to targets, shooting and fighting.

        Parameters
        ----------
        targets : list
            Each as in `mathhammer.attack`.
        **options
            As of `mathhammer.rosters.evaluated.army_at`: ``units``, ``phase``, ``army``,
            ``context``, ``ruleset``.

        Returns
        -------
        ArmyAttacks
            A comparison, a row for each unit, phase and profile, in the order of the list.
        """
        return army_at(self, targets, **options)

    def against(self, other: ArmyList, **options: Any) -> ArmyMatchUp:
        """Return what every unit does to every unit of another list, and back.

        Parameters
        ----------
        other : ArmyList
        **options
            As of `mathhammer.rosters.evaluated.army_against`: those of `at`, ``enemy`` (what
            all weapons of the other army have), and ``level``.

        Returns
        -------
        ArmyMatchUp
        """
        return army_against(self, other, **options)

    def attach(self, leader: str, unit: str) -> Self:
        """Return the list with a leader attached to a unit (W-2).

        Parameters
        ----------
        leader, unit : str
            Their names.
        """
        return attached(self, [(leader, unit)])

    def applying(self, *names: str) -> Self:
        """Return the list with facts of its units applied to their attacks and their defence.

        Parameters
        ----------
        *names : str
            Abilities like ``"Steady"``, of one unit ``"Wardens: Steady"``, or ``"all"`` for
            those that hold in every situation.

        Raises
        ------
        MathhammerError
            There is no such fact, with the nearest name; or it can't be applied.
        """
        units, notes = with_facts(self.units, names, self.game)
        return replace(self, units=units, notes=(*self.notes, *notes))
