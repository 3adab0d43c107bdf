"""Taking bearings: spending a travel point to find out where the group is."""

from collections.abc import Iterable
from fractions import Fraction

from undercroft.books.hexcrawl.getting_lost import OnCourse, getting_lost
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.time_units import travel_time
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.road import lost
from undercroft.table.road.travel_day import not_ready
from undercroft.table.road.travel_points import pay, points_left
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Lost
from undercroft.table.state.ids import GroupId
from undercroft.table.state.journeys import Spent
from undercroft.table.world.travel_costs import day_of, where

BEARINGS = Fraction(1)
"""The travel points that taking bearings costs."""


class TakeBearings(Command, frozen=True, tag="take_bearings"):
    """Spend a travel point to find out where the group is."""

    group: GroupId
    ABOUT = About(title="Take bearings", place=Section.WAYSIDE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_ready(known, seat, self.group)
        group = known.groups.get(self.group)
        if group is not None and day_of(group) is not None and points_left(known, group) < BEARINGS:
            yield Reason("too_few_points", "The day does not have enough travel points left.", getting_lost.id)

    def do(self, play: Play) -> None:
        """Spend the point and roll; a success sets a lost group right, and a group on course hears the same."""
        group = play.group(self.group)
        at = where(group)
        if at is None or group.hex is None:
            return
        paid, _ = pay(play, self.group, BEARINGS, Spent.BEARINGS, at)
        day = day_of(play.group(self.group))
        if paid < BEARINGS or day is None:
            return
        outcome = play.settle(getting_lost, lost.open_country(play.now, group.hex))
        sure = isinstance(outcome, OnCourse)
        play.tell(BearingsTaken(self.group, sure), to=group_audience(self.group))
        if sure and (day.lost or day.believed is not None):
            lost.set_right(play, self.group)


class BearingsTaken(Event, frozen=True, tag="table.bearings-taken"):
    """A group took bearings; whether it is sure of where it is."""

    group: GroupId
    sure: bool

    def say(self, now: Campaign) -> str:
        if self.sure:
            return f"{group_acts(now, self.group, 'know where they are', 'knows where it is')}."
        return f"{group_acts(now, self.group, 'cannot tell where they are', 'cannot tell where it is')}."


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat) if known.house.lost is not Lost.OFF else ():
        day, act = day_of(group), TakeBearings(group.id)
        if day is not None and where(group) is not None:
            takes = travel_time(BEARINGS, day.tp_max)
            yield Offer(act, "take", "bearings", group.name, seconds=takes, rule=getting_lost, open_only=True)


PART = Part(commands=(TakeBearings,), events=(BearingsTaken,), offers=_offers)
