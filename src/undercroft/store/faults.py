"""What can go wrong with a store, by what the caller can do about it.

    StoreFault
      Conflict     the thing to be made already exists
        TableTaken   there is already a table of that id
        WentOn       the log has more lines than the caller knew of
      Integrity    the log is not what was written; knows the table and the first bad line
      Storage      a problem with the file or the disk, by its code:
                   storage       an I/O error: nothing was written, and reads go on
                   sync_failed   the disk could not keep what was written: this store takes no more writes until it is
                                 opened again
                   storage_full  no room; writes work again once there is
                   busy          another program holds the file
                   already_open  another process writes to it
                   not_a_store   the file is not one of our stores
                   newer_schema  written by a newer Undercroft
                   old_schema    written by an older Undercroft without this feature
                   read_only     opened for reading
                   closed        used after it was closed
                   unreachable   the database does not answer; it may in a moment
                   unsure        the database was lost while it wrote: the same again tells whether it was written
                   moved         the table is in another store now
                   bad_key_file  the owner's key beside the store is not a key
      NoSuchTable  there is no table of that id
      NoSuchFile   there is no file of that name

A stale version, a known key, and a broken chain that `verify` reports are not faults but answers.
"""

from undercroft.kernel.faults import NotFound, UndercroftError


class StoreFault(UndercroftError):
    """Something is wrong with a store or a log. Nothing was written."""


class Conflict(StoreFault):
    """The thing to be made already exists."""


class TableTaken(Conflict):
    """There is already a table of that id."""

    def __init__(self, table: str, fix: str = "choose another name, or delete that table first") -> None:
        super().__init__("conflict", f"there is already a table “{table[:60]}”", fix)
        self.table = table


class WentOn(Conflict):
    """The log is at another version than was expected."""

    def __init__(self, table: str) -> None:
        super().__init__("conflict", f"table “{table[:60]}” went on meanwhile", "try again")


def unfit(table: str) -> Conflict:
    """The fault for a new table whose first batches do not follow each other, or share a key."""
    return Conflict("conflict", f"the first lines of table “{table[:60]}” do not follow each other")


class Integrity(StoreFault):
    """A log is not what was written. `seq` is the first bad line, or 0 if the fault is not in a line."""

    def __init__(self, table: str, seq: int, why: str, fix: str = "", *, code: str = "integrity") -> None:
        where = f"table “{table}”, line {seq}: " if seq else f"table “{table}”: " if table else ""
        super().__init__(code, f"{where}{why}", fix)
        self.table = table
        self.seq = seq
        self.why = why


def damaged(table: str, seq: int, why: str) -> Integrity:
    """The fault for damage to a stored table, or to the whole store if no table is named."""
    command = f"“undercroft table recover {table}”" if table else "“undercroft table backup FILE”"
    return Integrity(table, seq, why, f"{command} saves what can be read; or restore a backup")


class Storage(StoreFault):
    """The file or the disk prevents the operation."""


class OldSchema(Storage):
    """An older Undercroft wrote the store, which lacks this feature until it is opened for writing."""

    def __init__(self, what: str, fix: str = "open it for writing once") -> None:
        super().__init__("old_schema", what, fix)


class Unsure(Storage):
    """The connection was lost during a write, which may or may not be there. The same write again finds out."""

    def __init__(self, named: str) -> None:
        super().__init__("unsure", f"{named} was lost in the middle of a write", "send the same again")


class NoSuchTable(StoreFault, NotFound):
    """There is no table of that id."""

    def __init__(self, table: str) -> None:
        super().__init__("not_found", f"there is no table “{table[:60]}”", "“undercroft table list” shows them")


class NoSuchFile(StoreFault, NotFound):
    """There is no file of that name."""
