"""What a kind of value looks like, for forms and for JSON Schema: read from its type, written down once."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap


class Flag(Struct, frozen=True):
    """Yes or no."""


class Whole(Struct, frozen=True):
    """A whole number."""

    least: int | None = None
    most: int | None = None


class Exact(Struct, frozen=True):
    """A number that may be a fraction."""

    least: Fraction | None = None


class Text(Struct, frozen=True):
    """Any text."""


class OneOf(Struct, frozen=True):
    """One of a few words."""

    words: tuple[str, ...]


class Many(Struct, frozen=True):
    """Any number of things of one kind."""

    of: Shape
    least: int = 0


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
    """One of several kinds of thing."""

    parts: tuple[Shape, ...]


class Record(Struct, frozen=True):
    """Several fields together."""

    fields: tuple[Field, ...]
    kind: str | None = None


class Field(Struct, frozen=True):
    """One field of a record: its name, what it is for, what it may be, and what it is if not given."""

    name: str
    help: str
    shape: Shape
    required: bool
    default: Any = None


Shape: TypeAlias = Flag | Whole | Exact | Text | OneOf | Many | Several | Named | Maybe | Either | Record


def record(kind: type[Struct]) -> Record:
    """The fields of a struct."""
    hints = get_type_hints(kind, include_extras=True)
    fields = (_field(field, hints[field.name]) for field in msgspec.structs.fields(kind))
    return Record(tuple(fields), kind.__struct_config__.tag)  # type: ignore[arg-type]


def _field(field: msgspec.structs.FieldInfo, hint: Any) -> Field:
    default = field.default if field.default is not msgspec.NODEFAULT else None
    return Field(field.encode_name, _help(hint), shape(hint), field.required, wire.plain(default))


def _help(hint: Any) -> str:
    metas = (note for note in getattr(hint, "__metadata__", ()) if isinstance(note, msgspec.Meta))
    return next((meta.description for meta in metas if meta.description), "")


def shape(hint: Any, meta: msgspec.Meta | None = None) -> Shape:
    """The shape of a type as it stands in an annotation."""
    if get_origin(hint) is Annotated:
        bounded = (note for note in hint.__metadata__ if isinstance(note, msgspec.Meta) and not note.description)
        return shape(hint.__origin__, next(bounded, meta))
    if hasattr(hint, "__supertype__"):
        return shape(hint.__supertype__, meta)
    if isinstance(hint, type) and not get_args(hint):
        return _plain(hint, meta)
    return _composed(get_origin(hint), get_args(hint), meta)


def _plain(kind: type, meta: msgspec.Meta | None) -> Shape:
    if kind is bool:
        return Flag()
    if kind is int:
        return Whole(_bound(meta, "ge", "gt", 1), _bound(meta, "le", "lt", -1))
    if kind is Fraction:
        return Exact()
    if kind is str:
        return Text()
    if issubclass(kind, Enum):
        return OneOf(tuple(str(member.value) for member in kind))
    if issubclass(kind, Struct):
        return record(kind)
    raise TypeError(f"no shape for {kind.__name__}")


def _bound(meta: msgspec.Meta | None, closed: str, opened: str, step: int) -> int | None:
    if meta is None:
        return None
    within: int | None = getattr(meta, closed)
    beyond: int | None = getattr(meta, opened)
    return within if beyond is None else beyond + step


def _composed(origin: Any, parts: tuple[Any, ...], meta: msgspec.Meta | None) -> Shape:
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return Many(shape(parts[0]), (meta.min_length if meta else None) or 0)
    if origin is tuple:
        return Several(tuple(shape(part) for part in parts))
    if origin is frozenset:
        return Many(shape(parts[0]))
    if origin is FrozenMap:
        return Named(shape(parts[0]))
    if origin in (Union, UnionType):
        real = tuple(part for part in parts if part is not NoneType)
        one = shape(real[0], meta) if len(real) == 1 else Either(tuple(shape(part) for part in real))
        return Maybe(one) if len(real) < len(parts) else one
    raise TypeError(f"no shape for {origin}")


def schema(form: Shape) -> dict[str, Any]:
    """The JSON Schema of a shape."""
    match form:
        case Flag():
            return {"type": "boolean"}
        case Whole(least=least, most=most):
            bounds = {"minimum": least, "maximum": most}
            return {"type": "integer", **{name: bound for name, bound in bounds.items() if bound is not None}}
        case Exact():
            return {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": f"^{wire.FRACTION.pattern}$"}]}
        case Text():
            return {"type": "string"}
        case OneOf(words=words):
            return {"enum": list(words)}
        case Many(of=of, least=least):
            return {"type": "array", "items": schema(of), **({"minItems": least} if least else {})}
        case Several(parts=parts):
            return {"type": "array", "prefixItems": [schema(part) for part in parts], "items": False}
        case Named(of=of):
            return {"type": "object", "additionalProperties": schema(of)}
        case Maybe(of=of):
            return {"anyOf": [schema(of), {"type": "null"}]}
        case Either(parts=parts):
            return {"anyOf": [schema(part) for part in parts]}
        case Record():
            return _record_schema(form)


def _record_schema(form: Record) -> dict[str, Any]:
    properties = {field.name: _field_schema(field) for field in form.fields}
    if form.kind:
        properties = {"kind": {"const": form.kind}, **properties}
    return {
        "type": "object",
        "properties": properties,
        "required": [*(["kind"] if form.kind else []), *(field.name for field in form.fields if field.required)],
        "additionalProperties": False,
    }


def _field_schema(field: Field) -> dict[str, Any]:
    described = {"description": field.help} if field.help else {}
    default = {} if field.required else {"default": field.default}
    return {**schema(field.shape), **described, **default}
