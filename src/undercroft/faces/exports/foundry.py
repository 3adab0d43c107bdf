"""A campaign for Foundry VTT: its tables as RollTable documents, its notes as a JournalEntry."""

import json
from collections.abc import Iterable
from hashlib import sha256
from html import escape

from undercroft.exchange.zip_files import zipped
from undercroft.faces.exports.exporter import Subject
from undercroft.faces.exports.notebook import notebook
from undercroft.table.state.lore import RandomTable

ID_LENGTH = 16


def everything(subject: Subject) -> bytes:
    """The tables and the journal, in one ZIP file."""
    return zipped([("tables.json", roll_tables(subject)), ("journal.json", journal(subject))])


def roll_tables(subject: Subject) -> bytes:
    """Every table, in the form of version 12 with the fields of version 13 beside them."""
    return table_documents(subject.now.roll_tables.values() if subject.secrets else ())


def table_documents(tables: Iterable[RandomTable]) -> bytes:
    """Tables as documents of Foundry."""
    return _file([_roll_table(table) for table in tables])


def _roll_table(table: RandomTable) -> dict[str, object]:
    rows = [
        {
            "_id": _id(table.id, str(number)),
            "type": "text",
            "text": escape(row.text, quote=False),
            "name": "",
            "description": escape(row.text, quote=False),
            "weight": row.high - row.low + 1,
            "range": [row.low, row.high],
            "drawn": False,
            "documentUuid": None,
            "img": "icons/svg/d20-black.svg",
        }
        for number, row in enumerate(table.rows)
    ]
    return {
        "_id": _id(table.id),
        "name": table.name,
        "formula": table.dice,
        "replacement": True,
        "displayRoll": True,
        "description": "",
        "results": rows,
        "flags": {},
    }


def journal(subject: Subject) -> bytes:
    """Every note as a page of one journal."""
    from markdown_it import MarkdownIt

    writer = MarkdownIt("commonmark", {"html": False}).enable("table")
    pages = [
        {
            "_id": _id(page.folder, page.title),
            "name": page.title,
            "type": "text",
            "title": {"show": True, "level": 1},
            "text": {"format": 1, "content": writer.render(page.body)},
            "sort": 1000 * place,
        }
        for place, page in enumerate(notebook(subject, lambda _, words: f"*{words}*"))
    ]
    return _file({"_id": _id(subject.table), "name": subject.now.name or subject.table, "pages": pages, "flags": {}})


def _id(*parts: str) -> str:
    """An id as Foundry makes them, the same for the same thing."""
    return sha256("/".join(parts).encode()).hexdigest()[:ID_LENGTH]


def _file(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()
