"""The text notation: its labels from the grammars, its examples as the program reads them."""

from __future__ import annotations

from mathhammer.games.aos import target_text as aos_target
from mathhammer.games.aos import weapon_text as aos_weapon
from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.names import AOS, WH40K
from mathhammer.games.wh40k import target_text as wh40k_target
from mathhammer.games.wh40k import weapon_text as wh40k_weapon
from mathhammer.reading.read_units import read_attacker, read_target
from site_pages.markdown import cell, table

_READINGS = (
    ("Weapon, Warhammer 40,000", wh40k_weapon), ("Target, Warhammer 40,000", wh40k_target),
    ("Weapon, Age of Sigmar", aos_weapon), ("Target, Age of Sigmar", aos_target),
)  # fmt: skip
_WEAPONS = (
    (WH40K, "10x A2 BS3+ S4 AP-1 D1"),
    (WH40K, '5x bolt rifle: 24" A2 BS3+ S4 AP-1 D1 [Assault, Heavy]'),
    (WH40K, "melta BS3+ S9 AP-4 DD6 A1 [Melta 2]"),
    (WH40K, "flamer: AD6 S4 AP0 D1 [Torrent, Ignores Cover]"),
    (WH40K, "3x fist: 3A WS3+ S8 AP2 D2"),
    (WH40K, "1x A1 BS3+ S9 AP-3 D3"),
    (WH40K, "1x A1 BS3+ S9 AP-3 DD3"),
    (WH40K, "1x A1 BS3+ S9 AP-3 D6+1"),
    (WH40K, "10x A2 BS3+ S4 AP0 D1 [re-roll hits: ones, +1 to wound, crit hits 5+]"),
    (WH40K, "10x A2 BS3+ S4 AP0 D1 [lethals, dev wounds, sus 1, anti inf 4+]"),
    (WH40K, "10x A2 BS3+ S4 AP0 D1 [Heavy] [crit wound: AP-2, +1 damage, D3 mortals]"),
    (WH40K, "12 failed saves D2"),
    (WH40K, "8 hits S5 AP-1 D1"),
    (AOS, "10x blade: 2/3+/4+/1/D3 [Crit (Mortal), champion]"),
    (AOS, "5x javelin: 12\" 1/4+/4+/-/1 [Shoot in Combat]"),
    (AOS, "Atk 2 Hit 3+ Wnd 4+ Rnd 1 Dmg D3"),
    (AOS, "10x claws: 3/4+/3+/-/1 [Companion, Anti-Infantry (+1 Rend)]"),
)  # fmt: skip
_TARGETS = (
    (WH40K, "10x meq"), (WH40K, "5x T4 Sv3+ W2 4++ 5+++ [Infantry, Stealth]"),
    (WH40K, "T10 Sv3+ W12 Inv5+ FNP6+ [Vehicle]"),
    (WH40K, "5x Line Guards T4 Sv3+ W2"),
    (WH40K, "3x knights: T5 Sv2+ W3 [Infantry, -1 damage, +1 save]"),
    (WH40K, "5x T4 Sv3+ W2 [inf, in cover, half damage, wounds on 4+]"),
    (WH40K, "5x T4 Sv3+ W2 + leader Sv2+ W5 4++"),
    (WH40K, "3x shields: Sv2+ W3 + 5x T4 Sv3+ W2"),
    (AOS, "10x heavy"), (AOS, "10x H2 Sv3+ Ward5+ [Infantry]"),
    (AOS, "1x H14 Sv4+ damage taken 3 [Monster, -1 to hit]"),
)  # fmt: skip


def _weapon(game: str, text: str) -> str:
    (weapon,) = read_attacker(text, game).weapons
    return describe_weapon(weapon)


def labels() -> str:
    """Return the labels of every field, role by role."""
    parts = []
    for title, module in _READINGS:
        spelt: dict[str, list[str]] = {}
        for label, (field, _, _) in module._GRAMMAR.labels.items():
            spelt.setdefault(field, []).append(label)
        expected = {field: words for field, _, words in module._GRAMMAR.labels.values()}
        rows = [
            (f"`{field}`", ", ".join(f"`{one}`" for one in several), cell(expected[field]))
            for field, several in spelt.items()
        ]
        parts += [f"### {title}", table(("field", "labels, in any case", "its value"), rows)]
    return "\n\n".join(parts)


def page() -> str:
    """Return the page."""
    weapons = [(f"`{text}`", f"`{_weapon(game, text)}`") for game, text in _WEAPONS]
    targets = [
        (f"`{text}`", f"`{describe_target(read_target(text, game))}`") for game, text in _TARGETS
    ]
    return f"""# Text notation

A weapon or a target in one line, as people type it. It may stand wherever a weapon or target
is expected: on the
command line, in a file, in Python. The answer says how it was read.

## A weapon

```text
10x name: A2 BS3+ S4 AP-1 D1 24" [abilities, modifiers]
```

- `10x` is the number of copies; left out, one.
- The name ends at the last colon before the first number. Without a colon, words before the
  first number are the name.
- Then come the numbers, in any order. A label binds to what touches it: `D3` is damage 3,
  `DD3` a die; a note says so, with what the die would do. `D6+1`
  and `D3+3` are dice and a number. A label that touches nothing takes what follows (`D D6`,
  `A 2`); a number
  that touches a label after it belongs to it (`2A`).
- `BS` makes a ranged weapon, `WS` a melee one. `AP1` means -1. Inches are written `24"` or
  `24in`.
- Brackets hold [abilities](abilities.md) and modifiers: `+1 to hit`, `re-roll wounds:
  failures`, `crit hits 5+`,
  `+1 damage`, separated by commas. Case and hyphens are free, and each word of an ability may
  be cut short, to three letters of the first at least: `lethals`, `dev wounds`, `twinlinked`,
  `sus 1`, `anti inf 4+`, `crit auto`.
- In Age of Sigmar five values stand in the order of a warscroll,
  attacks/hit/wound/rend/damage; labels work, too.
  A range makes it a ranged weapon.

{table(("you write", "it is read as"), weapons)}

## A target

```text
10x meq                                       a built-in target
5x T4 Sv3+ W2 4++ 5+++ [Infantry, Stealth]    its own numbers
10x H2 Sv3+ Ward5+ [Infantry]                 Age of Sigmar
```

Words before the first number are the name (`5x Line Guards T4 Sv3+ W2`); a name that holds
a number or ends like a label ends with a colon.
`4++` is an invulnerable save, `5+++` Feel No Pain. Brackets hold keywords, abilities and modifiers:
`in cover`, `-1 to hit`, `-1 damage`, `half damage`, `damage to 1`, `wounds on 4+` (lower rolls to
wound always fail), `+1 save`. What belongs to a weapon or to the situation is refused with where it
belongs; a keyword that no rule asks for is noted.
[Built-in targets](targets.md).

{table(("you write", "it is read as"), targets)}

## Dice

A number or dice: `3`, `D6`, `2D6`, `D6+2`, `2D3+1`, `D6+D3`, `3D6kh2` (the highest two of
three).

## Labels

{labels()}
"""
