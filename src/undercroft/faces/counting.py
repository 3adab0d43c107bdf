"""Numbers of things, as people say them."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """One line, two lines.

    >>> counted(1, "line"), counted(1200, "line")
    ('1 line', '1,200 lines')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
