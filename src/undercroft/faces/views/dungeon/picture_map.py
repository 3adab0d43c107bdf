"""The picture of a level with the pins of its rooms: all of them for the referee, for players those that they know."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from undercroft.table.site.room_numbers import number_order, room_numbers
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PictureId, SiteId, ZoneId
from undercroft.table.state.pictures import PIN_SCALE, Picture, ShownPicture
from undercroft.table.state.seen_sites import SeenSite, SeenZone
from undercroft.table.state.sites import Site, Zone
from undercroft.table.world.darkness import is_blind
from undercroft.table.world.pictures import shown_here

WIDTH = 1000
"""The width of the drawing; its height follows from the picture's."""


class DrawnPin(Struct, frozen=True):
    """A pin: the room's number, if the seat knows it, and the groups that are there."""

    id: ZoneId
    number: str
    name: str
    x: int
    y: int
    seen: bool
    groups: tuple[str, ...] = ()


class UnpinnedRoom(Struct, frozen=True):
    """A room that is not pinned on its level's picture."""

    id: ZoneId
    number: str
    name: str


class PictureMap(Struct, frozen=True):
    """The picture of a level, as large as it is drawn, and what is on it."""

    id: PictureId
    width: int
    height: int
    site: SiteId | None
    level: int
    pins: tuple[DrawnPin, ...] = ()
    unpinned: tuple[UnpinnedRoom, ...] = ()
    shown: bool = False
    """Whether players see it."""


def picture_map(known: Campaign, group: Group, level: int) -> PictureMap | None:
    """The picture of a level of the group's site. Players who cannot see have none."""
    if group.site is None:
        return None
    truth, seen = known.sites.get(group.site), known.seen.get(group.site)
    if truth is not None:
        return prepared_picture(known, truth, level)
    found = shown_here(known, group.site, level)
    if not found or seen is None or is_blind(known, group):
        return None
    return _drawn(found[-1], seen.id, level, _pins(known, seen, seen, found[-1].shows, {}), shown=True)


def prepared_picture(known: Campaign, site: Site, level: int) -> PictureMap | None:
    """The picture of a level with every pin, for the referee."""
    id = site.pictures.get(level)
    picture = known.pictures.get(id) if id is not None else None
    if picture is None:
        return None
    numbers = room_numbers(site)

    def on_it(level: int) -> bool:
        return site.pictures.get(level) == id

    seen = known.seen.get(site.id) or SeenSite(site.id, site.name)
    unpinned = tuple(
        UnpinnedRoom(zone.id, numbers[zone.id], zone.name)
        for zone in sorted(site.zones.values(), key=lambda zone: number_order(numbers[zone.id]))
        if on_it(zone.level) and zone.pin is None
    )
    pins = _pins(known, site, seen, on_it, numbers)
    return _drawn(picture, site.id, level, pins, unpinned, shown=picture.id in known.shown)


def printed_picture(known: Campaign, id: SiteId, level: int, *, secrets: bool) -> PictureMap | None:
    """The picture of a level on paper: every pin for the referee, else the picture and pins that players see."""
    truth, seen = known.sites.get(id), known.seen.get(id)
    whole = Campaign(sites=known.sites, seen=known.seen, pictures=known.pictures, shown=known.shown)
    if truth is not None and secrets:
        return prepared_picture(whole, truth, level)
    found = shown_here(known, id, level)
    if not found or seen is None:
        return None
    numbers = {} if truth is None else room_numbers(truth)
    return _drawn(found[-1], id, level, _pins(whole, seen, seen, found[-1].shows, numbers), shown=True)


def _drawn(
    picture: Picture | ShownPicture,
    site: SiteId | None,
    level: int,
    pins: Iterable[DrawnPin],
    unpinned: tuple[UnpinnedRoom, ...] = (),
    *,
    shown: bool,
) -> PictureMap:
    height = max(1, WIDTH * picture.height // picture.width)
    placed = tuple(_scaled(pin, height) for pin in pins)
    return PictureMap(picture.id, WIDTH, height, site, level, placed, unpinned, shown)


def _scaled(pin: DrawnPin, height: int) -> DrawnPin:
    x, y = round(pin.x * WIDTH / PIN_SCALE), round(pin.y * height / PIN_SCALE)
    return DrawnPin(pin.id, pin.number, pin.name, x, y, pin.seen, pin.groups)


def _pins(
    known: Campaign,
    site: Site | SeenSite,
    seen: SeenSite,
    on_it: Callable[[int], bool],
    numbers: Mapping[ZoneId, str],
) -> Iterable[DrawnPin]:
    """The pins of the rooms of the levels on a picture, those with people in them last, so that they lie on top."""
    zones: Iterable[Zone | SeenZone] = site.zones.values()
    found = [
        DrawnPin(
            zone.id,
            numbers.get(zone.id, ""),
            zone.name,
            zone.pin.x,
            zone.pin.y,
            zone.id in seen.zones,
            _there(known, site.id, zone.id),
        )
        for zone in zones
        if on_it(zone.level) and zone.pin is not None
    ]
    return sorted(found, key=lambda pin: bool(pin.groups))


def _there(known: Campaign, site: SiteId, zone: ZoneId) -> tuple[str, ...]:
    return tuple(
        group.name for group in known.groups.values() if (group.site, group.zone) == (site, zone) and group.members
    )
