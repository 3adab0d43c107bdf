"""The rulebooks, in order: our five, then those of other packages. Importing a book registers nothing.

`OURS` is the list of our own. `SHELF` is the whole list, made once; `undercroft.books.outside` finds the others.
"""

from undercroft.books import delving, hexcrawl, neverwhere, outside, sovereign, violence
from undercroft.kernel.rules import AnyRule, Book

OURS: tuple[Book, ...] = (delving.BOOK, sovereign.BOOK, hexcrawl.BOOK, neverwhere.BOOK, violence.BOOK)

OUTSIDE = outside.found(OURS)
SHELF: tuple[Book, ...] = (*OURS, *(book for book, _ in OUTSIDE.books))

RULES: dict[str, AnyRule] = {rule.id: rule for book in SHELF for rule in book.rules}
BOOKS: dict[str, Book] = {book.id: book for book in SHELF}
