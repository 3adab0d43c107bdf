"""Roll tables: kept by the referee, rolled openly or in secret, with dice and other tables inside their rows."""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse_few
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, TABLE
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import WELL_FORMED, TableId
from undercroft.table.state.lore import RandomTable
from undercroft.table.state.new_ids import new_id

MOST_ROWS = 1000
MOST_TEXT = 4000
MOST_NAME = 64
MOST_DEPTH = 8
"""The most tables that one roll goes through."""

INSIDE = re.compile(r"\[\[([^\[\]]{1,80})\]\]")
"""Dice or a table inside the text of a row."""
NOTHING = "nothing"
"""The result of a total that no row stands for."""


class KeepTable(Command, frozen=True, tag="keep_table"):
    """Add a roll table, or change it. With an empty `id` Undercroft makes one from the name."""

    table: RandomTable
    ABOUT = About(title="Add a roll table", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from faults(self._named(known))

    def do(self, play: Play) -> None:
        play.tell(TableKept(self._named(play.now)))

    def _named(self, known: Campaign) -> RandomTable:
        return replace(self.table, id=self.table.id or TableId(new_id(self.table.name, known.roll_tables)))


class RemoveTable(Command, frozen=True, tag="remove_table"):
    """Remove a roll table."""

    id: TableId
    ABOUT = About(title="Remove a roll table", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return _why_not_of(known, seat, self.id)

    def do(self, play: Play) -> None:
        play.tell(TableRemoved(self.id, play.now.roll_tables[self.id].name))


class RollOn(Command, frozen=True, tag="roll_on"):
    """Roll on a table: before the players' eyes, or in secret."""

    table: TableId
    open: bool = False
    """Whether the players see the result."""
    ABOUT = About(title="Roll on a table", icon="die", words="random table generate oracle")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return _why_not_of(known, seat, self.table)

    def do(self, play: Play) -> None:
        result = _Rolling(play, open=self.open).on(play.now.roll_tables[self.table], 1)
        to = TABLE if self.open else SECRET
        play.tell(TableRolled(play.now.roll_tables[self.table].name, result), to=to)


class TableKept(SecretEvent, frozen=True, tag="table.table-kept"):
    """A roll table was added or changed."""

    table: RandomTable

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, roll_tables={**campaign.roll_tables, self.table.id: self.table})

    def say(self, _now: Campaign) -> str:
        return f"Roll table: {self.table.name}."


class TableRemoved(SecretEvent, frozen=True, tag="table.table-removed"):
    """A roll table was removed."""

    id: TableId
    name: str

    def fold(self, campaign: Campaign) -> Campaign:
        rest = {id: table for id, table in campaign.roll_tables.items() if id != self.id}
        return replace(campaign, roll_tables=rest)

    def say(self, _now: Campaign) -> str:
        return f"Roll table removed: {self.name}."


class TableRolled(Event, frozen=True, tag="table.table-rolled"):
    """What a roll on a table came to."""

    name: str
    result: str

    def say(self, _now: Campaign) -> str:
        return f"{self.name}: {self.result}"


class _Rolling(Struct, frozen=True):
    """One roll on a table, and all that it leads to."""

    play: Play
    open: bool

    def on(self, table: RandomTable, depth: int) -> str:
        """Roll on a table and word the result, with the dice and tables inside it."""
        row = table.at(self._total(table.dice, table.name))
        return INSIDE.sub(lambda found: self._inside(found[1].strip(), table, depth), row.text) if row else NOTHING

    def _inside(self, written: str, table: RandomTable, depth: int) -> str:
        other = called(self.play.now.roll_tables, written)
        if other is not None:
            return self.on(other, depth + 1) if depth < MOST_DEPTH else other.name
        return str(self._total(written, f"{table.name}: {written}")) if is_dice(written) else written

    def _total(self, dice: str, purpose: str) -> int:
        to = TABLE if self.open else SECRET
        return self.play.settle(plain_dice, Plain(dice, purpose), to=to).total


def called(tables: Mapping[TableId, RandomTable], name: str) -> RandomTable | None:
    """The table with that id or name, whatever the case."""
    wanted = name.casefold()
    return next((each for each in tables.values() if wanted in (each.id.casefold(), each.name.casefold())), None)


def is_dice(written: str) -> bool:
    """Whether a text is dice."""
    try:
        parse_few(written)
    except (BadNotation, ValueError):
        return False
    return True


def faults(table: RandomTable) -> Iterator[Reason]:
    """What is wrong with a table. Holes and overlaps are no fault: a referee may type a table in any order."""
    if WELL_FORMED.fullmatch(table.id) is None:
        yield Reason("bad_id", "The id of a table has small letters, digits and -.")
    if not 1 <= len(table.name) <= MOST_NAME:
        yield Reason("bad_name", f"Give the table a name of 1 to {MOST_NAME} characters.")
    if not is_dice(table.dice):
        yield Reason("bad_dice", f"“{table.dice[:20]}” is not dice. Write them like 1d20 or 2d6.")
    if len(table.rows) > MOST_ROWS or any(len(row.text) > MOST_TEXT for row in table.rows):
        yield Reason("too_long", f"A table has at most {MOST_ROWS} rows of {MOST_TEXT} characters.")
    for row in table.rows:
        if row.low > row.high:
            yield Reason("bad_row", f"{row.low}-{row.high}: the first number of a row is the smaller one.")


def _why_not_of(known: Campaign, seat: SeatId, id: TableId) -> Iterable[Reason]:
    yield from referee_only(seat)
    if id not in known.roll_tables:
        yield Reason("no_table", "There is no such table.")


PART = Part(commands=(KeepTable, RemoveTable, RollOn), events=(TableKept, TableRemoved, TableRolled))
