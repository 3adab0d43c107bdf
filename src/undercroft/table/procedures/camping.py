"""The night camp: watches are set, the night passes with its die, everybody sleeps as they can, and dawn comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.encounters import encounter_die_wilderness
from undercroft.books.sovereign.strain import Night
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import name_of
from undercroft.table.daytime import day_number, midnight_before, next_dawn
from undercroft.table.healing import sleep
from undercroft.table.house import Wilderness
from undercroft.table.journeys import Camp, Hike, Hour, TravelDay
from undercroft.table.names import GroupId, HexId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.privations import to_bed
from undercroft.table.procedures.courses import begin_day
from undercroft.table.procedures.exploring import held_back
from undercroft.table.procedures.fight_start import is_alert
from undercroft.table.procedures.hike_numbers import hike_of
from undercroft.table.procedures.hiking import begin_hike, evening
from undercroft.table.procedures.night_watches import SLEEP, asleep, awake_at
from undercroft.table.procedures.road_die import Happening, circumstances, throw
from undercroft.table.procedures.road_points import points_left
from undercroft.table.procedures.surprising import OffGuard
from undercroft.table.road_costs import day_of, where
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class Watch(Struct, frozen=True, forbid_unknown_fields=True):
    """Those who stay awake together."""

    who: Annotated[tuple[PersonId, ...], Meta(max_length=100)]


class MakeCamp(Command, frozen=True, tag="make_camp"):
    """A group camps where it is."""

    group: GroupId


class SetWatches(Command, frozen=True, tag="set_watches"):
    """Share the night into watches of equal length, each with those who stay awake; none, and nobody keeps watch."""

    group: GroupId
    watches: Annotated[tuple[Watch, ...], Meta(max_length=12)]


class PassNight(Command, frozen=True, tag="pass_night"):
    """The night passes, until dawn or until something wakes them."""

    group: GroupId


class BreakCamp(Command, frozen=True, tag="break_camp"):
    """A group gets up, by morning or before, and the next day begins."""

    group: GroupId


class CampMade(Event, frozen=True, tag="table.camp-made"):
    """A group camps here."""

    group: GroupId
    hex: HexId


class WatchesSet(Event, frozen=True, tag="table.watches-set"):
    """These stay awake, watch by watch."""

    group: GroupId
    watches: tuple[tuple[PersonId, ...], ...]


class Woken(Event, frozen=True, tag="table.woken"):
    """The night is broken into."""

    group: GroupId


class MorningCame(Event, frozen=True, tag="table.morning-came"):
    """The night is over; so long each of them has slept."""

    group: GroupId
    slept: Mapping[PersonId, Seconds]


def camp_of(group: Group | None) -> Camp | None:
    """The camp a group is in."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Camp) else None


def _make_camp(play: Play, act: MakeCamp) -> None:
    there = play.group(act.group)
    at, day = where(there), day_of(there)
    if at is None:
        return
    evening(play, act.group)
    today = day.day if day is not None else day_number(play.now, there.time)
    camp = Camp(
        at,
        today,
        there.time,
        left=points_left(play.now, there),
        must_provision=day is not None and day.must_provision,
    )
    play.begin(act.group, camp)
    play.tell(CampMade(act.group, at), to=group_audience(act.group))


def _set_watches(play: Play, act: SetWatches) -> None:
    camp = camp_of(play.group(act.group))
    if camp is not None:
        watches = tuple(watch.who for watch in act.watches)
        play.go_on(act.group, replace(camp, watches=watches))
        play.tell(WatchesSet(act.group, watches), to=group_audience(act.group))


# The night


def _pass_night(play: Play, act: PassNight) -> None:
    """To midnight, where the die falls, and on to dawn; whatever breaks in leaves the rest of the night for later."""
    camp = camp_of(play.group(act.group))
    if camp is None:
        return
    dawn = next_dawn(play.now, camp.since)
    if not camp.thrown and has_die(play.now):
        if not _sleep_until(play, act.group, midnight_before(dawn)):
            return
        if _night_die(play, act.group) is Happening.HALT:
            return
    if _sleep_until(play, act.group, dawn):
        wake(play, act.group)


def has_die(known: Campaign) -> bool:
    """Whether the night has a die: only by the book that throws one."""
    return known.house.wilderness is Wilderness.HEXCRAWL


def _sleep_until(play: Play, group: GroupId, until: Seconds) -> bool:
    """Whoever is not on watch sleeps; whether the time came without anything breaking in."""
    began = play.group(group).time
    for who in play.group(group).members:
        to_bed(play, who)
    takes = Seconds(max(0, until - began))
    took = play.spend(group, takes) if takes else Seconds(0)
    camp = camp_of(play.group(group))
    if camp is None:
        return False
    slept = {who: asleep(play.now, camp, who, began, Seconds(began + took)) for who in play.group(group).members}
    play.go_on(group, replace(camp, hour=Hour.NIGHT, slept={**camp.slept, **slept}))
    return took == takes


def _night_die(play: Play, group: GroupId) -> Happening:
    """Where nobody able keeps watch, whoever comes finds them asleep."""
    camp = camp_of(play.group(group))
    if camp is None:
        return Happening.HALT
    play.go_on(group, replace(camp, thrown=True))
    happens = throw(play, group, at_camp=True)
    scene = play.group(group).scene
    if isinstance(scene, Meeting):
        play.tell(Woken(group), to=group_audience(group))
        watching = awake_at(play.now, camp, play.group(group).time)
        if not any(play.now.people[who].able for who in watching):
            caught = tuple(person.id for person in play.now.able_in(group) if not is_alert(person))
            play.go_on(group, replace(scene, surprised=caught))
            play.tell(OffGuard(group, caught), to=group_audience(group))
    return happens


def wake(play: Play, group: GroupId) -> None:
    """Everybody has what sleep gives for as long as they had it."""
    camp = camp_of(play.group(group))
    if camp is None:
        return
    play.go_on(group, replace(camp, hour=Hour.MORNING))
    slept = {who: Seconds(camp.slept.get(who, 0)) for who in play.group(group).members}
    play.tell(MorningCame(group, slept), to=group_audience(group))
    for person in play.now.those_in(group):
        if person.alive:
            sleep(play, person.id, _night(person, slept[person.id], camp), to=group_audience(group))


def _night(person: Person, slept: Seconds, camp: Camp) -> Night:
    fed = not camp.must_provision
    return Night(strain=person.strain, hours_uninterrupted=Fraction(slept, HOUR), warm=True, fed=fed, comfortable=True)


def _break_camp(play: Play, act: BreakCamp) -> None:
    """What is owed goes with them into the day."""
    camp = camp_of(play.group(act.group))
    if camp is None:
        return
    if camp.hour is Hour.NIGHT:
        wake(play, act.group)
    play.end(act.group)
    day = day_of(play.group(act.group))
    if hike_of(play.group(act.group)) is not None:
        begin_hike(play, act.group, ())
    if day is None:
        return
    play.go_on(act.group, replace(day, must_provision=camp.must_provision, owes_forage=camp.owes_forage))
    if day_number(play.now, play.group(act.group).time) > day.day:
        begin_day(play, act.group)


# Who may


def _may_camp(known: Campaign, seat: SeatId, act: MakeCamp) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        yield Reason("no_group", "Nobody goes by that name.")
        return
    if group.hex is None or group.site is not None:
        yield Reason("not_in_a_hex", "They are not in the open country.")
    elif group.scene is not None and not isinstance(group.scene, TravelDay | Hike):
        yield Reason("in_a_scene", "They are in the middle of something else.")
    yield from held_back(known, group)


def _in_camp(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    yield from referee_only(seat)
    there = known.groups.get(group)
    if there is None or camp_of(there) is None:
        yield Reason("no_camp", "They are not in camp.")
    else:
        yield from held_back(known, there)


def _may_watch(known: Campaign, seat: SeatId, act: SetWatches) -> Iterable[Reason]:
    yield from _in_camp(known, seat, act.group)
    group = known.groups.get(act.group)
    camp = camp_of(group)
    if group is None or camp is None:
        return
    if camp.hour is not Hour.DUSK:
        yield Reason("too_late", "The night has begun.")
    if any(not watch.who for watch in act.watches):
        yield Reason("nobody_awake", "Each watch needs somebody.")
    if not {who for watch in act.watches for who in watch.who} <= set(group.members):
        yield Reason("not_the_members", "Only those in camp can keep watch.")


def _may_sleep(known: Campaign, seat: SeatId, act: PassNight) -> Iterable[Reason]:
    yield from _in_camp(known, seat, act.group)
    camp = camp_of(known.groups.get(act.group))
    if camp is None:
        return
    if camp.hour is Hour.MORNING:
        yield Reason("morning", "The night is over.")
    if camp.must_provision:
        yield Reason("must_provision", "First they must eat and drink, or forage.")


def _may_break(known: Campaign, seat: SeatId, act: BreakCamp) -> Iterable[Reason]:
    yield from _in_camp(known, seat, act.group)


def in_turn(known: Campaign, group: Group) -> tuple[Watch, ...]:
    """Everybody who can, one after the other in marching order."""
    return tuple(Watch((person.id,)) for person in known.able_in(group.id))


_CAMPING = frozenset({Wilderness.HEXCRAWL, Wilderness.NEVERWHERE})
"""Books by which a night in the open is a camp of its own."""


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        camp = camp_of(group)
        if camp is None:
            if known.house.wilderness in _CAMPING and not any(_may_camp(known, seat, MakeCamp(group.id))):
                yield Offer(MakeCamp(group.id), f"{group.name}: make camp")
            continue
        yield from _nights(known, seat, group, camp)


def _nights(known: Campaign, seat: SeatId, group: Group, camp: Camp) -> Iterable[Offer]:
    watches = SetWatches(group.id, in_turn(known, group))
    set_already = camp.watches == tuple(watch.who for watch in watches.watches)
    if not any(_may_watch(known, seat, watches)) and not set_already:
        yield Offer(watches, f"{group.name}: keep watch in turn")
    act = PassNight(group.id)
    refused = tuple(_may_sleep(known, seat, act))
    if camp.hour is not Hour.MORNING:
        rest = Seconds(next_dawn(known, camp.since) - group.time)
        thrown = camp.thrown or not has_die(known)
        rule = None if thrown else encounter_die_wilderness
        given = None if thrown else circumstances(known, camp.hex, at_camp=True)
        yield Offer(act, f"{group.name}: let the night pass", seconds=rest, rule=rule, given=given, refused=refused)
    yield Offer(BreakCamp(group.id), f"{group.name}: break camp")


def _watch_words(now: Campaign, it: WatchesSet) -> str:
    if not it.watches:
        return "Nobody keeps watch."
    names = (" and ".join(now.people[who].name for who in watch if who in now.people) for watch in it.watches)
    return f"They keep watch: {', then '.join(names)}."


def _morning_words(now: Campaign, it: MorningCame) -> str:
    short = [now.people[who].name for who, slept in it.slept.items() if slept < SLEEP and who in now.people]
    return f"Morning. Too little sleep: {', '.join(short)}." if short else "Morning."


ROOM = Room(
    arms={CampMade: unchanged, WatchesSet: unchanged, Woken: unchanged, MorningCame: unchanged},
    steps={MakeCamp: _make_camp, SetWatches: _set_watches, PassNight: _pass_night, BreakCamp: _break_camp},
    refusals={MakeCamp: _may_camp, SetWatches: _may_watch, PassNight: _may_sleep, BreakCamp: _may_break},
    offers=_offers,
    words={
        CampMade: lambda now, it: f"They make camp in {name_of(now, it.hex)}.",
        WatchesSet: _watch_words,
        Woken: lambda _, __: "Something wakes the camp.",
        MorningCame: _morning_words,
    },
)
