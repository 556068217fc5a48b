"""The branches of a turn as a tree: which way it goes with what probability.

A column is the state of affairs after some steps; its nodes are the branches that are told
apart by then (flags, gaps, who charged, ran, is shocked or known to be destroyed), and its
links say from where in the column before they come. Steps at which nothing branches need
no column. Branches that come to the same state again are one, so strictly it is a tree
that grows together.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, NotModelledError, quoted
from mathhammer.games.turns.branch import LEFT, Branch
from mathhammer.results.turn import TurnResult

#: The most nodes of a column by default; the less probable are put together.
MAX_NODES = 8
#: What is less probable than this has no node of its own.
LEAST = 1e-12


class Node(NamedTuple):
    """Some branches of a turn.

    Attributes
    ----------
    probability : float
    words : str
        What is true of them and of no other branch of the column, so that `probability` is
        that of the words; empty where there is no other. Of several that were put together
        how many they are: all that the other nodes leave.
    branches : tuple of int
        Their numbers in the column; several where they were put together.
    """

    probability: float
    words: str
    branches: tuple[int, ...]


class Link(NamedTuple):
    """The way from a node to one of the next column.

    Attributes
    ----------
    source, target : int
        Their places in their columns.
    probability : float
        Of having gone this way.
    """

    source: int
    target: int
    probability: float


class Column(NamedTuple):
    """The branches after some steps.

    Attributes
    ----------
    steps : tuple of int
        Those since the column before, in order; empty for the start.
    nodes : tuple of Node
        The most probable first, what was put together last.
    links : tuple of Link
        From the column before.
    """

    steps: tuple[int, ...]
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]


class Tree(NamedTuple):
    """The branches of a whole turn.

    Attributes
    ----------
    columns : tuple of Column
        The first is the start.
    rest : tuple of int
        Steps after the last column, at which nothing branches.
    destroyed : tuple of tuple of float
        For each node of the last column, for each unit: P(destroyed at the end), given that
        the turn went there.
    """

    columns: tuple[Column, ...]
    rest: tuple[int, ...]
    destroyed: tuple[tuple[float, ...], ...]


def turn_tree(result: TurnResult, most: int = MAX_NODES) -> Tree:
    """Return the branches of a turn.

    Parameters
    ----------
    result : TurnResult
    most : int
        Nodes of a column, from 2 to 50. Where there are more branches, the least probable
        are one node.

    Returns
    -------
    Tree

    Raises
    ------
    MathhammerError
        `most` is no such number.
    NotModelledError
        The turn was simulated: which way each trial went isn't kept.

    Examples
    --------
    >>> import mathhammer
    >>> tree = turn_tree(mathhammer.turn({
    ...     "gap": 8, "step": [{"do": "charge", "by": "a", "at": "b"}], "units": {
    ...         "a": {"models": 5, "toughness": 4, "save": "3+", "wounds": 1},
    ...         "b": {"models": 5, "toughness": 4, "save": "3+", "wounds": 1}}}))
    >>> [(node.words, round(node.probability, 4)) for node in tree.columns[1].nodes]
    [('charged', 0.5833), ('not charged', 0.4167)]
    """
    if isinstance(most, bool) or not isinstance(most, int) or not 2 <= most <= 50:
        raise MathhammerError(f"{quoted(most)} is not a number of nodes from 2 to 50", "most")
    if result.engine != "exact":
        raise NotModelledError("the tree of a turn is not modelled by montecarlo; exact is")
    compiled = result.compiled
    after = [*(stage.branches for stage in compiled.stages[1:]), compiled.branches]
    start = Node(1.0, "", (0,))
    columns = [Column((), (start,), ())]
    place = {0: 0}  # of each branch the node of the last column
    waiting: list[int] = []
    for number, outcome in enumerate(result.steps):
        flows = [flow for flow in outcome.flows if flow[2] > LEAST]
        waiting.append(number)
        goals = [target for _, target, _ in flows]
        if len(set(goals)) == len(goals) == len({source for source, _, _ in flows}):
            place = {target: place[source] for source, target, _ in flows}
            _renumber(columns, {source: target for source, target, _ in flows})
            continue
        column = _column(tuple(waiting), flows, place, after[number], result, most)
        columns.append(column)
        place = {b: k for k, node in enumerate(column.nodes) for b in node.branches}
        waiting = []
    return Tree(tuple(columns), tuple(waiting), tuple(_destroyed(result, columns[-1])))


def _renumber(columns: list[Column], moved: dict[int, int]) -> None:
    """Give the branches of the last column the numbers that they have after a step."""
    last = columns[-1]
    branches = [tuple(moved[b] for b in node.branches if b in moved) for node in last.nodes]
    pairs = zip(last.nodes, branches, strict=True)
    columns[-1] = last._replace(nodes=tuple(node._replace(branches=b) for node, b in pairs))


def _column(
    steps: tuple[int, ...],
    flows: Sequence[tuple[int, int, float]],
    place: dict[int, int],
    branches: Sequence[Branch],
    result: TurnResult,
    most: int,
) -> Column:
    """Return the column after a step."""
    shares: dict[int, float] = {}
    for _, target, p in flows:
        shares[target] = shares.get(target, 0.0) + p
    ranked = sorted(shares, key=lambda number: (-shares[number], number))
    own = ranked if len(ranked) <= most else ranked[: most - 1]
    rest = tuple(ranked[len(own) :])
    words = list(_words([branches[number] for number in ranked], len(own), result))
    nodes = [Node(shares[b], text, (b,)) for b, text in zip(own, words, strict=True)]
    if rest:
        total = sum(shares[number] for number in rest)
        nodes.append(Node(total, f"{len(rest)} others", rest))
    where = {branch: k for k, node in enumerate(nodes) for branch in node.branches}
    ways: dict[tuple[int, int], float] = {}
    for source, target, p in flows:
        way = place[source], where[target]
        ways[way] = ways.get(way, 0.0) + p
    links = tuple(Link(i, j, p) for (i, j), p in sorted(ways.items()))
    return Column(steps, tuple(nodes), links)


def _destroyed(result: TurnResult, last: Column) -> Iterator[tuple[float, ...]]:
    evolution: Any = result.evolution
    for node in last.nodes:
        chances = []
        for number, seat in enumerate(evolution.seats):
            states = sum(evolution.within(branch, number) for branch in node.branches)
            whole, gone = float(states.sum()), float(states[seat.living == 0].sum())
            chances.append(min(1.0, gone / whole) if whole else 0.0)
        yield tuple(chances)


# ------------------------------------------------------------------------------ the words


class _Fact(NamedTuple):
    """Something that is true of a branch, and whether it's worth a word only at need."""

    text: str
    dull: bool = False


def _words(branches: Sequence[Branch], count: int, result: TurnResult) -> Iterator[str]:
    """Yield for each of the first branches what tells it from all the others, in words."""
    each = [_facts(branch, result) for branch in branches]
    for own in each[:count]:
        alike, keys = each, []
        for key, fact in own.items():
            if any(other[key] != fact for other in alike):
                alike = [other for other in alike if other[key] == fact]
                keys.append(key)
        for key in [key for key in keys if own[key].dull]:
            fewer = [other for other in keys if other != key]
            if sum(all(facts[k] == own[k] for k in fewer) for facts in each) == 1:
                keys = fewer
        yield ", ".join(own[key].text for key in keys)


def _facts(branch: Branch, result: TurnResult) -> dict[str, _Fact]:
    """Return everything that there is to say of a branch, the most telling first."""
    names = result.names
    facts = {}
    for flag in result.compiled.flags:
        name, _, word = flag.rpartition(".")  # "b.shocked" is read as "b shocked"
        no = "" if flag in branch.flags else "not "
        facts[flag] = _Fact(f"{name} {no}{word}" if name in names else f"{no}{flag}")
    for number, name in enumerate(names):
        # A branch knows of a loss where a move didn't take place; others come later.
        gone = number in branch.gone
        text = f"{name} {'' if gone else 'not '}lost before a move"
        facts[f"{name} gone"] = _Fact(text, not gone)
    several = len(branch.gaps) > 1
    for first, second, inches in branch.gaps:
        pair = f"{names[first]}-{names[second]} " if several else "gap "
        facts[f"gap {first} {second}"] = _Fact(f'{pair}{inches:g}"')
    for word, units in (
        ("charged", branch.charged), ("advanced", branch.advanced), ("shocked", branch.shocked)
    ):  # fmt: skip
        for number, name in enumerate(names):
            facts[f"{name} {word}"] = _Fact(f"{name} {'' if number in units else 'not '}{word}")
    for number, name in enumerate(names):
        for do, word in LEFT.items():
            left = (number, do) in branch.left
            facts[f"{name} {do}"] = _Fact(f"{name} {'' if left else 'never '}{word}", not left)
    return facts
