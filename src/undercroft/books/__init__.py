"""The rulebooks, in order. `SHELF` is the whole list; importing a book registers nothing."""

from undercroft.books import delving, hexcrawl, neverwhere, sovereign, violence
from undercroft.kernel.rules import AnyRule, Book

SHELF: tuple[Book, ...] = (delving.BOOK, sovereign.BOOK, hexcrawl.BOOK, neverwhere.BOOK, violence.BOOK)

RULES: dict[str, AnyRule] = {rule.id: rule for book in SHELF for rule in book.rules}
BOOKS: dict[str, Book] = {book.id: book for book in SHELF}
