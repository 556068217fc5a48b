"""The abilities of every game as a reference: rows for documents, lines for a terminal."""

from collections.abc import Iterator

from mathhammer.games.common.vocabulary import MODELLED, Row
from mathhammer.games.registry import part


def ability_reference(game: str) -> Iterator[tuple[str, Row]]:
    """Yield each ability of a game, with whose it is: ``"weapon"`` or ``"target"``.

    Examples
    --------
    >>> dict((row.form, row.code) for _, row in ability_reference("aos"))["Crit (Mortal)"]
    'A-3'
    """
    table = part(game, "abilities.table")
    for bearer, vocabulary in (("weapon", table.WEAPON), ("target", table.UNIT)):
        for row in vocabulary.rows:
            yield bearer, row


def ability_help(game: str) -> str:
    """Return the abilities of a game for `--help`, a line each.

    Examples
    --------
    >>> print(ability_help("wh40k").splitlines()[1])
      Heavy (HV)             +1 to hit if the unit remained stationary
    """
    lines = []
    for _, row in ability_reference(game):
        name = f"{row.form} ({row.short.upper()})" if row.short else row.form
        said = row.help if row.effect == MODELLED else f"{row.help}; {row.effect}"
        if row.instead:
            said += f": {row.instead}"
        lines.append(f"  {name:22} {said}")
    return "\n".join(lines)
