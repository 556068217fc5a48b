"""Rows of a program as records: read by name where they lie, without a copy.

Each function takes the program and the place of a row. See `layout` for what is in them.
"""

from typing import Any

from mathhammer.engine.jit import ZERO, inlined, reads
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.layout import I64

_head_at = reads(layout.HEAD)
roll_at = reads(layout.ROLL)
amount_at = reads(layout.AMOUNT)
packet_at = reads(layout.PACKET)
volley_at = reads(layout.VOLLEY)
dice_at = reads(layout.DICE)
action_at = reads(layout.ACTION)
unit_at = reads(layout.UNIT)
bearers_at = reads(layout.BEARERS)
step_at = reads(layout.STEP)
move_at = reads(layout.MOVE)
explosion_at = reads(layout.EXPLOSION)
check_at = reads(layout.CHECK)
event_at = reads(layout.EVENT)


@inlined
def head_of(program: I64) -> Any:
    """Return what a program begins with."""
    return _head_at(program, ZERO)
