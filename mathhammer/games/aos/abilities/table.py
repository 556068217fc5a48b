"""The table of abilities of Age of Sigmar: every row.

Where abilities are named, this table is asked: by the readers of fields and texts, the steps
of an attack, the notes, and what is suggested for a misspelling. Take `WEAPON` and `UNIT`
from the module, not by themselves, so that a table with more rows can stand in their place.
"""

from mathhammer.games.aos.abilities.anti_rend import ANTI_REND
from mathhammer.games.aos.abilities.charge_damage import CHARGE_DAMAGE
from mathhammer.games.aos.abilities.companion import COMPANION
from mathhammer.games.aos.abilities.crit_auto_wound import CRIT_AUTO_WOUND
from mathhammer.games.aos.abilities.crit_mortal import CRIT_MORTAL
from mathhammer.games.aos.abilities.crit_two_hits import CRIT_TWO_HITS
from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.aos.abilities.shoot_in_combat import SHOOT_IN_COMBAT
from mathhammer.games.aos.abilities.ward import WARD
from mathhammer.games.aos.abilities.without_effect import BLOOD_HUNGRY, WYRDFLAME
from mathhammer.games.common.vocabulary import Vocabulary

#: What a weapon can have.
WEAPON: Vocabulary[Row] = Vocabulary(
    (
        CRIT_MORTAL, CRIT_TWO_HITS, CRIT_AUTO_WOUND, COMPANION, SHOOT_IN_COMBAT, ANTI_REND,
        CHARGE_DAMAGE, BLOOD_HUNGRY, WYRDFLAME,
    )
)  # fmt: skip
#: What stands among the keywords of a target.
UNIT: Vocabulary[Row] = Vocabulary((WARD,))
