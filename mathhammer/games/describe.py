"""Profiles written in the text notation, as they were understood."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mathhammer.games.names import FAILED_SAVES, profiles_of
from mathhammer.games.registry import part
from mathhammer.games.text.modifiers import attack_modifiers_text, target_modifiers_text
from mathhammer.games.text.names import group_text, is_points, keyword_text, name_text

if TYPE_CHECKING:
    from mathhammer.core.record import Record
    from mathhammer.games.profiles import Unit, Weapon


def describe_weapon(weapon: Weapon) -> str:
    """Return a weapon in the text notation of its game, as it was understood.

    Returns
    -------
    str
        One line, which `weapon_fields` or `aos_weapon_fields` reads back as the same weapon.

    Examples
    --------
    >>> from mathhammer.games.profiles import Weapon
    >>> describe_weapon(Weapon(count=5, attacks="2", skill=3, strength=4, ap=-1, damage="D6"))
    '5x A2 BS3+ S4 AP-1 DD6'
    >>> describe_weapon(Weapon(name="spear", attacks=2, hit=3, wound=4, damage=1, champion=True))
    '1x spear: 2/3+/4+/-/1 [champion]'
    """
    text = part(weapon.game, "weapon_text")
    name = [name_text(weapon.name, text.Reading)] if weapon.name else []
    stats, inside = text.describe_weapon(weapon)
    if weapon.start:
        inside.insert(0, weapon.start if weapon.start == FAILED_SAVES else f"start: {weapon.start}")
    inside += attack_modifiers_text(weapon.modifiers)
    if weapon.modes is not None:
        modes = group_text(weapon.modes)
        colon = ":" if modes != weapon.modes else ""
        inside.insert(0, f"modes{colon} {modes}")
    if weapon.group is not None:
        inside.append(f"group: {group_text(weapon.group)}")
    return _line([f"{weapon.count}x", *name, *stats], inside, _riders(weapon.modifiers))


def describe_all(attacker: Unit) -> str:
    """Return what an attacker gives to each of its weapons, as it may stand behind each.

    Examples
    --------
    >>> from mathhammer.games.profiles import Unit
    >>> rider = {"ap": -1, "damage": 1}
    >>> modifiers = {"on_critical_wound": rider, "hit": 1}
    >>> gun = "A2 BS3+ S4 D1"
    >>> describe_all(Unit(weapons=gun, abilities="Lethal Hits", modifiers=modifiers))
    '[Lethal Hits, +1 to hit] [crit wound: AP-1, +1 damage]'
    """
    inside = [*map(str, attacker.abilities), *attack_modifiers_text(attacker.modifiers)]
    return _line([], inside, _riders(attacker.modifiers))


def _riders(modifiers: Record) -> list[str]:
    """Return what critical rolls add, each in brackets of its own."""
    if not any(name.startswith("on_critical") for name in modifiers.__dict__):
        return []
    from mathhammer.games.text.riders import riders_text

    return [f"[{text}]" for text in riders_text(modifiers)]


def weapon_label(weapon: Weapon) -> str:
    """Return the text that stands for the name of a weapon which has none.

    Examples
    --------
    >>> from mathhammer.games.profiles import Weapon
    >>> weapon_label(Weapon(attacks=2, skill=3, strength=4, damage=1, abilities="Heavy"))
    'A2 BS3+ S4 AP0 D1 [Heavy]'
    """
    return describe_weapon(weapon).removeprefix("1x ")


def describe_target(unit: Unit) -> str:
    """Return a target in the text notation of its game, as it was understood.

    Returns
    -------
    str
        One line, which `target_fields` reads back as the same target: groups and leaders
        follow behind ``+``. What the unit has to attack with is left out.

    Examples
    --------
    >>> from mathhammer.games.profiles import Unit
    >>> describe_target(Unit(preset="teq"))
    '5x teq T5 Sv2+ W3 4++ [Infantry]'
    >>> describe_target(Unit(models=10, health=2, save="4+", ward=6, keywords="Infantry"))
    '10x H2 Sv4+ Ward6+ [Infantry]'
    """
    words = _words_of(unit)
    name = [name_text(unit.name, part(unit.game, "target_text").Reading)] if unit.name else []
    return _line([*words.size, *name, *words.preset, *words.stats], words.inside, words.behind)


def target_label(unit: Unit) -> str:
    """Return the text that stands for the name of a target which has none.

    Returns
    -------
    str
        Its size (of several models), and of one that starts from a preset what differs from
        that; without points.

    Examples
    --------
    >>> from mathhammer.games.profiles import Unit
    >>> target_label(Unit(preset="teq")), target_label(Unit(preset="teq", models=10, wounds=4))
    ('5x teq', '10x teq W4')
    """
    words = _words_of(unit)
    stats, inside = words.stats, words.inside
    if unit.preset is not None:
        whole = _words_of_preset(unit.game, unit.preset)
        stats = [word for word in stats if word not in whole.stats]
        inside = [word for word in inside if word not in whole.inside]
    stats, behind = ([w for w in written if not is_points(w)] for written in (stats, words.behind))
    text = _line([*words.size, *words.preset, *stats], inside, behind)
    return text.removeprefix("1x ")


class _Words(NamedTuple):
    """A target in words: what stands where in its text, without its name."""

    size: list[str]
    preset: list[str]
    stats: list[str]
    inside: list[str]
    behind: list[str]


def _words_of(unit: Unit) -> _Words:
    text = part(unit.game, "target_text")
    stats, behind = text.describe_target(unit)
    inside = [keyword_text(word, text.Reading) for word in sorted(unit.keywords)]
    if not inside and unit.preset is not None:
        inside.append("no keywords")
    inside += [str(ability) for ability in unit.abilities if text.of_target(ability)]
    inside += target_modifiers_text(unit.defence, unit.preset is not None)
    size = ["all"] if "groups" in unit.__dict__ else [f"{unit.models}x"]
    return _Words(size, [unit.preset] if unit.preset else [], stats, inside, behind)


@lru_cache(maxsize=256)
def _words_of_preset(game: str, preset: str) -> _Words:
    return _words_of(profiles_of(game).Unit(preset=preset))


def _line(before: list[str], inside: list[str], behind: list[str] | None = None) -> str:
    brackets = [f"[{', '.join(inside)}]"] if inside else []
    return " ".join([*before, *brackets, *(behind or [])])
