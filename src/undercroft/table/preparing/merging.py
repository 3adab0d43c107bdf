"""Merging two changes of the same thing, field by field: where both changed the same field, that is a clash."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from msgspec import Struct

Path: TypeAlias = tuple[str, ...]
"""The way to a field within a part; empty for the whole part."""


class Merged(Struct, frozen=True):
    """What two changes come to together, and the fields that both changed, each in another way."""

    value: Any
    clashes: tuple[Path, ...] = ()


def merged(base: object, theirs: object, ours: object, *, ours_wins: bool = False) -> Merged:
    """Merge what was made of `base` on two sides. Where they clash, theirs counts, or ours if `ours_wins`.

    >>> merged({"name": "Hall", "dc": 9}, {"name": "Hall", "dc": 11}, {"name": "Nave", "dc": 9}).value
    {'name': 'Nave', 'dc': 11}
    """
    if ours in (base, theirs):
        return Merged(theirs)
    if theirs == base:
        return Merged(ours)
    sides = (base, theirs, ours)
    kind: type[object] = type(base)
    if isinstance(base, Struct) and all(type(side) is kind for side in sides):
        fields = {name: tuple(getattr(side, name) for side in sides) for name in base.__struct_fields__}
        found, clashes = _each(fields, ours_wins)
        return Merged(kind(**found), clashes)
    if all(isinstance(side, Mapping) for side in sides):
        return _mappings(*cast("tuple[Mapping[str, Any], ...]", sides), ours_wins=ours_wins)
    if _alike(sides):
        rows = cast("tuple[Sequence[Any], ...]", sides)
        found, clashes = _each({str(n): row for n, row in enumerate(zip(*rows, strict=True), 1)}, ours_wins)
        return Merged(tuple(found.values()), clashes)
    return Merged(ours if ours_wins else theirs, ((),))


class _Nothing:
    """What a mapping holds under a name that it does not have."""


_NOTHING = _Nothing()


def _mappings(*sides: Mapping[str, Any], ours_wins: bool) -> Merged:
    names = dict.fromkeys(name for side in sides for name in side)
    found, clashes = _each({name: tuple(side.get(name, _NOTHING) for side in sides) for name in names}, ours_wins)
    return Merged({name: value for name, value in found.items() if value is not _NOTHING}, clashes)


def _alike(sides: tuple[object, ...]) -> bool:
    """Whether these are lists of the same length whose items have fields of their own."""
    if not all(isinstance(side, tuple) for side in sides):
        return False
    rows = cast("tuple[Sequence[object], ...]", sides)
    return len({len(row) for row in rows}) == 1 and all(isinstance(item, Struct) for row in rows for item in row)


def _each(fields: Mapping[str, tuple[Any, ...]], ours_wins: bool) -> tuple[dict[str, Any], tuple[Path, ...]]:
    parts = {name: merged(*sides, ours_wins=ours_wins) for name, sides in fields.items()}
    clashes = tuple((name, *path) for name, part in parts.items() for path in part.clashes)
    return {name: part.value for name, part in parts.items()}, clashes


def value_at(value: object, path: Path) -> object:
    """The value at the end of a path; None where it leads nowhere."""
    for name in path:
        match value:
            case Struct():
                value = getattr(value, name)
            case tuple():
                value = cast("Sequence[object]", value)[int(name) - 1]
            case Mapping():
                value = cast("Mapping[str, object]", value).get(name)
            case _:
                return None
    return value
