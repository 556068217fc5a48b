"""Put known mistakes into the code, one at a time, and see that the tests notice.

    python tests/mutate.py [WORD]

Each mutation is an exact replacement in a copy of the package; the fast rule tests then
run against the copy and must fail. With a word, only mutations whose title holds it.
Exit status 1 if any survives. The first ones are the traps that other tools fell into.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUITE = ["tests/test_traps.py", "tests/test_rules_by_hand.py", "tests/test_allocation_by_hand.py"]

Mutation = tuple[str, str, str, str]

MUTATIONS: list[Mutation] = [
    # ------------------------------------------------ traps that others fell into
    (
        "extra hits of Sustained Hits are lethal",
        "engine/sequence.py",
        """                special = self.wound_attempt(
                    volley, self.hit(special), volley.plain, volley.plain_critical
                )""",
        """                if volley.auto_wound:
                    special = self.send_all(volley.critical, self.wound(self.hit(special)))
                else:
                    special = self.wound_attempt(
                        volley, self.hit(special), volley.plain, volley.plain_critical
                    )""",
    ),
    (
        "Devastating Wounds spill under the 2024 errata",
        "games/wh40k/sequence.py",
        "return (Packet(amount, None, False, True, character, AFTER, self.index),)",
        "return (Packet(amount, None, True, True, False, POOL, self.index),)",
    ),
    (
        "Devastating Wounds don't spill under the print",
        "games/wh40k/sequence.py",
        "return (Packet(amount, None, True, True, False, POOL, self.index),)",
        "return (Packet(amount, None, False, True, character, AFTER, self.index),)",
    ),
    (
        "damage is capped at the model's wounds before Feel No Pain",
        "engine/operators.py",
        "column = thinned(masses, ",
        "column = thinned([*masses[:most], sum(masses[most:])], ",
    ),
    (
        "kill distributions of weapons are added up",
        "engine/exact.py",
        "                arrays.append(run_volley(self.walker, volley, arrays[-1]))\n            return",
        "                arrays.append(run_volley(self.walker, volley, arrays[0]))\n            return",
    ),
    (
        "models slain are damage by wounds",
        "results.py",
        "return self._of_states(self.space.slain)",
        "return self.damage.map(lambda k: k // self.plan.units[0].groups[0].health)",
    ),
    (
        "one roll for the attacks of all copies",
        "engine/tallies.py",
        "    return first * volley.copies, power(one[first:], volley.copies)",
        "    wide = np.zeros((one.size - 1) * volley.copies + 1)\n"
        "    wide[:: volley.copies] = one\n"
        "    return 0, wide",
    ),
    (
        "Sustained Hits D3 is its mean",
        "games/wh40k/sequence.py",
        "self.extra = plain_amount(sustained.dice)",
        "self.extra = plain_amount(Dice((), round(sustained.dice.mean)))",
    ),
    (
        "only the first Anti is read",
        "games/wh40k/wounds.py",
        "            critical = min(critical, ability.threshold)\n",
        "            critical = min(critical, ability.threshold)\n            break\n",
    ),
    (
        "no unit size",
        "engine/space.py",
        "    wounds = 0\n    for group",
        "    wounds = groups[-1].health if groups else 0\n    for group",
    ),
    (
        "mortal wounds are lost when no save fails",
        "engine/walks.py",
        "                entering = ONE if queue.key else self.pmf(packet.amount)",
        "                entering = np.ones(1)",
    ),
    (
        "damage means rolled damage",
        "results.py",
        "return self._of_states(self.space.lost)",
        "return self.damage_rolled",
    ),
    (
        "FFT tails",
        "distribution.py",
        """            result = array if result is None else flushed(np.convolve(result, array))
        n >>= 1
        if n:
            array = flushed(np.convolve(array, array))""",
        """            result = array if result is None else np.fft.irfft(
                np.fft.rfft(result, result.size + array.size - 1)
                * np.fft.rfft(array, result.size + array.size - 1),
                result.size + array.size - 1,
            )
        n >>= 1
        if n:
            array = np.fft.irfft(
                np.fft.rfft(array, 2 * array.size - 1) ** 2, 2 * array.size - 1
            )""",
    ),
    (
        "unknown abilities are ignored in silence",
        "abilities.py",
        '    raise MathhammerError(\n        f"unknown ability {shown(written)}{nearest(folded, _ALL_WEAPON)}; "',
        '    return Ability("psychic")\n    raise MathhammerError(\n        f"unknown ability {shown(written)}{nearest(folded, _ALL_WEAPON)}; "',
    ),
    # --------------------------------------------------------------- single rules
    ("hit modifiers aren't capped", "games/wh40k/hits.py", "return max(-1, min(1, total))",
     "return total"),
    ("re-rolls look at modified ones", "games/rolls.py",
     'return Roll(outcome, (True,) + (False,) * 5)', 'return Roll(outcome, (True, True) + (False,) * 4)'),
    ("Twin-linked re-rolls everything", "games/wh40k/wounds.py",
     'reroll = stronger(reroll, "failures")', 'reroll = "non-criticals"'),
    ("strength twice the toughness wounds on 3+", "games/wh40k/wounds.py",
     "if strength >= 2 * toughness:", "if strength > 2 * toughness:"),
    ("half the toughness wounds on 5+", "games/wh40k/wounds.py",
     "return 6 if 2 * strength <= toughness else 5", "return 6 if 2 * strength < toughness else 5"),
    ("Lance without a charge", "games/wh40k/wounds.py",
     'if "lance" in abilities and situation.context.charged:', 'if "lance" in abilities:'),
    ("the wound floor spares criticals", "games/wh40k/wounds.py",
     "max(2, target.defence.wound_floor),", "2,"),
    ("cover for 3+ against AP 0", "games/wh40k/saves.py",
     "if cover and not (save <= 3 and ap == 0):", "if cover:"),
    ("saves improve without limit", "games/wh40k/saves.py",
     "return min(1, ap + bonus)", "return ap + bonus"),
    ("the other ruling on the save cap", "games/wh40k/saves.py",
     "return ap + min(1, bonus)", "return min(1, ap + bonus)"),
    ("cover against melee", "games/wh40k/saves.py",
     'if weapon.type != "ranged" or "ignores cover" in abilities:',
     'if "ignores cover" in abilities:'),
    ("AP worsened beyond 0", "games/wh40k/saves.py", "return min(0, total)", "return total"),
    ("plunging fire in melee", "games/wh40k/saves.py",
     'if situation.context.plunging_fire and weapon.type == "ranged":',
     "if situation.context.plunging_fire:"),
    ("halved damage rounds down", "games/wh40k/damage.py", "(total + 1) // 2", "total // 2"),
    ("damage reduced below 1", "games/wh40k/damage.py",
     "return max(1, before + change)", "return max(0, before + change)"),
    ("Blast doesn't count the leader", "games/wh40k/situation.py",
     "    for leader in target.leader:\n        size += 1\n", "    for leader in target.leader:\n"),
    ("Rapid Fire at any range", "games/wh40k/attacks.py",
     "and half_range(weapon, situation.context):", "and True:"),
    ("Extra Attacks are modified", "games/wh40k/attacks.py",
     'change = 0 if "extra attacks" in abilities else ours.attacks + own.attacks',
     "change = ours.attacks + own.attacks"),
    ("attacks fall below 1", "games/wh40k/attacks.py",
     "max(1, total + change) + added", "max(0, total + change) + added"),
    ("critical hits on 5 in overwatch", "games/wh40k/hits.py",
     "return with_reroll(ONLY_SIX, reroll)", "return with_reroll((0, 0, 0, 0, 2, 2), reroll)"),
    ("Stealth in melee", "games/wh40k/hits.py",
     '    if weapon.type != "ranged":\n        return entries\n', ""),
    ("Pistols suffer from Big Guns", "games/wh40k/hits.py",
     'if "pistol" not in abilities:', "if True:"),
    ("ignored modifiers drop bonuses too", "games/wh40k/hits.py",
     "sum(e for e in entries if e > 0) if ignore_negative", "0 if ignore_negative"),
    ("mortal wounds use the normal Feel No Pain", "engine/operators.py",
     "threshold = group.ignore_mortal if mortal else group.ignore", "threshold = group.ignore"),
    ("errata 2024 uses the normal Feel No Pain", "engine/operators.py",
     "group.ignore_mortal if packet.mortal else group.ignore, most", "group.ignore, most"),
    ("Precision is ignored", "games/wh40k/sequence.py",
     '        "precision" in abilities\n', '        "precision" in abilities and False\n'),
    ("the leader falls first", "games/wh40k/target.py",
     "    return Target(\n        tuple(groups),", "    return Target(\n        tuple(groups[::-1]),"),
    ("the first failed save counts for Devastating", "engine/operators.py",
     "if space.doubled and packet.saves is not None:", "if space.doubled:"),
    ("Lethal Hits wound critically", "engine/sequence.py",
     "special = self.send_all(volley.critical, self.wound(special))",
     "special = self.send_all(volley.critical_critical, self.wound(special))"),
    ("extra hits aren't hits", "engine/sequence.py",
     "volley, self.hit(special), volley.plain, volley.plain_critical",
     "volley, special, volley.plain, volley.plain_critical"),
    ("Torrent hits critically", "engine/sequence.py",
     "fail, success, crit = (0.0, 1.0, 0.0) if", "fail, success, crit = (0.0, 5 / 6, 1 / 6) if"),
    ("Hazardous slays on 1 and 2", "games/wh40k/mortals.py", "d6_roll(2)", "d6_roll(3)"),
    ("Characters lose a model to Hazardous", "games/wh40k/mortals.py",
     "mortal = 3 if TOUGH_BEARERS & attacker.keywords else 0", "mortal = 0"),
    ("every weapon shoots after an Advance", "games/wh40k/attacks.py",
     "        situation.context.advanced and weapon.type", "        False and weapon.type"),
    ("the cap of mortal dice is lost", "plan.py",
     "        if most is not None:\n            total = total.map", "        if False:\n            total = total.map"),
    ("wounds lost before are forgotten", "games/wh40k/target.py",
     "        lost = target.wounds_lost\n", "        lost = 0\n"),
]  # fmt: skip


def killed(mutation: Mutation) -> tuple[bool, str]:
    """Return whether the tests notice a mutation, and their last line."""
    _, file, old, new = mutation
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "mathhammer", Path(folder) / "mathhammer")
        path = Path(folder) / "mathhammer" / file
        source = path.read_text(encoding="utf-8")
        if source.count(old) < 1:
            return False, f"{file} has no such text: {old[:60]!r}"
        path.write_text(source.replace(old, new), encoding="utf-8")
        command = [
            sys.executable,
            "-P",
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            *SUITE,
        ]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=600,
        )
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return done.returncode == 1, lines[0][:90] if lines else "all tests passed"


def main() -> int:
    """Run all mutations, two at a time."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    chosen = [m for m in MUTATIONS if word in m[0]]
    survivors = 0
    with ThreadPoolExecutor(2) as pool:
        for mutation, (red, line) in zip(chosen, pool.map(killed, chosen), strict=True):
            survivors += not red
            print(f"{'killed  ' if red else 'SURVIVED'} {mutation[0]}: {line}", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} mutations killed")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
