"""Encounters that were rolled and are not dealt with yet: the referee starts, postpones or dismisses each of them."""

from collections.abc import Iterable

from msgspec import Struct

from undercroft.table.engine.part import Reason
from undercroft.table.exploration.inhabitants import UNNAMED
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import CreaturesId, GroupId
from undercroft.table.world.sight import counted


class PendingEncounter(Struct, frozen=True):
    """An encounter that was rolled for a group and has not happened yet."""

    group: GroupId
    creatures: CreaturesId
    name: str
    """The creatures with their number, or the event in words."""
    event: bool
    """Whether it is an event without creatures."""


def pending_encounters(known: Campaign, group: Group | None = None) -> tuple[PendingEncounter, ...]:
    """The encounters that wait for the referee, of one group or of all; a player's campaign has none."""
    groups = known.groups.values() if group is None else (group,)
    return tuple(encounter for each in groups for encounter in _of(known, each))


def _of(known: Campaign, group: Group) -> Iterable[PendingEncounter]:
    site = known.site_of(group)
    for id in (id for scene in group.scenes for id in scene.pending):
        creatures = site.creatures.get(id) if site is not None else None
        if creatures is not None:
            yield PendingEncounter(group.id, id, counted(creatures), creatures.is_event and creatures.name != UNNAMED)


def undealt(known: Campaign, group: Group) -> Iterable[Reason]:
    """The reason time cannot go on: an encounter happens in the turn in which it was rolled."""
    waiting = pending_encounters(known, group)
    if waiting:
        names = ", ".join(encounter.name for encounter in waiting)
        yield Reason("encounter_pending", f"An encounter is due: {names}. Start it, postpone it or dismiss it.")
