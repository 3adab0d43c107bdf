"""The shelf as pages: books with their chapters, and the chapter of each rule."""

import re
from functools import cache

from msgspec import Struct

from undercroft.books import SHELF
from undercroft.kernel.faults import NotFound
from undercroft.kernel.rules import AnyRule, Book

BEYOND = "Elsewhere in the game"
"""The chapter of rules that are on other pages of the same game."""

_NO_SLUG = re.compile(r"[^a-z0-9]+")


class Chapter(Struct, frozen=True, eq=False):
    """A heading of a book with the rules below it."""

    book: str
    title: str
    slug: str
    rules: tuple[AnyRule, ...]

    @property
    def path(self) -> str:
        """Its address."""
        return f"/books/{self.book}/{self.slug}"


class Volume(Struct, frozen=True, eq=False):
    """A book with its chapters."""

    book: Book
    chapters: tuple[Chapter, ...]

    @property
    def path(self) -> str:
        """Its address."""
        return f"/books/{self.book.id}"


@cache
def shelf() -> tuple[Volume, ...]:
    """Every book with its headings that have rules."""
    return tuple(Volume(book, tuple(_chapters(book))) for book in SHELF)


def _chapters(book: Book) -> list[Chapter]:
    found = [
        Chapter(book.id, heading, _slug(heading), tuple(rule for rule in book.rules if rule.cite.heading == heading))
        for heading in dict.fromkeys(book.headings)
        if heading
    ]
    beyond = tuple(rule for rule in book.rules if not rule.cite.heading)
    return [chapter for chapter in (*found, Chapter(book.id, BEYOND, _slug(BEYOND), beyond)) if chapter.rules]


def _slug(heading: str) -> str:
    return _NO_SLUG.sub("-", heading.lower()).strip("-")


def volume_named(book_id: str) -> Volume:
    """The book of that id."""
    for volume in shelf():
        if volume.book.id == book_id:
            return volume
    raise NotFound("no_such_book", "there is no such book", "the contents list them")


def chapter_named(book_id: str, slug: str) -> Chapter:
    """The chapter of that name."""
    for chapter in volume_named(book_id).chapters:
        if chapter.slug == slug:
            return chapter
    raise NotFound("no_such_chapter", "there is no such chapter in this book", "the contents list them")


@cache
def chapter_of(rule: AnyRule) -> Chapter:
    """The chapter that holds a rule."""
    return next(chapter for chapter in volume_named(rule.book).chapters if rule in chapter.rules)


def neighbours(chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
    """The chapters before and after, in the order of the book."""
    chapters = volume_named(chapter.book).chapters
    at = chapters.index(chapter)
    return chapters[at - 1] if at else None, chapters[at + 1] if at + 1 < len(chapters) else None
