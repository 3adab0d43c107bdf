"""The table: every room of it, in one list, and what they bring together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

from undercroft.table import (
    bulk,
    dice,
    doors,
    encounters,
    groups,
    lasting,
    light,
    maps,
    opening,
    parting,
    passing,
    rulings,
    searching,
    settled,
    sightings,
    staging,
    wounds,
)
from undercroft.table.history import Restored, Retracted
from undercroft.table.procedures import exploring, moving
from undercroft.table.rooms import Arm, Command, Event, Lapsing, Next, Offers, Refusal, Room, Step, Words

ROOMS: tuple[Room, ...] = (
    Room(arms=settled.ARMS),
    Room(arms=passing.ARMS),
    Room(arms=staging.ARMS),
    dice.ROOM,
    opening.ROOM,
    groups.ROOM,
    sightings.ROOM,
    maps.ROOM,
    parting.ROOM,
    light.ROOM,
    encounters.ROOM,
    exploring.ROOM,
    moving.ROOM,
    doors.ROOM,
    searching.ROOM,
    wounds.ROOM,
    lasting.ROOM,
    rulings.ROOM,
    bulk.ROOM,
)
"""Nothing registers itself."""

ARMS: Mapping[type[Event], Arm] = {kind: arm for room in ROOMS for kind, arm in room.arms.items()}
STEPS: Mapping[type[Command], Step] = {kind: step for room in ROOMS for kind, step in room.steps.items()}
REFUSALS: Mapping[type[Command], Refusal] = {kind: why for room in ROOMS for kind, why in room.refusals.items()}
LAPSES: Mapping[str, Lapsing] = {name: lapse for room in ROOMS for name, lapse in room.lapses.items()}
OFFERS: tuple[Offers, ...] = tuple(room.offers for room in ROOMS)
NEXT: tuple[Next, ...] = tuple(room.next for room in ROOMS)
WORDS: Mapping[type[Event], Words] = {kind: words for room in ROOMS for kind, words in room.words.items()}

COMMANDS: Any = Union[tuple(sorted({*STEPS, *REFUSALS}, key=lambda kind: kind.__name__))]  # noqa: UP007 - made here
"""Every command, as the wire reads them."""
_KINDS: tuple[type[Event], ...] = (*ARMS, Retracted, Restored)
EVENT_KINDS: Mapping[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in _KINDS}
"""Every event, by its name in the log."""
