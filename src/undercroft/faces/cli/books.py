"""`undercroft books`: the books on the shelf, those of other packages too; checked, and as pages of a manual."""

from collections.abc import Sequence
from pathlib import Path

from undercroft.books import OUTSIDE, SHELF
from undercroft.books.outside import said
from undercroft.faces.cli.exit_codes import REFUSED
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.manual import odds_lock
from undercroft.faces.manual.book_check import book_problems, case_count
from undercroft.faces.manual.case_files import OUR_BOOKS
from undercroft.faces.manual.pages import pages
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.shared.shelf import book_named
from undercroft.interpret.text_charts import columns
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import Book
from undercroft.store import files

PACKAGES = {book.id: package for book, package in OUTSIDE.books}


def books(book: str | None, manual: str | None, *, check: bool, as_json: bool) -> int:
    """List the books, check them, or write their pages."""
    chosen = SHELF if book is None else (book_named(book),)
    if manual is not None:
        _write(chosen, book, manual, as_json=as_json)
        return 0
    if check:
        return _check(chosen, book, as_json=as_json)
    if as_json:
        print_json({"books": [_told(book) for book in chosen], "left_out": OUTSIDE.left_out})
        return 0
    rows = [(book.id, book.title, counted(len(book.rules), "rule"), PACKAGES.get(book.id, "ours")) for book in chosen]
    print(*map(one_line, columns(rows)), sep="\n")
    print_notes(said(OUTSIDE.left_out))
    return 0


def _told(book: Book) -> dict[str, object]:
    found = {"id": book.id, "title": book.title, "source": book.source, "rules": len(book.rules)}
    return {**found, "package": PACKAGES.get(book.id)}


def _others(chosen: Sequence[Book], named: str | None) -> tuple[Book, ...]:
    """The chosen books of other packages; ours are checked in our repository, and have their manual there."""
    found = tuple(book for book in chosen if book.id not in OUR_BOOKS)
    if named is not None and not found:
        raise BadInput("our_book", f"“{named}” is one of our books", "name a book of another package")
    return found


def _check(chosen: Sequence[Book], named: str | None, *, as_json: bool) -> int:
    """Report everything to mend; the exit code says whether there is anything."""
    others = _others(chosen, named)
    found = {book.id: list(book_problems(book)) for book in others}
    bad = bool(OUTSIDE.left_out) or any(found.values())
    if as_json:
        print_json({"problems": found, "left_out": OUTSIDE.left_out})
        return REFUSED if bad else 0
    for book in others:
        print(*map(one_line, found[book.id]), sep="\n", end="\n" if found[book.id] else "")
        if not found[book.id]:
            rules, cases = counted(len(book.rules), "rule"), counted(case_count(book), "case")
            print(f"{book.title}: {rules}, {cases}, nothing to mend.")
    if not others and not OUTSIDE.left_out:
        print("No other package brings a book.")
    print(*map(one_line, said(OUTSIDE.left_out)), sep="\n", end="\n" if OUTSIDE.left_out else "")
    return REFUSED if bad else 0


def _write(chosen: Sequence[Book], named: str | None, folder: str, *, as_json: bool) -> None:
    """Write the pages of the books of other packages into a folder."""
    others = _others(chosen, named)
    if not others:
        raise BadInput("no_book", "no other package brings a book", "“undercroft books” lists them")
    locked = odds_lock.read(
        odds_lock.text(entry for book in others for rule in book.rules for entry in odds_lock.entries(rule))
    )
    written = pages(others, locked)
    for place, text in written.items():
        page = Path(folder) / place
        files.folder(page.parent, mode=files.COMMON)
        with files.written(page, replace=True, mode=files.COMMON) as file:
            file.write(text.encode())
    if as_json:
        print_json({"pages": sorted(written)})
    else:
        print(one_line(f"{counted(len(written), 'page')} in {folder}: begin with {Path(folder) / 'README.md'}"))
