"""Camping: watches, the night with its overloaded die, sleep and dawn."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.encounters import encounter_die_wilderness
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.dying import left_to_die
from undercroft.table.bridge.time_units import day_number, is_by_day, midnight_before, next_dawn, road_day
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import in_a_scene, no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, group_acts, subject
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.spare_time import held_back
from undercroft.table.road.encounter_die import Happening, circumstances
from undercroft.table.road.hike import begin_hike, suffer_injuries
from undercroft.table.road.hike_pace import hike_of
from undercroft.table.road.night import camp_of, get_up, has_die, night_die, sleep_until, wake
from undercroft.table.road.travel_day import begin_day
from undercroft.table.road.travel_points import points_left
from undercroft.table.state.campaign import Campaign, Group, changed_group
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import GroupId, HexId, PersonId
from undercroft.table.state.journeys import Camp, Hike, Hour, TravelDay
from undercroft.table.world.country import name_and_id, name_of
from undercroft.table.world.travel_costs import day_of, where


class Watch(Struct, frozen=True, forbid_unknown_fields=True):
    """The characters who keep a watch together."""

    who: Annotated[tuple[PersonId, ...], Meta(max_length=100)]


class MakeCamp(Command, frozen=True, tag="make_camp"):
    """Make camp."""

    group: GroupId
    ABOUT = About(title="Make camp", place=Section.DAY, rank=90)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield no_group(known)
            return
        if group.hex is None or group.site is not None:
            yield Reason("not_in_a_hex", f"{are(known, group)} not in the wilderness.")
        elif group.scene is not None and not isinstance(group.scene, TravelDay | Hike):
            yield in_a_scene(group)
        yield from held_back(known, group)

    def do(self, play: Play) -> None:
        group = play.group(self.group)
        at, day = where(group), day_of(group)
        if at is None:
            return
        suffer_injuries(play, self.group)
        today = day.day if day is not None else day_number(play.now, group.time)
        left, hungry = points_left(play.now, group), day is not None and day.must_provision
        owes = day is not None and day.owes_forage
        watches = _as_before(play.now, group)
        camp = Camp(at, today, group.time, left=left, must_provision=hungry, owes_forage=owes, watches=watches)
        play.begin(self.group, camp)
        towards = day.begun.target if day is not None and day.begun is not None else None
        play.tell(CampMade(self.group, at, towards), to=group_audience(self.group))


def _as_before(known: Campaign, group: Group) -> tuple[tuple[PersonId, ...], ...]:
    """The watches of the last night, without those who are not there or not able to keep them."""
    able = {person.id for person in known.able_in(group.id)}
    watches = (tuple(who for who in watch if who in able) for watch in group.watches)
    return tuple(filter(None, watches))


class _CampCommand(Command, frozen=True):
    """A command for a group in camp."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or camp_of(group) is None:
            yield Reason("no_camp", f"{are(known, known.groups.get(self.group))} not in camp.")
        else:
            yield from held_back(known, group)


class SetWatches(_CampCommand, frozen=True, tag="set_watches"):
    """Divide the night into watches of equal length and set who keeps each; without watches, the whole camp sleeps."""

    watches: Annotated[tuple[Watch, ...], Meta(max_length=12)]
    ABOUT = About(title="Set the watches", place=Section.CAMP)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        camp = camp_of(group)
        if group is None or camp is None:
            return
        if camp.hour is not Hour.DUSK:
            yield Reason("too_late", "The night has already begun.")
        if any(not watch.who for watch in self.watches):
            yield Reason("nobody_awake", "Choose at least one person for each watch.")
        if not {who for watch in self.watches for who in watch.who} <= {who.id for who in known.living_in(group.id)}:
            yield Reason("not_the_members", "Only the living members of the camp can keep watch.")

    def do(self, play: Play) -> None:
        camp = camp_of(play.group(self.group))
        if camp is not None:
            watches = tuple(watch.who for watch in self.watches)
            play.go_on(self.group, replace(camp, watches=watches))
            play.tell(WatchesSet(self.group, watches), to=group_audience(self.group))


class PassNight(_CampCommand, frozen=True, tag="pass_night"):
    """Pass the night, until dawn or until something wakes the camp."""

    ABOUT = About(title="Pass the night", deed="the night", place=Section.DAY, rank=20)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        camp = camp_of(known.groups.get(self.group))
        if camp is None:
            return
        if camp.hour is Hour.MORNING:
            yield Reason("morning", "The night is over.")
        if camp.must_provision:
            yield Reason(
                "must_provision",
                f"{subject(known, known.groups.get(self.group))} must eat and drink, or forage, first.",
            )
        yield from left_to_die(known, self.group)

    def do(self, play: Play) -> None:
        """Sleep to midnight, when the die is rolled, and on to dawn. An interruption leaves the rest of the night."""
        camp = camp_of(play.group(self.group))
        if camp is None:
            return
        dawn = next_dawn(play.now, camp.since)
        if camp.thrown and play.group(self.group).time == midnight_before(dawn):
            play.go_on(self.group, replace(camp, woken=True))
        if not camp.thrown and has_die(play.now):
            if not sleep_until(play, self.group, midnight_before(dawn)):
                return
            if night_die(play, self.group) is Happening.HALT:
                return
        if sleep_until(play, self.group, dawn):
            wake(play, self.group)


class BreakCamp(_CampCommand, frozen=True, tag="break_camp"):
    """Break camp and begin the next day."""

    ABOUT = About(title="Break camp", place=Section.DAY, also=Section.CAMP, rank=30)

    def do(self, play: Play) -> None:
        """Break camp; food that is still due stays due. Before dawn the old day goes on: a new one begins at dawn."""
        _break(play, self.group)


def _break(play: Play, group: GroupId) -> None:
    camp = camp_of(play.group(group))
    if camp is None:
        return
    if camp.hour is Hour.NIGHT:
        get_up(play, group)
    if not camp.fled:
        play.tell(CampBroken(group), to=group_audience(group))
    play.end(group)
    day = day_of(play.group(group))
    if hike_of(play.group(group)) is not None:
        begin_hike(play, group, ())
    if day is None:
        return
    play.go_on(group, replace(day, must_provision=camp.must_provision, owes_forage=camp.owes_forage))
    if road_day(play.now, play.group(group).time) > day.day:
        begin_day(play, group)


class FleeCamp(Automatic, frozen=True, tag="flee_camp"):
    """Leave a camp that its people ran away from; Undercroft does this by itself."""

    group: GroupId
    ABOUT = About(deed="they flee their camp", listed=False)

    def do(self, play: Play) -> None:
        play.tell(CampFled(self.group), to=group_audience(self.group))
        _break(play, self.group)


class CampFled(Event, frozen=True, tag="table.camp-fled"):
    """A group ran away from its camp."""

    group: GroupId

    def say(self, now: Campaign) -> str:
        ran = group_acts(now, self.group, "have run from their camp, and have", "has run from its camp, and has")
        return f"{ran} none now."


class CampMade(Event, frozen=True, tag="table.camp-made"):
    """A group made camp in a hex."""

    group: GroupId
    hex: HexId
    towards: HexId | None = None
    """The hex they are on the way to, if its cost is paid in part."""

    def say(self, now: Campaign) -> str:
        makes = group_acts(now, self.group, "make", "makes")
        return f"{makes} camp {camp_place(now, self.hex, self.towards)}."


def camp_place(now: Campaign, hex: HexId, towards: HexId | None) -> str:
    """Where a camp is: `at Orrin's Mouth (0407)`; with a move begun, `in hex 0506, on the way to hex 0507`."""
    place = f"{'at' if name_and_id(now, hex)[1] else 'in'} {name_of(now, hex)}"
    return f"{place}, on the way to {name_of(now, towards)}" if towards is not None else place


class CampBroken(Event, frozen=True, tag="table.camp-broken"):
    """A group broke camp."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, arrived=None)

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'break', 'breaks')} camp."


class WatchesSet(Event, frozen=True, tag="table.watches-set"):
    """Who keeps each watch."""

    group: GroupId
    watches: tuple[tuple[PersonId, ...], ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, watches=self.watches)

    def say(self, now: Campaign) -> str:
        if not self.watches:
            return "Nobody keeps watch."
        names = (" and ".join(now.people[who].name for who in watch if who in now.people) for watch in self.watches)
        return f"{group_acts(now, self.group, 'keep', 'keeps')} watch: {', then '.join(names)}."


# Offers


def in_turn(known: Campaign, group: Group) -> tuple[Watch, ...]:
    """A watch for everyone who is able, in marching order."""
    return tuple(Watch((person.id,)) for person in known.able_in(group.id))


_TO_SETTLE = Seconds(HOUR)
"""Who makes camp so long before dusk is not asked whether to begin the night: there is nothing else to do."""
_CAMPING = frozenset({Wilderness.HEXCRAWL, Wilderness.NEVERWHERE})
"""The books by which the party makes camp for a night in the open."""


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        camp = camp_of(group)
        if camp is not None:
            yield from _nights(known, group, camp)
        elif known.house.wilderness in _CAMPING:
            yield Offer(MakeCamp(group.id), "make", "camp", group.name, open_only=True)


def _nights(known: Campaign, group: Group, camp: Camp) -> Iterable[Offer]:
    watches = SetWatches(group.id, in_turn(known, group))
    if camp.watches != tuple(watch.who for watch in watches.watches):
        yield Offer(watches, "keep", "watch in turn", group.name, open_only=True)
    if camp.hour is not Hour.MORNING:
        act, rest = PassNight(group.id), Seconds(next_dawn(known, camp.since) - group.time)
        thrown = camp.thrown or not has_die(known)
        rule = None if thrown else encounter_die_wilderness
        given = None if thrown else circumstances(known, camp.hex, at_camp=True)
        early = is_by_day(known, Seconds(group.time + _TO_SETTLE))
        warns = f"It is only {time_of_day(known, group.time)}. Wait in camp for the night?" if early else ""
        yield Offer(act, "let", "the night pass", group.name, seconds=rest, rule=rule, given=given, warns=warns)
    yield Offer(BreakCamp(group.id), "break", "camp", group.name)


def _next(campaign: Campaign) -> Command | None:
    fled = (group.id for group in campaign.groups.values() if (camp := camp_of(group)) is not None and camp.fled)
    return next((FleeCamp(group) for group in fled), None)


PART = Part(
    commands=(MakeCamp, SetWatches, PassNight, BreakCamp, FleeCamp),
    events=(CampMade, CampBroken, WatchesSet, CampFled),
    offers=_offers,
    follow_up=_next,
)
