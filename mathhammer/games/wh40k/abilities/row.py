"""What a row of the table says of an ability, and an ability as a weapon or unit has it (W-3).

A step of the attack sequence asks the abilities of a weapon for the function of that step and
names none of them. So a new ability of a weapon is one row with one function. A few abilities of
targets, and the place of Pistols in Big Guns Never Tire, are named where they act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.games.common import vocabulary
from mathhammer.games.common.vocabulary import DICE, KEYWORD, NUMBER, ROLL

if TYPE_CHECKING:
    from mathhammer.games.wh40k.abilities.match_up import MatchUp
    from mathhammer.games.wh40k.prepared_weapon import PreparedWeapon
    from mathhammer.games.wh40k.profiles import Unit, Weapon
    from mathhammer.games.wh40k.situation import Situation
    from mathhammer.plan import OwnLosses, Packet


class Row(vocabulary.Row):
    """One ability, and what it does in each step of an attack.

    Each function takes what stands behind it below; an ability is as it is had, with its X.

    Attributes
    ----------
    in_names : bool
        Whether its name is also a usual end of a weapon's name.
    ranged_only : bool
        Of a target's ability: whether it concerns ranged attacks alone.
    reads_target : bool
        Whether its functions for attacks, hit rolls or damage look at more of the target than
        `Situation.cache_key` holds (its size in fives, Stealth, modifiers). False, where they
        never look at `situation.target`, spares work in large comparisons.
    after_advance : bool
        It attacks after an Advance too.
    fixed_attacks : bool
        Its number of attacks can't be modified.
    extra_attacks : function of (ability, weapon, situation)
        Attacks added to those of each copy, None for none.
    attacks_by_target : function of (ability, models)
        Attacks added to those of each copy by so many models in the target.
    hits_automatically : bool
        There is no hit roll.
    hit_modifier : function of (ability, weapon, situation)
        Added to the hit roll.
    critical_hit : function of (ability, weapon, situation)
        The unmodified hit roll that is critical if it hits, 0 for no change.
    shoots_engaged : bool
        It shoots in engagement range, without a penalty.
    wounds_on_critical_hit : bool
        A critical hit wounds without a roll.
    extra_hits : function of (ability)
        Hits added to each critical hit.
    wound_modifier : function of (ability, weapon, situation)
        Added to the wound roll.
    reroll_wounds : str or None
        Which wound rolls are rolled again.
    critical_wound : function of (ability, target)
        The unmodified wound roll that is critical against a target, 0 for no change.
    on_critical_wound : function of (prepared weapon, situation, AP, damage)
        What a critical wound inflicts; AP and damage are those that riders add. A weapon can
        have only one ability with it.
    armour_penetration : function of (ability, weapon, situation)
        Added to the AP: -1 is better.
    ignores_cover : bool
    gives_cover : function of (situation)
        Whether the target has cover from this weapon.
    damage : function of (ability, weapon, situation)
        Added to the damage of each attack.
    to_leader : function of (situation)
        Whether wounds are allocated to a visible leader first.
    own_losses : function of (attacker, weapons)
        What the attacker suffers, by those of its weapons that have the ability and attacked;
        of only one ability in an attack.
    rulings : tuple of str
        Those on which it depends.
    notes : function of (match-up)
        What a reader may not expect of it in a match-up.
    attack_notes : function of (match-up)
        The same where only a single attack doesn't know it, and a turn does.
    """

    code: str = "W-3"
    in_names: bool = False
    ranged_only: bool = False
    reads_target: bool = True
    after_advance: bool = False
    fixed_attacks: bool = False
    extra_attacks: Callable[[Ability, Weapon, Situation], Dice | None] | None = None
    attacks_by_target: Callable[[Ability, int], int] | None = None
    hits_automatically: bool = False
    hit_modifier: Callable[[Ability, Weapon, Situation], int] | None = None
    critical_hit: Callable[[Ability, Weapon, Situation], int] | None = None
    shoots_engaged: bool = False
    wounds_on_critical_hit: bool = False
    extra_hits: Callable[[Ability], Dice] | None = None
    wound_modifier: Callable[[Ability, Weapon, Situation], int] | None = None
    reroll_wounds: str | None = None
    critical_wound: Callable[[Ability, Unit], int] | None = None
    on_critical_wound: (
        Callable[[Ability, PreparedWeapon, Situation, int, int], tuple[Packet, ...]] | None
    ) = None
    armour_penetration: Callable[[Ability, Weapon, Situation], int] | None = None
    ignores_cover: bool = False
    gives_cover: Callable[[Ability, Situation], bool] | None = None
    damage: Callable[[Ability, Weapon, Situation], int] | None = None
    to_leader: Callable[[Ability, Situation], bool] | None = None
    own_losses: Callable[[Ability, Unit, list[Weapon]], OwnLosses] | None = None
    rulings: tuple[str, ...] = ()
    notes: Callable[[MatchUp], Iterator[str]] | None = None
    attack_notes: Callable[[MatchUp], Iterator[str]] | None = None

    _values = {NUMBER: " X", DICE: " X", ROLL: " X+", KEYWORD: "-KEYWORD X+"}


class Ability(NamedTuple):
    """One ability of a weapon or of a unit.

    Attributes
    ----------
    row : Row
        Of the table of abilities.
    dice : Dice or None
        X of Rapid Fire X, Sustained Hits X, Melta X, Deadly Demise X.
    threshold : int
        X+ of Anti-KEYWORD X+ and Feel No Pain X+; else 0.
    keyword : str
        The folded keyword of Anti-KEYWORD; else empty.
    """

    row: Row
    dice: Dice | None = None
    threshold: int = 0
    keyword: str = ""

    @property
    def kind(self) -> str:
        """The canonical name without its value, e.g. ``"sustained hits"``, ``"anti"``."""
        return self.row.kind

    @property
    def number(self) -> int:
        """X where it is a number."""
        return self.dice.constant if self.dice is not None else 0

    def __str__(self) -> str:
        name = f"{self.row.name}-{self.keyword.title()}" if self.keyword else self.row.name
        if self.dice is not None:
            name += f" {self.dice}"
        return f"{name} {self.threshold}+" if self.threshold else name
