"""The text notation there and back, and whatever else may come."""

import random
import time
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from mathhammer.core.errors import MathhammerError
from mathhammer.games.aos import profiles as aos
from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.read_text import (
    aos_weapon_fields,
    reading_notes,
    target_fields,
    weapon_fields,
)
from mathhammer.games.text.signs import text_game
from mathhammer.games.wh40k.presets import PRESETS as WH40K
from mathhammer.games.wh40k.profiles import Unit, Weapon

# ------------------------------------------------------------------ there and back

NAMES = st.from_regex(r"[A-Z][a-z]{3,9}( [a-z]{4,9})?", fullmatch=True)
DICE = st.sampled_from(
    ["1", "2", "3", "6", "12", "D3", "D6", "2D6", "D6+1", "2D3+4", "D6+D3", "3D6kh2", "3D6kl2", "0"]
)
ROLLS = st.integers(2, 6)
ABILITIES = st.lists(
    st.sampled_from(
        ["Assault", "Ignores Cover", "Twin-linked", "Pistol", "Torrent", "Lethal Hits", "Lance",
         "Indirect Fire", "Precision", "Blast", "Heavy", "Hazardous", "Extra Attacks",
         "Devastating Wounds", "Rapid Fire 2", "Rapid Fire D6+3", "Sustained Hits D3", "Melta 2",
         "Anti-Epic Hero 2+", "Anti-Fly 4+", "Psychic", "One Shot"]
    ),
    unique=True,
    max_size=5,
)  # fmt: skip
AMOUNT = st.integers(-3, 3)
MODIFIERS = st.fixed_dictionaries(
    {},
    optional={
        "hit": AMOUNT, "wound": AMOUNT, "attacks": AMOUNT, "strength": AMOUNT,
        "ap": st.integers(-3, 0), "damage": AMOUNT,
        "reroll_hits": st.sampled_from(["ones", "failures", "non-criticals"]),
        "reroll_wounds": st.sampled_from(["ones", "failures", "non-criticals"]),
        "reroll_damage": st.sampled_from(["ones", "below-average", "<=3"]),
        "reroll_attacks": st.sampled_from(["ones", "below-average", "<=3"]),
        "critical_hits": ROLLS, "critical_wounds": ROLLS,
        "critical_hits_need_success": st.booleans(),
        "ignore_hit_modifiers": st.booleans(), "ignore_wound_modifiers": st.booleans(),
    },
)  # fmt: skip


@st.composite
def weapons(draw):
    fields = {
        "count": draw(st.integers(1, 200)),
        "attacks": draw(DICE),
        "strength": draw(st.integers(1, 100)),
        "ap": draw(st.integers(-6, 0)),
        "damage": draw(DICE),
        "type": draw(st.sampled_from(["ranged", "melee"])),
        "abilities": draw(ABILITIES),
        "modifiers": draw(MODIFIERS),
        "skill": draw(st.none() | ROLLS),
        "name": draw(st.none() | NAMES.filter(lambda n: n.casefold() not in LABELS)),
        "modes": draw(st.none() | NAMES),
    }
    if fields["type"] == "ranged":
        fields["range"] = draw(st.none() | st.integers(0, 4000).map(lambda n: n / 4))
    return Weapon(**fields)


LABELS = {"attack", "attacks", "damage", "strength", "range", "skill", "save", "wound", "wounds",
          "toughness", "tough", "lost", "invul", "invuln", "invulnerable", "ballistic skill",
          "weapon skill", "armour save", "wounds lost"}  # fmt: skip


@given(weapons())
def test_weapon_there_and_back(weapon):
    text = describe_weapon(weapon)
    assert Weapon(**weapon_fields(text)) == weapon, text
    assert describe_weapon(Weapon.read(text)) == text


def test_riders_and_a_worsening_ap_are_written_in_words():
    weapon = Weapon(
        attacks=1, strength=4, damage=1, modifiers={"ap": 1, "on_critical_hit": {"mortals": "D3"}}
    )
    assert describe_weapon(weapon) == "1x A1 S4 AP0 D1 [AP 1 worse] [crit hit: D3 mortals]"


TARGET_MODIFIERS = st.fixed_dictionaries(
    {},
    optional={
        "hit": AMOUNT, "wound": AMOUNT, "wound_if_stronger": AMOUNT, "ap": st.integers(0, 3),
        "save": AMOUNT, "wound_floor": ROLLS, "damage": AMOUNT, "halve_damage": st.booleans(),
        "damage_to": st.integers(0, 9),
        "ignore_first_damage": st.booleans(), "cover": st.booleans(),
        "reroll_saves": st.sampled_from(["ones", "failures"]),
    },
)  # fmt: skip


@st.composite
def targets(draw):
    wounds = draw(st.integers(1, 30))
    roll = st.none() | ROLLS
    return Unit(
        name=draw(st.none() | NAMES.filter(lambda n: n.casefold() not in LABELS)),
        models=draw(st.integers(1, 200)),
        toughness=draw(st.integers(1, 20)),
        save=draw(st.none() | st.integers(2, 7)),
        wounds=wounds,
        wounds_lost=draw(st.none() | st.integers(0, wounds - 1)),
        invulnerable=draw(roll),
        invulnerable_ranged=draw(roll),
        invulnerable_melee=draw(roll),
        feel_no_pain=draw(roll),
        feel_no_pain_mortals=draw(roll),
        keywords=draw(st.lists(st.sampled_from(["Infantry", "Epic Hero", "t'au", "Fly"]))),
        abilities=draw(
            st.lists(st.sampled_from(["Stealth", "Lone Operative", "FNP 4+"]), unique=True)
        ),
        modifiers=draw(TARGET_MODIFIERS),
    )


@given(targets())
def test_target_there_and_back(unit):
    text = describe_target(unit)
    assert Unit(**target_fields(text)) == unit, text


def test_describe_presets_and_mixed_units():
    assert describe_target(Unit(preset="teq")) == "5x teq T5 Sv2+ W3 4++ [Infantry]"
    assert describe_target(Unit(preset="keq")) == (
        "1x keq T11 Sv3+ W26 5++ ranged [Titanic, Vehicle]"
    )
    for name in WH40K:
        unit = Unit(preset=name)
        again = Unit(**target_fields(describe_target(unit)))
        assert again == unit
    mixed = Unit(
        toughness=4,
        save="3+",
        wounds=2,
        groups=[{"name": "shields", "models": 2, "save": "2+"}, {"name": "rest", "models": 3}],
        leader={"name": "captain", "wounds": 5, "save": "3+", "invulnerable": "4+"},
    )
    assert describe_target(mixed) == (
        "all T4 Sv3+ W2 + 2x shields: Sv2+ + 3x rest: + leader captain: Sv3+ W5 4++"
    )


# ------------------------------------------------------------------ whatever comes


def read_or_refuse(text):
    """Both notations give fields that build a profile, or one sentence."""
    for read, build in (
        (weapon_fields, Weapon),
        (target_fields, Unit),
        (aos_weapon_fields, aos.Weapon),
        (partial(target_fields, game="aos"), aos.Unit),
    ):
        try:
            fields = read(text)
        except MathhammerError as error:
            assert str(error).isprintable(), text
            assert len(str(error)) < 600
        else:
            try:
                build(**fields)
            except MathhammerError as error:
                # What a line leaves to the profile: the wounds of a preset, how many keywords.
                left = ("wounds_lost", "damage_taken", "up to 100 are allowed")
                assert any(words in str(error) for words in left), text
    text_game(text)
    for note in reading_notes(text):
        assert "\n" not in note


@given(st.text(max_size=200))
def test_any_text(text):
    read_or_refuse(text)


PIECES = ["A2", "BS3+", "WS", "S4", "AP-1", "AP", "D1", "DD6", "D", "6", "+", "-", "/", "|", ":",
          "=", "[", "]", "(", ")", "5x", "x", '24"', "in", "melee", "ranged", "heavy", "anti-",
          "fly 4+", "rapid fire", "RF1", "d6", "kh2", "+1 to hit", "re-roll", "hits", "ones",
          "crit", "meq", "land", "raider", "T4", "Sv", "3+", "4++", "5+++", "W2", "fnp", "inv",
          "lost", "Range A BS S AP D", "2/3+/4+/1/D3", "hit", "wnd4+", "rend", "H2", "ward",
          "champion", "crit (", "mortal)", "Atk Hit Wnd Rnd Dmg", "damage taken", "T Sv W", "\n",
          "\t", " ", ",", "\u2013", "\u201d", "\u0664",
          "D6+1", "d3 + 3", "lethal", "sus", "dev wounds", "in cover", "half damage", "wounds on",
          "inf", "Squad", "\u0130", "\ud800", "\x00"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.sampled_from(["", " "]))
def test_any_pieces(pieces, between):
    read_or_refuse(between.join(pieces))


RIGHT = [
    '5x bolt rifle: A2 BS3+ S4 AP-1 D1 24" [Heavy, Sustained Hits D3, +1 to hit, RF 1]',
    '12" AD6 S4 AP0 DD3+1 Ignore Cover Torrent Anti-Infantry 4+',
    "Choppa Melee A 3 WS 3+ S 4 AP - D 2 [re-roll hits: ones, crit hits 5+]",
    "Great Cannon: Grapeshot: 2A|BS=3+|S:4|AP\u20131|DD6",
    'RANGED WEAPONS RANGE A BS S AP D\nBolt rifle [ASSAULT, HEAVY] 24" 2 3+ 4 -1 D3',
    "10x 2/3+/4+/1/D3 [Crit (Mortal)]",
    "10x blade: 2 / 3+ / 4+ / 1 / D3 [Anti-Hero (+1 Rend), champion, crit: 2 Hits, crit hits 5+]",
    'Bow 18" Atk 2 Hit 3+ Wnd 4+ Rnd - Dmg D3+1',
    "Melee Weapons Atk Hit Wnd Rnd Dmg\nBlade 2 3+ 4+ 1 1",
    "10x Guard: H2 Sv3+ Ward5+ damage taken 1 [Infantry, Ward (6+), -1 to hit]",
    "10x line 5+ ward 3+ save",
    "10x meq W3 5+++ [Stealth]",
    "5x T4 Sv3+ W2 4++ 5+++ [Infantry, Stealth, -1 to hit, halve damage]",
    "T12 3+/5++ 22W Inv4+ ranged FNP5+ lost 3",
    "Marines: T4 Sv3+ 4+ invuln 5+ fnp W2",
    "T Sv W\n4 3+ 2",
    "5x Line Guards T4 Sv3+ W2 [inf, in cover, wounds on 4+, lone op]",
    "10x Blade Guards H2 Sv3+ [in cover, inf]",
    "5x gun A2 BS3+ S4 D6+1 [lethals, sus 1, anti inf 4+, dev wounds]",
    "Atk 2 Hit 3+ Wnd 4+ Rnd 1 D3+1 [crit mortal, anti inf +1 rend]",
]


@given(st.sampled_from(RIGHT), st.integers(0, 2**32))
def test_mutations_of_what_is_right(text, seed):
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 4)):
        i = rng.randint(0, len(text))
        j = min(len(text), i + rng.randint(0, 5))
        text = rng.choice(
            [
                text[:i] + rng.choice(PIECES) + text[i:],
                text[:i] + text[j:],
                text[:i] + text[i:j] * 3 + text[j:],
                text[:i] + rng.choice(PIECES) + text[j:],
            ]
        )
    read_or_refuse(text)


def test_long_texts_are_read_fast():
    slowest = 0.0
    for piece in ["a ", "a d ", "2+ ", "2 + ", "d6+", "anti-a ", "a:", "9", "[a]", "' ", "x ", "a|",
                  "s ap ", "4+ inv ", "4++ (", "land ", "n/a ", "2/", "rapid fire ", "24 in",
                  " ", "t sv w ", "4 3+ 2 ", "A2 ", "wound", "- ", "2/3+/", "3+ 4+ ",
                  "2 3+ 4+ 1 ", "2 + 1 / ", "hit ", "rend", "h2 ", "5+ ward ", "crit (",
                  "let", "s", "damage to ", "wounds on ", "1-",
                  "anti-a (+1 ", "charge ( + "]:  # fmt: skip
        for form in ("{}", "[{}]", "name: {}", "A2 BS3+ S4 D1 {}", "A2 BS3+ S4 D1 [{}]", "T4 {}",
                     "2/3+/4+/1/1 {}", "2/3+/4+/1/1 [{}]", "H2 {}"):  # fmt: skip
            text = form.format(piece * (1900 // len(piece)))
            start = time.perf_counter()
            read_or_refuse(text)
            slowest = max(slowest, time.perf_counter() - start)
    # Typically below 0.1 s; a quadratic step over 2,000 characters would show.
    assert slowest < 2.0
