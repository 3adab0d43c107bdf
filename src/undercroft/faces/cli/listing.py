"""`undercroft rules`."""

from __future__ import annotations

from undercroft.books import SHELF
from undercroft.faces.cli.errors import one_line
from undercroft.faces.cli.output import columns, print_json
from undercroft.faces.shelf import book_named, has_words, speaks_of
from undercroft.faces.telling import rule_told
from undercroft.kernel.rules import Book, Reading


def rules(words: tuple[str, ...], book: str | None, *, only_readings: bool, as_json: bool) -> None:
    """List rules or readings, all or those with the words in them."""
    books = SHELF if book is None else (book_named(book),)
    if only_readings:
        _readings(words, books, as_json=as_json)
    elif as_json:
        print_json([rule_told(rule) for of_book in books for rule in of_book.rules if speaks_of(rule, words)])
    else:
        _print_rules(words, books)


def _print_rules(words: tuple[str, ...], books: tuple[Book, ...]) -> None:
    shown = 0
    for book in books:
        rows = [(f"  {rule.id}", rule.summary) for rule in book.rules if speaks_of(rule, words)]
        shown += len(rows)
        if rows:
            print(f"{book.title} ({len(rows)})", *columns(rows), "", sep="\n")
    if not shown:
        print(f"No rule speaks of {one_line(' '.join(words))}.")


def _readings(words: tuple[str, ...], books: tuple[Book, ...], *, as_json: bool) -> None:
    found = [(book, reading) for book in books for reading in book.readings if has_words(_reading_text(reading), words)]
    gaps = [
        (book, gap)
        for book in books
        for gap in book.gaps
        if has_words(f"{gap.id} {gap.missing} {gap.meanwhile}", words)
    ]
    if as_json:
        print_json({"readings": [reading for _, reading in found], "gaps": [gap for _, gap in gaps]})
        return
    for _, reading in found:
        print(reading.id, f"  {reading.question}", f"  {reading.choice}", f"  Because: {reading.because}", sep="\n")
        for option in reading.options:
            print(f"    {reading.switch} = {str(option.value).lower()}: {option.means}")
    for _, gap in gaps:
        print(gap.id, f"  Missing: {gap.missing}", f"  Meanwhile: {gap.meanwhile}", sep="\n")


def _reading_text(reading: Reading) -> str:
    return f"{reading.id} {reading.question} {reading.choice} {reading.because}"
