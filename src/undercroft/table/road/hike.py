"""Hiking by Neverwhere: a day's march hour by hour, in kilometres, and what a stop costs."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.neverwhere.effort import Toll
from undercroft.books.neverwhere.hiking import hike_distance
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT
from undercroft.books.neverwhere.units import HitPoints
from undercroft.books.neverwhere.working_hours import march_fatigue
from undercroft.kernel.amounts import roughly
from undercroft.kernel.phrases import within
from undercroft.kernel.units import HOUR, MINUTE, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body import fatigue
from undercroft.table.body.dying import left_to_die
from undercroft.table.body.exertion import suffer
from undercroft.table.body.fatigue import stop
from undercroft.table.bridge.rules_between_books import Land, Pathfinding, WentAstray, lost
from undercroft.table.bridge.time_units import TRAVEL_HOURS, day_number
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import in_a_scene
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, group_acts
from undercroft.table.exploration.spare_time import held_back
from undercroft.table.road.hike_pace import ahead, hike_of, pace
from undercroft.table.road.permission import cannot_travel
from undercroft.table.road.route import is_connected
from undercroft.table.state.campaign import Campaign, Group, changed_group
from undercroft.table.state.house_rules import Lost, Wilderness
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.journeys import NO_POINTS, Hike
from undercroft.table.world.country import landmarks_in_sight
from undercroft.table.world.roadside import arrive_in

REST = Seconds(MINUTES_A_POINT * MINUTE)
"""The length of a rest on the way."""

_LANDS = {
    "plains": Land.PLAINS,
    "hills": Land.HILL,
    "marsh": Land.MOOR,
    "forest": Land.FOREST,
    "mountains": Land.MOUNTAIN,
    "high_mountains": Land.MOUNTAIN,
}


class BeginHike(Command, frozen=True, tag="begin_hike"):
    """Begin a day's march, along a route of hexes."""

    group: GroupId
    route: tuple[HexId, ...] = ()
    ABOUT = About(title="Start the march", place=Section.DAY, also=Section.ACTIONS | Section.WAYSIDE, rank=50)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from cannot_travel(known, seat, self.group, Wilderness.NEVERWHERE)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            return
        hike = hike_of(group)
        if group.site is not None:
            yield Reason("in_a_site", f"{are(known, group)} in a site: leave it first.")
        elif hike is None and group.scene is not None:
            yield in_a_scene(group)
        elif hike is not None and hike.day == day_number(known, group.time):
            yield Reason("on_the_road", f"{are(known, group)} already on the march today.")
        if self.route and not is_connected(group.hex, self.route):
            yield Reason("no_route", "A route goes from hex to hex, from where the party is.")
        yield from held_back(known, group)

    def do(self, play: Play) -> None:
        begin_hike(play, self.group, self.route)


class _MarchCommand(Command, frozen=True):
    """A command for a group on the march."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or hike_of(group) is None:
            yield Reason("not_hiking", f"{are(known, group)} not on a march.")
            return
        yield from held_back(known, group)
        if not known.able_in(self.group):
            yield Reason("nobody_able", "None of the group can go on.")
        yield from left_to_die(known, self.group)


class HikeOn(_MarchCommand, frozen=True, tag="hike_on"):
    """March for some hours, or until something interrupts."""

    hours: Annotated[int, Meta(ge=1, le=TRAVEL_HOURS)] = 1
    ABOUT = About(title="March on", place=Section.DAY, also=Section.ACTIONS | Section.WAYSIDE, rank=60)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        hike = hike_of(group)
        if group is None or hike is None:
            return
        if hike.hours + self.hours > TRAVEL_HOURS:
            yield Reason("day_spent", "The day does not have that many hours left for the road.", hike_distance.id)
        if hike.day != day_number(known, group.time):
            yield Reason("another_day", "That was yesterday's march: begin a new one.")

    def do(self, play: Play) -> None:
        """March hour by hour; a stop costs fatigue for the hours since the last rest."""
        before = hike_of(play.group(self.group))
        for _ in range(self.hours):
            if not _march_hour(play, self.group):
                break
        hike = hike_of(play.group(self.group))
        if before is not None and hike is not None:
            done = Hiked(self.group, hike.km - before.km, hike.hours - before.hours)
            play.tell(done, to=group_audience(self.group))


class SitDown(_MarchCommand, frozen=True, tag="sit_down"):
    """Rest on the march for ten minutes."""

    ABOUT = About(title="Rest on the march", place=Section.WAYSIDE)

    def do(self, play: Play) -> None:
        play.spend(self.group, REST)
        hike = hike_of(play.group(self.group))
        if hike is None:
            return
        play.go_on(self.group, replace(hike, unrested=NO_POINTS))
        for person in play.now.able_in(self.group):
            fatigue.rest(play, person.id, MINUTES_A_POINT, to=group_audience(self.group))


class EndHike(Command, frozen=True, tag="end_hike"):
    """End the march and stay here."""

    group: GroupId
    ABOUT = About(title="End the march", place=Section.DAY, rank=95)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if hike_of(known.groups.get(self.group)) is None:
            yield Reason("not_hiking", f"{are(known, known.groups.get(self.group))} not on a march.")

    def do(self, play: Play) -> None:
        """Charge the fatigue of the march, and remember it for the rest of the day."""
        stop(play, self.group)
        suffer_injuries(play, self.group)
        hike = hike_of(play.group(self.group))
        if hike is not None:
            play.end(self.group)
            play.tell(HikeEnded(self.group, hike), to=group_audience(self.group))


class HikeEnded(Event, frozen=True, tag="table.hike-ended"):
    """A group ended its march."""

    group: GroupId
    hike: Hike

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, marched=self.hike)

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'end', 'ends')} the march."


class Hiked(Event, frozen=True, tag="table.hiked"):
    """The kilometres and hours that a group has marched."""

    group: GroupId
    km: Fraction
    hours: Fraction

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'march', 'marches')} {roughly(self.km)} km in {roughly(self.hours)} h."


class WentInCircles(Event, frozen=True, tag="table.went-in-circles"):
    """A group went astray for an hour."""

    group: GroupId

    def say(self, now: Campaign) -> str:
        return f"An hour passes, and {within(group_acts(now, self.group, 'are', 'is'))} no nearer."


def begin_hike(play: Play, group: GroupId, route: tuple[HexId, ...]) -> None:
    """Begin a day's march, or go on with the day's march that was ended or broken off by a camp.

    The way already made into the next hex counts if the group still goes there.
    """
    marchers = play.group(group)
    today, under_way = day_number(play.now, marchers.time), hike_of(marchers)
    before = under_way or marchers.marched or Hike(today)
    way = route or before.route
    into = before.into if way[:1] == before.route[:1] else NO_POINTS
    same_day = before.day == today
    hike = replace(before, route=way, into=into) if same_day else Hike(today, way, into=into)
    if under_way is None:
        play.begin(group, hike)
    else:
        play.go_on(group, hike)


def _march_hour(play: Play, group: GroupId) -> bool:
    """March for an hour. Return whether the group can go on."""
    astray = _goes_astray(play, group)
    took = Fraction(play.spend(group, HOUR, travels=True), HOUR)
    hike = hike_of(play.group(group))
    if hike is None:
        return False
    bound = bool(hike.route)
    hike = replace(hike, hours=hike.hours + took, unrested=hike.unrested + took)
    play.go_on(group, hike)
    if astray:
        play.tell(WentInCircles(group), to=group_audience(group))
    else:
        _walk(play, group, took)
    if took < 1:
        stop(play, group)
        return False
    now = hike_of(play.group(group))
    arrived = now is not None and bound and not now.route
    return now is not None and not arrived and now.hours < TRAVEL_HOURS and bool(play.now.able_in(group))


def _walk(play: Play, group: GroupId, time: Fraction) -> None:
    """Walk through the hexes of the route, as far as the time allows."""
    wide = play.now.lands.hex_km
    while time > 0:
        party, hike = play.group(group), hike_of(play.group(group))
        if hike is None:
            return
        speed = pace(play.now, party, hike, ahead(play.now, party, hike))
        rest = wide - hike.into if wide is not None and hike.route else None
        if rest is None or speed * time < rest:
            play.go_on(group, replace(hike, km=hike.km + speed * time, into=hike.into + speed * time))
            return
        time -= rest / speed
        play.go_on(group, replace(hike, km=hike.km + rest, into=NO_POINTS, route=hike.route[1:]))
        arrive_in(play, group, hike.route[0])


def _goes_astray(play: Play, group: GroupId) -> bool:
    """Whether the group goes astray this hour, by a Survival check if the house rules ask for it."""
    lands, at = play.now.lands, play.group(group).hex
    able = play.now.able_in(group)
    if play.now.house.lost is not Lost.NEVERWHERE or at is None or at not in lands.hexes or not able:
        return False
    led = any(way.other(at) is not None for way in lands.ways)
    given = Pathfinding(
        _LANDS[lands.hexes[at].terrain],
        max(bridge.survival(person) for person in able),
        route=led,
        landmark=bool(landmarks_in_sight(lands, at)),
    )
    return isinstance(play.settle(lost, given), WentAstray)


def suffer_injuries(play: Play, group: GroupId) -> None:
    """Apply the injuries of those who overexerted themselves: the fatigue of the hours they marched, as hit points."""
    hike = hike_of(play.group(group))
    if hike is None or not hike.hours:
        return
    unhurt = {who: replace(walker, injury=None) for who, walker in hike.walkers.items()}
    play.go_on(group, replace(hike, walkers=unhurt))
    for person in play.now.living_in(group):
        hurt = hike.walkers[person.id].injury if person.id in hike.walkers else None
        if hurt is not None:
            given = fatigue.stopped(play.now, person, hike.hours, effort=True)
            missing = play.settle(march_fatigue, given, to=group_audience(group), whole=True)
            toll = Toll(HitPoints(missing.fp), hurt.site, hurt.flaw, hurt.weeks)
            suffer(play, person.id, toll, 0, cause="extra effort", to=group_audience(group))


class FeelMarch(Automatic, frozen=True, tag="feel_march"):
    """Apply the injuries of a day's march once the day is over, also without a camp; Undercroft does this by itself."""

    group: GroupId
    ABOUT = About(deed="the end of the day's march", listed=False)

    def do(self, play: Play) -> None:
        suffer_injuries(play, self.group)


def _next(campaign: Campaign) -> Command | None:
    """Apply the injuries of the first march whose day is over."""
    return next((FeelMarch(group.id) for group in campaign.groups.values() if _is_to_suffer(campaign, group)), None)


def _is_to_suffer(campaign: Campaign, group: Group) -> bool:
    """Whether the day of a group's march is over, and a member's injury from it is not felt yet."""
    hike = hike_of(group)
    if hike is None or not hike.hours or hike.day >= day_number(campaign, group.time):
        return False
    return any(hike.walkers[who].injury is not None for who in group.members if who in hike.walkers)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat) if known.house.wilderness is Wilderness.NEVERWHERE else ():
        for act, verb, what, seconds in (
            (BeginHike(group.id), "begin", "the day's march", None),
            (HikeOn(group.id, 1), "march", "for 1 hour", HOUR),
            (HikeOn(group.id, 4), "march", "for 4 hours", Seconds(4 * HOUR)),
            (SitDown(group.id), "rest", "on the way", REST),
            (EndHike(group.id), "end", "the march", None),
        ):
            yield Offer(act, verb, what, group.name, seconds=seconds, open_only=True)


PART = Part(
    commands=(BeginHike, HikeOn, SitDown, EndHike, FeelMarch),
    events=(Hiked, HikeEnded, WentInCircles),
    offers=_offers,
    follow_up=_next,
)
