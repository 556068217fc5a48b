"""The words in which Age of Sigmar speaks of what its dice do."""

from mathhammer.games.words import Words, stages

WORDS = Words(
    stages("mortal damage", "damage (allocated)"),
    ward="ward",
    no_ward="no ward",
    lost="damage allocated",
    takes="is allocated",
    waste="what comes after the last model is lost",
    point="health",
    points="health",
    after="saves, the ward and waste",
)
