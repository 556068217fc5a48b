"""Units of a list as scenario files, to be edited and run."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.unit import RosterUnit

#: The targets that a file starts with, for each game.
TARGETS = {"wh40k": ("meq", "teq", "veq"), "aos": ("line", "heavy", "monster")}
_PHASES = {"ranged": ("shoot", "shooting"), "melee": ("fight", "fighting")}


def save(roster: ArmyList, folder: str) -> list[str]:
    """Write a scenario file for each unit of a list that attacks; return their paths.

    Each has the unit's shooting and its melee as attackers, the built-in targets of its game,
    and in comments the unit as a target.

    Parameters
    ----------
    roster : ArmyList
    folder : str
        Made if there is none; no file in it is overwritten.

    Raises
    ------
    MathhammerError
        No unit attacks, or the folder can't be written to, or has one of the files.
    """
    files = scenario_files(roster)
    if not files:
        raise MathhammerError("no unit of this list has weapons with numbers: nothing to save")
    paths = {os.path.join(folder, name): text for name, text in files.items()}
    there = next((path for path in paths if os.path.lexists(path)), None)
    if there:
        raise MathhammerError(f"{quoted(there)} is there already: name another folder")
    try:
        os.makedirs(folder, exist_ok=True)
        for path, text in paths.items():
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise MathhammerError(f"{quoted(folder)} can't be written to: {reason}") from None
    return list(paths)


def scenario_files(roster: ArmyList) -> dict[str, str]:
    """Return the scenario files of a list: from their names to their texts."""
    units = [unit for unit in roster.units if unit.attacker]
    digits = len(str(len(units)))
    return {
        f"{i:0{digits}}-{_slug(unit.name)}.toml": scenario_text(unit, roster)
        for i, unit in enumerate(units, 1)
    }


def scenario_text(unit: RosterUnit, roster: ArmyList) -> str:
    """Return a unit as a scenario file.

    Examples
    --------
    >>> gun = {"name": "Bow", "count": 5, "type": "ranged", "attacks": "2", "hit": "4+",
    ...        "wound": "4+", "rend": 0, "damage": "1"}
    >>> archers = RosterUnit("Archers", attacker={"name": "Archers", "weapons": [gun]})
    >>> print(scenario_text(archers, ArmyList("", "aos", 4, "Mist", None, (archers,))))
    # Archers of Mist
    game = "aos"
    target = ["line", "heavy", "monster"]
    <BLANKLINE>
    [[attacker]]
    name = "Archers, shooting"
    phase = "shoot"
    <BLANKLINE>
    [[attacker.weapons]]
    name = "Bow"
    count = 5
    type = "ranged"
    attacks = "2"
    hit = "4+"
    wound = "4+"
    rend = 0
    damage = "1"
    <BLANKLINE>
    """
    assert unit.attacker is not None
    targets = ", ".join(f'"{name}"' for name in TARGETS[roster.game])
    of = f" of {roster.name}" if roster.name else ""
    blocks = [f'# {unit.name}{of}\ngame = "{roster.game}"\ntarget = [{targets}]']
    weapons = unit.attacker["weapons"]
    for kind, (phase, words) in _PHASES.items():
        used = [weapon for weapon in weapons if weapon["type"] == kind]
        if used:
            head = {k: v for k, v in unit.attacker.items() if k != "weapons"}
            head |= {"name": f"{unit.name}, {words}", "phase": phase}
            blocks.append(f"[[attacker]]\n{_fields(head)}")
            blocks += [f"[[attacker.weapons]]\n{_fields(weapon)}" for weapon in used]
    if unit.target:
        about = "As a target, in the place of those above:\n[[target]]"
        blocks.append(_commented(about, unit.target))
    for one in unit.not_modelled:
        stats = {"type": one["type"], "count": one["count"], **one["profile"]}
        blocks.append(_commented(f"Not modelled: {one['name']}", stats))
    return "\n\n".join(blocks) + "\n"


def _commented(about: str, fields: Mapping[str, Any]) -> str:
    plain = {k: v for k, v in fields.items() if not _is_tables(v)}
    lines = [*about.split("\n"), *_fields(plain).split("\n")]
    for name, tables in fields.items():
        for table in tables if _is_tables(tables) else ():
            lines += [f"[[target.{name}]]", *_fields(table).split("\n")]
    return "\n".join(f"# {line}" for line in lines if line)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _fields(fields: Mapping[str, Any]) -> str:
    return "\n".join(f"{_key(name)} = {_value(value)}" for name, value in fields.items())


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        return '"' + "".join(map(_character, value)) + '"'
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(name)} = {_value(one)}' for name, one in value.items())} }}"
    return repr(value)


def _character(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    return f"\\U{ord(character):08x}" if not 0xD800 <= ord(character) < 0xE000 else "?"


def _slug(name: str) -> str:
    """Return a name as part of that of a file, on any system."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40].strip("-")
    return plain or "unit"
