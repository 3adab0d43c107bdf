"""What a book's manual says of its rules in plain words: when each is used, how it goes, which questions it answers."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct, toml

from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import Book
from undercroft.kernel.strict import checked

FILE = "manual.toml"

Said = Annotated[str, Meta(min_length=1)]


class Guidance(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule for people. `case` is the line of the rule's case file that the example tells."""

    title: Said
    when: Said
    how: Said
    decides: str = ""
    example: str = ""
    case: int = 0
    see: tuple[str, ...] = ()
    """The names of rules of the same book, or whole ids of rules of other books."""
    words: tuple[str, ...] = ()
    """Words by which the hobby looks for it, beyond those of its text."""
    asks: dict[str, tuple[Said, ...]] = {}
    """The questions at the table that the rule answers, by their subject."""


def guidance_in(book: Book) -> Mapping[str, Guidance]:
    """All that the manual of a book says, by the names of its rules; nothing where the book has no manual."""
    if not book.manual:
        return {}
    written = toml.decode(files(book.manual).joinpath(FILE).read_bytes())
    read: dict[str, Guidance] = checked(dict[str, Guidance], written)
    return read


def guidance_problems(book: Book, others: Sequence[Book]) -> Iterator[str]:
    """What is wrong with a book's manual."""
    try:
        said = guidance_in(book)
    except OSError:
        yield f"its package {book.manual} has no {FILE}"
        return
    except (BadInput, ValueError) as fault:
        yield f"its {FILE}: {fault}"
        return
    names = {rule.name for rule in book.rules}
    known = names | {rule.id for of in (book, *others) for rule in of.rules}
    for name, found in said.items():
        if name not in names:
            yield f"its {FILE} tells of “{name}”, which is not among its rules"
        yield from (
            f"its {FILE} leads from “{name}” to “{on}”, which is not a rule" for on in found.see if on not in known
        )
