"""How amounts are said."""

from __future__ import annotations

from undercroft.kernel.units import MINUTE


def counted(number: int, thing: str) -> str:
    """`1 hit point`, `3 hit points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def minutes(seconds: int) -> str:
    """`10 minutes`."""
    return counted(seconds // MINUTE, "minute")
