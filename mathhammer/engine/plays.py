"""What each engine plays: everything else in a plan is refused, or left to another engine.

Each set names all that its engine plays, so what is new in a plan is refused by all of them
until somebody has thought of it. `require` refuses a plan in one sentence, `is_played` says so
to the fast paths, which leave such a plan to a general engine.

What an attacker suffers from its own attack (losses by its weapons, the explosion of its
target) doesn't change the target, so the engines that follow the target alone let it stand:
results work it out beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from mathhammer.core.errors import NotModelledError
from mathhammer.engine.limits import OFFER
from mathhammer.plan import Action, Plan
from mathhammer.plan.features import Feature, features, of_volley

if TYPE_CHECKING:
    from mathhammer.plan.turns import TurnPlan


class Engine(NamedTuple):
    """What an engine plays.

    Attributes
    ----------
    refusal : str
        The sentence that refuses a plan, with ``{feature}`` for what is not played.
    plays : frozenset of Feature
    words : mapping of Feature to str
        What the engine's readers call a feature, where that isn't its value.
    """

    refusal: str
    plays: frozenset[Feature]
    words: Mapping[Feature, str] = {}


def used_by(plan: Plan | TurnPlan) -> set[Feature]:
    """Return what the plan of an attack or of a turn uses."""
    if isinstance(plan, Plan):
        return features(plan)
    from mathhammer.plan.turn_features import turn_features

    return turn_features(plan)


def is_played(plan: Plan | TurnPlan, engine: Engine) -> bool:
    """Return whether an engine plays everything that a plan uses."""
    return used_by(plan) <= engine.plays


def require(plan: Plan | TurnPlan, engine: Engine) -> None:
    """Check that an engine plays everything that a plan uses.

    Raises
    ------
    NotModelledError
        It doesn't; with the feature and the engine.
    """
    used = used_by(plan)
    if not used <= engine.plays:
        feature = min(used - engine.plays, key=list(Feature).index)
        words = engine.words.get(feature, feature.value)
        raise NotModelledError(engine.refusal.format(feature=words), _weapon_with(plan, feature))


def _weapon_with(plan: Plan | TurnPlan, feature: Feature) -> str:
    """Return the name of the weapon that uses a feature, where it is one weapon's."""
    for action in plan.steps:
        if isinstance(action, Action):
            for volley in action.volleys:
                used: set[Feature] = set()
                of_volley(volley, action.pooled, used)
                if feature in used:
                    return volley.name
    return ""


_F = Feature

#: Of one attack that another unit makes, as strong as it is.
_BESIDE = frozenset({_F.OWN_LOSSES, _F.EXPLOSION})
_WEAPONS = frozenset({
    _F.EXTRA_HITS, _F.AUTO_WOUND, _F.ON_CRITICAL, _F.CRITICAL_HITS, _F.CRITICAL_WOUNDS,
    _F.SEVERAL_PACKETS, _F.CHAMPION, _F.CRITICAL_ENDS,
})  # fmt: skip
_ATTACK_BY_ATTACK = _WEAPONS | {
    _F.GROUPS, _F.CHARACTERS, _F.IGNORE_FIRST, _F.UNSAVED, _F.SAVES_DIFFER, _F.MORTAL,
    _F.TO_CHARACTER, _F.AFTER, _F.POOL, _F.DICE,
}  # fmt: skip
_POOLED = _WEAPONS | {
    _F.GROUPS, _F.UNSAVED, _F.MORTAL, _F.POOLED, _F.WARD_MORTALS, _F.DICE,
}  # fmt: skip
_TURNS = _ATTACK_BY_ATTACK | _POOLED | {
    _F.RETURNS, _F.START, _F.COPIES_BY, _F.BY_TARGET_MODELS, _F.DICE_PER_MODEL, _F.OWN_LOSSES,
    _F.ACTOR, _F.FIGHTS, _F.SELF_DAMAGE, _F.MODEL_TESTS, _F.RESTORE, _F.REINFORCE, _F.CHECKS,
    _F.REROLLED_CHECKS, _F.WEAK, _F.EXPLOSIONS, _F.CONTROL,
}  # fmt: skip

_EXACT = "{feature}: this is not played by the exact engine of "

#: One attack whose damage hurts model after model.
EXACT = Engine(_EXACT + "one attack" + OFFER, _ATTACK_BY_ATTACK | _BESIDE | {_F.PER_SLAIN})
#: One attack whose damage goes through pools.
EXACT_POOLS = Engine(_EXACT + "damage pools", _POOLED | _BESIDE | {_F.PER_SLAIN})
#: The same attack by several units, one after another.
EXACT_REPEATED = Engine(
    _EXACT + "repeated attacks", _ATTACK_BY_ATTACK | _POOLED | _BESIDE | {_F.BY_TARGET_MODELS}
)
#: A whole turn.
EXACT_TURN = Engine(_EXACT + "turns", _TURNS)

#: Many attacks at once; in pools only the sum of what a weapon inflicts is looked at.
BATCH = Engine(
    "{feature}: this is not played by the batch",
    _BESIDE | {
        _F.GROUPS, _F.EXTRA_HITS, _F.AUTO_WOUND, _F.CRITICAL_HITS, _F.CRITICAL_WOUNDS,
        _F.CHAMPION, _F.UNSAVED, _F.SAVES_DIFFER, _F.MORTAL, _F.AFTER, _F.POOL, _F.DICE,
    },
)  # fmt: skip
BATCH_POOLS = Engine(
    "{feature}: this is not played by the batch", _POOLED - {_F.WARD_MORTALS} | _BESIDE
)
#: Expected values of many attacks that have much in common.
MEANS = Engine("{feature}: this is not played by the means", _ATTACK_BY_ATTACK | _BESIDE)

#: One attack, die by die.
MONTE_CARLO = Engine(
    "{feature}: this is not played by Monte Carlo outside of a turn",
    _ATTACK_BY_ATTACK | _POOLED | _BESIDE | {_F.PER_SLAIN, _F.SLAIN_LATER},
)
#: A whole turn, die by die.
MONTE_CARLO_TURN = Engine("{feature}: this is not played by Monte Carlo in a turn", _TURNS)

_RIDERS = "on_critical_hit or on_critical_wound"
#: One attack in which players roll dice again.
REROLL = Engine(
    "the best use of a Command Re-roll with {feature} is not modelled",
    _BESIDE | {
        _F.GROUPS, _F.CHARACTERS, _F.IGNORE_FIRST, _F.EXTRA_HITS, _F.AUTO_WOUND, _F.SAVES_DIFFER,
        _F.MORTAL, _F.TO_CHARACTER, _F.AFTER, _F.POOL, _F.DICE,
    },
    {
        _F.ON_CRITICAL: _RIDERS, _F.CRITICAL_HITS: _RIDERS, _F.CRITICAL_WOUNDS: _RIDERS,
        _F.SEVERAL_PACKETS: _RIDERS,
    },
)  # fmt: skip
