"""A literal dice-roller for the questions of dice outside attacks: the slow truth of the tests.

Each kind is played as at a table, one die at a time, from the fields as a file has them. It
shares nothing with the package but how a dice expression is read. `enumerate_check` plays
every sequence of dice, `sample_check` plays with random ones. Codes such as W-5.4 are those of
the rules digest.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from oracle.reference import Die, RandomDice, ScriptedDice, TooManyLeavesError, roll

from mathhammer.core.dice import Dice

Fields = dict[str, Any]
#: What a play came to: by the name of each answer a number, or whether it happened.
Played = dict[str, int]
Masses = dict[str, dict[int, Fraction]]

#: Inches are compared with a little room: 9.6 - 1 is not exactly 8.6 in a computer.
ROOM = 1e-6


def d3(die: Die) -> int:
    """Roll a D3: half a D6, rounded up (D-1)."""
    return (die(6) + 1) // 2


# ----------------------------------------------------------------- modifiers and doubles


@lru_cache(maxsize=1000)
def pieces(text: str) -> tuple[tuple[int, Dice], ...]:
    """Return the parts of a modifier: 1 or -1, and what is added or taken."""
    plain = text.replace(" ", "")
    if plain[0] not in "+-":
        plain = "+" + plain
    found = []
    while plain:
        end = next((i for i in range(1, len(plain)) if plain[i] in "+-"), len(plain))
        found.append((1 if plain[0] == "+" else -1, Dice.parse(plain[1:end])))
        plain = plain[end:]
    return tuple(found)


def modifier(fields: Fields, die: Die) -> int:
    """Roll what a roll is modified by, and see it before anything is rolled again (D-2)."""
    value = 0
    for sign, dice in pieces(str(fields.get("modifier", 0))):
        value += sign * roll(dice, die)
    return value


def modifiers(fields: Fields) -> list[int]:
    """Return what a modifier may be, one as likely as the other."""
    parts = [
        (sign, dice, faces)
        for sign, dice in pieces(str(fields.get("modifier", 0)))
        for faces in [every_throw(dice)]
    ]
    return [
        sum(sign * added(dice, faces) for (sign, dice, _), faces in zip(parts, chosen, strict=True))
        for chosen in itertools.product(*(faces for _, _, faces in parts))
    ]


def dice_of(fields: Fields, printed: str) -> Dice:
    """Return the dice of a roll, with the die that a datasheet adds."""
    dice = Dice.parse(fields.get("dice", printed))
    extra = fields.get("extra_die")
    if extra is None:
        return dice
    ((number, sides, _, _),) = dice.terms
    one_more = f"{number + 1}D{sides}"
    if extra == "keep-highest":
        one_more += f"kh{number}"
    elif extra == "keep-lowest":
        one_more += f"kl{number}"
    return Dice.parse(f"{one_more}+{dice.constant}")


def double(dice: Dice, faces: list[list[int]]) -> Played:
    """Return whether two of the dice that count show the same, where they are of one kind."""
    if len(dice.terms) != 1 or dice.terms[0].keep < 2:
        return {}
    shown = sorted(faces[0], reverse=not dice.terms[0].lowest)[: dice.terms[0].keep]
    return {"double": int(any(shown.count(face) > 1 for face in shown))}


# ------------------------------------------------------------------------------ re-rolls


def faces_of(dice: Dice, die: Die) -> list[list[int]]:
    return [[die(sides) for _ in range(number)] for number, sides, _, _ in dice.terms]


def added(dice: Dice, faces: list[list[int]]) -> int:
    """Add up what lies on the table, of each kind of dice those that count."""
    value = dice.constant
    for (_, _, keep, lowest), those in zip(dice.terms, faces, strict=True):
        value += sum(sorted(those, reverse=not lowest)[:keep])
    return value


#: Which dice are rolled again, of throws that were weighed.
CHOICES: dict[tuple[Any, ...], tuple[tuple[int, int], ...]] = {}


def with_reroll(
    dice: Dice,
    worth: Callable[[list[list[int]]], Fraction],
    reroll: str | None,
    choosing: bool,
    die: Die,
    depends: tuple[Any, ...],
) -> list[list[int]]:
    """Roll, and roll again what is worth nothing, once (D-2).

    Parameters
    ----------
    worth : callable
        How likely these faces lead to what the player wants.
    choosing : bool
        Whether the player picks the dice that are rolled again; else it is all of them.
    depends : tuple
        All that `worth` depends on besides the faces, so that no choice is weighed twice.
    """
    faces = faces_of(dice, die)
    if reroll is None or worth(faces) > 0:
        return faces
    places = [(i, j) for i, those in enumerate(faces) for j in range(len(those))]
    again = tuple(places)
    if choosing:
        key = (dice, str(faces), *depends)
        if key not in CHOICES:
            subsets = (itertools.combinations(places, n) for n in range(len(places) + 1))
            some = itertools.chain.from_iterable(subsets)
            CHOICES[key] = max(some, key=lambda those: hope(dice, worth, faces, those))
        again = CHOICES[key]
    for i, j in again:
        faces[i][j] = die(dice.terms[i].sides)
    return faces


def hope(
    dice: Dice,
    worth: Callable[[list[list[int]]], Fraction],
    faces: list[list[int]],
    again: tuple[tuple[int, int], ...],
) -> Fraction:
    """Return how good a roll is on average once some of its dice are rolled again."""
    found = Fraction(0)
    ways = 0
    for new in itertools.product(*(range(1, dice.terms[i].sides + 1) for i, _ in again)):
        after = [list(those) for those in faces]
        for (i, j), face in zip(again, new, strict=True):
            after[i][j] = face
        found += worth(after)
        ways += 1
    return found / ways


def choosing(fields: Fields) -> bool:
    """Return whether any of the dice may be rolled again: in Age of Sigmar (D-2)."""
    return fields["game"] == "aos" and fields.get("ruleset", {}).get("aos_reroll", "any") == "any"


# --------------------------------------------------------------------- moves and charges


def closes(fields: Fields, moved: float) -> float | None:
    """Return the inches that a charge must roll once a unit has moved; None: no charge."""
    aos = fields["game"] == "aos"
    given = fields["distance"]
    targets = given if isinstance(given, list) else [given]
    near = 3 if aos else 1  # a move doesn't lead into combat
    gaps = [gap if gap <= near else max(near, gap - moved) for gap in targets]
    if not aos and any(gap > 12 for gap in gaps):
        return None
    climb = fields.get("climb", 0)
    if climb <= (1 if aos else 2):
        climb = 0
    short = 0.5 if aos else 2 if fields.get("barricade") else 1
    return float(max(gap + climb - short for gap in gaps))


def charge_moves(fields: Fields, faces: list[list[int]], modified: int) -> int:
    dice = dice_of(fields, "2D6")
    return max(added(dice, faces) + modified, 1 if fields["game"] == "aos" else 0)


@lru_cache(maxsize=1000)
def every_throw(dice: Dice) -> list[list[list[int]]]:
    """Return every throw of an expression, one as likely as the other."""
    sides = [range(1, sides + 1) for number, sides, _, _ in dice.terms for _ in range(number)]
    found = []
    for faces in itertools.product(*sides):
        rest = list(faces)
        found.append([[rest.pop(0) for _ in range(number)] for number, _, _, _ in dice.terms])
    return found


#: What was counted already: every sequence of dice asks for the same.
HOPES: dict[tuple[str, float, int], Fraction] = {}


def charge_hope(fields: Fields, moved: float, points: int) -> Fraction:
    """Return how likely a charge succeeds, each throw followed by each throw again."""
    key = (repr(fields), moved, points)
    if key not in HOPES:
        HOPES[key] = counted_hope(fields, moved, points)
    return HOPES[key]


def counted_hope(fields: Fields, moved: float, points: int) -> Fraction:
    inches = closes(fields, moved)
    if inches is None:
        return Fraction(0)
    throws = every_throw(dice_of(fields, "2D6"))
    found, possible = Fraction(0), modifiers(fields)
    for modified in possible:
        made = sum(charge_moves(fields, faces, modified) + ROOM >= inches for faces in throws)
        failed = len(throws) - made
        again = failed * made if fields.get("reroll") or points else 0
        found += Fraction(made, len(throws)) + Fraction(again, len(throws) ** 2)
    return found / len(possible)


def charge(fields: Fields, die: Die) -> Played:
    """Charge: every target must be reached (W-5.2, A-5); a Command Re-roll for it (W-6)."""
    dice = dice_of(fields, "2D6")
    points = int(fields.get("command_reroll", 0))
    played: Played = {}
    inches: float | None = fields.get("needed")
    if "distance" in fields:
        moved = fields.get("move", 0)
        first = fields.get("advance", fields.get("run", False))
        if first is not False:
            expression = Dice.parse("D6" if first is True else first)
            shown = added(expression, faces_of(expression, die))
            if points and expression.terms:
                # One for both rolls, or one for each phase.
                left = 1 if points == 2 else 0
                throws = [added(expression, faces) for faces in every_throw(expression)]
                afresh = sum(charge_hope(fields, moved + t, left) for t in throws) / len(throws)
                again = afresh > charge_hope(fields, moved + shown, 1)
                played["used_on_advance"] = int(again)
                if again:
                    shown = added(expression, faces_of(expression, die))
                    points = left
            moved += shown
        inches = closes(fields, moved)
    counted = "used_on_charge" if "used_on_advance" in played else "used"
    if fields.get("command_reroll"):
        played[counted] = 0
    modified = modifier(fields, die)
    if inches is None:
        return {"probability": 0, **played, **double(dice, faces_of(dice, die))}

    def reaches(faces: list[list[int]]) -> bool:
        return charge_moves(fields, faces, modified) + ROOM >= inches

    if points and not fields.get("reroll"):
        faces = faces_of(dice, die)
        if not reaches(faces) and any(reaches(other) for other in every_throw(dice)):
            played[counted] = 1
            faces = faces_of(dice, die)
    else:
        faces = with_reroll(
            dice,
            lambda f: Fraction(reaches(f)),
            fields.get("reroll"),
            choosing(fields),
            die,
            ("charge", fields["game"], modified, inches),
        )
    return {
        "probability": int(reaches(faces)), "distribution": charge_moves(fields, faces, modified),
        **played, **double(dice, faces),
    }  # fmt: skip


def advance(fields: Fields, die: Die) -> Played:
    """Advance or run: the Move and a die (W-5.1, A-5); a Command Re-roll for it (W-6)."""
    dice = dice_of(fields, "D6")
    move = roll(Dice.parse(fields["move"]), die)
    needed = fields.get("needed")
    modified = modifier(fields, die)
    least = 1 if fields["game"] == "aos" else 0

    def inches(faces: list[list[int]]) -> int:
        return move + max(added(dice, faces) + modified, least)

    def enough(faces: list[list[int]]) -> bool:
        return needed is None or inches(faces) + ROOM >= needed

    faces = with_reroll(
        dice,
        lambda f: Fraction(enough(f)),
        fields.get("reroll"),
        choosing(fields),
        die,
        ("advance", fields["game"], modified, move, needed),
    )
    played = {}
    if fields.get("command_reroll"):
        played["used"] = 0
        if not fields.get("reroll") and not enough(faces) and any(map(enough, every_throw(dice))):
            played["used"] = 1
            faces = faces_of(dice, die)
    played["distribution"] = inches(faces)
    if needed is not None:
        played["probability"] = int(enough(faces))
    return {**played, **double(dice, faces)}


def one_again(faces: list[int], bad: tuple[int, ...], fields: Fields, die: Die) -> Played:
    """Roll the first bad die again where there is a Command Re-roll for it (W-6)."""
    if not fields.get("command_reroll"):
        return {}
    for i, face in enumerate(faces):
        if face in bad:
            faces[i] = die(6)
            return {"used": 1}
    return {"used": 0}


# ------------------------------------------------------------------ Warhammer 40,000


def leadership(fields: Fields, die: Die) -> Played:
    """Roll 2D6 against Leadership, both again where they fail and an ability says so (W-5.4)."""
    value = int(str(fields["leadership"]).rstrip("+"))
    dice, modified = dice_of(fields, "2D6"), modifier(fields, die)
    faces = faces_of(dice, die)
    if added(dice, faces) + modified < value and fields.get("reroll"):
        faces = faces_of(dice, die)
    passed = added(dice, faces) + modified >= value
    return {"probability": int(passed), **double(dice, faces)}


def battleshock(fields: Fields, die: Die) -> Played:
    """Take a Battle-shock test, where the unit is below half strength (W-5.4)."""
    single = fields.get("starting_models", 1) == 1
    if single and "wounds" in fields and fields["wounds_left"] >= fields["wounds"] / 2:
        return {"probability": 0, **no_double(fields)}
    if not single and fields["models"] >= fields["starting_models"] / 2:
        return {"probability": 0, **no_double(fields)}
    played = leadership(fields, die)
    return {**played, "probability": 1 - played["probability"]}


def no_double(fields: Fields) -> Played:
    """Return what is told of doubles where no dice are rolled."""
    dice = dice_of(fields, "2D6")
    return dict.fromkeys(double(dice, every_throw(dice)[0]), 0)


def desperate_escape(fields: Fields, die: Die) -> Played:
    """Roll for each model; a 1 or 2 destroys one (W-5.5)."""
    faces = [die(6) for _ in range(fields["models"])]
    used = one_again(faces, (1, 2), fields, die)
    lost = 0
    for face in faces:
        if face in (1, 2):
            lost += 1
    return {"distribution": lost, **used}


def hazardous(fields: Fields, die: Die) -> Played:
    """Roll for each weapon; a 1 slays a bearer or inflicts 3 mortal wounds (W-3)."""
    faces = [die(6) for _ in range(fields["weapons"])]
    used = one_again(faces, (1,), fields, die)
    suffered = 0
    for face in faces:
        if face == 1:
            mortal = "mortal" in (fields.get("bearer"), fields.get("target"))
            suffered += 3 if mortal else 1
    return {"probability": int(suffered > 0), "distribution": suffered, **used}


def deadly_demise(fields: Fields, die: Die) -> Played:
    """Roll a D6; on a 6 every unit near suffers, each by its own dice (W-5.7)."""
    units = fields.get("units", 1)
    suffered = [0] * units
    exploded = die(6) == 6
    if exploded:
        suffered = [roll(Dice.parse(fields["value"]), die) for _ in range(units)]
    played = {"probability": int(exploded), "distribution": sum(suffered)}
    if units > 1:
        played["each"] = suffered[0]
    return played


def transport_destroyed(fields: Fields, die: Die) -> Played:
    """Roll for each model that disembarks (W-5.6)."""
    hurts = (1, 2, 3) if fields.get("emergency") else (1,)
    return {"distribution": sum(die(6) in hurts for _ in range(fields["models"]))}


def grenade(fields: Fields, die: Die) -> Played:
    """Throw six dice, each 4+ a mortal wound (W-6)."""
    return {"distribution": sum(die(6) >= 4 for _ in range(6))}


def tank_shock(fields: Fields, die: Die) -> Played:
    """Roll as many dice as the weapon is strong, two more if it beats the toughness (W-6)."""
    dice = fields["strength"]
    if fields["strength"] > fields["toughness"]:
        dice += 2
    wounds = 0
    for _ in range(dice):
        if die(6) >= 5 and wounds < 6:
            wounds += 1
    return {"distribution": wounds}


# --------------------------------------------------------------------- Age of Sigmar


def rally(fields: Fields, die: Die) -> Played:
    """Gather points; buy back models while they last, then heal (A-4)."""
    points = sum(die(6) >= 4 for _ in range(fields.get("dice", 6)))
    played = {"distribution": points, "returned": 0, "healed": 0}
    while points >= fields["health"] and played["returned"] < fields.get("slain", 0):
        points -= fields["health"]
        played["returned"] += 1
    while points and played["healed"] < fields.get("damage_taken", 0):
        points -= 1
        played["healed"] += 1
    return played


def beats(rolled: int, modifier: int, casting: int) -> bool:
    """Return whether an unbinding roll is greater than the casting roll (A-6)."""
    return max(rolled + modifier, 1) > casting


@lru_cache(maxsize=1000)
def unbinding(casting: int, modifier: int) -> Fraction:
    """Return the chance that a casting roll is unbound, counted pair by pair."""
    pairs = itertools.product(range(1, 7), repeat=2)
    return Fraction(sum(beats(a + b, modifier, casting) for a, b in pairs), 36)


def cast(fields: Fields, die: Die) -> Played:
    """Cast, and let it be unbound (A-6)."""
    bonus = modifier(fields, die)
    if fields.get("place_of_power") and die(6) != 1:
        bonus += 1

    def casting(faces: list[list[int]]) -> int:
        return max(sum(faces[0]) + bonus, 1)

    def success(faces: list[list[int]]) -> bool:
        return faces[0].count(1) < 2 and casting(faces) >= fields["value"]

    def worth(faces: list[list[int]]) -> Fraction:
        if not success(faces):
            return Fraction(0)
        if not fields.get("unbind"):
            return Fraction(1)
        lost = unbinding(casting(faces), fields.get("unbind_modifier", 0))
        return max(1 - lost, Fraction(1, 10**9))  # a spell that is cast is not cast again

    faces = with_reroll(
        Dice.parse("2D6"), worth, fields.get("reroll"), choosing(fields), die,
        ("cast", fields["value"], fields.get("unbind"), fields.get("unbind_modifier"), bonus),
    )  # fmt: skip
    miscast = faces[0].count(1) >= 2
    played = {"probability": 0, "failed": 0, "miscast": int(miscast)}
    played |= double(Dice.parse("2D6"), faces)
    if fields.get("unbind"):
        played["unbound"] = 0
    if miscast:
        return played
    if not success(faces):
        played["failed"] = 1
    elif fields.get("unbind") and beats(
        die(6) + die(6), fields.get("unbind_modifier", 0), casting(faces)
    ):  # fmt: skip
        played["unbound"] = 1
    else:
        played["probability"] = 1
    return played


def prayer(fields: Fields, die: Die) -> Played:
    """Chant turn after turn, and bank what is too little (A-6)."""
    values = fields["value"] if isinstance(fields["value"], list) else [fields["value"]]
    bank = fields.get("banked", 0)
    for _ in range(fields.get("turns", 1)):
        face = die(6)
        if face == 1:
            bank = max(bank - d3(die), 0)
            continue
        chanted = max(face + modifier(fields, die), 1)
        if any(bank + chanted >= value for value in values):
            return {"probability": 1}
        bank += chanted
    return {"probability": 0}


def banish(fields: Fields, die: Die) -> Played:
    """Roll 2D6 against the banishment value (A-6)."""
    dice, modified = dice_of(fields, "2D6"), modifier(fields, die)

    def enough(faces: list[list[int]]) -> bool:
        return max(added(dice, faces) + modified, 1) >= fields["value"]

    faces = with_reroll(
        dice, lambda f: Fraction(enough(f)), fields.get("reroll"), choosing(fields), die,
        ("banish", fields["value"], modified),
    )  # fmt: skip
    return {"probability": int(enough(faces)), **double(dice, faces)}


def place_of_power(fields: Fields, die: Die) -> Played:
    """Tap it: a 1 hurts, anything else is a bonus (A-6)."""
    if die(6) == 1:
        return {"probability": 0, "distribution": d3(die)}
    return {"probability": 1, "distribution": 0}


def priority(fields: Fields, die: Die) -> Played:
    """Play the rounds: who wins goes first; a tie is won by who went first (A-7)."""
    first = 0
    doubles = 0
    for _ in range(fields.get("rounds", 5) - 1):
        faces = [die(6), die(6)]
        winner = first if faces[0] == faces[1] else faces.index(max(faces))
        if winner != first:
            doubles += 1  # who went second goes first: two turns in a row
        first = winner
    return {"distribution": doubles, "double_turn": int(doubles > 0)}


def mortal_d3(fields: Fields, die: Die) -> Played:
    """SelfDamage D3 mortal damage (A-4, A-5)."""
    return {"distribution": d3(die)}


PLAYERS: dict[str, Callable[[Fields, Die], Played]] = {
    "charge": charge, "advance": advance, "run": advance, "battleshock": battleshock,
    "leadership": leadership, "desperate_escape": desperate_escape, "hazardous": hazardous,
    "deadly_demise": deadly_demise, "transport_destroyed": transport_destroyed,
    "grenade": grenade, "tank_shock": tank_shock, "rally": rally, "cast": cast,
    "prayer": prayer, "banish": banish, "place_of_power": place_of_power,
    "priority": priority, "retreat": mortal_d3, "power_through": mortal_d3,
}  # fmt: skip


def enumerate_check(kind: str, fields: Fields, limit: int = 200_000) -> Masses:
    """Return the exact masses of every answer, from every sequence of dice.

    Raises
    ------
    TooManyLeavesError
        There are more than `limit` sequences.
    """
    found: dict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    dice = ScriptedDice()
    leaves = 0
    while True:
        played = PLAYERS[kind](fields, dice.die)
        for name, value in played.items():
            found[name][value] += Fraction(1, dice.ways)
        leaves += 1
        if leaves > limit:
            raise TooManyLeavesError
        if not dice.advance():
            return {name: dict(masses) for name, masses in found.items()}


def sample_check(kind: str, fields: Fields, trials: int, seed: int) -> dict[str, list[int]]:
    """Return the answers of so many plays with random dice."""
    dice = RandomDice(seed)
    found: dict[str, list[int]] = defaultdict(list)
    for _ in range(trials):
        for name, value in PLAYERS[kind](fields, dice.die).items():
            found[name].append(value)
    return found
