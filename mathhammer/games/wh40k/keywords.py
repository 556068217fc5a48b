"""Keywords of Warhammer 40,000 that rules of its attack sequence name (W-3, W-4.3)."""

from __future__ import annotations

#: Who shoots, and is shot at, in engagement range (W-4.3).
BIG_GUNS = frozenset({"monster", "vehicle"})
#: Whom Hazardous doesn't slay outright (W-3).
TOUGH_BEARERS = frozenset({"character", "monster", "vehicle"})
