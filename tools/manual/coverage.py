"""The catalogues of the books: every entry is a rule, or is accounted for as something else."""

from collections.abc import Sequence

from msgspec import Struct

from tools.manual.accounted import ACCOUNTED
from tools.manual.places import CATALOGUE
from undercroft.faces.manual.markdown import code, page, plain, section, table
from undercroft.faces.manual.rule_page import file_of, title
from undercroft.kernel.rules import Book


class Listed(Struct, frozen=True):
    """An entry of a catalogue: its id and its kind."""

    id: str
    kind: str

    @property
    def book(self) -> str:
        """The book it belongs to."""
        return self.id.partition(".")[0]


def catalogue() -> list[Listed]:
    """Every entry of every catalogue."""
    lines = CATALOGUE.read_text(encoding="utf-8").splitlines()
    return [Listed(*line.split("\t")) for line in lines]


def coverage_page(shelf: Sequence[Book]) -> str:
    """What became of every entry, book by book."""
    listed = catalogue()
    books = (section(plain(book.title), *_entries(book, [of for of in listed if of.book == book.id])) for book in shelf)
    intro = (
        "We catalogued each book, entry by entry. This page lists the rule that each entry became, or what else it is."
    )
    return page("# Coverage", intro, *books, "[Manual](README.md)")


def _entries(book: Book, listed: list[Listed]) -> tuple[str, ...]:
    pages = {str(rule.id): f"[{title(rule)}]({book.id}/{file_of(rule)})" for rule in book.rules}
    rules = [entry for entry in listed if entry.id in pages]
    others = [entry for entry in listed if entry.id not in pages]
    known = {entry.id for entry in listed}
    ours = [rule_id for rule_id in pages if rule_id not in known]
    return (
        _counted(rules, others),
        table(("Entry", "Kind", "Rule"), ((code(of.id), plain(of.kind), pages[of.id]) for of in rules)),
        table(
            ("Entry", "Kind", "What it is instead"), ((code(of.id), plain(of.kind), _became(of.id)) for of in others)
        ),
        table(("Rule beyond the catalogue", ""), ((code(rule_id), pages[rule_id]) for rule_id in ours)),
    )


def _counted(rules: list[Listed], others: list[Listed]) -> str:
    return f"{len(rules) + len(others)} entries: {len(rules)} rules and {len(others)} other things."


def _became(entry: str) -> str:
    return plain(ACCOUNTED.get(entry, "not accounted for"))
