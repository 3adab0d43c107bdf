"""All the pages: the contents, the books, their rules and readings, and the coverage."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from undercroft.faces.manual.markdown import code, page, plain, section, table
from undercroft.faces.manual.odds_lock import Key, LockedOdds
from undercroft.faces.manual.rule_page import file_of, reading_shown, readings_shown, rule_page, title
from undercroft.faces.shared.questions import RulesQuestion, index, subjects
from undercroft.kernel.rules import AnyRule, Book, Gap, Reading

GENERATED = "<!-- Written by `make manual`; edit the rules and their cases instead. -->"
BEYOND = "Elsewhere in the game"


def pages(shelf: Sequence[Book], locked: Mapping[Key, LockedOdds], coverage: str = "") -> dict[str, str]:
    """Every page by its path in the manual; with the page of the catalogues, if there is one."""
    asked = index(shelf)
    written = {"README.md": _contents(shelf, asked=bool(asked), covered=bool(coverage))}
    written |= {"questions.md": _questions(asked)} if asked else {}
    written |= {"coverage.md": coverage} if coverage else {}
    for book in shelf:
        written[f"{book.id}/README.md"] = _book(book)
        written[f"{book.id}/readings.md"] = _readings(book)
        written |= {f"{book.id}/{file_of(rule)}": rule_page(rule, book, locked) for rule in book.rules}
    return {place: f"{GENERATED}\n\n{text}" for place, text in written.items()}


def on_disk(folder: Path) -> dict[str, str]:
    """Every page now in the folder."""
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.md")}


def _contents(shelf: Sequence[Book], *, asked: bool, covered: bool) -> str:
    rows = [
        (
            f"[{plain(book.title)}]({book.id}/README.md)",
            plain(book.source),
            str(len(book.rules)),
            f"[{len(book.readings)}]({book.id}/readings.md)",
            str(len(book.gaps)),
        )
        for book in shelf
    ]
    return page(
        "# Manual",
        "Every rule that Undercroft knows, in our own words, with its odds and worked examples.",
        "[What people ask at the table](questions.md), from “who goes first?” to “are we lost?”, book by book." * asked,
        table(("Book", "What it is", "Rules", "Readings", "Gaps"), rows),
        "A *reading* is our decision where a text is unclear; a *gap* is something a text leaves out."
        + (" [Coverage](coverage.md) lists every entry of the books' catalogues and the rule it became." * covered),
    )


def _questions(asked: Sequence[RulesQuestion]) -> str:
    return page(
        "# What people ask at the table",
        "Each question, and the rules that answer it.",
        *(section(plain(subject), *map(_answered, of_it)) for subject, of_it in subjects(asked).items()),
        "[Manual](README.md)",
    )


def _answered(question: RulesQuestion) -> str:
    lines = (f"- {plain(rule.cite.book)}: [{title(rule)}]({rule.book}/{file_of(rule)})" for rule in question.rules)
    return "\n".join((f"### {plain(question.asks)}", "", *lines))


def _book(book: Book) -> str:
    chapters = (_chapter(heading, book.rules) for heading in dict.fromkeys(book.headings) if heading)
    return page(
        f"# {plain(book.title)}",
        f"{plain(book.source)}. [Readings and gaps](readings.md).",
        *chapters,
        section(BEYOND, _lines([rule for rule in book.rules if not rule.cite.heading])),
        "[Manual](../README.md)",
    )


def _chapter(heading: str, rules: Sequence[AnyRule]) -> str:
    return section(plain(heading), _lines([rule for rule in rules if rule.cite.heading == heading]))


def _lines(rules: Sequence[AnyRule]) -> str:
    return "\n".join(f"- [{title(rule)}]({file_of(rule)}): {plain(rule.summary)}" for rule in rules)


def _readings(book: Book) -> str:
    first_said = {reading.id: rule for rule in reversed(book.rules) for reading in rule.readings}
    decided = (_of_rule(rule, [of for of in rule.readings if first_said[of.id] is rule]) for rule in book.rules)
    return page(
        f"# {plain(book.title)}: readings and gaps",
        "What we decided where the text is unclear. If you may choose differently, the options are listed.",
        *decided,
        section("The book as a whole", *(reading_shown(reading) for reading in book.decisions)),
        section("Gaps", _gaps(book.gaps)),
        f"[{plain(book.title)}](README.md) · [Manual](../README.md)",
    )


def _of_rule(rule: AnyRule, readings: Sequence[Reading]) -> str:
    return section(f"[{title(rule)}]({file_of(rule)})", *readings_shown(rule, readings))


def _gaps(gaps: Sequence[Gap]) -> str:
    rows = ((code(gap.id), plain(gap.missing), plain(gap.meanwhile)) for gap in gaps)
    return table(("Gap", "What is missing", "Meanwhile"), rows)
