"""Telling an outline from a page of Markdown and from a campaign file."""

import re

from undercroft.exchange.outline.entries import Sort
from undercroft.exchange.outline.lines import MOST_CHARACTERS, normal
from undercroft.exchange.outline.notes import OutlineNotes
from undercroft.exchange.outline.parsing import parse

_ROLLS = re.compile(r"!\[roll|^```(?:roll|rand)|^\s*\|.*\|\s*$", re.MULTILINE)
"""What pages to roll on have, and outlines do not."""


def is_outline(text: str) -> bool:
    r"""Whether a text is an outline: numbered rooms with something in them, and nothing to roll on.

    >>> is_outline("1 Hall\n  > 2 door\n2 Crypt\n"), is_outline("1. Shuffle.\n2. Deal.\n")
    (True, False)
    """
    if len(text) > MOST_CHARACTERS or _ROLLS.search(text):
        return False
    document = parse(normal(text), OutlineNotes())
    return any(entry.sort is not Sort.ROW for room in document.rooms for entry in room.entries)
