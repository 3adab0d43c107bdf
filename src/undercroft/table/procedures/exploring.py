"""Exploring a site under any clock: coming in, going on, ending a turn, leaving."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.bodies import LIFE_AT_STAKE
from undercroft.table.campaign import Campaign, Group
from undercroft.table.groups import GroupMoved
from undercroft.table.journeys import Camp, TravelDay
from undercroft.table.light import retime
from undercroft.table.names import GroupId, PersonId, SiteId, ZoneId
from undercroft.table.passing import WAITING, waiting
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_at, clock_of
from undercroft.table.procedures.clockwork import Activity, BeginStep, Clockwork, EndStep
from undercroft.table.roadside import arrive_in, look_round
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Chase, Fight, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import see
from undercroft.table.sites import Site
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import not_theirs, of_itself, referee_only
from undercroft.table.working import at_work, end_job, job_of, leave_off


class EnterSite(Command, frozen=True, tag="enter_site"):
    """A group goes into a site, by its entrance or somewhere else."""

    group: GroupId
    site: SiteId
    zone: ZoneId | None = None


class LeaveSite(Command, frozen=True, tag="leave_site"):
    """A group is out of a site."""

    group: GroupId


class Hold(Command, frozen=True, tag="hold"):
    """Somebody does nothing more this turn or round, and rests."""

    who: PersonId


def _enter(play: Play, act: EnterSite) -> None:
    site = play.now.sites[act.site]
    zone = act.zone or site.entrance
    hex = play.now.lands.hex_of(act.site)
    if hex is not None and hex != play.group(act.group).hex:
        arrive_in(play, act.group, hex)
    play.tell(GroupMoved(act.group, act.site, zone), to=group_audience(act.group))
    play.begin(act.group, clock_at(play.now, act.site, zone).opening(act.site))
    retime(play, act.group)
    see(play, act.group, zone)


def _leave(play: Play, act: LeaveSite) -> None:
    """Whatever turn they were in is over first, and work in the site is laid down."""
    clock = clock_of(play.group(act.group))
    for who in play.group(act.group).members:
        job = job_of(play.now, who)
        if job is not None and job.site is not None:
            end_job(play, job, done=False, to=group_audience(act.group))
    if clock is not None:
        clock.end_step(play, act.group)
        play.end(act.group)
        retime(play, act.group)
    play.tell(GroupMoved(act.group, None, None), to=group_audience(act.group))
    look_round(play, act.group)
    leave_off(play, act.group)


def arrive(play: Play, group: GroupId, zone: ZoneId, *, mapped: bool = True) -> None:
    """A group stands in another zone; where another clock runs there, it takes over as soon as this turn is over."""
    there = play.group(group)
    if there.site is None:
        return
    play.tell(GroupMoved(group, there.site, zone), to=group_audience(group))
    leave_off(play, group)
    before, clock = clock_of(there), clock_at(play.now, there.site, zone)
    if before is not None and clock is not before:
        before.end_step(play, group)
        scene = play.group(group).scene
        pending = scene.pending if scene is not None else ()
        play.end(group)
        play.begin(group, replace(clock.opening(there.site), pending=pending))
        retime(play, group)
    see(play, group, zone, mapped=mapped)


def did(play: Play, who: PersonId, activity: Activity, what: str) -> None:
    """Somebody has done that with their time, under whatever clock."""
    group = play.now.group_of(who)
    clock = clock_of(group) if group is not None else None
    if group is not None and clock is not None:
        clock.did(play, group.id, who, activity, what)


def whole_steps(group: Group, time: Seconds) -> Seconds:
    """That long, in whole turns or rounds of the clock that runs where a group is."""
    clock = clock_of(group)
    return time if clock is None else Seconds(-(-time // clock.step) * clock.step)


def busy(known: Campaign, seat: SeatId, who: PersonId, activity: Activity) -> Iterable[Reason]:
    """Why somebody cannot do that now: not theirs to ask, not able, at work, or no time left for it."""
    yield from not_theirs(known, seat, who)
    yield from at_work(known, who)
    group = known.group_of(who)
    clock = clock_of(group) if group is not None else None
    if group is None or clock is None:
        yield Reason("not_exploring", "They are not exploring a site.")
    else:
        yield from held_back(known, group)
        yield from clock.hindrances(known, group, who, activity)


def held_back(known: Campaign, group: Group) -> Iterable[Reason]:
    """Why a group must wait: a moment that belongs to all has not come for the others yet."""
    if waiting(known, group):
        yield Reason("waiting", WAITING)


def _hold(play: Play, act: Hold) -> None:
    did(play, act.who, Activity.REST, "rested")


def _begin_step(play: Play, act: BeginStep) -> None:
    """Whoever is at work goes on with it."""
    _clock(play.group(act.group)).begin_step(play, act.group)
    for person in play.now.able_in(act.group):
        job = job_of(play.now, person.id)
        if job is not None:
            did(play, person.id, Activity.FEAT, job.what)


def _end_step(play: Play, act: EndStep) -> None:
    _clock(play.group(act.group)).end_step(play, act.group)


def _clock(group: Group) -> Clockwork:
    clock = clock_of(group)
    if clock is None:
        raise ValueError("the group is not exploring")
    return clock


def _may_enter(known: Campaign, seat: SeatId, act: EnterSite) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None:
        yield Reason("no_group", "Nobody goes by that name.")
    elif group.site is not None:
        yield Reason("in_a_site", "They are in a site already: leave it first.")
    elif isinstance(group.scene, Camp | Meeting | Chase | Fight):
        yield Reason("in_a_scene", "They are in the middle of something else.")
    elif isinstance(group.scene, TravelDay) and known.lands.hex_of(act.site) != group.hex:
        yield Reason("not_there", "That does not lie in their hex.")
    site = known.sites.get(act.site)
    if site is None:
        yield Reason("no_site", "There is no such site.")
    elif act.zone is not None and act.zone not in site.zones:
        yield Reason("no_zone", "The site has no such zone.")


def _may_hold(known: Campaign, seat: SeatId, act: Hold) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.REST)


def _exploring(known: Campaign, seat: SeatId, act: LeaveSite | EndStep) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or clock_of(group) is None:
        yield Reason("not_exploring", "They are not exploring a site.")
    else:
        yield from held_back(known, group)


def _next(campaign: Campaign) -> Command | None:
    """What follows in the first group for which something does; whoever waits for the others begins nothing."""
    for group in campaign.groups.values():
        clock = None if waiting(campaign, group) else clock_of(group)
        follows = clock.next(campaign, group) if clock is not None else None
        if follows is not None and not (isinstance(follows, EndStep) and _waits(campaign, group)):
            return follows
    return None


def _waits(campaign: Campaign, group: Group) -> bool:
    """A turn does not end by itself while a life is at stake, or while there is nobody but those at work."""
    at_stake = any(person.is_in(state) for person in campaign.those_in(group.id) for state in LIFE_AT_STAKE)
    return at_stake or all(job_of(campaign, person.id) for person in campaign.able_in(group.id))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if not any(_may_hold(known, seat, Hold(who))):
            yield Offer(Hold(who), f"{known.people[who].name}: rest", who)
    if seat != REFEREE:
        return
    for group in known.groups.values():
        clock = clock_of(group)
        if clock is not None:
            yield Offer(EndStep(group.id), f"End the {clock.called} ({group.name})", seconds=clock.step)
            yield Offer(LeaveSite(group.id), f"Leave the site ({group.name})", seconds=clock.step)
        elif group.site is None and group.members:
            for site in _at_hand(known, group):
                yield Offer(EnterSite(group.id, site.id), f"{group.name}: enter {site.name}")


def _at_hand(known: Campaign, group: Group) -> Iterable[Site]:
    """The sites a group can go into: on the road, those it knows of in its hex; else those that lie in no other."""
    if group.scene is None:
        return (
            site
            for site in known.sites.values()
            if group.hex is None or known.lands.hex_of(site.id) in (None, group.hex)
        )
    if not isinstance(group.scene, TravelDay):
        return ()
    hex = known.seen_lands.hexes.get(group.hex) if group.hex is not None else None
    there = {one.site for one in hex.features.values()} if hex is not None else set[SiteId | None]()
    return (site for site in known.sites.values() if site.id in there)


ROOM = Room(
    steps={EnterSite: _enter, LeaveSite: _leave, Hold: _hold, BeginStep: _begin_step, EndStep: _end_step},
    refusals={EnterSite: _may_enter, LeaveSite: _exploring, Hold: _may_hold, BeginStep: of_itself, EndStep: _exploring},
    offers=_offers,
    next=_next,
)
