"""The bounds of a JSON file from elsewhere, found from its brackets before any of it is read."""

from undercroft.kernel.nesting import MOST_DEPTH, brackets, is_too_deep

MOST_LISTS = 1_000_000
"""The most lists and objects of one file: each takes memory, however short it is in the file."""


def beyond_bounds(text: str) -> str:
    """What keeps a JSON text from being read; empty where nothing does.

    >>> beyond_bounds('{"a": [1, "[[["]}')
    ''
    >>> beyond_bounds("[" * 21)
    'it is nested more than 20 deep'
    """
    found = brackets(text)
    if is_too_deep(found):
        return f"it is nested more than {MOST_DEPTH} deep"
    return f"it has more than {MOST_LISTS:,} lists and objects" if found.count(b"[") > MOST_LISTS else ""
