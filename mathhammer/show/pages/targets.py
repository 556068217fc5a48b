"""The list of the built-in targets as sheets."""

from collections.abc import Iterator

from mathhammer.games.names import AOS
from mathhammer.games.presets import data_date, presets_of
from mathhammer.show.sheets import Block, Column, Facts, Line, Table, Title

_EDITIONS = {"wh40k": "Warhammer 40,000, 10th edition", "aos": "Age of Sigmar, 4th edition"}
_WH40K_COLUMNS = {
    "n": "models", "T": "toughness", "Sv": "save", "W": "wounds", "inv": "invulnerable",
    "FNP": "feel_no_pain",
}  # fmt: skip
_AOS_COLUMNS = {"n": "models", "health": "health", "save": "save", "ward": "ward"}


def targets_page(game: str) -> Iterator[Block]:
    """Yield the list of the built-in targets of a game."""
    yield Title(f"Built-in targets of {_EDITIONS[game]}"), Line(f"Numbers of {data_date(game)}.")
    columns = _AOS_COLUMNS if game == AOS else _WH40K_COLUMNS
    rows = []
    for key, preset in presets_of(game).items():
        fields = preset.fields
        numbers = [str(fields.get(field, "-")) for field in columns.values()]
        if "invulnerable_ranged" in fields:
            numbers[list(columns).index("inv")] = f"{fields['invulnerable_ranged']}r"
        rows.append([key, *numbers, ", ".join(fields["keywords"]), preset.stands_for])
    shown = [
        Column("key", words=True, width=max(map(len, presets_of(game)))), *map(Column, columns),
        Column("keywords", words=True), Column("stands for", words=True),
    ]  # fmt: skip
    yield (Table(shown, rows, tight=90),)
    example = "heavy" if game == AOS else "meq"
    legend = [
        ("n", f'models by default; write another number before the key: --at "10x {example}"'),
        ("inv", "" if game == AOS else "invulnerable save; r: against ranged attacks only"),
        ("override", f'in a file: preset = "{example}" and any field of a target beside it'),
    ]
    yield (Facts.of(*legend),)
