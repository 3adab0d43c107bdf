"""Bytes from outside: every way they can be wrong has its own code, and nothing is guessed.

`wire.decode` reads what Undercroft wrote itself. `read` takes what somebody typed or sent.
"""

from __future__ import annotations

import json
import re
from typing import Any, Never, cast

from undercroft.kernel import wire
from undercroft.kernel.faults import RuleInputError

MOST_BYTES = 65_536
MOST_DEPTH = 20
MOST_KEYS = 500
MOST_INTEGER = 2**53 - 1

_PATH = re.compile(r" - at `(?P<path>[^`]*)`$")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`")
_MISSING = re.compile(r"Object missing required field `(?P<field>[^`]*)`")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def read(kind: Any, raw: bytes | str) -> Any:
    """Read JSON typed or sent by somebody as a value of that kind."""
    return checked(kind, read_object(raw))


def checked(kind: Any, value: object) -> Any:
    """Take plain values for a value of that kind, with faults in the reader's own terms."""
    try:
        return wire.from_plain(kind, value)
    except wire.Unreadable as fault:
        raise _explained(str(fault)) from None


def read_object(raw: bytes | str) -> dict[str, Any]:
    """Read a JSON object, refusing what JSON readers usually let pass."""
    size = len(raw)
    if size > MOST_BYTES:
        _fail("too_long", f"more than {MOST_BYTES:,} bytes", "send less", limit=MOST_BYTES)
    text = _decoded(raw)
    if _deep(text) > MOST_DEPTH:
        _fail("too_deep", f"nested more than {MOST_DEPTH} deep", "nest less", limit=MOST_DEPTH)
    try:
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_no_constant, parse_int=_integer, parse_float=_no_float
        )
    except json.JSONDecodeError as fault:
        what = f"not JSON: {fault.msg.lower()} at character {fault.pos + 1}"
        raise RuleInputError("bad_json", what, 'write it like {"danger": "risky"}', position=fault.pos + 1) from None
    if not isinstance(value, dict):
        _fail("not_an_object", "not an object", 'write it like {"danger": "risky"}')
    found = cast("dict[str, Any]", value)
    _check_text(found)
    return found


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


def _deep(text: str) -> int:
    """How deeply brackets nest, text in quotation marks aside."""
    deepest = depth = 0
    quoted = escaped = False
    for character in text:
        if quoted:
            quoted = escaped or character != '"'
            escaped = not escaped and character == "\\"
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_KEYS:
        _fail("too_many_keys", f"more than {MOST_KEYS} keys", "send fewer", limit=MOST_KEYS)
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            _fail("duplicate_key", f"“{_short(name)}” is given twice", "give it once", field=name)
        found[name] = value
    return found


def _no_constant(name: str) -> Never:
    _fail("bad_json", f"{name} is not JSON", "write a whole number")


def _integer(digits: str) -> int:
    if len(digits) > len(str(MOST_INTEGER)) + 1 or abs(int(digits)) > MOST_INTEGER:
        _fail("number_out_of_range", "a number too big to be exact", "use a smaller one", limit=MOST_INTEGER)
    return int(digits)


def _no_float(written: str) -> Never:
    code = "number_out_of_range" if "e" in written.lower() else "type"
    _fail(
        code, f"{_short(written)} is not exact", 'write a whole number, or a fraction in quotation marks such as "9.5"'
    )


def _check_text(value: Any) -> None:
    if isinstance(value, str):
        if _SURROGATE.search(value):
            _fail("bad_unicode", "half of a character pair", "write the character itself")
        if "\x00" in value:
            _fail("bad_character", "text with a NUL in it", "leave it out")
    elif isinstance(value, list):
        for part in value:  # pyright: ignore[reportUnknownVariableType]
            _check_text(part)
    elif isinstance(value, dict):
        for name, part in cast("dict[str, Any]", value).items():
            _check_text(name)
            _check_text(part)


def _explained(message: str) -> RuleInputError:
    """A decoder's complaint as a fault that names the field and says what to do."""
    found = _PATH.search(message)
    path = found["path"].removeprefix("$").removeprefix(".") if found else ""
    what = message[: found.start()] if found else message
    if unknown := _UNKNOWN.search(what):
        return RuleInputError(
            "unknown_field", f"there is no input “{_short(unknown['field'])}”", "leave it out", field=unknown["field"]
        )
    if missing := _MISSING.search(what):
        field = f"{path}.{missing['field']}".lstrip(".")
        return RuleInputError("missing_field", f"“{field}” is missing", "give it", field=field)
    code = "type" if what.startswith("Expected `") and "got" in what else "out_of_range"
    detail = f"{path}: {what[:1].lower()}{what[1:]}" if path else what
    return RuleInputError(code, detail, "see “undercroft rules” for what each input may be", field=path or None)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fail(code: str, what: str, fix: str, *, field: str | None = None, limit: int | None = None) -> Never:
    raise RuleInputError(code, what, fix, field=field, limit=limit)
