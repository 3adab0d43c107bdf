"""The initial values of the fields of a form, as far as its controls can show them."""

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, TypeGuard

from undercroft.faces.web.live.forms.lists import Measure
from undercroft.kernel.shape import Either, Field, Many, Maybe, Named, Record, Several, Whole


def begun(field: Field, given: Mapping[str, Any]) -> Any:
    """The given value of a field, else its default; for a field of many, a single name becomes a list."""
    value = given.get(field.name, field.default)
    if field.name in given and not _shows(field.shape, value):
        return field.default
    return (value,) if isinstance(field.shape, Many) and isinstance(value, str) else value


def _shows(shape: object, value: Any) -> bool:
    """Whether a control of that shape can show a value."""
    match shape:
        case _ if value is None:
            return True
        case Many(of=of):
            return isinstance(value, str) or (_is_row(value) and all(_shows(of, part) for part in value))
        case Several(parts=parts):
            return _is_row(value) and len(value) == len(parts) and all(map(_shows, parts, value))
        case Named(of=of):
            return _is_table(value) and all(_shows(of, part) for part in value.values())
        case Record(fields=fields):
            return _is_table(value) and all(_shows(field.shape, value.get(field.name)) for field in fields)
        case Either(parts=parts):
            return any(_shows(part, value) for part in parts)
        case Maybe(of=of):
            return _shows(of, value)
        case Whole() | Measure():
            return isinstance(value, int)
        case _:
            return True


def _is_row(value: Any) -> TypeGuard[Collection[Any]]:
    return isinstance(value, list | tuple | AbstractSet)


def _is_table(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)
