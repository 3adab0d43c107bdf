"""Roll tables on paper: random tables and encounter tables, each row with its chance."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from undercroft.exchange.campaignfile.lore import row_written
from undercroft.exchange.random_table import read_random_table
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.lore import RandomTable
from undercroft.table.state.sites import EncounterRow


class PrintedRow(Struct, frozen=True):
    """A row: the numbers of the dice, what it says, and its chance."""

    numbers: str
    text: str
    chance: Fraction
    omen: str = ""


class PrintedTable(Struct, frozen=True):
    """A table with its odds."""

    name: str
    dice: str
    rows: tuple[PrintedRow, ...]

    @property
    def each(self) -> Fraction | None:
        """The chance of every row, if all have the same."""
        chances = {row.chance for row in self.rows}
        return chances.pop() if len(chances) == 1 else None


def printed_tables(known: Campaign) -> tuple[PrintedTable, ...]:
    """Every random table and every encounter table that a seat knows."""
    return (*_random(known.roll_tables.values()), *_encounters(known))


def _random(tables: Iterable[RandomTable]) -> Iterator[PrintedTable]:
    for table in sorted(tables, key=lambda each: each.name.casefold()):
        text = "\n".join((f"{table.dice} {table.name}", *map(row_written, table.rows)))
        read = read_random_table(text, table.name, table.dice)
        rows = (PrintedRow(row.numbers, row.text or "no row", row.chance) for row in read.shown)
        yield PrintedTable(table.name, read.dice, tuple(rows))


def _encounters(known: Campaign) -> Iterator[PrintedTable]:
    for site in known.sites.values():
        if site.encounters:
            yield encounter_table(f"{site.name}: wandering monsters", site.encounters)
    for name, rows in known.lands.tables.items():
        if rows:
            yield encounter_table(f"{known.lands.name or 'The country'}: {name}", rows)


def encounter_table(name: str, rows: tuple[EncounterRow, ...]) -> PrintedTable:
    """An encounter table: every row is as likely as the others."""
    chance = Fraction(1, len(rows))
    return PrintedTable(
        name,
        f"1d{len(rows)}",
        tuple(PrintedRow(str(number), _who(row), chance, row.omen) for number, row in enumerate(rows, 1)),
    )


def _who(row: EncounterRow) -> str:
    return row.name if row.count == "1" else f"{row.count} {row.name}"
