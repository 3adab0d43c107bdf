"""Strict reading of bytes from outside: each kind of mistake has its own code, and nothing is guessed.

`wire.decode` reads what Undercroft wrote itself. `read` takes what people typed or sent.
"""

import json
import re
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from math import isinf
from typing import Any, Never, cast, get_args, get_type_hints

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.amounts import MINUS
from undercroft.kernel.faults import BadInput, RuleInputError, shortened
from undercroft.kernel.fitting import fitting
from undercroft.kernel.near_names import remedy
from undercroft.kernel.nesting import MOST_DEPTH, brackets, is_too_deep

MOST_BYTES = 65_536
MOST_KEYS = 500
MOST_INTEGER = 2**53 - 1

_VALUE = re.compile(r"Invalid (?:enum )?value '(?P<value>.*)'", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>.*)`")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def read(kind: Any, raw: bytes | str) -> Any:
    """Read JSON that people typed or sent as a value of that kind."""
    return checked(kind, read_object(raw))


def checked(kind: Any, value: object) -> Any:
    """Convert plain values to a value of that kind, with faults in terms of the input."""
    _check_text(value)
    try:
        return wire.from_plain(kind, value)
    except wire.Unreadable as fault:
        if fault.fault is not None:
            raise _its_own(fault.fault, fault.path) from None
        raise _explained(fault.what, fault.path.removeprefix("."), value, kind) from None


def read_object(raw: bytes | str) -> dict[str, Any]:
    """Read a JSON object, and refuse what JSON readers usually let pass."""
    value = read_json(raw)
    if not isinstance(value, dict):
        _fail("not_an_object", "not an object", 'write it like {"danger": "risky"}')
    return cast("dict[str, Any]", value)


def read_json(raw: bytes | str) -> Any:
    """Read any JSON value, just as strictly."""
    size = len(raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw)
    if size > MOST_BYTES:
        _fail("too_long", f"more than {MOST_BYTES:,} bytes", "send less", limit=MOST_BYTES)
    text = _decoded(raw)
    if is_too_deep(brackets(text)):
        _too_deep()
    try:
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_no_constant, parse_int=_integer, parse_float=_no_float
        )
    except json.JSONDecodeError as fault:
        what = f"not JSON: {fault.msg.lower()} at character {fault.pos + 1}"
        raise RuleInputError("bad_json", what, 'write it like {"danger": "risky"}', position=fault.pos + 1) from None
    _check_text(value)
    return value


def _decoded(raw: bytes | str) -> str:
    if isinstance(raw, str):
        return raw
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise RuleInputError("bad_encoding", "not UTF-8", "send UTF-8", position=fault.start + 1) from None
    if text.startswith("\ufeff"):
        _fail("bad_encoding", "starts with a byte order mark", "send UTF-8 without it")
    return text


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_KEYS:
        _fail("too_many_keys", f"more than {MOST_KEYS} keys", "send fewer", limit=MOST_KEYS)
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            _fail("duplicate_key", f"“{shortened(name)}” is given twice", "give it once", field=name)
        found[name] = value
    return found


def _no_constant(name: str) -> Never:
    _fail("bad_json", f"{name} is not JSON", "write a whole number")


def _integer(digits: str) -> int:
    if len(digits) > len(str(MOST_INTEGER)) + 1 or abs(int(digits)) > MOST_INTEGER:
        _fail("number_out_of_range", "a number too big to be exact", "use a smaller one", limit=MOST_INTEGER)
    return int(digits)


def _no_float(written: str) -> Never:
    code = "number_out_of_range" if isinf(float(written)) else "type"
    _fail(
        code,
        f"{shortened(written)} is not exact",
        'write a whole number, or a fraction in quotation marks such as "9.5"',
    )


def _check_text(value: Any, depth: int = 0) -> None:
    """Refuse text, at any depth, that could not be written down again."""
    if depth > MOST_DEPTH:
        _too_deep()
    if isinstance(value, str):
        if _SURROGATE.search(value):
            _fail("bad_unicode", "half of a character pair", "write the character itself")
        if "\x00" in value:
            _fail("bad_character", "text with a NUL in it", "leave it out")
    elif isinstance(value, Mapping):
        for name, part in cast("Mapping[str, Any]", value).items():
            _check_text(name, depth + 1)
            _check_text(part, depth + 1)
    elif isinstance(value, list | tuple | AbstractSet):
        for part in cast("Collection[Any]", value):
            _check_text(part, depth + 1)


def _its_own(fault: BadInput, path: str) -> RuleInputError:
    """The fault that a value's own check raised, with the path of the value."""
    field = f"{path}.{fault.field}".strip(".") if fault.field else path.removeprefix(".")
    return RuleInputError(fault.code, fault.what, fault.fix, field=field or None, limit=fault.limit)


def _explained(what: str, path: str, told: object, kind: Any) -> RuleInputError:
    """A decoder's complaint as a fault that names the field and the remedy."""
    if unknown := _UNKNOWN.fullmatch(what):
        field = f"{path}.{unknown['field']}".lstrip(".")
        fix = remedy(unknown["field"], _names_at(kind, path, told), "leave it out")
        return RuleInputError("unknown_field", f"there is no input “{shortened(field)}”", fix, field=field)
    if missing := _MISSING.fullmatch(what):
        field = f"{path}.{missing['field']}".lstrip(".")
        fix = f"give {fitting(kind, field) or 'it'}"
        return RuleInputError("missing_field", f"“{shortened(field)}” is missing", fix, field=field)
    code = "type" if what == wire.NO_FRACTION or (what.startswith("Expected `") and "got" in what) else "out_of_range"
    words = _in_words(what, _at(told, path))
    fits = fitting(kind, path, by_length=_LENGTH.match(what) is not None)
    fix = f"give {fits}" if fits else "look up what it may be"
    return RuleInputError(code, f"{shortened(path)}: {words}" if path else words, fix, field=path or None)


_STEP = re.compile(r"\[[^\]]*\]")


def _names_at(kind: Any, path: str, told: object) -> set[str]:
    """The inputs that there are where the path leads and that are not given yet."""
    kinds = _structs(kind)
    for step in filter(None, _STEP.sub("", path).split(".")):
        hints = [get_type_hints(kind, include_extras=True) for kind in kinds]
        kinds = [inner for hint in hints if step in hint for inner in _structs(hint[step])]
    given = _at(told, path)
    names = {name for kind in kinds for name in kind.__struct_encode_fields__}
    return names - set(cast("Mapping[str, object]", given) if isinstance(given, Mapping) else ())


def _structs(hint: Any) -> list[type[Struct]]:
    """The structs in a type, such as those of a list or of a choice between several."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return [hint]
    return [inner for part in get_args(hint) for inner in _structs(part)]


_GOT = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
_BOUND = re.compile(r"Expected `(?:int|float)` (?P<sign>[<>]=?) (?P<bound>-?[0-9.]+)")
_LENGTH = re.compile(r"Expected `(?P<kind>\w+)` of length (?P<sign>[<>]=) (?P<bound>[0-9]+)")
_TYPES: Mapping[str, str] = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "yes or no",
    "array": "a list",
    "object": "an object",
}
"""What the decoder calls a type, and what people call it."""


def _in_words(what: str, value: object) -> str:
    """A decoder's complaint about a value, without the names of types."""
    if refused := _VALUE.fullmatch(what):
        return f"“{shortened(refused['value'])}” is not one of the choices"
    if got := _GOT.fullmatch(what):
        wanted = " or ".join(
            _TYPES.get(kind.strip(), kind.strip()) for kind in got["wanted"].split("|") if "null" not in kind
        )
        written = _written(value)
        return f"{written} is not {wanted}" if written else f"it is empty, and must be {wanted}"
    if bound := _BOUND.fullmatch(what):
        limit = f"{bound['bound'].replace('-', MINUS)} or {'more' if '>' in bound['sign'] else 'less'}"
        return f"{_written(value)} is out of range: it must be {limit}"
    if length := _LENGTH.fullmatch(what):
        return _wrong_length(length["kind"], length["sign"], length["bound"])
    if "matching regex" in what:
        return f"{_written(value)} is not in the right form"
    return f"{what[:1].lower()}{what[1:]}"


def _wrong_length(kind: str, sign: str, bound: str) -> str:
    parts, bound = "characters" if kind == "str" else "entries", f"{int(bound):,}"
    if sign == ">=":
        return "it is empty" if bound == "1" else f"it needs at least {bound} {parts}"
    return f"it has more than {bound} {parts}"


def _written(value: object) -> str:
    """A value as the sender wrote it; empty for nothing."""
    match value:
        case None | "":
            return ""
        case bool():
            return "yes" if value else "no"
        case str():
            return f"“{shortened(value)}”"
        case int():
            return f"{value:,}".replace("-", MINUS)
        case Mapping():
            return "an object"
        case _:
            return "a list" if isinstance(value, list | tuple) else "this"


def _at(told: object, path: str) -> object:
    """The value at a path such as `trial.who[0]`; None if there is none."""
    for step in re.findall(r"[^.\[\]]+", path):
        if isinstance(told, Mapping):
            told = cast("Mapping[str, object]", told).get(step)
        elif isinstance(told, list | tuple) and step.isdigit():
            parts = cast("list[object]", told)
            told = parts[int(step)] if int(step) < len(parts) else None
        else:
            return None
    return told


def _too_deep() -> Never:
    _fail("too_deep", f"nested more than {MOST_DEPTH} deep", "nest less", limit=MOST_DEPTH)


def _fail(code: str, what: str, fix: str, *, field: str | None = None, limit: int | None = None) -> Never:
    raise RuleInputError(code, what, fix, field=field, limit=limit)
