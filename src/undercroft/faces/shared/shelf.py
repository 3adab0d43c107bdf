"""Finding a rule by its id, with a suggestion if there is none."""

from collections.abc import Sequence

from undercroft.books import BOOKS, RULES
from undercroft.faces.shared.manual import guidance_of, text_of, title_of
from undercroft.kernel.faults import NotFound, shortened
from undercroft.kernel.near_names import LONGEST, meant
from undercroft.kernel.rules import AnyRule, Book

FEW = 6
"""The most ids that a message lists."""


def rule_named(name: str) -> AnyRule:
    """The rule of that id, or the one rule whose id has this part.

    >>> rule_named("hazard-die").id
    'delving.hazard-die'
    """
    if name in RULES:
        return RULES[name]
    found = rules_with_part(name)
    if len(found) == 1:
        return RULES[found[0]]
    if found:
        what = f"several rules are called “{shortened(name)}”"
        raise NotFound("several_rules", what, f"give one of these: {_few(found)}")
    near = rule_meant(name)
    fix = f"did you mean {near}?" if near else "“undercroft rules” lists them all"
    raise NotFound("no_such_rule", f"there is no rule “{name[:60]}”", fix)


def rules_with_part(name: str) -> list[str]:
    """The ids that this part may mean: those that end with it, then those of other books that have it in the middle.

    Within a book an id that ends with it comes before those that have it between dots and hyphens.

    >>> rules_with_part("hazard-die"), rules_with_part("hazard die")
    (['delving.hazard-die'], ['delving.hazard-die'])
    >>> rules_with_part("units")
    ['delving.time.units', 'violence.time-units']
    """
    part = name.strip().casefold().replace(" ", "-")
    if not part or len(part) > LONGEST:
        return []
    ends = [id for id in RULES if id.endswith(f".{part}")]
    books = {RULES[id].book for id in ends}
    within = f".{part}.".replace("-", ".")
    return ends + [id for id, rule in RULES.items() if rule.book not in books and within in f".{id}.".replace("-", ".")]


def short_name_notes(name: str, rule: AnyRule) -> tuple[str, ...]:
    """Which rule a part of an id was taken for, where other books have rules that people call by the same word.

    >>> short_name_notes("hazard-die", RULES["delving.hazard-die"])[0].partition(";")[0]
    '“hazard-die” means delving.hazard-die here (Delving: The hazard die)'
    >>> short_name_notes("delving.hazard-die", RULES["delving.hazard-die"])
    ()
    """
    word = name.strip().casefold().replace("-", " ")
    others = [
        other.id
        for other in RULES.values()
        if other.book != rule.book and (said := guidance_of(other)) and word in (said.title.casefold(), *said.words)
    ]
    if name == rule.id or not others:
        return ()
    taken = f"{rule.id} here ({BOOKS[rule.book].title}: {title_of(rule)})"
    return (f"“{shortened(name)}” means {taken}; other books use the word for {_few(others)}",)


def _few(ids: Sequence[str]) -> str:
    """The first ids, and how many more there are."""
    return ", ".join(ids[:FEW]) + (f" and {len(ids) - FEW} more" if len(ids) > FEW else "")


def rule_meant(name: str) -> str | None:
    """The id of the rule that was probably meant: by the end of its id, in another book, by a slip, or by its words.

    >>> rule_meant("hazard-die"), rule_meant("delving.hazrd-die"), rule_meant("hazrd"), rule_meant("2d6")
    ('delving.hazard-die', 'delving.hazard-die', 'delving.hazard-die', None)
    >>> rule_meant("delving.fall")
    'sovereign.fall.damage'
    """
    name = name.casefold()
    ends = [id for id in RULES if id.endswith(f".{name}")]
    words = {word: id for id in reversed(RULES) for word in id.replace("-", ".").split(".")[1:]}
    parts = words | {part: id for id in RULES for part in (id, id.partition(".")[2])}
    near = meant(name, parts, 0.75)
    within = [id for id in RULES if len(name) > 3 and name.replace(" ", "-") in id]
    elsewhere = rules_with_part(name.partition(".")[2])
    return next(iter((*ends, *elsewhere, *([parts[near]] if near else []), *within)), None)


def book_named(book_id: str) -> Book:
    """The book of that id."""
    if book_id in BOOKS:
        return BOOKS[book_id]
    raise NotFound("no_such_book", f"there is no book “{book_id[:60]}”", f"there are {', '.join(BOOKS)}")


def speaks_of(rule: AnyRule, words: Sequence[str]) -> bool:
    """Does the rule's own text, or what the manual says of it, contain all these words?"""
    return has_words(text_of(rule), words)


def has_words(text: str, words: Sequence[str]) -> bool:
    """Does a text contain all these words or parts of words?"""
    return all(word.lower() in text.lower() for word in words)
