"""The shape of a type's values, for forms and for JSON Schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, NewType, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import DICE

T = TypeVar("T")


class Flag(Struct, frozen=True):
    """Yes or no."""


class Whole(Struct, frozen=True):
    """A whole number."""

    least: int | None = None
    most: int | None = None


class Rollable(Struct, frozen=True):
    """A whole number, or the dice that are thrown for it."""

    least: int | None = None
    most: int | None = None


class DiceOnly(Struct, frozen=True):
    """Dice, such as 2d6+1."""


class Exact(Struct, frozen=True):
    """A number that may be a fraction."""

    least: int | None = None
    most: int | None = None


class Text(Struct, frozen=True):
    """Any text, or text of a limited length that matches a pattern."""

    least: int | None = None
    most: int | None = None
    pattern: str | None = None


class OneOf(Struct, frozen=True):
    """One of a few words, or one of a few numbers."""

    words: tuple[str | int, ...]


class Many(Struct, frozen=True):
    """Any number of values of one kind."""

    of: Shape
    least: int | None = None
    most: int | None = None


class Several(Struct, frozen=True):
    """A fixed sequence of values, each of its own kind."""

    parts: tuple[Shape, ...]


class Named(Struct, frozen=True):
    """Names, each with a value."""

    of: Shape


class Maybe(Struct, frozen=True):
    """A value, or nothing."""

    of: Shape


class Either(Struct, frozen=True):
    """A value of one of several kinds, or of any kind where none is listed."""

    parts: tuple[Shape, ...]


class Record(Struct, frozen=True):
    """Several fields together. If there are several kinds of record, one more field names the kind."""

    fields: tuple[Field, ...]
    kind: str | None = None
    kind_field: str = "kind"


class Field(Struct, frozen=True):
    """One field of a record: its name, its purpose, its shape, and its default."""

    name: str
    help: str
    shape: Shape
    required: bool
    default: Any = None
    annotation: Any = None
    """The annotated type, for the decoder."""


Shape: TypeAlias = (
    Flag | Whole | Rollable | DiceOnly | Exact | Text | OneOf | Many | Several | Named | Maybe | Either | Record
)


@remembering(4096)
def record(kind: type[Struct]) -> Record:
    """The fields of a struct."""
    hints = get_type_hints(kind, include_extras=True)
    fields = (_field(field, hints[field.name]) for field in msgspec.structs.fields(kind))
    config = kind.__struct_config__
    return Record(tuple(fields), config.tag, config.tag_field or "kind")  # type: ignore[arg-type]


def _field(field: msgspec.structs.FieldInfo, hint: Any) -> Field:
    default = wire.plain(default_of(field))
    return Field(field.encode_name, _help(hint), shape(hint), field.required, default, hint)


def default_of(field: msgspec.structs.FieldInfo) -> object:
    """The default of a struct's field, or None for a field that must be given."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default


def _help(hint: Any) -> str:
    return next((meta.description for meta in _metas(hint) if meta.description), "")


def _metas(hint: Any) -> tuple[msgspec.Meta, ...]:
    notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
    return tuple(note for note in notes if isinstance(note, msgspec.Meta))


def shape(hint: Any, metas: tuple[msgspec.Meta, ...] = ()) -> Shape:
    """The shape of an annotated type."""
    if get_origin(hint) is Annotated:
        if DICE in hint.__metadata__:
            return DiceOnly()
        return shape(hint.__origin__, (*metas, *_metas(hint)))
    if isinstance(hint, NewType):
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
        return Whole(_first(_least(meta) for meta in metas), _first(_most(meta) for meta in metas))
    if kind is Fraction:
        return Exact(_first(_least(meta) for meta in metas), _first(_most(meta) for meta in metas))
    if kind is str:
        return Text(*_lengths(metas), _first(meta.pattern for meta in metas))
    if issubclass(kind, Enum):
        return OneOf(tuple(member.value for member in kind))
    if issubclass(kind, Struct):
        return record(kind)
    raise TypeError(f"no shape for {kind.__name__}")


def _least(meta: msgspec.Meta) -> int | None:
    return cast("int | None", meta.ge) if meta.gt is None else cast("int", meta.gt) + 1


def _most(meta: msgspec.Meta) -> int | None:
    return cast("int | None", meta.le) if meta.lt is None else cast("int", meta.lt) - 1


def _lengths(metas: tuple[msgspec.Meta, ...]) -> tuple[int | None, int | None]:
    return _first(meta.min_length for meta in metas), _first(meta.max_length for meta in metas)


def _first(noted: Iterable[T | None]) -> T | None:
    """The value from one of the annotations. The decoder refuses types where two annotations give the same value."""
    return next((value for value in noted if value is not None), None)


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
        form = shape(real[0], metas) if len(real) == 1 else _either(tuple(shape(part) for part in real))
        return Maybe(form) if len(real) < len(parts) else form
    raise TypeError(f"no shape for {origin}")


def _either(parts: tuple[Shape, ...]) -> Shape:
    """One of several kinds; a whole number or dice are one kind."""
    match parts:
        case (Whole(least=least, most=most), DiceOnly()) | (DiceOnly(), Whole(least=least, most=most)):
            return Rollable(least, most)
        case _:
            return Either(parts)


def schema(form: Shape) -> dict[str, Any]:
    """The JSON Schema of a shape."""
    match form:
        case Flag():
            return {"type": "boolean"}
        case Whole() | Rollable() | DiceOnly() | Exact():
            return _number_schema(form)
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
            return record_schema(form, _field_schema)


def _number_schema(form: Whole | Rollable | DiceOnly | Exact) -> dict[str, Any]:
    match form:
        case Whole(least=least, most=most):
            return {"type": "integer", **_stated(minimum=least, maximum=most)}
        case Rollable(least=least, most=most):
            return {"anyOf": [schema(Whole(least, most)), schema(DiceOnly())]}
        case DiceOnly():
            return {"type": "string", "description": "dice such as 2d6+1", **_stated(minLength=1, maxLength=200)}
        case Exact():
            return {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": f"^{wire.FRACTION.pattern}$"}]}


def _stated(**bounds: int | str | None) -> dict[str, Any]:
    return {name: bound for name, bound in bounds.items() if bound is not None}


def record_schema(form: Record, of_field: Callable[[Field], dict[str, Any]]) -> dict[str, Any]:
    """The JSON Schema of a record, whose fields have these schemas."""
    properties = {field.name: of_field(field) for field in form.fields}
    required = [field.name for field in form.fields if field.required]
    if form.kind:
        properties = {form.kind_field: {"const": form.kind}, **properties}
        required = [form.kind_field, *required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _field_schema(field: Field) -> dict[str, Any]:
    described = {"description": field.help} if field.help else {}
    default = {} if field.required else {"default": field.default}
    return {**schema(field.shape), **described, **default}
