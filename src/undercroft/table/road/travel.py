"""Travelling: into the next hex as far as the day's points go, and along a route until something happens."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import takewhile

from msgspec.structs import replace

from undercroft.books.hexcrawl.costs import Capped, DaySoFar, daily_cap, passability
from undercroft.books.hexcrawl.encounters import encounter_die_wilderness
from undercroft.books.hexcrawl.entering import LastPoints, Step, enter_hex, start_move
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.kernel.amounts import QUARTERS, roughly
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.time_units import travel_time
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts, have, subject
from undercroft.table.road import lost
from undercroft.table.road.encounter_die import Happening
from undercroft.table.road.travel_day import not_on_the_road, not_ready, points_in_words
from undercroft.table.road.travel_points import face_the_die, next_cut, points_left, spend
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import coordinates, is_hex, neighbours, side_of
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.journeys import NO_POINTS, Begun, Leg, Spent, TravelDay
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.country import HexesSeen, hex_from_afar, name_and_id, name_of
from undercroft.table.world.travel_costs import HexCost, cost_known, day_of, hex_cost, travellers, where


class TravelTo(Command, frozen=True, tag="travel_to"):
    """Travel into the next hex, as far as the day's points go."""

    group: GroupId
    hex: HexId
    ABOUT = About(title="Travel to the next hex", place=Section.COURSE, also=Section.TAP)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_ready(known, seat, self.group)
        group = known.groups.get(self.group)
        day = day_of(group)
        at = where(group) if group is not None else None
        if group is None or day is None or at is None:
            return
        if not is_hex(self.hex) or side_of(at, self.hex) is None:
            yield Reason("not_adjacent", "That hex does not border the party's.", enter_hex.id)
            return
        cap = daily_cap(Script(), DaySoFar(day.entered, TravelPoints(day.tp_max)))
        if isinstance(cap, Capped):
            yield Reason(
                "capped", f"{have(known, known.groups.get(self.group))} gone as far as possible today.", daily_cap.id
            )
        price = cost_known(known, group, self.hex)
        if price is not None and price.barred is not None:
            yield Reason(
                "impassable",
                f"{subject(known, known.groups.get(self.group))} cannot enter that hex: {_BARS[price.barred]}.",
                passability.id,
            )

    def do(self, play: Play) -> None:
        """Pay up to the next overloaded die, roll it, and pay on at the cost by then."""
        lost.keep_course(play, self.group, self.hex)
        truly = lost.true_target(play, self.group, self.hex)
        if truly is None:
            _no_way_on(play, self)
            return
        _drop_other_plans(play, self)
        worst = Happening.NOTHING
        while worst is not Happening.HALT:
            day = day_of(play.group(self.group))
            price = _cost_now(play, self, truly, day) if day is not None else None
            if day is None or price is None or price.cost is None or price.barred is not None:
                _barred(play, self, truly, price)
                break
            entered, happens = _stage(play, self, truly, price.cost)
            worst = max(worst, happens)
            if entered or not points_left(play.now, play.group(self.group)):
                break
        _halt_or_go_on(play, self.group, worst)


class MarchOn(Command, frozen=True, tag="march_on"):
    """Travel on along the route until something happens."""

    group: GroupId
    ABOUT = About(title="Travel on", place=Section.COURSE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        day = day_of(known.groups.get(self.group))
        if day is not None and day.route:
            yield from TravelTo(self.group, day.route[0]).why_not(known, seat)
            return
        yield from not_on_the_road(known, seat, self.group)
        if day is not None:
            yield Reason("no_route", f"{have(known, known.groups.get(self.group))} no destination: set a course.")

    def do(self, play: Play) -> None:
        day = day_of(play.group(self.group))
        if day is not None:
            play.go_on(self.group, replace(day, marching=True))


class WayBarred(Event, frozen=True, tag="table.way-barred"):
    """A group cannot enter a hex."""

    group: GroupId
    hex: HexId
    why: str

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'cannot', 'cannot')} enter {name_of(now, self.hex)}: {self.why}."


class MoveBegun(Event, frozen=True, tag="table.move-begun"):
    """The day ends on the way to a hex; `cost` is what the hex costs as the day ends, in the weather by then."""

    group: GroupId
    hex: HexId
    invested: Fraction
    cost: Fraction

    def say(self, now: Campaign) -> str:
        left = self.cost - self.invested
        hex = name_of(now, self.hex)
        if left < Fraction(1, QUARTERS):
            return f"The day ends just short of {hex}."
        paid = f"{roughly(self.invested)} of {points_in_words(self.cost)}"
        return f"The day ends {points_in_words(left)} short of {hex}: {paid} paid."


# Into the next hex


def _stage(play: Play, command: TravelTo, truly: HexId, cost: TravelPoints) -> tuple[bool, Happening]:
    """Pay up to the next die. Return whether the group entered the hex, and what the die brought."""
    before = day_of(play.group(command.group))
    if before is None:
        return False, Happening.HALT
    need = max(NO_POINTS, cost - before.invested)
    part = next_cut(before, min(need, points_left(play.now, play.group(command.group))))
    what = Spent.ENTERED if part == need else Spent.BEGUN
    gone = spend(play, command.group, part, what, command.hex)
    day = day_of(play.group(command.group))
    if day is None:
        return False, Happening.HALT
    entered = gone == need
    if entered:
        _enter(play, command, truly, day, cost, need)
    else:
        invested = before.invested + gone
        play.go_on(command.group, replace(day, begun=Begun(command.hex, invested, day.day)))
    happens = face_the_die(play, command.group, before.spent)
    if not entered and happens is not Happening.HALT and not points_left(play.now, play.group(command.group)):
        _end_on_the_way(play, command, truly, cost, before)
    return entered, Happening.HALT if gone < part else happens


def _enter(play: Play, command: TravelTo, truly: HexId, day: TravelDay, cost: TravelPoints, need: Fraction) -> None:
    """Enter the hex and see what is there."""
    given = Step(
        tp_left=TravelPoints(day.left + need),
        tp_max=TravelPoints(day.tp_max),
        cost=cost,
        invested=TravelPoints(cost - need),
        hexes_entered_today=day.entered,
        must_provision=False,
        adjacent=True,
    )
    play.settle(enter_hex, given)
    route = day.route[1:] if day.route[:1] == (command.hex,) else ()
    legs = _as_entered(day.legs, command.hex)
    play.go_on(command.group, replace(day, entered=day.entered + 1, begun=None, route=route, legs=legs))
    lost.enter(play, command.group, command.hex, truly)


def _as_entered(legs: tuple[Leg, ...], hex: HexId) -> tuple[Leg, ...]:
    """The legs with the last points for a hex merged into one leg of entering it."""
    whole = legs[-1:] if legs and (legs[-1].what, legs[-1].hex) == (Spent.ENTERED, hex) else ()
    part = takewhile(lambda leg: (leg.what, leg.hex) == (Spent.BEGUN, hex), reversed(legs[: len(legs) - len(whole)]))
    into = (*part, *whole)
    if not into:
        return legs
    return (*legs[: -len(into)], Leg(Spent.ENTERED, hex, sum((leg.points for leg in into), NO_POINTS)))


def _end_on_the_way(play: Play, command: TravelTo, truly: HexId, cost: TravelPoints, before: TravelDay) -> None:
    """End the day on the way; the points paid count tomorrow, towards what the hex costs by then."""
    day = day_of(play.group(command.group))
    if day is None or day.begun is None:
        return
    given = LastPoints(
        tp_left=TravelPoints(day.begun.invested - before.invested + day.left),
        cost=cost,
        invested=TravelPoints(before.invested),
        target=coordinates(command.hex),
        hexes_entered_today=day.entered,
        tp_max=TravelPoints(day.tp_max),
    )
    play.settle(start_move, given)
    price = _cost_now(play, command, truly, day)
    by_now = cost if price is None or price.cost is None else price.cost
    play.tell(MoveBegun(command.group, command.hex, day.begun.invested, by_now), to=group_audience(command.group))
    if price is not None and price.barred is not None:
        _barred(play, command, truly, price)


def _cost_now(play: Play, command: TravelTo, truly: HexId, day: TravelDay) -> HexCost | None:
    """What the hex costs in the weather as it is now."""
    group = play.group(command.group)
    return hex_cost(play.now.lands, travellers(play.now, group, day), day, group.hex, truly) if group.hex else None


def _drop_other_plans(play: Play, command: TravelTo) -> None:
    """Drop a move begun to another hex, and a search that was interrupted."""
    day = day_of(play.group(command.group))
    if day is None:
        return
    begun = day.begun if day.begun is not None and day.begun.target == command.hex else None
    if (begun, None) != (day.begun, day.task):
        play.go_on(command.group, replace(day, begun=begun, task=None))


def _barred(play: Play, command: TravelTo, truly: HexId, price: HexCost | None) -> None:
    """Show the group that the hex cannot be entered; points paid into it stay there."""
    why = "the map ends there" if price is None or price.barred is None else _BARS[price.barred]
    hex = play.now.lands.hexes.get(truly)
    if hex is not None and truly == command.hex:
        play.tell(HexesSeen((hex_from_afar(hex),)), to=group_audience(command.group))
    play.tell(WayBarred(command.group, command.hex, why), to=group_audience(command.group))


def _no_way_on(play: Play, command: TravelTo) -> None:
    """Stop a group that has no way on; a lost group notices that it is lost."""
    day = day_of(play.group(command.group))
    if day is not None and day.lost:
        lost.set_right(play, command.group)
    else:
        play.tell(WayBarred(command.group, command.hex, "the map ends there"), to=group_audience(command.group))
    _halt_or_go_on(play, command.group, Happening.HALT)


_BARS = {"zero": "it is impassable", "too_dear": "it would take two days or more"}


def _halt_or_go_on(play: Play, group: GroupId, worst: Happening) -> None:
    """Go on with the march if nothing has happened and the next hex can be entered."""
    day = day_of(play.group(group))
    if day is None or not day.marching:
        return
    if worst is not Happening.NOTHING or _next_step(play.now, play.group(group), day) is None:
        play.go_on(group, replace(day, marching=False))


def _next_step(campaign: Campaign, group: Group, day: TravelDay) -> TravelTo | None:
    if not day.route:
        return None
    command = TravelTo(group.id, day.route[0])
    return None if any(command.why_not(campaign, REFEREE)) else command


# What follows, and what is offered


def _next(campaign: Campaign) -> Command | None:
    for group in campaign.groups.values():
        day = day_of(group)
        step = _next_step(campaign, group, day) if day is not None and day.marching else None
        if step is not None:
            return step
    return None


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        at, day = where(group), day_of(group)
        if at is not None and day is not None:
            yield from _ways_on(known, group, at, day)


def _ways_on(known: Campaign, group: Group, at: HexId, day: TravelDay) -> Iterable[Offer]:
    if day.route:
        name, id = name_and_id(known, day.route[-1])
        act, rule = MarchOn(group.id), encounter_die_wilderness
        yield Offer(act, "march on", f"towards {name}", group.name, note=id, rule=rule)
    for there in neighbours(at):
        price = cost_known(known, group, there)
        if price is None:
            continue
        owed = day.owed(there, price.cost or NO_POINTS)
        (name, id), takes = name_and_id(known, there), travel_time(owed, day.tp_max)
        step, cost = TravelTo(group.id, there), points_in_words(owed)
        yield Offer(step, "go to", name, group.name, note=id, cost=cost, seconds=takes)


PART = Part(commands=(TravelTo, MarchOn), events=(WayBarred, MoveBegun), offers=_offers, follow_up=_next)
