"""Checking values against forms. Every problem is noted, and good values are kept so that checking can go on."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from msgspec import UNSET

from undercroft.exchange.campaignfile.forming import HEX, HOUR, ID, LABEL, MOST, NUMBER, Form
from undercroft.exchange.campaignfile.problems import FileNotes, Path, cut, suggestion
from undercroft.kernel import wire
from undercroft.kernel.shape import (
    DiceOnly,
    Either,
    Exact,
    Field,
    Flag,
    Many,
    Maybe,
    Named,
    OneOf,
    Record,
    Rollable,
    Several,
    Text,
    Whole,
)

BAD_ID = ("bad_id", "is not an id", "use small letters, digits, - and _, and begin with a letter or a digit")
_PATTERNS = {
    ID.pattern: BAD_ID,
    HEX.pattern: ("bad_hex", "is not a hex", "write its column and row, such as 0505"),
    HOUR.pattern: ("bad_hour", "is not a time of day", "write it like 09:30"),
    NUMBER.pattern: ("bad_label", "is not a room number", "write it like 8, 8a or B12"),
}
_TEXTS = {
    ID.pattern: "an id in quotation marks",
    HEX.pattern: 'a hex such as "0505"',
    HOUR.pattern: 'a time of day such as "09:30"',
    NUMBER.pattern: 'a number such as "8a"',
}
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def checked(notes: FileNotes, form: Form, value: object, path: Path) -> Any:
    """The good part of the value, or UNSET if there is none. In a list, a bad item stays as UNSET."""
    match form:
        case Flag():
            return value if isinstance(value, bool) else _wrong(notes, form, value, path)
        case Whole():
            return _whole(notes, form, value, path)
        case Exact():
            return _exact(notes, form, value, path)
        case Text():
            return _text(notes, form, value, path)
        case OneOf():
            return _one_of(notes, form, value, path)
        case Many(of=of):
            return _many(notes, of, value, path)
        case Named(of=of):
            return _named(notes, of, value, path)
        case Record():
            return _record(notes, form, value, path)
        case Either(parts=parts):
            fits = _fitting(parts, value)
            return _wrong(notes, form, value, path) if fits is None else checked(notes, fits, value, path)
        case Maybe() | Several() | Rollable() | DiceOnly():
            raise TypeError("a file has neither nothing, nor rows of unlike things, nor dice thrown for a command")


def _many(notes: FileNotes, of: Form, value: object, path: Path) -> Any:
    if not isinstance(value, list):
        return _wrong(notes, Many(of), value, path)
    items = enumerate(cast("Sequence[object]", value))
    return [checked(notes, of, item, (*path, number)) for number, item in items]


def _named(notes: FileNotes, of: Form, value: object, path: Path) -> Any:
    if not isinstance(value, dict):
        return _wrong(notes, Named(of), value, path)
    parts = cast("dict[str, object]", value).items()
    found = ((_text(notes, LABEL, key, (*path, key)), checked(notes, of, part, (*path, key))) for key, part in parts)
    return {key: part for key, part in found if key is not UNSET and part is not UNSET}


def _whole(notes: FileNotes, form: Whole, value: object, path: Path) -> Any:
    if not isinstance(value, int) or isinstance(value, bool):
        return _wrong(notes, form, value, path)
    if (form.least is not None and value < form.least) or (form.most is not None and value > form.most):
        notes.add("out_of_range", path, f"{_figure(value)} is out of range", f"write {_called(form)}")
        return UNSET
    return value


def _figure(value: int | Fraction) -> str:
    """A number from the file, unless it has too many digits to read."""
    return f"{value}" if -(10**15) < value < 10**15 else "the number"


def _exact(notes: FileNotes, form: Exact, value: object, path: Path) -> Any:
    written = isinstance(value, str) and wire.FRACTION.fullmatch(value)
    number = Fraction(cast("str", value)) if written else value
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        return _wrong(notes, form, value, path)
    least, most = form.least or 0, MOST if form.most is None else form.most
    if not least <= number <= most:
        fix = f"write a number from {least:,} to {most:,}"
        notes.add("out_of_range", path, f"{_figure(number)} is out of range", fix)
        return UNSET
    return Fraction(number)


def _text(notes: FileNotes, form: Text, value: object, path: Path) -> Any:
    if not isinstance(value, str):
        return _wrong(notes, form, value, path)
    text = unicodedata.normalize("NFC", value)
    if odd := next((sign for sign in text if _unseen(sign)), None):
        notes.add("bad_character", path, f"{odd!r} is invisible", "leave it out")
        return UNSET
    if form.pattern is not None and not re.fullmatch(form.pattern, text):
        code, what, fix = _PATTERNS[form.pattern]
        notes.add(code, path, f"“{cut(text)}” {what}", fix)
        return UNSET
    if len(text) < (form.least or 0):
        notes.add("empty", path, "it is empty", f"write {_called(form)}")
        return UNSET
    if form.most is not None and len(text) > form.most:
        notes.add("too_long", path, f"{len(text):,} characters are too many", f"write at most {form.most:,}")
        return UNSET
    return text


def _unseen(sign: str) -> bool:
    return (unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t") or sign in _BIDIRECTIONAL


def _one_of(notes: FileNotes, form: OneOf, value: object, path: Path) -> Any:
    if any(value == word and type(value) is type(wire.plain(word)) for word in form.words):
        return value
    if not isinstance(value, str):
        return _wrong(notes, form, value, path)
    fix = suggestion(value, map(str, form.words), "choose another")
    notes.add("not_one_of", path, f"“{cut(value)}” is not known here", fix)
    return UNSET


def _record(notes: FileNotes, form: Record, value: object, path: Path) -> Any:
    if not isinstance(value, dict):
        return _wrong(notes, form, value, path)
    given = cast("dict[str, Any]", value)
    fields = {field.name: field for field in form.fields}
    good: dict[str, Any] = {form.kind_field: form.kind} if form.kind else {}
    for key, part in given.items():
        if key in fields:
            found = checked(notes, fields[key].shape, part, (*path, key))
            if found is not UNSET:
                good[key] = found
        elif key not in good:
            fix = suggestion(key, (name for name in fields if name not in given), "leave it out")
            notes.add("unknown_key", (*path, key), f"there is no key “{cut(key)}” here", fix)
    for field in fields.values():
        _missing(notes, field, given, path)
    return good


def _missing(notes: FileNotes, field: Field, given: Mapping[str, object], path: Path) -> None:
    if field.required and field.name not in given:
        notes.add("missing", (*path, field.name), f"“{field.name}” is missing", f"write {_called(field.shape)}")


_SORTS: Mapping[type[Form], type] = {Flag: bool, Whole: int, Text: str, Many: list, Named: dict, Record: dict}


def _fitting(parts: tuple[Form, ...], value: object) -> Form | None:
    """The form that is meant, by the type of the value or by the word that names it."""
    fits = (part for part in parts if _SORTS.get(type(part)) is type(value))
    return next((part for part in fits if not isinstance(part, Record) or _is_kind(part, value)), None)


def _is_kind(form: Record, value: object) -> bool:
    return form.kind is None or cast("Mapping[str, object]", value).get(form.kind_field) == form.kind


def _wrong(notes: FileNotes, form: Form, value: object, path: Path) -> Any:
    """Note a value of the wrong type."""
    notes.add("type", path, f"this is {_SAID.get(type(value), 'something else')}", f"write {_called(form)}")
    return UNSET


_SAID: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "text",
    list: "a list",
    dict: "a table",
    Fraction: "a number with a point",
}


def _called(form: Form) -> str:
    """What the form expects, in words."""
    match form:
        case Flag():
            return "true or false"
        case Whole(least=least, most=most):
            return f"a whole number from {least:,} to {most:,}"
        case Exact():
            return 'a number such as 2 or 0.5, or a fraction in quotation marks such as "1/3"'
        case Text(pattern=pattern):
            return _TEXTS.get(pattern, "text in quotation marks")
        case OneOf(words=(word,)):
            return str(word)
        case OneOf(words=words):
            return f"one of {', '.join(str(word) for word in words)}"
        case Many():
            return "a list in square brackets"
        case Record(kind=str(kind), kind_field=kind_field):
            return f'a table with {kind_field} = "{kind}"'
        case Either(parts=(Named(), Many())):
            return "a table for each, or a list of tables"
        case Either(parts=(Record(kind=str(), kind_field=name), *_) as parts):
            kinds = [f'"{part.kind}"' for part in parts if isinstance(part, Record)]
            return f"a table with {name} = {' or '.join(kinds)}"
        case Either(parts=parts):
            return " or ".join(dict.fromkeys(_called(part) for part in parts))
        case _:
            return "a table"
