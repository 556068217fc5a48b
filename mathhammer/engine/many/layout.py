"""Layout of the match-ups of a batch: tables of records that refer to each other by rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

F64 = npt.NDArray[np.float64]
I64 = npt.NDArray[np.int64]


def _integers(names: str) -> np.dtype[np.void]:
    return np.dtype([(name, np.int64) for name in names.split()])


#: A match-up: its target, its volleys and dice packets (first, and one past the last), the
#: packet that waits or -1, and where in the output its states begin.
CELL = _integers("target volleys volleys_end dice dice_end waiting out")
#: Spans of the number of attacks and of the extra hits (-1: none); rolls to hit (-1: none)
#: and to wound; whether a critical hit wounds; the packets of the wound and of the critical
#: wound of an ordinary hit, then of a critical hit.
VOLLEY = _integers(
    "attacks extra hit wound auto_wound plain hit_then_critical_wound critical critical_critical"
)
#: Span of the damage; the first of its `saves` (-1: no save); 1 for mortal wounds; when:
#: 0 now, 1 after the volleys packet by packet, 2 in the pool.
PACKET = _integers("damage saves mortal when")
#: A pmf: where in `masses` it starts, its length, the value of its first entry.
SPAN = _integers("start size first")
#: Number of states; where in `ends` and `fronts` they start; groups likewise.
TARGET = _integers("states start group groups")
#: Wounds of a model; the rolls that ignore a lost wound, and a mortal wound (0: none).
GROUP = _integers("health ignore ignore_mortal")


class Tables(NamedTuple):
    """What the match-ups of a batch are made of; rows refer to rows by their index.

    Attributes
    ----------
    cells : ndarray of CELL, shape (cells,)
    volleys : ndarray of VOLLEY, shape (n,)
    packets : ndarray of PACKET, shape (n,)
    dice : ndarray of int64, shape (n,)
        Spans of the mortal wounds that dice packets inflict.
    spans : ndarray of SPAN, shape (n,)
    masses : ndarray of float64, shape (n,)
    rolls : ndarray of float64, shape (n, 3)
        P(fail), P(success), P(critical).
    saves : ndarray of int64, shape (n,)
        Rolls, one for each group of the target.
    targets : ndarray of TARGET, shape (n,)
    ends, fronts : ndarray of int64, shape (n,)
        For each state: the state in which the front model is dead, and its group.
    groups : ndarray of GROUP, shape (n,)
    """

    cells: Any
    volleys: Any
    packets: Any
    dice: I64
    spans: Any
    masses: F64
    rolls: F64
    saves: I64
    targets: Any
    ends: I64
    fronts: I64
    groups: Any


class Sizes(NamedTuple):
    """The largest of each thing in a batch, for the working memory.

    Attributes
    ----------
    states, groups, health : int
        Of one target.
    pmf : int
        Length of a packet's pmf.
    waiting : int
        Attacks of a volley of which some wait.
    """

    states: int
    groups: int
    health: int
    pmf: int
    waiting: int
