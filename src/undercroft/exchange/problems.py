"""Problems of texts that people write, whichever text it is."""

from msgspec import Struct


class Problem(Struct, frozen=True):
    """One problem: a code for programs, what is wrong, how to fix it, and the line."""

    code: str
    what: str
    fix: str
    line: int


class Enough(Exception):
    """There are more problems than anyone would read."""
