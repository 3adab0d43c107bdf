"""`undercroft rules`."""

from collections.abc import Sequence
from textwrap import fill

from undercroft.books import BOOKS, OUTSIDE, RULES, SHELF
from undercroft.books.outside import said
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.shared.manual import paragraphs_of, seen_with, title_of
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.shared.payloads import question_told, rule_told
from undercroft.faces.shared.questions import RulesQuestion, index, questions_like, subjects
from undercroft.faces.shared.shelf import book_named, has_words, rule_meant, speaks_of
from undercroft.interpret.form import fields
from undercroft.interpret.lookups import grids_of
from undercroft.interpret.text_charts import columns
from undercroft.kernel.fitting import hint
from undercroft.kernel.rules import AnyRule, Book
from undercroft.kernel.shape import Field, record
from undercroft.kernel.wire import shown

WIDTH = 100
"""The most characters of a line of prose."""


def rules(words: list[str] | None, book: str | None, *, questions: bool, readings: bool, as_json: bool) -> None:
    """List all rules, questions or readings, or those that contain the words."""
    books = SHELF if book is None else (book_named(book),)
    words = " ".join(words or []).split()
    print_notes(said(OUTSIDE.left_out))
    if readings:
        _readings(words, books, as_json=as_json)
    elif questions:
        _questions(" ".join(words), books, as_json=as_json)
    elif len(words) == 1 and words[0] in RULES and not as_json:
        _print_rule(RULES[words[0]])
    elif as_json:
        print_json([rule_told(rule) for of_book in books for rule in of_book.rules if speaks_of(rule, words)])
    else:
        _print_rules(words, books)


def _questions(words: str, books: tuple[Book, ...], *, as_json: bool) -> None:
    """Print every question by its subject, or those like what was typed."""
    found = questions_like(words, books) if words else index(books)
    if as_json:
        print_json([question_told(question) for question in found])
    elif words:
        _print_questions(found)
        if not found:
            print(f"No question is like “{one_line(words)}”. “undercroft rules --questions” lists them all.")
    else:
        for subject, of_it in subjects(found).items():
            print(subject, "")
            _print_questions(of_it)


def _print_questions(questions: Sequence[RulesQuestion]) -> None:
    for question in questions:
        print(question.asks, *columns([(f"  {rule.id}", title_of(rule)) for rule in question.rules]), "", sep="\n")


def _print_rules(words: list[str], books: tuple[Book, ...]) -> None:
    """Print the rules that contain the words, below the questions that are like them; a single rule as a whole."""
    found = {book.title: [rule for rule in book.rules if speaks_of(rule, words)] for book in books}
    every = [rule for of_book in found.values() for rule in of_book]
    if len(every) == 1:
        _print_rule(every[0])
        return
    likely = questions_like(" ".join(words), books) if words else ()
    _print_questions(likely)
    for title, of_book in found.items():
        if of_book:
            rows = [(f"  {rule.id}", rule.summary) for rule in of_book]
            print(f"{title} ({len(rows)})", *columns(rows), "", sep="\n")
    if not every and not likely:
        near = rule_meant(words[0]) if len(words) == 1 and len(books) == len(SHELF) else None
        fix = f"Did you mean {near}?" if near else "“undercroft rules --questions” lists what people ask."
        print(f"No rule mentions {one_line(' '.join(words))}. {fix}")


def _print_rule(rule: AnyRule) -> None:
    """Print one rule: its place in its book, its inputs, and its outcomes."""
    print(rule.id, f"  {rule.summary}", f"  {rule.cite.words}", sep="\n")
    for line in _explained(rule):
        print(fill(line, WIDTH, initial_indent="  ", subsequent_indent="    "))
    rows = [(f"    {field.name}", hint(field.shape), _if_not_given(field), field.help) for field in fields(rule)]
    if rows:
        print("  Given:", *columns(rows), sep="\n")
    for _, table in grids_of(rule, BOOKS[rule.book]):
        print("  Table:", *columns([(f"    {line[0]}", *line[1:]) for line in table]), sep="\n")
    print(f"  Outcomes: {', '.join(str(record(kind).kind) for kind in rule.outcomes)}")


def _explained(rule: AnyRule) -> list[str]:
    """What the manual says of the rule."""
    others = ", ".join(other.id for other in seen_with(rule))
    lines = [f"{heading}: {text}" for heading, text in paragraphs_of(rule)]
    return [*lines, f"See also: {others}"] if others else lines


def _if_not_given(field: Field) -> str:
    return "required" if field.required else f"else {shown(field.default).decode()}"


def _readings(words: list[str], books: tuple[Book, ...], *, as_json: bool) -> None:
    readings = [
        reading
        for book in books
        for reading in book.readings
        if has_words(f"{reading.id} {reading.question} {reading.choice} {reading.because}", words)
    ]
    all_gaps = [gap for book in books for gap in book.gaps]
    gaps = [gap for gap in all_gaps if has_words(f"{gap.id} {gap.missing} {gap.meanwhile}", words)]
    if as_json:
        print_json({"readings": readings, "gaps": gaps})
        return
    for reading in readings:
        print(reading.id, f"  {reading.question}", f"  {reading.choice}", f"  Because: {reading.because}", sep="\n")
        for option in reading.options:
            print(f"    {reading.switch} = {str(option.value).lower()}: {option.means}")
    for gap in gaps:
        print(gap.id, f"  Missing: {gap.missing}", f"  Meanwhile: {gap.meanwhile}", sep="\n")
