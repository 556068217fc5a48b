"""Why a match-up comes out as it does: what each ability, modifier and re-roll does to it.

Two answers are given side by side. *Leave one out*: what is lost where an item alone is
taken away; two abilities that do the same then seem worth nothing. *Shapley shares*: what
an item adds, on average over all orders in which the items could come in; the shares sum
to the whole difference between the match-up and one without any of them.

Up to `MAX_EXACT` items every subset is computed. With more, the items of one source (a
weapon, the attacker, the target, the context) are taken together, exactly; or random orders
are drawn, which is approximate and comes with its standard error.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import or_
from typing import Any

import numpy as np

from mathhammer.analysis.items import Item, items_of, without
from mathhammer.analysis.require import check_exact
from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError, TooLargeError, check_allowed, quoted
from mathhammer.core.progress import watched
from mathhammer.evaluate.batching import expected, expected_work
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.results.attack import Result
from mathhammer.results.view import Column, View

#: The most items that `why` shares exactly, by every subset of them.
MAX_EXACT = 12
#: Random orders that are drawn by default, and the most evaluations of all of them.
ORDERS = 200
MAX_EVALUATIONS = 40_000
#: The most steps (of about a nanosecond) of every subset together: about a minute, since
#: most subsets are less work than the whole and have much in common with others.
MAX_STEPS = 10**12
METHODS = ("exact", "grouped", "sampled")
MEASURED = ("damage", "slain", "destroyed")

COLUMNS = {
    "attacker": "name of the attacker",
    "target": "name of the target",
    "item": "the ability, modifier or re-roll; all of a source where they are grouped",
    "source": "where it stands: attacker, target, context, or how many of which weapon",
    "method": "exact; grouped (exact, by source); sampled (approximate, from random orders)",
    **{
        f"{measured}_{column}": f"{words}: {meaning}"
        for measured, words in (("damage", "expected damage"), ("slain", "expected models slain"),
                                ("destroyed", "P(destroyed), 0 to 1"))
        for column, meaning in (
            ("without", "of the match-up without the item"),
            ("change", "of the whole match-up, less that without the item"),
            ("share", "Shapley share; those of all items sum to the whole less the bare match-up"),
            ("standard_error", "standard error of a sampled share; missing where it is exact"),
        )
    },
}  # fmt: skip


@dataclass(eq=False, repr=False)
class Attribution(View):
    """What each item does to a match-up.

    Attributes
    ----------
    result : Result
    method : {"exact", "grouped", "sampled"}
    players : list of tuple of Item
        What is taken away together: single items, or those of a source.
    whole, bare : ndarray of float64, shape (3,)
        Damage, models slain and P(destroyed) of the match-up, and without any item.
    without : ndarray of float64, shape (players, 3)
        The same without each of the players.
    shares : ndarray of float64, shape (players, 3)
        They sum to ``whole - bare``.
    standard_errors : ndarray of float64, shape (players, 3), or None
        Of sampled shares.
    orders, seed : int or None
        The random orders drawn, where the shares are sampled.
    """

    result: Result
    method: str
    players: Sequence[tuple[Item, ...]]
    whole: Array
    bare: Array
    without: Array
    shares: Array
    standard_errors: Array | None = None
    orders: int | None = None
    seed: int | None = None

    columns = COLUMNS
    shown = (
        Column("item", "item"),
        Column("source", "where"),
        Column("damage_without", "damage without"),
        Column("damage_change", "less by"),
        Column("damage_share", "share"),
    )

    def __repr__(self) -> str:
        return f"<Attribution: {len(self.players)} items, {self.method}>"

    @property
    def title(self) -> str:
        """What the shares are of."""
        return f"What each item adds to the damage of {self.result.title} ({self.method})"

    def name(self, player: int) -> str:
        """Return what a player is: an item, or the items of a source."""
        return ", ".join(item.name for item in self.players[player])

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per player, in the order of the items: the keys of `COLUMNS`."""
        for k, items in enumerate(self.players):
            row: dict[str, Any] = {
                **self.result.labels,
                "item": self.name(k),
                "source": items[0].source,
                "method": self.method,
            }
            errors = self.standard_errors
            for m, measured in enumerate(MEASURED):
                row[f"{measured}_without"] = float(self.without[k, m])
                row[f"{measured}_change"] = float(self.whole[m] - self.without[k, m])
                row[f"{measured}_share"] = float(self.shares[k, m])
                row[f"{measured}_standard_error"] = None if errors is None else float(errors[k, m])
            yield row

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        answer: dict[str, Any] = {
            "method": self.method,
            "whole": dict(zip(MEASURED, self.whole.tolist(), strict=True)),
            "bare": dict(zip(MEASURED, self.bare.tolist(), strict=True)),
            "items": [
                {k: v for k, v in row.items() if k not in ("attacker", "target", "method")
                 and v is not None}
                for row in self.rows()
            ],
        }  # fmt: skip
        if self.orders is not None:
            answer |= {"approximate": True, "orders": self.orders, "seed": self.seed}
        return answer


@watched
def attribution(
    result: Result, method: str | None = None, *, orders: int = ORDERS, seed: int = 0
) -> Attribution:
    """Return what each ability, modifier and re-roll does to a match-up.

    Parameters
    ----------
    result : Result
    method : {"exact", "grouped", "sampled"}, optional
        By default exact up to `MAX_EXACT` items (and `MAX_STEPS`); then grouped; sampled
        where there are more sources than that, too.
    orders : int
        Random orders, where the shares are sampled.
    seed : int
        Of these.

    Returns
    -------
    Attribution

    Raises
    ------
    MathhammerError
        There is no such method; it is no result of a match-up, or a simulated one
        (`NotModelledError`).
    TooLargeError
        Too many subsets or orders.

    Examples
    --------
    >>> import mathhammer
    >>> gun = "10x A2 BS4+ S4 AP0 D1 [Lethal Hits, re-roll hits: failures]"
    >>> why = attribution(mathhammer.attack(gun, "10x T4 Sv- W1"))
    >>> [why.name(k) for k in range(2)], why.shares[:, 0].round(3).tolist()
    (['Lethal Hits', 'reroll hits: failures'], [1.685, 2.439])
    """
    check_exact(result, "attribution")
    items = items_of(result)
    singles = [(item,) for item in items]
    sources = [
        tuple(item for item in items if item.source == source)
        for source in dict.fromkeys(item.source for item in items)
    ]
    if method is None:
        few = len(items) <= MAX_EXACT and _steps(result, len(items)) <= MAX_STEPS
        method = "exact" if few else "grouped"
        if method == "grouped" and len(sources) > MAX_EXACT:
            method = "sampled"
    check_allowed(method, METHODS, "is not a method", "method")
    if method == "sampled":
        return _sampled(result, singles, orders, seed)
    players = singles if method == "exact" else sources
    noun, others = "items", '"grouped" or "sampled"'
    if method == "grouped":
        noun, others = "sources", '"sampled"'
    number = len(players)
    if number > MAX_EXACT:
        raise TooLargeError(
            f"{number} {noun} have {2**number} subsets; up to {MAX_EXACT} {noun} are exact: take "
            f"method {others}"
        )
    steps = _steps(result, number)
    if steps > MAX_STEPS:
        raise TooLargeError(
            f"{2**number} subsets take about {steps:.1e} steps; up to "
            f"{MAX_STEPS:.0e} are made: take method {others}"
        )
    values = _values(result, players, range(1 << number))
    table = np.array([values[mask] for mask in range(1 << number)])
    full = (1 << number) - 1
    removed = np.array([table[full ^ (1 << k)] for k in range(number)]).reshape(-1, 3)
    return Attribution(result, method, players, table[full], table[0], removed, shapley(table))


def _steps(result: Result, number: int) -> float:
    """Return about how many steps all subsets of some items take, at most."""
    steps = result.evolution.work * 2.0**number
    return steps if steps <= MAX_STEPS else expected_work(result) * 2.0**number


def shapley(values: Array) -> Array:
    """Return the Shapley shares of players from the values of all subsets.

    Parameters
    ----------
    values : ndarray of float64, shape (2**n, ...)
        ``values[mask]`` is that of the players whose bits are set.

    Returns
    -------
    ndarray of float64, shape (n, ...)

    Notes
    -----
    A player's share is the mean of what it adds to a subset S of the others, with the
    weight |S|! (n - |S| - 1)! / n!: the share of orders in which just S comes before it.

    Examples
    --------
    >>> shapley(np.array([0.0, 1.0, 2.0, 6.0])).tolist()
    [2.5, 3.5]
    """
    number = len(values).bit_length() - 1
    masks = np.arange(len(values))
    sizes = np.array([mask.bit_count() for mask in masks.tolist()])
    shares = []
    for k in range(number):
        before = masks[masks >> k & 1 == 0]
        weights = np.array([
            math.factorial(s) * math.factorial(number - s - 1) / math.factorial(number)
            for s in sizes[before].tolist()
        ])  # fmt: skip
        shares.append(np.tensordot(weights, values[before | 1 << k] - values[before], axes=1))
    return np.array(shares).reshape(number, *values.shape[1:])


def _sampled(
    result: Result, players: Sequence[tuple[Item, ...]], orders: int, seed: int
) -> Attribution:
    """Return shares from random orders, each as likely as another."""
    number = len(players)
    if isinstance(orders, bool) or not isinstance(orders, int) or orders < 2:
        raise MathhammerError(f"{quoted(orders)} is not a number of orders, 2 or more", "orders")
    if orders * number > MAX_EVALUATIONS:
        raise TooLargeError(
            f"{orders} orders of {number} items are up to {orders * number} evaluations; up to "
            f"{MAX_EVALUATIONS} are made: take fewer orders"
        )
    rng = np.random.default_rng(seed)
    drawn = [rng.permutation(number).tolist() for _ in range(orders)]
    full = (1 << number) - 1
    chains = [list(accumulate((1 << k for k in order), or_, initial=0)) for order in drawn]
    single = [full ^ (1 << k) for k in range(number)]
    values = _values(result, players, {0, full, *single, *(m for chain in chains for m in chain)})
    added = np.zeros((orders, number, len(MEASURED)))
    for i, (order, chain) in enumerate(zip(drawn, chains, strict=True)):
        for place, player in enumerate(order):
            added[i, player] = values[chain[place + 1]] - values[chain[place]]
    errors = added.std(axis=0, ddof=1) / math.sqrt(orders)
    removed = np.array([values[mask] for mask in single]).reshape(-1, len(MEASURED))
    return Attribution(
        result, "sampled", players, values[full], values[0], removed, added.mean(axis=0), errors,
        orders, seed,
    )  # fmt: skip


def _values(
    result: Result, players: Sequence[tuple[Item, ...]], masks: Iterable[int]
) -> dict[int, Array]:
    """Return damage, models slain and P(destroyed) with the players whose bits are set."""
    results = {}
    for mask in masks:
        gone = [item for k, items in enumerate(players) if not mask >> k & 1 for item in items]
        results[mask] = evaluate(*without(result, gone), result.rulings)
    return dict(zip(results, expected(list(results.values())), strict=True))
