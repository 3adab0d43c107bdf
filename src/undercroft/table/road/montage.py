"""Montage: a journey by Sovereign told in a few words, with its days and nights."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.strain import NIGHT_HOURS
from undercroft.books.sovereign.travel import Journey, overland_travel
from undercroft.kernel.amounts import counted
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, HOUR, SeatId, Seconds
from undercroft.table.body.dying import left_to_die
from undercroft.table.body.privation import to_bed
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for
from undercroft.table.engine.permission import in_a_scene
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.exploration.spare_time import held_back
from undercroft.table.road.night import sleep_all
from undercroft.table.road.permission import cannot_travel
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import apart, is_hex
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import GroupId, HexId, Text
from undercroft.table.world.country import name_and_id, name_of
from undercroft.table.world.roadside import arrive_in

Miles = Annotated[int, Meta(ge=1, le=100_000)]


class TellJourney(Command, frozen=True, tag="tell_journey"):
    """Tell a journey overland in a few words, by its miles or to a hex."""

    group: GroupId
    miles: Miles | None = None
    hex: HexId | None = None
    told: Text = ""
    ABOUT = About(title="Narrate the journey", deed="the journey", also=Section.WAYSIDE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from cannot_travel(known, seat, self.group, Wilderness.SOVEREIGN, overland_travel.id)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            return
        if group.site is not None or group.scene is not None:
            yield in_a_scene(group)
        if self.hex is not None and (not is_hex(self.hex) or self.hex not in known.lands.hexes):
            yield Reason("no_hex", "There is no such hex.")
        elif miles_of(known, group, self) is None:
            yield Reason("how_far", "Enter the distance in miles.", overland_travel.id)
        yield from held_back(known, group)
        yield from left_to_die(known, group.id)

    def do(self, play: Play) -> None:
        """Travel day by day with the nights; a timer runs out at its time and may end the journey."""
        to = group_audience(self.group)
        miles = miles_of(play.now, play.group(self.group), self)
        if miles is None:
            return
        days = play.settle(overland_travel, Journey(miles), to=to, whole=True).days
        gone = 0
        while gone < days and _day(play, self.group):
            gone += 1
        arrived_in = self.hex if gone == days else None
        play.tell(JourneyTold(self.group, gone, self.told, arrived_in), to=to)
        if arrived_in is not None and arrived_in in play.now.lands.hexes:
            arrive_in(play, self.group, arrived_in)


class JourneyTold(Event, frozen=True, tag="table.journey-told"):
    """A group has travelled for some days."""

    group: GroupId
    days: int
    told: str
    hex: HexId | None = None

    def say(self, now: Campaign) -> str:
        where = f" to {name_of(now, self.hex)}" if self.hex is not None else ""
        told = f" {self.told}" if self.told else ""
        return f"{group_acts(now, self.group, 'travel', 'travels')}{where} for {counted(self.days, 'day')}.{told}"


def miles_of(known: Campaign, group: Group, command: TellJourney) -> Fraction | None:
    """The distance in miles: as given, or by the hexes between if their size is known."""
    if command.miles is not None:
        return Fraction(command.miles)
    wide = known.lands.hex_miles
    if wide is None or command.hex is None or group.hex is None:
        return None
    return wide * apart(group.hex, command.hex)


def _day(play: Play, group: GroupId) -> bool:
    """Spend a day and its night. Return whether nothing interrupted them."""
    night = Seconds(NIGHT_HOURS * HOUR)
    if play.spend(group, Seconds(DAY - night), travels=True) < DAY - night:
        return False
    for person in play.now.living_in(group):
        to_bed(play, person.id)
    slept = play.spend(group, night)
    sleep_all(play, group, dict.fromkeys(play.group(group).members, slept))
    return slept == night


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat) if known.house.wilderness is Wilderness.SOVEREIGN else ():
        for hex in (place for place in known.seen_lands.destinations if place != group.hex):
            act = TellJourney(group.id, hex=hex)
            miles = miles_of(known, group, act)
            if miles is None:
                continue
            given = known.house.applied(overland_travel, Journey(miles))
            days = overland_travel(Script(), given).days
            (name, id), takes, cost = name_and_id(known, hex), Seconds(days * DAY), counted(days, "day")
            yield Offer(
                act, "go to", name, group.name, note=id, cost=cost,
                seconds=takes, rule=overland_travel, given=given, open_only=True,
            )  # fmt: skip


PART = Part(commands=(TellJourney,), events=(JourneyTold,), offers=_offers)
