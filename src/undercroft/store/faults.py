"""What can go wrong with a store, by what the caller can do about it.

    StoreFault
      Conflict     what should be made is already there
        TableTaken   a table of that id
      Integrity    the log is not what was written; knows the table and the first bad line
      Storage      the file or the disk; the code says which of these:
                   storage       an I/O error: this store takes no more writes, reads go on
                   storage_full  no room; writes work again once there is
                   busy          another program holds the file
                   already_open  another process writes to it
                   not_a_store   something else than a store of ours
                   newer_schema  written by a newer Undercroft
                   old_schema    written by an older one, which knew no such thing
                   read_only     opened for reading
                   closed        used after it was closed
      NoSuchTable  there is no table of that id
      NoSuchFile   there is no file of that name

A stale version, a key seen before and a broken chain that `verify` reports are none of these: they are answers.
"""

from __future__ import annotations

from undercroft.kernel.faults import NotFound, UndercroftError


class StoreFault(UndercroftError):
    """Something is wrong with a store or with a log; nothing was written."""


class Conflict(StoreFault):
    """What should be made is already there."""


class TableTaken(Conflict):
    """A table of that id is already there."""

    def __init__(self, table: str, fix: str = "choose another name, or delete that one first") -> None:
        super().__init__("conflict", f"there is already a table “{table[:60]}”", fix)
        self.table = table


class Integrity(StoreFault):
    """A log is not what was written. `seq` is the first bad line, 0 where it is none of the lines."""

    def __init__(self, table: str, seq: int, why: str, fix: str = "", *, code: str = "integrity") -> None:
        where = f"table “{table}”, line {seq}: " if seq else f"table “{table}”: " if table else ""
        super().__init__(code, f"{where}{why}", fix)
        self.table = table
        self.seq = seq
        self.why = why


class Storage(StoreFault):
    """The file or the disk does not let us."""


class OldSchema(Storage):
    """The store is read as an older Undercroft wrote it, and what is asked for came later."""

    def __init__(self, what: str) -> None:
        super().__init__("old_schema", what, "open it for writing once")


class NoSuchTable(StoreFault, NotFound):
    """There is no table of that id."""

    def __init__(self, table: str) -> None:
        super().__init__("not_found", f"there is no table “{table[:60]}”", "“undercroft table list” shows them")


class NoSuchFile(StoreFault, NotFound):
    """There is no file of that name."""
