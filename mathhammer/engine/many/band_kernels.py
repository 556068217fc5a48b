"""Many match-ups at once, exactly: what is compiled for `batch`.

The kernel carries the probabilities of a unit's states through one match-up after
another. Models fall in a fixed order, so state s means s wounds lost, and what one attack
does only ever adds to s: its operator is a *band*, an array ``band[j, t]`` with the share
of state t - j that arrives at t. Every event of an attack that is resolved at once has the
shape "some damage, cut at the front model", so a mixture of such events is one band again:
an attack is one narrow band, and a volley is that band applied once an attack. Extra hits
and points that carry over are products of bands.

Only products of non-negative numbers are added up, so tails keep their relative accuracy.
"""

from typing import Any, NamedTuple

import numpy as np

from mathhammer.engine.jit import ONE, ZERO, entry, inner
from mathhammer.engine.many.layout import F64, I64, Sizes, Tables


class Target(NamedTuple):
    """What `Tables` say of one target."""

    states: int
    ends: I64
    fronts: I64
    groups: Any


class Work(NamedTuple):
    """Working memory of one thread.

    Attributes
    ----------
    bands : ndarray of float64, shape (4, states, states)
    rows : ndarray of float64, shape (3, 2 * states)
        Probabilities of states, behind as many zeros: a band reads before the first state.
    steps, layers : ndarray of float64, shape (waiting + 1, 2 * states)
    damage : ndarray of float64, shape (groups, health + 1)
    points : ndarray of float64, shape (pmf,)
    """

    bands: F64
    rows: F64
    steps: F64
    layers: F64
    damage: F64
    points: F64


# ------------------------------------------------------------------------------ bands


@inner
def apply(band: F64, width: int, states: int, source: F64, goal: F64) -> None:
    """Write ``source @ band`` to `goal`; rows as in `Work`."""
    zeros = source.size // 2
    into = goal[zeros : zeros + states]
    share = band[0, :states]
    early = source[zeros : zeros + states]
    for t in range(states):
        into[t] = share[t] * early[t]
    for j in range(1, width):
        share = band[j, :states]
        early = source[zeros - j : zeros - j + states]
        for t in range(states):
            into[t] += share[t] * early[t]


@inner
def compose(
    first: F64, first_width: int, then: F64, then_width: int, states: int, into: F64
) -> int:
    """Write the band of `first` and `then` in turn to `into`; return its width."""
    width = min(first_width + then_width - 1, states) if first_width else 0
    into[:width, :states] = 0.0
    for j in range(then_width):
        for i in range(min(first_width, width - j)):
            share = into[i + j, j:states]
            early = first[i, : states - j]
            late = then[j, j:states]
            for t in range(states - j):
                share[t] += early[t] * late[t]
    return width


@inner
def add_band(share: float, band: F64, width: int, states: int, into: F64, into_width: int) -> int:
    """Add a share of a band to another one; return the width of the sum."""
    for j in range(width):
        for t in range(states):
            if j >= into_width:
                into[j, t] = 0.0
            into[j, t] += share * band[j, t]
    return max(width, into_width)


@inner
def band_of(damage: F64, width: int, target: Target, into: F64) -> int:
    """Write the band of damage that doesn't carry over to `into`; return its width.

    Parameters
    ----------
    damage : ndarray of float64, shape (groups, health + 1)
        ``damage[g, d]`` is the share in which a model of group g suffers d, cut at its
        wounds.
    width : int
        One more than the most damage.
    target : Target
    into : ndarray of float64, shape (width, states) or larger
    """
    states = target.states
    used = min(width, states)
    into[:used, :states] = 0.0
    for s in range(states):
        of_group = damage[target.fronts[s]]
        end = target.ends[s]
        left = end - s
        for d in range(min(left, width)):
            into[d, s + d] += of_group[d]
        if left < width:
            killed = 0.0
            for d in range(left, width):
                killed += of_group[d]
            into[left, end] += killed
    return used


@inner
def thin(pmf: F64, threshold: int, into: F64) -> None:
    """Write how many points of an amount are not ignored, by a roll of `threshold` each."""
    ignored = (7 - threshold) / 6 if threshold else 0.0
    suffered = (threshold - 1) / 6 if threshold else 1.0
    into[: pmf.size] = 0.0
    for n in range(pmf.size - 1, -1, -1):  # Horner: one more point, ignored or suffered
        for i in range(pmf.size - 1 - n, 0, -1):
            into[i] = ignored * into[i] + suffered * into[i - 1]
        into[0] = ignored * into[0] + pmf[n]


@inner
def pmf_of(tables: Tables, span: int) -> F64:
    """Return a pmf."""
    start = tables.spans[span]["start"]
    return tables.masses[start : start + tables.spans[span]["size"]]


@inner
def add_packet(
    tables: Tables, number: int, share: float, target: Target, damage: F64, points: F64
) -> int:
    """Add `share` of what a packet does to `damage`; return its width (see `band_of`)."""
    packet = tables.packets[number]
    pmf = pmf_of(tables, packet["damage"])
    width = 1
    for g in range(target.groups.size):
        group = target.groups[g]
        health = group["health"]
        thin(pmf, group["ignore_mortal"] if packet["mortal"] else group["ignore"], points)
        failed = share
        if packet["saves"] >= 0:
            save = tables.rolls[tables.saves[packet["saves"] + g]]
            failed = share * save[0]
            damage[g, 0] += share * save[1]
        for d in range(pmf.size):
            damage[g, min(d, health)] += failed * points[d]
        width = max(width, min(pmf.size - 1, health) + 1)
    return width


@inner
def mixture(
    tables: Tables,
    nothing: float,
    shares: tuple[float, ...],
    packets: tuple[int, ...],
    target: Target,
    work: Work,
    into: F64,
) -> tuple[int, float]:
    """Write the band of an event that sends one of some packets, or nothing, to `into`.

    Parameters
    ----------
    tables : Tables
    nothing : float
        The share in which nothing is sent.
    shares : tuple of float
    packets : tuple of int
    target : Target
    work : Work
    into : ndarray of float64, shape (width, states) or larger

    Returns
    -------
    width : int
        Of the band.
    waiting : float
        The share of packets that wait; it is left out of the band.
    """
    damage = work.damage
    damage[:, :] = 0.0
    damage[:, 0] = nothing
    width = ONE
    waiting = 0.0
    for k in range(4):
        if shares[k] == 0.0:
            continue
        if tables.packets[packets[k]]["when"]:
            waiting += shares[k]
        else:
            more = add_packet(tables, packets[k], shares[k], target, damage, work.points)
            width = max(width, more)
    return band_of(damage, width, target, into), waiting


@inner
def attack_band(tables: Tables, number: int, target: Target, work: Work) -> tuple[F64, int, float]:
    """Return the band of one attack of a volley, its width, and the share that waits.

    A critical hit is resolved first, then its extra hits one by one as plain hits.
    """
    volley = tables.volleys[number]
    missed, hit, critical = 0.0, 1.0, 0.0
    if volley["hit"] >= 0:
        roll = tables.rolls[volley["hit"]]
        missed, hit, critical = roll[0], roll[1], roll[2]
    roll = tables.rolls[volley["wound"]]
    failed, wound, wound_critical = roll[0], roll[1], roll[2]
    packets = (
        volley["plain"],
        volley["hit_then_critical_wound"],
        volley["critical"],
        volley["critical_critical"],
    )
    if volley["auto_wound"]:
        special_nothing, special_wound, special_critical = 0.0, critical, 0.0
    else:
        special_nothing = critical * failed
        special_wound, special_critical = critical * wound, critical * wound_critical
    if volley["extra"] < 0 or critical == 0.0:
        shares = (hit * wound, hit * wound_critical, special_wound, special_critical)
        nothing = missed + hit * failed + special_nothing
        total = work.bands[0]
        width, waiting = mixture(tables, nothing, shares, packets, target, work, total)
        return total, width, waiting
    special, plain = work.bands[2], work.bands[3]
    shares = (0.0, 0.0, special_wound, special_critical)
    special_width, _ = mixture(tables, special_nothing, shares, packets, target, work, special)
    shares = (wound, wound_critical, 0.0, 0.0)
    plain_width, _ = mixture(tables, failed, shares, packets, target, work, plain)
    extra = pmf_of(tables, volley["extra"])
    states = target.states
    total, other = work.bands[0], work.bands[1]
    width = ZERO
    for n in range(extra.size - 1, -1, -1):  # Horner: one more extra hit, a plain one
        width = compose(total, width, plain, plain_width, states, other)
        total, other = other, total
        width = add_band(extra[n], special, special_width, states, total, width)
    width = add_band(hit, plain, plain_width, states, total, width)
    for t in range(states):
        total[0, t] += missed
    return total, width, 0.0


@inner
def point_band(target: Target, work: Work, into: F64) -> int:
    """Write the band of one mortal wound, which carries over, to `into`; return its width."""
    damage = work.damage
    damage[:, :] = 0.0
    for g in range(target.groups.size):
        threshold = target.groups[g]["ignore_mortal"]
        damage[g, 0] = (7 - threshold) / 6 if threshold else 0.0
        damage[g, 1] = (threshold - 1) / 6 if threshold else 1.0
    return band_of(damage, ONE + 1, target, into)


@inner
def unit_band(tables: Tables, number: int, target: Target, work: Work) -> tuple[F64, int]:
    """Return the band of a packet that waited, and its width."""
    packet = tables.packets[number]
    total, other, point = work.bands[1], work.bands[2], work.bands[3]
    if packet["when"] == 1:
        work.damage[:, :] = 0.0
        width = add_packet(tables, number, 1.0, target, work.damage, work.points)
        return total, band_of(work.damage, width, target, total)
    states = target.states
    point_width = point_band(target, work, point)
    pmf = pmf_of(tables, packet["damage"])
    total[0, :states] = pmf[-1]
    width = ONE
    for n in range(pmf.size - 2, -1, -1):  # Horner: one more point
        width = compose(total, width, point, point_width, states, other)
        total, other = other, total
        for t in range(states):
            total[0, t] += pmf[n]
    return total, width


# ------------------------------------------------------------------------------ cells


@inner
def repeat(counts: F64, least: int, band: F64, width: int, states: int, rows: F64) -> None:
    """Apply a band a random number of times to ``rows[0]``.

    Parameters
    ----------
    counts : ndarray of float64, shape (n,)
        Probabilities of `least` times and more.
    least : int
    band : ndarray of float64, shape (width, states) or larger
    width : int
    states : int
    rows : ndarray of float64, shape (3, 2 * states)
    """
    zeros = rows.shape[1] // 2
    now, then, kept = rows[0], rows[1], rows[2]
    for _ in range(least):
        apply(band, width, states, now, then)
        now, then = then, now
    if counts.size > 1:
        for t in range(zeros, zeros + states):
            kept[t] = now[t]
            now[t] *= counts[-1]
        for n in range(counts.size - 2, -1, -1):
            apply(band, width, states, now, then)
            now, then = then, now
            for t in range(zeros, zeros + states):
                now[t] += counts[n] * kept[t]
    for t in range(zeros, zeros + states):
        rows[0, t] = now[t]


@inner
def waiting_volley(
    counts: F64, least: int, attack: tuple[F64, int, float], unit: tuple[F64, int], states: int,
    work: Work,
) -> None:  # fmt: skip
    """Apply a volley of which some attacks wait to ``rows[0]``, and then what waited.

    Each attack either acts (its band leaves out what waits) or waits, and what waits does
    the same each time. So numbers are enough: of n attacks, k wait in n over k orders.
    """
    band, width, share = attack
    unit_band, unit_width = unit
    zeros = work.rows.shape[1] // 2
    steps, layers = work.steps, work.layers
    most = least + counts.size - 1
    for t in range(zeros, zeros + states):
        steps[0, t] = work.rows[0, t]
    for n in range(most):
        apply(band, width, states, steps[n], steps[n + 1])
    layers[: most + 1, zeros : zeros + states] = 0.0
    for i in range(counts.size):
        ways = counts[i]
        for k in range(least + i + 1):
            for t in range(zeros, zeros + states):
                layers[k, t] += ways * steps[least + i - k, t]
            ways *= share * (least + i - k) / (k + 1)
            if ways == 0.0:
                break
    now, then = work.rows[0], work.rows[1]
    for t in range(zeros, zeros + states):
        now[t] = layers[most, t]
    for k in range(most - 1, -1, -1):
        apply(unit_band, unit_width, states, now, then)
        now, then = then, now
        for t in range(zeros, zeros + states):
            now[t] += layers[k, t]
    for t in range(zeros, zeros + states):
        work.rows[0, t] = now[t]


@inner
def match_up(tables: Tables, number: int, work: Work, into: F64) -> None:
    """Write the probabilities of the states at the end of one match-up to `into`."""
    cell = tables.cells[number]
    row = tables.targets[cell["target"]]
    states, start = row["states"], row["start"]
    target = Target(
        states,
        tables.ends[start : start + states],
        tables.fronts[start : start + states],
        tables.groups[row["group"] : row["group"] + row["groups"]],
    )
    rows = work.rows
    zeros = rows.shape[1] // 2
    rows[:, :] = 0.0
    rows[0, zeros] = 1.0
    for index in range(cell["volleys"], cell["volleys_end"]):
        span = tables.volleys[index]["attacks"]
        counts, least = pmf_of(tables, span), tables.spans[span]["first"]
        attack = attack_band(tables, index, target, work)
        if cell["waiting"] >= 0 and index == cell["volleys_end"] - 1:
            unit = unit_band(tables, cell["waiting"], target, work)
            waiting_volley(counts, least, attack, unit, states, work)
        else:
            repeat(counts, least, attack[0], attack[1], states, rows)
    if cell["dice"] < cell["dice_end"]:
        point = work.bands[0]
        width = point_band(target, work, point)
        for index in range(cell["dice"], cell["dice_end"]):
            span = tables.dice[index]
            counts, least = pmf_of(tables, span), tables.spans[span]["first"]
            repeat(counts, least, point, width, states, rows)
    for t in range(states):
        into[t] = rows[0, zeros + t]


@entry
def final_states(tables: Tables, sizes: Sizes, begin: int, end: int, out: F64) -> None:
    """Write the probabilities of the states at the end of the cells from `begin` to `end`.

    Parameters
    ----------
    tables : Tables
    sizes : Sizes
    begin, end : int
        Cells; one past the last.
    out : ndarray of float64, shape (states of all cells,)
    """
    states = sizes.states
    work = Work(
        np.empty((4, states, states)),
        np.empty((3, 2 * states)),
        np.zeros((sizes.waiting + 1, 2 * states)),
        np.zeros((sizes.waiting + 1, 2 * states)),
        np.empty((sizes.groups, sizes.health + 1)),
        np.empty(sizes.pmf),
    )
    for number in range(begin, end):
        cell = tables.cells[number]
        at = cell["out"]
        match_up(tables, number, work, out[at : at + tables.targets[cell["target"]]["states"]])
