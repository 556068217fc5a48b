"""The keywords that rules ask for: what Anti abilities are against, and what stratagems need."""

KEYWORDS = (
    "aircraft", "battleline", "beast", "character", "daemon", "epic hero", "fly", "fortification",
    "grenades", "infantry", "monster", "mounted", "psyker", "smoke", "swarm", "titanic",
    "towering", "transport", "vehicle", "walker",
)  # fmt: skip
