"""Every fault that Undercroft raises on purpose.

    UndercroftError
      BadInput         an input cannot be read, or is out of range
        BadNotation    ... a dice expression; knows the character
        RuleInputError ... a rule's input, or dice that the rule did not ask for
      NotFound         there is no rule, table or book of that name
      OddsTooWide      an exact answer would have too many parts
      NeedsPolicy      odds cannot guess what a person would choose
      NotPermitted     the asker may not do that
      Unavailable      the machine cannot provide what is needed
      NoEnd            what follows from a command has no end

A request that the rules turn down is not a fault: it has the outcome `refused`.
"""


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
    """An input cannot be read, or is out of range."""

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


def shortened(text: str, most: int = 40) -> str:
    """At most that many characters of an input, for a message."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


class BadNotation(BadInput):
    """A dice expression that cannot be read; `position` counts characters from 1."""


class RuleInputError(BadInput):
    """A rule's input is wrong, or the dice are not the dice it asks for."""


class NotFound(UndercroftError, LookupError):
    """There is nothing of that name."""


class OddsTooWide(UndercroftError):
    """The exact answer would have too many parts to read, or take too long to find."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__("odds_too_wide", what, fix)


class NeedsPolicy(UndercroftError):
    """Odds do not guess what a person would choose."""


class NotPermitted(UndercroftError):
    """The asker may not do that, or no longer may."""


class NoEnd(UndercroftError):
    """What follows from a command has no end: a mistake of ours. Nothing was done."""

    def __init__(self) -> None:
        what = "what follows from this has no end, so nothing was done"
        super().__init__("no_end", what, "undo the last act or do something else, and please report it")


class Unavailable(UndercroftError):
    """The machine cannot provide what is needed, such as a port."""
