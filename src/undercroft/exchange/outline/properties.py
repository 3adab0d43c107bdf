"""Lines such as `key: value`: any property that the campaign file knows, of the thing written above."""

import re
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, cast, get_type_hints

import msgspec
from msgspec import UNSET

from undercroft.exchange.campaignfile.checking import checked
from undercroft.exchange.campaignfile.forming import ID, Form
from undercroft.exchange.campaignfile.problems import FileNotes
from undercroft.exchange.campaignfile.sites import BY_LEVEL
from undercroft.exchange.outline.entries import FORMS, KINDS, OutlineEntry, Sort
from undercroft.exchange.outline.notes import OutlineNote, OutlineNotes
from undercroft.exchange.outline.phrases import is_plain, parts, quoted, unquoted
from undercroft.exchange.problems import Severity
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.shape import Exact, Flag, Many, Named, OneOf, Record, Text, Whole, default_of
from undercroft.table.state.pictures import Pin
from undercroft.table.state.sites import Shape

_LINE = re.compile(r"(?P<key>[A-Za-z][A-Za-z _-]{0,30}?)\s*:(?:\s+|$)(?P<value>.*)")
_NONE = "none"
_YES = {"yes": True, "true": True, "no": False, "false": False}
PEOPLE = "people"
REFERENCES: Mapping[Sort, Mapping[str, Sort | str]] = {
    Sort.SITE: {"entrance": Sort.ZONE},
    Sort.DOOR: {
        "from": Sort.ZONE, "to": Sort.ZONE, "key": Sort.THING, "barred_from": Sort.ZONE, "one_way": Sort.ZONE
    },
    Sort.TRAP: {"zone": Sort.ZONE, "door": Sort.DOOR, "thing": Sort.THING},
    Sort.FEATURE: {"zone": Sort.ZONE, "door": Sort.DOOR, "trap": Sort.TRAP, "things": Sort.THING},
    Sort.OBSTACLE: {"zone": Sort.ZONE, "to": Sort.ZONE, "things": Sort.THING, "over": PEOPLE, "down": PEOPLE},
    Sort.CREATURES: {"zone": Sort.ZONE},
    Sort.THING: {"zone": Sort.ZONE, "with": Sort.CREATURES},
    Sort.ROW: {"creatures": Sort.CREATURES},
}  # fmt: skip
"""The properties that name something else, and what they name."""
SEVERAL = {"clue": "clues", "effect": "effects"}
"""Properties with a line for each of several texts."""
_ALIASES: Mapping[str, str] = {
    **SEVERAL,
    "bestiary": "monster",
    "hides_exit": "door",
    "hides_trap": "trap",
    "found_by": "answer",
    "searching": "where",
    "sign": "tell",
    "doing": "activity",
    "number": "label",
    "numbers": "numbers",
}
_WORDS = {
    (Sort.FEATURE, "door"): "hides exit",
    (Sort.FEATURE, "trap"): "hides trap",
    (Sort.CREATURES, "monster"): "bestiary",
    **{(sort, many): one for one, many in SEVERAL.items() for sort in (Sort.FEATURE, Sort.SITE)},
}
_HINTS = {sort: get_type_hints(kind) for sort, kind in KINDS.items()}
_FIELDS = {sort: {field.name: field.shape for field in FORMS[sort].fields} for sort in Sort}


def property_line(text: str) -> tuple[str, str, int] | None:
    """The key, the value and where the value begins, if the line has that form."""
    found = _LINE.fullmatch(text)
    if found is None:
        return None
    return re.sub(r"[\s-]+", "_", found["key"].strip().lower()), found["value"].strip(), found.start("value")


def knows(entry: OutlineEntry, key: str) -> bool:
    """Whether the thing above has such a property."""
    return _known(entry.sort, key) is not None


def _known(sort: Sort, key: str) -> str | None:
    name = _ALIASES.get(key, key)
    if name == "id" and sort is not Sort.ROW:
        return name
    nested = sort in (Sort.ZONE, Sort.SITE) and name in _PARTS
    return name if name in _FIELDS[sort] and not nested and not (sort is Sort.CREATURES and name == "things") else None


_PARTS = frozenset({"zones", "doors", "traps", "features", "obstacles", "creatures", "things", "encounters"})


def is_text(sort: Sort, key: str) -> bool:
    """Whether the property is a text that may go on over several lines."""
    form = _FIELDS[sort].get(_ALIASES.get(key, key))
    many = isinstance(form, Many) and _ALIASES.get(key, key) in SEVERAL.values()
    return many or (isinstance(form, Text) and form.pattern is None and (form.most or 0) > 64)


def set_property(entry: OutlineEntry, key: str, value: str, line: int, column: int, notes: OutlineNotes) -> None:
    """Give the thing above a property; a value that does not fit is noted."""
    name = _known(entry.sort, key)
    if name is None:
        return
    said = "" if value.lower() == _NONE else value
    if name not in SEVERAL.values():
        if (before := entry.hints.setdefault("given", {}).get(name)) is not None:
            what = f"the {key.replace('_', ' ')} is given again below; this one does not count"
            notes.add(OutlineNote("twice", what, "leave one out", *before))
        entry.hints["given"][name] = (line, column, column + len(value))
    entry.hints.setdefault("below", []).append(f"{key.replace('_', ' ')}: {value}")
    if name in REFERENCES.get(entry.sort, {}):
        entry.key_refs[name] = tuple(unquoted(part.text) for part in parts(said))
        entry.spans[name] = (column, column + len(value))
        return
    if name == "id":
        form: Form = ID
    else:
        form = _FIELDS[entry.sort][name]
    several = name in SEVERAL.values()
    if not said and not several:
        entry.keys[name] = _unset(entry.sort, name)
        return
    file_notes = FileNotes(dict)
    plain = _read(form.of, said) if several and isinstance(form, Many) else _read(form, said)
    good = checked(
        file_notes, Many(form.of) if several and isinstance(form, Many) else form, [plain] if several else plain, ()
    )
    if several and not said:
        entry.keys[name] = ()
    elif not file_notes.usable or good is UNSET:
        found = file_notes.in_order[0]
        what = f"{key.replace('_', ' ')}: {found.what}"
        fix = found.fix.replace(" in quotation marks", "")
        note = OutlineNote("bad_value", what, fix, line, column, column + len(value), Severity.ERROR)
        notes.add(note)
    elif several:
        entry.keys[name] = (*entry.keys.get(name, ()), good[0])
    else:
        entry.keys[name] = _made(entry.sort, name, good)


def read_property(sort: Sort, name: str, text: str) -> Any:
    """The value of a property that is given by itself, by its name in the game; a line for each of several texts."""
    entry, notes = OutlineEntry(sort, 1), OutlineNotes()
    lines = [line for line in text.split("\n") if line.strip()] if name in SEVERAL.values() else [text]
    plain = is_text(sort, name) or name in ("name", "label")
    for line in lines or [_NONE]:
        value = quoted(line) if plain and line.strip() and name not in SEVERAL.values() else line.strip() or _NONE
        set_property(entry, name, value, 1, 1, notes)
    for note in notes.in_order:
        raise BadInput(note.code, note.what, note.fix, field=name)
    return entry.keys.get(name)


def _unset(sort: Sort, name: str) -> object:
    for field in msgspec.structs.fields(KINDS[sort]):
        if field.name == name and not field.required:
            return default_of(field) if default_of(field) in (None, "", ()) else _emptied(default_of(field))
    return ""


def _emptied(default: object) -> object:
    return {} if isinstance(default, Mapping) else default


def _made(sort: Sort, name: str, plain: Any) -> Any:
    if name == "id":
        return plain
    if name in BY_LEVEL:
        return wire.from_plain(_HINTS[sort][name], {int(level): value for level, value in plain.items()})
    return wire.from_plain(_HINTS[sort][name], wire.plain(plain))


def _read(form: Form, text: str) -> object:
    """A value as a campaign file would have it; what cannot be one stays text, and is refused with its reason."""
    match form:
        case Flag():
            return _YES.get(text.lower(), text)
        case Whole():
            return int(text) if re.fullmatch(r"-?[0-9]{1,12}", text) else text
        case Exact():
            return text
        case OneOf():
            return text.lower().replace(" ", "_") if not text.startswith('"') else unquoted(text)
        case Many(of=of):
            return [_read(of, part.text) for part in parts(text)]
        case Named(of=of):
            pairs = (part.text.partition(" ") for part in parts(text))
            return {level: _read(of, value.strip()) for level, _, value in pairs}
        case Record():
            pairs = (part.text.partition(" ") for part in parts(text))
            return {side: _read(Whole(), value.strip()) for side, _, value in pairs}
        case _:
            return unquoted(text)


def written_property(sort: Sort, name: str, value: object) -> list[str]:
    """The lines that give a property this value."""
    key = _WORDS.get((sort, name), name).replace("_", " ")
    if name in SEVERAL.values():
        texts = cast("tuple[str, ...]", value)
        return [f"{key}: {_text(text)}" for text in texts] or [f"{key}: {_NONE}"]
    return [f"{key}: {_value(value)}"]


def _value(value: object) -> str:
    match value:
        case None:
            return _NONE
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case int() | Fraction():
            return str(value)
        case str():
            return _text(value)
        case Shape() | Pin():
            return ", ".join(f"{side} {getattr(value, side)}" for side in value.__struct_fields__)
        case Mapping():
            named = cast("Mapping[object, object]", value)
            return ", ".join(f"{name} {_value(part)}" for name, part in named.items()) or _NONE
        case tuple():
            return ", ".join(_item(part) for part in cast("tuple[object, ...]", value)) or _NONE
        case _:
            raise TypeError(f"an outline has no form for {type(value).__name__}")


def _item(value: object) -> str:
    """A value in a list."""
    if isinstance(value, str) and not re.fullmatch(r"[A-Za-z0-9_-]+", value):
        return quoted(value)
    return _value(value)


def _text(text: str) -> str:
    return text if is_plain(text) and text[0] not in '"“„' and text.lower() != _NONE else quoted(text)


def fields_of(sort: Sort) -> tuple[str, ...]:
    """The properties of a sort of thing that an outline can say, by their names in the game."""
    own: tuple[str, ...] = tuple(field.name for field in msgspec.structs.fields(KINDS[sort]))
    return tuple(name for name in own if name in _FIELDS[sort])
