"""Every field of scenario files."""

from __future__ import annotations

from mathhammer.core.record import Record
from mathhammer.games.names import AOS, TITLES, WH40K, profiles_of
from mathhammer.reading import attack
from mathhammer.reading import turn as turns
from site_pages.markdown import fields_table, summary, table

_TOP = {
    "game": "`wh40k` (Warhammer 40,000) or `aos` (Age of Sigmar). Left out: what the weapons show, "
    "else `wh40k`.",
    "kind": "`attack` (default), `turn`, `heroes`, or the kind of a [check](checks.md).",
    "ruleset": "The [rulings](rulings.md), by name.",
    "context": "The [situation](#context). An attacker may have its own, merged over this one.",
    "attacker": "A unit with weapons, or a list of them to compare: [fields](#attacker). A text "
    "is a weapon.",
    "target": "A unit to attack, or a list: [fields](#target). A text is a target.",
    "sweep": "Dotted fields with a list of values each: [sweeps](../how-to/sweeps.md).",
    "id": "Yours; nothing reads it.",
    "title": "Yours; nothing reads it.",
    "note": "Yours; nothing reads it.",
    "expect": "Yours; nothing reads it.",
    "$schema": "For your [editor](../how-to/editors.md); nothing reads it.",
}
_TURN = {
    "units": "A table of units by name: weapons as an attacker, defence as a target, and "
    "[fields of turns](#unit-of-a-turn).",
    "step": "The [steps](steps.md), in order.",
    "gap": "Inches between the two sides at the start.",
}
_CHOICES = {
    "mix": 'Targets with their shares: `"60 % meq, 40 % veq"`, or a list of pairs.',
    "option": "A list of what models may take: `name`, `weapons`, `cost` (points each time), "
    "`most`, `least`, `replaces` (the weapon of which a copy is given up each time).",
    "limit": "A list of limits on several options together: `options`, `most`, `least`.",
    "objective": "What is made as large as possible; `damage` by default.",
    "budget": "The most points for options.",
}
_ATTACKING = ("weapons", "mortals", "context", "order", "phase")


def _rows(fields: dict[str, str], names: tuple[str, ...]) -> str:
    assert set(names) == set(fields), f"fields of files: {set(names) ^ set(fields)}"
    return table(("field", "what it is"), [(f"`{name}`", fields[name]) for name in names])


def records(game: str) -> dict[str, type[Record]]:
    """Return the records of a game by the heading under which they stand."""
    from mathhammer.games.common.mortals import MortalDice
    from mathhammer.games.wh40k.modifiers import Rider
    from mathhammer.games.wh40k.parts import Leader, ModelGroup

    profiles = profiles_of(game)
    found: dict[str, type[Record]] = {
        "Unit": profiles.Unit,
        "Weapon": profiles.Weapon,
        "Modifiers of an attacker or weapon": profiles.Unit._of_attacks,
        "Modifiers of a target": profiles.Unit._of_defence,
        "Dice outside the attacks": MortalDice,
        "Context": profiles.Context,
    }
    if game == WH40K:
        found |= {"Rider": Rider, "Group of models": ModelGroup, "Leader": Leader}
    return found


def page() -> str:
    """Return the page."""
    turn = {**_TOP, **_TURN}
    parts = [
        "# Scenario files",
        "A scenario is a TOML or JSON file; both have the same fields. In Python the same fields "
        "make dicts, `mathhammer.Unit`, `mathhammer.Weapon` and so on. This page is written from "
        "the definitions, so it is complete. A weapon or target may also be a "
        "[text](notation.md).",
        "The same as a [JSON Schema](../schema.json): editors that know it complete the names of "
        "fields and explain them.",
        "## The file",
        _rows(_TOP, attack.FIELDS),
        "### A turn",
        'A file of `kind = "turn"` has these instead of attackers and targets:',
        _rows({n: turn[n] for n in turns.FIELDS}, turns.FIELDS),
        "### A choice of options",
        "Files of [`mathhammer choose`](../how-to/choose.md) have an attacker and:",
        _rows(_CHOICES, attack.OF_CHOICES),
    ]
    parts += ['<a id="attacker"></a><a id="target"></a><a id="context"></a>']
    for game in (WH40K, AOS):
        parts.append(f"## {TITLES[game]}")
        for heading, record in records(game).items():
            parts += [f"### {heading} {{: #{game}-{_anchor(heading)} }}", summary(record)]
            parts.append(fields_table(record))
    parts += _of_turns()
    return "\n\n".join(parts) + "\n"


def _anchor(heading: str) -> str:
    return heading.casefold().replace(" ", "-")


def _of_turns() -> list[str]:
    from mathhammer.games.turns.fighters import TurnFields

    text = "In a turn a unit has these fields beside those of an attacker and of a target."
    return ["## Unit of a turn", text, fields_table(TurnFields)]
