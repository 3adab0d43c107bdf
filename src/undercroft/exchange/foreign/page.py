"""Pages of notes as plain text or Markdown: tables to roll on, lists, stat lines, rooms and the text itself."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from undercroft.exchange.foreign import delimited, perchance, text_mapper
from undercroft.exchange.foreign.imported import Imported, TableColumns
from undercroft.exchange.foreign.page_marks import MOST_ABOVE, page_text, row_words, without_front
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import columns_of, id_of_table, made_table, name_of, note_links
from undercroft.exchange.foreign.source import MOST_PARTS, SourceFile, one_line, plain, refuse
from undercroft.exchange.foreign.stat_lines import monsters_in, stat_blocks
from undercroft.exchange.foreign.texts import MOST_PAGE, sites_of, texts_of
from undercroft.exchange.markup import page
from undercroft.exchange.markup.blocks import BlockKind
from undercroft.exchange.markup.grids import MarkdownGrid
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.places import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.markup.ranges import cell_key
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.random_table import read_random_table
from undercroft.kernel.amounts import counted
from undercroft.kernel.tables import Span
from undercroft.table.lore.tables import is_dice
from undercroft.table.state.lore import RandomTable, TableLine

WHAT = "a page with tables, lists, rooms or stat lines"
MOST_CHARACTERS = 256 * 1024
"""The longest page that is read."""
_RULE = frozenset(" |:-\t")
"""The signs of the line below the head of a Markdown table."""
_FENCE = re.compile(r" {0,3}```\s?roll-(?:table|list)")
_DICE = re.compile(r"\b[0-9]{0,2}d(?:[0-9]{1,4}|%)(?:\s?[+-]\s?[0-9]{1,3})?(?![\w])", re.IGNORECASE)
_HEADING = re.compile(r"#{1,6}\s+\S")
_ITEM = re.compile(r"\s*(?:[-*+]|[0-9]{1,3}[.)])\s+\S")
_HTML_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_CODE = re.compile(r"`[^`\n]*`")
_BOLD = re.compile(r"^\s*(\*\*|__)(.+)\1:?\s*$")
_BOLD_FIRST = re.compile(r"^\s*(\*\*|__)([^*_]+?)\1")
_NUMBERING = re.compile(r"^(?:Table\b[\s:.]*|[0-9]+(?:\.[0-9]+)*[.)]?\s+)")
MOST_CAPTION = 60
"""The longest line above a table that names it."""
_ROW = re.compile(r"\s*(?:[-*\u2022]\s+|[0-9]{1,5}\s*(?:[-\u2013\u2014.:)+]|\s))\s*\S?")
_TOML = re.compile(r"^(?:\[{1,2}[\w.\"' -]+\]{1,2}|[\w-]+\s*=\s)", re.MULTILINE)
_WORDS = frozenset({"die", "dice", "face", "roll", "result"})


def recognises(source: SourceFile) -> bool:
    """A Markdown table, a list under dice, a stat line, or a heading with text; and no other format."""
    told = page_text(source.text[:MOST_CHARACTERS])
    text = told.text
    begins = text.lstrip()
    if not begins or begins[0] in "{[<" or "\0" in text or _TOML.match(_first(text)):
        return False
    if any(reader.recognises(source) for reader in (text_mapper, perchance, delimited)):
        return False
    lines = text.split("\n")
    return bool(
        told.maps
        or any("|" in line and "|" in rule and "-" in rule and _RULE.issuperset(rule) for line, rule in pairwise(lines))
        or any(_FENCE.match(line) for line in lines)
        or (_HEADING.match(begins) and len([line for line in lines if line.strip()]) > 1)
        or next(_lists(lines), None)
        or next(stat_blocks(lines), None)
    )


def read(source: SourceFile, notes: Notes) -> Imported:
    """The tables, monsters and rooms of a page, and the page itself as a text."""
    if len(source.text) > MOST_CHARACTERS:
        refuse(f"it is longer than {MOST_CHARACTERS // 1024} KiB", "cut it into several pages")
    told = page_text(source.text)
    lines = told.text.split("\n")
    found, read_page = page.surveyed(told.text)
    for problem in found[:50]:
        notes.guess(f"{problem.what} ({problem.fix})", f"line {problem.line}")
    title = one_line(told.title or _heading(read_page, source)) or "Notes"
    reading = _Tables(read_page, told.marks, title, notes)
    tables = tuple(reading.made(lines))
    monsters = monsters_in(lines, notes)
    lands = text_mapper.lands_of(told.maps, title, notes) if told.maps else None
    pages = [(title, plain(without_front(source.text), MOST_PAGE), "line 1")]
    sites = sites_of(pages, notes)
    texts = texts_of(pages, notes) if _HEADING.search(source.text) or not (tables or monsters or sites) else ()
    if tables:
        notes.keep(f"{counted(len(tables), 'table')} with {counted(sum(len(each.rows) for each in tables), 'row')}")
    elif not (monsters or sites or lands) and any(_ITEM.match(line) for line in lines):
        notes.guess("its lists name no dice, so none is a table: write dice above a list, such as 1d6, to roll on it")
    for number, line in enumerate(lines, 1):
        if _HTML_TABLE.search(line):
            notes.drop("a table in HTML: write it with bars, or paste it into Prepare", f"line {number}")
    if texts:
        notes.keep("the page as a prepared handout that players do not see")
    if len(source.text) > MOST_PAGE:
        notes.drop(f"the text of the page after {MOST_PAGE} characters; its tables are read")
    columns = tuple(reading.columns)
    return Imported(WHAT, title, sites, lands, tables, columns, monsters, texts)


def _heading(read_page: page.Page, source: SourceFile) -> str:
    """The heading that is about the whole page: its highest, or the name of the file where several are as high."""
    top = min((each.level for each in read_page.headings), default=0)
    high = [each.text for each in read_page.headings if each.level == top]
    return high[0] if len(high) == 1 or (high and top == 1) or (high and not source.title) else source.title


def _first(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")


def _lists(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Short lines with dice and the rows right below them: where each begins, and its lines."""
    at = 0
    while at < len(lines):
        head, at = lines[at].strip(), at + 1
        head = bold[2].strip() if (bold := _BOLD.match(head)) else _CODE.sub("", head).strip()
        if not head or len(head) > 80 or "|" in head or not _DICE.search(head) or head.startswith(("```", "-", "*")):
            continue
        if head[0].isdigit() and not _DICE.match(head):
            continue
        start = at
        while start < len(lines) and not lines[start].strip():
            start += 1
        end = start
        while end < len(lines) and lines[end].strip() and _ROW.match(lines[end]) and "|" not in lines[end]:
            end += 1
        if end - start >= 2:
            yield at, [head, *lines[start:end]]
            at = end


class _Tables:
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
        for number, block in _lists(lines):
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
                    if _CODE.sub("", words).strip():
                        above = last if last == words or _BOLD.match(last) else ""
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
        return name_of(_DICE.sub("", heading).strip(" :,()#*_")) or name_of(heading) or name_of(self.title)

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
        dice = _DICE.search(grid.header[0]) if grid.header else None
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
        if not written and keys[0] == Span(2, keys[0].high if keys[0] else None) and keys[-1] and keys[-1].high is None:
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
        table = self._made(self._name(found.name or self.title), found.dice, rows, f"line {number}")
        return [table] if table is not None else []


def _caption(grid: MarkdownGrid, section: str, above: str, *, free: bool) -> str:
    """What a table is called: by its caption, by the line above it, by its own column or by its section.

    A line that is not bold names a table only where it must be `free` to: the section has given its name away.
    """
    bold = _BOLD.match(above) or _BOLD_FIRST.match(above)
    words = _NUMBERING.sub("", bold[2] if bold else _CODE.sub("", above))
    short = 0 < len(words) <= MOST_CAPTION and not words.endswith((".", "!", "?", ","))
    if grid.caption is not None:
        return grid.caption
    if short and (bold or free or above.endswith(":") or above.startswith("Table")):
        return words
    own = grid.header[0].strip() if grid.header else ""
    if _DICE.search(section) and own and not _DICE.search(own) and not _WORDS & set(own.lower().split()):
        return own
    return section


def _head(grid: MarkdownGrid) -> str:
    """The head of the only column of results, where it says more than that they are results."""
    words = row_words(grid.header[1], {}) if len(grid.header) == 2 else ""
    return "" if words.casefold() in ("", "result", "results", "effect", "description", "details", "outcome") else words


def _ranged(keys: Sequence[Span | None]) -> bool:
    """Whether the first column holds ranges that follow on each other: totals of dice, not levels to look up."""
    told = [key for key in keys if key is not None]
    if len(told) < len(keys) or len(told) < 2 or all(key.low == key.high for key in told):
        return False
    return (
        all(one.high is not None and other.low == one.high + 1 for one, other in pairwise(told))
        and told[0].low is not None
    )


def _ends(totals: Span, low: int, high: int) -> tuple[int, int]:
    first = low if totals.low is None else totals.low
    return first, max(first, high if totals.high is None else totals.high)


def _key(written: str) -> Span | None:
    try:
        return cell_key(Located(written.strip(), TextPlace(1, 1)))
    except BadMarkup:
        return None
