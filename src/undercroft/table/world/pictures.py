"""Pictures kept with the campaign: added by the referee, and shown to players as the map of a level of a site."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import LAST, About, Section
from undercroft.table.engine.audience import TABLE, group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PictureId, SiteId, ZoneId
from undercroft.table.state.pictures import MOST_BYTES_IN_ALL, MOST_PICTURES, Picture, Pin, ShownPicture
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.world.group_maps import map_of


class AddPicture(Command, frozen=True, tag="add_picture"):
    """Keep a picture with the campaign. The picture itself is uploaded with the command."""

    picture: Picture
    ABOUT = About(title="Add a picture", listed=False, while_waiting=True, setting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat != REFEREE or self.picture.id in known.pictures:
            return
        if len(known.pictures) >= MOST_PICTURES:
            yield Reason("too_many_pictures", f"A campaign keeps at most {MOST_PICTURES} pictures.")
        if sum(picture.size for picture in known.pictures.values()) + self.picture.size > MOST_BYTES_IN_ALL:
            most = MOST_BYTES_IN_ALL // 1024 // 1024
            yield Reason("pictures_too_big", f"The pictures of a campaign have at most {most} MB together.")

    def do(self, play: Play) -> None:
        play.tell(PictureAdded(self.picture))


class ShowPicture(Command, frozen=True, tag="show_picture"):
    """Show players the picture of a level of a site, with the pins of the rooms they know."""

    site: SiteId
    level: int = 1
    ABOUT = About(
        title="Show the picture to players",
        deed="a picture shown",
        icon="eye",
        place=Section.MAP,
        rank=LAST,
        words="map picture handout show players",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        picture = picture_of(known, self.site, self.level)
        if seat == REFEREE and picture is None:
            yield Reason("no_picture", "This level has no picture: upload one on the page of the site.")
        elif picture is not None and picture.id in known.shown:
            yield Reason("already_shown", "Players see this picture already.")

    def do(self, play: Play) -> None:
        """Show it to all; where it belongs is told to those who know the site."""
        picture = picture_of(play.now, self.site, self.level)
        if picture is None:
            return
        shown = ShownPicture(picture.id, picture.width, picture.height, self.site, self.level, self._levels(play.now))
        knowing = [group for group in play.now.groups.values() if _site(play.now, group, self.site) is not None]
        told = frozenset((REFEREE,)).union(*(group_audience(group.id)(play.now) for group in knowing))
        others = TABLE(play.now) - told
        play.tell(PictureShown(shown), to=lambda _: told)
        play.aside(PictureShown(replace(shown, site=None)), to=lambda _: others)
        for group in knowing:
            pins = _pins(play.now, group, shown)
            if pins:
                play.tell(PinsSeen(self.site, pins), to=group_audience(group.id))

    def _levels(self, known: Campaign) -> tuple[int, ...]:
        """The levels that share the picture; none to name where it is the picture of one level."""
        pictures = known.sites[self.site].pictures
        alike = tuple(sorted(level for level, id in pictures.items() if id == pictures.get(self.level)))
        return alike if len(alike) > 1 else ()


class HidePicture(Command, frozen=True, tag="hide_picture"):
    """Stop showing a picture to players."""

    picture: PictureId
    ABOUT = About(
        title="Hide the picture from players",
        deed="a picture hidden",
        icon="eye",
        place=Section.MAP,
        rank=LAST,
        words="map picture handout hide players",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat == REFEREE and self.picture not in known.shown:
            yield Reason("not_shown", "Players do not see that picture.")

    def do(self, play: Play) -> None:
        play.tell(PictureHidden(self.picture), to=TABLE)


class PictureAdded(SecretEvent, frozen=True, tag="table.picture-added"):
    """A picture is kept with the campaign; its bytes were stored together with this line."""

    picture: Picture

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, pictures={**campaign.pictures, self.picture.id: self.picture})


class PictureShown(Event, frozen=True, tag="table.picture-shown"):
    """Players see a picture. `again` if they are told only where it belongs."""

    picture: ShownPicture
    again: bool = False

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, shown={**campaign.shown, self.picture.id: self.picture})

    def say(self, _now: Campaign) -> str:
        return "" if self.again else "The referee shows a map."


class PictureHidden(Event, frozen=True, tag="table.picture-hidden"):
    """Players no longer see a picture."""

    picture: PictureId

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, shown={id: shown for id, shown in campaign.shown.items() if id != self.picture})

    def say(self, _now: Campaign) -> str:
        return "The referee takes the map away."


class PinsSeen(Event, frozen=True, tag="table.pins-seen"):
    """Players see where rooms that they know are on a picture."""

    site: SiteId
    pins: dict[ZoneId, Pin]

    def fold(self, campaign: Campaign) -> Campaign:
        seen = campaign.seen.get(self.site)
        if seen is None:
            return campaign
        zones = {id: replace(zone, pin=self.pins.get(id, zone.pin)) for id, zone in seen.zones.items()}
        return replace(campaign, seen={**campaign.seen, self.site: replace(seen, zones=zones)})


def picture_of(known: Campaign, site: SiteId | None, level: int) -> Picture | None:
    """The picture of a level of a site, for a seat that knows the whole site."""
    found = known.sites.get(site) if site is not None else None
    return known.pictures.get(found.pictures[level]) if found is not None and level in found.pictures else None


def shown_here(campaign: Campaign, site: SiteId, level: int) -> tuple[ShownPicture, ...]:
    """The pictures of a level of a site that players see."""
    return tuple(shown for shown in campaign.shown.values() if shown.site == site and shown.shows(level))


def _site(campaign: Campaign, group: Group, site: SiteId) -> SeenSite | None:
    return map_of(campaign, group.id).get(site) if group.members else None


def _pins(campaign: Campaign, group: Group, shown: ShownPicture) -> dict[ZoneId, Pin]:
    """The pins of the rooms on a picture that a group has seen by light."""
    if shown.site is None:
        return {}
    seen, rooms = _site(campaign, group, shown.site), campaign.sites[shown.site].zones
    known = [rooms[id] for id, zone in seen.zones.items() if id in rooms and not zone.dark] if seen is not None else []
    return {room.id: room.pin for room in known if room.pin is not None and shown.shows(room.level)}


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for shown in known.shown.values():
        yield Offer(HidePicture(shown.id), "Hide", "the picture from players")
    for group in known.groups.values():
        zone = known.zone_of(group) if group.members else None
        picture = picture_of(known, group.site, zone.level) if zone is not None else None
        if picture is not None and zone is not None and group.site is not None and picture.id not in known.shown:
            yield Offer(ShowPicture(group.site, zone.level), "Show", "the picture to players")


PART = Part(
    commands=(AddPicture, ShowPicture, HidePicture),
    events=(PictureAdded, PictureShown, PictureHidden, PinsSeen),
    offers=_offers,
)
