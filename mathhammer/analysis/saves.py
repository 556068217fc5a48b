"""Mean damage against every save, from 2+ to none, with and without a ward.

The table that players of Age of Sigmar compare warscrolls by, for both games. What it
shows is not limited by a target's size: the damage of all attacks that get through, after
the ward (or Feel No Pain), with nothing wasted. So it is the mean pool after the ward in
Age of Sigmar, and in Warhammer 40,000 what a model would lose that outlasts it all. A ward
is rolled for each point, so it takes the same share from every mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError
from mathhammer.core.progress import watched
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.games.common.profile import called_apart
from mathhammer.games.names import AOS, WH40K
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.reading import read_units
from mathhammer.results.notes import match_up_notes
from mathhammer.results.view import Column, View

if TYPE_CHECKING:
    import pandas as pd

    from mathhammer.games.given import Attackers, ContextGiven, Game, RulesetGiven, Target


#: The saves of the table, and the wards (or Feel No Pain) beside none; 0 stands for none.
SAVES = (2, 3, 4, 5, 6, 0)
WARDS = (0, 6, 5, 4)
#: Whose toughness counts where nothing is said, and how many models for Blast.
DEFAULT = {WH40K: "10x T4 W1", AOS: "10x H1"}
#: What is taken from the target of a game; its save and ward are those of the table.
_KEPT = {
    WH40K: ("models", "toughness", "wounds", "keywords", "abilities"),
    AOS: ("models", "health", "keywords"),
}
#: What of a target has no effect, in the order of a datasheet.
_UNUSED = {
    WH40K: ("save", "invulnerable", "invulnerable_ranged", "invulnerable_melee", "feel_no_pain",
            "feel_no_pain_mortals", "wounds", "wounds_lost", "points"),
    AOS: ("models", "health", "save", "ward", "ward_mortals", "damage_taken", "points"),
}  # fmt: skip
_ROLLS = ("save", "ward", "invulnerable", "feel_no_pain")


def roll_label(roll: int) -> str:
    """Return a save or ward as it is written.

    Examples
    --------
    >>> roll_label(3), roll_label(0)
    ('3+', '-')
    """
    return f"{roll}+" if roll else "-"


@dataclass(eq=False, repr=False)
class AgainstSaves(View):
    """The mean damage of loadouts against every save.

    Attributes
    ----------
    game : str
    attackers : list of Unit
    target : Unit
        Whose toughness, keywords and modifiers counted; it has no save.
    context : Context
    means : ndarray of float64, shape (attackers, wards, saves)
        In the order of `WARDS` and `SAVES`.
    notes : list of str
        What a reader may not expect, where not of all saves with the saves.
    """

    attackers: list[Unit]
    target: Unit
    context: Context
    means: Array
    notes: list[str]

    @property
    def game(self) -> str:
        """The game of the target."""
        return self.target.game

    @property
    def shown(self) -> tuple[Column, ...]:
        """Return the loadout, the rolls and the mean."""
        return (
            Column("attacker", "loadout"),
            Column(self.ward_field, self.ward_field.replace("_", " ")),
            Column("save", "save"),
            Column("damage_mean", "damage"),
        )

    def __repr__(self) -> str:
        return f"<AgainstSaves: {len(self.attackers)} attackers x {len(SAVES)} saves>"

    @property
    def title(self) -> str:
        """What the table is of."""
        return "Expected damage against every save"

    @property
    def ward_field(self) -> str:
        """The field of a target that takes damage away: ``"ward"`` or ``"feel_no_pain"``."""
        return "ward" if self.game == AOS else "feel_no_pain"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row for each attacker, ward and save, as in `saves_table`."""
        for (i, ward, save), mean in np.ndenumerate(self.means):
            yield {
                "attacker": self.attackers[i].label,
                self.ward_field: roll_label(WARDS[ward]),
                "save": roll_label(SAVES[save]),
                "damage_mean": float(mean),
            }

    def to_dict(self) -> list[dict[str, Any]]:
        """Return one entry per attacker: ``damage[i][j]`` is of the i-th ward and j-th save."""
        return [
            {
                "attacker": attacker.label,
                "game": self.game,
                "engine": "exact",
                "saves": [roll_label(save) for save in SAVES],
                self.ward_field: [roll_label(ward) for ward in WARDS],
                "damage": of_wards.tolist(),
                "notes": self.notes,
            }
            for attacker, of_wards in zip(self.attackers, self.means, strict=True)
        ]


@watched
def against_saves(
    attackers: Attackers,
    *,
    at: Target | None = None,
    context: ContextGiven = None,
    ruleset: RulesetGiven = None,
    game: Game | None = None,
) -> AgainstSaves:
    """Return the mean damage of loadouts against every save, with and without a ward.

    Parameters
    ----------
    attackers : list
        Loadouts, each as in `compare`; an inner list is the weapons of one unit.
    at : Unit, dict or str, optional
        Whose toughness, keywords, modifiers and (for Blast) models count, not its save or
        ward. By default a unit of ten models, in Warhammer 40,000 of toughness 4.
    context, ruleset, game
        As in `attack`.

    Returns
    -------
    AgainstSaves

    Raises
    ------
    MathhammerError
        Something given is wrong; or the target is a mixed unit.

    Examples
    --------
    >>> against_saves("10x 2/3+/4+/1/1").means[0, 0].round(2).tolist()
    [2.22, 3.33, 4.44, 5.56, 6.67, 6.67]
    """
    loadouts = read_units.as_list(attackers)
    game = read_units.game_for(game, (*loadouts, at))
    units = read_units.read_all(read_units.read_attacker, loadouts, "attacker", game)
    target = None if at is None else read_units.read_target(at, game)
    return of_units(units, target, *read_units.read_situation(context, ruleset, game))


def of_units(
    attackers: Sequence[Unit], target: Unit | None, context: Context, ruleset: Ruleset
) -> AgainstSaves:
    """Return the mean damage of units as they are; `target` is the `at` of `against_saves`.

    Parameters
    ----------
    attackers : list of Unit
    target : Unit, optional
    context : Context
        Each attacker's own is merged over it.
    ruleset : Ruleset
    """
    game = attackers[0].game
    bare = _without_save(target or read_units.read_target(DEFAULT[game], game))
    targets = [bare.replace(save=save or None) for save in SAVES]
    means = np.zeros((len(attackers), len(WARDS), len(SAVES)))
    seen: dict[str, list[int]] = {}
    for i, attacker in enumerate(attackers):
        unit = attacker.replace(order=None) if attacker.order != "listed" else attacker
        number = f"loadout {i + 1}: " if len(attackers) > 1 else ""
        for j, (save, against) in enumerate(zip(SAVES, targets, strict=True)):
            result = evaluate(unit, against, context, ruleset)
            means[i, :, j] = result.damage_rolled.mean
            for note in match_up_notes(result):
                seen.setdefault(number + note, []).append(save)
    means *= np.array([(ward - 1) / 6 if ward else 1.0 for ward in WARDS])[:, None]
    notes = [*_notes(seen), *([] if target is None else of_unused(target, _UNUSED[game]))]
    return AgainstSaves(called_apart(attackers), bare, context, means, notes)


def _without_save(target: Unit) -> Unit:
    """Return the part of a target that counts beside its save and ward."""
    if getattr(target.defence, "ignore_first_damage", False):
        raise MathhammerError(
            "ignore_first_damage has no part in a table of saves, whose damage isn't followed "
            "attack by attack",
            "modifiers",
        )
    return with_fields(target, _KEPT[target.game])


def with_fields(target: Unit, kept: Iterable[str]) -> Unit:
    """Return a target that has only some of its fields, and its modifiers.

    Raises
    ------
    MathhammerError
        It is a mixed unit.
    """
    if "groups" in target.given or "leader" in target.given:
        raise MathhammerError("over saves there is one kind of model, not a mixed unit")
    fields = {name: getattr(target, name) for name in kept if name in target.given}
    if "abilities" in fields:
        fields["abilities"] = [a for a in fields["abilities"] if a.kind != "feel no pain"]
    if target.name or target.preset:
        fields["name"] = target.name or target.preset
    return type(target)(modifiers=target.defence, **fields)


def of_unused(target: Unit, unused: Iterable[str]) -> Iterator[str]:
    """Yield a note on those fields of the target that a table over saves doesn't use."""
    idle = []
    for name in unused:
        value = target.given.get(name)
        if value:
            roll = name.startswith(_ROLLS)
            idle.append(f"{name.replace('_', ' ')} {roll_label(value) if roll else f'{value:g}'}")
    idle += [str(ability) for ability in target.abilities if ability.kind == "feel no pain"]
    if idle:
        yield f"Without effect in this table: the target's {', '.join(idle)}."


def _notes(seen: dict[str, list[int]]) -> list[str]:
    """Return notes with the saves that they are about, where it isn't all."""
    words = {
        note: ", ".join(f"{save}+" if save else "none" for save in seen[note]) for note in seen
    }
    return [
        note if len(saves) == len(SAVES) else f"save {words[note]}: {note}"
        for note, saves in seen.items()
    ]


def saves_table(
    attackers: Attackers,
    *,
    at: Target | None = None,
    context: ContextGiven = None,
    ruleset: RulesetGiven = None,
    game: Game | None = None,
) -> pd.DataFrame:
    """Return the mean damage against every save as a DataFrame.

    Parameters
    ----------
    attackers, at, context, ruleset, game
        As of `against_saves`.

    Returns
    -------
    DataFrame
        One row for each attacker, ward and save. Columns: ``attacker`` (name), ``ward`` or
        in Warhammer 40,000 ``feel_no_pain``, ``save`` (as written, ``"-"`` for none) and
        ``damage_mean`` (points of damage, not limited by the size of a target).

    Examples
    --------
    A matrix for the eye is one step away::

        saves_table("10x 2/3+/4+/1/1").pivot(index="ward", columns="save", values="damage_mean")
    """
    return against_saves(attackers, at=at, context=context, ruleset=ruleset, game=game).table()
