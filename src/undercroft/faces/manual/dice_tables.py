"""The tables of a book as pages show them."""

from undercroft.faces.manual.markdown import plain, short, table
from undercroft.interpret.lookups import AnyTable, cells, columns
from undercroft.kernel.notation import text


def shown(dice_table: AnyTable) -> str:
    """A table as its page shows it."""
    of = columns(dice_table)
    head = (_dice(dice_table), *(plain(column.replace("_", " ")) for column in of or ("result",)))
    return table(
        head, ((str(span), *(short(plain(cell)) for cell in cells(value, of))) for span, value in dice_table.rows)
    )


def _dice(dice_table: AnyTable) -> str:
    return "number" if isinstance(dice_table.roll, range) else text(dice_table.roll)
