"""What to do with the dice on the table, and what each sensible alternative is worth."""

from typing import Any, NamedTuple

from mathhammer.heroes.rolls import choices, count_of, faces_of, scoring_rolls, without
from mathhammer.heroes.setup import Setup
from mathhammer.heroes.solve import EQUAL, Choices, Solution
from mathhammer.heroes.tree import Tree

ACT, ROLL, WAR, EXHAUSTED = "act", "roll", "all-out war", "exhausted"

Faces = tuple[int, ...]


class Alternative(NamedTuple):
    """One way to go on.

    Attributes
    ----------
    keep : tuple of Faces
        The scoring rolls that are newly kept.
    then : str
        ``"act"``, ``"roll"``, ``"all-out war"`` or ``"exhausted"``.
    roll, leave : Faces
        The dice that are rolled again, and those left as they lie.
    value : float
        Expected slots of the turn, those at risk included.
    exhausted : float
        Probability that the next throw holds no scoring roll.
    """

    keep: tuple[Faces, ...]
    then: str
    roll: Faces
    leave: Faces
    value: float
    exhausted: float

    @property
    def kept_words(self) -> str:
        """What is kept, in words.

        Examples
        --------
        >>> Alternative(((1, 2, 3), (6,)), "act", (), (), 4.0, 0.0).kept_words
        '1-2-3, 6'
        """
        return ", ".join("-".join(map(str, roll)) for roll in self.keep)

    @property
    def then_words(self) -> str:
        """What is done after keeping, in words.

        Examples
        --------
        >>> Alternative(((6,),), "roll", (1,), (2, 3), 4.0, 0.0).then_words
        'roll 1, leave 2 3'
        """
        pairs = (("roll", self.roll), ("leave", self.leave)) if self.then == ROLL else ()
        words = [f"{word} {' '.join(map(str, dice))}" for word, dice in pairs if dice]
        return ", ".join(words) or self.then

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        lists = {"roll": list(self.roll), "leave": list(self.leave)}
        return {**self._asdict(), "keep": [list(roll) for roll in self.keep], **lists}


class Advice(NamedTuple):
    """The best way to go on, and others.

    Attributes
    ----------
    best : Alternative
    act_value : float
        Slots of acting now with the most that can be kept; 0 where exhausted.
    alternatives : tuple of Alternative
        The best one first: to act, and for each set of scoring rolls that may be kept the
        best way to roll on (of the best set also to roll all the dice left).
    """

    best: Alternative
    act_value: float
    alternatives: tuple[Alternative, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return ``advice`` as in result files (contract section 6)."""
        return {**self.best.to_dict(), "act_value": self.act_value}


def advise(solution: Solution, setup: Setup) -> Advice:
    """Return what to do with the dice of a question (H-4, H-5).

    Parameters
    ----------
    solution : Solution
        A turn under the policy that is played from here on.
    setup : Setup
        The dice and what is at risk.

    Returns
    -------
    Advice

    Examples
    --------
    >>> from mathhammer.heroes.policies import Policy
    >>> from mathhammer.heroes.tree import tree
    >>> setup = Setup(rolled=[1, 1, 3, 4, 6, 2])
    >>> best = advise(Solution(tree(), setup.values, Policy()), setup).best
    >>> best.keep, best.then, best.roll, best.leave
    (((6,),), 'roll', (1,), (1, 2, 3, 4))
    """
    tree = solution.tree
    worth = solution.solver.choose(solution.expected, setup.at_risk)
    lying, rolled = count_of(setup.lying), count_of(setup.rolled)
    total = count_of((*setup.lying, *setup.rolled))
    rolls = scoring_rolls(tree.straight)
    gains = setup.values.of_rolls(tree.straight)
    found: dict[tuple[Any, ...], Alternative] = {}
    for kept in choices(lying, rolled, tree.straight, tree.fresh_dice):
        rest = total
        for i in kept:
            rest = without(rest, rolls[i].dice)
        keep = tuple(rolls[i].faces for i in kept)
        gain = sum(int(gains[i]) for i in kept)
        now = float(setup.at_risk + gain)
        found.setdefault((ACT, -gain), Alternative(keep, ACT, (), (), now, 0.0))
        row = tree.index[rest]
        if not any(rest):
            war = float(worth.rows[row, gain])
            found.setdefault((WAR, -gain), Alternative(keep, WAR, (), (), war, 0.0))
        else:
            for way in _ways(tree, worth, row, gain):
                found.setdefault((ROLL, row, way.leave, -gain), way._replace(keep=keep))
    if not found:
        nothing = Alternative((), EXHAUSTED, (), (), 0.0, 0.0)
        return Advice(nothing, 0.0, (nothing,))
    # Acting with less than can be kept is never sensible.
    act = max((way for way in found.values() if way.then == ACT), key=lambda way: way.value)
    ways = [act, *(way for way in found.values() if way.then != ACT)]
    best = max(ways, key=lambda way: way.value)
    best = next(way for way in ways if way.value >= best.value - EQUAL)
    return Advice(best, act.value, _sensible(best, ways))


def _ways(tree: Tree, worth: Choices, row: int, column: int) -> list[Alternative]:
    """Return every way to roll some of the dice of a row: most dice first."""
    ways = []
    for throw in tree.leads[tree.lead[row] : tree.lead[row + 1]]:
        left = tree.rows[tree.throws[throw][0]]
        rolled, lying = (tuple(faces_of(dice)) for dice in (without(tree.rows[row], left), left))
        value, exhausted = float(worth.throws[throw, column]), float(tree.exhausted[throw])
        ways.append(Alternative((), ROLL, rolled, lying, value, exhausted))
    return ways


def _sensible(best: Alternative, ways: list[Alternative]) -> tuple[Alternative, ...]:
    chosen: dict[Any, Alternative] = {}
    for way in ways:
        dice = tuple(sorted(face for roll in way.keep for face in roll))
        places: list[Any] = [ACT if way.then == ACT else dice]
        if way.then == ROLL and way.keep == best.keep and not way.leave:
            places.append(None)
        for place in places:
            if place not in chosen or chosen[place].value < way.value - EQUAL:
                chosen[place] = way
    others = sorted(set(chosen.values()) - {best}, key=lambda way: (-way.value, way.keep))
    return (best, *others)
