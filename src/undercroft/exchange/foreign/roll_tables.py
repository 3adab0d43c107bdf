"""Roll tables of other programs as tables of ours: ranges or weights on dice, and what is wrong with them in words."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from undercroft.exchange.foreign.imported import TableColumns
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import one_line
from undercroft.exchange.random_table import fitting, runs
from undercroft.kernel.amounts import counted
from undercroft.kernel.dice import Marks, Roll
from undercroft.kernel.notation import FEW_SIDES, parse_few
from undercroft.kernel.ways import bounds
from undercroft.table.lore.tables import INSIDE, MOST_DEPTH, MOST_NAME, MOST_ROWS, MOST_TEXT, is_dice
from undercroft.table.state.ids import TableId
from undercroft.table.state.lore import RandomTable, TableLine, row_numbers
from undercroft.table.state.new_ids import id_from

MOST_TABLES = 500
"""The most tables that are taken from one file."""
_TELLS_MORE = frozenset(
    [
        "#",
        "ac",
        "amount",
        "appearing",
        "attack",
        "background",
        "benefit",
        "book",
        "bonus",
        "cause",
        "chance",
        "complication",
        "consequence",
        "context",
        "cost",
        "cr",
        "creature",
        "damage",
        "danger",
        "dc",
        "description",
        "detail",
        "details",
        "difficulty",
        "distance",
        "duration",
        "effect",
        "effects",
        "encounter",
        "event",
        "example",
        "examples",
        "false",
        "goal",
        "hd",
        "hook",
        "hp",
        "hx",
        "item",
        "level",
        "location",
        "meaning",
        "modifier",
        "monster",
        "mood",
        "morale",
        "motive",
        "name",
        "narration",
        "no",
        "note",
        "notes",
        "number",
        "occupation",
        "omen",
        "outcome",
        "page",
        "points",
        "price",
        "qty",
        "quantity",
        "range",
        "rarity",
        "reaction",
        "ref",
        "reference",
        "result",
        "results",
        "reward",
        "save",
        "sign",
        "size",
        "source",
        "stats",
        "tactic",
        "tactics",
        "text",
        "treasure",
        "true",
        "truth",
        "type",
        "value",
        "weather",
        "weight",
        "what",
        "who",
        "why",
        "worth",
        "xp",
    ]
)
"""Heads of columns that tell more about the same result; other columns are results to choose from."""
_PLAIN = re.compile(r"[0-9]{0,3}d[0-9]{1,4}(?:[+-][0-9]{1,4})?")
_MOST_WEIGHT = 10**9


def name_of(value: object) -> str:
    """A name of a table: on one line, and without the brackets that mark a table inside a row.

    >>> name_of("Rats [level 1]")
    'Rats (level 1)'
    """
    return one_line(one_line(value, MOST_NAME).replace("[", "(").replace("]", ")"), MOST_NAME)


def id_of_table(name: str, taken: Collection[str], own: object = "") -> TableId:
    """The id of a table by its name; of several with one name, by the program's own id too, or by their order."""
    id = id_from(name, "table")
    more = [f"{id[:36]}-{id_from(str(own))}"[:60].strip("-")] if isinstance(own, str) and own else []
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return TableId(next(each for each in (id, *more, *numbered) if each not in taken))


def lines_of_weights(texts: Sequence[tuple[Fraction, str]]) -> tuple[TableLine, ...] | None:
    """Rows as ranges of one die, each as wide as its weight; None if no die of ours has that many sides.

    >>> [row.numbers for row in lines_of_weights([(Fraction(1, 2), "wax"), (Fraction(2), "salt")])]
    ['1', '2-5']
    """
    taken = [(weight, text) for weight, text in texts if 0 < weight <= _MOST_WEIGHT]
    below = 1
    for weight, _ in taken:
        below = lcm(below, weight.denominator)
        if below > _MOST_WEIGHT:
            return None
    wide = [int(weight * below) for weight, _ in taken]
    shared = gcd(*wide) or 1
    if not wide or sum(wide) // shared > FEW_SIDES:
        return None
    rows, low = list[TableLine](), 1
    for width, (_, text) in zip(wide, taken, strict=True):
        rows.append(TableLine(low, low + width // shared - 1, text))
        low += width // shared
    return tuple(rows)


def made_table(
    id: TableId, name: str, dice: str, rows: Sequence[TableLine], notes: Notes, at: str
) -> RandomTable | None:
    """The table, if its dice can be rolled. Whatever else is wrong with it is noted, and left as it is."""
    if len(rows) > MOST_ROWS:
        notes.drop(f"{counted(len(rows) - MOST_ROWS, 'row')} of “{name}”: a table has at most {MOST_ROWS}", at)
    rows = tuple(TableLine(row.low, row.high, row.text[:MOST_TEXT] or "nothing") for row in rows[:MOST_ROWS])
    if not rows:
        notes.drop(f"“{name}” has no rows", at)
        return None
    written = dice
    if not (dice := dice.lower().replace(" ", "")) or not is_dice(dice):
        dice = fitting(rows)
        why = f"“{one_line(written, 30)}” is not dice that Undercroft knows" if written.strip() else "it names no dice"
        notes.guess(f"“{name}”: {why}, so {dice} was taken, which fits its rows", at)
    if not is_dice(dice):
        notes.drop(f"“{name}”: no dice have so many sides", at)
        return None
    table = RandomTable(id, name, dice, rows)
    for fault in faults_of(table):
        notes.guess(f"“{name}”: {fault}", at)
    return table


def columns_of(
    table: RandomTable,
    heads: Sequence[str],
    cells: Sequence[Sequence[str]],
    taken: Collection[str],
    notes: Notes,
    at: str,
) -> TableColumns | None:
    """The same table with a table for each column; None where it has only one column.

    Columns that tell more about the same result, such as a number beside a name, are told together unless the referee
    chooses tables; columns to choose from, such as attitudes, are tables of their own.
    """
    if len(heads) < 2:
        return None
    made = list[RandomTable]()
    for column, head in enumerate(heads):
        name = name_of(f"{table.name}: {head}" if head else f"{table.name} {column + 1}")
        id = id_of_table(name, {*taken, table.id, *(each.id for each in made)})
        told = zip(table.rows, cells, strict=False)
        rows = tuple(
            TableLine(row.low, row.high, (cell[column] if column < len(cell) else "")[:MOST_TEXT] or "nothing")
            for row, cell in told
        )
        made.append(RandomTable(id, name, table.dice, rows))
    full = all(len(row) >= len(heads) and all(row[: len(heads)]) for row in cells)
    split = full and not any(_TELLS_MORE & set(re.findall(r"#|[a-z]+", head.casefold())) for head in heads)
    listed = one_line(", ".join(heads))
    so = "a table for each column" if split else "one table whose rows tell all columns"
    notes.guess(f"“{table.name}” has several columns ({listed}): taken as {so}", at, about=f"columns/{table.id}")
    return TableColumns(table, tuple(made), split)


def faults_of(table: RandomTable) -> Iterator[str]:
    """Holes, overlaps and rows that cannot come up. They are told and not mended: the author may have meant them."""
    totals = totals_of(table.dice)
    if totals is None:
        yield f"its rows were not checked against {table.dice}"
        return
    taken = set[int]()
    for row in table.rows:
        here = {total for total in range(max(row.low, min(totals)), min(row.high, max(totals)) + 1) if total in totals}
        if not here:
            yield f"row {row_numbers(row.low, row.high)} cannot come up on {table.dice}"
        elif twice := here & taken:
            yield f"{min(twice)} is in two rows, and the first one counts"
        taken |= here
    better = fitting(table.rows)
    fits = totals_of(better) == frozenset(taken) if is_dice(better) else False
    for start, end in runs(sorted(totals - taken)):
        mend = f"; {better} would fit its rows" if fits and better != table.dice else ""
        yield f"{table.dice} has no row for {row_numbers(start, end)}, so such a roll gives nothing{mend}"


@lru_cache(maxsize=512)
def totals_of(dice: str) -> frozenset[int] | None:
    """All totals of plain dice; None where they are too many to check, or more than plain dice."""
    formula = parse_few(dice)
    match formula:
        case Roll(count=1, marks=Marks.D66):
            return frozenset(formula.values)
        case _ if _PLAIN.fullmatch(dice):
            low, high = bounds(formula)
            return frozenset(range(low, high + 1)) if high - low <= FEW_SIDES else None
        case _:
            return None


def note_links(tables: Sequence[RandomTable], notes: Notes) -> None:
    """Tables that lead into a circle of tables."""
    known = {word: table.id for table in reversed(tables) for word in (table.id, table.name.casefold())}
    leads = {
        table.id: {
            known[word]
            for row in table.rows
            for name in INSIDE.findall(row.text)
            if (word := name.strip().casefold()) in known
        }
        for table in tables
    }
    names = {table.id: table.name for table in tables}
    for id in _in_circles(leads):
        notes.guess(f"“{names[id]}” leads back to itself: a roll stops after {MOST_DEPTH} tables and gives a name")


def _in_circles(leads: Mapping[TableId, set[TableId]]) -> Iterator[TableId]:
    """The tables in circles, and those that lead into one."""
    rest = dict(leads)
    while ends := [id for id, others in rest.items() if not others & rest.keys()]:
        for id in ends:
            del rest[id]
    yield from rest
