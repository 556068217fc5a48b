"""What shows Warhammer 40,000 in a text: a skill, strength, AP or toughness."""

import re

from mathhammer.games.text.line import END
from mathhammer.games.text.signs import IS, START

_LABELS = re.compile(
    rf"{START}(?:(?:bs|ws|ballistic skill|weapon skill|strength|str|s|ap|toughness|tough|t){IS}"
    rf"-?[0-9]+\+?{END}|[0-9]+\+?(?:bs|ws|s|t){END}|[0-9]\+\+)"
)
#: What shows the game in a text, and how surely, the surest first.
SIGNS = ((2, _LABELS.search),)
