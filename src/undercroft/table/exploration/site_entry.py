"""Entering a site, coming from room to room, and leaving."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import (
    in_a_scene,
    no_group,
)
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.exploration.clocks import clock_at, clock_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, SiteId, ZoneId
from undercroft.table.state.journeys import Camp, TravelDay
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.state.sites import Site
from undercroft.table.world.groups import GroupMoved
from undercroft.table.world.light import retime
from undercroft.table.world.roadside import arrive_in, look_round
from undercroft.table.world.sight import see


class EnterSite(Command, frozen=True, tag="enter_site"):
    """Enter a site, by its entrance or in another room."""

    group: GroupId
    site: SiteId
    zone: ZoneId | None = None
    ABOUT = About(title="Enter a site", icon="door", rank=50)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
        elif group.site is not None:
            yield Reason("in_a_site", f"{are(known, group)} in a site already: leave it first.")
        elif isinstance(group.scene, Camp | EncounterScene | Chase | Fight):
            yield in_a_scene(group)
        elif isinstance(group.scene, TravelDay) and known.lands.hex_of(self.site) != group.hex:
            yield Reason("not_there", "That site is in another hex.")
        site = known.sites.get(self.site)
        if site is None:
            yield Reason("no_site", "There is no such site.")
        elif self.zone is not None and self.zone not in site.zones:
            yield Reason("no_zone", "The site has no such room.")

    def do(self, play: Play) -> None:
        site = play.now.sites[self.site]
        zone = self.zone or site.entrance
        hex = play.now.lands.hex_of(self.site)
        if hex is not None and hex != play.group(self.group).hex:
            arrive_in(play, self.group, hex)
        play.tell(GroupMoved(self.group, self.site, zone, called=site.name), to=group_audience(self.group))
        play.begin(self.group, clock_at(play.now, self.site, zone).opening(self.site))
        retime(play, self.group)
        see(play, self.group, zone)


def leave(play: Play, group: GroupId, *, ends_turn: bool = True) -> None:
    """End the turn of a group and bring it out of the site; a group that was chased out has spent its turn."""
    clock = clock_of(play.group(group))
    if clock is not None:
        if ends_turn:
            clock.end_step(play, group)
        play.end(group)
        retime(play, group)
    site = play.now.site_of(play.group(group))
    called = site.name if site is not None else ""
    play.tell(GroupMoved(group, None, None, called=called), to=group_audience(group))
    look_round(play, group)


def arrive(
    play: Play, group: GroupId, zone: ZoneId, *, mapped: bool = True, through: str = "", ran: bool = False
) -> None:
    """Move a group to another zone, `through` an exit; where another clock runs, end the turn and change the clock.

    With `ran` the group fled there, and the log says where to, if the group knows the room.
    """
    movers = play.group(group)
    if movers.site is None:
        return
    seen = play.now.seen_by(movers) if ran else None
    known = seen.zones.get(zone) if seen is not None else None
    ran_to = known.name if known is not None and not known.dark else ""
    play.tell(GroupMoved(group, movers.site, zone, ran_to), to=group_audience(group))
    before, clock = clock_of(movers), clock_at(play.now, movers.site, zone)
    if before is not None and clock is not before:
        before.end_step(play, group)
        scene = play.group(group).scene
        pending = scene.pending if scene is not None else ()
        play.end(group)
        play.begin(group, replace(clock.opening(movers.site), pending=pending))
        retime(play, group)
    see(play, group, zone, mapped=mapped, through=through)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        if group.site is None and group.members:
            for site in _at_hand(known, group):
                yield Offer(EnterSite(group.id, site.id), "enter", site.name, group.name)


def _at_hand(known: Campaign, group: Group) -> Iterable[Site]:
    """The sites a group can enter: on the road, the known sites of its hex; else the sites in its hex or in none."""
    if group.scene is None:
        return (
            site
            for site in known.sites.values()
            if group.hex is None or known.lands.hex_of(site.id) in (None, group.hex)
        )
    if not isinstance(group.scene, TravelDay):
        return ()
    hex = known.seen_lands.hexes.get(group.hex) if group.hex is not None else None
    there = {feature.site for feature in hex.features.values()} if hex is not None else set[SiteId | None]()
    return (site for site in known.sites.values() if site.id in there)


PART = Part(commands=(EnterSite,), offers=_offers)
