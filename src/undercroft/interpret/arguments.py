"""What callers of the library hand over, refused in a sentence where it cannot be used."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from undercroft.kernel.faults import BadInput


def check_function(value: object, such: str) -> None:
    """Refuse what cannot be called, before it is.

    >>> check_function(4, "lambda state: state == 4")
    Traceback (most recent call last):
    ...
    undercroft.kernel.faults.BadInput: int is not a function (write one, such as lambda state: state == 4)
    """
    if not callable(value):
        raise BadInput("not_a_function", f"{_kind(value)} is not a function", f"write one, such as {such}")


def check_number(value: object) -> None:
    """Refuse what cannot be compared with numbers."""
    if not isinstance(value, int | float | Fraction):
        raise BadInput("type", f"{_kind(value)} is not a number", "write a number")


def check_whole(value: object) -> None:
    """Refuse anything but a whole number."""
    if not isinstance(value, int):
        raise BadInput("type", f"{_kind(value)} is not a whole number", "write a whole number")


def check_text(value: object) -> None:
    """Refuse anything but text."""
    if not isinstance(value, str):
        raise BadInput("type", f"{_kind(value)} is not text", "write text")


def check_several(value: object) -> None:
    """Refuse what holds no outcomes."""
    if not isinstance(value, Iterable):
        raise BadInput("type", f"{_kind(value)} holds no outcomes", 'write Odds.of([1, 2]) or Odds.of({"orc": 3})')


def share(value: object) -> Fraction:
    """A chance in proportion, as it is written.

    >>> share(3), share(0.1)
    (Fraction(3, 1), Fraction(1, 10))
    """
    try:
        return Fraction(str(value)) if isinstance(value, float) else Fraction(cast("int | Fraction", value))
    except (TypeError, ValueError, OverflowError):
        what = f"{str(value)[:20]} is not a chance"
        raise BadInput("type", what, "write a number, such as 3 or Fraction(1, 6)") from None


def check_chances(value: object) -> None:
    """Refuse what has no chances to draw."""
    if not isinstance(value, Mapping):
        raise BadInput(
            "type", f"{_kind(value)} is not odds", "give odds by name; to keep a picture, write the text to a file"
        )


def check_count(count: int) -> None:
    """Refuse what is not a number of tries."""
    if not isinstance(cast("object", count), int) or count < 0:
        raise BadInput("bad_count", f"{count!r} is not a number of times", "write a whole number, 0 or more")


def check_outcome(value: object) -> None:
    """Refuse what cannot be an outcome."""
    try:
        hash(value)
    except TypeError:
        raise unusable(value) from None


def unusable(value: object) -> BadInput:
    """The refusal of what cannot be an outcome: lists and the like, which may change, and odds in a list."""
    what = f"{_kind(value)} cannot be an outcome"
    return BadInput("not_an_outcome", what, "use numbers, text or tuples; hand over several odds one by one")


def _kind(value: object) -> str:
    return type(value).__name__
