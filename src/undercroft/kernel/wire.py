"""The one encoder and the one decoder, for faces, logs, files and tests.

Strict: no coercion, no half-read value, no unknown field. A fraction is written `"2/3"`; read, it may also be a whole
number or a decimal in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar, cast, get_args, get_origin

import msgspec

from undercroft.kernel.frozen import FrozenMap

T = TypeVar("T")

FRACTION = re.compile(r"-?[0-9]{1,30}(/[1-9][0-9]{0,29}|\.[0-9]{1,30})?")
"""How a fraction may be written: 3, 2/3, 9.5."""


class Unreadable(ValueError):
    """The bytes are not what they should be; the message ends in a path such as `$.clock`."""


def encode(value: object) -> bytes:
    """Canonical JSON: keys sorted, fractions as text."""
    return msgspec.json.encode(value, enc_hook=_to_plain, order="sorted")


def decode(kind: Any, raw: bytes) -> Any:
    """Read JSON as a value of that kind, or say what is wrong with it."""
    return _reading(lambda: msgspec.json.decode(raw, type=kind, dec_hook=_from_plain))


def plain(value: object) -> Any:
    """The value as dicts, lists, text and numbers, as JSON would have it."""
    return msgspec.json.decode(encode(value))


def from_plain(kind: Any, value: object) -> Any:
    """Dicts, lists, text and numbers as a value of that kind, or say what is wrong with them."""
    return _reading(lambda: msgspec.convert(value, type=kind, dec_hook=_from_plain))


def _reading(read: Callable[[], T]) -> T:
    try:
        return read()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(str(fault)) from None


def _to_plain(value: object) -> object:
    match value:
        case Fraction(numerator=n, denominator=d):
            return f"{n}/{d}"
        case FrozenMap():
            return dict(cast("FrozenMap[object]", value))
        case _:
            raise NotImplementedError(f"no wire form for {type(value).__name__}")


def _from_plain(kind: Any, value: object) -> object:
    if kind is Fraction:
        return _fraction(value)
    if get_origin(kind) is FrozenMap:
        return FrozenMap(msgspec.convert(value, dict[str, get_args(kind)[0]], dec_hook=_from_plain))  # type: ignore[misc]
    raise NotImplementedError(f"no wire form for {kind}")


def _fraction(value: object) -> Fraction:
    match value:
        case Fraction():
            return value
        case int() if not isinstance(value, bool):
            return Fraction(value)
        case str() if FRACTION.fullmatch(value):
            return Fraction(value)
        case _:
            raise ValueError('Expected a whole number, or a fraction in quotation marks such as "2/3"')
