"""The montage: a journey told in passing by Sovereign, of which only the days are kept, and the nights' rest."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.strain import NIGHT_HOURS, Night
from undercroft.books.sovereign.travel import Journey, overland_travel
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, HOUR, SeatId, Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import name_of
from undercroft.table.healing import sleep
from undercroft.table.hexes import apart, is_hex
from undercroft.table.house import Wilderness
from undercroft.table.names import GroupId, HexId, Text
from undercroft.table.play import Play
from undercroft.table.privations import to_bed
from undercroft.table.procedures.exploring import held_back
from undercroft.table.roadside import arrive_in
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import cannot_travel

Miles = Annotated[int, Meta(ge=1, le=100_000)]


class TellJourney(Command, frozen=True, tag="tell_journey"):
    """A group goes overland for so many miles, or to a hex, and the way is told in a few words."""

    group: GroupId
    miles: Miles | None = None
    hex: HexId | None = None
    told: Text = ""


class JourneyTold(Event, frozen=True, tag="table.journey-told"):
    """They have been under way so many days."""

    group: GroupId
    days: int
    told: str
    hex: HexId | None = None


def miles_of(known: Campaign, group: Group, act: TellJourney) -> Fraction | None:
    """How far it is: as said, or by the hexes between, where it is known how wide they are."""
    if act.miles is not None:
        return Fraction(act.miles)
    wide = known.lands.hex_miles
    if wide is None or act.hex is None or group.hex is None:
        return None
    return wide * apart(group.hex, act.hex)


def _tell(play: Play, act: TellJourney) -> None:
    """Day by day, each with its night; what falls due on the way happens at its own moment, and may end it there."""
    to = group_audience(act.group)
    miles = miles_of(play.now, play.group(act.group), act)
    if miles is None:
        return
    days = play.settle(overland_travel, Journey(miles), to=to, whole=True).days
    gone = 0
    while gone < days and _day(play, act.group):
        gone += 1
    there = act.hex if gone == days else None
    play.tell(JourneyTold(act.group, gone, act.told, there), to=to)
    if there is not None and there in play.now.lands.hexes:
        arrive_in(play, act.group, there)


def _day(play: Play, group: GroupId) -> bool:
    """A day on the way and its night; whether nothing broke it off."""
    night = Seconds(NIGHT_HOURS * HOUR)
    if play.spend(group, Seconds(DAY - night)) < DAY - night:
        return False
    for who in play.group(group).members:
        to_bed(play, who)
    slept = play.spend(group, night)
    _night(play, group, slept)
    return slept == night


def _night(play: Play, group: GroupId, slept: Seconds) -> None:
    for person in play.now.those_in(group):
        if person.alive:
            night = Night(
                strain=person.strain,
                hours_uninterrupted=Fraction(slept, HOUR),
                warm=True,
                fed=True,
                comfortable=True,
            )
            sleep(play, person.id, night, to=group_audience(group))


def _may_tell(known: Campaign, seat: SeatId, act: TellJourney) -> Iterable[Reason]:
    yield from cannot_travel(known, seat, act.group, Wilderness.SOVEREIGN, overland_travel.id)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        return
    if group.site is not None or group.scene is not None:
        yield Reason("in_a_scene", "They are in the middle of something else.")
    if act.hex is not None and (not is_hex(act.hex) or act.hex not in known.lands.hexes):
        yield Reason("no_hex", "There is no such hex.")
    elif miles_of(known, group, act) is None:
        yield Reason("how_far", "Say how many miles it is.", overland_travel.id)
    yield from held_back(known, group)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        for hex in known.seen_lands.destinations:
            act = TellJourney(group.id, hex=hex)
            if hex == group.hex or any(_may_tell(known, seat, act)):
                continue
            given = Journey(miles_of(known, group, act) or Fraction(0))
            days = overland_travel(Script(), given).days
            label = f"{group.name}: go to {name_of(known, hex)}, {days} {'day' if days == 1 else 'days'}"
            yield Offer(act, label, seconds=Seconds(days * DAY), rule=overland_travel, given=given)


def _words(now: Campaign, it: JourneyTold) -> str:
    where = f" to {name_of(now, it.hex)}" if it.hex is not None else ""
    told = f" {it.told}" if it.told else ""
    return f"They are under way{where} for {it.days} {'day' if it.days == 1 else 'days'}.{told}"


ROOM = Room(
    arms={JourneyTold: unchanged},
    steps={TellJourney: _tell},
    refusals={TellJourney: _may_tell},
    offers=_offers,
    words={JourneyTold: _words},
)
