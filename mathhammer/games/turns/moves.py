"""One step in one world: what happens, and to which worlds it leads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.games.checks.leadership import passes
from mathhammer.games.checks.rally import RALLY_ON
from mathhammer.games.checks.rerolls import TWO_D6
from mathhammer.games.checks.retreat import RETREAT
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.common.mortal_dice import dice_packet
from mathhammer.games.common.rolls import ALWAYS_SUCCEEDS, d6_roll
from mathhammer.games.registry import game
from mathhammer.games.turns.attack_note import AttackNote
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.explosions import Blasts
from mathhammer.games.turns.fights import opponents
from mathhammer.games.turns.history import hurt_by
from mathhammer.games.turns.prepared_weapons import of_type
from mathhammer.games.turns.script import FIRST, Fighter, Script
from mathhammer.games.turns.steps import (
    SHOCKED,
    Battleshock,
    Charge,
    Control,
    Fight,
    Heal,
    Mortals,
    Rally,
    Shoot,
    Step,
    TargetedStep,
    Travel,
    UnitStep,
)
from mathhammer.games.turns.stratagems import dice_of
from mathhammer.games.turns.validate import step_context
from mathhammer.plan import (
    Action,
    Amount,
    Check,
    DicePacket,
    Fights,
    ModelTests,
    Move,
    Reinforce,
    Restore,
    SelfDamage,
    Target,
)

Index = Callable[[Branch], int]
D6 = Dice.parse("D6")
#: After these a unit may neither shoot nor charge in the same turn, in words.
_BARRED = {"run": "ran", "fall_back": "fell back", "retreat": "retreated"}


class Mover:
    """Makes the moves of a script.

    Parameters
    ----------
    script : Script
    rules : module
        What is the game's own.
    units : tuple of Target

    Attributes
    ----------
    said : list of str or AttackNote
        What a reader may not expect, found on the way.
    rulings : dict
        Those that matter, found on the way.
    """

    def __init__(self, script: Script, rules: Any, units: tuple[Target, ...]) -> None:
        self.script = script
        self.rules = rules
        self.units = units
        self.said: list[str | AttackNote] = []
        self.rulings: dict[str, Any] = dict(script.ruleset.given)
        self._blasts = Blasts(script, rules)
        self._actions: dict[object, Action | None] = {}
        self._makers: dict[str, Callable[[Any, Branch, Index], Move]] = {
            "shoot": self._shoot, "fight": self._fight, "mortals": self._mortals,
            "move": self._travel, "advance": self._travel, "run": self._travel,
            "fall_back": self._travel, "retreat": self._travel, "charge": self._charge,
            "heal": self._heal, "rally": self._rally, "reinforce": self._reinforce,
            "battleshock": self._battleshock, "control": self._control,
            "grenade": self._of_two, "tank_shock": self._of_two, "power_through": self._of_two,
        }  # fmt: skip

    def move(self, step: Step, world: Branch, index: Index) -> Move | int:
        """Return what a step does in a world, or the world it leads to unmoved."""
        if not all(world.holds(condition) for condition in step.needs):
            return index(world)
        if isinstance(step, Shoot | Charge | Travel | Mortals | TargetedStep):
            named = [step.__dict__.get("by"), step.__dict__.get("at")]
            if any(name and self.script.number(name) in world.gone for name in named):
                return index(world)
        made = self._makers[step.do](step, world, index)
        hurt = set().union(*map(hurt_by, made.events))
        blasts = self._blasts.of(step, world, hurt)
        return made._replace(explosions=blasts) if blasts else made

    def validate(self, step: Step, world: Branch) -> None:
        """Check a step that never takes place, as if its condition held.

        Raises
        ------
        MathhammerError
            It lacks what it needs.
        """
        said, rulings = self.said, self.rulings
        self.said, self.rulings = [], dict(rulings)
        nowhere: dict[Branch, int] = {}
        self._makers[step.do](
            step,
            world._replace(gone=frozenset()),
            lambda made: nowhere.setdefault(made, len(nowhere)),
        )
        self.said, self.rulings = said, rulings

    def take_said(self) -> list[str | AttackNote]:
        """Return what was found since it was last asked for."""
        said, self.said = self.said, []
        return said

    def control(self, step: Control, world: Branch) -> tuple[int, ...]:
        """Return what each unit's living model counts for control (W-5.8, A-7).

        Negative for the second side; a battle-shocked unit's count nothing (W-5.4).
        """
        named = [self.script.number(name) for name in step.contesting]
        weights = []
        for number, fighter in enumerate(self.script.fighters):
            weight = 0
            if number in named:
                each = fighter.standing.objective_control
                if each is None:
                    raise MathhammerError(
                        f"units.{fighter.name} needs the field 'objective_control'", "units"
                    )
                sign = 1 if fighter.side == FIRST else -1
                weight = 0 if number in world.shocked else sign * each
            weights.append(weight)
        return tuple(weights)

    # ------------------------------------------------------------------ attacks

    def _fighter(self, name: str) -> tuple[int, Fighter]:
        number = self.script.number(name)
        return number, self.script.fighters[number]

    def _action(
        self, step: Any, world: Branch, actor: int, target: int, kind: str, overwatch: bool = False
    ) -> Action | None:
        """Return an attack in a world; None where the unit has no such weapon."""
        key = (id(step), world, actor, target, kind)
        if key not in self._actions:
            self._actions[key] = self._made(step, world, actor, target, kind, overwatch)
        return self._actions[key]

    def _made(
        self, step: Any, world: Branch, actor: int, target: int, kind: str, overwatch: bool
    ) -> Action | None:
        script = self.script
        one, other = script.fighters[actor], script.fighters[target]
        script.check_enemies(one, other)
        names = () if overwatch else getattr(step, "weapons", ())
        attacker = of_type(one.unit, kind, names)
        if not attacker.weapons:
            return None
        context = step_context(script, step, attacker)
        forced: dict[str, Any] = {}
        if actor in world.charged:
            forced["charged"] = True
        if script.game == "aos" and target in world.charged:
            forced["target_charged"] = True
        if actor in world.advanced and script.game == "wh40k":
            forced["advanced"] = True
        if overwatch:
            forced["overwatch"] = True
        gap = world.gap(actor, target)
        title = f"{step.do} {one.name} at {other.name}"
        if gap is not None and context.distance is None:
            if kind == "ranged" or gap <= self.rules.COMBAT:  # units that fight are near
                forced["distance"] = gap
        elif gap is not None and context.distance != gap:
            if kind == "ranged" or target in self._blasts.values:
                self.said.append(
                    f"{title}: the gap is {gap:g} inches, and the context's distance "
                    f"({context.distance:g}) goes before it."
                )
        given = getattr(step, "context", None)
        own = frozenset(type(context).read(given).given) if given is not None else frozenset()
        context = context.merged(type(context)(**forced))
        self.said.append(AttackNote(title, one.name, attacker, other.unit, context, own))
        self.rulings |= game(script.game).rulings(attacker, other.unit, context, script.ruleset)
        for weapon in attacker.weapons:
            abilities = (*weapon.abilities, *attacker.abilities)
            if weapon.group is not None and any(a.kind == "hazardous" for a in abilities):
                self.said.append(
                    f"{step.do} {one.name}: what Hazardous does to the bearers of {weapon.name} is "
                    "approximated: the unit's first models suffer it."
                )
        made: Action = self.rules.action(
            actor, target, attacker, other.unit, self.units, context, script.ruleset
        )
        return made

    def _stay(self, units: tuple[int, ...], events: tuple[Any, ...], world: Branch, index: Index) \
            -> Move:  # fmt: skip
        """Return a move that leaves the world as it is."""
        there = index(world)
        return Move(units, events, None, there, there)

    def _bar(self, step: Step, world: Branch, actor: int, one: Fighter) -> None:
        """Note where a unit may not do what it does (W-5, A-5)."""
        for do, word in _BARRED.items():
            if (actor, do) in world.left:
                self.said.append(
                    f"{step.do}: {one.name} {word} and may not {step.do} in the same turn, unless "
                    "an ability allows it; computed as if it might."
                )

    def _shoot(self, step: Shoot, world: Branch, index: Index) -> Move:
        (actor, one), (target, _) = self._fighter(step.by), self._fighter(step.at)
        self._bar(step, world, actor, one)
        action = self._action(step, world, actor, target, "ranged")
        if action is None:
            raise MathhammerError(f"{one.name} has no ranged weapon to shoot with", "by")
        return self._stay((actor, target), (action,), world, index)

    def _fight(self, step: Fight, world: Branch, index: Index) -> Move:
        bands: dict[int, tuple[list[Action], list[Action]]] = {}
        for actor, target in opponents(step, self.script).items():
            fighter = self.script.fighters[actor]
            if {actor, target} & world.gone:
                continue
            action = self._action(step, world, actor, target, "melee")
            if action is None:
                none = "none of the weapons named" if step.weapons else "no melee weapon"
                self.said.append(f"fight: {fighter.name} has {none} and doesn't strike.")
                continue
            gap = world.gap(actor, target)
            if gap is not None and gap > self.rules.COMBAT:
                enemy = self.script.fighters[target].name
                self.said.append(
                    f"fight: {fighter.name} and {enemy} are {gap:g} inches apart; computed as if "
                    "they were in combat."
                )
            standing = fighter.standing
            # Who charges in the other side's turn has no charge bonus (Heroic Intervention, W-6).
            bonus = actor in world.charged and fighter.side == FIRST
            when = self.rules.band(standing.fights_first, standing.strike_last, bonus)
            bands.setdefault(when, ([], []))[fighter.side].append(action)
        ranks = sorted(bands)
        order = tuple((tuple(bands[k][0]), tuple(bands[k][1])) for k in ranks)
        goes_on = self.rules.GOES_ON
        begins = tuple(-1 if k == goes_on and k - 1 in bands else self.rules.BEGINS for k in ranks)
        return self._stay((), (Fights(order, begins),), world, index)

    def _mortals(self, step: Mortals, world: Branch, index: Index) -> Move:
        target, _ = self._fighter(step.at)
        needed = [target]
        packet, actor = self._dice(step), None
        if step.by is not None:
            actor, _ = self._fighter(step.by)
            needed.append(actor)
            last = len(self.units[actor].groups) - self.units[actor].leaders
            packet = packet._replace(per_model=step.packet.per_model, bearers=tuple(range(last)))
        pooled = self.script.game == "aos"
        if actor == target:
            if packet.per_model:
                raise NotModelledError("dice for each model of the unit that suffers them", "by")
            event: Any = SelfDamage(target, packet, pooled)
        else:
            event = Action(actor, target, (), (packet,), pooled)
        return self._stay(tuple(dict.fromkeys(needed)), (event,), world, index)

    def _of_two(self, step: TargetedStep, world: Branch, index: Index) -> Move:
        """Dice of a stratagem or a command at an enemy (W-6, A-4)."""
        (actor, one), (target, other) = self._fighter(step.by), self._fighter(step.at)
        self.script.check_enemies(one, other)
        packet = dice_of(step, one, other)
        event = Action(actor, target, (), (packet,), self.script.game == "aos")
        return self._stay((actor, target), (event,), world, index)

    def _dice(self, step: Mortals) -> DicePacket:
        unit = self.script.fighters[self.script.number(step.by or step.at)].unit
        return dice_packet(step.packet, unit)

    # ------------------------------------------------------------------ moves and charges

    def _travel(self, step: Travel, world: Branch, index: Index) -> Move:
        actor, fighter = self._fighter(step.by)
        move = fighter.standing.move
        if move is None:
            raise MathhammerError(f"units.{fighter.name} needs the field 'move'", "by")
        toward = None if step.toward is None else self._fighter(step.toward)[0]
        if not world.gaps:
            raise MathhammerError(f"{step.do} needs the field 'gap' of the turn")
        least = self.rules.COMBAT
        alive, stays = (actor,), index(world._replace(gone=world.gone | {actor}))
        if step.do in _BARRED:
            world = world._replace(left=world.left | {(actor, step.do)})
        if step.do in ("fall_back", "retreat"):
            events: tuple[Any, ...] = ()
            if step.do == "retreat":  # D3 mortal damage to the unit
                hurt = DicePacket(
                    "retreat", ALWAYS_SUCCEEDS, Amount.fixed(1), ALWAYS_SUCCEEDS,
                    plain_amount(RETREAT), None,
                )  # fmt: skip
                events = (SelfDamage(actor, hurt, True),)
            elif actor in world.shocked:  # a test for every model (W-5.4, W-5.5)
                events = (ModelTests(actor, self.rules.DESPERATE_ESCAPE),)
            then = index(world.with_gap(actor, toward, move, least))
            return Move(alive, events, None, then, stays)
        if toward is None:
            raise MathhammerError(f"{step.do} needs the field 'toward': the enemy it goes to")
        if step.do == "move":
            then = index(world.with_gap(actor, toward, -move, least))
            return Move(alive, (), None, then, stays)
        if step.do == "advance":
            world = world._replace(advanced=world.advanced | {actor})
        outcomes = tuple(
            (1 / 6, index(world.with_gap(actor, toward, -move - face, least)))
            for face in range(1, 7)
        )
        roll = Amount(D6.terms, 1, 0, tuple(range(6)))
        return Move(alive, (), Check(outcomes, roll), stays, stays)

    def _charge(self, step: Charge, world: Branch, index: Index) -> Move:
        (actor, one), (target, other) = self._fighter(step.by), self._fighter(step.at)
        self.script.check_enemies(one, other)
        gap = world.gap(actor, target)
        if gap is None:
            raise MathhammerError("charge needs the field 'gap' of the turn")
        if step.reroll is not None:
            self.rulings |= self.rules.reroll_rulings(self.script.ruleset)
        odds = self.rules.charge(step.dice, gap, step.modifier, step.reroll, self.script.ruleset)
        if odds.probability == 0.0:
            self.said.append(
                f"charge: {one.name} can't charge {other.name} from {gap:g} inches away."
            )
        if actor in world.advanced:
            self.said.append(
                f"charge: {one.name} advanced and may not charge, unless an ability allows it; "
                "computed as if it might."
            )
        self._bar(step, world, actor, one)
        reached = world.engaged(actor, target, self.rules.ENGAGED)
        reached = reached._replace(flags=world.flags | {step.name}, charged=world.charged | {actor})
        stays = index(world)
        events: tuple[Any, ...] = ()
        if step.overwatch:
            if self.script.game != "wh40k":
                raise MathhammerError("Overwatch belongs to Warhammer 40,000", "overwatch")
            shots = self._action(step, world, target, actor, "ranged", overwatch=True)
            if shots is None:
                raise MathhammerError(f"{other.name} has no ranged weapon", "overwatch")
            events = (shots,)
        # What can't be is no branch of its own.
        then = index(reached) if odds.probability > 0.0 else stays
        outcomes = (odds.probability, then), (1.0 - odds.probability, stays)
        check = Check(outcomes, odds.roll, odds.again, (actor, target))
        return Move((actor, target), events, check, stays, stays)

    # ------------------------------------------------------------------ the unit itself

    def _heal(self, step: Heal, world: Branch, index: Index) -> Move:
        actor, _ = self._fighter(step.by)
        points = DicePacket(
            "heal", ALWAYS_SUCCEEDS, Amount.fixed(1), ALWAYS_SUCCEEDS, plain_amount(step.amount),
            None,
        )  # fmt: skip
        return self._stay((actor,), (Restore(actor, points),), world, index)

    def _rally(self, step: Rally, world: Branch, index: Index) -> Move:
        """Rally: each 4+ is a point (A-4)."""
        actor, _ = self._fighter(step.by)
        points = DicePacket(
            "rally",
            ALWAYS_SUCCEEDS,
            Amount.fixed(step.dice),
            d6_roll(RALLY_ON),
            Amount.fixed(1),
            None,
        )
        return self._stay((actor,), (Restore(actor, points, True),), world, index)

    def _reinforce(self, step: UnitStep, world: Branch, index: Index) -> Move:
        actor, fighter = self._fighter(step.by)
        if not fighter.standing.reinforcements:
            self.said.append(
                f"reinforce: {fighter.name} has no reinforcements (reinforcements = true says "
                "else); nothing comes back."
            )
        fresh = world._replace(
            charged=world.charged - {actor},
            advanced=world.advanced - {actor},
            shocked=world.shocked - {actor},
            left=frozenset(pair for pair in world.left if pair[0] != actor),
            gone=world.gone - {actor},
            gaps=tuple(
                (
                    a,
                    b,
                    inches if self.script.gap is None or actor not in (a, b) else self.script.gap,
                )
                for a, b, inches in world.gaps
            ),
        )
        if world.gaps and fighter.standing.reinforcements:
            self.said.append(
                f"reinforce: {fighter.name} is taken to come back at the gap of the beginning."
            )
        stays = index(world)
        back = index(fresh) if fighter.standing.reinforcements else stays
        return Move((), (Reinforce(actor),), None, back, stays)

    def _battleshock(self, step: Battleshock, world: Branch, index: Index) -> Move:
        """Battle-shock, below half strength: 2D6 of Leadership or more passes (W-5.4).

        Insane Bravery lets a failed test pass (W-6): it is taken, and nobody is shocked.
        """
        actor, fighter = self._fighter(step.by)
        leadership = fighter.standing.leadership
        if not leadership:
            raise MathhammerError(f"units.{fighter.name} needs the field 'leadership'", "by")
        stays = index(world)
        if step.insane_bravery:
            bravery = Check(((1.0, stays),), Amount.fixed(0), units=(actor,), weak=actor)
            return Move((actor,), (), bravery, stays, stays)
        passed = passes(leadership)
        shocked = world._replace(
            flags=world.flags | {f"{fighter.name}{SHOCKED}"}, shocked=world.shocked | {actor}
        )
        failed = index(shocked) if passed < 1.0 else stays
        outcomes = (1.0 - passed, failed), (passed, stays)
        roll = Amount(TWO_D6.terms, 2, 0, tuple(int(k >= leadership) for k in range(2, 13)))
        check = Check(outcomes, roll, units=(actor,), weak=actor)
        return Move((actor,), (), check, stays, stays)

    def _control(self, step: Control, world: Branch, index: Index) -> Move:
        return self._stay((), (), world, index)
