"""Army lists against targets: who of them does most."""

from mathhammer.analysis.efficiency import measure
from mathhammer.rosters.match_up import ArmyAttacks


def in_order(attacks: ArmyAttacks, name: str = "") -> ArmyAttacks:
    """Return the attackers of an army in the order of what they do, the best first.

    Against each target an attacker has a share of what the best one does there; the mean of its
    shares counts, so that targets of many wounds count no more than others.

    Parameters
    ----------
    attacks : ArmyAttacks
    name : str
        One of `mathhammer.analysis.efficiency.MEASURES`; by default `ArmyAttacks.usual`.
    """
    value = measure(name or attacks.usual)
    across = len(attacks.targets)
    shares = [0.0] * len(attacks.units)
    for j in range(across):
        column = [value(attacks.cell(i, j)) or 0.0 for i in range(len(shares))]
        most = max(column)
        for i, one in enumerate(column):
            shares[i] += one / most if most > 0 else 0.0
    return attacks.only(sorted(range(len(shares)), key=lambda i: -shares[i]))
