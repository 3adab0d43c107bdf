"""A budget of work: every part of a long calculation is counted before it is done, and too much is refused.

A step is about a tenth of a microsecond. Without a budget nothing is refused here: a person at their own machine may
wait as long as they like.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from undercroft.kernel.faults import OddsTooWide

SCRIPT = 100
"""The steps for playing a rule once."""
DIE = 15
"""The steps for throwing a die."""
PAIR = 5
"""The steps for combining two results."""
RESULT = 20
"""The steps for writing a result down, besides its digits."""

READ = 4
"""The steps for reading a byte strictly."""

_DIGIT = 30
_KARATSUBA = 1.585


class Budget:
    """The work that one answer may take: steps in all, steps that nothing can interrupt, and characters written."""

    def __init__(self, steps: int, at_once: int, characters: int) -> None:
        self._steps = steps
        self._at_once = at_once
        self._characters = characters
        self.spent = 0
        """The steps counted so far."""
        self.written = 0
        """The characters counted so far."""

    def spend(self, steps: int, *, at_once: bool = False) -> None:
        """Count steps about to be taken; `at_once` if no other work can be done in between."""
        if self.spent + steps > self._steps or (at_once and steps > self._at_once):
            what = "this server does not do that much work for one answer"
            raise OddsTooWide(what, "ask for less, such as fewer or smaller dice, or do it on your own machine")
        self.spent += steps

    def write(self, characters: int) -> None:
        """Count characters about to be written."""
        self.written += characters
        if self.written > self._characters:
            what = f"the answer would be longer than {self._characters:,} characters"
            raise OddsTooWide(what, "group it by a condition such as total>=9, or ask about fewer or smaller dice")


_IN_FORCE: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def within(budget: Budget) -> Generator[Budget]:
    """Count all work done meanwhile against a budget."""
    before = _IN_FORCE.set(budget)
    try:
        yield budget
    finally:
        _IN_FORCE.reset(before)


def spend(steps: int, *, at_once: bool = False) -> None:
    """Count steps about to be taken against the budget in force, if there is one."""
    budget = _IN_FORCE.get()
    if budget is not None:
        budget.spend(steps, at_once=at_once)


def write(characters: int) -> None:
    """Count characters about to be written against the budget in force, if there is one."""
    budget = _IN_FORCE.get()
    if budget is not None:
        budget.write(characters)


def product_of(bits: int) -> int:
    """The steps for a product of that many bits.

    >>> product_of(60), product_of(6_000_000) > 1_000_000
    (1, True)
    """
    return 1 + int((bits / _DIGIT) ** _KARATSUBA / 60)


def fraction_of(bits: int) -> int:
    """The steps for reducing a fraction of that many bits and writing it down."""
    return 3 * RESULT + (bits // _DIGIT) ** 2 // 50
