"""`AttackNote`: an attack of a turn, of which notes are made when they are read."""

from typing import NamedTuple

from mathhammer.games.profiles import Context, Unit


class AttackNote(NamedTuple):
    """An attack of one unit in one branch.

    Attributes
    ----------
    title : str
        The step and the two units, in words.
    actor : str
        The name of the unit that attacks.
    attacker : Unit
        With the weapons that it uses.
    target : Unit
    context : Context
        With what the branch says.
    own : frozenset of str
        The fields of the context that the step itself gives.
    """

    title: str
    actor: str
    attacker: Unit
    target: Unit
    context: Context
    own: frozenset[str]
