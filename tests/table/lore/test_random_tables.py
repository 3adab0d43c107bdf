"""Random tables: rolled openly or in secret, with dice and other tables inside their rows."""

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, field
from tests.table.happenings import of
from tests.table.tabletop import Tabletop, codes
from undercroft.table.lore.tables import KeepTable, RemoveTable, RollOn, TableRolled
from undercroft.table.state.ids import TableId
from undercroft.table.state.lore import RandomTable, TableLine

STOCK = RandomTable(
    TableId("stock"), "Hesper's stock", "1d6", (TableLine(1, 3, "candles"), TableLine(4, 6, "[[1d4]] beads"))
)
BODY = RandomTable(
    TableId("body"),
    "On a votary's body",
    "2d6",
    (
        TableLine(2, 6, "[[3d6]] copper, and a candle end"),
        TableLine(7, 7, "a yellow scarf"),
        TableLine(9, 12, "from her shop: [[hesper's stock]]"),
    ),
)


def shop() -> Tabletop:
    """A table with two tables."""
    table = field(ANSGAR)
    table.do(KeepTable(STOCK))
    table.do(KeepTable(BODY))
    return table


def test_a_row() -> None:
    """The total picks the row."""
    rolled = of(shop().do(RollOn(BODY.id), 3, 4), TableRolled)
    assert [TableRolled("On a votary's body", "a yellow scarf")] == rolled


def test_dice_inside_a_row() -> None:
    """They are thrown with it."""
    rolled = of(shop().do(RollOn(BODY.id), 1, 2, 6, 5, 4), TableRolled)
    assert ["15 copper, and a candle end"] == [each.result for each in rolled]


def test_a_table_inside_a_row() -> None:
    """It is rolled on, and its own dice after it."""
    rolled = of(shop().do(RollOn(BODY.id), 6, 5, 4, 2), TableRolled)
    assert ["from her shop: 2 beads"] == [each.result for each in rolled]


def test_a_hole_gives_nothing() -> None:
    """No row stands for 8."""
    assert ["nothing"] == [each.result for each in of(shop().do(RollOn(BODY.id), 4, 4), TableRolled)]


def test_in_secret_or_before_everybody() -> None:
    """Players hear of a roll only if it is open; they never hold the table."""
    table = shop()
    table.do(RollOn(BODY.id), 3, 4)
    assert b"scarf" not in table.bytes_for("one")
    table.do(RollOn(BODY.id, open=True), 3, 4)
    assert b"yellow scarf" in table.bytes_for("one")
    assert {} == table.known("one").roll_tables


def test_a_table_that_leads_to_itself_ends() -> None:
    """The roll goes through so many tables and no more."""
    loop = RandomTable(TableId("loop"), "Loop", "1d2", (TableLine(1, 2, "again: [[loop]]"),))
    table = field(ANSGAR)
    table.do(KeepTable(loop))
    rolled = of(table.do(RollOn(loop.id), *[1] * 8), TableRolled)
    assert ["again: " * 8 + "Loop"] == [each.result for each in rolled]


def test_a_new_table_gets_an_id() -> None:
    """It is made from the name."""
    table = shop()
    table.do(KeepTable(replace(STOCK, id=TableId(""), name="Stock")))
    assert "stock-2" in table.now.roll_tables


def test_changed_removed_and_undone() -> None:
    """A table of the same id takes the place of the old one."""
    table = shop()
    table.do(KeepTable(replace(STOCK, rows=())))
    assert () == table.now.roll_tables[STOCK.id].rows
    table.undo()
    assert STOCK == table.now.roll_tables[STOCK.id]
    table.do(RemoveTable(STOCK.id))
    assert [BODY.id] == [*table.now.roll_tables]
    assert ["no_table"] == codes(table, RollOn(STOCK.id))


@pytest.mark.parametrize(
    "change, code",
    [
        ({"name": ""}, "bad_name"),
        ({"dice": "a die"}, "bad_dice"),
        ({"rows": (TableLine(3, 2, "x"),)}, "bad_row"),
        ({"id": TableId("No")}, "bad_id"),
    ],
)
def test_a_table_that_cannot_be(change: dict[str, object], code: str) -> None:
    """Each fault is refused by name."""
    assert [code] == codes(shop(), KeepTable(replace(STOCK, **change)))
