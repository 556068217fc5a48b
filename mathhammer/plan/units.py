"""Units as the engines see them: groups of models in order of allocation."""

from typing import NamedTuple


class Group(NamedTuple):
    """Models alike, next to each other in the order of allocation.

    Attributes
    ----------
    name : str
    models : int
    health : int
        Wounds of a model.
    lost : int
        Wounds the first model starts without.
    ignore, ignore_mortal : int
        Threshold of the roll that ignores a lost wound, and a mortal wound; 0 for none.
    points : float or None
        Of the whole group.
    control : int
        Objective control of a model.
    """

    name: str
    models: int
    health: int
    lost: int = 0
    ignore: int = 0
    ignore_mortal: int = 0
    points: float | None = None
    control: int = 0


class Target(NamedTuple):
    """A unit as the engines see it.

    Attributes
    ----------
    groups : tuple of Group
        In order of allocation; the characters last.
    characters : int
        How many of the last groups are characters, which `to_character` packets reach first.
    ignore_first : bool
        The first failed save inflicts nothing.
    starting_models : int
        For tests below half strength.
    returns : bool
        Whether it comes back, once, when it is destroyed (S-3).
    leaders : int
        How many of the last groups are attached leaders (W-2).
    start : int
        Wounds that its first models have lost when a turn begins, whole models among them.
    """

    groups: tuple[Group, ...]
    characters: int = 0
    ignore_first: bool = False
    starting_models: int = 0
    returns: bool = False
    leaders: int = 0
    start: int = 0
