"""Whether a part of a site can be used: a door leads to rooms that are there, a trap says what it does."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.table.lore.lookup import bestiary
from undercroft.table.preparing.usable_parts import Fit, bad_dice, both, missing, unless, without
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import (
    AnyChange,
    CreaturesChange,
    DoorChange,
    EncountersChange,
    FeatureChange,
    ObstacleChange,
    SiteHead,
    TrapChange,
    ZoneChange,
)
from undercroft.table.state.creatures import Creatures, blows
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import NEEDED, Door, DoorState, EncounterRow, Harm, Site, Trap, Trigger


def fit_head(world: Campaign, head: SiteHead) -> Fit:
    """What can be used of a site's head: a site has a room, and its entrance is one of them."""
    site = world.sites.get(head.id)
    if site is None or not site.zones:
        return Fit(None, ("it has no room yet",))
    zones, known = site.zones, world.pictures
    lost = () if {*head.pictures.values()} <= known.keys() else ("a picture of it is not kept with this campaign",)
    head = replace(head, pictures={level: id for level, id in head.pictures.items() if id in known})
    if head.entrance in zones:
        return Fit(head, lost)
    wants = missing("room", (head.entrance or None,), zones)
    return Fit(replace(head, entrance=next(iter(zones))), (*wants, *lost))


def _zone(_world: Campaign, _site: Site, change: AnyChange) -> Fit:
    return Fit(change.after)


def _door(world: Campaign, site: Site, change: AnyChange) -> Fit:
    door = change.after
    if not isinstance(door, Door):
        return Fit(None)
    faults = missing("room", door.between, site.zones)
    if door.between[0] == door.between[1]:
        faults = (*faults, "it leads back into the same room")
    if any(door.id in other.doors for other in world.sites.values() if other.id != site.id):
        faults = (*faults, "a door of another site has the same id")
    if faults:
        return Fit(None, faults)
    found = both(
        lambda door: without(door, "thing", world.things, "key"),
        lambda door: without(door, "room", door.between, "barred_from", "one_way"),
    )(door)
    barred = found.value.state is DoorState.BARRED and found.value.barred_from is None
    return Fit(None, (*found.wants, "say from which side it is barred")) if barred else found


def _trap(world: Campaign, site: Site, change: AnyChange) -> Fit:
    trap = change.after
    if not isinstance(trap, Trap):
        return Fit(None)
    found = both(
        lambda trap: unless((*missing("room", (trap.zone,), site.zones), *bad_dice(trap.damage)), trap),
        lambda trap: without(trap, "exit", site.doors, "door"),
        lambda trap: without(trap, "thing", world.things, "thing"),
    )(trap)
    if found.value is None:
        return found
    faults = list[str]()
    if found.value.trigger is Trigger.THRESHOLD and found.value.door is None:
        faults.append("say which exit sets it off")
    if found.value.harm is Harm.FALL and not found.value.feet:
        faults.append("say how deep the fall is")
    return Fit(None if faults else found.value, (*found.wants, *faults))


def _feature(world: Campaign, site: Site, change: AnyChange) -> Fit:
    return both(
        lambda feature: unless(missing("room", (feature.zone,), site.zones), feature),
        lambda feature: without(feature, "exit", site.doors, "door"),
        lambda feature: without(feature, "trap", site.traps, "trap"),
        lambda feature: without(feature, "thing", world.things, "things"),
    )(change.after)


def _obstacle(world: Campaign, site: Site, change: AnyChange) -> Fit:
    def needs(obstacle: Any) -> Fit:  # noqa: ANN401 - an obstacle
        wanted = (name for name in NEEDED[obstacle.kind] if not getattr(obstacle, name))
        faults = [f"say how much: {name.replace('_ft', ' in feet').replace('_', ' ')}" for name in wanted]
        if obstacle.to == obstacle.zone:
            faults.append("it bars the way to where it is")
        return unless((*missing("room", (obstacle.zone, obstacle.to), site.zones), *faults), obstacle)

    return both(needs, lambda obstacle: without(obstacle, "thing", world.things, "things"))(change.after)


def _of_site(_world: Campaign, site: Site, change: AnyChange) -> Fit:
    return fit_creatures(change.after, site.zones) if isinstance(change.after, Creatures) else Fit(None)


def fit_creatures(creatures: Creatures, zones: Mapping[ZoneId, object]) -> Fit:
    """What can be used of creatures: they have Hit Dice and dice of damage, and are in a room that is there."""
    faults = list(bad_dice(*blows(creatures.damage)))
    if creatures.count < 1:
        faults.append("there is at least 1 of them")
    if creatures.hd <= 0 and not creatures.is_event:
        faults.append("say how many Hit Dice they have")
    if faults:
        return Fit(None, tuple(faults))
    return without(replace(creatures, hp=creatures.hp[: creatures.count]), "room", zones, "zone")


def _encounters(world: Campaign, site: Site, change: AnyChange) -> Fit:
    rows = change.after
    return fit_rows(rows, {*site.kinds, *bestiary(world)}) if isinstance(rows, tuple) else Fit(None)


def fit_rows(rows: tuple[Any, ...], creatures: Collection[str]) -> Fit:
    """An encounter table: each row has dice and creatures that are there. Rows of the same name are equal."""
    wants, kept, names = list[str](), list[EncounterRow](), dict[str, EncounterRow]()
    for row in rows:
        other = names.get(row.name, row) != row
        faults = (*bad_dice(row.count), *((f"two rows are called “{row.name}”",) if other else ()))
        found = Fit(None, faults) if faults else without(row, "creature", creatures, "creatures")
        wants += found.wants
        if found.value is not None:
            kept.append(found.value)
            names[row.name] = row
    return Fit(tuple(kept) or None, tuple(wants))


FIT_IN_SITE: Mapping[type[AnyChange], Callable[[Campaign, Site, AnyChange], Fit]] = {
    ZoneChange: _zone,
    DoorChange: _door,
    TrapChange: _trap,
    FeatureChange: _feature,
    ObstacleChange: _obstacle,
    CreaturesChange: _of_site,
    EncountersChange: _encounters,
}
"""How to fit a part of a site into it."""
