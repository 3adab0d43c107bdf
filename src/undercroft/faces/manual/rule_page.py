"""The page of one rule."""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from undercroft.faces.manual.case_files import links, the_rest
from undercroft.faces.manual.dice_tables import listed
from undercroft.faces.manual.dice_tables import shown as table_shown
from undercroft.faces.manual.examples import (
    Example,
    examples,
    in_words,
    refusal_in_words,
    shown,
    situation_in_words,
    situations,
    spaced,
)
from undercroft.faces.manual.markdown import code, joined, page, plain, section, short, table
from undercroft.faces.manual.odds_lock import Key, LockedOdds
from undercroft.faces.shared.manual import paragraphs_of, seen_with, title_of
from undercroft.faces.views.input_names import input_name
from undercroft.interpret.form import fields
from undercroft.interpret.lookups import listings_of, tables_of
from undercroft.interpret.policy import NEVER
from undercroft.interpret.words import say
from undercroft.kernel.fitting import hint
from undercroft.kernel.phrases import value_in_words
from undercroft.kernel.rules import AnyRule, Book, Cite, Option, Outcome, Reading
from undercroft.kernel.shape import Either, Exact, Field, Many, Maybe, Named, Record, Several, Shape

MOST_SITUATIONS = 3
MOST_CASES = 12
SHORT_FRACTION = 24


def rule_page(rule: AnyRule, book: Book, locked: Mapping[Key, LockedOdds]) -> str:
    """Everything the program knows about a rule, for people."""
    return page(
        f"# {title(rule)}",
        plain_paragraphs(rule.ask.__doc__),
        _explained(rule),
        section("Tables", *map(table_shown, tables_of(rule, book)), *map(listed, listings_of(rule, book))),
        section("Outcomes", _outcomes(rule, book)),
        section("What it depends on", _inputs(rule)),
        section("Odds", _odds(rule, locked)),
        section("Readings", *readings_shown(rule, rule.readings)),
        section("Cases", _cases(rule, book)),
        section("See also", _see_also(rule)),
        section("Where it is", _place(rule)),
        f"[{plain(book.title)}](README.md) · [Manual](../README.md)",
    )


def title(rule: AnyRule) -> str:
    """The rule's name as a heading."""
    return plain(title_of(rule))


def _explained(rule: AnyRule) -> str:
    """When and how the rule is used, in plain words."""
    return joined(*(f"**{heading}.** {plain(text)}" for heading, text in paragraphs_of(rule)))


def _see_also(rule: AnyRule) -> str:
    return "\n".join(f"- [{title(other)}]({_address(rule, other)})" for other in seen_with(rule))


def _address(rule: AnyRule, other: AnyRule) -> str:
    return file_of(other) if other.book == rule.book else f"../{other.book}/{file_of(other)}"


def file_of(rule: AnyRule) -> str:
    """The name of the rule's page, beside the other pages of its book."""
    return f"{rule.name}.md"


def plain_paragraphs(doc: str | None) -> str:
    """A docstring as paragraphs."""
    return joined(*(plain(part) for part in inspect.cleandoc(doc or "").split("\n\n")))


def _place(rule: AnyRule) -> str:
    return " · ".join((code(rule.id), cited(rule.cite), *links(rule)))


def cited(cite: Cite) -> str:
    """Where the book has the rule."""
    heading = f", “{plain(cite.heading)}”" if cite.heading else ""
    beyond = f" (the game's page “{plain(cite.beyond)}”)" if cite.beyond else ""
    return f"*{plain(cite.book)}*{heading}{beyond}"


def _inputs(rule: AnyRule) -> str:
    rows = [
        (
            plain(input_name(field.name, rule.book)),
            plain(field.help),
            _choices(field, rule.book),
            _default(field),
            code(field.name),
        )
        for field in fields(rule)
    ]
    head = ("Input", "What it is", "May be", "If not given", "In `--given`")
    return table(head, rows) or "None: it depends on the dice alone."


def _choices(field: Field, book: str) -> str:
    return plain(spaced(_described(field.shape, book)))


def _described(form: Shape, book: str) -> str:
    """What an input may be; of a group of values, the values."""
    match form:
        case Record(fields=parts):
            return f"a group: {', '.join(input_name(part.name, book) for part in parts)}"
        case Several(parts=parts):
            words = [_described(part, book) for part in parts]
            each = f", each {words[0]}" if len(set(words)) == 1 else f": {', then '.join(words)}"
            return f"{len(words)} values{each}"
        case Either(parts=parts):
            return "; or ".join(dict.fromkeys(_described(part, book) for part in parts))
        case Many(of=Record(fields=parts)):
            return f"any number of groups, each with {', '.join(input_name(part.name, book) for part in parts)}"
        case Many(of=Several() | Either() as of):
            return f"any number of groups, each with {_described(of, book)}"
        case Named(of=Record() | Several() | Either() as of):
            return f"names, each with {_described(of, book)}"
        case Named(of=Many(of=of)):
            return f"names, each with any number of values: {hint(of)}"
        case Maybe(of=of):
            return f"{_described(of, book)}, or none"
        case _:
            return hint(form)


def _default(field: Field) -> str:
    if field.required:
        return "needed"
    return plain(shown(Fraction(str(field.default)) if isinstance(field.shape, Exact) else field.default))


def _outcomes(rule: AnyRule, book: Book) -> str:
    rows = [_outcome(rule, book, kind) for kind in rule.outcomes]
    return table(("Outcome", "What it means", "It also tells", "For example"), rows)


def _outcome(rule: AnyRule, book: Book, kind: type[Outcome]) -> tuple[str, ...]:
    shown_by = next((of.ruling for of in examples(rule) if of.ruling and type(of.ruling.outcome) is kind), None)
    sentence = short(plain(say(book.words, shown_by.outcome))) if shown_by else ""
    told = ", ".join(plain(input_name(name, rule.book)) for name in kind.__struct_fields__)
    return spoken(str(kind.__struct_config__.tag)), plain((kind.__doc__ or "").partition("\n")[0]), told, sentence


def spoken(kind: str) -> str:
    """The name of an outcome, for people."""
    return value_in_words(kind)


def _odds(rule: AnyRule, locked: Mapping[Key, LockedOdds]) -> str:
    found = [
        (situation_in_words(situation, rule.book), entry)
        for given, situation in islice(situations(rule).items(), MOST_SITUATIONS)
        if (entry := locked.get((rule.id, given, "")) or locked.get((rule.id, given, NEVER.name)))
    ]
    rows = [row for words, entry in found if len(entry.chances) > 1 for row in _chances(words, entry)]
    if not rows:
        return _no_odds(rule, [entry for _, entry in found])
    declined = any(entry.policy for _, entry in found)
    note = "Where a player may choose, the player declines (`--policy never`)." if declined else ""
    return joined(table(("Input", "Outcome", "Chance", "Exactly"), rows), note)


def _no_odds(rule: AnyRule, found: list[LockedOdds]) -> str:
    if not found:
        return ""
    kinds = dict.fromkeys(kind for entry in found for kind in entry.chances)
    if not kinds:
        return "There are too many possible results for odds of the whole rule."
    ends = ", ".join(f"*{spoken(kind)}*" for kind in kinds)
    return f"The outcome is always {ends}; the dice decide the details, which `undercroft odds {rule.id}` counts."


def _chances(words: str, entry: LockedOdds) -> Iterator[tuple[str, ...]]:
    first = short(plain(words))
    for kind, chance in entry.chances.items():
        yield first, spoken(kind), *_percent(chance)
        first = ""


def _percent(written: str) -> tuple[str, str]:
    """A chance as a percentage, with the exact fraction if it is short."""
    if "%" in written:
        return _rounded(float(written.partition("%")[0])), ""
    return _rounded(float(Fraction(written)) * 100), written if len(written) <= SHORT_FRACTION else ""


def _rounded(percent: float) -> str:
    return f"{percent:.2f} %" if percent >= 0.01 else f"{percent:.1g} %"


def readings_shown(rule: AnyRule, readings: Iterable[Reading]) -> Iterator[str]:
    """The readings of a rule, and the other options."""
    ours = {field.name: field.default for field in fields(rule)}
    for reading in readings:
        options = (_option(reading, option, ours) for option in reading.options)
        switch = f"Your choice in a campaign file: `{reading.id}`." if reading.switch else ""
        yield joined(reading_shown(reading), switch, "\n".join(options))


def reading_shown(reading: Reading) -> str:
    """What we decided, and why."""
    return f"**{plain(reading.question)}** {plain(reading.choice)}\n*Because:* {plain(reading.because)}"


def _option(reading: Reading, option: Option, ours: Mapping[str, object]) -> str:
    marked = " (our choice)" if ours[reading.switch or ""] == option.value else ""
    return f"- *{plain(shown(option.value))}*{marked}: {plain(option.means)}"


def _cases(rule: AnyRule, book: Book) -> str:
    every = examples(rule)
    rows = [_case(example, book) for example in every[:MOST_CASES]]
    return joined(table(("Input", "Dice", "Result"), rows), the_rest(rule, len(every) - len(rows)))


def _case(example: Example, book: Book) -> tuple[str, ...]:
    dice = spaced(", ".join(str(die) for die in example.case.dice))
    return short(plain(in_words(example.case.given, book.id))), short(plain(dice)), short(plain(_comes(example, book)))


def _comes(example: Example, book: Book) -> str:
    if example.ruling is None:
        return f"Refused: {refusal_in_words(example.refusal, book.id)}"
    outcome: Any = example.ruling.outcome
    return say(book.words, outcome)
