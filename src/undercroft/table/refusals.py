"""What a seat's command comes to by what the seat knows: every reason against it, and the ids of what it names."""

from collections.abc import Callable, Collection, Iterable
from enum import Enum
from functools import cache
from typing import NewType, cast, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta
from msgspec.structs import fields, replace

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Command, Reason
from undercroft.table.proposals import proposes
from undercroft.table.registry import ANY_COMMAND
from undercroft.table.session import notes
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import REFEREE, SPECTATORS

REFEREES = Reason("referee_only", "Part of that is for the referee to fill in: leave it empty.")
"""Against a player's command with something in it that the referee decides."""

TWICE = Reason("named_twice", "Name each only once.")
"""Against a player's command with a list that names something twice: every name takes room in the log."""


def refusals(known: Campaign, seat: SeatId, command: Command) -> tuple[Reason, ...]:
    """Every reason this seat may not give this command now, by what it knows."""
    if seat == SPECTATORS:
        return (Reason("looks_on", "Spectators cannot act."),)
    if held := held_by_dice(known, seat, command):
        return held
    return (*_why_not(known, seat, command), *_against_declared(known, seat, command))


def _why_not(known: Campaign, seat: SeatId, command: Command) -> Iterable[Reason]:
    """The command's own reasons, and the reason against fields that are for the referee."""
    reasons = tuple(command.why_not(known, seat))
    yield from reasons
    said = any(reason.code == REFEREES.code for reason in reasons)
    if seat != REFEREE and not said and any(_filled_in(command, name) for name in command.ABOUT.for_referee):
        yield REFEREES
    if seat != REFEREE and any(len(set(named)) < len(named) for named in _lists_of_names(command)):
        yield TWICE


def _lists_of_names(command: Command) -> Iterable[Collection[object]]:
    """The lists of a command that name people, things, seats or words of a fixed choice."""
    return (getattr(command, name) or () for name in _fields_of_names(type(command)))


@cache
def _fields_of_names(kind: type[Command]) -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name, hint in hints.items() if name in kind.__struct_fields__ and _names(hint))


def _names(hint: object) -> bool:
    """Whether a type is a list of names without a bound of its own, or may be none."""
    if any(isinstance(bound, Meta) and bound.max_length is not None for bound in get_args(hint)):
        return False
    if get_origin(hint) is tuple:
        named = get_args(hint)[0]
        return isinstance(named, NewType) or (isinstance(named, type) and issubclass(named, Enum))
    return any(_names(part) for part in get_args(hint))


def _filled_in(command: Command, name: str) -> bool:
    field = next(field for field in fields(type(command)) if field.name == name)
    default = field.default if field.default is not NODEFAULT else cast("Callable[[], object]", field.default_factory)()
    return bool(getattr(command, name) != default)


def held_by_dice(known: Campaign, seat: SeatId, command: Command) -> tuple[Reason, ...]:
    """The reason against a command that has to wait until another has its dice."""
    waiting = seat == REFEREE and any(wanted.blocks for wanted in known.wanted.values())
    if not waiting or command.ABOUT.while_waiting or command.ABOUT.never_waits:
        return ()
    return (
        Reason("dice_wanted", "The table waits for dice or a choice: answer, let Undercroft roll, or call it off."),
    )


def _against_declared(known: Campaign, seat: SeatId, command: Command) -> Iterable[Reason]:
    """The reasons against the command that is declared or carried out."""
    match command:
        case notes.Declare(command=meant):
            pass
        case notes.CarryOut(who=who):
            meant = notes.declared_by(known, who)
        case _:
            return
    if meant is None:
        return
    try:
        inner: Command = wire.from_plain(ANY_COMMAND, meant)
    except wire.Unreadable as fault:
        yield Reason("unreadable", str(fault))
        return
    if inner.ABOUT.while_waiting:
        yield Reason("no_deed", "A character cannot do that.")
        return
    if isinstance(command, notes.Declare) and proposes(known, seat, command, inner):
        return
    yield from _why_not(known, seat, inner)


def spelled_out(known: Campaign, command: Command) -> Command:
    """A command with ids in place of words, and so the command that is declared; unreadable ones are refused later."""
    if not isinstance(command, notes.Declare) or command.command is None:
        return command.spelled_out(known)
    try:
        inner: Command = wire.from_plain(ANY_COMMAND, command.command)
    except wire.Unreadable:
        return command
    return replace(command, command=wire.plain(inner.spelled_out(known)))
