"""A long stretch of time under way, and how things stood when it began."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from undercroft.kernel.units import Seconds
from undercroft.table.names import CreaturesId, DoorId, GroupId, PersonId, ThingId, TimerId, TrapId
from undercroft.table.sites import TrapState


class Standing(Struct, frozen=True):
    """How somebody is."""

    hp: int
    alive: bool
    conditions: tuple[str, ...]


class Marks(Struct, frozen=True):
    """How things stood, so that whatever comes between is noticed."""

    pending: tuple[CreaturesId, ...] = ()
    lights: tuple[ThingId, ...] = ()
    timers: Mapping[TimerId, str] = {}
    """Deadlines that players know of, with what they are about."""
    people: Mapping[PersonId, Standing] = {}
    creatures: tuple[CreaturesId, ...] = ()
    traps: Mapping[TrapId, TrapState] = {}


class Stretch(Struct, frozen=True):
    """What a group is doing for some time: waiting, or going along a `way` it knows."""

    group: GroupId
    left: Seconds
    """What is still to be waited."""
    way: tuple[DoorId, ...]
    """The doors they still have to go through."""
    marks: Marks
    stalled: bool = False
    """The last step brought them no further."""
