"""Problems of texts that people write, whichever text it is."""

from enum import StrEnum

from msgspec import Struct


class Severity(StrEnum):
    """An error means that the text cannot be used; a warning means that it may not do what it seems to."""

    ERROR = "error"
    WARNING = "warning"


class Problem(Struct, frozen=True):
    """One problem: a code for programs, what is wrong, how to fix it, and the line."""

    code: str
    what: str
    fix: str
    line: int


class Enough(Exception):
    """There are more problems than anyone would read."""
