"""A guard behind a promise of docs/guarantees.md, and the change that takes it away."""

from typing import NamedTuple


class Guard(NamedTuple):
    """A line of the package that keeps a promise, the same line without its effect, and the test that must fail."""

    file: str
    line: str
    without: str
    test: str
