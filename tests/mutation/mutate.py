"""Put known mistakes into the code, one at a time, and see that the tests notice.

    python tests/mutation/mutate.py [WORD]

Each mutation replaces exact texts in a copy of the package; tests then run against the copy
and must fail. With a word, only mutations whose title holds it. The first ones are the traps
that other tools fell into (style guide): the test named after a trap must notice it, alone.
The others break one rule each, and any of the fast rule tests may notice. Those of Age of Sigmar,
of whole turns, of checks and of the heroes dice game are in files of their own, each with the
test that must notice it, alone.
Exit status 1 if any survives, or if a text to replace is not there exactly once.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mutation import (
    mutations_aos,
    mutations_armies,
    mutations_checks,
    mutations_heroes,
    mutations_phases,
    mutations_rosters,
    mutations_texts,
    mutations_turns,
)
from support.paths import ROOT

SUITE = [
    "tests/oracle/test_traps.py", "tests/oracle/test_rules_by_hand.py", "tests/oracle/test_allocation_by_hand.py",
    "tests/unit/engine/exact/test_forms.py", "tests/oracle/test_starts_by_hand.py",
]  # fmt: skip

#: A title, then files of the package, each with what is there and what is put in its place.
Mutation = tuple[str, ...]

#: Traps begin with the test that is named after them: it alone has to notice.
TRAPS: list[Mutation] = [
    ("test_extra_hits_of_sustained_hits_are_not_lethal",
     "extra hits of Sustained Hits are lethal", "engine/exact/sequence.py",
     """                special = self.wound_attempt(
                    volley, self.hit(special), volley.plain, volley.hit_then_critical_wound
                )""",
     """                if volley.auto_wound:
                    special = self.send_all(volley.critical, self.wound(self.hit(special)))
                else:
                    special = self.wound_attempt(
                        volley, self.hit(special), volley.plain, volley.hit_then_critical_wound
                    )"""),
    ("test_devastating_wounds_follow_the_ruling",
     "Devastating Wounds don't spill under the print", "games/wh40k/abilities/devastating_wounds.py",
     "return (Packet(amount, None, True, True, False, POOL, weapon.index),)",
     "return (Packet(amount, None, False, True, leader, AFTER, weapon.index),)"),
    ("test_devastating_wounds_follow_the_ruling",
     "Devastating Wounds spill under the 2023 errata", "games/wh40k/abilities/devastating_wounds.py",
     'if ruling == "errata-2023-09":',
     "if False:"),
    ("test_devastating_wounds_follow_the_ruling",
     "Devastating Wounds spill under the 2024 errata", "games/wh40k/abilities/devastating_wounds.py",
     "return (Packet(amount, None, False, True, leader, AFTER, weapon.index),)",
     "return (Packet(amount, None, True, True, False, POOL, weapon.index),)"),
    ("test_devastating_wounds_are_applied_after_all_normal_damage",
     "Devastating Wounds of the errata are applied in turn", "games/wh40k/abilities/devastating_wounds.py",
     "from mathhammer.plan import AFTER, POOL, Packet",
     "from mathhammer.plan import NOW as AFTER\nfrom mathhammer.plan import POOL, Packet"),
    ("test_devastating_wounds_are_applied_after_all_normal_damage",
     "mortal wounds spill before the next weapon", "engine/exact/walks.py",
     "        if packet.when == NOW:\n            return self.operator(packet).apply(array)\n",
     "        if packet.when == NOW:\n            return self.operator(packet).apply(array)\n"
     "        if packet.spills:\n"
     "            return spill(self.point, self.pmfs[packet.amount], array)\n",
     "engine/exact/walks.py", "if packet is None or walker.composed", "if True or walker.composed",
     "engine/exact/walks.py",
     "packet, space = acting_packet(volley), walker.space", "packet, space = None, walker.space",
     "engine/exact/chain.py",
     "        if self.composed or len(self.queues) != 1 or self.space.size > DENSE:\n", "        if True:\n"),
    ("test_damage_is_not_capped_before_feel_no_pain",
     "damage is capped at the model's wounds before Feel No Pain", "engine/exact/operators.py",
     "column = thinned(masses, ", "column = thinned([*masses[:most], sum(masses[most:])], "),
    ("test_kill_distributions_of_two_weapons_are_not_added_up",
     "kill distributions of the weapons are added up", "results/attack.py",
     "        return self._of_states(self.space.slain)\n",
     """        alone = [self.attacker.replace(weapons=[weapon]) for weapon in self.attacker.weapons]
        if len(alone) < 2:
            return self._of_states(self.space.slain)
        rest = self.target, self.context, self.rulings, None
        return sum((Result(unit, *rest).slain for unit in alone), Distribution.constant(0))
"""),
    ("test_kill_distributions_of_two_weapons_are_not_added_up",
     "each weapon meets a fresh unit", "engine/exact/chain.py",
     "            else:\n                array = walks.run_volley(self.walker, volley, array)\n",
     "            else:\n                array = walks.run_volley(self.walker, volley, self._start())\n"),
    ("test_models_slain_is_not_damage_divided_by_wounds",
     "models slain are rolled damage divided by wounds", "results/attack.py",
     "        return self._of_states(self.space.slain)\n",
     """        groups = self.plan.units[0].groups
        most, health = sum(group.models for group in groups), groups[0].health
        return self.damage_rolled.map(lambda damage: min(damage // health, most))
"""),
    ("test_ten_models_do_not_share_one_attack_roll",
     "one roll for the attacks of all copies", "engine/exact/tallies.py",
     "        return least * volley.copies, power(one, volley.copies)",
     """        wide = np.zeros((one.size - 1) * volley.copies + 1)
        wide[:: volley.copies] = one
        return least * volley.copies, wide"""),
    ("test_sustained_d3_is_rolled_for_each_critical",
     "one roll for the Sustained Hits D3 of all criticals", "engine/exact/walks.py",
     "    if rows.ndim > 2 and walker.space.size <= DENSE and not volley.waits():\n",
     """    if volley.extra is not None and len(volley.extra.values) > 1:
        masses = enumerate(volley.extra.pmf().tolist())
        fixed = volley.extra.fixed
        return sum(
            mass * run_volley(walker, volley._replace(extra=fixed(value)), rows)
            for value, mass in masses
        )
    if rows.ndim > 2 and walker.space.size <= DENSE and not volley.waits():
"""),
    ("test_sustained_d3_is_rolled_for_each_critical",
     "one roll for the Sustained Hits D3 in the stages", "engine/exact/tallies.py",
     "    first, counts = attack_counts(volley)\n    if stage ==",
     """    if volley.extra is not None and len(volley.extra.values) > 1:
        fixed = volley.extra.fixed
        total = np.zeros(2000)
        for value, mass in enumerate(volley.extra.pmf().tolist()):
            if mass:
                part = stage_pmf(volley._replace(extra=fixed(value)), stage)
                total[: part.size] += mass * part
        return total
    first, counts = attack_counts(volley)
    if stage =="""),
    ("test_sustained_d3_is_rolled_for_each_critical",
     "Sustained Hits D3 is its mean", "games/wh40k/abilities/sustained_hits.py",
     "lambda ability: ability.dice or Dice((), 0)",
     "lambda ability: Dice((), round(ability.dice.mean) if ability.dice else 0)"),
    ("test_every_anti_ability_is_read",
     "only the first Anti is read", "games/wh40k/abilities/of_weapon.py",
     'f"{ability.kind} {ability.keyword}" if ability.keyword else ability.kind',
     "ability.kind"),
    ("test_the_unit_size_caps_models_slain",
     "the unit size doesn't cap models slain", "games/wh40k/allocation.py",
     "_group(part, part.models,", "_group(part, part.models + 9,"),
    ("test_mortal_wounds_survive_a_passed_save",
     "mortal wounds are lost when the save is passed", "engine/exact/walks.py",
     "                entering = ONE if queue.key else self.pmfs[packet.amount]\n",
     """                entering = ONE if queue.key else self.pmfs[packet.amount]
                if packet.saves is not None:
                    fails = packet.saves[0].masses()[0]
                    return (1 - fails) * array + fails * shifted(array, entering, axis)
""",
     "games/wh40k/sequence.py",
     "    ap, more, on_wound = weapon.wound_riders or (0, 0, ())\n",
     """    ap, more, on_wound = weapon.wound_riders or (0, 0, ())
    on_wound = tuple(packet._replace(saves=plain[0].saves) for packet in on_wound)
"""),
    ("test_mortal_wounds_survive_a_passed_save",
     "mortal wounds of critical hits need a wound", "engine/exact/sequence.py",
     "special = self.send_all(volley.on_critical, scored)",
     """fails = volley.wound.masses()[0]
        special = fails * scored + (1 - fails) * self.send_all(volley.on_critical, scored)"""),
    ("test_damage_means_wounds_lost_everywhere",
     "damage means rolled damage", "results/attack.py",
     "return self._of_states(self.space.lost)", "return self.damage_rolled"),
    ("test_damage_means_wounds_lost_everywhere",
     "damage means rolled damage in the JSON", "results/attack.py",
     "answer[stage] = getattr(self, stage).to_dict()",
     'answer[stage] = getattr(self, stage.replace("damage_rolled", "damage")).to_dict()'),
    ("test_damage_means_wounds_lost_everywhere",
     "damage means rolled damage in the table", "results/attack.py",
     "summary(getattr(self, name))",
     'summary(getattr(self, "damage_rolled" if name == "damage" else name))'),
    ("test_damage_means_wounds_lost_everywhere",
     "damage means rolled damage in the CSV", "analysis/rows.py",
     "return lambda result: value(getattr(result, stage))",
     'return lambda result: value(getattr(result, stage.replace("damage_rolled", "damage")))'),
    ("test_damage_means_wounds_lost_everywhere",
     "damage means rolled damage on pages", "show/pages/attack.py",
     "stage = getattr(result, name)",
     'stage = getattr(result, "damage_rolled" if name == "damage" else name)'),
    ("test_damage_means_wounds_lost_everywhere",
     "damage means rolled damage in the rows of weapons", "results/rows.py",
     "        **{name: loss if loss is None else loss.to_dict() for name, loss in losses.items()},",
     """        **{name: loss if loss is None else loss.to_dict() for name, loss in losses.items()},
        **({} if row.damage_rolled is None else {"damage": {"mean": row.damage_rolled}}),"""),
    ("test_tails_are_no_fft",
     "tails by FFT", "core/distribution.py",
     """            result = array if result is None else flushed(convolved(result, array))
        n >>= 1
        if n:
            array = flushed(convolved(array, array))""",
     """            if result is None:
                result = array
            else:
                size = result.size + array.size - 1
                result = np.fft.irfft(np.fft.rfft(result, size) * np.fft.rfft(array, size), size)
        n >>= 1
        if n:
            array = np.fft.irfft(
                np.fft.rfft(array, 2 * array.size - 1) ** 2, 2 * array.size - 1
            )"""),
    ("test_keywords_are_never_ignored_in_silence",
     "unknown weapon abilities are ignored in silence", "games/wh40k/abilities/parse.py",
     '    raise MathhammerError(\n        f"unknown ability {quoted(value)}{table.WEAPON',
     '    return Ability(table.WEAPON.by_name["psychic"])\n    raise MathhammerError(\n        f"unknown ability {quoted(value)}{table.WEAPON'),
    ("test_keywords_are_never_ignored_in_silence",
     "unknown target abilities are ignored in silence", "games/wh40k/abilities/parse.py",
     '    raise MathhammerError(\n        f"unknown ability {quoted(value)}{table.UNIT',
     '    return Ability(table.UNIT.by_name["lone operative"])\n    raise MathhammerError(\n        f"unknown ability {quoted(value)}{table.UNIT'),
    ("test_keywords_are_never_ignored_in_silence",
     "unknown fields are ignored in silence", "core/record.py",
     "                if value is not None:\n                    values[name] = readers",
     "                if value is not None and name in readers:\n"
     "                    values[name] = readers"),
    ("test_keywords_are_never_ignored_in_silence",
     "an Anti without its keyword is not noted", "games/wh40k/notes.py",
     "if ability.keyword not in target.keywords:",
     "if False:"),
    ("test_keywords_are_never_ignored_in_silence",
     "abilities without effect are not noted", "games/wh40k/notes.py",
     "if row.effect == INERT:",
     "if False:"),
]  # fmt: skip

RULES: list[Mutation] = [
    ("the last errata of the edition are the first ones", "games/wh40k/context.py",
     '"2024": {"devastating": "errata-2024"}', '"2024": {"devastating": "errata-2023-09"}'),
    ("a set of rulings goes over single ones", "games/wh40k/context.py",
     "fields = {**of_set, **single}", "fields = {**single, **of_set}"),
    ("waste counts what was ignored", "results/attack.py",
     "self.damage_rolled.mean - self.ignored - self.damage.mean",
     "self.damage_rolled.mean - self.damage.mean"),
    ("hit modifiers aren't capped", "games/common/rolls.py", "return max(-1, min(1, total))",
     "return total"),
    ("re-rolls look at modified ones", "games/common/rolls.py",
     'return Roll(outcome, (True,) + (False,) * 5)', 'return Roll(outcome, (True, True) + (False,) * 4)'),
    ("Twin-linked re-rolls everything", "games/wh40k/abilities/twin_linked.py",
     'reroll_wounds="failures"',
     'reroll_wounds="non-criticals"'),
    ("strength twice the toughness wounds on 3+", "games/wh40k/wounds.py",
     "if strength >= 2 * toughness:", "if strength > 2 * toughness:"),
    ("half the toughness wounds on 5+", "games/wh40k/wounds.py",
     "return 6 if 2 * strength <= toughness else 5", "return 6 if 2 * strength < toughness else 5"),
    ("Lance without a charge", "games/wh40k/abilities/lance.py",
     "int(situation.context.charged)",
     "1"),
    ("the wound floor spares criticals", "games/wh40k/wounds.py",
     "max(2, target.defence.wound_floor),", "2,"),
    ("cover for 3+ against AP 0", "games/wh40k/saves.py",
     "if cover and not (save <= 3 and ap == 0):", "if cover:"),
    ("saves improve without limit", "games/wh40k/saves.py",
     "return min(1, ap + bonus)", "return ap + bonus"),
    ("the other ruling on the save cap", "games/wh40k/saves.py",
     "return ap + min(1, bonus)", "return min(1, ap + bonus)"),
    ("cover against melee", "games/wh40k/saves.py",
     'if armed.weapon.type != "ranged" or abilities.ignores_cover:',
     "if abilities.ignores_cover:"),
    ("AP worsened beyond 0", "games/wh40k/saves.py", "return min(0, total)", "return total"),
    ("plunging fire in melee", "games/wh40k/saves.py",
     'if situation.context.plunging_fire and weapon.type == "ranged":',
     "if situation.context.plunging_fire:"),
    ("halved damage rounds down", "games/wh40k/damage.py", "(total + 1) // 2", "total // 2"),
    ("damage reduced below 1", "games/wh40k/damage.py",
     "return max(1, before + change)", "return max(0, before + change)"),
    ("Blast doesn't count the leader", "games/wh40k/situation.py",
     "    for leader in target.leader:\n        size += 1\n", "    for leader in target.leader:\n"),
    ("Rapid Fire at any range", "games/wh40k/abilities/rapid_fire.py",
     "ability.dice if half.half_range(weapon, situation.context) else None",
     "ability.dice"),
    ("Extra Attacks are modified", "games/wh40k/attacks.py",
     "0 if abilities.fixed_attacks else ours.attacks",
     "ours.attacks"),
    ("attacks fall below 1", "games/wh40k/attacks.py",
     "max(1, total + change) + added", "max(0, total + change) + added"),
    ("critical hits on 5 in overwatch", "games/wh40k/hits.py",
     "return with_reroll(ONLY_SIX, reroll)", "return with_reroll((0, 0, 0, 0, 2, 2), reroll)"),
    ("Stealth in melee", "games/wh40k/hits.py",
     '    if weapon.type != "ranged":\n        return entries\n', ""),
    ("Pistols suffer from Big Guns", "games/wh40k/hits.py",
     "if not abilities.shoots_engaged:",
     "if True:"),
    ("ignored modifiers drop bonuses too", "games/common/rolls.py",
     "sum(e for e in entries if e > 0) if ignore_negative", "0 if ignore_negative"),
    ("mortal wounds use the normal Feel No Pain", "engine/exact/operators.py",
     "threshold = group.ignore_mortal if mortal else group.ignore", "threshold = group.ignore"),
    ("errata 2024 uses the normal Feel No Pain", "engine/exact/operators.py",
     "group.ignore_mortal if packet.mortal else group.ignore, most", "group.ignore, most"),
    ("Precision is ignored", "games/wh40k/abilities/precision.py",
     "        situation.context.precision_on_character and",
     "        False and situation.context.precision_on_character and"),
    ("the leader falls first", "games/wh40k/allocation.py",
     "    return Target(\n        tuple(groups),", "    return Target(\n        tuple(groups[::-1]),"),
    ("the first failed save counts for Devastating", "engine/exact/operators.py",
     "if space.doubled and packet.saves is not None:", "if space.doubled:"),
    ("Lethal Hits wound critically", "engine/exact/sequence.py",
     "special = self.send_all(volley.critical, self.wound(special))",
     "special = self.send_all(volley.critical_critical, self.wound(special))"),
    ("extra hits aren't hits", "engine/exact/sequence.py",
     "volley, self.hit(special), volley.plain, volley.hit_then_critical_wound",
     "volley, special, volley.plain, volley.hit_then_critical_wound"),
    ("Torrent hits critically", "engine/exact/sequence.py",
     "fail, success, crit = (0.0, 1.0, 0.0) if", "fail, success, crit = (0.0, 5 / 6, 1 / 6) if"),
    ("Hazardous slays on 1 and 2", "games/wh40k/abilities/hazardous.py",
     "d6_roll(2)",
     "d6_roll(3)"),
    ("Characters lose a model to Hazardous", "games/wh40k/abilities/hazardous.py",
     "mortal = 3 if TOUGH_BEARERS & attacker.keywords else 0",
     "mortal = 0"),
    ("every weapon shoots after an Advance", "games/wh40k/attacks.py",
     'if not situation.context.advanced or weapon.type != "ranged" or weapon.start:',
     "if True:"),
    ("attacks that are hits are rolled", "games/wh40k/hits.py",
     "abilities.hits_automatically or weapon.start", "abilities.hits_automatically"),
    ("attacks that are wounds are rolled", "games/wh40k/wounds.py",
     "if weapon.begins(WOUNDS):", "if False:"),
    ("attacks that are failed saves are saved", "games/wh40k/prepared_weapon.py",
     "if self.weapon.begins(FAILED_SAVES):", "if False:"),
    ("hits that are given are more with Blast", "games/wh40k/attacks.py",
     "    if weapon.start:\n        return (plain_amount(weapon.attacks),)\n", ""),
    ("AoS: attacks that are hits are rolled", "games/aos/hits.py",
     "    if weapon.weapon.start:\n        return None\n", ""),
    ("AoS: attacks that are wounds are rolled", "games/aos/wounds.py",
     "if weapon.weapon.begins(WOUNDS):", "if False:"),
    ("AoS: attacks that are failed saves are saved", "games/aos/saves.py",
     "if weapon.weapon.begins(FAILED_SAVES):", "if False:"),
    ("AoS: hits that are given are more with modifiers", "games/aos/attacks.py",
     "    if weapon.weapon.start:\n        return plain_amount(weapon.weapon.attacks)\n", ""),
    ("what has no effect before a start isn't said", "games/common/start.py",
     "    if found:\n", "    if False:\n"),
    ("an ability that acts after a start is lost", "games/common/start.py",
     "if _acts(ability, later) or not", "if not"),
    ("the cap of mortal dice is lost", "plan/attacks.py",
     "        if most is not None:\n            total = total.map", "        if False:\n            total = total.map"),
    ("wounds lost before are forgotten", "games/wh40k/allocation.py",
     "    lost = target.wounds_lost\n", "    lost = 0\n"),
    ("groups lose wounds, not models", "results/attack.py",
     "zip(names, groups, self.space.slain_by_group, strict=True)",
     "zip(names, groups, self.space.lost_by_group, strict=True)"),
    ("wounds lost before count for every group", "engine/exact/space.py",
     "row = np.where(row < wounds, (row + g.lost) // g.health, g.models)",
     "row = np.where(row < wounds, row // g.health, g.models)"),
    ("nobody falls where a bodyguard falls last", "engine/exact/space.py",
     "row = np.append(pairs, row[-1])",
     "row = np.append(pairs, row[0])"),
    ("an unmodified 1 can succeed", "games/common/rolls.py",
     "        for first in range(2, critical + 1)\n", "        for first in range(1, critical + 1)\n",
     "games/common/rolls.py", "lowest = floor if floor > 2 else 2", "lowest = floor if floor > 2 else 1",
     "games/common/rolls.py", "for critical in range(2, 8)", "for critical in range(1, 8)"),
    ("hits are re-rolled that fail before modifiers", "games/wh40k/hits.py",
     "return d6_roll(needed, critical, 2, reroll)",
     "return d6_roll(needed, critical)._replace("
     "again=d6_roll(weapon.skill, critical, 2, reroll).again)"),
    ("modifiers make critical hits", "games/wh40k/hits.py",
     "return d6_roll(needed, critical, 2, reroll)",
     "return d6_roll(needed, critical - net, 2, reroll)"),
    ("Heavy having moved", "games/wh40k/abilities/heavy.py",
     "int(situation.context.stationary)",
     "1"),
    ("Smokescreen and Stealth add up", "games/wh40k/hits.py",
     "    if situation.stealth:\n",
     "    if context.smokescreen and target.abilities:\n        entries.append(-1)\n"
     "    if situation.stealth:\n"),
    ("Big Guns of all units", "games/wh40k/hits.py",
     "if context.attacker_engaged and BIG_GUNS & attacker.keywords:",
     "if context.attacker_engaged:"),
    ("the 6 of Overwatch is no critical hit", "games/common/rolls.py",
     "ONLY_SIX = (FAIL,) * 5 + (CRITICAL,)", "ONLY_SIX = (FAIL,) * 5 + (SUCCESS,)"),
    ("the higher of two critical thresholds", "games/wh40k/hits.py",
     "best(ours.critical_hits, own.critical_hits) or 6",
     "max(ours.critical_hits, own.critical_hits) or 6"),
    ("critical hits that must hit first hit without it", "games/wh40k/hits.py",
     "critical = max(critical, min(needed, 6))", "pass"),
    ("a 6 is no critical hit where it misses", "games/wh40k/hits.py",
     "max(critical, min(needed, 6))", "max(critical, needed)"),
    ("critical hits must hit first with the printed skill", "games/wh40k/hits.py",
     "max(critical, min(needed, 6))", "max(critical, weapon.skill)"),
    ("the attacker's need of success is ignored", "games/wh40k/hits.py",
     "if ours.critical_hits_need_success or own", "if own"),
    ("re-rolls up to a number leave the number", "games/common/amounts.py",
     "return min(int(policy[2:]), dice.maximum) + 1", "return min(int(policy[2:]), dice.maximum)"),
    ("of two re-rolls of dice the weaker", "games/common/amounts.py",
     "return max(first, second, key=lambda", "return min(first, second, key=lambda"),
    ("of two re-rolls of dice the attacker's", "games/common/amounts.py",
     "return max(first, second, key=lambda policy: reroll_below(dice, policy))", "return first"),
    ("mortal dice are not modified", "games/common/mortals.py",
     "return max(1, face + self.modifier)", "return face"),
    ("mortal dice show less than 1", "games/common/mortals.py",
     "return max(1, face + self.modifier)", "return face + self.modifier"),
    ("an unmodified 1 of mortal dice fails", "games/common/mortals.py",
     "if shown >= self.on else", "if face > 1 and shown >= self.on else"),
    ("an unmodified 6 of mortal dice counts", "games/common/mortals.py",
     "if shown >= self.on else", "if face == 6 or shown >= self.on else"),
    ("dice follow models slain by other dice", "engine/exact/slain.py",
     "        return {0: states}\n    slain", "        pass\n    slain",
     "engine/exact/slain.py", "for number, part in self.cuts[-1].items()",
     "for number, part in cut(_total(self.cuts[-1]), space, packets).items()"),
    ("dice for models slain are rolled for each model", "plan/attacks.py",
     "Amount.fixed(self.per_slain * slain)", "self.dice"),
    ("dice for models slain don't depend on the damage rolled", "engine/exact/stages.py",
     "counts: Array = joint[slain == number].sum(axis=0)",
     "counts: Array = joint.sum(axis=0) * joint[slain == number].sum()"),
    ("what has no row inflicts as the last", "games/common/mortals.py",
     "return rows[0] if rows else None", "return (rows or [self.table[-1].damage])[0]"),
    ("a table of mortal dice is asked once for all of them", "plan/attacks.py",
     "return Distribution.mix([(1 / 6, amount.distribution()) for amount in self.table])",
     "return self.table[-1].distribution()"),
    ("the weaker of two re-rolls", "games/common/rolls.py",
     "return max(first, second, key", "return min(first, second, key"),
    ("wounds are rolled against a leader's toughness", "games/wh40k/wounds.py",
     "wound_threshold(s, target.toughness) - net,",
     "wound_threshold(s, target.toughness + 9 * len(target.leader)) - net,"),
    ("-1 to wound from equal strength", "games/wh40k/wounds.py",
     "if s > target.toughness:", "if s >= target.toughness:"),
    ("strength falls below 1", "games/wh40k/wounds.py",
     "return max(1, weapon.strength", "return (weapon.strength"),
    ("Anti-X against everything", "games/wh40k/abilities/anti.py",
     " if ability.keyword in target.keywords else 0",
     ""),
    ("Ignores Cover is ignored", "games/wh40k/saves.py",
     " or abilities.ignores_cover:",
     ":"),
    ("AP against invulnerable saves", "games/wh40k/saves.py",
     "needed = min(needed, invulnerable)", "needed = min(needed, invulnerable - ap)"),
    ("an invulnerable save must be used", "games/wh40k/saves.py",
     "needed = min(needed, invulnerable)", "needed = invulnerable"),
    ("Go to Ground in melee", "games/wh40k/situation.py",
     "best(both, melee))", "best(both, melee, floor))"),
    ("packets counted once a hit", "engine/exact/counts.py",
     'TallyWalker("hits").one_attack(volley))', 'TallyWalker("attacks").one_attack(volley))'),
    ("what waits counted as what acts", "engine/exact/counts.py",
     "nothing, waits, acts, _ =", "nothing, acts, waits, _ ="),
    ("the save rolled again for packets that are counted", "engine/exact/walks.py",
     "bare = packet._replace(saves=None)", "bare = packet"),
    ("Go to Ground not for leaders", "games/wh40k/situation.py",
     "models.append(_model(leader, floor))", "models.append(_model(leader, 0))"),
    ("leaders take the unit's save", "games/wh40k/situation.py",
     "models.append(_model(leader, floor))", "models.append(_model(target, floor))"),
    ("leaders take the unit's Feel No Pain", "games/wh40k/allocation.py",
     "leader.wounds_lost, 0))", "leader.wounds_lost, best(target.feel_no_pain, ability)))"),
    ("Melta is halved", "games/wh40k/damage.py",
     "final_damage((total + 1) // 2 if halve else total, bonus, change)",
     "final_damage((total + bonus + 1) // 2 if halve else total + bonus, 0, change)"),
    ("damage becomes a number after Melta", "games/wh40k/damage.py",
     "final_damage((total + 1) // 2 if halve else total, bonus, change)",
     "final_damage((total + 1) // 2 if halve else total, 0 if dice is not weapon.damage else bonus, change)"),
    ("damage becomes a number at most", "games/wh40k/damage.py",
     "Dice((), defence.damage_to)", "Dice((), min(defence.damage_to, weapon.damage.minimum))"),
    ("damage becomes a number under any ruling", "games/wh40k/damage.py",
     "if reduced and defence.damage_to is not None:", "if defence.damage_to is not None:"),
    ("a number that damage becomes isn't halved", "games/wh40k/damage.py",
     "        dice = Dice((), defence.damage_to)\n",
     "        dice, halve = Dice((), defence.damage_to), False\n"),
    ("targets share what damage becomes", "games/wh40k/situation.py",
     "to = -1 if defence.damage_to is None else defence.damage_to", "to = -1"),
    ("modifiers of a preset are lost", "games/common/profile.py",
     "return {**modifiers, **(", "return {**("),
    ("Feel No Pain before halving", "games/wh40k/damage.py",
     "    halve = reduced and defence.halve_damage\n",
     """    import mathhammer.engine.exact.operators as engine

    halve, engine.HALVE = False, reduced and defence.halve_damage
""", "engine/exact/operators.py",
     "        if packet.saves is not None:\n            fail, success, _ = packet.saves[i].masses()\n",
     """        if globals().get("HALVE"):
            column = gathered((np.arange(most + 1) + 1) // 2, np.array(column), most + 1).tolist()
        if packet.saves is not None:
            fail, success, _ = packet.saves[i].masses()
"""),
    ("Devastating Wounds are always reduced", "games/wh40k/abilities/devastating_wounds.py",
     "weapon.damage(situation, rider, situation.ruleset.devastating_reduction)",
     "weapon.damage(situation, rider)"),
    ("Devastating Wounds of 2023 may go unreduced", "games/wh40k/abilities/devastating_wounds.py",
     "        amount = weapon.damage(situation, rider)\n        return",
     "        amount = weapon.damage(situation, rider, situation.ruleset.devastating_reduction)\n        return"),
    ("the pool before the Devastating Wounds of the errata", "engine/exact/queues.py",
     "    return queues, mixed", "    queues.sort(key=lambda q: -q.when)\n    return queues, mixed"),
    ("Feel No Pain against mortal wounds replaces the better", "games/wh40k/allocation.py",
     "mortal = best(normal, part.feel_no_pain_mortals)",
     "mortal = part.feel_no_pain_mortals or normal"),
    ("Precision reaches what isn't visible", "games/wh40k/abilities/precision.py",
     "context.precision_on_character and situation.context.visible\n",
     "context.precision_on_character\n"),
    ("Rapid Fire doubles the attacks", "games/wh40k/attacks.py",
     "added += extra.constant",
     "added += dice.minimum"),
    ("facts of friends are those of the unit", "rosters/facts.py",
     'r"friendly|\\bthe targets', 'r"\\bthe targets'),
    ("all is what depends on something, too", "rosters/apply_facts.py",
     "{*fact.when} <= _OF_TYPE.keys()", "True"),
    ("Conversion within half range", "games/wh40k/abilities/conversion.py",
     "0 if half.half_range(weapon, situation.context) else CRITICAL_HIT",
     "CRITICAL_HIT"),
    ("Conversion of what misses", "games/wh40k/hits.py",
     "min(critical, max(roll, min(needed, 6)))",
     "min(critical, roll)"),
    ("half range is all of it", "games/wh40k/abilities/half_range.py",
     "return context.distance <= weapon.range / 2",
     "return context.distance <= weapon.range"),
    ("Blast rounds up", "games/wh40k/abilities/blast.py",
     "models // 5",
     "-(-models // 5)"),
    ("below average includes the average", "games/common/amounts.py",
     "math.ceil(dice.mean)", "math.floor(dice.mean) + 1"),
    ("re-rolls of ones are for totals of 1", "games/common/amounts.py",
     'return dice.minimum + 1 if policy == "ones"', 'return 2 if policy == "ones"'),
    ("abilities of the attacker are ignored", "games/wh40k/abilities/of_weapon.py",
     "weapon.abilities + attacker.abilities", "weapon.abilities"),
    ("of an ability had twice the lower counts", "games/wh40k/abilities/of_weapon.py",
     "ability.dice.mean > known.dice.mean", "ability.dice.mean < known.dice.mean"),
    ("riders of critical hits reach their extra hits", "engine/exact/sequence.py",
     "volley, self.hit(special), volley.plain, volley.hit_then_critical_wound",
     "volley, self.hit(special), volley.critical, volley.critical_critical"),
    ("riders of the attacker are ignored", "games/wh40k/prepared_weapon.py",
     "for rider in (first, second) if",
     "for rider in (second,) if"),
    ("Hazardous rolls a die a profile", "games/wh40k/abilities/hazardous.py",
     "sum(weapon.count for weapon in weapons)",
     "len(weapons)"),
    ("Hazardous slays more than there are", "games/wh40k/abilities/hazardous.py",
     'most = attacker.models if "models" in attacker.__dict__ else None',
     "most = None"),
    ("the gate of mortal dice is open", "games/common/action.py",
     "d6_roll(mortals.gate) if mortals.gate else", ""),
    ("mortal dice per unit", "games/common/action.py",
     "mortals.per_model * attacker.models", "mortals.per_model"),
    ("the worst order", "engine/exact/policy.py",
     "if slain > most * (1 + 1e-12):", "if slain < most * (1 - 1e-12):"),
    ("wounds left count those lost before", "results/attack.py",
     "space.lost[-1] - space.lost", "space.lost"),
]  # fmt: skip


def replaced(mutation: Mutation, package: Path) -> None:
    """Put a mutation into a copy of the package."""
    _, *edits = mutation
    for file, old, new in zip(edits[::3], edits[1::3], edits[2::3], strict=True):
        path = package / file
        source = path.read_text(encoding="utf-8")
        if source.count(old) != 1:
            raise LookupError(f"{file} has this text {source.count(old)} times: {old!r}")
        path.write_text(source.replace(old, new), encoding="utf-8")


def verdict(mutation: Mutation | None, test: str, suite: list[str]) -> tuple[str, str]:
    """Return what a suite, or a test of it, says of the code with a mutation, and where."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "mathhammer"
        shutil.copytree(ROOT / "mathhammer", package, ignore=shutil.ignore_patterns("__pycache__"))
        if mutation is not None:
            try:
                replaced(mutation, package)
            except LookupError as error:
                return "NO SUCH TEXT", str(error)
        run = {
            "cwd": ROOT,
            "env": {
                **os.environ,
                "PYTHONPATH": folder,
                "PYTHONDONTWRITEBYTECODE": "1",
                "COLUMNS": "300",
                "OPENBLAS_NUM_THREADS": "1",  # two runs at a time are enough
            },
            "capture_output": True,
            "text": True,
            "timeout": 600,
        }
        where = "import mathhammer; print(mathhammer.__file__)"
        if mutation is None:
            found = subprocess.run([sys.executable, "-P", "-c", where], **run)  # type: ignore
            assert found.stdout.startswith(str(package)), found
        # One process: with several, a test that fails ends the run as if it was interrupted.
        pytest = [sys.executable, "-P", "-m", "pytest", "-n0", "-qx", "-m", "", "-k", test]
        try:
            done = subprocess.run([*pytest, "-p", "no:cacheprovider", *suite], **run)  # type: ignore
        except subprocess.TimeoutExpired:
            return "killed", "the tests hang"
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if not lines:
        return "SURVIVED" if done.returncode == 0 else "BROKEN", done.stdout[-80:].strip()
    test, _, reason = lines[0].split("::")[-1].partition(" - ")
    # A wrong number is noticed; code that doesn't run would prove nothing.
    noticed = done.returncode == 1 and reason.lower().startswith(
        ("assert", "failed: did not raise")
    )
    return ("killed", test) if noticed else ("BROKEN", f"{test}: {reason}")


#: The mutations of the other files.
PARTS = (
    mutations_aos, mutations_armies, mutations_turns, mutations_checks, mutations_heroes, mutations_texts,
    mutations_phases,
    mutations_rosters,
)  # fmt: skip


def mutations() -> list[tuple[Mutation, str, list[str]]]:
    """Return each mutation with the test that has to notice it (or none), and its suite."""
    everything = [(m[1:], m[0], SUITE) for m in TRAPS] + [(m, "", SUITE) for m in RULES]
    for part in PARTS:
        everything += [(m[1:], m[0], part.SUITE) for m in part.MUTATIONS]
    return everything


def main() -> int:
    """Run all mutations, two at a time (or as many as `JOBS` in the environment says)."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    chosen = [entry for entry in mutations() if word in entry[0][0]]
    for suite in (SUITE, *(part.SUITE for part in PARTS)):
        if not any(entry[2] is suite for entry in chosen):
            continue
        state, line = verdict(None, "", suite)
        if state != "SURVIVED":
            print(f"the tests fail without a mutation: {line}")
            return 1
    killed = 0
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        verdicts = pool.map(verdict, *zip(*chosen, strict=True)) if chosen else iter(())
        for (mutation, *_), (state, line) in zip(chosen, verdicts, strict=True):
            killed += state == "killed"
            print(f"{state:8}  {mutation[0]:58}  {line}", flush=True)
    print(f"{killed} of {len(chosen)} mutations killed")
    return int(killed < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
