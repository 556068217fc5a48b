"""Layout of the match-ups of a batch: tables of records that refer to each other by rows.

A batch packs by tables and not into a program as Monte Carlo does, because it packs something
else: probabilities of what is rolled instead of faces, and thousands of plans instead of one. What
they have in common stands once; a match-up is a row of seven numbers, and blocks of them go
through the kernel side by side. Both packers keep parts by their places (`core.lazy.Filled`).
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathhammer.engine.packing import row_type

F64 = npt.NDArray[np.float64]
I64 = npt.NDArray[np.int64]


#: A match-up: its target, its volleys and dice packets (first, and one past the last), the
#: packet that waits or -1, and where in the output its states begin.
CELL = row_type("target volleys volleys_end dice dice_end waiting out")
#: Spans of the number of attacks and of the extra hits (-1: none); rolls to hit (-1: none)
#: and to wound; whether a critical hit wounds; the packets of the wound and of the critical
#: wound of an ordinary hit, then of a critical hit.
VOLLEY = row_type(
    "attacks extra hit wound auto_wound plain hit_then_critical_wound critical critical_critical"
)
#: Span of the damage; the first of its `saves` (-1: no save); 1 for mortal wounds; when:
#: 0 now, 1 after the volleys packet by packet, 2 in the pool.
PACKET = row_type("damage saves mortal when")
#: A pmf: where in `masses` it starts, its length, the value of its first entry.
SPAN = row_type("start size first")
#: Number of states; where in `ends` and `fronts` they start; groups likewise.
TARGET = row_type("states start group groups")
#: Wounds of a model; the rolls that ignore a lost wound, and a mortal wound (0: none).
GROUP = row_type("health ignore ignore_mortal")


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
