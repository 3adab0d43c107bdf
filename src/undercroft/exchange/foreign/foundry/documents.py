"""The documents in a file of Foundry VTT: one, a list, a line each, or wrapped in an export; sorted by their kinds."""

import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from typing import Any

from msgspec import Struct

from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import MOST_PARTS, entries, fields, one_line, refuse, size
from undercroft.kernel.amounts import counted

_KEY = re.compile(r"!([a-z.]{1,40})!(?:([A-Za-z0-9]{1,40})\.)?([A-Za-z0-9]{1,40})")
_FEW = 20
"""So many documents of a list are looked at to tell whether it holds any that can be used."""
PLACEHOLDER = "#[CF_tempEntity]"
"""The name of a document that only keeps the place of a folder."""


class DocumentKind(Enum):
    """What a document is."""

    TABLE = "roll table"
    ROW = "row of a roll table"
    ACTOR = "monster or character"
    JOURNAL = "journal"
    PAGE = "page of a journal"
    PLACEHOLDER = "placeholder of a folder"
    OTHER = "other document"


_KINDS = {
    "tables": DocumentKind.TABLE,
    "tables.results": DocumentKind.ROW,
    "actors": DocumentKind.ACTOR,
    "journal": DocumentKind.JOURNAL,
    "journal.pages": DocumentKind.PAGE,
}


class FoundryDocument(Struct, frozen=True):
    """A document, its kind, and where it is in the file."""

    kind: DocumentKind
    value: dict[str, Any]
    at: str

    @property
    def id(self) -> str:
        """The id that Foundry gave it; empty if the file has none."""
        id = self.value.get("_id")
        return id if isinstance(id, str) else ""

    @property
    def name(self) -> str:
        """Its name."""
        return one_line(self.value.get("name"))

    @property
    def within(self) -> str:
        """The id of the document that it is a part of, as its key says."""
        found = _KEY.fullmatch(str(self.value.get("_key"))[:120])
        return (found[2] or "") if found else ""


def documents_in(value: object) -> Iterator[FoundryDocument]:
    """The documents of a file."""
    for each, at in _unwrapped(value):
        found = fields(each)
        yield FoundryDocument(_kind(found), found, at)


def _unwrapped(value: object) -> Iterator[tuple[object, str]]:
    whole = fields(value)
    if size(value):
        for number, each in enumerate(_all(value, "documents")):
            yield each, f"[{number}]"
        return
    inside = [name for name, within in whole.items() if _holds_documents(within)]
    if not inside or _kind(whole) is not DocumentKind.OTHER or "system" in whole or "data" in whole:
        yield value, ""
        return
    for name, within in whole.items():
        for number, each in enumerate(_all(within, name) if name in inside else entries(within)):
            if name in inside or isinstance(each, dict):
                yield each, f"{one_line(name, 30)}[{number}]"


def _holds_documents(value: object) -> bool:
    """Whether a part of an export is a list of documents, whatever the export calls it."""
    return any(_kind(fields(each)) is not DocumentKind.OTHER for each in entries(value)[:_FEW])


def _all(value: object, what: str) -> list[Any]:
    if size(value) > MOST_PARTS:
        refuse(f"it has more than {MOST_PARTS} {what}", "take a part of it")
    return entries(value)


def _kind(value: dict[str, Any]) -> DocumentKind:
    key = _KEY.fullmatch(str(value.get("_key"))[:120])
    if str(value.get("name")).startswith(PLACEHOLDER):
        return DocumentKind.PLACEHOLDER
    if key is not None:
        return _KINDS.get(key[1], DocumentKind.OTHER)
    system = fields(value.get("system", value.get("data")))
    if isinstance(value.get("results"), list) and {"formula", "name"} & value.keys():
        return DocumentKind.TABLE
    if isinstance(value.get("type"), str) and system and "name" in value:
        return DocumentKind.ACTOR if "items" in value or {"hp", "details"} <= system.keys() else DocumentKind.OTHER
    if isinstance(value.get("pages"), list) or (isinstance(value.get("content"), str) and "name" in value):
        return DocumentKind.JOURNAL if "name" in value else DocumentKind.OTHER
    if isinstance(value.get("text"), dict) and value.get("type") == "text" and "name" in value:
        return DocumentKind.PAGE
    return DocumentKind.OTHER


def note_others(found: list[FoundryDocument], notes: Notes) -> None:
    """Documents that nothing is made of; those of one list of an export are counted."""
    others = [each for each in found if each.kind is DocumentKind.OTHER]
    lists = Counter(_list_of(each) for each in others)
    for each in found:
        if each.kind is DocumentKind.PLACEHOLDER:
            notes.drop("a placeholder of a folder", each.at)
    for each in others:
        if not _list_of(each) or lists[_list_of(each)] == 1:
            notes.drop(f"“{each.name or 'a document'}” is neither a table, a monster nor a journal", each.at)
    for name, many in lists.items():
        if name and many > 1:
            notes.drop(f"{counted(many, 'document')} that are neither tables, monsters nor journals", name)


def _list_of(document: FoundryDocument) -> str:
    """The list or the file that a document is in; empty in a file that is a list."""
    return document.at.partition("[")[0].rstrip()
