"""Known mistakes in what a unit uses: each with the test that must notice it, alone."""

from __future__ import annotations

SUITE = ["tests/oracle/test_ways.py", "tests/unit/evaluate/test_phases.py"]

_BEST = "test_what_is_used_is_the_best_of_all_that_may_be"

MUTATIONS: list[tuple[str, ...]] = [
    (_BEST, "ways: the first profile is used", "evaluate/phases.py",
     "            if _better(found, values[best]):", "            if False:"),
    (_BEST, "ways: damage counts before models slain", "evaluate/phases.py",
     "    slain, damage = (found - most).tolist()", "    damage, slain = (found - most).tolist()"),
    ("test_profiles_that_slay_as_many_are_told_apart_by_damage_then_by_their_place",
     "ways: of equal models slain the first counts, whatever its damage", "evaluate/phases.py",
     " or (slain >= -ROUNDING and damage > ROUNDING)", ""),
    ("test_profiles_that_slay_as_many_are_told_apart_by_damage_then_by_their_place",
     "ways: of equal ones the last counts", "evaluate/phases.py",
     "    ways = sorted(taken, reverse=True)", "    ways = sorted(taken)"),
    ("test_what_is_forbidden_is_not_used", "ways: an engaged unit shoots all of its guns", "games/wh40k/ways.py",
     "    if engaged and not BIG_GUNS", "    if False and not BIG_GUNS"),
    ("test_what_is_forbidden_is_not_used", "ways: after an Advance all guns shoot", "games/wh40k/ways.py",
     "    if advanced and not", "    if False and not"),
    (_BEST, "ways: Extra Attacks are a weapon like others", "games/wh40k/ways.py",
     '"extra attacks" if phase == FIGHT else "pistol"', '"none" if phase == FIGHT else "pistol"'),
    ("test_pistols_are_shot_alone", "ways: Pistols are shot with other guns", "games/wh40k/ways.py",
     "    if not marked or not others or BIG_GUNS", "    if True or BIG_GUNS"),
    ("test_pistols_are_shot_alone", "ways: Monsters and Vehicles keep their Pistols holstered", "games/wh40k/ways.py",
     "not others or BIG_GUNS & attacker.keywords", "not others"),
    (_BEST, "ways: profiles of one weapon are used together", "games/common/modes.py",
     "    for chosen in product(*alternatives):",
     "    for chosen in [sum(alternatives, [])]:"),
    (_BEST, "ways: a named profile is one of several", "games/common/modes.py",
     "[_named(weapons, places, *named[modes])] if modes in named else places", "places"),
    ("test_age_of_sigmar_uses_all_of_a_type", "ways: weapons of both types are used",
     "evaluate/phases.py", "if phase is None or w.type == TYPES[phase]]", "if True]"),
    ("test_all_calls_choose_alike", "ways: a comparison says nothing of what is used",
     "evaluate/evaluate.py",
     "results.append(_result(unit, used, target, here, ruleset, scenario, settings))",
     "results.append(_result(unit, (), target, here, ruleset, scenario, settings))"),
]  # fmt: skip
