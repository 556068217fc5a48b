"""Rows of a match-up's result: what each weapon does, what comes afterwards, who falls."""

from typing import Any, NamedTuple

from mathhammer.core.distribution import Distribution
from mathhammer.plan import STAGES


def _to_dict(row: Any) -> dict[str, Any]:
    means = {stage: getattr(row, stage, None) for stage in STAGES}
    losses = {"damage": row.damage, "slain": row.slain}
    return {
        "name": row.name,
        **{stage: {"mean": mean} for stage, mean in means.items() if mean is not None},
        **{name: loss if loss is None else loss.to_dict() for name, loss in losses.items()},
    }


class WeaponRow(NamedTuple):
    """What one weapon does in its turn.

    Attributes
    ----------
    name : str
    attacks, hits, wounds, unsaved, mortal, damage_rolled : float
        Means over all its attacks.
    damage, slain : Distribution or None
        What the target loses while this weapon attacks; None where the joint states
        before and after are beyond the engine's limit.
    """

    name: str
    attacks: float
    hits: float
    wounds: float
    unsaved: float
    mortal: float
    damage_rolled: float
    damage: Distribution | None
    slain: Distribution | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as in result files."""
        return _to_dict(self)


class PhaseRow(NamedTuple):
    """What is resolved after all weapons: what waited, and dice outside the attacks.

    Attributes
    ----------
    name : str
    mortal, damage_rolled : float or None
        Means of dice outside the attacks. None for what waited, which its weapon's row
        counts: so the rows of `Result.weapons` and these add up to the whole.
    damage, slain : Distribution or None
        None where the joint states before and after are beyond the engine's limit.
    """

    name: str
    mortal: float | None
    damage_rolled: float | None
    damage: Distribution | None
    slain: Distribution | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as in result files."""
        return _to_dict(self)


class GroupRow(NamedTuple):
    """What a group or a leader of a mixed target loses (W-2).

    Attributes
    ----------
    name : str
    models : int
        At the beginning.
    slain : Distribution
        Of its models.
    """

    name: str
    models: int
    slain: Distribution

    @property
    def destroyed(self) -> float:
        """P(no model of it is left)."""
        return min(1.0, self.slain.at_least(self.models))

    def to_dict(self) -> dict[str, Any]:
        """Return the row as in result files."""
        return {
            "name": self.name,
            "models": self.models,
            "slain": self.slain.to_dict(),
            "destroyed": self.destroyed,
        }


class TargetsRow(NamedTuple):
    """What becomes of the targets of a unit that attacks several ones in a turn.

    Attributes
    ----------
    by : str
        The unit that attacks.
    at : tuple of str
        Its targets, in order.
    any_destroyed, all_destroyed : float
        P(at least one of them is destroyed at the end of the turn), and P(all of them are).
    """

    by: str
    at: tuple[str, ...]
    any_destroyed: float
    all_destroyed: float

    def to_dict(self) -> dict[str, Any]:
        """Return the row as in result files."""
        return {**self._asdict(), "at": list(self.at)}
