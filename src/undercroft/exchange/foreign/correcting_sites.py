"""A site of a file as the referee corrected it."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from undercroft.exchange.foreign.corrections import Corrections, Small
from undercroft.exchange.foreign.door_kinds import GRADES, STATES, Passable, door_as
from undercroft.exchange.foreign.grid import SQUARE_FT, secret_door
from undercroft.exchange.outline.outlined import Outlined
from undercroft.table.state.changes import address
from undercroft.table.state.ids import DoorId, FeatureId, PartId, SiteId, ZoneId
from undercroft.table.state.sites import Door, DoorState, Feature, Grade, Hindrance, Obstacle, Site
from undercroft.table.state.things import Guarded, Lying, Thing


def corrected_site(whole: Outlined, wanted: Corrections, out: frozenset[str]) -> Outlined:
    """A site as the referee corrected it, without what is left out and all that goes with it."""

    def at(kind: str, id: str) -> PartId:
        return address("sites", whole.site.id, kind, id)

    site = whole.site
    zones = {
        id: replace(
            zone,
            name=wanted.names.get(at("zones", id), zone.name),
            corridor=wanted.passages.get(at("zones", id), zone.corridor and wanted.small is not Small.ROOMS),
            lit=wanted.lit.get(address("sites", site.id), zone.lit),
            length_ft=_scaled(zone.length_ft, wanted.square_ft),
            width_ft=_scaled(zone.width_ft, wanted.square_ft),
        )
        for id, zone in site.zones.items()
        if at("zones", id) not in out
    }
    doors = {
        id: door
        for id, door in site.doors.items()
        if at("doors", id) not in out and all(end in zones for end in door.between)
    }
    entrance = ZoneId(wanted.entrances.get(address("sites", site.id), site.entrance))
    site = replace(
        site,
        entrance=entrance if entrance in zones else next(iter(zones), ZoneId("")),
        zones=zones,
        doors=doors,
        features={
            id: feature
            for id, feature in site.features.items()
            if feature.zone in zones and (feature.door is None or feature.door in doors)
        },
        traps={
            id: trap
            for id, trap in site.traps.items()
            if trap.zone in zones and (trap.door is None or trap.door in doors)
        },
        obstacles={
            id: _weighed(obstacle, wanted.portcullis_kg)
            for id, obstacle in site.obstacles.items()
            if obstacle.zone in zones and (obstacle.to is None or obstacle.to in zones)
        },
        creatures={
            id: replace(each, hd=Fraction(wanted.hit_dice[at("creatures", id)]))
            if at("creatures", id) in wanted.hit_dice
            else each
            for id, each in site.creatures.items()
            if at("creatures", id) not in out and (each.zone is None or each.zone in zones)
        },
    )
    for id in doors:
        kind = wanted.doors.get(at("doors", id))
        site = site if kind is None or kind is door_as(site, site.doors[id]) else _door(site, site.doors[id], kind)
        site = _told(site, id, wanted.bars.get(at("doors", id)), wanted.clues.get(at("doors", id)))
    kept = {id: thing for id, thing in whole.things.items() if _still_there(thing, site.id, site)}
    return Outlined(site, kept)


def read_aloud(whole: Outlined, texts: Mapping[ZoneId, str]) -> Outlined:
    """A site whose rooms' texts are read aloud, no longer only the referee's."""
    zones = {
        id: replace(zone, glance=texts[id], secret=zone.secret.removeprefix(texts[id]).lstrip())
        if id in texts
        else zone
        for id, zone in whole.site.zones.items()
    }
    return replace(whole, site=replace(whole.site, zones=zones))


def _scaled(feet: int, square_ft: int | None) -> int:
    return feet if square_ft is None else max(1, round(feet * Fraction(square_ft, SQUARE_FT)))


def _weighed(obstacle: Obstacle, kilograms: int | None) -> Obstacle:
    if obstacle.kind is not Hindrance.PORTCULLIS or kilograms is None:
        return obstacle
    return replace(obstacle, kilograms=Fraction(kilograms))


def _told(site: Site, id: DoorId, bar: str | None, clue: str | None) -> Site:
    """The site with a door barred from this room, and with this first clue to it."""
    door = site.doors[id]
    if bar is not None and door.state is DoorState.BARRED and bar in door.between:
        site = replace(site, doors={**site.doors, id: replace(door, barred_from=ZoneId(bar))})
    hiding = next((feature for feature in site.features.values() if feature.door == id), None)
    if clue is not None and hiding is not None:
        told = replace(hiding, clues=(clue, *hiding.clues[1:]))
        site = replace(site, features={**site.features, told.id: told})
    return site


def _still_there(thing: Thing, id: SiteId, site: Site) -> bool:
    match thing.place:
        case Lying(site=where, zone=zone):
            return where != id or zone in site.zones
        case Guarded(site=where, by=creatures):
            return where != id or creatures in site.creatures
        case _:
            return True


def _door(site: Site, door: Door, kind: Passable) -> Site:
    """The site with a door that is something else; how it is concealed goes with it."""
    features = {id: feature for id, feature in site.features.items() if feature.door != door.id}
    shut = DoorState.CLOSED if door.state is DoorState.NO_DOOR else door.state
    state = STATES.get(kind, shut)
    if kind in GRADES:
        concealed = _concealing(site, door, GRADES[kind])
        features[concealed.id] = concealed
    name = door.name if kind in GRADES or not door.hidden else "door"
    barred = (door.barred_from or door.between[1]) if state is DoorState.BARRED else None
    now = replace(door, state=state, name=name, hidden=kind in GRADES, barred_from=barred)
    return replace(site, doors={**site.doors, door.id: now}, features=features)


def _concealing(site: Site, door: Door, grade: Grade) -> Feature:
    there = next((feature for feature in site.features.values() if feature.door == door.id), None)
    fresh = there or secret_door(FeatureId(f"{door.id}-secret"), door.between[0], door.id)
    return replace(fresh, grade=grade)
