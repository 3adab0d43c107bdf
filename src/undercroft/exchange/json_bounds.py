"""The bounds of a JSON file from elsewhere, found from its brackets before any of it is read."""

import re

MOST_DEPTH = 20
"""How deep lists and objects may lie within each other."""
MOST_LISTS = 1_000_000
"""The most lists and objects of one file: each takes memory, however short it is in the file."""
_QUOTED = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
"""Texts in quotes, found without a look back."""
_ALIKE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def beyond_bounds(text: str) -> str:
    """What keeps a JSON text from being read; empty where nothing does.

    >>> beyond_bounds('{"a": [1, "[[["]}')
    ''
    >>> beyond_bounds("[" * 21)
    'it is nested more than 20 deep'
    """
    brackets = _brackets(text)
    if _is_deep(brackets):
        return f"it is nested more than {MOST_DEPTH} deep"
    return f"it has more than {MOST_LISTS:,} lists and objects" if brackets.count(b"[") > MOST_LISTS else ""


def _brackets(text: str) -> bytes:
    """The brackets outside of quotes, all of one shape."""
    return _QUOTED.sub("", text).encode("ascii", "ignore").translate(_ALIKE, _NO_BRACKETS)


def _is_deep(brackets: bytes) -> bool:
    """Whether any lie too deep within each other: what is left when the innermost pairs are taken out again and again.

    Those that close nothing, or are never closed, are left as well, but in no pair.
    """
    for _ in range(MOST_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    return b"[]" in brackets or brackets.count(b"[") > MOST_DEPTH
