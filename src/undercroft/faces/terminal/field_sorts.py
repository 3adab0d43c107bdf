"""What a field of a command takes, in a few words."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

_PLAIN: Mapping[Any, str] = {int: "a number", str: "text", bool: "true or false", Fraction: "a fraction"}
_NAMED: Mapping[str, str] = {
    "ActId": "an act",
    "AskId": "a request for a seat",
    "CreaturesId": "creatures",
    "ObstacleId": "an obstacle",
    "WantedId": "wanted dice",
    "ZoneId": "a room",
}
"""What an id names, where it is not the word before `Id`."""


def sort_of(hint: Any) -> str:
    """A type for people.

    >>> sort_of(tuple[int, ...]), sort_of(bool | None)
    ('a list: a number', 'true or false')
    """
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, NewType):
        name = hint.__name__
        named = _NAMED.get(name, f"a {name.removesuffix('Id').lower()}")
        return f"{named}, by name or id" if name.endswith("Id") else sort_of(hint.__supertype__)
    parts = [part for part in get_args(hint) if part not in (Ellipsis, NoneType)]
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(sort_of, parts)))
    if get_origin(hint) in (tuple, frozenset):
        return f"a list: {', '.join(dict.fromkeys(map(sort_of, parts)))}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ", ".join(str(option.value) for option in hint if option.value != "")
    if isinstance(hint, type) and issubclass(hint, Struct):
        return f"a table: {', '.join(field.name for field in fields(hint))}"
    return "a value"
