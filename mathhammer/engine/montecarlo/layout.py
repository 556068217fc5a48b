"""Layout of a packed plan: one int64 array, the *program*.

Rows stand one after another and point to each other by their places, -1 where there is
nothing; lists begin with their length. Each kind of row is a record type here: the packer
(`program`) writes its fields by name, and kernels read them by name where they lie
(`kernels.rows`). One array and not one for each kind, because arrays that are handed from
kernel to kernel are most of what a call costs: ten of them instead of one made Monte Carlo
up to 40 % slower. Tables that kernels look numbers up in come with the program.
"""

import numpy as np
import numpy.typing as npt

from mathhammer.engine.packing import row_type

I64 = npt.NDArray[np.int64]
#: Dice of one word.
THROWN = 20
#: What a table of counts has for five dice: a bit for each that succeeds, critically or not,
#: that is critical, that is to be rolled again. Those of the dice of a word stand 16 bits
#: apart; masks leave the first 0 to 20 of them.
BITS, APART = 5, 16
PASSED = sum((2**BITS - 1) << APART * k for k in range(4))
MASKS = tuple(
    sum(
        (1 << min(max(number - BITS * k, 0), BITS)) - 1 << APART * k + BITS * kind
        for k in range(4)
        for kind in range(3)
    )
    for number in range(THROWN + 1)
)
COUNTS = 6**5
#: For the bits of five dice and the wounds left in a model: how many dice are rolled until it
#: is dead, five where it isn't.
DEADLY = tuple(
    next((i + 1 for i in range(BITS) if bin(seen & (2 << i) - 1).count("1") == left), BITS)
    for seen in range(2**BITS)
    for left in range(BITS + 2)
)
#: Where the entries for no die and for 1 to 5 dice begin in a table of sums, and how long
#: it is.
PLACES = (0, 1, 7, 43, 259, 1555)
SUMS = 9331
#: Numbers by which a value below 6^5 is multiplied to leave its first 0 to 5 digits, after
#: a shift by `SCALE`.
SCALE = 30
SCALES = tuple(2**SCALE // 6 ** (5 - number) + 1 for number in range(6))
#: Bits of a count in a total of successes, criticals among them, and dice to roll again.
WIDE = 21
MASK = 2**21 - 1


def words(kind: np.dtype[np.void]) -> int:
    """Return how many numbers a row has."""
    return kind.itemsize // 8


def place_in(kind: np.dtype[np.void], name: str) -> int:
    """Return the place of a field in its row."""
    assert kind.names is not None
    return kind.names.index(name)


#: What a program begins with: its first action and unit, the last row of losses, the steps of a
#: turn, its units, of each unit that attacks several ones a list of these; then what stands where
#: in the room of a trial, one column per number, trial beside trial: copies by volley, what rows
#: count, what rows lose, packets that wait, totals, who has fought; how many packets wait, points
#: of the pool, and of mortal damage where that has a ward of its own; models slain by the attacks
#: so far, where dice follow them; and scratch: dice to throw
#: and what came of them, kept while some are rolled again; bits of a throw; critical hits and
#: wounds; a branch.
HEAD = row_type(
    "action unit last_row steps units targets copies counts grown waiting room done "
    "held points mortal_points slain dice came kept again seen critical mighty branch"
)
#: Then `PLACES`, `SCALES`, `MASKS` and `DEADLY`.
PLACES_AT = words(HEAD)
SCALES_AT = PLACES_AT + len(PLACES)
MASKS_AT = SCALES_AT + len(SCALES)
DEADLY_AT = MASKS_AT + len(MASKS)
#: A roll: where its table is, and that of dice rolled again (-1: none are); behind it for each
#: face its outcome, and then whether it is rolled again.
ROLL = row_type("table again")
ROLL_FACES = words(ROLL)
#: A number that is rolled: its value if fixed (-1), below which total it is rolled again,
#: the total of its first value, its constant, how many terms, its values; for one plain die
#: its value for each face, and a table of the sums of several such; behind it the terms.
AMOUNT = row_type("fixed below base constant number values faces sums")
AMOUNT_TERMS = words(AMOUNT)
#: A term: how many dice, of how many sides, how many of them count, whether the lowest.
TERM = 4
#: Packets of a kind: their amount; the save (-1: none), or one for each group (-1: not).
PACKET = row_type("amount save saves mortal character when source queue")
#: A volley. `fixed`: attacks of a copy if no die is rolled for them (-1). `counted`: 0 attack
#: by attack, 1 all hits, all wounds, all saves, 2 the same with criticals apart.
VOLLEY = row_type(
    "copies fixed amounts champion by_target_models hit extra auto_wound critical_ends wound "
    "plain hit_then_critical_wound critical critical_critical on_critical counted bearers "
    "copies_by"
)
#: Dice outside of attacks; who bears those for each model (-1: nobody); what each face inflicts
#: (-1: those that count all inflict the same); how many for each model slain.
DICE = row_type("gate dice on damage most per_model bearers table per_slain")
#: An action: its actor and target, lists of volleys and dice, whether damage goes through
#: pools; own losses: the roll, dice, mortal wounds, the cap, volleys; whether anything waits
#: until all volleys are done: queues of packets, a pool; what the target's end does to who
#: attacks: the roll, mortal wounds; whether dice follow the models slain.
ACTION = row_type(
    "actor target volleys dice pooled own own_dice own_mortal own_most own_volleys later queues "
    "pool explodes explosion counts_slain"
)
#: The state of a unit, in the room of a trial, which begins with those of all units: wounds lost
#: by its models and by its characters; whether a failed save was ignored; whether its last model
#: to fall was of the front queue; whether it came back; whether the die for its explosion has
#: been rolled.
STATE = ("front", "behind", "ignored", "front_last", "returned", "exploded")
#: A unit: of its models in a row, and of its characters behind them, the last state (-1: there
#: are none) and, for each state, where the front model is dead, its group, and the models dead;
#: for each group the tables of the rolls that ignore a lost wound, and a mortal wound (-1: none);
#: whether the first failed save is ignored; the wards' rolls; where it begins, whether it may
#: come back; whether there is one queue and nothing ignores a wound; wounds of a model that
#: comes back; whether a state is below half strength (-1: nobody asks); where its states begin
#: among those of all units; where each number of its state stands in the room.
UNIT = row_type(
    "last ends groups models behind_last behind_ends behind_groups behind_models ignore "
    "ignore_mortal ignores ward ward_mortals start returns plain health weak offset "
    + " ".join(STATE)
)
#: Where wounds are lost: by models, and by characters behind them.
FRONT, BEHIND = 0, 1
#: Those who bear weapons: of each state of a queue how many of them live (-1: no such queue).
BEARERS = row_type("front behind")
#: A step: how many branches there are before it, the weights of control; behind it for each
#: branch its move, or -1 - n where it leads unmoved to branch n.
STEP = row_type("branches control")
STEP_MOVES = words(STEP)
#: A move: the units that must live, its events, its check, the branch afterwards, that where it
#: doesn't take place, and a list of explosions.
MOVE = row_type("units events check then otherwise explosions")
#: An explosion: the unit that must be gone, the roll, mortal wounds, a list of units near it.
EXPLOSION = row_type("unit roll amount near")
#: A check: the units that must live, the one that must be weak, the roll, whose value is the
#: number of the branch in a list; which dice of a throw are rolled again.
CHECK = row_type("units weak roll again branches")
#: An event: its kind; the action, or the fights, or the unit and what happens to it.
EVENT = row_type("kind one two three")
ATTACK, FIGHTS, SUFFER, PERILS, MEND, REINFORCE = range(6)

#: What a row counts, and how many numbers that are.
ATTACKS, HITS, WOUNDS, UNSAVED, MORTAL, ROLLED, WARDED, COUNTED = range(8)
NOW, AFTER, POOL = 0, 1, 2
