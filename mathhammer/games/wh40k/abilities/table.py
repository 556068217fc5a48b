"""The table of abilities of Warhammer 40,000: every row.

Where abilities are named, this table is asked: by the readers of fields and texts, the steps
of an attack, the notes, and what is suggested for a misspelling. Take `WEAPON` and `UNIT`
from the module, not by themselves, so that a table with more rows can stand in their place.
"""

from mathhammer.games.common.vocabulary import Vocabulary
from mathhammer.games.wh40k.abilities.anti import ANTI
from mathhammer.games.wh40k.abilities.assault import ASSAULT
from mathhammer.games.wh40k.abilities.blast import BLAST
from mathhammer.games.wh40k.abilities.conversion import CONVERSION
from mathhammer.games.wh40k.abilities.deadly_demise import DEADLY_DEMISE
from mathhammer.games.wh40k.abilities.devastating_wounds import DEVASTATING_WOUNDS
from mathhammer.games.wh40k.abilities.extra_attacks import EXTRA_ATTACKS
from mathhammer.games.wh40k.abilities.feel_no_pain import FEEL_NO_PAIN
from mathhammer.games.wh40k.abilities.hazardous import HAZARDOUS
from mathhammer.games.wh40k.abilities.heavy import HEAVY
from mathhammer.games.wh40k.abilities.ignores_cover import IGNORES_COVER
from mathhammer.games.wh40k.abilities.indirect_fire import INDIRECT_FIRE
from mathhammer.games.wh40k.abilities.lance import LANCE
from mathhammer.games.wh40k.abilities.lethal_hits import LETHAL_HITS
from mathhammer.games.wh40k.abilities.lone_operative import LONE_OPERATIVE
from mathhammer.games.wh40k.abilities.melta import MELTA
from mathhammer.games.wh40k.abilities.pistol import PISTOL
from mathhammer.games.wh40k.abilities.precision import PRECISION
from mathhammer.games.wh40k.abilities.rapid_fire import RAPID_FIRE
from mathhammer.games.wh40k.abilities.row import Row
from mathhammer.games.wh40k.abilities.stealth import STEALTH
from mathhammer.games.wh40k.abilities.sustained_hits import SUSTAINED_HITS
from mathhammer.games.wh40k.abilities.torrent import TORRENT
from mathhammer.games.wh40k.abilities.twin_linked import TWIN_LINKED
from mathhammer.games.wh40k.abilities.without_effect import ONE_SHOT, PSYCHIC

#: What a weapon can have.
WEAPON: Vocabulary[Row] = Vocabulary(
    (
        ASSAULT, HEAVY, LANCE, RAPID_FIRE, IGNORES_COVER, TWIN_LINKED, PISTOL, BLAST,
        INDIRECT_FIRE, PRECISION, TORRENT, LETHAL_HITS, MELTA, HAZARDOUS, SUSTAINED_HITS,
        EXTRA_ATTACKS, DEVASTATING_WOUNDS, ANTI, PSYCHIC, ONE_SHOT, CONVERSION,
    )
)  # fmt: skip
#: What a target can have.
UNIT: Vocabulary[Row] = Vocabulary((STEALTH, LONE_OPERATIVE, FEEL_NO_PAIN, DEADLY_DEMISE))
