"""The only encoder and the only decoder, for faces, logs, files and tests.

Strict: no coercion, no half-read value, no unknown field. A fraction is written `"2/3"`. The decoder also accepts a
whole number, or a decimal in quotation marks.
"""

import re
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any, TypeVar, cast, get_args, get_origin

import msgspec

from undercroft.kernel.faults import BadInput
from undercroft.kernel.frozen import FrozenMap

T = TypeVar("T")

FRACTION = re.compile(r"-?[0-9]{1,30}(/[1-9][0-9]{0,29}|\.[0-9]{1,30})?")
"""How a fraction may be written: 3, 2/3, 9.5."""


NO_FRACTION = 'Expected a whole number, or a fraction in quotation marks such as "2/3"'

_PERHAPS_FLOAT = re.compile(rb"[0-9][.e][-0-9]|null")
"""What a float leaves in JSON, and other values may: a point or an exponent, or `null` for what is no number."""

_PLACE = re.compile(r" - at (?:`key` in )?`\$(?P<path>[^`]*)`\Z")


class Unreadable(ValueError):
    """The value does not have the expected form. Says what is wrong and where, as a path such as `.clock`.

    `fault` is the fault that the value itself raised, if it raised one.
    """

    def __init__(self, what: str, path: str = "", fault: BadInput | None = None) -> None:
        super().__init__(f"{what} - at `${path}`" if path else what)
        self.what = what
        self.path = path
        self.fault = fault


class _Inner(ValueError):
    """What is wrong within a mapping, and where in it. The decoder repeats the message and adds the mapping's path."""

    def __init__(self, what: str, path: str) -> None:
        super().__init__(what)
        self.path = path


def encode(value: object) -> bytes:
    """Canonical JSON: keys sorted, fractions as text, no floats."""
    plain = msgspec.to_builtins(value, enc_hook=_to_plain, order="sorted", str_keys=True)
    raw = msgspec.json.encode(plain)
    if _PERHAPS_FLOAT.search(raw) and _may_pack_float(plain) and _has_float(plain):
        raise ValueError("a float is not exact: write a fraction")
    return raw


def shown(value: object) -> bytes:
    """JSON for programs to read but not to keep: it may hold percentages."""
    return msgspec.json.encode(value, enc_hook=_to_plain, order="sorted")


def kept(value: object) -> bytes:
    """JSON with names in their given order, for our own caches: the values read back have the same order."""
    return msgspec.json.encode(value, enc_hook=_to_plain)


def _may_pack_float(plain: object) -> bool:
    """Whether MessagePack has the byte that stands before each of its floats: seldom for another reason."""
    try:
        return _FLOAT in msgspec.msgpack.encode(plain)
    except OverflowError:  # a whole number that is too large for it
        return True


_FLOAT = b"\xcb"


def _has_float(plain: object) -> bool:
    kind = type(plain)
    if kind is dict:
        return _have_float(cast("dict[str, object]", plain).values())
    if kind is list or kind is tuple:
        return _have_float(cast("Sequence[object]", plain))
    return kind is float


def _have_float(values: Collection[object]) -> bool:
    """Most collections hold only text and whole numbers: these are told by their types at once."""
    kinds = set(map(type, values))
    return float in kinds or (not kinds.isdisjoint(_HOLDERS) and any(map(_has_float, values)))


_HOLDERS = (dict, list, tuple)


def decode(kind: Any, raw: bytes) -> Any:
    """Read JSON as a value of that kind, or raise what is wrong with it."""
    return _reading(lambda: msgspec.json.decode(raw, type=kind, dec_hook=_from_plain))


def reader(kind: Any) -> Callable[[bytes], Any]:
    """A function that reads JSON as values of that kind, made once and used often."""
    read = msgspec.json.Decoder(kind, dec_hook=_from_plain).decode

    def reading(raw: bytes) -> Any:
        try:
            return read(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            raise _placed(fault) from None

    return reading


def plain(value: object) -> Any:
    """The value as dicts, lists, text and numbers, as in JSON."""
    return msgspec.json.decode(encode(value))


def from_plain(kind: Any, value: object) -> Any:
    """Convert dicts, lists, text and numbers to a value of that kind, or raise what is wrong with them."""
    return _reading(lambda: msgspec.convert(value, type=kind, dec_hook=_from_plain))


def _reading(read: Callable[[], T]) -> T:
    try:
        return read()
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise _placed(fault) from None


def _placed(fault: Exception) -> Unreadable:
    """A decoder's complaint, with the full path even inside a mapping of ours."""
    message = str(fault)
    found = _PLACE.search(message)
    within = fault.__cause__.path if isinstance(fault.__cause__, _Inner) else ""
    raised = fault.__cause__ if isinstance(fault.__cause__, BadInput) else None
    if found is None:
        return Unreadable(message, within, raised)
    return Unreadable(message[: found.start()], found["path"] + within, raised)


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
        return _map(get_args(kind)[0], value)
    raise NotImplementedError(f"no wire form for {kind}")


def _map(of: Any, value: object) -> FrozenMap[Any]:
    named = _part(dict[str, Any], value, "")
    return FrozenMap({name: _part(of, part, f".{name}") for name, part in named.items()})


def _part(kind: Any, value: object, path: str) -> Any:
    try:
        return msgspec.convert(value, kind, dec_hook=_from_plain)
    except msgspec.ValidationError as fault:
        inner = _placed(fault)
        raise _Inner(inner.what, path + inner.path) from None


def _fraction(value: object) -> Fraction:
    match value:
        case Fraction():
            return value
        case int() if not isinstance(value, bool):
            return Fraction(value)
        case str() if FRACTION.fullmatch(value):
            return Fraction(value)
        case _:
            raise ValueError(NO_FRACTION)
