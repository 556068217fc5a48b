"""An attack on a unit in whatever state earlier attacks left it."""

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.chain import Evolution, evolve
from mathhammer.engine.exact.pools import PooledEvolution
from mathhammer.engine.exact.space import Space
from mathhammer.engine.plays import EXACT_REPEATED, require
from mathhammer.plan import Action, Plan

Playing = Evolution | PooledEvolution


class Following:
    """An attack that meets what earlier ones left.

    Parameters
    ----------
    plan : Plan
        With one action, as `compile_repeated` makes it: volleys with `attacks_by_target_models`
        follow the target's living models.

    Attributes
    ----------
    first : Evolution or PooledEvolution
        Of the attack without what follows the models.

    Examples
    --------
    >>> import mathhammer
    >>> from mathhammer.games import registry
    >>> shot = mathhammer.attack("A1 BS3+ S4 D1", "1x meq")
    >>> following = Following(registry.game("wh40k").compile_repeated(*shot.match_up))
    >>> following.matrix().round(3).tolist()
    [[0.889, 0.111, 0.0], [0.0, 0.889, 0.111], [0.0, 0.0, 1.0]]
    """

    def __init__(self, plan: Plan) -> None:
        require(plan, EXACT_REPEATED)
        self._plan = plan
        self._action = plan.steps[0]
        plain = [volley._replace(attacks_by_target_models=()) for volley in self._action.volleys]
        self._alike = tuple(plain) == self._action.volleys
        self.first = evolve(self._with(self._action._replace(volleys=tuple(plain))))
        slain = self.space.slain
        self._living = slain[-1] - slain
        self._known: dict[Action, Playing] = {}

    def _with(self, action: Action) -> Plan:
        return self._plan._replace(steps=(action,))

    @property
    def space(self) -> Space:
        """The states of the unit."""
        return self.first.space

    def carry(self, states: Array) -> Array:
        """Return what becomes of probabilities of the states.

        Parameters
        ----------
        states : ndarray of float64, shape (rows, states)

        Returns
        -------
        ndarray of float64, shape (rows, states)
        """
        if self._alike:
            return self.first.carry(states)
        total = np.zeros_like(states)
        possible = states.any(axis=0)
        for models in np.unique(self._living[possible]).tolist():
            now = self._action.at((), models)
            playing = self._known.get(now)
            if playing is None:
                playing = self._known[now] = evolve(self._with(now))
            total += playing.carry(np.where(self._living == models, states, 0.0))
        return total

    def matrix(self) -> Array:
        """Return the probabilities of all states, a row for each state before; square."""
        return self.carry(np.eye(self.space.size))
