"""What can be used of a part of the world, and what is missing, in words."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse_few


class Fit(Struct, frozen=True):
    """A part without what it cannot have; None if it cannot be used at all. `wants` says in words what is missing."""

    value: Any
    wants: tuple[str, ...] = ()


def unless(faults: Iterable[str], value: object) -> Fit:
    """The value if nothing is wrong with it."""
    found = tuple(faults)
    return Fit(None if found else value, found)


def missing(what: str, ids: Iterable[str | None], among: Iterable[str]) -> tuple[str, ...]:
    """What is named and not there, in words."""
    there = set(among)
    return tuple(f"there is no {what} “{id}”" for id in dict.fromkeys(ids) if id is not None and id not in there)


def without(value: Any, what: str, among: Iterable[str], *fields: str) -> Fit:  # noqa: ANN401 - any part
    """A part without what it names in these fields and is not there."""
    there, wants, found = set(among), list[str](), dict[str, object]()
    for field in fields:
        named: str | tuple[str, ...] | None = getattr(value, field)
        if isinstance(named, tuple):
            wants += missing(what, named, there)
            found[field] = tuple(id for id in named if id in there)
        elif named is not None and named not in there:
            wants += missing(what, (named,), there)
            found[field] = None
    return Fit(replace(value, **found), tuple(wants))


def both(*fits: Callable[[Any], Fit]) -> Callable[[Any], Fit]:
    """One look after the other, until nothing is left."""

    def looked(value: Any) -> Fit:  # noqa: ANN401 - any part
        wants: tuple[str, ...] = ()
        for look in fits:
            found = look(value)
            wants, value = (*wants, *found.wants), found.value
            if value is None:
                break
        return Fit(value, wants)

    return looked


def bad_dice(*written: str) -> tuple[str, ...]:
    return tuple(f"“{dice}” is not dice" for dice in written if dice and not _is_dice(dice))


def _is_dice(written: str) -> bool:
    try:
        parse_few(written)
    except (BadNotation, ValueError):
        return False
    return True
