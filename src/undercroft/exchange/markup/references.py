"""References from table to table, which must not form a cycle."""

from collections.abc import Collection, Iterable

from undercroft.exchange.markup.inline import Reference
from undercroft.exchange.markup.problems import PageNotes
from undercroft.exchange.markup.rolltables import RollTable

MOST_NESTED = 5
"""The most tables that a result may lead through, one after the other."""


def check(tables: Iterable[RollTable], anchors: Collection[str], notes: PageNotes) -> None:
    """Note references to nothing, cycles, and chains too long to follow."""
    by_name = {table.name: table for table in tables}
    for table in by_name.values():
        for reference in of(table):
            if reference.anchor not in anchors:
                what = f"there is no table “{reference.anchor}” on this page"
                notes.error("unknown-reference", what, "use the name of its heading", reference.place)
    _Ways(by_name, notes).walk()


def of(table: RollTable) -> tuple[Reference, ...]:
    """Every reference of a table."""
    return tuple(reference for row in table.rows for reference in row.references)


class _Ways:
    """Walks from table to table."""

    def __init__(self, tables: dict[str, RollTable], notes: PageNotes) -> None:
        self.tables = tables
        self.notes = notes
        self.lengths: dict[str, int] = {}
        self.path: list[str] = []

    def walk(self) -> None:
        for table in self.tables.values():
            if self._length(table) > MOST_NESTED:
                what, fix = f"“{table.name}” leads through too many tables", f"at most {MOST_NESTED}"
                self.notes.error("too-deep", what, fix, table.place)

    def _length(self, table: RollTable) -> int:
        """The number of tables on the longest way from here."""
        if table.name not in self.lengths:
            self.path.append(table.name)
            self.lengths[table.name] = max((self._step(reference) for reference in of(table)), default=0)
            self.path.pop()
        return self.lengths[table.name]

    def _step(self, reference: Reference) -> int:
        table = self.tables.get(reference.anchor)
        if table is None:
            return 0
        if table.name in self.path:
            around = " to ".join([*self.path[self.path.index(table.name) :], table.name])
            self.notes.error(
                "cycle", f"this link leads back to its own table: {around}", "break the circle", reference.place
            )
            return 0
        return 1 + self._length(table)
