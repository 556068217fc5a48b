"""Mean damage against every save as sheets.

One loadout is a table whose rows are the wards. Several are one block per ward whose rows are
the loadouts, so that those that are compared stand below each other.
"""

from collections.abc import Iterator, Sequence

from mathhammer.analysis.saves import SAVES, WARDS, AgainstSaves, roll_label
from mathhammer.core.format import figure
from mathhammer.games.describe import describe_target
from mathhammer.games.names import AOS
from mathhammer.games.words import ward_words
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Block, Column, Facts, Heading, Lines, Table, Title, best_of

#: Narrower pages have the columns closer together.
_TIGHT = 72


def saves_page(
    saves: AgainstSaves, source: str = "", read_as: Sequence[str] = ()
) -> Iterator[Block]:
    """Yield the table of saves: the loadouts, the means, what they are.

    Parameters
    ----------
    saves : AgainstSaves
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    first, *others = saves.attackers
    context = saves.context if others else saves.context.merged(first.context)
    name = f"{len(saves.attackers)} loadouts" if others else first.label
    yield (
        Title(f"{name} against every save"),
        Facts.of(
            ("file", source),
            *([] if others else understood.attacker_facts(first)),
            ("target", _target_words(saves)),
            *understood.context_facts(context.given),
            *understood.read_facts(read_as),
        ),
    )
    for i, attacker in enumerate(saves.attackers if others else (), 1):
        own = [
            *understood.attacker_facts(attacker),
            *understood.context_facts(attacker.context.given),
        ]
        yield Heading(f"{i}  {attacker.label}"), Facts(own)
    head = [roll_label(save) if save else "none" for save in SAVES]
    if not others:
        rows = [
            [ward_words(saves.game, ward), *map(figure, saves.means[0, i])]
            for i, ward in enumerate(WARDS)
        ]
        ward_column = Column("mean damage, save", words=True, fills=True)
        columns = [ward_column, *(Column(word, width=7) for word in head)]
        yield (Table(columns, rows, tight=_TIGHT),)
    else:
        measures = [Column(f"{word} ", width=7, marks=True) for word in head]
        names = [attacker.label for attacker in saves.attackers]
        for i, ward in enumerate(WARDS):
            values = saves.means[:, i]
            cells = [list(map(figure, of_one)) for of_one in values]
            best = [
                (k, m)
                for m in range(len(head))
                for k in best_of(values[:, m].tolist(), [row[m] for row in cells])
            ]
            yield (
                Table.compared(ward_words(saves.game, ward), names, measures, cells, best, _TIGHT),
            )
    yield (Facts([*_legend(saves, not others), *understood.note_facts(saves.notes)]),)


def _target_words(saves: AgainstSaves) -> str:
    """Return what of a target counts beside its save and ward."""
    target = saves.target
    text = describe_target(target).replace(" Sv-", "")
    # Damage is followed to no model, so neither wounds nor health play a part.
    if saves.game == AOS:
        text = text.replace(f"{target.models}x ", "", 1).replace(f"H{target.given['health']}", "")
    else:
        text = text.replace(f" W{target.given['wounds']}", "")
    text = " ".join(text.split()).replace(": [", " [")
    return f"any save, {text or 'no keywords'}"


def _legend(saves: AgainstSaves, one: bool) -> Lines:
    rows = []
    if not one:
        rows.append(("*", "the best against this save (none where all print the same)"))
    if saves.game == AOS:
        shown = "the pool after the ward, on average, not limited by the target's health"
    else:
        shown = (
            "what gets through on average, after Feel No Pain, against a model that outlasts it "
            "all: nothing is wasted on models with few wounds"
        )
    return [*rows, ("damage", shown)]
