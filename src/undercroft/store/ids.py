"""The ids of tables. They are part of addresses, cookies and file names, so that only plain letters are in them."""

import re

from undercroft.kernel.faults import BadInput

MOST_ID = 80
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BadTableId(BadInput):
    """An id that no table may have."""

    def __init__(self, id: str, fix: str = "use small letters, digits and -, such as barrow-2") -> None:
        super().__init__("bad_id", f"“{id[:60]}” cannot be the id of a table", fix, field="id")
        self.id = id


def check_id(id: str) -> None:
    """Refuse an id that a new table may not have. Tables of older versions keep theirs."""
    if not _ID.fullmatch(id) or len(id) > MOST_ID:
        raise BadTableId(id)


def file_stem(id: str) -> str:
    """The start of a file's name for a table. Whatever the id, it names no other folder.

    >>> file_stem("barrow-2"), file_stem("../../etc/x;y=z"), file_stem("..")
    ('barrow-2', 'etc-x-y-z', 'table')
    """
    return re.sub(r"[^a-z0-9]+", "-", id.lower())[:MOST_ID].strip("-") or "table"
