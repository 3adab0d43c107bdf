"""Printing: JSON for programs, plain text that reads without colour for people."""

import sys
from collections.abc import Sequence

from undercroft.faces.shared.one_line import one_line
from undercroft.kernel.wire import shown

BAR = 32
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def print_json(value: object) -> None:
    """One JSON value on one line."""
    print(shown(value).decode(), flush=True)


def tell(value: object, line: str, *, as_json: bool) -> None:
    """What was done: a JSON value for programs, one line for people."""
    if as_json:
        print_json(value)
    else:
        print(one_line(line))


def print_notes(notes: Sequence[str]) -> None:
    """What a person should know besides the answer, a line each, away from the answer itself."""
    for note in notes:
        print(f"note: {one_line(note)}", file=sys.stderr)


def bar(share: float, width: int = BAR) -> str:
    """A bar for this share of the width, to an eighth of a character; never empty for a possible outcome."""
    eighths = max(1, round(share * width * 8))
    full, rest = divmod(eighths, 8)
    return (_EIGHTHS[8] * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def columns(rows: Sequence[tuple[str, ...]], gap: str = "  ") -> list[str]:
    """Rows as lines with aligned columns."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
