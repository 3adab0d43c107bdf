"""The generated files say what the rules say today: the manual, the odds lock and the coverage of the catalogues."""

import re
from difflib import unified_diff
from functools import cache
from pathlib import Path

import pytest

from tools import commands
from tools.manual.accounted import ACCOUNTED
from tools.manual.coverage import catalogue, coverage_page
from tools.manual.places import LOCK, MANUAL
from tools.written import write
from undercroft.books import BOOKS, RULES, SHELF
from undercroft.faces.manual import odds_lock
from undercroft.faces.manual.markdown import plain
from undercroft.faces.manual.pages import on_disk, pages
from undercroft.faces.manual.rule_page import file_of
from undercroft.interpret.lookups import listings_of, tables_of
from undercroft.kernel.amounts import SIGNS
from undercroft.kernel.rules import Book
from undercroft.server.commands import BY_TAG

MOST_LINES = 40
"""Lines of a difference that are shown."""

of_every_book = pytest.mark.parametrize("book", [pytest.param(book, id=book.id) for book in SHELF])


@cache
def written() -> dict[str, str]:
    """The manual as it should be: its odds are those of the lock, which has a test of its own."""
    return pages(SHELF, odds_lock.read(LOCK.read_text(encoding="utf-8")), coverage_page(SHELF))


def of_book(manual: dict[str, str], book: Book) -> dict[str, str]:
    """The pages of one book."""
    return {place: text for place, text in manual.items() if place.startswith(f"{book.id}/")}


def changes(there: list[str], wanted: list[str]) -> str:
    """What `make manual` would change, if anything."""
    lines = list(unified_diff(there, wanted, "there", "wanted", lineterm="", n=0))[:MOST_LINES]
    return "\n".join(("run `make manual`, and look at what changes:", *lines)) if lines else ""


@of_every_book
def test_the_pages_of_a_book_are_fresh(book: Book) -> None:
    """Each rule has its page, each page says what it should, and none is left over."""
    wanted, there = of_book(written(), book), of_book(on_disk(MANUAL), book)
    assert wanted.keys() == there.keys()
    stale = [place for place, text in wanted.items() if there[place] != text]
    assert [] == stale, changes(there[stale[0]].splitlines(), wanted[stale[0]].splitlines())


def test_the_pages_over_the_books_are_fresh() -> None:
    """Contents and coverage are as they should be, and no folder is left over."""
    there = {place: text for place, text in on_disk(MANUAL).items() if place.partition("/")[0] not in BOOKS}
    assert there == {place: text for place, text in written().items() if "/" not in place}


def test_the_list_of_commands_is_fresh() -> None:
    """Every command of the table is on its page, with the words of its help."""
    there = commands.PAGE.read_text(encoding="utf-8")
    assert there == commands.text(), "run `make manual`"
    assert [] == [tag for tag in BY_TAG if f"`{tag}`" not in there]


def test_no_page_shows_how_to_type_what_nobody_types() -> None:
    """A command that a page writes out in code is not among those that the table gives by itself."""
    docs = commands.PAGE.parent
    by_itself = commands.text().partition("## By itself")[2]
    shown = {
        span.split()[0]
        for page in (docs / "playing.md", docs / "fair-dice.md", docs / "house-rules.md", docs / "preparing.md")
        for span in re.findall(r"`([a-z_]+(?: [^`]+)?)`", page.read_text(encoding="utf-8"))
    }
    assert {"add_dice_word", "edit_sheet"} <= shown
    assert [] == sorted(tag for tag in shown & BY_TAG.keys() if f"`{tag}`" in by_itself)


def test_what_is_generated_is_there_whole(tmp_path: Path) -> None:
    """A tool that is stopped leaves each file as it was; no tool writes a file of the repository in another way."""
    page = tmp_path / "new" / "page.md"
    write(page, "old\n")
    with pytest.raises(UnicodeEncodeError):
        write(page, "new \udc80\n")
    assert ["old\n"] == [file.read_text(encoding="utf-8") for file in page.parent.iterdir()]
    tools = Path(commands.__file__).parent
    by_itself = [
        path for path in tools.rglob("*.py") if re.search(r"\.write_(text|bytes)\(", path.read_text(encoding="utf-8"))
    ]
    assert {"site"} == {path.parent.name for path in by_itself}, "what goes to build/ alone is written there"


def test_links_lead_somewhere() -> None:
    """No page links to a page, a case file or a module that is not there."""
    targets = {
        (place, target)
        for place, text in written().items()
        for target in re.findall(r"\]\(([^)#]+)", text)
        if not (MANUAL / place).parent.joinpath(target).exists()
    }
    assert set() == targets


def test_pages_speak_of_inputs_in_words() -> None:
    """Beside code, no page has a name of the program such as `fp_max`, the name of a type or a pattern."""
    unread = re.compile(r"`[^`]*`|\]\([^)]*\)|<!--.*?-->")
    found = [
        f"{place}: {line[:200]}"
        for place, text in written().items()
        for line in unread.sub("", text).splitlines()
        if re.search(r"[a-z]_[a-z]|matching regex|is not a valid", line)
    ]
    assert [] == found


def test_pages_write_the_fractions_of_inputs_as_people_do() -> None:
    """`⅔`, as in the outcome beside it, not `2/3` as a file writes it; no improper fraction either."""
    signs = {f"{part.numerator}/{part.denominator}" for part in SIGNS}
    found = [
        f"{place}: {line[:200]}"
        for place, text in written().items()
        for line in text.splitlines()
        for above, below in re.findall(r"\b[a-z ]+: -?([0-9]+)/([0-9]+)(?=[;) |])", line)
        if f"{above}/{below}" in signs or int(above) > int(below)
    ]
    assert [] == found


def test_every_row_of_a_table_is_whole() -> None:
    """No cell holds a bar, a line break or markup that would be taken for the page's own."""
    for place, text in written().items():
        for block in text.split("\n\n"):
            bars = {len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines() if block.startswith("|")}
            assert len(bars) <= 1, f"{place}: {block[:200]}"
    assert r"a \| b\_ \*c\* \[d\] \<e> f_g" == plain("a | b_\n*c* [d] <e> f_g")


@of_every_book
def test_the_odds_of_a_book_are_locked(book: Book) -> None:
    """No rule's odds change unseen."""
    there = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if line.startswith(f"{book.id}.")]
    wanted = odds_lock.text(entry for rule in book.rules for entry in odds_lock.entries(rule)).splitlines()
    assert there == wanted, changes(there, wanted)


def test_the_lock_is_in_order_and_of_this_shelf() -> None:
    """Lines are sorted, and none is about a rule that is gone."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines))
    assert [] == [entry.rule for entry in odds_lock.read("\n".join(lines)).values() if entry.rule not in RULES]


def test_a_line_of_the_lock_is_read_as_it_was_written() -> None:
    """Brackets and braces inside what is given do not confuse it."""
    entry = odds_lock.LockedOdds(
        "b.rule", '{"name":"a } [never] b"}', "always keep", "hit: 1/2, miss: 1/2; unexplored 1/99"
    )
    assert {entry.key: entry} == odds_lock.read(entry.line)
    assert {"hit": "1/2", "miss": "1/2"} == entry.chances


@of_every_book
def test_every_table_is_on_a_page(book: Book) -> None:
    """A table of the book is shown with a rule that uses it."""
    shown = {table.name for rule in book.rules for table in tables_of(rule, book)}
    assert {table.name for table in book.tables} == shown


@of_every_book
def test_every_column_of_a_table_has_a_heading(book: Book) -> None:
    """Rows of several cells, as many in each, are records whose fields head the columns."""
    rows = {table.name: [entry for _, entry in table.rows if isinstance(entry, tuple)] for table in book.tables}
    assert not [name for name, of in rows.items() if of and len({len(entry) for entry in of}) == 1]


@of_every_book
def test_a_table_without_dice_says_what_its_numbers_are(book: Book) -> None:
    """Its first column is headed “score” or “Hit Dice”, not “number”."""
    assert not [table.name for table in book.tables if isinstance(table.roll, range) and table.number == "number"]


@of_every_book
def test_a_table_without_dice_is_shown_below_its_title(book: Book) -> None:
    """The title says what the numbers are, such as litres an hour."""
    missing = [
        (rule.id, listing.name)
        for rule in book.rules
        for listing in listings_of(rule, book)
        if f"\n*{plain(listing.title)}*\n" not in written()[f"{book.id}/{file_of(rule)}"]
    ]
    assert [] == missing


@of_every_book
def test_nothing_of_the_catalogue_is_forgotten(book: Book) -> None:
    """Every entry is a rule, or the message says what became of it."""
    entries = [entry.id for entry in catalogue() if entry.book == book.id]
    assert entries
    assert [] == [entry for entry in entries if entry not in RULES and entry not in ACCOUNTED]


def test_what_is_accounted_for_is_catalogued_and_no_rule() -> None:
    """The list of other things holds nothing else."""
    listed = {entry.id for entry in catalogue()}
    assert [] == [entry for entry in ACCOUNTED if entry not in listed or entry in RULES]
