"""The blocks of a report, and their Markdown."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class ReportBlockKind(StrEnum):
    """The kind of a block."""

    TITLE = "title"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LEANING = "leaning"
    LIST = "list"


class Item(Struct, frozen=True):
    """A line of a list, with the time of day before it where the time has changed."""

    text: str
    when: str = ""


class ReportBlock(Struct, frozen=True):
    """A heading, a paragraph (plain or italic), or a list."""

    kind: ReportBlockKind
    text: str = ""
    items: tuple[Item, ...] = ()


def as_markdown(blocks: Iterable[ReportBlock]) -> str:
    """The blocks as a page of Markdown, with all text escaped."""
    return "\n\n".join(map(_written, blocks)) + "\n"


def _written(block: ReportBlock) -> str:
    match block.kind:
        case ReportBlockKind.TITLE:
            return f"# {_escaped(block.text)}"
        case ReportBlockKind.HEADING:
            return f"## {_escaped(block.text)}"
        case ReportBlockKind.PARAGRAPH:
            return _escaped(block.text)
        case ReportBlockKind.LEANING:
            return f"*{_escaped(block.text)}*"
        case ReportBlockKind.LIST:
            return "\n".join(
                f"- {f'**{item.when}** ' if item.when else ''}{_escaped(item.text)}" for item in block.items
            )


def _escaped(text: str) -> str:
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in text)
