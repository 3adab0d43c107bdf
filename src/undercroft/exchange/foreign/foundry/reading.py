"""A file of Foundry VTT: what its documents come to."""

from collections.abc import Sequence

from undercroft.exchange.foreign.foundry.actors import monster_of
from undercroft.exchange.foreign.foundry.characters import FoundryCharacter, character_of, is_character, sheet_of
from undercroft.exchange.foreign.foundry.documents import DocumentKind, FoundryDocument, documents_in, note_others
from undercroft.exchange.foreign.foundry.journals import pages_of, without_secrets
from undercroft.exchange.foreign.foundry.tables import tables_of
from undercroft.exchange.foreign.imported import Imported, ImportedText
from undercroft.exchange.foreign.page_tables import tables_of_pages
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import SourceFile, refuse
from undercroft.exchange.foreign.texts import sites_of, texts_of
from undercroft.kernel.amounts import counted
from undercroft.table.state.lore import Monster

WHAT = "an export of Foundry VTT: tables, monsters, characters or journals"
_PLAYABLE = frozenset(
    {DocumentKind.TABLE, DocumentKind.ROW, DocumentKind.ACTOR, DocumentKind.JOURNAL, DocumentKind.PAGE}
)


def documents(source: SourceFile) -> list[FoundryDocument]:
    """The documents of a file; none if it is not a file of Foundry."""
    value = source.json if source.json is not None else source.yaml
    return list(documents_in(value)) if value is not None else []


def recognises(source: SourceFile) -> bool:
    """At least one document is a roll table, an actor, a journal, or a part of one."""
    return any(each.kind in _PLAYABLE for each in documents(source))


def read(source: SourceFile, notes: Notes) -> Imported:
    """The tables, monsters and texts of a file."""
    return read_documents(documents(source), notes)


def read_documents(found: Sequence[FoundryDocument], notes: Notes) -> Imported:
    """The tables, monsters and texts of documents that may be from several files, and that lead to each other."""
    note_others([*found], notes)
    tables = tables_of(found, notes)
    monsters = dict[str, Monster]()
    people, sheets = dict[str, FoundryCharacter](), list[ImportedText]()
    for each in found:
        if each.kind is DocumentKind.ACTOR and is_character(each):
            made = character_of(each, people, notes)
            people |= {made.person.id: made} if made is not None else {}
            sheets += [] if made is not None else [sheet_of(each, notes)]
        elif each.kind is DocumentKind.ACTOR:
            monster = monster_of(each, monsters, notes)
            monsters |= {monster.id: monster} if monster is not None else {}
    if monsters:
        notes.keep(counted(len(monsters), "monster", "monsters") + ", in the bestiary")
    pages = pages_of(found, notes)
    tables += tables_of_pages(pages, {table.id for table in tables}, notes)
    texts = texts_of([*without_secrets(pages), *((sheet.title, sheet.text, "") for sheet in sheets)], notes)
    if texts:
        as_handouts = counted(len(texts), "text as a prepared handout", "texts as prepared handouts")
        notes.keep(f"{as_handouts}, which players do not see")
    sites, rooms = sites_of(pages, notes)
    if not (tables or monsters or texts or people):
        refuse("nothing in it can be used here", "export roll tables, monsters, characters or journals from Foundry")
    title = next((each.name for each in found if each.kind in _PLAYABLE and each.name), "")
    return Imported(
        WHAT,
        title,
        sites,
        tables=tables,
        monsters=tuple(monsters.values()),
        texts=texts,
        rooms=rooms,
        people=tuple(each.person for each in people.values()),
        gear=tuple(thing for each in people.values() for thing in each.things),
    )
