"""Several files as one import: what two of them have alike counts once, and no part takes the place of another."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from undercroft.exchange.foreign.imported import Imported, ImportedText
from undercroft.exchange.foreign.joined_lands import lands_together
from undercroft.exchange.foreign.report import Notes, joined
from undercroft.exchange.foreign.source import one_line
from undercroft.exchange.outline.outlined import Outlined
from undercroft.table.state.lore import Monster, RandomTable

Named = TypeVar("Named", RandomTable, Monster)
_LONGEST = 56
"""The longest id or title that still takes a number."""


def together(found: Sequence[Imported]) -> Imported:
    """Several files as one; of two lands, the hexes of both."""
    if len(found) == 1:
        return replace(found[0], texts=_titled(found[0].texts))
    notes = Notes()
    found = _apart(found, notes)
    lands = None
    for each in found:
        if each.lands is not None:
            lands = each.lands if lands is None else lands_together(lands, each.lands)
    return Imported(
        " and ".join(dict.fromkeys(each.what for each in found if each.what)),
        next((each.title for each in found if each.title), ""),
        tuple(site for each in found for site in each.sites),
        lands,
        tuple(table for each in found for table in each.tables),
        tuple(columns for each in found for columns in each.columns),
        tuple(monster for each in found for monster in each.monsters),
        _titled(text for each in found for text in each.texts),
        tuple(picture for each in found for picture in each.pictures),
        tuple(person for each in found for person in each.people),
        tuple(thing for each in found for thing in each.gear),
        tuple(texts for each in found for texts in each.rooms),
        tuple(place for each in found for place in each.places),
        joined((*(each.report for each in found), notes.report)),
    )


def _apart(found: Sequence[Imported], notes: Notes) -> list[Imported]:
    """The files with ids of their own for tables and monsters; of two sites of one name the first is taken."""
    tables, monsters, sites = dict[str, RandomTable](), dict[str, Monster](), dict[str, Outlined]()
    kept = list[Imported]()
    for file in found:
        own = {table.id for table in file.tables}
        columns = file.columns if own.isdisjoint(tables) else ()
        new = tuple(whole for whole in file.sites if whole.site.id not in sites)
        for whole in file.sites:
            if sites.setdefault(whole.site.id, whole) != whole:
                notes.drop(f"the site {whole.site.name}: another file has a site of that name; import it by itself")
        kept.append(
            replace(
                file,
                tables=_distinct(file.tables, tables, notes),
                monsters=_distinct(file.monsters, monsters, notes),
                sites=new,
                rooms=tuple(each for each in file.rooms if each.site in {whole.site.id for whole in new}),
                columns=columns,
            )
        )
    return kept


def _titled(texts: Iterable[ImportedText]) -> tuple[ImportedText, ...]:
    """The texts, each once and with a title of its own: handouts are told apart by their titles."""
    found = dict[str, ImportedText]()
    for text in texts:
        title, number = text.title, 2
        while title in found and found[title].text != text.text:
            title, number = f"{one_line(text.title, _LONGEST)} ({number})", number + 1
        found.setdefault(title, replace(text, title=title))
    return tuple(found.values())


def _distinct(parts: Iterable[Named], taken: dict[str, Named], notes: Notes) -> tuple[Named, ...]:
    """The parts that no file before has, each with an id of its own."""
    kept = list[Named]()
    for part in parts:
        id: str = part.id
        number = 2
        while id in taken and taken[id] != replace(part, id=id):
            id, number = f"{part.id[:_LONGEST]}-{number}", number + 1
        if id in taken:
            continue
        if id != part.id:
            notes.guess(f"two files have “{part.name}”, and they differ: both are taken")
        taken[id] = replace(part, id=id)
        kept.append(taken[id])
    return tuple(kept)
