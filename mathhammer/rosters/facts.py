r"""What an ability says in words, as facts of our own where it is one of the usual patterns.

A sentence is split at its ends; a pattern is a few key words of it. Who it is about decides the
side: the attacks of the unit, or those against it. What it depends on is named (`when`), and a
sentence about friendly or chosen units is no fact of this one. Nothing of the text is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mathhammer.games.names import AOS

#: The longest text that is looked at, and the most facts of a unit.
MAX_TEXT, MAX_FACTS = 4_000, 50
ATTACKER, TARGET = "attacker", "target"
#: Conditions that depend on the attack alone, so that all such attacks have it.
RANGED, MELEE = "ranged attacks", "melee attacks"
LEADING = "while leading a unit"
#: Where it depends on something that no words below name.
OTHERWISE = "by what its text says"
#: Abilities that other fields hold.
_ELSEWHERE = ("champion", "guarded hero")
_SENTENCE = re.compile(r"\n|[\u25a0\u2022]|(?<=[.!:])\s")


class Fact(NamedTuple):
    """One effect that an ability of a unit has.

    Attributes
    ----------
    ability : str
        The ability that says so.
    says : str
        The effect, in our words.
    when : tuple of str
        What it depends on; empty where it always holds.
    side : {"attacker", "target"}
        Whether it is about the unit's attacks or those against it.
    fields : dict
        Modifiers, `abilities` or a save, as in scenario files.
    only : str
        The part of the unit whose fact it is, empty for all of it.
    weapons : tuple of str
        The names of the weapons it is about, empty for all.
    """

    ability: str
    says: str
    when: tuple[str, ...]
    side: str
    fields: dict[str, Any]
    only: str = ""
    weapons: tuple[str, ...] = ()

    @property
    def always(self) -> bool:
        """Whether it holds in every situation."""
        return not self.when and not self.only

    @property
    def sentence(self) -> str:
        """The ability, what it does and when, in a line."""
        named = [f"with {name}" for name in self.weapons]
        only = [f"of {self.only} alone"] if self.only else []
        return f"{self.ability}: {', '.join([self.says, *self.when, *named, *only])}"

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        made: dict[str, Any] = {
            "ability": self.ability, "says": self.says, "when": list(self.when),
            "side": self.side, "fields": self.fields,
        }  # fmt: skip
        if self.only:
            made["only"] = self.only
        if self.weapons:
            made["weapons"] = list(self.weapons)
        return made


class _Pattern(NamedTuple):
    """Key words of an effect, and its field; `{}` stands for the number that they hold."""

    words: re.Pattern[str]
    says: str
    field: str
    value: Any = None
    sign: int = 1


def _patterns(*rows: tuple[Any, ...]) -> tuple[_Pattern, ...]:
    return tuple(_Pattern(re.compile(row[0]), *row[1:]) for row in rows)


_ROLL = r"(?:the |that |a |an |its |unmodified )*"
_OF_ATTACKS = _patterns(
    (rf"re-?roll {_ROLL}hit rolls? of 1\b|re-?roll hits? of 1\b", "re-roll hits of 1",
     "reroll_hits", "ones"),
    (rf"re-?roll {_ROLL}hit rolls?\b(?! of 1)", "re-roll hits", "reroll_hits", "failures"),
    (rf"re-?roll {_ROLL}wound rolls? of 1\b", "re-roll wounds of 1", "reroll_wounds", "ones"),
    (rf"re-?roll {_ROLL}wound rolls?\b(?! of 1)", "re-roll wounds", "reroll_wounds", "failures"),
    (rf"re-?roll {_ROLL}damage rolls?\b(?! of 1)", "re-roll damage", "reroll_damage",
     "below-average"),
    (rf"re-?roll {_ROLL}damage rolls? of 1\b", "re-roll damage of 1", "reroll_damage", "ones"),
    (rf"add (\d) to {_ROLL}hit rolls?\b", "+{} to hit", "hit"),
    (rf"add (\d) to (?:{_ROLL}hit rolls? and )?{_ROLL}wound rolls?\b", "+{} to wound", "wound"),
    (r"add (\d) to (?:the )?(?:[a-z]+ and )?attacks characteristics?", "+{} attacks", "attacks"),
    (r"add (\d) to (?:the )?(?:[a-z]+ and )?strength characteristics?", "+{} strength",
     "strength"),
    (r"add (\d) to (?:the )?(?:[a-z]+ and )?damage characteristics?", "+{} damage", "damage"),
    (r"improve (?:the )?(?:[a-z]+ and )?armour penetration characteristics?.{0,90}? by (\d)",
     "AP better by {}", "ap", None, -1),
    (r"add (\d) to (?:the )?rend characteristics?", "+{} rend", "rend"),
    (r"unmodified (?:successful )?hit rolls? of ([2-5])\+|hit rolls? of ([2-5])\+ (?:is|are|score)",
     "critical hits on {}+", "critical_hits"),
    (r"critical hits? (?:is|are|on) .{0,30}?([2-5])\+", "critical hits on {}+", "critical_hits"),
    (r"ignore any or all (?:modifiers|negative modifiers).{0,60}hit roll",
     "negative hit modifiers ignored", "ignore_hit_modifiers", True),
)  # fmt: skip
_DAMAGED = _patterns((rf"subtract (\d) from {_ROLL}hit rolls?\b", "-{} to hit", "hit", None, -1))
_AGAINST = _patterns(
    (rf"subtract (\d) from {_ROLL}hit rolls?\b", "-{} to be hit", "hit", None, -1),
    (rf"subtract (\d) from (?:{_ROLL}hit rolls? and )?{_ROLL}wound rolls?\b", "-{} to be wounded",
     "wound", None, -1),
    (r"subtract (\d) from (?:that attack's |the |its )?damage\b", "-{} damage of each attack",
     "damage", None, -1),
    (r"halve (?:that attack's |the |its )?damage", "damage of each attack halved",
     "halve_damage", True),
    (r"worsen .{0,40}(?:armour penetration|\bap\b).{0,40}? by (\d)", "AP worse by {}", "ap"),
    (r"(?:change|becomes?) .{0,30}?damage characteristic .{0,30}?to (\d)", "damage becomes {}",
     "damage_to"),
    (r"unmodified wound rolls? of (?:1 ?to ?3|1-3)[^.]{0,30}fails?", "wounded on 4+ at best",
     "wound_floor", 4),
    (rf"re-?roll {_ROLL}(?:saving throws?|save rolls?) of 1\b", "re-roll saves of 1",
     "reroll_saves", "ones"),
    (rf"re-?roll {_ROLL}(?:saving throws?|save rolls?)\b(?! of 1)", "re-roll saves",
     "reroll_saves", "failures"),
)  # fmt: skip
_FEEL_NO_PAIN = re.compile(r"feel no pain ([2-6])\+ ability( against mortal wounds)?")
_WARD = re.compile(
    r"(?:this unit|its models|this unit and .{0,60}) ha(?:s|ve) (?:a )?ward \(([2-6])\+\)"
)
_ABILITIES = re.compile(r"weapons?\b.{0,120}? ha(?:s|ve|ving) (?:the )?(.{3,80}?) abil")
_BRACKETED = re.compile(r"\[([^\]]{3,30})\]|\b(crit \((?:mortal|2 hits|auto-wound)\))")
_AGAINST_IT = re.compile(
    r"(?:attacks?|it) (?:that )?(?:targets?|is allocated to|allocated to|made against) (?:this|the "
    r"bearer|that unit|a model in (?:this|that) unit|the model)|saving throw|save roll"
)
_ITS_ATTACKS = re.compile(
    r"makes? an? (?:ranged |melee |psychic )?attack|attacks? made by|this (?:unit|model)'s "
    r"|(?:its|weapons equipped by) |targets? .{1,60}with (?:a|an|its) |shooting attacks|combat "
    r"attacks|attack made with|attacks against|(?:model|models) in (?:this|that|the bearer's) unit"
)
_OF_OTHERS = re.compile(
    r"friendly|\bthe targets?(?:'s?)? (?:combat|shooting|attacks|melee|has|have|unit)"
    r"|\bthe targets?'s?\b|that enemy unit makes|in that enemy"
    r"|(?<!target an )(?<!targets an )enemy (?:units?|models?) (?:makes?|within|that|while|are|ha)"
)
#: A sentence about friendly units that is about this one all the same.
_OF_THIS_TOO = re.compile(r"(?:of|for) this unit's|this unit and .{0,60}have")
_ON_IT = re.compile(r"targets? (?:this|the bearer)|allocated to (?:this|a model in this)")
_MAKES = re.compile(r"(?:model|unit)[^,.]{0,30} makes an? ")
#: What a sentence depends on: key words, and what is said of them.
_CONDITIONS = tuple(
    (re.compile(words), says)
    for words, says in (
        (r"(?:is|are) leading (?:a|this)", LEADING),
        (r"\branged (?:attack|weapon)|shooting attack", RANGED),
        (r"\bmelee (?:attack|weapon)|combat attack", MELEE),
        (r"half range|half the .{0,20}range", "within half range"),
        (r"charged?\b|charge move", "after a charge"),
        (r"remained stationary|remains stationary|not (?:moved|used a .{0,12}move)", "stationary"),
        (r"wounds remaining|damage points|damaged", "while damaged"),
        (r"strength characteristic of that attack is (?:greater|higher)", "stronger attacks"),
        (r"closest", "at the closest target"),
        (r"objective marker", "near an objective"),
        (r"friendly", "near friends"),
        (r"enemy units? within|targets? .{0,30}within \d", "at close quarters"),
        (r"that contains|that ha(?:s|ve) (?!\d)", OTHERWISE),
        (r"that character|that model has", "of the Character alone"),
        (r"once per", "once in a while"),
        (r"oath of moment|selected|\bselect\b|\bpick\b|chosen", "of what was chosen"),
        (r"psychic attack", "psychic attacks"),
        (r"\d+ or more models|starting strength|half-strength", "by the size of a unit"),
        (r"until the|for the rest of", "for some time"),
        (r"\broll (?:a|one) (?:dice|d6|d3)", "if a die says so"),
    )
)  # fmt: skip
_IF = re.compile(r"\b(?:if|while|when|unless|after|once|within)\b")
_TARGETS = re.compile(
    r"targets? (?:an? |one or more |the )?(?:enemy )?([A-Za-z' ,-]{3,50}?) (?:units?|models?)\b"
)
_NO_KEYWORDS = re.compile(r"\b(?:this|that|it|enemy|unit|model|closest|your|with|within|visible)\b")


def facts_of(
    ability: str, values: Mapping[str, str], game: str, weapons: Iterable[str] = ()
) -> list[Fact]:
    """Return what the text of an ability says, as far as it is one of the usual patterns.

    Parameters
    ----------
    ability : str
        Its name.
    values : mapping of str to str
        Its characteristics: `description` or `effect`, `timing`.
    game : {"wh40k", "aos"}
    weapons : iterable of str
        Names of the unit's weapons; one that stands in the text limits it.

    Examples
    --------
    >>> text = "Each time this unit makes a ranged attack, re-roll a hit roll of 1, you see."
    >>> [fact.sentence for fact in facts_of("Steady", {"description": text}, "wh40k")]
    ['Steady: re-roll hits of 1, ranged attacks']
    >>> facts_of("Steady", {"description": "Friendly models re-roll a hit roll of 1."}, "wh40k")
    []
    """
    text = values.get("description") or values.get("effect", "")
    declared = _plain(values.get("declare", "")).casefold()
    if ability.casefold() in _ELSEWHERE or "friendly" in declared:
        return []
    timing = _plain(values.get("timing", "")).casefold()
    used = () if timing in ("", "passive") else ("when used",)
    names = [name for name in weapons if len(name) > 3]
    found: list[Fact] = []
    head, side = "", ""
    for sentence in _SENTENCE.split(_plain(text)):
        low = sentence.casefold().strip()
        if low.endswith(":"):
            head = low
            continue
        named = tuple(dict.fromkeys(name for name in names if _holds(head + low, name.casefold())))
        for says, now, fields, held in _effects(low, game, side):
            side = now
            when = [*_when(sentence, low), *(_when(head, head) or [OTHERWISE] if head else [])]
            if now == TARGET or not named:
                named = ()
            else:  # they are ranged or melee themselves
                when = [one for one in when if one not in (RANGED, MELEE)]
            kept = tuple(dict.fromkeys((*used, *(one for one in when if one not in held))))
            found.append(Fact(ability, says, kept, now, fields, "", named))
    return list({(one.says, one.when, one.side): one for one in found}.values())


def _effects(
    low: str, game: str, before: str
) -> Iterator[tuple[str, str, dict[str, Any], tuple[str, ...]]]:
    """Yield what a sentence does: words, side, fields, and conditions that these hold.

    `before` is the side of the sentence before, which one with "instead" speaks of, too.
    """
    if "for each" in low:
        return
    on_it = _ON_IT.search(low) is not None
    if _OF_OTHERS.search(low) and not _OF_THIS_TOO.search(low):
        if not on_it or "friendly" in low:
            return
    saved = _FEEL_NO_PAIN.search(low)
    if saved:
        mortals = " against mortal wounds" if saved[2] else ""
        field = "feel_no_pain_mortals" if saved[2] else "feel_no_pain"
        yield f"Feel No Pain {saved[1]}+{mortals}", TARGET, {field: f"{saved[1]}+"}, ()
    ward = _WARD.search(low) if game == AOS else None
    if ward:
        yield f"Ward {ward[1]}+", TARGET, {"ward": f"{ward[1]}+"}, ()
    given = _ABILITIES.search(low)
    if given:
        names = [(one[0] or one[1]).title() for one in _BRACKETED.findall(given[0])]
        if names:
            yield " and ".join(names), ATTACKER, {"abilities": names}, ()
    makes = _MAKES.search(low) is not None
    instead = before if "instead" in low else ""
    if on_it or (not makes and _AGAINST_IT.search(low)) or instead == TARGET:
        stronger = "strength characteristic of that attack is" in low
        for says, field, value in _matches(_AGAINST, low):
            if field == "wound" and stronger:
                yield (
                    f"{says} by stronger attacks", TARGET,
                    {"modifiers": {"wound_if_stronger": value}}, ("stronger attacks",),
                )  # fmt: skip
            else:
                yield says, TARGET, {"modifiers": {field: value}}, ()
    elif makes or _ITS_ATTACKS.search(low) or instead == ATTACKER:
        patterns = _OF_ATTACKS
        if re.search(r"this (?:model|unit) makes an attack, subtract|this unit's .{0,20}attacks",
                     low):  # fmt: skip
            patterns = (*patterns, *_DAMAGED)
        for says, field, value in _matches(patterns, low):
            yield says, ATTACKER, {"modifiers": {field: value}}, ()


def _matches(patterns: Iterable[_Pattern], low: str) -> Iterator[tuple[str, str, Any]]:
    for pattern in patterns:
        found = pattern.words.search(low)
        if not found:
            continue
        number = next((one for one in found.groups() if one), "")
        value = pattern.value
        if value is None:
            value = f"{number}+" if "critical" in pattern.field else pattern.sign * int(number)
        yield pattern.says.format(number), pattern.field, value


def _when(sentence: str, low: str) -> list[str]:
    """Return what a sentence depends on."""
    when = [says for words, says in _CONDITIONS if words.search(low)]
    against = _TARGETS.search(sentence)
    if against and not _NO_KEYWORDS.search(against[1].casefold()):
        when.append(f"against {against[1].strip().title().replace(' Or ', ' or ')}")
    if "bearer" in low and "bearer's unit" not in low:
        when.append("of its bearer")
    counted = [one for one in when if one not in (RANGED, MELEE)]
    if not counted and _IF.search(low.replace("each time", "")):
        when.append(OTHERWISE)
    return when


def _holds(low: str, name: str) -> bool:
    return len(name) > 3 and re.search(rf"\b{re.escape(name)}s?\b", low) is not None


def _plain(text: str) -> str:
    text = re.sub(r"[*^_]+", "", text[:MAX_TEXT])
    for odd, usual in (("\u2019", "'"), ("\u2018", "'"), ("\u2011", "-"), ("\u00a0", " ")):
        text = text.replace(odd, usual)
    return text
