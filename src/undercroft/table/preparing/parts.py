"""The parts of the prepared world: where each is found in the campaign, and how it is put there or removed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar, cast

from msgspec.structs import asdict, replace

from undercroft.table.bridge.roads import air
from undercroft.table.lore.monsters import with_monster
from undercroft.table.state.campaign import Campaign, with_site
from undercroft.table.state.changes import (
    KINDS,
    AnyChange,
    CreaturesChange,
    DoorChange,
    EncountersChange,
    FeatureChange,
    HexChange,
    LandCreaturesChange,
    LandsChange,
    LandsHead,
    MonsterChange,
    ObstacleChange,
    PersonChange,
    PlaceInLands,
    PlaceInSite,
    RegionChange,
    RollTableChange,
    SeatChange,
    SiteChange,
    SiteHead,
    TableChange,
    ThingChange,
    TrapChange,
    WayChange,
    WeathersChange,
    ZoneChange,
    id_of,
    part_of,
)
from undercroft.table.state.ids import PartId, SiteId
from undercroft.table.state.lands import Lands, LandWay
from undercroft.table.state.lore import Monster
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Guarded, Lying, Thing

K = TypeVar("K", bound=str)

_IN_SITE = (ZoneChange, DoorChange, TrapChange, FeatureChange, ObstacleChange, CreaturesChange)
_IN_CAMPAIGN: Mapping[type[AnyChange], str] = {
    SeatChange: "seats",
    PersonChange: "people",
    ThingChange: "things",
    MonsterChange: "bestiary",
    RollTableChange: "roll_tables",
}


def head_of(site: Site) -> SiteHead:
    """A site without its rooms and what is in them."""
    return SiteHead(**{name: getattr(site, name) for name in SiteHead.__struct_fields__})


def lands_head(lands: Lands) -> LandsHead:
    """The lands without their regions, hexes, ways, tables and creatures."""
    return LandsHead(**{name: getattr(lands, name) for name in LandsHead.__struct_fields__})


def in_world(campaign: Campaign, change: AnyChange) -> Any:  # noqa: ANN401 - of the change's own kind
    """The part as it is in the world now; None if it is not there."""
    match change:
        case SiteChange():
            site = campaign.sites.get(SiteId(id_of(change)))
            return None if site is None else head_of(site)
        case EncountersChange(site=at):
            site = campaign.sites.get(at)
            return (site.encounters or None) if site is not None else None
        case LandsChange():
            head = lands_head(campaign.lands)
            return None if head == LandsHead() else head
        case WayChange():
            return next((way for way in campaign.lands.ways if id_of(WayChange(way)) == id_of(change)), None)
        case _:
            return _held(campaign, change).get(id_of(change))


def _held(campaign: Campaign, change: AnyChange) -> Mapping[str, Any]:
    """The parts of the same kind, by id."""
    if isinstance(change, PlaceInSite):
        site = campaign.sites.get(change.site)
        return {} if site is None else getattr(site, change.KEPT_IN)
    if isinstance(change, PlaceInLands):
        return cast("Mapping[str, Any]", getattr(campaign.lands, change.KEPT_IN))
    return cast("Mapping[str, Any]", getattr(campaign, _IN_CAMPAIGN[type(change)]))


def in_draft(campaign: Campaign, change: AnyChange) -> Any:  # noqa: ANN401 - of the change's own kind
    """The part as it is in the draft, or in the world if the draft does not change it."""
    drafted = campaign.draft.get(part_of(change))
    return in_world(campaign, change) if drafted is None else drafted.after


def made(campaign: Campaign, change: AnyChange) -> Campaign:
    """The campaign after a change. A part of a site that does not exist is nowhere."""
    match change:
        case SiteChange():
            return _with_head(campaign, change)
        case EncountersChange(site=at, after=rows):
            site = campaign.sites.get(at)
            return campaign if site is None else with_site(campaign, replace(site, encounters=rows or ()))
        case LandsChange():
            lands = replace(campaign.lands, **asdict(change.after or LandsHead()))
            climate = campaign.climate if lands.climate is campaign.lands.climate else air(lands.climate)
            return replace(campaign, lands=lands, climate=climate)
        case MonsterChange(after=Monster() as monster):
            return with_monster(campaign, monster)
        case WayChange():
            return _with_lands(campaign, ways=_ways(campaign.lands.ways, change))
        case _:
            held = put(_held(campaign, change), id_of(change), change.after)
    if isinstance(change, PlaceInSite):
        site = campaign.sites.get(change.site)
        return campaign if site is None else with_site(campaign, replace(site, **{change.KEPT_IN: held}))
    if isinstance(change, PlaceInLands):
        return _with_lands(campaign, **{change.KEPT_IN: held})
    return replace(campaign, **{_IN_CAMPAIGN[type(change)]: held})


def put(held: Mapping[K, Any], id: K, value: object) -> Mapping[K, Any]:
    """A mapping with a value in its place, or without it."""
    if value is None:
        return {name: other for name, other in held.items() if name != id}
    return {**held, id: value}


def _with_head(campaign: Campaign, change: SiteChange) -> Campaign:
    head = change.after
    if head is None:
        return replace(campaign, sites={id: site for id, site in campaign.sites.items() if id != id_of(change)})
    site = campaign.sites.get(head.id, Site(head.id, head.name, head.entrance))
    return with_site(campaign, replace(site, **asdict(head)))


def _with_lands(campaign: Campaign, **fields: object) -> Campaign:
    return replace(campaign, lands=replace(campaign.lands, **fields))


def _ways(ways: tuple[LandWay, ...], change: WayChange) -> tuple[LandWay, ...]:
    """The ways with one added at the end, changed in its place, or removed."""
    id, after = id_of(change), () if change.after is None else (change.after,)
    at = next((number for number, way in enumerate(ways) if id_of(WayChange(way)) == id), len(ways))
    return (*ways[:at], *after, *ways[at + 1 :])


def all_made(campaign: Campaign, changes: Iterable[AnyChange]) -> Campaign:
    """The campaign after all these changes, made in an order in which each has what it stands on."""
    for change in in_order(changes):
        campaign = made(campaign, change)
    return campaign


def in_order(changes: Iterable[AnyChange]) -> list[AnyChange]:
    """The changes in the order to make them: what is added from the ground up, what is removed from the top down."""
    kinds = {kind: number for number, kind in enumerate(KINDS)}
    found = list(changes)
    gone = [change for change in found if change.after is None]
    rest = [change for change in found if change.after is not None]
    return [
        *sorted(gone, key=lambda change: -kinds[type(change)]),
        *sorted(rest, key=lambda change: kinds[type(change)]),
    ]


def everything(campaign: Campaign) -> Iterator[AnyChange]:
    """Every part of the world, each as a change that leaves it as it is."""
    yield from (SeatChange(seat, seat) for seat in campaign.seats.values())
    yield from (PersonChange(person, person) for person in campaign.people.values())
    for site in campaign.sites.values():
        yield from parts_of_site(site)
    yield from parts_of_lands(campaign.lands)
    yield from (ThingChange(thing, thing) for thing in campaign.things.values())
    yield from (MonsterChange(monster, monster) for monster in campaign.bestiary.values())
    yield from (RollTableChange(table, table) for table in campaign.roll_tables.values())


def parts_of_site(site: Site) -> Iterator[AnyChange]:
    """The parts of a site, each as a change that leaves it as it is."""
    yield SiteChange(head_of(site), head_of(site))
    for kind in _IN_SITE:
        yield from (kind(site.id, part, part) for part in getattr(site, kind.KEPT_IN).values())
    if site.encounters:
        yield EncountersChange(site.id, site.encounters, site.encounters)


def parts_of_lands(lands: Lands) -> Iterator[AnyChange]:
    """The parts of the lands, each as a change that leaves it as it is."""
    head = lands_head(lands)
    if head != LandsHead():
        yield LandsChange(head, head)
    yield from (RegionChange(region, region) for region in lands.regions.values())
    yield from (HexChange(hex, hex) for hex in lands.hexes.values())
    yield from (WayChange(way, way) for way in lands.ways)
    yield from (TableChange(name, rows, rows) for name, rows in lands.tables.items())
    yield from (WeathersChange(season, listed, listed) for season, listed in lands.weathers.items())
    yield from (LandCreaturesChange(creatures, creatures) for creatures in lands.creatures.values())


def added(parts: Iterable[AnyChange]) -> Iterator[AnyChange]:
    """These parts, each as a change that adds it."""
    return (replace(part, before=None) for part in parts)


def removed(parts: Iterable[AnyChange]) -> Iterator[AnyChange]:
    """These parts, each as a change that removes it."""
    return (replace(part, after=None) for part in parts)


def differences(old: Campaign, new: Campaign) -> Iterator[AnyChange]:
    """The changes that make one world of another."""
    was = {part_of(part): part for part in everything(old)}
    shall = {part_of(part): part for part in everything(new)}
    for id, part in shall.items():
        if id not in was:
            yield from added((part,))
        elif was[id].before != part.after:
            yield replace(part, before=was[id].before)
    yield from removed(part for id, part in was.items() if id not in shall)


def with_draft(campaign: Campaign) -> Campaign:
    """The world as the draft has it, whether it can be used like that or not."""
    return all_made(campaign, campaign.draft.values())


def changes_to_site(campaign: Campaign, site: Site, things: Iterable[Thing]) -> tuple[AnyChange, ...]:
    """The changes that make a site as given, with these things in it, from what the draft has of it now."""
    now = with_draft(campaign)
    inside = {id for id, thing in now.things.items() if _lies_in(thing, site)}
    kept = {id: thing for id, thing in now.things.items() if id not in inside}
    meant = {thing.id: thing for thing in things}
    return tuple(differences(now, replace(with_site(now, site), things={**kept, **meant})))


def _lies_in(thing: Thing, site: Site) -> bool:
    return isinstance(thing.place, Lying | Guarded) and thing.place.site == site.id


def by_address(changes: Iterable[AnyChange]) -> dict[PartId, AnyChange]:
    """Changes by the address of their part."""
    return {part_of(change): change for change in changes}
