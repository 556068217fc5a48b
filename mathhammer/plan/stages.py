"""The stages of an attack."""

from __future__ import annotations

#: What is counted event by event, in the order of the sequence. Then come damage and models
#: slain, which are read off the target.
STAGES = ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled")
