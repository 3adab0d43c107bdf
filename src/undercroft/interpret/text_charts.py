"""Odds as plain text: aligned columns, with a bar for each chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from undercroft.kernel.amounts import fraction, percent

BAR = 32
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(share: float, width: int = BAR) -> str:
    """A bar for this share of the width, to an eighth of a character; never empty for a possible outcome."""
    eighths = max(1, round(share * width * 8))
    full, rest = divmod(eighths, 8)
    return (_EIGHTHS[8] * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def columns(rows: Sequence[tuple[str, ...]], gap: str = "  ") -> list[str]:
    """Rows as lines with aligned columns."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def chance_lines(labels: Sequence[str], chances: Sequence[Fraction], unexplored: Fraction = Fraction(0)) -> list[str]:
    """A bar, a percentage and a fraction for each chance; last, what was not followed to its end.

    >>> chance_lines(["yes"], [Fraction(2, 3)], Fraction(1, 3))
    ['yes  ████████████████████████████████  66.7 %  2/3', 'not followed to its end: 33.3 %']
    >>> len(chance_lines(["never"], [Fraction(0)]))
    1
    """
    likeliest = max(chances, default=Fraction(0)) or Fraction(1)
    shown = [percent(chance) for chance in chances]
    wide = max(map(len, shown), default=0)
    rows = [
        (label, bar(float(chance / likeliest)), text.rjust(wide), fraction(chance))
        for label, chance, text in zip(labels, chances, shown, strict=True)
    ]
    rest = [f"not followed to its end: {percent(unexplored)}"] if unexplored else []
    return columns(rows) + rest
