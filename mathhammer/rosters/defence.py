"""What protects the models of a unit beyond their statline, and what that unit is as a target.

Lists say invulnerable saves in abilities, Feel No Pain in the names of rules, wards in
categories; each belongs to the unit, or to the models under which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.text import fold
from mathhammer.games.names import AOS, WH40K, profiles_of
from mathhammer.games.registry import part
from mathhammer.rosters.columns import Problem
from mathhammer.rosters.models import Group, Models
from mathhammer.rosters.saves import (
    Invulnerable,
    ability_text,
    invulnerable_of,
    is_named_save,
    ward_of,
)
from mathhammer.rosters.statlines import defence_of, other_statlines, statline_of
from mathhammer.rosters.tree import Selection

#: Fields that parts of a mixed unit, and leaders, may have of their own.
OF_PARTS = (
    "save", "wounds", "invulnerable", "invulnerable_ranged", "invulnerable_melee",
    "feel_no_pain", "feel_no_pain_mortals",
)  # fmt: skip
_MORTALS = re.compile(r"feel no pain ([2-6])\+ .*\bmortal wounds?\b.*")


def target_of(
    unit: Selection, models: Models, game: str, problems: list[Problem]
) -> dict[str, Any] | None:
    """Return the fields of a unit as a target, None where the list has no statline of it.

    Parameters
    ----------
    unit : Selection
    models : Models
    game : {"wh40k", "aos"}
    problems : list of Problem
        Takes what isn't understood.
    """
    read: dict[str, dict[str, Any]] = {}
    used = []
    for group in models.groups:
        profile = statline_of(group, models.common, game, problems)
        if profile is None:
            return None
        of_statline: list[Problem] = []
        fields = defence_of(profile, game, of_statline)
        problems += [one for one in of_statline if one not in problems]
        if not fields:
            return None
        used.append(profile)
        read[group.name] = fields
    problems += other_statlines(models.groups, models.common, used, game)
    abilities: list[str] = []
    if game == WH40K:
        for group, selection in _each(models):
            _put_saves(group, selection, models, read, problems)
            _put_rules(group, selection, models, read, abilities, problems)
    else:
        wards = [ward_of(c) for one in unit.walk() for c in one.categories]
        if any(wards):
            for fields in read.values():
                fields["ward"] = f"{min(filter(None, wards))}+"
    target = _joined(models, read, problems)
    if abilities:
        target["abilities"] = sorted(set(abilities))
    return _checked(target, game, problems)


def _each(models: Models) -> Iterator[tuple[Group, Selection]]:
    for group in (models.common, *models.groups):
        for selection in group.selections:
            yield group, selection


def _better(fields: dict[str, Any], field: str, roll: int) -> None:
    """Give models a save, if they have no better one."""
    if field not in fields or roll < int(fields[field].rstrip("+")):
        fields[field] = f"{roll}+"


def _put_saves(
    group: Group, selection: Selection, models: Models, read: dict[str, dict[str, Any]],
    problems: list[Problem],
) -> None:  # fmt: skip
    for profile in selection.profiles:
        text = ability_text(profile)
        named = is_named_save(profile.name)
        if not text and not named:
            continue
        save = invulnerable_of(profile.name, text)
        holders = [] if save is None else _holders(save, group, selection, models)
        if save is not None and holders:
            for name in holders:
                _better(read[name], save.field, save.roll)
        elif named or save is not None:
            problems.append(Problem("invulnerable", f"{profile.name}: {text}"[:200]))


def _holders(save: Invulnerable, group: Group, selection: Selection, models: Models) -> list[str]:
    """Return the groups of models that have a save; none where that isn't sure."""
    every = [one.name for one in models.groups]
    if save.only:
        only = fold(save.only)
        near = [name for name in every if only in fold(name) or fold(name) in only]
        return near or (every if len(every) == 1 else [])
    if group.name:
        whole = selection.number >= group.models or not save.bearer
        return [group.name] if whole else []
    return every if not save.bearer or models.number == 1 else []


def _put_rules(
    group: Group, selection: Selection, models: Models, read: dict[str, dict[str, Any]],
    abilities: list[str], problems: list[Problem],
) -> None:  # fmt: skip
    """Put down what the names of rules say: Feel No Pain, Stealth, Deadly Demise, ..."""
    table = part(WH40K, "abilities.table").UNIT
    names = [rule.name for rule in selection.rules]
    names += [p.name for p in selection.profiles if "description" in p.values]
    for name in dict.fromkeys(names):
        folded = fold(name)
        row = table.named(folded)
        if row is None:
            continue
        holders = [group.name] if group.name else [one.name for one in models.groups]
        all_of_them = not group.name or selection.number >= group.models
        alone = len(holders) == len(models.groups)
        mortals = _MORTALS.fullmatch(folded)
        try:
            ability = part(WH40K, "abilities.parse").parse_unit_ability(name)
        except MathhammerError:
            ability = None
        if ability is not None and ability.kind == "feel no pain" and all_of_them:
            for holder in holders:
                _better(read[holder], "feel_no_pain", ability.threshold)
        elif mortals and all_of_them:
            for holder in holders:
                _better(read[holder], "feel_no_pain_mortals", int(mortals[1]))
        elif (
            ability is not None and ability.kind != "feel no pain" and all_of_them and alone
            and (ability.dice is None or models.number == 1)
        ):  # fmt: skip
            abilities.append(str(ability))
        else:
            problems.append(Problem("abilities", name))


def _joined(
    models: Models, read: dict[str, dict[str, Any]], problems: list[Problem]
) -> dict[str, Any]:
    """Return one target: with groups where its models differ, the most numerous first."""
    ordered = sorted(models.groups, key=lambda group: -group.models)
    first = read[ordered[0].name]
    differing = [
        field for field in OF_PARTS
        if len({fields.get(field) for fields in read.values()}) > 1
    ]  # fmt: skip
    for field in ("toughness", "health"):
        values = {fields.get(field) for fields in read.values()}
        if len(values) > 1:
            each = ", ".join(f"{g.name} {read[g.name].get(field)}" for g in models.groups)
            problems.append(
                Problem(field, f"{each}: the unit has one, {first.get(field)} of most models"[:200])
            )
    if not differing or "health" in first:
        return {"models": models.number, **first}
    groups = [
        {"name": group.name, "models": group.models,
         **{field: read[group.name][field] for field in differing if field in read[group.name]}}
        for group in ordered
    ]  # fmt: skip
    return {"groups": groups, **{k: v for k, v in first.items() if k not in differing}}


def _checked(target: dict[str, Any], game: str, problems: list[Problem]) -> dict[str, Any] | None:
    """Return a target that can be one, None where it lacks what it needs."""
    try:
        profiles_of(game).Unit(**target).check_target()
    except MathhammerError as error:
        problems.append(Problem(error.where or "statline", error.message[:200]))
        return None
    if game == AOS:
        target.pop("abilities", None)
    return target
