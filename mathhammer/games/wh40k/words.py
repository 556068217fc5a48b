"""The words in which Warhammer 40,000 speaks of what its dice do."""

from mathhammer.games.words import Words, stages

WORDS = Words(
    stages("mortal wounds", "damage (wounds lost)"),
    ward="Feel No Pain",
    no_ward="without Feel No Pain",
    lost="wounds lost",
    takes="takes wounds off",
    waste="what exceeds the wounds of a model, or comes after the last one, is lost",
    point="wound",
    points="wounds",
    after="saves, Feel No Pain and waste",
)
