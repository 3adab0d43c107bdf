"""Watches: a day in the open by Violence, six hours at a time, each with one thing done and one throw for company."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.sovereign.strain import Night
from undercroft.books.violence.timekeeping import (
    Outdoors,
    RandomEncounter,
    Travelling,
    WatchEnds,
    watch,
    watch_encounter,
)
from undercroft.books.violence.units import WATCH
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.country import name_of
from undercroft.table.healing import sleep
from undercroft.table.hexes import is_hex, neighbours, side_of
from undercroft.table.house import Wilderness
from undercroft.table.names import GroupId, HexId
from undercroft.table.play import Play
from undercroft.table.privations import to_bed
from undercroft.table.procedures.exploring import held_back
from undercroft.table.procedures.road_die import concealed, discover, encounter
from undercroft.table.roadside import arrive_in
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import cannot_travel


class KeepWatch(Command, frozen=True, tag="keep_watch"):
    """A group spends a Watch: it crosses into the next hex, explores its own, or camps."""

    group: GroupId
    activity: Outdoors
    hex: HexId | None = None


class WatchKept(Event, frozen=True, tag="table.watch-kept"):
    """A Watch has gone by with this."""

    group: GroupId
    activity: Outdoors
    hex: HexId


def _keep(play: Play, act: KeepWatch) -> None:
    """The time first, then what was done with it, then the throw."""
    to = group_audience(act.group)
    hours = play.settle(watch, Travelling(act.activity), to=to, whole=True).hours
    for who in play.group(act.group).members if act.activity is Outdoors.CAMP else ():
        to_bed(play, who)
    took = play.spend(act.group, Seconds(hours * HOUR))
    at = play.group(act.group).hex
    if at is None:
        return
    if took == hours * HOUR:
        play.tell(WatchKept(act.group, act.activity, act.hex or at), to=to)
        _done(play, act, at)
    if act.activity is Outdoors.CAMP:
        _slept(play, act.group, took)
    if isinstance(play.settle(watch_encounter, WatchEnds()), RandomEncounter):
        encounter(play, act.group)


def _done(play: Play, act: KeepWatch, at: HexId) -> None:
    """Who crosses is there; who explores finds what is hidden, and no secrets."""
    if act.activity is Outdoors.CROSS_HEX and act.hex is not None and act.hex in play.now.lands.hexes:
        arrive_in(play, act.group, act.hex)
    elif act.activity is Outdoors.EXPLORE_HEX:
        there = play.now.lands.hexes[at]
        for feature in concealed(there, Visibility.HIDDEN):
            discover(play, act.group, there.features[feature])


def _slept(play: Play, group: GroupId, took: Seconds) -> None:
    for person in play.now.those_in(group):
        if person.alive:
            hours = Fraction(took, HOUR)
            night = Night(strain=person.strain, hours_uninterrupted=hours, warm=True, fed=True, comfortable=True)
            sleep(play, person.id, night, to=group_audience(group))


def _may_keep(known: Campaign, seat: SeatId, act: KeepWatch) -> Iterable[Reason]:
    yield from cannot_travel(known, seat, act.group, Wilderness.VIOLENCE, watch.id)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        return
    if group.hex is None or group.site is not None:
        yield Reason("not_in_a_hex", "They are not in the open country.")
    elif group.scene is not None:
        yield Reason("in_a_scene", "They are in the middle of something else.")
    elif act.activity is Outdoors.CROSS_HEX and not _borders(group.hex, act.hex):
        yield Reason("not_adjacent", "Name a hex that borders theirs.", watch.id)
    yield from held_back(known, group)


def _borders(here: HexId, there: HexId | None) -> bool:
    return there is not None and is_hex(there) and side_of(here, there) is not None


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    takes = Seconds(WATCH * HOUR)
    for group in known.groups.values():
        if group.hex is None or any(_may_keep(known, seat, KeepWatch(group.id, Outdoors.CAMP))):
            continue
        ahead = (hex for hex in neighbours(group.hex) if hex in known.seen_lands.hexes)
        acts = (
            *((KeepWatch(group.id, Outdoors.CROSS_HEX, hex), f"a Watch to {name_of(known, hex)}") for hex in ahead),
            (KeepWatch(group.id, Outdoors.EXPLORE_HEX), "a Watch to explore the hex"),
            (KeepWatch(group.id, Outdoors.CAMP), "a Watch in camp"),
        )
        for act, label in acts:
            yield Offer(act, f"{group.name}: {label}", seconds=takes, rule=watch_encounter, given=WatchEnds())


_DID = {
    Outdoors.CROSS_HEX: "They spend a Watch on the way to {}.",
    Outdoors.EXPLORE_HEX: "They spend a Watch exploring {}.",
    Outdoors.CAMP: "They spend a Watch in camp in {}.",
}

ROOM = Room(
    arms={WatchKept: unchanged},
    steps={KeepWatch: _keep},
    refusals={KeepWatch: _may_keep},
    offers=_offers,
    words={WatchKept: lambda now, it: _DID[it.activity].format(name_of(now, it.hex))},
)
