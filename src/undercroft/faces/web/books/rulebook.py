"""The rulebook: the shelf, its books, and their chapters with rolls and tables in them."""

from functools import cache

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.books.guidance import Guidance
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside, in_lane
from undercroft.faces.shared.manual import guidance_of
from undercroft.faces.shared.questions import index, questions_like, subjects
from undercroft.faces.shared.shelf import speaks_of
from undercroft.faces.web.base.contents import Chapter, chapter_named, neighbours, shelf, volume_named
from undercroft.faces.web.base.odds_words import OddsRow
from undercroft.faces.web.base.prose import sentence, spoken
from undercroft.faces.web.base.rendering import PAGE, page, page_in_lane
from undercroft.faces.web.books.roll_tables import ShownTable, shown_listing, shown_table
from undercroft.interpret.form import fields, untold
from undercroft.interpret.lookups import listings_of, tables_of
from undercroft.interpret.odds import of_rule
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import NeedsPolicy, OddsTooWide
from undercroft.kernel.fitting import hint
from undercroft.kernel.rules import AnyRule, Reading

MOST_KINDS = 8
"""Rules with more kinds of outcome than this are not counted in the margin."""


class RuleNeed(Struct, frozen=True):
    """An input that a rule needs."""

    help: str
    hint: str


class RuleEnd(Struct, frozen=True):
    """A kind of outcome of a rule."""

    kind: str
    means: str


class RuleEntry(Struct, frozen=True, eq=False):
    """A rule as its chapter shows it."""

    rule: AnyRule
    tables: tuple[ShownTable, ...]
    needs: tuple[RuleNeed, ...]
    ends: tuple[RuleEnd, ...]
    notes: tuple[int, ...]
    guidance: Guidance | None
    ready: bool
    """Whether the rule can be rolled without any input."""


class InNumbers(Struct, frozen=True, eq=False):
    """A rule that depends only on dice, with its odds."""

    rule: AnyRule
    rows: tuple[OddsRow, ...]


@get("/rules")
async def rules_page(request: AnyRequest) -> Response[str]:
    """Every rule, or the rules that mention the words of a search."""
    words = " ".join(str(request.query_params.get("q", ""))[:200].split())
    return await in_lane(_rules, request, words)


def _rules(request: AnyRequest, words: str) -> Response[str]:
    spend(PAGE)
    found = [(volume, [rule for rule in volume.book.rules if speaks_of(rule, words.split())]) for volume in shelf()]
    volumes = [(volume, rules) for volume, rules in found if rules]
    count = sum(len(rules) for _, rules in volumes)
    asked = questions_like(words) if words else ()
    known = {"volumes": volumes, "found": count, "words": words, "asked": asked}
    return page(request, "books/rules.html", screen="rules", open_book=None, open_path=None, **known)


@get("/questions")
async def questions_page(request: AnyRequest) -> Response[str]:
    """What people ask at the table, with the rules of every book that answer it."""
    return await page_in_lane(
        request,
        "books/questions.html",
        screen="rules",
        subjects=subjects(index()),
        open_book=None,
        open_path="/questions",
    )


@get("/books/{book:str}")
async def book_page(request: AnyRequest, book: FromPath[str]) -> Response[str]:
    """A book: its chapters, our decisions about it, and what it leaves open."""
    volume = volume_named(book)
    return await page_in_lane(
        request, "books/book.html", screen="rules", volume=volume, open_book=book, open_path=volume.path
    )


@get("/books/{book:str}/{slug:str}")
async def chapter_page(request: AnyRequest, book: FromPath[str], slug: FromPath[str]) -> Response[str]:
    """A chapter: its rules in our words, with rolls, tables, odds and readings."""
    chapter = chapter_named(book, slug)
    before, after = neighbours(chapter)
    notes = tuple(dict.fromkeys(reading for rule in chapter.rules for reading in rule.readings))
    numbers = await beside(lambda: [found for rule in chapter.rules if (found := in_numbers(rule))])
    return await page_in_lane(
        request,
        "books/chapter.html",
        screen="rules",
        volume=volume_named(book),
        chapter=chapter,
        entries=_entries(chapter, notes),
        notes=notes,
        in_numbers=numbers,
        before=before,
        after=after,
        open_book=book,
        open_path=chapter.path,
    )


def _entries(chapter: Chapter, notes: tuple[Reading, ...]) -> list[RuleEntry]:
    """The rules of a chapter; each table goes with the first rule that reads it."""
    book = volume_named(chapter.book).book
    seen: set[str] = set()
    entries: list[RuleEntry] = []
    for rule in chapter.rules:
        every = (*map(shown_table, tables_of(rule, book)), *map(shown_listing, listings_of(rule, book)))
        tables = tuple(table for table in every if table.name not in seen)
        seen.update(table.name for table in tables)
        marks = tuple(notes.index(reading) + 1 for reading in rule.readings)
        entries.append(
            RuleEntry(
                rule,
                tables,
                _needs(rule),
                ends(rule),
                marks,
                guidance_of(rule),
                untold(rule) is not None,
            )
        )
    return entries


def _needs(rule: AnyRule) -> tuple[RuleNeed, ...]:
    return tuple(
        RuleNeed(field.help or spoken(field.name), hint(field.shape)) for field in fields(rule) if field.required
    )


def ends(rule: AnyRule) -> tuple[RuleEnd, ...]:
    """The kinds of outcome of a rule, in the rule's order."""
    return tuple(
        RuleEnd(str(kind.__struct_config__.tag), (kind.__doc__ or "").partition("\n")[0]) for kind in rule.outcomes
    )


@cache
def in_numbers(rule: AnyRule) -> InNumbers | None:
    """The odds of a rule that needs no input, if dice decide its outcome."""
    situation = untold(rule)
    if situation is None or not 1 < len(rule.outcomes) <= MOST_KINDS:
        return None
    try:
        found = of_rule(rule, situation).by(lambda outcome: str(outcome.kind))
    except (NeedsPolicy, OddsTooWide):
        return None
    rows = tuple(OddsRow(sentence(spoken(kind)), chance) for kind, chance in found.items())
    return InNumbers(rule, rows) if len(rows) > 1 else None
