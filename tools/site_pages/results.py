"""What answers hold: keys of JSON, columns of tables, attributes in Python."""

from __future__ import annotations

from importlib import import_module

from site_pages.markdown import cell, linked, table

STAGE = "stage: mean, sd and pmf"
#: Keys of the JSON of a match-up, in order, with what they hold.
MATCHUP = {
    "scenario": "the file as it was named, or an empty text",
    "attacker": "name of the attacker",
    "target": "name of the target",
    "engine": "`exact` or `montecarlo`",
    "ruleset": "the rulings that matter, resolved",
    "notes": "what you may not expect, in sentences",
    "sweep": "of a sweep: its values here, by dotted field",
    "attacks": f"{STAGE}; every attack counts, also after the last model fell",
    "hits": f"{STAGE}; extra hits count",
    "wounds": f"{STAGE}; successful wound rolls, automatic and devastating ones included",
    "unsaved": f"{STAGE}; failed saves, devastating ones not among them",
    "mortal": f"{STAGE}; mortal wounds or damage inflicted, before Feel No Pain and ward",
    "damage_rolled": f"{STAGE}; of all that got through, before Feel No Pain, ward and waste",
    "damage": f"{STAGE}; wounds that the target lost, or damage that was allocated",
    "slain": f"{STAGE}; models slain",
    "destroyed": "probability that no model is left",
    "pool": f"{STAGE}; in Age of Sigmar: all pools before the ward, the same as `damage_rolled`",
    "ignored": "mean that Feel No Pain or ward took away",
    "wasted": "mean that exceeded a model's wounds or came after the last one",
    "left": "`wounds` left in the unit and on its `front` model (stages)",
    "groups": "each group and leader of a mixed target: `name`, `models`, `slain` (stage), "
    "`destroyed`",
    "weapons": "each weapon in its turn: `name`, means of the stages, stages of damage and slain",
    "afterwards": "what is resolved after all weapons, in the same way",
    "self": "where the attacker can hurt itself its `slain` and `mortal` (stages), and how many "
    "`explosions` there are beside it",
    "points_destroyed": "points of the target destroyed, on average, where it has points",
    "points_per_100": "the same for 100 points of the attacker, where it has points too",
    "trials": "Monte Carlo: trials played",
    "seed": "Monte Carlo: what the dice follow from",
    "destroyed_standard_error": "Monte Carlo: of `destroyed`",
    "destroyed_interval": "Monte Carlo: 95 % interval of `destroyed`",
}
#: Keys of a stage.
STAGE_KEYS = {
    "mean": "the expected number",
    "sd": "the standard deviation",
    "pmf": "`pmf[k]` is P(exactly k), from 0 to the last possible value",
    "standard_error": "Monte Carlo: of the mean",
}
#: Keys of the JSON of a turn.
TURN = {
    "scenario": "the file as it was named",
    "kind": "`turn`",
    "engine": "`exact` or `montecarlo`",
    "ruleset": "the rulings that matter",
    "notes": "what you may not expect",
    "steps": "each step: `do`, `by`, `at`, `toward`, `if` as given, the `probability` that it "
    "takes place, the `units` that it touches as they are afterwards, `control`",
    "units": "each unit at the end: `models` and `wounds` left (stages), `destroyed`; with "
    "reinforcements also `returned`, how often it came back, and the `damage` to the `second` one",
    "targets": "of each unit that attacks several ones: `by`, `at` (its targets), `any_destroyed` "
    "and `all_destroyed` at the end of the turn",
    "flags": "the probability of each flag",
    "flags_interval": "Monte Carlo: 95 % interval of each flag",
    "control": "`first`, `contested`, `second`: who controls the objective",
    "joint": "`units` and `models`: `models[i][j]` is P(i models of the first and j of the second "
    "unit are left)",
    "trials": "Monte Carlo: trials played",
    "seed": "Monte Carlo: what the dice follow from",
}
#: Keys of the JSON of a check.
CHECK = {
    "scenario": "the file as it was named",
    "kind": "the kind",
    "game": "`wh40k` or `aos`",
    "engine": "`exact` or `montecarlo`",
    "ruleset": "the rulings that matter",
    "notes": "what you may not expect",
    "probability": "of what is asked, where it is a yes or no",
    "distribution": "stage of the number that is rolled, where there is one",
    "probability_standard_error": "Monte Carlo: of each probability, by its name",
    "probability_interval": "Monte Carlo: 95 % interval of each probability, by its name",
    "double": "P(two of the dice that count show the same), where several of one kind count",
    "double_standard_error": "Monte Carlo: of `double`",
    "double_interval": "Monte Carlo: 95 % interval of `double`",
    "trials": "Monte Carlo: trials played",
    "seed": "Monte Carlo: what the dice follow from",
}
#: Keys that a kind of check has beside those, and what they hold.
NAMED = {
    "needed": "`charge`: the roll that it takes",
    "by_die": "`charge` with a Command Re-roll for either roll; each face of the first: `die`, "
    "its `chance`, `needed`, whether it is `rolled_again`, `probability`",
    "used_on_advance": "`charge`: how often the re-roll goes to the Advance",
    "used_on_charge": "`charge`: how often it goes to the charge",
    "each": "`deadly_demise`: mortal wounds on each unit; `prayer`: each of several prayers",
    "returned": "`rally`: models returned",
    "healed": "`rally`: points healed",
    "failed": "`cast`: the roll falls short",
    "miscast": "`cast`: it is a miscast",
    "unbound": "`cast`: it is unbound",
    "by_turn": "`prayer`: answered in each turn",
    "double_turn": "`priority`: there is a double turn",
}
#: Tables of `mathhammer.analysis`: module, name of the columns, what a row is.
TABLES = (
    ("rows", "MATCHUP_COLUMNS", "a match-up: `--csv --columns all` of `attack`, `run`, `compare`; "
     '`Comparison.table("all")`. By default `attacker`, `target`, `size`, `damage_mean`, '
     "`slain_mean`, `destroyed`, `damage_per_100` and `points_per_100`"),
    ("rows", "GROUP_COLUMNS", "a match-up with a mixed target: further columns, then those with 2 "
     "and so on"),
    ("rows", "SIMULATED_COLUMNS", "a match-up by Monte Carlo: further columns"),
    ("mixes", "COLUMNS", "a loadout over a mix of targets"),
    ("ranking", "COLUMNS", "a loadout in a ranking"),
    ("ranking", "PAIR_COLUMNS", "a pair of loadouts"),
    ("attribution", "COLUMNS", "an ability, modifier or re-roll (`why`)"),
    ("flow", "COLUMNS", "a stage that damage goes through"),
    ("sensitivity", "COLUMNS", "a characteristic, one better or worse"),
    ("howmany", "COLUMNS", "a level of P(destroyed) (`howmany`)"),
    ("optimise", "COLUMNS", "a mix of options (`choose`); one column more for each option"),
    ("breakeven", "COLUMNS", "a loadout and what it may cost"),
    ("durability", "COLUMNS", "a unit among hammers and anvils"),
    ("trade", "COLUMNS", "a side of a turn"),
)  # fmt: skip


def _keys(keys: dict[str, str]) -> str:
    return table(("key", "what it holds"), [(f"`{k}`", linked(v)) for k, v in keys.items()])


def page() -> str:
    """Return the page."""
    parts = [
        "# Results",
        "## JSON",
        "`--json` prints an array with an entry for each match-up, turn or check. `to_dict()` of a "
        "result is the same. Keys without anything to say are left out. Numbers have all their "
        "digits, and an answer has no clock times: the same call prints the same bytes.",
        "### A match-up",
        _keys(MATCHUP),
        "### A stage",
        _keys(STAGE_KEYS),
        "### A turn",
        _keys(TURN),
        "### A check",
        _keys(CHECK),
        "What some kinds answer beside that:",
        _keys(NAMED),
        "The dice game has keys of its own, those of `mathhammer.heroes.HeroesResult.to_dict`.",
        "## Columns",
        "Tables are tidy: one row per thing, one column per number. What isn't known is empty.",
    ]
    for module, name, row in TABLES:
        columns = getattr(import_module(f"mathhammer.analysis.{module}"), name)
        parts += [f"### `{module}.{name}`", f"One row is {row}."]
        rows = [(f"`{column}`", cell(str(about))) for column, about in columns.items()]
        parts.append(table(("column", "what it holds"), rows))
    return "\n\n".join(parts) + "\n"
