"""Markdown, as repository hosts render it."""

import re
from collections.abc import Iterable, Sequence

LONGEST_CELL = 240

_SPECIAL = re.compile(r"(?<![\w\\])[_]|_(?!\w)|[*<|\[\]]")


def plain(text: str) -> str:
    """Text escaped so that it shows literally."""
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))


def code(text: str) -> str:
    """A name or a value of the program, in code style."""
    return f"`{text}`"


def short(text: str) -> str:
    """Text that fits in a cell."""
    return text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL].rstrip()}…"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, or nothing if it has no rows."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    ruled = "|" + "|".join(" --- " for _ in head) + "|"
    return "\n".join(("| " + " | ".join(head) + " |", ruled, *lines)) if lines else ""


def section(title: str, *blocks: str) -> str:
    """A heading over the blocks, or nothing if they are empty."""
    body = joined(*blocks)
    return f"## {title}\n\n{body}" if body else ""


def joined(*blocks: str) -> str:
    """The blocks that are not empty, with blank lines between them."""
    return "\n\n".join(block for block in blocks if block)


def page(*blocks: str) -> str:
    """A whole page."""
    return f"{joined(*blocks)}\n"
