"""One attack, written once: who uses it decides what a packet, a hit and a wound do.

The same walk through hit, critical, wound and packets serves the evolution of a unit's
states, the tallies of the stages, and both together. What is walked is an array of
probabilities; a `Walker` says what events do to it.
"""

from collections.abc import Callable

from mathhammer.core.distribution import Array
from mathhammer.plan import Packet, Volley

Event = Callable[[Array], Array]


class Walker:
    """What the events of an attack do to an array; by default, nothing."""

    def hit(self, array: Array) -> Array:
        """Return the array after one hit was scored."""
        return array

    def wound(self, array: Array) -> Array:
        """Return the array after one wound was scored."""
        return array

    def send(self, packet: Packet, array: Array) -> Array:
        """Return the array after a packet was sent."""
        raise NotImplementedError

    def send_all(self, packets: tuple[Packet, ...], array: Array) -> Array:
        """Return the array after some packets were sent, in order."""
        for packet in packets:
            array = self.send(packet, array)
        return array

    def wound_attempt(
        self,
        volley: Volley,
        array: Array,
        ordinary: tuple[Packet, ...],
        critical: tuple[Packet, ...],
    ) -> Array:
        """Return the array after one wound roll and what it sends (W-1.2)."""
        fail, success, crit = volley.wound.masses()
        if ordinary is critical or not crit:
            wounded = self.send_all(ordinary, self.wound(array))
            return fail * array + (success + crit) * wounded
        scored = self.wound(array)
        result = fail * array + crit * self.send_all(critical, scored)
        if success:
            result = result + success * self.send_all(ordinary, scored)
        return result

    def attack(self, volley: Volley, array: Array) -> Array:
        """Return the array after one attack of a volley (W-1, W-3).

        A critical hit is resolved first, then its extra hits one by one as plain hits.
        """
        fail, success, crit = (0.0, 1.0, 0.0) if volley.hit is None else volley.hit.masses()
        scored = self.hit(array)
        plain = self.wound_attempt(volley, scored, volley.plain, volley.hit_then_critical_wound)
        if not crit or (
            volley.extra is None
            and not volley.critical_ends_attack
            and not volley.auto_wound
            and not volley.on_critical
            and volley.critical is volley.plain
            and (
                volley.critical_critical is volley.hit_then_critical_wound
                or volley.critical_critical == volley.hit_then_critical_wound
            )
        ):
            return fail * array + (success + crit) * plain
        special = self.send_all(volley.on_critical, scored)
        if volley.critical_ends_attack:
            pass
        elif volley.auto_wound:
            special = self.send_all(volley.critical, self.wound(special))
        else:
            special = self.wound_attempt(volley, special, volley.critical, volley.critical_critical)
        if volley.extra is not None:
            more = volley.extra.pmf()
            total = more[0] * special
            for mass in more[1:]:
                special = self.wound_attempt(
                    volley, self.hit(special), volley.plain, volley.hit_then_critical_wound
                )
                total = total + mass * special
            special = total
        result = fail * array + crit * special
        return result + success * plain if success else result
