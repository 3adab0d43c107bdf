"""The tables of a book as pages show them."""

from collections.abc import Iterable, Sequence

from undercroft.faces.manual.markdown import joined, plain, short, table
from undercroft.interpret.lookups import AnyTable, grid, lines
from undercroft.kernel.tables import BookListing


def shown(dice_table: AnyTable) -> str:
    """A table as its page shows it."""
    head, *rows = grid(dice_table)
    return _table(head, rows)


def listed(listing: BookListing) -> str:
    """A table that no dice decide, as its page shows it, below its title."""
    return joined(f"*{plain(listing.title)}*", _table(listing.heads, lines(listing)))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = ((line[0], *(short(plain(cell)) for cell in line[1:])) for line in rows)
    return table([head[0], *map(plain, head[1:])], cells)
