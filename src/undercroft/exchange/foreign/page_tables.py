"""The roll tables of a page: its Markdown tables, its fences, and its lists."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from undercroft.exchange.foreign.imported import TableColumns
from undercroft.exchange.foreign.page_lists import BOLD, CODE, DICE, lists_under_dice, numbered_lists
from undercroft.exchange.foreign.page_marks import MOST_ABOVE, page_text, row_words
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import columns_of, id_of_table, made_table, name_of, note_links
from undercroft.exchange.foreign.source import MOST_PARTS
from undercroft.exchange.markup import page
from undercroft.exchange.markup.blocks import BlockKind
from undercroft.exchange.markup.grids import MarkdownGrid
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.markup.ranges import cell_key
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.random_table import read_random_table
from undercroft.kernel.amounts import counted
from undercroft.kernel.tables import ResultSpan
from undercroft.table.lore.tables import is_dice
from undercroft.table.state.lore import RandomTable, TableLine

_BOLD_FIRST = re.compile(r"^\s*(\*\*|__)([^*_]+?)\1")
_NUMBERING = re.compile(r"^(?:Table\b[\s:.]*(?:[0-9]+(?:[.-][0-9]+)*[.:)]?\s+)?|[0-9]+(?:\.[0-9]+)*[.)]?\s+)")
_EMPTY = re.compile(r"\(\s*\)")
MOST_CAPTION = 60
"""The longest line above a table that names it."""
_WORDS = frozenset({"die", "dice", "face", "roll", "result"})


MOST_READ = 400_000
"""The characters of all pages of a file in which tables are looked for."""


def tables_of_pages(
    pages: Iterable[tuple[str, str, str]], taken: Collection[str], notes: Notes
) -> tuple[RandomTable, ...]:
    """The roll tables of pages with their titles and places."""
    found, read = list[RandomTable](), 0
    for title, text, at in pages:
        told = page_text(text)
        lines = told.text.split("\n")
        read += len(text)
        grids = any("|" in line and "---" in rule for line, rule in pairwise(lines))
        if read > MOST_READ or not (grids or next(lists_under_dice(lines), None) or next(numbered_lists(lines), None)):
            continue
        reading = PageTables(page.surveyed(told.text)[1], told.marks, title, notes.within(at))
        reading.taken |= {*taken, *(table.id for table in found)}
        found += reading.made(lines)
    if found:
        rows = counted(sum(len(each.rows) for each in found), "row")
        notes.keep(f"{counted(len(found), 'table')} with {rows}, on pages")
    return tuple(found)


class PageTables:
    """The tables of a page on their way to ours."""

    def __init__(self, read_page: page.Page, marks: Mapping[str, int], title: str, notes: Notes) -> None:
        self.page, self.title, self.notes = read_page, title, notes
        self.taken: set[str] = set()
        self.columns = list[TableColumns]()
        self.lines = dict[str, int]()
        self.called = dict(self._called())
        self.names = {table.name: self.called.get(table.place, "") for table in read_page.tables}
        self.known = {name.casefold(): name for name in self.called.values()}
        self.known |= {mark: name for mark, line in marks.items() if (name := self._above(line)) is not None}

    def made(self, lines: Sequence[str]) -> list[RandomTable]:
        """Fenced tables, Markdown tables that have numbers, and lists under dice."""
        found = list[RandomTable]()
        fenced = {table.place: table for table in self.page.tables}
        for part in self.page.contents:
            if isinstance(part, RollTable):
                table = self._rolled(part)
                found += [table] if table is not None else []
            elif isinstance(part, MarkdownGrid):
                ready = fenced.get(part.place)
                table = self._rolled(ready) if ready is not None else self._grid(part)
                found += self._by_columns(table, part) if table is not None else ()
        for number, block in (*lists_under_dice(lines), *numbered_lists(lines)):
            found += self._listed(number, block)
        note_links(found, self.notes)
        return found

    def _called(self) -> Iterator[tuple[TextPlace, str]]:
        """The names of all tables: of the bold words or the short line above it, or of its section."""
        section, above, used, free = "", "", set[str](), True
        for part in self.page.contents:
            match part:
                case page.Heading():
                    section, above, free = part.text, "", False
                case page.Paragraph(kind=BlockKind.PARAGRAPH | BlockKind.QUOTE):
                    words = "".join(each if isinstance(each, str) else each.label for each in part.parts).strip()
                    last = words.rsplit("\n", 1)[-1]
                    if CODE.sub("", words).strip():
                        above = last if last == words or BOLD.match(last) else ""
                case RollTable():
                    yield part.place, self._distinct(section, "", used)
                    above, free = "", True
                case MarkdownGrid():
                    yield part.place, self._distinct(_caption(part, section, above, free=free), _head(part), used)
                    above, free = "", True
                case _:
                    above = ""

    def _distinct(self, called: str, head: str, used: set[str]) -> str:
        """A name that no table of the page has yet; of several in one section, with the head of its column."""
        name = self._name(called or self.title)
        more = (name_of(f"{name}: {head}"),) if head else ()
        numbered = (name_of(f"{name} {number}") for number in range(2, len(used) + 3))
        found: str = next(each for each in (name, *more, *numbered) if each.casefold() not in used)
        used.add(found.casefold())
        return found

    def _above(self, mark: int) -> str | None:
        """The table above a mark, if it ends right there."""
        for part in reversed(self.page.contents):
            if isinstance(part, MarkdownGrid) and part.place.line < mark:
                ends = part.place.line + 1 + len(part.rows)
                return self.called.get(part.place) if mark - ends <= MOST_ABOVE else None
        return None

    def _name(self, heading: str) -> str:
        return (
            name_of(_NUMBERING.sub("", _EMPTY.sub("", DICE.sub("", heading)).strip(" :,#*_")))
            or name_of(heading)
            or name_of(self.title)
        )

    def _made(self, name: str, dice: str, rows: Sequence[TableLine], at: str) -> RandomTable | None:
        id = id_of_table(name, self.taken)
        table = made_table(id, name, dice, rows, self.notes, at)
        self.taken |= {id} if table is not None else set()
        return table

    def _rolled(self, table: RollTable) -> RandomTable | None:
        low, high = table.expression.minimum, table.expression.maximum
        rows = [TableLine(*_ends(row.totals, low, high), self._words(row.parts)) for row in table.rows]
        at = f"line {table.place.line}"
        return self._made(self.called[table.place], table.expression.written.replace("\u00d7", "x"), rows, at)

    def _words(self, parts: Iterable[Part]) -> str:
        return row_words("".join(map(self._part, parts)), self.known)

    def _part(self, part: Part) -> str:
        match part:
            case str():
                return part
            case InlineRoll(expression=of):
                return f"[[{of.written}]]"
            case Reference(label=label, anchor=anchor):
                return f"[[{self.names[anchor]}]]" if anchor in self.names else label

    def _grid(self, grid: MarkdownGrid) -> RandomTable | None:
        """A Markdown table that has numbers and something wrong with them; others are only to be looked at."""
        at = f"line {grid.place.line}"
        dice = DICE.search(grid.header[0]) if grid.header else None
        keys = [_key(row[0].text) for row in grid.rows if row]
        if dice is None and not (_WORDS & set(grid.header[0].lower().split() if grid.header else ()) or _ranged(keys)):
            self.notes.drop(f"a table to look things up in, not to roll on: {' | '.join(grid.header)}", at)
            return None
        if not keys or any(key is None for key in keys) or len(grid.header) < 2:
            self.notes.drop(f"a table without totals in its first column: {' | '.join(grid.header)}", at)
            return None
        high = max((key.high or key.low or 0) for key in keys if key is not None)
        rows = [
            TableLine(*_ends(key, 1, high), self._cells(grid, number))
            for number, key in enumerate(keys)
            if key is not None
        ]
        written = dice[0].replace("%", "100").replace(" ", "") if dice else ""
        if (
            not written
            and keys[0] == ResultSpan(2, keys[0].high if keys[0] else None)
            and keys[-1]
            and keys[-1].high is None
        ):
            written = "2d6"
            self.notes.guess(f"“{self.called[grid.place]}” begins at 2 and names no dice: taken for 2d6", at)
            high = max(high, 12)
        return self._made(self.called[grid.place], written, rows, at)

    def _cells(self, grid: MarkdownGrid, number: int) -> str:
        cells = [(name, self._words(cell.parts)) for name, cell in zip(grid.header, grid.rows[number], strict=True)]
        told = [(name, text) for name, text in cells[1:] if text]
        return "; ".join(f"{name}: {text}" if len(grid.header) > 2 else text for name, text in told)

    def _by_columns(self, table: RandomTable, grid: MarkdownGrid) -> tuple[RandomTable, ...]:
        """The table, or a table for each of its columns where they are to choose from."""
        cells = [[self._words(cell.parts) for cell in row[1:]] for row in grid.rows]
        found = columns_of(table, grid.header[1:], cells, self.taken, self.notes, f"line {grid.place.line}")
        if found is None:
            return (table,)
        self.columns.append(found)
        self.taken |= {each.id for each in found.apart}
        return found.usual

    def _listed(self, number: int, block: Sequence[str]) -> list[RandomTable]:
        found = read_random_table("\n".join(block), name="")
        if not found.rows or len(found.rows) > MOST_PARTS or not is_dice(found.dice):
            return []
        rows = [replace(row, text=row_words(row.text, self.known)) for row in found.rows]
        section = next((each.text for each in reversed(self.page.headings) if each.line <= number), self.title)
        if block[0][:1].isdigit() and not DICE.match(block[0]):
            self.notes.guess(f"a list with numbers but no dice is rolled on with {found.dice}", f"line {number}")
        table = self._made(self._name(found.name or section), found.dice, rows, f"line {number}")
        return [table] if table is not None else []


def _caption(grid: MarkdownGrid, section: str, above: str, *, free: bool) -> str:
    """What a table is called: by its caption, by the line above it, by its own column or by its section.

    A line that is not bold names a table only where it must be `free` to: the section has given its name away.
    """
    bold = BOLD.match(above) or _BOLD_FIRST.match(above)
    words = _NUMBERING.sub("", bold[2] if bold else CODE.sub("", above))
    short = 0 < len(words) <= MOST_CAPTION and not words.endswith((".", "!", "?", ","))
    if grid.caption is not None:
        return grid.caption
    if short and (bold or free or above.endswith(":") or above.startswith("Table")):
        return words
    own = grid.header[0].strip() if grid.header else ""
    if DICE.search(section) and own and not DICE.search(own) and not _WORDS & set(own.lower().split()):
        return own
    return section


def _head(grid: MarkdownGrid) -> str:
    """The head of the only column of results, where it says more than that they are results."""
    words = row_words(grid.header[1], {}) if len(grid.header) == 2 else ""
    return "" if words.casefold() in ("", "result", "results", "effect", "description", "details", "outcome") else words


def _ranged(keys: Sequence[ResultSpan | None]) -> bool:
    """Whether the first column holds ranges that follow on each other from the least total of dice, not levels."""
    told = [key for key in keys if key is not None]
    if len(told) < len(keys) or len(told) < 2 or all(key.low == key.high for key in told):
        return False
    return all(one.high is not None and other.low == one.high + 1 for one, other in pairwise(told)) and told[0].low in (
        1,
        2,
    )


def _ends(totals: ResultSpan, low: int, high: int) -> tuple[int, int]:
    first = low if totals.low is None else totals.low
    return first, max(first, high if totals.high is None else totals.high)


def _key(written: str) -> ResultSpan | None:
    try:
        return cell_key(Located(written.strip(), TextPlace(1, 1)))
    except BadMarkup:
        return None
