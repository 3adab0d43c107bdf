"""The table: every room of it, in one list, and what they bring together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

from undercroft.table import (
    adjusting,
    airless,
    bodies,
    bulk,
    carrying,
    characters,
    crossing,
    deadlines,
    dice,
    digging,
    doors,
    effects,
    encounters,
    endurance,
    evenings,
    fatigue,
    feats,
    frailty,
    groups,
    healing,
    heaving,
    hiring,
    history,
    light,
    links,
    maps,
    missed,
    moments,
    notes,
    obstacles,
    opening,
    outfitting,
    parting,
    passing,
    poisons,
    ruling_words,
    rulings,
    searching,
    settled,
    sightings,
    springing,
    staging,
    straining,
    traps,
    working,
    wounds,
)
from undercroft.table.history import Restored, Retracted
from undercroft.table.procedures import exploring, missed_checks, moving, overloaded_turns, recovering
from undercroft.table.rooms import Arm, Command, Event, Lapsing, Next, Offers, Refusal, Room, Step, Words

ROOMS: tuple[Room, ...] = (
    Room(arms=settled.ARMS, words=ruling_words.WORDS),
    Room(arms=passing.ARMS, words=moments.WORDS),
    Room(arms=staging.ARMS),
    Room(words=history.WORDS),
    dice.ROOM,
    opening.ROOM,
    characters.ROOM,
    outfitting.ROOM,
    hiring.ROOM,
    groups.ROOM,
    sightings.ROOM,
    maps.ROOM,
    parting.ROOM,
    light.ROOM,
    links.ROOM,
    encounters.ROOM,
    exploring.ROOM,
    moving.ROOM,
    doors.ROOM,
    searching.ROOM,
    notes.ROOM,
    evenings.ROOM,
    carrying.ROOM,
    adjusting.ROOM,
    endurance.ROOM,
    recovering.ROOM,
    overloaded_turns.ROOM,
    springing.ROOM,
    traps.ROOM,
    bodies.ROOM,
    working.ROOM,
    wounds.ROOM,
    fatigue.ROOM,
    straining.ROOM,
    healing.ROOM,
    frailty.ROOM,
    poisons.ROOM,
    missed.ROOM,
    missed_checks.ROOM,
    effects.ROOM,
    deadlines.ROOM,
    airless.ROOM,
    obstacles.ROOM,
    heaving.ROOM,
    crossing.ROOM,
    digging.ROOM,
    feats.ROOM,
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
