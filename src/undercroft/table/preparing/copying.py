"""Copying a site into a campaign: ids that are taken there become free ones, wherever the site names them."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import SiteId, ThingId
from undercroft.table.state.new_ids import new_id
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Guarded, Lying, Thing

Id = TypeVar("Id", bound=str)


def fresh_site(campaign: Campaign, site: Site, things: Iterable[Thing]) -> tuple[Site, tuple[Thing, ...]]:
    """A site and what lies in it, under ids that are free in the campaign: doors and things are never in two sites."""
    id = SiteId(new_id(site.id, campaign.sites)) if site.id in campaign.sites else site.id
    kept = [(thing, thing.place) for thing in things if isinstance(thing.place, Lying | Guarded)]
    moved = [(thing, replace(place, site=id)) for thing, place in kept if place.site == site.id]
    doors = _renamed(site.doors, {door for other in campaign.sites.values() for door in other.doors})
    new = _renamed((thing.id for thing, _ in moved), campaign.things)
    return replace(
        site,
        id=id,
        doors={doors[name]: replace(door, id=doors[name], key=_of(new, door.key)) for name, door in site.doors.items()},
        traps={
            name: replace(trap, door=_of(doors, trap.door), thing=_of(new, trap.thing))
            for name, trap in site.traps.items()
        },
        features={
            name: replace(feature, door=_of(doors, feature.door), things=_each(new, feature.things))
            for name, feature in site.features.items()
        },
        obstacles={
            name: replace(obstacle, things=_each(new, obstacle.things)) for name, obstacle in site.obstacles.items()
        },
    ), tuple(replace(thing, id=new[thing.id], place=place) for thing, place in moved)


def _renamed(ids: Iterable[Id], taken: Iterable[str]) -> Mapping[Id, Id]:
    """New ids for those that are taken."""
    old = tuple(ids)
    used = {*taken}
    found: dict[Id, Id] = {}
    for id in old:
        found[id] = new_id(id, used | {*old}) if id in used else id  # type: ignore[assignment]
        used.add(found[id])
    return found


def _of(new: Mapping[Id, Id], id: Id | None) -> Id | None:
    return None if id is None else new.get(id, id)


def _each(new: Mapping[ThingId, ThingId], ids: tuple[ThingId, ...]) -> tuple[ThingId, ...]:
    return tuple(new.get(id, id) for id in ids)
