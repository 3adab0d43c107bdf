"""Deriving the form of a part of a campaign file from a struct of the game: field by field, within bounds."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import shape, wire
from undercroft.kernel.notation_reader import MOST_CHARACTERS
from undercroft.kernel.shape import Either, Exact, Field, Many, Named, Record, Text, Whole
from undercroft.table.bridge.bounds import LIMITS, bounds_of
from undercroft.table.site.room_numbers import ROOM_NUMBER
from undercroft.table.state import ids

MOST = 1_000_000
"""The greatest number allowed, unless a field has its own bound."""

Form: TypeAlias = shape.Shape

LABEL = Text(1, 64)
TEXT = Text(0, 4000)
ID = Text(1, 64, "^[a-z0-9][a-z0-9_-]*$")
DICE = Text(1, MOST_CHARACTERS)
HOUR = Text(5, 8, "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$")
HEX = Text(4, 4, "^[0-9]{4}$")
NUMBER = Text(1, 6, ROOM_NUMBER)
"""The number of a room, such as 8, 8a or B12."""

_IDS = (
    ids.PersonId,
    ids.SiteId,
    ids.ZoneId,
    ids.DoorId,
    ids.TrapId,
    ids.FeatureId,
    ids.ObstacleId,
    ids.CreaturesId,
    ids.ThingId,
    ids.TownId,
    ids.RegionId,
    ids.MonsterId,
    ids.TableId,
    ids.PictureId,
)


def form_of(hint: Any) -> Form:
    """What a file may contain for a value of that type. A missing value is left out."""
    if hint in _IDS:
        return ID
    if hint is ids.HexId:
        return HEX
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        real = tuple(form_of(part) for part in parts if part is not NoneType)
        return real[0] if len(real) == 1 else Either(real)
    if origin in (tuple, frozenset):
        return Many(form_of(parts[0]))
    if origin is Mapping:
        return Named(form_of(parts[1]))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return written(hint)
    return _bounded(shape.shape(hint))


def _bounded(form: Form) -> Form:
    match form:
        case Whole(least=None, most=None):
            return Whole(0, MOST)
        case Exact(least=None, most=None):
            return Exact(0, MOST)
        case Text(least=None, most=None):
            return TEXT
        case _:
            return form


def written(
    kind: type[Struct],
    bounds: Mapping[str, Form] | None = None,
    *,
    without: tuple[str, ...] = (),
    also: tuple[Field, ...] = (),
) -> Record:
    """The form of a struct in a file: within bounds, without fields that its place implies, with additional ones."""
    hints = get_type_hints(kind, include_extras=True)
    derived = {name: form_of(hints[name]) for name in hints}
    within = {name: _limited(derived[name], limit) for name, limit in LIMITS.get(kind, {}).items()}
    forms = {**derived, **within, **(bounds or {})}
    fields = {
        field.name: Field(field.name, "", forms[field.name], field.required, wire.plain(shape.default_of(field)))
        for field in msgspec.structs.fields(kind)
        if field.name not in without
    }
    config = kind.__struct_config__
    tag = str(config.tag) if config.tag else None
    return Record(tuple((fields | {field.name: field for field in also}).values()), tag, config.tag_field or "kind")


def _limited(form: Form, limit: Any) -> Form:
    """A number within the bounds of a type, whole or with fractions; any other form as it is."""
    match form:
        case Whole():
            return shape.shape(limit)
        case Exact():
            return Exact(*bounds_of(limit))
        case _:
            return form


def may(name: str, says: str, form: Form, default: object = None) -> Field:
    """A field that may be left out."""
    return Field(name, says, form, required=False, default=default)


def must(name: str, says: str, form: Form) -> Field:
    """A field that must be there."""
    return Field(name, says, form, required=True)


def first(of: Record, *fields: Field) -> Record:
    """The same form with these fields before the others."""
    return replace(of, fields=(*fields, *of.fields))


_ITS_ID = "its name elsewhere in the file"


def listed_form(of: Record, *, id_given: bool = True) -> Record:
    """The same form as an item of a list; `id_given` if the id cannot be derived."""
    return first(of, (must if id_given else may)("id", _ITS_ID, ID))


def several(of: Record, *, id_given: bool = True) -> Either:
    """Tables under their ids, or a list of tables."""
    return Either((Named(of), Many(listed_form(of, id_given=id_given))))
