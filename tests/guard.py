"""A guard behind a promise of docs/guarantees.md, and the change that takes it away."""

from typing import NamedTuple


class Change(NamedTuple):
    """A line of the package, and the same line without its effect. Files of `deploy` begin with that name."""

    file: str
    line: str
    without: str


class Guard(NamedTuple):
    """A line of the package that keeps a promise, the same line without its effect, and the test that must fail."""

    file: str
    line: str
    without: str
    test: str
    more: tuple[Change, ...] = ()
    """Other guards that keep it alone, and are taken away with it."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """Everything that is taken away."""
        return (Change(self.file, self.line, self.without), *self.more)
