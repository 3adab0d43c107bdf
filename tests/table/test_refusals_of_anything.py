"""Whatever a command names, it is refused with reasons or done: nothing that a seat can send breaks the table."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

import pytest
from msgspec import Struct
from msgspec.structs import fields

from tests.figures import SEED, figure, soak
from tests.table.field import field
from tests.table.hamlet import home_with_the_hoard
from tests.table.journeying import on_the_road
from tests.table.lair import met
from tests.table.preparing.crypt import in_the_hall
from tests.table.sovereign_bouts import bout
from tests.table.tabletop import Tabletop, Unsealed
from undercroft import demo
from undercroft.kernel import wire
from undercroft.kernel.dice import Roll
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.server.commands import read_command
from undercroft.table.decide import Order, decide
from undercroft.table.engine.part import Command
from undercroft.table.refusals import refusals, spelled_out
from undercroft.table.registry import COMMANDS
from undercroft.table.sentences import says
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE, SPECTATORS

FILLED = figure("FILLED", 4, 400)
"""How often each command is filled in at random, in each situation."""
ODD = ("", "nothing", "\u0436", "-1", "2d6", "<b>", "a" * 300)
DEEP = 4


def at_the_start() -> Tabletop:
    """The demo before anybody has moved."""
    table, begin = Tabletop(), demo.campaign()
    table.sit(*(seat.id for seat in begin.seats))
    table.do(begin)
    return table


SITUATIONS: tuple[Callable[[], Tabletop], ...] = (
    at_the_start,
    field,
    met,
    bout,
    on_the_road,
    home_with_the_hoard,
    in_the_hall,
)


class Filler:
    """Fills in commands at random: with ids that there are, of any kind, and with what is none."""

    def __init__(self, words: tuple[str, ...], random: Random) -> None:
        self._words, self._random = words, random

    def of(self, kind: type[Struct]) -> dict[str, Any]:
        """A command as JSON."""
        return {"kind": kind.__struct_config__.tag, **self._struct(kind, 0)}

    def _struct(self, kind: type[Struct], depth: int) -> dict[str, Any]:
        chosen = (each for each in fields(kind) if each.required or self._random.random() < 0.5)
        return {each.encode_name: self._value(each.type, depth + 1) for each in chosen}

    def _value(self, kind: Any, depth: int) -> Any:
        choose = self._random.choice
        origin, parts = get_origin(kind), get_args(kind)
        if isinstance(kind, NewType):
            return self._value(kind.__supertype__, depth)
        if origin is Annotated or origin in (Union, UnionType):
            return self._value(parts[0] if origin is Annotated else choose(parts), depth)
        if origin is Literal:
            return choose(parts)
        if origin is not None and issubclass(origin, Mapping):
            return {str(self._value(parts[0], depth)): self._value(parts[1], depth) for _ in range(choose((0, 1)))}
        if origin is not None and issubclass(origin, tuple | list | AbstractSet):
            return [self._value(parts[0], depth) for _ in range(choose((0, 1, 2)))] if depth < DEEP else []
        if kind in (NoneType, bool, int, str):
            return choose({NoneType: (None,), bool: (True, False), int: (0, 1, 7), str: (*ODD, *self._words)}[kind])
        if isinstance(kind, type) and issubclass(kind, Enum):
            return choose([each.value for each in kind])
        if isinstance(kind, type) and issubclass(kind, Struct):
            return self._struct(kind, depth)
        return choose(("1", "1/2", 1, None))


def words_of(table: Tabletop) -> tuple[str, ...]:
    """Every word of a campaign that could be an id."""
    return tuple(sorted(set(re.findall(r'"([a-z][a-z0-9_-]{1,30})"', wire.encode(table.now).decode()))))


def commands(table: Tabletop, random: Random) -> Iterator[Any]:
    """Every command, as often as wanted; those that cannot be read are left out."""
    filler = Filler(words_of(table), random)
    for kind in COMMANDS:
        for _ in range(FILLED):
            try:
                yield read_command(filler.of(kind))
            except UndercroftError:
                continue


def carried_out(table: Tabletop, seat: SeatId, command: Command, random: Random) -> None:
    """What comes of a command that there is no reason against, on a state that nobody keeps."""

    def draw(roll: Roll, count: int, /) -> Sequence[int]:
        return [random.randint(1, roll.sides) for _ in range(count)]

    now = table.now
    for told in decide(now, Order(command, seat, ActId("any")), lambda _: Unsealed(draw)).told:
        now = told.event.fold(now)
        says(now, told.event)


@soak(FILLED)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_whatever_is_named_is_refused_or_done(situation: Callable[[], Tabletop]) -> None:
    """By the referee, a player and spectators, each by what they know."""
    table, random = situation(), Random(f"{SEED}/{situation.__name__}")
    seats = (REFEREE, *[seat for seat in table.now.seats if seat in table.seats][:1], SPECTATORS)
    tried, done, broken = set[str](), set[str](), dict[str, str]()
    for command in commands(table, random):
        name = type(command).__name__
        tried.add(name)
        for seat in seats:
            known = table.known(seat)
            try:
                spelled = spelled_out(known, command)
                if not refusals(known, seat, spelled):
                    carried_out(table, seat, spelled, random)
                    done.add(name)
            except UndercroftError:
                continue
            except Exception as fault:  # noqa: BLE001 - each of them would be a 500
                broken[name] = f"{seat}: {command}: {fault!r}"
    assert {} == broken
    assert (True, True) == (len(tried) > 200, len(done) > 10)
