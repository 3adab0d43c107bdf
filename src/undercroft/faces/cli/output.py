"""Printing: JSON for programs, plain text that reads without colour for people."""

import sys
from collections.abc import Sequence

from undercroft.faces.shared.one_line import one_line
from undercroft.kernel.wire import shown


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
