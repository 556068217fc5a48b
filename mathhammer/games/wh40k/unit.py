"""`Unit` of Warhammer 40,000: who attacks, who is attacked, or both."""

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import integer, listed
from mathhammer.core.record import field
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import MAX_WOUNDS, OF_TURNS, leadership_roll
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.wh40k.abilities.parse import (
    parse_either_ability,
    parse_unit_ability,
    parse_weapon_ability,
)
from mathhammer.games.wh40k.abilities.row import Ability
from mathhammer.games.wh40k.context import Context
from mathhammer.games.wh40k.modifiers import Modifiers, TargetModifiers
from mathhammer.games.wh40k.parts import Defence, Leader, ModelGroup, check_lost
from mathhammer.games.wh40k.weapon import Weapon


class Unit(base.Unit, Defence):
    """A unit in the role of attacker, of target, or both.

    With `weapons` or `mortals` it is an attacker, and `abilities` and `modifiers` are
    those of its attacks; without, it is a target and they are those of its defence.

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> Unit(models=5, toughness=4, save="3+", wounds=2).save
    3
    >>> Unit(preset="meq", models=10).wounds
    2
    """

    game = WH40K
    abilities: tuple[Ability, ...] = field(
        base.abilities_list,
        (),
        "Of an attacker weapon abilities, given to all its weapons; of a target its own (W-3).",
    )
    modifiers: Modifiers = field(
        base.modifiers_table,
        Modifiers(),
        "Modifiers of its attacks, or of a target those of the attacks against it (W-4.8).",
    )
    #: The modifiers a target puts on attacks against it; users write them as `modifiers`.
    defence: TargetModifiers = TargetModifiers()
    weapons: tuple[Weapon, ...] = field(
        base.weapons_of(Weapon), (), "Its weapons, in the order in which they attack (W-1.8)."
    )
    context: Context = field(Context, Context(), "Its situation, over that of the scenario (W-4).")
    toughness: int = field(
        integer(1, 100), 0, "Against a weapon's strength, for the wound roll (W-1.2)."
    )
    leadership: int = field(
        leadership_roll, 0, "The roll of 2D6 that passes a Battle-shock test, in turns (W-5.4)."
    )
    wounds_lost: int = field(
        integer(0, MAX_WOUNDS), 0, "What its first model has lost before (W-1.9).", unit="wounds"
    )
    groups: tuple[ModelGroup, ...] = field(
        listed(ModelGroup, 100),
        (),
        "The parts of a mixed unit, in the order of allocation; instead of models (W-2).",
    )
    leader: tuple[Leader, ...] = field(
        listed(Leader, 10),
        (),
        "Attached characters, allocated last; models doesn't count them (W-2).",
    )

    _mark = "toughness"
    _of_attacks, _of_defence = Modifiers, TargetModifiers
    _elsewhere = {
        **dict.fromkeys(("health", "ward", "ward_mortals", "damage_taken"), IN_GAME[AOS]),
        **OF_TURNS,
    }  # fmt: skip

    def _check(self) -> None:
        super()._check()
        values = self.__dict__
        if "abilities" in values:
            self._read_abilities(
                parse_either_ability if self.is_attacker and self.is_target
                else parse_weapon_ability if self.is_attacker else parse_unit_ability
            )  # fmt: skip
        if "groups" in values:
            if "models" in values:
                raise MathhammerError(
                    "'models' and 'groups' are given together: a mixed unit counts its models "
                    "in its groups"
                )
            if not self.groups:
                raise MathhammerError("groups is empty: leave it out, or name at least one group")
        if "groups" in values or "leader" in values:
            self._check_points()
        if "wounds_lost" in values:
            first = self.groups[0].wounds if self.groups and self.groups[0].wounds else self.wounds
            check_lost(self.wounds_lost, first)

    def _check_points(self) -> None:
        """Check that all parts have points or none has, and that they don't contradict the unit."""
        parts = self.points_by_group()
        if parts is None:
            return
        of_groups, of_leaders = parts[: len(self.groups)], parts[len(self.groups) :]
        if self.points is not None and {*of_groups} == {None} and None not in of_leaders:
            return  # what the groups share isn't split: a note says so
        if None in parts:
            raise MathhammerError(
                "some of its parts have points and others have none: give them to each group and "
                "leader (and to the unit, if it has no groups), or to the unit alone",
                "points",
            )
        total = sum(points or 0.0 for points in parts)
        groups = sum(group.points or 0.0 for group in self.groups)
        if self.groups and self.points not in (None, groups, total):
            raise MathhammerError(
                f"{self.points:g}, but its groups have {groups:g} points together: leave out one "
                "of the two",
                "points",
            )

    def check_target(self) -> None:
        """Check that the unit has a toughness, and its models wounds."""
        given = self.__dict__
        if "toughness" not in given:
            raise MathhammerError(
                "a target needs the field 'toughness': give its toughness, save and wounds, or "
                'start from a preset, like preset = "meq"'
            )
        if "wounds" not in given and not (self.groups and all(g.wounds for g in self.groups)):
            lacking = " or each of its groups does" if self.groups else ""
            raise MathhammerError(f"a target needs the field 'wounds'{lacking}")

    @property
    def starting_models(self) -> int:
        """How many models it has, leaders included.

        Examples
        --------
        >>> Unit(preset="meq", leader={"wounds": 4}).starting_models
        6
        """
        models = sum(group.models for group in self.groups) if self.groups else self.models
        return models + len(self.leader)

    @property
    def number_of_parts(self) -> int:
        """How many groups and leaders it has (W-2); 1 where all models are alike.

        Examples
        --------
        >>> Unit(preset="meq", leader={"wounds": 4}).number_of_parts
        2
        """
        return max(1, len(self.groups)) + len(self.leader)

    @property
    def starting_wounds(self) -> int:
        """The wounds that it has left when the attacks begin.

        Examples
        --------
        >>> Unit(preset="meq", wounds_lost=1).starting_wounds
        9
        """
        if self.groups:
            total = sum(group.models * (group.wounds or self.wounds) for group in self.groups)
        else:
            total = self.models * self.wounds
        total += sum(leader.wounds - leader.wounds_lost for leader in self.leader)
        return total - self.wounds_lost

    def points_by_group(self) -> list[float | None] | None:
        """Return the points of each part; None where all models share the unit's.

        Groups and leaders may carry their own (of the whole group); a plain unit's are
        then without its leaders.
        """
        own = [group.points for group in self.groups]
        leaders = [leader.points for leader in self.leader]
        if all(points is None for points in own + leaders):
            return None
        return (own or [self.points]) + leaders
