"""Every jitted function of the engines.

The exact kernel carries the probabilities of a unit's states through one match-up after
another. Models fall in a fixed order, so state s means s wounds lost, and what one attack
does only ever adds to s: its operator is a *band*, an array ``band[j, t]`` with the share
of state t - j that arrives at t. Every event of an attack that is resolved at once has the
shape "some damage, cut at the front model", so any mixture of them is again one band: an
attack is one narrow band, and a volley is that band applied once an attack. Extra hits and
points that carry over are products of bands.

Only products of non-negative numbers are added up, so tails keep their relative accuracy.

All `njit` code of the package stands in this one file, and what it needs comes in as
arguments: Numba's cache looks at the time stamp of the file alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numba
import numpy as np
import numpy.typing as npt

F64 = npt.NDArray[np.float64]
I64 = npt.NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., object])


def jitted(function: Function) -> Function:
    """Compile a function on its first call and cache it, where there is a place to cache."""
    try:
        made: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # no directory that can be written to
        made = numba.njit(nogil=True, error_model="numpy")(function)
    return made


class Tables(NamedTuple):
    """What the cells of a batch are made of, as flat arrays; rows refer to rows by index.

    Attributes
    ----------
    cells : ndarray of int64, shape (cells, 7)
        Target; first volley and one past the last; first dice packet and one past the
        last; the packet that waits or -1; where in the output the states begin.
    volleys : ndarray of int64, shape (n, 9)
        Span of the number of attacks; hit roll, -1 for none; wound roll; span of the extra
        hits, -1 for none; 1 where a critical hit wounds; packets of the wound and of the
        critical wound of an ordinary hit, and of a critical hit.
    packets : ndarray of int64, shape (n, 4)
        Span of the damage; first entry in `saves`, -1 for no save; 1 for mortal wounds;
        when (0 now, 1 after the volleys packet by packet, 2 in the pool).
    dice : ndarray of int64, shape (n,)
        Spans of the points of dice packets.
    spans : ndarray of int64, shape (n, 3)
        Pmfs: first entry in `masses`, number of entries, value of the first entry.
    masses : ndarray of float64, shape (n,)
    rolls : ndarray of float64, shape (n, 3)
        P(fail), P(success), P(critical).
    saves : ndarray of int64, shape (n,)
        Rolls, one a group of the target.
    targets : ndarray of int64, shape (n, 4)
        Number of states; first entry in `ends` and `fronts`; first row in `groups`;
        number of groups.
    ends, fronts : ndarray of int64, shape (n,)
        For each state: the state in which the front model is dead, and its group.
    groups : ndarray of int64, shape (n, 3)
        Wounds of a model; thresholds that ignore a lost wound, a mortal wound; 0 for none.
    """

    cells: I64
    volleys: I64
    packets: I64
    dice: I64
    spans: I64
    masses: F64
    rolls: F64
    saves: I64
    targets: I64
    ends: I64
    fronts: I64
    groups: I64


class Sizes(NamedTuple):
    """The largest of each thing in a batch, for the working memory.

    Attributes
    ----------
    states, groups, health : int
        Of one target.
    pmf : int
        Entries of a packet's pmf.
    waiting : int
        Attacks of a volley of which some wait.
    """

    states: int
    groups: int
    health: int
    pmf: int
    waiting: int


class Target(NamedTuple):
    """The rows of one target: see `Tables`."""

    states: int
    ends: I64
    fronts: I64
    groups: I64


class Work(NamedTuple):
    """Working memory of a thread.

    Attributes
    ----------
    bands : ndarray of float64, shape (4, states, states)
    rows : ndarray of float64, shape (3, 2 * states)
        Probabilities of states, behind as many zeros: a band reads before the first state.
    steps, layers : ndarray of float64, shape (waiting + 1, 2 * states)
    damage : ndarray of float64, shape (groups, health + 1)
    points : ndarray of float64, shape (pmf + 1,)
    """

    bands: F64
    rows: F64
    steps: F64
    layers: F64
    damage: F64
    points: F64


# ------------------------------------------------------------------------------ bands


@jitted
def apply(band: F64, width: int, states: int, source: F64, goal: F64) -> None:
    """Write ``source @ band`` to `goal`; rows as in `Work`."""
    zeros = source.size // 2
    into = goal[zeros : zeros + states]
    share = band[0, :states]
    reached = source[zeros : zeros + states]
    for t in range(states):
        into[t] = share[t] * reached[t]
    for j in range(1, width):
        share = band[j, :states]
        reached = source[zeros - j : zeros - j + states]
        for t in range(states):
            into[t] += share[t] * reached[t]


@jitted
def compose(
    first: F64, first_width: int, then: F64, then_width: int, states: int, into: F64
) -> int:
    """Write the band of `first` and `then` in turn to `into`; return its width."""
    width = min(first_width + then_width - 1, states)
    into[:width, :states] = 0.0
    for j in range(then_width):
        for i in range(min(first_width, width - j)):
            share = into[i + j, j:states]
            early = first[i, : states - j]
            late = then[j, j:states]
            for t in range(states - j):
                share[t] += early[t] * late[t]
    return width


@jitted
def band_of(damage: F64, width: int, target: Target, into: F64) -> int:
    """Write the band of some damage that doesn't carry over to `into`; return its width.

    Parameters
    ----------
    damage : ndarray of float64, shape (groups, health + 1)
        ``damage[g, d]`` is the share in which a model of group g suffers d, cut at its
        wounds.
    width : int
        One more than the most damage.
    """
    states = target.states
    width = min(width, states)
    into[:width, :states] = 0.0
    for s in range(states):
        group = target.fronts[s]
        end = target.ends[s]
        left = end - s
        for d in range(min(left, width)):
            into[d, s + d] += damage[group, d]
        killed = 0.0
        for d in range(left, target.groups[group, 0] + 1):
            killed += damage[group, d]
        if left < width:
            into[left, end] += killed
    return width


@jitted
def thin(pmf: F64, threshold: int, into: F64) -> None:
    """Write how many points of an amount are not ignored by a roll of `threshold`."""
    if threshold == 0:
        into[: pmf.size] = pmf
        return
    ignored = (7 - threshold) / 6
    suffered = (threshold - 1) / 6
    into[: pmf.size] = 0.0
    for n in range(pmf.size - 1, -1, -1):  # Horner: one more point, ignored or suffered
        for i in range(pmf.size - 1 - n, 0, -1):
            into[i] = ignored * into[i] + suffered * into[i - 1]
        into[0] = ignored * into[0] + pmf[n]


@jitted
def add_packet(
    tables: Tables, packet: int, share: float, target: Target, damage: F64, points: F64
) -> int:
    """Add `share` of what a packet does to `damage`; return its width (see `band_of`)."""
    span, saves, mortal, _ = tables.packets[packet]
    start, size, _ = tables.spans[span]
    pmf = tables.masses[start : start + size]
    width = 1
    for g in range(target.groups.shape[0]):
        health = target.groups[g, 0]
        thin(pmf, target.groups[g, 1 + mortal], points)
        failed = share
        if saves >= 0:
            save = tables.rolls[tables.saves[saves + g]]
            failed = share * save[0]
            damage[g, 0] += share * save[1]
        for d in range(size):
            damage[g, min(d, health)] += failed * points[d]
        width = max(width, min(size - 1, health) + 1)
    return width


@jitted
def mixture(
    tables: Tables, nothing: float, shares: F64, packets: I64, target: Target, work: Work, into: F64
) -> tuple[int, float]:
    """Write the band of an event that sends one of some packets, or nothing, to `into`.

    Parameters
    ----------
    nothing : float
        The share in which nothing is sent.
    shares : ndarray of float64, shape (n,)
    packets : ndarray of int64, shape (n,)

    Returns
    -------
    width : int
        Of the band.
    waiting : float
        The share of packets that wait; it is left out of the band.
    """
    damage = work.damage
    damage[:, :] = 0.0
    for g in range(target.groups.shape[0]):
        damage[g, 0] = nothing
    width = 1
    waiting = 0.0
    for k in range(shares.size):
        if shares[k] == 0.0:
            continue
        if tables.packets[packets[k], 3] != 0:
            waiting += shares[k]
            continue
        more = add_packet(tables, packets[k], shares[k], target, damage, work.points)
        width = max(width, more)
    return band_of(damage, width, target, into), waiting


@jitted
def attack_band(tables: Tables, volley: int, target: Target, work: Work) -> tuple[F64, int, float]:
    """Return the band of one attack of a volley, its width, and the share that waits.

    A critical hit is resolved first, then its extra hits one by one as plain hits.
    """
    row = tables.volleys[volley]
    hit_fails, hit, critical = 0.0, 1.0, 0.0
    if row[1] >= 0:
        hit_fails, hit, critical = tables.rolls[row[1]]
    fails, wounds, critically = tables.rolls[row[2]]
    packets = row[5:9]
    shares = np.zeros(4)
    if row[4]:  # a critical hit wounds
        unhurt = 0.0
        shares[2] = critical
    else:
        unhurt = critical * fails
        shares[2] = critical * wounds
        shares[3] = critical * critically
    if row[3] < 0 or critical == 0.0:
        shares[0] = hit * wounds
        shares[1] = hit * critically
        nothing = hit_fails + hit * fails + unhurt
        into = work.bands[0]
        width, waiting = mixture(tables, nothing, shares, packets, target, work, into)
        return into, width, waiting
    special = work.bands[1]
    special_width, _ = mixture(tables, unhurt, shares, packets, target, work, special)
    shares[0], shares[1] = wounds, critically
    plain = work.bands[2]
    plain_width, _ = mixture(tables, fails, shares[:2], packets[:2], target, work, plain)
    start, size, _ = tables.spans[row[3]]
    extra = tables.masses[start : start + size]
    states = target.states
    total, other = work.bands[0], work.bands[3]
    width = special_width
    total[:width, :states] = extra[-1] * special[:width, :states]
    for n in range(size - 2, -1, -1):
        width = compose(total, width, plain, plain_width, states, other)
        total, other = other, total
        total[:special_width, :states] += extra[n] * special[:special_width, :states]
    if plain_width > width:
        total[width:plain_width, :states] = 0.0
        width = plain_width
    total[:plain_width, :states] += hit * plain[:plain_width, :states]
    total[0, :states] += hit_fails
    return total, width, 0.0


@jitted
def point_band(target: Target, work: Work, into: F64) -> int:
    """Write the band of one mortal wound, which carries over, to `into`; return its width."""
    damage = work.damage
    damage[:, :] = 0.0
    for g in range(target.groups.shape[0]):
        threshold = target.groups[g, 2]
        damage[g, 0] = (7 - threshold) / 6 if threshold else 0.0
        damage[g, 1] = (threshold - 1) / 6 if threshold else 1.0
    return band_of(damage, 2, target, into)


# ------------------------------------------------------------------------------ cells


@jitted
def volley(counts: F64, least: int, band: F64, width: int, states: int, rows: F64) -> None:
    """Replace ``rows[0]`` by the probabilities after a random number of attacks.

    Parameters
    ----------
    counts : ndarray of float64, shape (n,)
        Probabilities of `least` attacks and more.
    rows : ndarray of float64, shape (3, 2 * states)
    """
    now, then, kept = rows[0], rows[1], rows[2]
    for _ in range(least):
        apply(band, width, states, now, then)
        now, then = then, now
    if counts.size > 1:
        kept[:] = now
        now *= counts[-1]
        for n in range(counts.size - 2, -1, -1):
            apply(band, width, states, now, then)
            now, then = then, now
            now += counts[n] * kept
    rows[0] = now


@jitted
def waiting_volley(
    counts: F64,
    least: int,
    band: F64,
    width: int,
    share: float,
    unit: F64,
    unit_width: int,
    states: int,
    work: Work,
) -> None:
    """Replace ``rows[0]`` by the probabilities after a volley of which attacks wait.

    Each attack either acts (`band`, which leaves out those that wait) or waits (`share`),
    and what waits does the same each time (`unit`): only the number matters of the n
    attacks that wait, and n over k of the orders have k of them.
    """
    steps, layers = work.steps, work.layers
    most = least + counts.size - 1
    steps[0] = work.rows[0]
    for n in range(most):
        apply(band, width, states, steps[n], steps[n + 1])
    layers[: most + 1] = 0.0
    for i in range(counts.size):
        n = least + i
        ways = counts[i]
        if ways == 0.0:
            continue
        for k in range(n + 1):
            layers[k] += ways * steps[n - k]
            ways *= share * (n - k) / (k + 1)
    now, then = work.rows[0], work.rows[1]
    now[:] = layers[most]
    for k in range(most - 1, -1, -1):
        apply(unit, unit_width, states, now, then)
        now, then = then, now
        now += layers[k]
    work.rows[0] = now


@jitted
def unit_band(tables: Tables, packet: int, target: Target, work: Work) -> tuple[F64, int]:
    """Return the band of a packet that waited, and its width."""
    damage, states = work.damage, target.states
    total, other, point = work.bands[1], work.bands[2], work.bands[3]
    if tables.packets[packet, 3] == 1:
        damage[:, :] = 0.0
        width = add_packet(tables, packet, 1.0, target, damage, work.points)
        return total, band_of(damage, width, target, total)
    start, size, _ = tables.spans[tables.packets[packet, 0]]
    pmf = tables.masses[start : start + size]
    point_width = point_band(target, work, point)
    total[0, :states] = pmf[-1]
    width = 1
    for n in range(size - 2, -1, -1):
        width = compose(total, width, point, point_width, states, other)
        total, other = other, total
        total[0, :states] += pmf[n]
    return total, width


@jitted
def cell(tables: Tables, number: int, work: Work, into: F64) -> None:
    """Write the probabilities of the states at the end of one match-up to `into`."""
    of, volleys, volleys_end, dice, dice_end, waits, _ = tables.cells[number]
    states, first, group, groups = tables.targets[of]
    target = Target(
        states,
        tables.ends[first : first + states],
        tables.fronts[first : first + states],
        tables.groups[group : group + groups],
    )
    rows = work.rows
    zeros = rows.shape[1] // 2
    rows[:, :] = 0.0
    rows[0, zeros] = 1.0
    for index in range(volleys, volleys_end):
        start, size, least = tables.spans[tables.volleys[index, 0]]
        counts = tables.masses[start : start + size]
        band, width, share = attack_band(tables, index, target, work)
        if waits >= 0 and index == volleys_end - 1:
            unit, unit_width = unit_band(tables, waits, target, work)
            waiting_volley(counts, least, band, width, share, unit, unit_width, states, work)
        else:
            volley(counts, least, band, width, states, rows)
    if dice < dice_end:
        point = work.bands[0]
        width = point_band(target, work, point)
        for index in range(dice, dice_end):
            start, size, least = tables.spans[tables.dice[index]]
            volley(tables.masses[start : start + size], least, point, width, states, rows)
    into[:] = rows[0, zeros : zeros + states]


@jitted
def final_states(tables: Tables, sizes: Sizes, begin: int, end: int, out: F64) -> None:
    """Write the probabilities of the states at the end of the cells from `begin` to `end`.

    Parameters
    ----------
    tables : Tables
    sizes : Sizes
    begin, end : int
        One past the last.
    out : ndarray of float64, shape (states of all cells,)
        Of each cell from its own place on.
    """
    states = sizes.states
    work = Work(
        np.empty((4, states, states)),
        np.empty((3, 2 * states)),
        np.zeros((sizes.waiting + 1, 2 * states)),
        np.zeros((sizes.waiting + 1, 2 * states)),
        np.empty((sizes.groups, sizes.health + 1)),
        np.empty(sizes.pmf + 1),
    )
    for number in range(begin, end):
        at = tables.cells[number, 6]
        size = tables.targets[tables.cells[number, 0], 0]
        cell(tables, number, work, out[at : at + size])
