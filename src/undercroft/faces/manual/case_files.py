"""Where the worked cases of a rule are: in its package, or in our repository."""

from pathlib import Path

from undercroft.books import BOOKS, OURS
from undercroft.kernel.rules import AnyRule

CASES = Path(__file__).parents[4] / "tests" / "cases"
"""The cases of our books, in a checkout of the repository; a package has none."""
OUR_BOOKS = frozenset(book.id for book in OURS)
UP = "../../.."
"""The path from a rule's page to the root of the repository."""


def case_text(rule: AnyRule) -> str:
    """The case file of a rule; empty if there is none."""
    book = BOOKS.get(rule.book)
    file = (CASES if book is None or book.cases is None else book.cases).joinpath(f"{rule.id}.cases")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def links(rule: AnyRule) -> tuple[str, ...]:
    """Where the code and the cases of a rule of our books are, as links in Markdown."""
    if rule.book not in OUR_BOOKS:
        return ()
    code = f"src/{rule.ask.__module__.replace('.', '/')}.py"
    return f"[code]({UP}/{code})", f"[cases]({UP}/tests/cases/{rule.id}.cases)"


def the_rest(rule: AnyRule, left: int) -> str:
    """A sentence about the cases that are not shown."""
    if not left:
        return ""
    file = f"{rule.id}.cases"
    return f"{left} more in {f'[the case file]({UP}/tests/cases/{file})' if links(rule) else f'`{file}`'}."
