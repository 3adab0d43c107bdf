"""How much work a piece of code does: counted, not timed, so that a busy machine counts the same."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

A_CHARACTER = 64
"""Steps that a reader may take for each character: a mebibyte is then read in seconds."""


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python run; each turn of a loop counts again."""
    count = 0

    def line(_: FrameType, event: str, __: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def reads_steadily(reader: Callable[[str], object], text: str, twice: str, *, a_line: int = 0) -> None:
    """Twice as long a text takes twice the steps, and no more of them than its length and its lines allow."""
    once, more = steps(lambda: reader(text)), steps(lambda: reader(twice))
    assert more <= 2.1 * once + 100
    assert more <= A_CHARACTER * len(twice) + a_line * twice.count("\n")
