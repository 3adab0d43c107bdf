"""A day on the road: its travel points, the destination, and whether the group travels or explores."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from undercroft.books.hexcrawl.entering import enter_hex
from undercroft.books.hexcrawl.movement import Mode, Traveling, travel_mode
from undercroft.books.hexcrawl.movement import Plan as Course
from undercroft.kernel.amounts import counted, roughly
from undercroft.kernel.phrases import begun, verb
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import left_to_die
from undercroft.table.bridge.time_units import road_day
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import in_a_scene, no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, does, group_acting, group_acts, subject
from undercroft.table.exploration.spare_time import held_back
from undercroft.table.road.new_day import new_day
from undercroft.table.road.permission import cannot_travel
from undercroft.table.road.route import find_route, find_routes, is_connected
from undercroft.table.road.travel_points import points_left
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import coordinates
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.journeys import Camp, Caravan, TravelDay
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.world.country import name_and_id, name_of
from undercroft.table.world.travel_costs import day_of, journey_of, where


class SetOut(Command, frozen=True, tag="set_out"):
    """Set out, or begin a new day on the road."""

    group: GroupId
    caravan: Caravan | None = None
    """How the group travels, if that changes."""
    destination: HexId | None = None
    """Where to, if the course is set at once."""
    ABOUT = About(title="Set out", place=Section.DAY, also=Section.ACTIONS, rank=40)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from cannot_travel(known, seat, self.group, Wilderness.HEXCRAWL)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            return
        day = day_of(group)
        if group.hex is None or group.site is not None:
            yield Reason("not_in_a_hex", f"{are(known, group)} not in the wilderness.")
        elif day is None and group.scene is not None:
            yield in_a_scene(group)
        elif day is not None and day.day >= road_day(known, group.time):
            yield Reason("on_the_road", f"{are(known, group)} already on the road today.")
        if self.destination is not None:
            yield from _no_course(known, group, self.destination)
        yield from held_back(known, group)

    def do(self, play: Play) -> None:
        begin_day(play, self.group, self.caravan)
        if self.destination is not None:
            SetCourse(self.group, self.destination).do(play)


class SetCourse(Command, frozen=True, tag="set_course"):
    """Set the destination, the route and whether the group travels or explores.

    Without a destination it explores. Without a route it takes the cheapest known one.
    """

    group: GroupId
    destination: HexId | None = None
    route: tuple[HexId, ...] = ()
    mode: Mode | None = None
    ABOUT = About(title="Set the course", place=Section.COURSE, also=Section.TAP)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_the_road(known, seat, self.group)
        group = known.groups.get(self.group)
        if group is None or day_of(group) is None:
            return
        at = where(group)
        if self.mode is Mode.TRAVELING and self.destination not in known.seen_lands.destinations:
            yield Reason("not_known", "Travel goes to a known place: choose one, or explore.", travel_mode.id)
        elif self.destination is not None:
            yield from _no_course(known, group, self.destination, by_route=bool(self.route))
        if self.route and (not is_connected(at, self.route) or self.route[-1] != self.destination):
            yield Reason("no_route", "A route goes from hex to hex, and ends at its destination.")

    def do(self, play: Play) -> None:
        """Travel to a known destination, otherwise explore; the referee may set the mode."""
        group, day = play.group(self.group), day_of(play.group(self.group))
        if day is None:
            return
        known = frozenset(coordinates(hex) for hex in play.now.seen_lands.destinations)
        goal = coordinates(self.destination) if self.destination is not None else None
        bound = play.settle(travel_mode, Course(goal, known), to=group_audience(self.group), whole=True)
        mode = self.mode or (Mode.TRAVELING if isinstance(bound, Traveling) else Mode.EXPLORING)
        route = self.route
        if not route and self.destination is not None:
            route = find_route(play.now, group, self.destination)
        play.go_on(self.group, replace(day, mode=mode, destination=self.destination, route=route, marching=False))
        play.tell(CourseSet(self.group, self.destination, mode), to=group_audience(self.group))


class ChangeCaravan(Command, frozen=True, tag="change_caravan"):
    """Change how a group travels: mounted or on foot, with a carriage or without, and its followers."""

    group: GroupId
    caravan: Caravan
    ABOUT = About(title="Change the caravan", deed="how they travel", place=Section.WAYSIDE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_the_road(known, seat, self.group)
        day = day_of(known.groups.get(self.group))
        if day is not None and day.caravan == self.caravan:
            yield Reason(
                "as_before", f"{does(known, known.groups.get(self.group), 'travel', 'travels')} like that already."
            )
        if self.caravan.followers < 0:
            yield Reason("negative", "Enter 0 followers or more.")

    def do(self, play: Play) -> None:
        """Travel on like that; points that were spent stay spent."""
        day = day_of(play.group(self.group))
        if day is not None:
            play.go_on(self.group, replace(day, caravan=self.caravan))
            play.tell(CaravanChanged(self.group, day.caravan, self.caravan), to=group_audience(self.group))


class CaravanChanged(Event, frozen=True, tag="table.caravan-changed"):
    """A group travels in another way from now on."""

    group: GroupId
    before: Caravan
    after: Caravan

    def say(self, now: Campaign) -> str:
        form = partial(verb, group_acting(now, self.group))
        took, left = f"{form('take', 'takes')} a carriage", f"{form('leave', 'leaves')} the carriage"
        changes = (
            (self.before.carriage, self.after.carriage, took, left),
            (self.before.mounted, self.after.mounted, form("mount", "mounts"), form("dismount", "dismounts")),
        )
        done = [gained if is_so else given_up for was, is_so, gained, given_up in changes if was != is_so]
        if self.before.followers != self.after.followers:
            done.append(f"{form('travel', 'travels')} with {counted(self.after.followers, 'follower')}")
        changed = " and ".join(done) or f"{form('have', 'has')} changed mounts"
        return f"{begun(group_acting(now, self.group))} {changed}."


class DayBegan(Event, frozen=True, tag="table.day-began"):
    """A day on the road begins with travel points."""

    group: GroupId
    day: int
    points: Fraction

    def say(self, _now: Campaign) -> str:
        return f"Day {self.day} on the road: {roughly(self.points)} travel points."


class CourseSet(Event, frozen=True, tag="table.course-set"):
    """The destination of a group, and whether it travels or explores."""

    group: GroupId
    destination: HexId | None
    mode: Mode

    def say(self, now: Campaign) -> str:
        if self.destination is None:
            return f"{group_acts(now, self.group, 'explore', 'explores')}."
        goes = ("travel", "travels") if self.mode is Mode.TRAVELING else ("explore", "explores")
        return f"{group_acts(now, self.group, *goes)} towards {name_of(now, self.destination)}."


def begin_day(play: Play, group: GroupId, caravan: Caravan | None = None) -> None:
    """Begin a day with its points, less those for hours gone; a move begun yesterday can go on."""
    party = play.group(group)
    before = day_of(party)
    day = new_day(play.now, party, before, caravan)
    if before is None:
        play.begin(group, day)
    else:
        play.go_on(group, day)
    play.tell(DayBegan(group, day.day, day.left), to=group_audience(group))


# Reasons against


def not_on_the_road(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    """Why the referee cannot move a group along the road."""
    yield from referee_only(seat)
    party = known.groups.get(group)
    if party is None or not party.members:
        yield no_group(known)
    elif isinstance(party.scene, Camp | Chase | EncounterScene | Fight):
        yield in_a_scene(party)
    elif day_of(party) is None:
        yield Reason("not_travelling", f"{are(known, party)} not on the road: set out first.")
    else:
        yield from held_back(known, party)


def _no_course(known: Campaign, group: Group, destination: HexId, *, by_route: bool = False) -> Iterable[Reason]:
    """Why a group cannot set its course for a hex; one that lies on a given route need not be known."""
    if not by_route and destination not in known.seen_lands.hexes:
        yield Reason("not_known", f"{does(known, group, 'do', 'does')} not know where that is.", travel_mode.id)
    elif destination == where(group):
        yield Reason("there_already", f"{are(known, group)} already there.")
    elif not by_route and not find_route(known, group, destination):
        yield Reason("no_way_known", f"{does(known, group, 'know', 'knows')} no way there.")


def not_ready(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    """Why a group cannot spend travel points on anything but food."""
    yield from not_on_the_road(known, seat, group)
    party = known.groups.get(group)
    day = day_of(party)
    if party is None or day is None:
        return
    if day.must_provision:
        yield Reason("must_provision", f"{subject(known, party)} must eat and drink, or forage, first.", enter_hex.id)
    if not known.able_in(group):
        yield Reason("nobody_able", "None of the group can go on.")
    if not points_left(known, party):
        yield Reason("day_spent", "The day is spent: make camp.", enter_hex.id)
    yield from left_to_die(known, group)


# What is offered


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        verb, what = ("take", "to the road") if journey_of(group) is None else ("begin", "the new day")
        yield Offer(SetOut(group.id), verb, what, group.name, open_only=True)
        day = day_of(group)
        if day is not None and not any(not_on_the_road(known, seat, group.id)):
            yield from _goals(known, group, day)


def _goals(known: Campaign, group: Group, day: TravelDay) -> Iterable[Offer]:
    ways = find_routes(known, group)
    for there in known.seen_lands.destinations:
        if there != day.destination and ways.get(there):
            name, id = name_and_id(known, there)
            yield Offer(SetCourse(group.id, there), "set out for", name, group.name, note=id)
    if day.mode is Mode.TRAVELING:
        yield Offer(SetCourse(group.id), "explore", "instead", group.name)
    if day.caravan.carriage:
        yield Offer(ChangeCaravan(group.id, replace(day.caravan, carriage=False)), "leave", "the carriage", group.name)
    if day.caravan.mounted:
        yield Offer(ChangeCaravan(group.id, replace(day.caravan, mounted=False)), "dismount", subject=group.name)


def points_in_words(points: Fraction) -> str:
    """Points in words: `1½ points`."""
    return f"{roughly(points)} {'point' if points <= 1 else 'points'}"


PART = Part(commands=(SetOut, SetCourse, ChangeCaravan), events=(CourseSet, CaravanChanged, DayBegan), offers=_offers)
