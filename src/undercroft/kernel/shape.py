"""What a kind of value looks like, for forms and for JSON Schema: read from its type, written down once."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.remembering import remembering


class Flag(Struct, frozen=True):
    """Yes or no."""


class Whole(Struct, frozen=True):
    """A whole number."""

    least: int | None = None
    most: int | None = None


class Exact(Struct, frozen=True):
    """A number that may be a fraction."""


class Text(Struct, frozen=True):
    """Any text, or any of some length that fits a pattern."""

    least: int | None = None
    most: int | None = None
    pattern: str | None = None


class OneOf(Struct, frozen=True):
    """One of a few words, or of a few numbers."""

    words: tuple[str | int, ...]


class Many(Struct, frozen=True):
    """Any number of things of one kind."""

    of: Shape
    least: int | None = None
    most: int | None = None


class Several(Struct, frozen=True):
    """A fixed row of things."""

    parts: tuple[Shape, ...]


class Named(Struct, frozen=True):
    """Names, each with a value."""

    of: Shape


class Maybe(Struct, frozen=True):
    """Something, or nothing."""

    of: Shape


class Either(Struct, frozen=True):
    """One of several kinds of thing; where none is named, anything."""

    parts: tuple[Shape, ...]


class Record(Struct, frozen=True):
    """Several fields together; one of several kinds says in one more field which it is."""

    fields: tuple[Field, ...]
    kind: str | None = None
    kind_field: str = "kind"


class Field(Struct, frozen=True):
    """One field of a record: its name, what it is for, what it may be, and what it is if not given."""

    name: str
    help: str
    shape: Shape
    required: bool
    default: Any = None
    annotation: Any = None
    """Its type as annotated, for the decoder."""


Shape: TypeAlias = Flag | Whole | Exact | Text | OneOf | Many | Several | Named | Maybe | Either | Record


@remembering(4096)
def record(kind: type[Struct]) -> Record:
    """The fields of a struct."""
    hints = get_type_hints(kind, include_extras=True)
    fields = (_field(field, hints[field.name]) for field in msgspec.structs.fields(kind))
    config = kind.__struct_config__
    return Record(tuple(fields), config.tag, config.tag_field or "kind")  # type: ignore[arg-type]


def _field(field: msgspec.structs.FieldInfo, hint: Any) -> Field:
    default = wire.plain(_default(field))
    return Field(field.encode_name, _help(hint), shape(hint), field.required, default, hint)


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default


def _help(hint: Any) -> str:
    metas = (note for note in getattr(hint, "__metadata__", ()) if isinstance(note, msgspec.Meta))
    return next((meta.description for meta in metas if meta.description), "")


def shape(hint: Any, metas: tuple[msgspec.Meta, ...] = ()) -> Shape:
    """The shape of a type as it stands in an annotation."""
    if get_origin(hint) is Annotated:
        noted = (note for note in hint.__metadata__ if isinstance(note, msgspec.Meta))
        return shape(hint.__origin__, (*metas, *noted))
    if hasattr(hint, "__supertype__"):
        return shape(hint.__supertype__, metas)
    if hint is Any:
        return Either(())
    if isinstance(hint, type) and not get_args(hint):
        return _plain(hint, metas)
    return _composed(get_origin(hint), get_args(hint), metas)


def _plain(kind: type, metas: tuple[msgspec.Meta, ...]) -> Shape:
    if kind is bool:
        return Flag()
    if kind is int:
        return Whole(_bound(metas, "ge", "gt", 1), _bound(metas, "le", "lt", -1))
    if kind is Fraction:
        return Exact()
    if kind is str:
        return Text(*_lengths(metas), _noted(metas, "pattern"))
    if issubclass(kind, Enum):
        return OneOf(tuple(member.value for member in kind))
    if issubclass(kind, Struct):
        return record(kind)
    raise TypeError(f"no shape for {kind.__name__}")


def _bound(metas: tuple[msgspec.Meta, ...], closed: str, opened: str, step: int) -> int | None:
    within: int | None = _noted(metas, closed)
    beyond: int | None = _noted(metas, opened)
    return within if beyond is None else beyond + step


def _lengths(metas: tuple[msgspec.Meta, ...]) -> tuple[int | None, int | None]:
    return _noted(metas, "min_length"), _noted(metas, "max_length")


def _noted(metas: tuple[msgspec.Meta, ...], name: str) -> Any:
    """What one of the annotations says; the decoder refuses types where two say the same thing."""
    return next((noted for meta in metas if (noted := getattr(meta, name)) is not None), None)


def _composed(origin: Any, parts: tuple[Any, ...], metas: tuple[msgspec.Meta, ...]) -> Shape:
    if origin is frozenset or (origin is tuple and parts[1:] == (Ellipsis,)):
        return Many(shape(parts[0]), *_lengths(metas))
    if origin is tuple:
        return Several(tuple(shape(part) for part in parts))
    if origin is FrozenMap:
        return Named(shape(parts[0]))
    if origin is Mapping:
        return Named(shape(parts[1]))
    if origin in (Union, UnionType):
        real = tuple(part for part in parts if part is not NoneType)
        one = shape(real[0], metas) if len(real) == 1 else Either(tuple(shape(part) for part in real))
        return Maybe(one) if len(real) < len(parts) else one
    raise TypeError(f"no shape for {origin}")


def schema(form: Shape) -> dict[str, Any]:
    """The JSON Schema of a shape."""
    match form:
        case Flag():
            return {"type": "boolean"}
        case Whole(least=least, most=most):
            return {"type": "integer", **_stated(minimum=least, maximum=most)}
        case Exact():
            return {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": f"^{wire.FRACTION.pattern}$"}]}
        case Text(least=least, most=most, pattern=pattern):
            return {"type": "string", **_stated(minLength=least, maxLength=most, pattern=pattern)}
        case OneOf(words=words):
            return {"enum": list(words)}
        case Many(of=of, least=least, most=most):
            return {"type": "array", "items": schema(of), **_stated(minItems=least, maxItems=most)}
        case Several(parts=parts):
            row = [schema(part) for part in parts]
            return {"type": "array", "prefixItems": row, "items": False, "minItems": len(row)}
        case Named(of=of):
            return {"type": "object", "additionalProperties": schema(of), "propertyNames": {"minLength": 1}}
        case Maybe(of=of):
            return {"anyOf": [schema(of), {"type": "null"}]}
        case Either(parts=parts):
            return {"anyOf": [schema(part) for part in parts]} if parts else {}
        case Record():
            return _record_schema(form)


def _stated(**bounds: int | str | None) -> dict[str, Any]:
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _record_schema(form: Record) -> dict[str, Any]:
    properties = {field.name: _field_schema(field) for field in form.fields}
    if form.kind:
        properties = {form.kind_field: {"const": form.kind}, **properties}
    return {
        "type": "object",
        "properties": properties,
        "required": [
            *([form.kind_field] if form.kind else []),
            *(field.name for field in form.fields if field.required),
        ],
        "additionalProperties": False,
    }


def _field_schema(field: Field) -> dict[str, Any]:
    described = {"description": field.help} if field.help else {}
    default = {} if field.required else {"default": field.default}
    return {**schema(field.shape), **described, **default}
