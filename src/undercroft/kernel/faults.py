"""Everything Undercroft raises on purpose.

    UndercroftError
      BadInput         what was given cannot be read, or lies out of range
        BadNotation    ... a dice expression; knows the character
        RuleInputError ... a rule's input, or dice that the rule did not ask for
      NotFound         no rule, table or book of that name
      OddsTooWide      an exact answer would have too many parts
      NeedsPolicy      odds cannot guess what a person would choose
      NotPermitted     that is for somebody else
      Unavailable      the machine does not give what is needed

A request the rules turn down is none of these: it is an outcome, `refused`.
"""

from __future__ import annotations


class UndercroftError(Exception):
    """Base of all faults: a code for programs, a sentence for people, and what to do about it."""

    def __init__(self, code: str, what: str, fix: str = "") -> None:
        super().__init__(f"{what} ({fix})" if fix else what)
        self.code = code
        self.what = what
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.what} ({self.fix})" if self.fix else self.what


class BadInput(UndercroftError, ValueError):
    """What was given cannot be read, or lies out of range."""

    def __init__(
        self,
        code: str,
        what: str,
        fix: str = "",
        *,
        field: str | None = None,
        position: int | None = None,
        limit: int | None = None,
    ) -> None:
        super().__init__(code, what, fix)
        self.field = field
        self.position = position
        self.limit = limit


class BadNotation(BadInput):
    """A dice expression that cannot be read; `position` counts characters from 1."""


class RuleInputError(BadInput):
    """A rule's input is wrong, or the dice are not the ones it asks for."""


class NotFound(UndercroftError, LookupError):
    """Nothing goes by that name."""


class OddsTooWide(UndercroftError):
    """The exact answer would have more parts than anyone could read, or wait for."""


class NeedsPolicy(UndercroftError):
    """Odds do not guess what a person would choose."""


class NotPermitted(UndercroftError):
    """Somebody asks who may not, or may not any more."""


class Unavailable(UndercroftError):
    """The machine does not give what is needed, a port say."""
