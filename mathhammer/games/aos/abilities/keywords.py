"""The keywords that rules ask for: what Anti abilities are against, and what stops commands."""

from mathhammer.games.aos.abilities.anti_rend import CHARGED

KEYWORDS = (
    "beast", "cavalry", "fly", "hero", "infantry", "manifestation", "monster", "priest",
    "unique", "war machine", "wizard", *CHARGED,
)  # fmt: skip
