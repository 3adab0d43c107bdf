"""The lines at the head of a log, as its panel shows them: those of new acts are put before those of old acts.

Most commands add a few lines to many that stay as they are. Every old line is looked at again, since a name in it may
have changed, but it is not put together with others again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

from undercroft.faces.views.fact_places import FactPlaces, fact_places
from undercroft.faces.views.log.folding import folded
from undercroft.faces.views.log.lines import (
    UNDOING,
    KeptLine,
    LogFilter,
    LogLine,
    combined,
    filtered,
    kept_again,
    kept_lines,
    playing,
)
from undercroft.table.engine.audience import Told
from undercroft.table.state.campaign import Campaign

MOST_LINES = 60
MOST_KEPT = 512
"""Logs whose lines are kept, one for each seat. They are dropped in one step."""

FoldedLine: TypeAlias = tuple[LogLine, tuple[LogLine, ...]]
"""A line with those that are folded away under it."""


class _Shown(NamedTuple):
    """The lines of a log when they were last asked for, and what they were made from."""

    first: Told
    last: Told
    many: int
    """How many facts there were."""
    before: int
    names: tuple[object, ...]
    lines: tuple[FoldedLine, ...]
    kept: Mapping[int, KeptLine]
    """What each fact says, by its number."""
    read: Mapping[str, Any]
    """The parts of the campaign that lines were made from."""
    readers: Mapping[str, frozenset[int]]
    """The facts whose lines were made from each part, by their numbers."""


_KEPT: dict[tuple[int, LogFilter], _Shown] = {}


def shown_lines(known: Campaign, told: Sequence[Told], before: int, which: LogFilter) -> tuple[FoldedLine, ...]:
    """The newest lines of one kind, without what is routine; `before` is the number of facts told before these."""
    if not told:
        return ()
    found, key = fact_places(told, known), (id(told[0]), which)
    names, last = _names(known, found), _KEPT.get(key)
    changed = None if last is None else _changed(last, known, told, before, names, found)
    if last is None or changed is None:
        last, changed = _Shown(told[0], told[0], 0, before, names, (), {}, {}, {}), {}
    taken = dict[int, KeptLine]()
    new = folded(
        line
        for line in filtered(combined(_noted(kept_lines(known, told, before, last.many), taken)), which)
        if not line.routine
    )
    lines = tuple(islice(chain(new, last.lines), MOST_LINES))
    if not found.gone and not any(isinstance(each.fact.event, UNDOING) for each in taken.values()):
        _keep(key, known, told, last._replace(before=before, names=names, lines=lines), {**changed, **taken})
    return lines


def _keep(
    key: tuple[int, LogFilter], known: Campaign, told: Sequence[Told], last: _Shown, made: Mapping[int, KeptLine]
) -> None:
    """Keep lines, of which some were made now."""
    readers = dict(last.readers)
    for number, each in made.items():
        for part in each.read:
            readers[part] = readers.get(part, frozenset()) | {number}
    read = {part: getattr(known, part) for part in readers}
    if len(_KEPT) >= MOST_KEPT:
        _KEPT.clear()
    kept = {**last.kept, **made}
    _KEPT[key] = last._replace(first=told[0], last=told[-1], many=len(told), kept=kept, read=read, readers=readers)


def _names(known: Campaign, found: FactPlaces) -> tuple[object, ...]:
    """What stands in lines, or decides what does, besides the parts of the campaign that each of them notes."""
    people = tuple((person.id, person.name) for person in known.people.values())
    seats = tuple((seat, known.called(seat)) for seat in known.seats)
    return people, seats, playing(known), found.since


def _changed(
    last: _Shown,
    known: Campaign,
    told: Sequence[Told],
    before: int,
    names: tuple[object, ...],
    found: FactPlaces,
) -> Mapping[int, KeptLine] | None:
    """The facts of last time that had to be read again; None unless all lines are the same and a new act follows."""
    many = last.many
    if many > len(told) or told[0] is not last.first or told[many - 1] is not last.last:
        return None
    if found.gone or (before, names) != (last.before, last.names):
        return None
    if many < len(told) and told[many].act == told[many - 1].act:
        return None
    parts = (part for part, value in last.read.items() if getattr(known, part) is not value)
    numbers = frozenset[int]().union(*(last.readers[part] for part in parts))
    again = {number: kept_again(known, told, last.kept[number]) for number in numbers}
    same = (
        now.line is last.kept[number].line and now.drawn == last.kept[number].drawn for number, now in again.items()
    )
    return again if all(same) else None


def _noted(lines: Iterable[KeptLine], taken: dict[int, KeptLine]) -> Iterator[KeptLine]:
    for line in lines:
        taken[line.about.number] = line
        yield line
