"""The one call: what Command Re-rolls are worth in an attack (W-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack

from mathhammer.core.errors import NotModelledError, check_allowed, inside
from mathhammer.core.progress import watched
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.registry import KINDS, kind_named, read_check
from mathhammer.games.names import AOS
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.reading import read_units
from mathhammer.reroll.objective import Objective, check_objective

if TYPE_CHECKING:
    from mathhammer.games.field_types import CheckFields, CheckKind
    from mathhammer.games.given import (
        Attacker,
        ContextGiven,
        Game,
        ObjectiveGiven,
        RulesetGiven,
        Target,
    )
    from mathhammer.reroll.check import CheckReroll
    from mathhammer.reroll.outcome import CommandReroll

#: Who may have a re-roll.
PLAYERS = ("attacker", "defender", "both")


@watched
def command_reroll(
    attacker: Attacker,
    target: Target,
    *,
    by: Literal["attacker", "defender", "both"] = "attacker",
    objective: ObjectiveGiven = "destroyed",
    context: ContextGiven = None,
    ruleset: RulesetGiven = None,
    game: Game | None = None,
) -> CommandReroll:
    """Return what Command Re-rolls are worth in an attack, each used at best (W-6).

    Parameters
    ----------
    attacker, target, context, ruleset
        As in `attack`.
    by : {"attacker", "defender", "both"}, default "attacker"
        Who has one. The attacker's may go to one number of attacks, hit, wound or damage
        roll, the defender's to one saving throw.
    objective : str or dict, default "destroyed"
        What the attacker maximises and the defender minimises: ``"destroyed"`` (its
        probability), ``{"slain": 3}`` (probability of at least so many), ``"damage"`` or
        ``"slain"`` (means).
    game : str, optional
        Warhammer 40,000 only.

    Returns
    -------
    CommandReroll

    Raises
    ------
    MathhammerError
        Something given is wrong; the message says where, what, and what is allowed.
    NotModelledError
        Age of Sigmar, which has no such stratagem, or riders on criticals.
    TooLargeError
        Beyond the stated limits; with the size.

    Examples
    --------
    >>> shot = command_reroll("lascannon: A1 BS3+ S12 AP-3 DD6+1", "T9 Sv3+ W6")
    >>> round(shot.without, 4), round(shot.value, 4)
    (0.1235, 0.2881)
    >>> shot.sides["attacker"].rule.words
    "the first failed hit or wound roll, or damage roll that can't slay a whole model"
    """
    name = read_units.game_for(game, (attacker, target))
    check_game(name)
    attacking, attacked = read_units.read_sides(attacker, target, name)
    situation = read_units.read_situation(context, ruleset, name)
    return of_units(attacking, attacked, *situation, by, Objective.read(objective))


def check_game(game: str) -> None:
    """Refuse a game that has no Command Re-roll."""
    if game == AOS:
        raise NotModelledError(
            "Command Re-roll is a stratagem of Warhammer 40,000 (W-6); Age of Sigmar has none"
        )


def check_player(by: Any) -> str:
    """Return who has a re-roll, as it is spelt here."""
    folded = by.strip().casefold() if isinstance(by, str) else by
    if folded not in PLAYERS:
        check_allowed(by, PLAYERS, where="by")
    return str(folded)


def command_reroll_check(
    kind: CheckKind,
    /,
    *,
    objective: str | None = None,
    ruleset: RulesetGiven = None,
    game: Game | None = None,
    **fields: Unpack[CheckFields],
) -> CheckReroll:
    """Return what a Command Re-roll is worth in a roll outside attacks, used at best (W-6).

    Parameters
    ----------
    kind : {"charge", "advance", "hazardous", "desperate_escape"}
    objective : str, optional
        Of a charge or an Advance ``"success"``, of the others ``"lost"`` (the mean); each has
        but this one.
    ruleset : Ruleset, dict or str, optional
    game : str, optional
        Warhammer 40,000 only.
    **fields
        As in `check`; ``command_reroll=2`` is one for an Advance and one for its charge.

    Returns
    -------
    CheckReroll

    Raises
    ------
    MathhammerError
        Something given is wrong, or no Command Re-roll can go to such a roll, as in a
        Battle-shock test.

    Examples
    --------
    >>> dash = command_reroll_check("charge", distance=18, move=6, advance=True)
    >>> round(dash.without, 4), round(dash.value, 4)
    (0.5, 0.7302)
    >>> dash.advice
    ['Re-roll an Advance of 1 or 2; else keep it for the charge.']
    """
    with inside("kind"):
        named = kind_named(kind)
    KINDS[named].check_command_reroll()
    made, name = read_check(named, fields, game)
    _, rulings = read_units.read_situation(None, ruleset, name)
    check_objective(made, objective)
    return of_check(made, name, rulings)


def of_check(check: Check, game: str, ruleset: Ruleset, scenario: str = "") -> CheckReroll:
    """Return what a Command Re-roll is worth in a check that is read.

    Parameters
    ----------
    check : Check
    game : {"wh40k", "aos"}
    ruleset : Ruleset
    scenario : str
        Name of the file it comes from.
    """
    from mathhammer.reroll.check import CheckReroll

    check_game(game)
    return CheckReroll(check, game, ruleset, scenario)


def of_units(
    attacker: Unit,
    target: Unit,
    context: Context,
    ruleset: Ruleset,
    by: str,
    objective: Objective,
    scenario: str = "",
) -> CommandReroll:
    """Return what Command Re-rolls are worth between units as they are.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own is merged over it.
    ruleset : Ruleset
    by : {"attacker", "defender", "both"}
    objective : Objective
    scenario : str
        Name of the file it comes from.
    """
    # The policies are loaded when they are asked for.
    from mathhammer.reroll.outcome import CommandReroll

    check_game(attacker.game)
    player = check_player(by)
    for weapon in attacker.weapons:
        if weapon.start and weapon.attacks.terms and player != PLAYERS[1]:
            raise NotModelledError(
                f"{weapon.label}: a Command Re-roll beside a number of {weapon.start} that is "
                "rolled, which is no number of attacks; give a fixed one"
            )
    result = evaluate(attacker, target, context, ruleset, scenario)
    return CommandReroll(result, player, objective)
