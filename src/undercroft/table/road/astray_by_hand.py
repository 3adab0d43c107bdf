"""The referee rules that a party has lost its way, or that it is on its way again."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec.structs import replace

from undercroft.books.hexcrawl.getting_lost import LEFT, RIGHT
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, does, have
from undercroft.table.road import lost
from undercroft.table.road.travel_day import not_on_the_road
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.travel_costs import day_of


class Bearing(StrEnum):
    """Where the moves of a party lead it."""

    ASTRAY_LEFT = "astray_left"
    ASTRAY_RIGHT = "astray_right"
    ON_ITS_WAY = "on_its_way"


_TURNS = {Bearing.ASTRAY_LEFT: LEFT, Bearing.ASTRAY_RIGHT: RIGHT, Bearing.ON_ITS_WAY: 0}


class RuleLost(Command, frozen=True, tag="rule_lost"):
    """Rule that a party has lost its way for the rest of the day, or that it is on its way again.

    A lost party is not told; its moves go one hex side to the left or right. Once it is on its way again, it learns
    where it is, if it believed itself in another hex.
    """

    group: GroupId
    bearing: Bearing
    ABOUT = About(
        title="Rule on getting lost", place=Section.WAYSIDE, icon="eye-closed", words="lost astray stray lose the way"
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_the_road(known, seat, self.group)
        group = known.groups.get(self.group)
        day = day_of(group)
        if group is None or day is None or seat != REFEREE:
            return
        if self.bearing is Bearing.ON_ITS_WAY and not is_lost(day):
            yield Reason("not_lost", f"{are(known, group)} not lost.")
        elif self.bearing is not Bearing.ON_ITS_WAY and day.lost == _TURNS[self.bearing]:
            yield Reason("lost_already", f"{does(known, group, 'go', 'goes')} astray like that already.")

    def do(self, play: Play) -> None:
        """Turn the moves of the day, or set the party right. No roll follows today for a party that is led astray."""
        day = day_of(play.group(self.group))
        if day is None:
            return
        play.tell(LostRuled(self.group, self.bearing))
        if self.bearing is Bearing.ON_ITS_WAY and day.believed is not None:
            lost.set_right(play, self.group)
        else:
            play.go_on(self.group, replace(day, lost=_TURNS[self.bearing]))


def is_lost(day: TravelDay) -> bool:
    """Whether a party goes astray, or believes it is where it is not."""
    return bool(day.lost) or day.believed is not None


class LostRuled(SecretEvent, frozen=True, tag="table.lost-ruled"):
    """The referee ruled that a party is lost, or is on its way again."""

    group: GroupId
    bearing: Bearing

    def say(self, now: Campaign) -> str:
        group, side = now.groups.get(self.group), _SIDES.get(self.bearing)
        if side is None:
            return f"{are(now, group)} on the way again, by the referee's ruling."
        moves = f"today every move leads one hex side to the {side}"
        return f"{have(now, group)} lost the way, by the referee's ruling: {moves}."


_SIDES = {Bearing.ASTRAY_LEFT: "left", Bearing.ASTRAY_RIGHT: "right"}


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat) if seat == REFEREE else ():
        day, name = day_of(group), group.name
        if day is None:
            continue
        if is_lost(day):
            yield Offer(RuleLost(group.id, Bearing.ON_ITS_WAY), "set", "the party right", note=name, open_only=True)
            continue
        for bearing, side in _SIDES.items():
            yield Offer(
                RuleLost(group.id, bearing), "lead", f"the party astray to the {side}", note=name, open_only=True
            )


PART = Part(commands=(RuleLost,), events=(LostRuled,), offers=_offers)
