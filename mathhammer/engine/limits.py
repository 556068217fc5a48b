"""The limits of all engines.

What is larger is refused with its size, or left to another engine. Work is counted in steps
of about a nanosecond.
"""

from mathhammer.core.errors import TooLargeError

#: What is said where the exact engine can't.
OFFER = '; Monte Carlo (engine="montecarlo") may take it'

# The exact engine.

#: The most states that a unit may have, counters of what waits included.
MAX_STATES = 2_000_000

#: The most steps that the states of one evaluation may take: about ten seconds.
MAX_WORK = 10**10
#: The most steps for what each phase alone does to the target (`Evolution.skipped`).
MAX_ROWS_WORK = 4 * 10**9
#: The most steps for a value that only a note gives.
MAX_NOTED_WORK = 2 * 10**9
#: The most pairs of counts that are kept: of packets that act and of packets that wait.
MAX_COUNTS = 20_000_000

#: Up to so many attacks of which some wait are split by a binomial and not followed in pairs.
MAX_WAITING = 2_500

#: The most pairs of count and state that are followed together.
MAX_PAIRS = 2_000_000

#: The largest value that a tally may reach.
MAX_TALLIED = 100_000

#: The most different orders that are tried.
MAX_ORDERS = 5_040

#: The most orders of attacks on a unit that are compared, and the most attacks of such an order.
MAX_CHAINS, MAX_CHAINED = 2_000_000, 5
#: The most states of a unit at which attacks one after another are compared.
MAX_CHAINED_STATES = 600

#: The most repetitions of an attack that are looked at.
MAX_REPEATED = 20_000

# Many attacks at once: a batch, and means.

#: What the batch takes: states of a target, attacks of a volley of which some wait, values
#: of a packet's damage, attacks times states.
MAX_BATCH_STATES = 1000
MAX_BATCH_WAITING = 500
MAX_BATCH_DAMAGE = 500
MAX_BATCH_STEPS = 500_000

#: What the means take: attacks of a volley of which some wait, states, numbers of one array.
MAX_MEANS_ATTACKS = 400
MAX_MEANS_STATES = 2_000
MAX_MEANS_NUMBERS = 20_000_000

# The best use of a Command Re-roll.

#: The most steps that a policy may take, and with rules of thumb.
MAX_REROLL_WORK, MAX_RULES_WORK = 30 * 10**9, 5 * 10**9
#: The most numbers that are kept at once.
MAX_REROLL_NUMBERS = 80_000_000
#: The most dice of a handful.
MAX_REROLL_DICE = 500

#: Of damage dice with more results only the limits below the average are rules of thumb.
MAX_LIMITS = 6

# Monte Carlo.

#: The most trials that a wanted precision may need where there is no time limit.
MAX_TRIALS = 10**12

#: Seeds are whole numbers below this: they survive JSON and a spreadsheet.
MAX_SEED = 2**53

#: The most entries of all histograms together.
MAX_ENTRIES = 5_000_000

#: The most different values of a number of a user's own rule that are counted.
MAX_RULE_VALUES = 1_000_000
#: The most numbers that a rule may return.
MAX_RULE_NUMBERS = 100


def too_large(what: str, most: int, where: str = "", offer: str = OFFER) -> TooLargeError:
    """Return the error that says what is more than the exact engine takes."""
    limit = f"{most:.0e}" if most >= MAX_WORK else str(most)
    return TooLargeError(f"{what}; the exact engine takes up to {limit}{offer}", where)
