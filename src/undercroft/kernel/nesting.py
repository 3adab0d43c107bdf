"""How deep the lists and objects of a JSON text lie within each other, found from its brackets before it is read."""

import re

MOST_DEPTH = 20
"""How deep lists and objects may lie within each other."""
_QUOTED = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
"""Texts in quotes, found without a look back."""
_ALIKE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def brackets(text: str) -> bytes:
    """The brackets outside of quotes, all of one shape.

    >>> brackets('{"a": [1, "[[["]}')
    b'[[]]'
    """
    return _QUOTED.sub("", text).encode("ascii", "ignore").translate(_ALIKE, _NO_BRACKETS)


def is_too_deep(found: bytes) -> bool:
    """Whether any brackets lie too deep: what is left when the innermost pairs are taken out again and again.

    Those that close nothing, or are never closed, are left as well, but in no pair.
    """
    for _ in range(MOST_DEPTH):
        found = found.replace(b"[]", b"")
    return b"[]" in found or found.count(b"[") > MOST_DEPTH
