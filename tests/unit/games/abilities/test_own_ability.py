"""An ability of one's own: a row with a function, and all of the product knows it.

Each is made up, so that nothing but its row can make it work. What CONTRIBUTING says of
adding an ability is what these tests do; there it stands in a file, here in the test.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

import mathhammer
from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.games.aos.abilities import row as aos_row
from mathhammer.games.aos.abilities import table as aos_table
from mathhammer.games.common.rolls import ALWAYS_FAILS
from mathhammer.games.common.vocabulary import DICE, NOT_MODELLED, NUMBER
from mathhammer.games.describe import describe_weapon
from mathhammer.games.reference import ability_help
from mathhammer.games.wh40k.abilities import row as wh40k_row
from mathhammer.games.wh40k.abilities import table
from mathhammer.games.wh40k.profiles import Context, Ruleset
from mathhammer.games.wh40k.sequence import compile_attack
from mathhammer.plan import OwnLosses

#: Hits on 4+, wounds T4 on 4+, no save: a quarter of the attacks come through.
GUN = "gun: A12 BS4+ S4 AP0 D1"
SOFT: dict[str, Any] = {"toughness": 4, "wounds": 1, "models": 10}
VEHICLE = {**SOFT, "keywords": "Vehicle"}


def row(**does: Any) -> wh40k_row.Row:
    """Return the row of a made-up ability."""
    fields = {"kind": "tomfoolery", "code": "W-3", "help": "does what no rule does", "short": "tf"}
    return wh40k_row.Row(**{**fields, **does})


@pytest.fixture
def add(monkeypatch):
    """Put a row into the table of Warhammer 40,000, for one test."""

    def put(**does: Any) -> None:
        monkeypatch.setattr(table, "WEAPON", table.WEAPON.adding(row(**does)))

    return put


def damage(weapon: str, target: dict[str, Any] = SOFT, **more: Any) -> float:
    return mathhammer.attack(weapon, target, **more).damage_rolled.mean


def test_without_its_row_it_is_unknown() -> None:
    with pytest.raises(MathhammerError, match="unknown ability 'Tomfoolery'"):
        damage(f"{GUN} [Tomfoolery]")


@pytest.mark.parametrize(
    ("does", "factor"),
    [
        ({"hit_modifier": lambda ability, weapon, situation: 1}, F(4, 3)),
        (
            {"critical_hit": lambda *given: 5, "extra_hits": lambda ability: Dice.parse("1")},
            F(5, 3),
        ),
        ({"hits_automatically": True}, F(2)),
        ({"wound_modifier": lambda ability, weapon, situation: 1}, F(4, 3)),
        ({"reroll_wounds": "ones"}, F(7, 6)),
        ({"wounds_on_critical_hit": True}, F(2 * F(1, 2) + 1, 3) / F(1, 2)),
        ({"extra_hits": lambda ability: Dice.parse("2")}, F(5, 3)),
        ({"damage": lambda ability, weapon, situation: 2}, F(3)),
        ({"attacks_by_target": lambda ability, models: models // 10}, F(13, 12)),
        ({"extra_attacks": lambda ability, weapon, situation: Dice.parse("D3")}, F(14, 12)),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_each_step_asks_the_row(add, does: dict[str, Any], factor: F) -> None:
    add(**does)
    for text in (f"{GUN} [Tomfoolery]", f"{GUN} tomfoolery", f"{GUN} [TF]"):
        assert damage(text) == pytest.approx(float(3 * factor))


def test_what_is_not_modelled_is_refused_by_name(add) -> None:
    add(effect=NOT_MODELLED, instead="give what it does as modifiers")
    for text in (f"{GUN} [Tomfoolery]", f"{GUN} [tomf]"):
        with pytest.raises(NotModelledError, match="is not modelled: give what it does"):
            damage(text)


def test_saves_ask_the_row(add) -> None:
    add(armour_penetration=lambda ability, weapon, situation: -1)
    armoured = {**SOFT, "save": "4+"}
    assert damage(f"{GUN} [Tomfoolery]", armoured) == pytest.approx(damage(
        GUN.replace("AP0", "AP-1"), armoured))  # fmt: skip
    assert damage(f"{GUN} [Tomfoolery]", armoured) != damage(GUN, armoured)


def test_its_value_is_read_and_described(add) -> None:
    add(value=DICE, extra_hits=lambda ability: ability.dice)
    result = mathhammer.attack(f"{GUN} [TF D3+1]", SOFT)
    assert result.damage_rolled.mean == pytest.approx(3 * (1 + F(1, 3) * 3))
    (weapon,) = result.attacker.weapons
    assert describe_weapon(weapon).endswith("[Tomfoolery D3+1]")
    with pytest.raises(MathhammerError, match="'tomfoolery' needs a value, like 'Tomfoolery 1'"):
        damage(f"{GUN} [Tomfoolery]")
    with pytest.raises(MathhammerError, match="did you mean 'Tomfoolery'"):
        damage(f"{GUN} [Tomfolery 2]")
    assert "does what no rule does" in ability_help("wh40k")


def test_the_context_that_it_needs_is_used(add) -> None:
    add(
        context=("charged",),
        hit_modifier=lambda ability, weapon, situation: int(situation.context.charged),
    )
    bare = mathhammer.attack(GUN, SOFT, context="charged")
    assert any("charged" in note for note in bare.notes)
    own = mathhammer.attack(f"{GUN} [Tomfoolery]", SOFT, context="charged")
    assert not any("charged" in note for note in own.notes)
    assert own.hits.mean == pytest.approx(8)


def test_abilities_that_act_in_one_step_add_up(add) -> None:
    add(extra_hits=lambda ability: Dice.parse("D3"), to_leader=lambda ability, situation: True)
    own = damage(f"{GUN} [Tomfoolery, Sustained Hits 1]")
    assert own == pytest.approx(3 * (1 + F(1, 3) * (2 + 1)))
    led = {**SOFT, "leader": {"name": "led", "wounds": 1}}
    for text in (f"{GUN} [Precision, Tomfoolery]", f"{GUN} [Tomfoolery, Precision]"):
        pair = mathhammer.Unit(weapons=[text]), mathhammer.Unit(**led)
        plan = compile_attack(*pair, Context(precision_on_character=True), Ruleset())
        assert plan.steps[0].volleys[0].plain[0].to_character


@pytest.mark.parametrize(
    ("does", "other", "what"),
    [
        ({"on_critical_wound": lambda *given: ()}, "Devastating Wounds",
         "a critical wound inflicts"),
        ({"own_losses": lambda *given: OwnLosses(1, ALWAYS_FAILS, 0, None)}, "Hazardous",
         "the attacker suffers"),
    ],
)  # fmt: skip
def test_two_abilities_that_decide_on_one_thing_are_refused(add, does, other, what) -> None:
    add(**does)
    for names in (f"Tomfoolery, {other}", f"{other}, Tomfoolery"):
        with pytest.raises(MathhammerError, match=f"each say what {what}: only one of them"):
            damage(f"{GUN} [{names}]")
    if other == "Hazardous":  # of two weapons of an attack too
        with pytest.raises(MathhammerError, match="each say what the attacker suffers"):
            mathhammer.attack([f"{GUN} [Hazardous]", f"{GUN} [Tomfoolery]"], SOFT)


def test_only_its_own_rulings_matter(add) -> None:
    add(on_critical_wound=lambda ability, weapon, *given: weapon.wound(*given))
    result = mathhammer.attack(f"{GUN} [Tomfoolery]", SOFT)
    assert "devastating" not in result.ruleset
    assert not any("Devastating" in note for note in result.notes)


def test_its_note_is_said(add) -> None:
    add(notes=lambda match_up: iter([f"{match_up.names(match_up.weapons_with('tomfoolery'))}!"]))
    assert "gun!" in mathhammer.attack(f"{GUN} [Tomfoolery]", SOFT).notes


def test_many_targets_at_once_are_each_asked(add) -> None:
    """What a weapon does is worked out once for targets alike, but not where it looks at them."""
    add(hit_modifier=lambda ability, weapon, situation: int("vehicle" in situation.target.keywords))
    targets = [{**SOFT, "name": "a"}, {**VEHICLE, "name": "b"}, {**SOFT, "name": "c"}] * 70
    found = mathhammer.compare([f"{GUN} [Tomfoolery]"], targets)
    means = [result.damage.mean for result in found.results]
    alone = [damage(f"{GUN} [Tomfoolery]", target) for target in targets[:3]]
    assert alone == pytest.approx([3, 4, 3])
    assert means[:3] != [means[0]] * 3 and means == pytest.approx(means[:3] * 70)


def test_in_a_turn_the_models_that_live_are_counted(add) -> None:
    add(attacks_by_target=lambda ability, models: models)
    gun = "gun: A1 S8 AP0 D1 [Torrent, Tomfoolery]"
    units = {"a": {**SOFT, "models": 1, "weapons": [gun]}, "b": {**SOFT, "models": 2}}
    shoot = {"do": "shoot", "by": "a", "at": "b"}
    found = mathhammer.turn({"units": units, "gap": 9, "step": [shoot, shoot]})
    # Three attacks at two models, then three at two or two at one; 5/6 of them slay.
    none, one = F(1, 6) ** 3, 3 * F(5, 6) * F(1, 36)
    two = 1 - none - one
    again = one + 2 * two
    want = 2 * two + one * (2 - F(1, 36)) + none * again
    assert 2 - found.models("b").mean == pytest.approx(float(want))


def test_an_ability_of_age_of_sigmar_is_a_row_too(monkeypatch) -> None:
    made_up = aos_row.Row(
        kind="tomfoolery", code="A-3", help="does what no rule does", value=NUMBER,
        adds_to="Damage", damage=lambda ability, situation: ability.bonus,
    )  # fmt: skip
    monkeypatch.setattr(aos_table, "WEAPON", aos_table.WEAPON.adding(made_up))
    blade, target = "12x 1/4+/4+/-/1", {"health": 1, "models": 20}
    assert damage(blade, target) == pytest.approx(3)
    for text in (f"{blade} [Tomfoolery (+2 Damage)]", f"{blade} tomfoolery (+2 dmg)"):
        assert damage(text, target) == pytest.approx(9)
    (weapon,) = mathhammer.attack(text, target).attacker.weapons
    assert "[Tomfoolery (+2 Damage)]" in describe_weapon(weapon)
