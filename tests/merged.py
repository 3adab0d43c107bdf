"""Many cases of one test as a single item: a case is named only where it fails, and the others are tried all the same.

An item of its own for each costs more than most cases do: every worker finds all items, and each is reported.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def try_each(subtests: pytest.Subtests, cases: Iterable[tuple[str, T]], check: Callable[[T], None]) -> None:
    """Check every case; those that fail are reported by their names."""
    for name, case in cases:
        try:
            check(case)
        except (Exception, pytest.fail.Exception):
            with subtests.test(name):
                raise
