"""Work on the database, in one transaction or only reading, with faults of a store instead of the library's."""

from collections.abc import Callable
from typing import TypeVar

import psycopg
from psycopg import Connection

from undercroft.store.faults import Storage, Unsure
from undercroft.store.postgres.connections import AGAIN, ConnectionLost, DatabaseConnections

T = TypeVar("T")


class Transactions:
    """Does work on the database for a store."""

    def __init__(self, connections: DatabaseConnections, *, readonly: bool = False) -> None:
        self.connections = connections
        self._readonly = readonly

    def read(self, work: Callable[[Connection], T], table: str = "") -> T:
        """The result of work that changes nothing."""
        return self.connections.reading(work, table)

    def written(self, work: Callable[[Connection], T], table: str = "") -> T:
        """The result of work in one transaction, written durably or not at all. Raises `Unsure` if nobody knows."""
        self.check_writing()
        while True:
            try:
                with self.connections.held(watched=True) as db:
                    with db.transaction():
                        result = work(db)
                    self.connections.check_warned(db)
                    return result
            except ConnectionLost:
                self.connections.forget()
                raise Unsure(self.connections.named) from None
            except psycopg.Error as error:
                if error.sqlstate not in AGAIN:
                    raise self.connections.explained(error, table) from None

    def check_writing(self) -> None:
        """Refuse to write to a store that was opened for reading."""
        if self._readonly:
            what = f"{self.connections.named} was opened for reading only"
            raise Storage("read_only", what, "open it for writing")
