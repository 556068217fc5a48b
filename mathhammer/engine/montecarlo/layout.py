"""How what is played lies in one array of whole numbers, the *program*.

Rows stand one after another and point to each other by their places; the names here are
the places in a row. Tables that kernels look numbers up in come with them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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


def _fields(names: str) -> tuple[int, ...]:
    return tuple(range(len(names.split())))


#: The head of a program: its first deed and body, the last row of losses; in the room of a
#: trial: the states of the bodies, what is held, copies by volley, what rows count, what rows
#: lose, what waits, totals, numbers of dice, who has fought; the steps of a turn, its bodies;
#: then `PLACES`, `SCALES`, `MASKS` and `DEADLY`.
(
    P_DEED, P_BODY, P_LAST_ROW, P_STATE, P_HELD, P_COPIES, P_COUNTS, P_GROWN, P_WAITING, P_ROOM,
    P_SCRATCH, P_DONE, P_STEPS, P_BODIES, P_PLACES,
) = _fields(
    "deed body last_row state held copies counts grown waiting room scratch done steps bodies "
    "places"
)  # fmt: skip
P_SCALES = P_PLACES + len(PLACES)
P_MASKS = P_SCALES + len(SCALES)
P_DEADLY = P_MASKS + len(MASKS)
#: Scratch of a trial: dice to throw and what came of them, kept while some are rolled again;
#: bits of a throw; critical hits, critical wounds; a branch.
(
    K_DICE, K_CAME, K_KEPT, K_AGAIN, K_SEEN, K_CRITICAL, K_MIGHTY, K_BRANCH, K_WIDTH,
) = _fields("dice came kept again seen critical mighty branch width")  # fmt: skip
#: A roll: where its table is, and that of dice rolled again (-1: none are); then for each
#: face its outcome, and whether it is rolled again.
(R_TABLE, R_AGAIN, R_FACES) = _fields("table again faces")
#: A number that is rolled: its value if fixed (-1), below which total it is rolled again,
#: the total of its first value, its constant, how many terms, its values; for one plain die
#: its value for each face, and a table of the sums of several such; the terms.
(A_FIXED, A_BELOW, A_BASE, A_CONSTANT, A_NUMBER, A_VALUES, A_FACES, A_SUMS, A_TERMS) = _fields(
    "fixed below base constant number values faces sums terms"
)
#: Packets of a kind: their amount; the save (-1: none), or one for each group (-1: not).
(S_AMOUNT, S_SAVE, S_SAVES, S_MORTAL, S_CHARACTER, S_WHEN, S_SOURCE, S_QUEUE) = _fields(
    "amount save saves mortal character when source queue"
)
#: A volley; lists begin with their length, -1 is none. `counted`: 0 attack by attack, 1 all
#: hits, all wounds, all saves, 2 the same with criticals apart.
(
    V_COPIES, V_FIXED, V_AMOUNTS, V_ONCE, V_CROWD, V_HIT, V_EXTRA, V_AUTO, V_ENDS, V_WOUND,
    V_PLAIN, V_PLAIN_CRITICAL, V_CRITICAL, V_CRITICAL_CRITICAL, V_ON_CRITICAL, V_COUNTED,
    V_BEARERS, V_COPIES_BY,
) = _fields(
    "copies fixed amounts once crowd hit extra auto ends wound plain plain_critical critical "
    "critical_critical on_critical counted bearers copies_by"
)  # fmt: skip
#: Dice outside of attacks; -1 is no cap; who bears those for each model (-1: nobody).
(D_GATE, D_DICE, D_ON, D_DAMAGE, D_MOST, D_PER_MODEL, D_BEARERS) = _fields(
    "gate dice on damage most per_model bearers"
)
#: An action: its actor (-1: none) and target, lists of volleys and dice, whether damage goes
#: through pools; own losses: the roll (-1: none), dice, mortal wounds, the cap (-1), volleys;
#: whether anything waits until all volleys are done: queues of packets, a pool; what the
#: target's end does to who attacks: the roll (-1: nothing), mortal wounds.
(
    E_ACTOR, E_TARGET, E_VOLLEYS, E_DICE, E_POOLED, E_OWN, E_OWN_DICE, E_OWN_MORTAL, E_OWN_MOST,
    E_OWN_VOLLEYS, E_LATER, E_QUEUES, E_POOL, E_EXPLODES, E_EXPLOSION,
) = _fields(
    "actor target volleys dice pooled own own_dice own_mortal own_most own_volleys later "
    "queues pool explodes explosion"
)  # fmt: skip
#: A unit: for each lane its last state (-1: no lane) and, of each state, where the front
#: model is dead, its group, and the models dead; groups; the ward's roll (-1); where it
#: begins, whether it may come back; whether there is one lane and nothing ignores a wound;
#: its place in the room; wounds of a model that comes back; whether a state is below half
#: strength (-1: nobody asks); where its states begin among those of all units.
(
    B_LAST, B_ENDS, B_GROUPS, B_MODELS, B_BEHIND, B_BEHIND_ENDS, B_BEHIND_GROUPS,
    B_BEHIND_MODELS, B_FIRST_GROUP, B_IGNORES, B_WARD, B_START, B_RETURNS, B_PLAIN, B_STATE,
    B_HEALTH, B_WEAK, B_OFFSET,
) = _fields(
    "last ends groups models behind behind_ends behind_groups behind_models first_group ignores "
    "ward start returns plain state health weak offset"
)  # fmt: skip
#: Those who bear weapons: of each state of a lane how many of them live (-1: no such lane).
(L_FRONT, L_BEHIND) = _fields("front behind")
#: A step: how many branches there are before it, the weights of control (-1), and then for
#: each branch its move, or -1 - n where it leads unmoved to branch n.
(T_BRANCHES, T_CONTROL, T_MOVES) = _fields("branches control moves")
#: A move: the units that must live, its events, its check (-1), the branch afterwards, that
#: where it doesn't take place, and a list of explosions.
(M_UNITS, M_EVENTS, M_CHECK, M_THEN, M_OTHERWISE, M_EXPLOSIONS) = _fields(
    "units events check then otherwise explosions"
)
#: An explosion: the unit that must be gone, the roll, mortal wounds, a list of units near it.
(O_UNIT, O_ROLL, O_AMOUNT, O_NEAR) = _fields("unit roll amount near")
#: A check: the units that must live, the one that must be weak (-1), the roll, whose value is
#: the number of the branch in a list; which dice of a throw are rolled again (-1).
(C_UNITS, C_WEAK, C_ROLL, C_AGAIN, C_BRANCHES) = _fields("units weak roll again branches")
#: An event: its kind; the deed, or the fights, or the unit and what happens to it.
(X_KIND, X_ONE, X_TWO, X_THREE) = _fields("kind one two three")
ATTACK, FIGHTS, SUFFER, PERILS, MEND, REINFORCE = range(6)
#: A group: the tables of the rolls that ignore a lost wound, and a mortal wound (-1: none).
(G_IGNORE, G_MORTAL, G_WIDTH) = _fields("ignore mortal width")
#: The state of a unit: wounds lost in each lane; whether a failed save was ignored; whether
#: its last model to fall was of the front lane; whether it came back; whether the die for its
#: explosion has been rolled.
(FRONT, BEHIND, IGNORED, FRONT_LAST, RETURNED, EXPLODED, STATE) = _fields(
    "front behind i f r e width"
)
#: What is held during an action: shots that wait, points of the pool.
(H_WAITING, H_POINTS, H_WIDTH) = _fields("waiting points width")
#: What a row counts.
(ATTACKS, HITS, WOUNDS, UNSAVED, MORTAL, ROLLED, WARDED, COUNTED) = _fields(
    "attacks hits wounds unsaved mortal rolled warded width"
)
NOW, AFTER, POOL = 0, 1, 2
