"""Every record that a scenario file can hold, and its fields in words: for the documents."""

from typing import NamedTuple

from mathhammer.core.record import REQUIRED, Record
from mathhammer.games.checks.registry import KINDS as CHECKS
from mathhammer.games.names import GAMES, profiles_of
from mathhammer.games.turns.fighters import TurnFields
from mathhammer.games.turns.steps.registry import STEPS
from mathhammer.heroes import setup
from mathhammer.heroes.players import GameSetup, Team
from mathhammer.heroes.policies import Policy
from mathhammer.heroes.wargear import Hero, Wargear


class FieldRow(NamedTuple):
    """A row of a reference table.

    Attributes
    ----------
    name : str
        As users write it.
    type : str
        What it accepts, with the allowed range, like "whole number from 1 to 100".
    default : str
        As users write it; "required", or empty where leaving the field out says enough.
    unit : str
        In what it is counted; empty where it has none.
    rule : str
        The code of the rules digest.
    about : str
        What it is.
    """

    name: str
    type: str
    default: str
    unit: str
    rule: str
    about: str


def record_name(record: type[Record]) -> str:
    """Return a name that no two records share: the folder of its module, and its own.

    Examples
    --------
    >>> record_name(Policy)
    'heroes.Policy'
    """
    return f"{record.__module__.split('.')[-2]}.{record.__name__}"


def records() -> dict[str, type[Record]]:
    """Return every record that can stand in a scenario, by `record_name`.

    Examples
    --------
    >>> list(records())[:3]
    ['wh40k.Weapon', 'wh40k.Unit', 'wh40k.ModelGroup']
    """
    found: list[type[Record]] = []
    for game in GAMES:
        profiles = profiles_of(game)
        names = ("Weapon", "Unit", "ModelGroup", "Leader", "Modifiers", "TargetModifiers", "Rider",
                 "MortalDice", "Context", "Ruleset")  # fmt: skip
        found += [getattr(profiles, name) for name in names if hasattr(profiles, name)]
    found += [*CHECKS.values(), TurnFields, *STEPS.values()]
    found += [setup.Setup, setup.Values, setup.Ruleset, GameSetup, Team, Policy, Hero, Wargear]
    return {record_name(record): record for record in found}


def field_rows(record: type[Record]) -> list[FieldRow]:
    """Return the fields of a record, as a reference table shows them.

    Examples
    --------
    >>> field_rows(Policy)[0]  # doctest: +NORMALIZE_WHITESPACE
    FieldRow(name='stop_at', type='whole number from 0 to 1000', default='', unit='slots', rule='',
             about='Acts as soon as so much is at risk, and never before.')
    """
    rows = []
    for name, one in record._fields.items():
        default = "required" if one.default is REQUIRED else one.default_words
        rows.append(FieldRow(name, one.words, default, one.unit, one.rule, one.about))
    return rows
