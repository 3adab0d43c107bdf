"""The course of a journey as a table: each hex with its ground, its multipliers, its cost, and its day."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.getting_lost import Lost, getting_lost
from undercroft.books.hexcrawl.land import ROADS, TERRAINS, WEATHERS, Road, Weather
from undercroft.kernel.amounts import roughly, series
from undercroft.kernel.dice import D10
from undercroft.kernel.phrases import begun
from undercroft.table.odds import spread_of
from undercroft.table.road.lost import guides_ahead, trek_ahead
from undercroft.table.road.new_day import next_day
from undercroft.table.road.route import RoutePlan, Stage, find_route, plan
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Lost as LostBy
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import Spent, TravelDay
from undercroft.table.state.lands import LandWay, Path
from undercroft.table.world.country import sky
from undercroft.table.world.travel_costs import HexCost, hex_cost, travellers, where

GROUND = {"maintained": "road", "trail": "trail", "none": ""}


class RouteRow(Struct, frozen=True):
    """A line of the table; `done` if it is behind the group, `new_day` if a day begins with it."""

    day: int
    hex: HexId
    ground: str
    multiplier: str
    cost: str
    spent: str
    done: bool = False
    new_day: bool = False


class StrayingView(Struct, frozen=True):
    """Whether a party can get lost with its next move: in words, with the chance and the roll where one is made."""

    words: str
    chance: Fraction | None = None
    roll: str = ""


class RouteView(Struct, frozen=True):
    """A journey: its destination, its hexes, the arrival, and what other weather would change."""

    goal: HexId
    name: str
    hexes: tuple[HexId, ...]
    rows: tuple[RouteRow, ...]
    arrives: int | None
    stages: tuple[Stage, ...]
    other_sky: str = ""
    set: bool = False
    """It is the chosen course, not just a plan."""
    astray: StrayingView | None = None
    """Whether they can get lost; None where nobody does, or this seat is not told chances."""

    @property
    def costs(self) -> dict[HexId, Fraction]:
        """What each hex of the way costs."""
        return {stage.price.hex: stage.price.cost for stage in self.stages if stage.price.cost is not None}


def route_view(known: Campaign, group: Group, goal: HexId | None, *, odds: bool = False) -> RouteView | None:
    """The way to the picked hex, else the chosen course; with the chance to get lost if `odds` are shown."""
    day, at = next_day(known, group), where(group)
    goal = None if goal == at else goal
    taken = goal is None or goal == day.destination
    goal = goal or day.destination or next(reversed(day.route), None)
    if goal is None or goal == at:
        return None
    hexes = day.route if taken and day.route else find_route(known, group, goal)
    planned = plan(known, group, hexes)
    there = known.seen_lands.hexes.get(goal)
    name = there.name if there is not None and there.name else goal
    rows = (*_behind(known, group, day), *_ahead(planned.stages, day)) if hexes else ()
    other = _other_sky(known, group, name, hexes, planned)
    astray = _astray(known, group, day, planned.stages) if odds else None
    return RouteView(goal, name, hexes, rows, planned.arrives, planned.stages, other, taken, astray)


def _astray(known: Campaign, group: Group, day: TravelDay, stages: tuple[Stage, ...]) -> StrayingView | None:
    """Whether they get lost with the first move of the day, and what decides it."""
    if known.house.lost is not LostBy.HEXCRAWL or not stages:
        return None
    if day.set_out:
        return StrayingView("Getting lost is decided once a day, before the first move: that is settled for today.")
    way, landmarks = guides_ahead(known, group, stages[0].price.hex)
    if way is not None:
        return StrayingView(f"{begun(_named_way(way))} keeps them from getting lost.")
    if landmarks:
        return StrayingView(f"A landmark in sight keeps them from getting lost: {series(landmarks)}.")
    trek = trek_ahead(known, group, day, stages[0].price.hex)
    if trek is None:
        return None
    chance = spread_of(getting_lost, trek).chance(lambda came: isinstance(came, Lost))
    roll = f"a d10 of {roughly(chance * D10.sides)} or less: {trek.terrain.value}, {sky(trek.weather)}"
    return StrayingView("Getting lost as they set out:", chance, roll)


def _named_way(way: LandWay) -> str:
    """A way by its name, else by its kind: `the trail`."""
    return way.name or f"the {'road' if way.path is Path.MAINTAINED else way.path.value}"


def _behind(known: Campaign, group: Group, day: TravelDay) -> Iterator[RouteRow]:
    spent, people = Fraction(0), travellers(known, group, day)
    before: HexId | None = None
    for leg in day.walked:
        spent += leg.points
        if leg.what is Spent.ENTERED:
            price = hex_cost(known.seen_lands, people, day, before, leg.led_to) if before is not None else None
            ground = said_ground(price) if price is not None else ""
            times = said_multiplier(price) if price is not None and price.cost == leg.points else ""
            there = known.seen_lands.hexes.get(leg.led_to)
            ground = ground or (there.terrain.value.replace("_", " ") if there is not None else "")
            before = leg.led_to
        else:
            ground, times = SPENDING[leg.what], ""
        if leg.really is not None:
            ground = f"really {leg.really}, {ground}"
        if leg.what is not Spent.BEGUN:
            yield RouteRow(day.day, leg.hex, ground, times, roughly(leg.points), roughly(spent), done=True)


SPENDING = {
    Spent.ENTERED: "entered",
    Spent.BEGUN: "on the way",
    Spent.CAST_ABOUT: "searched the hex",
    Spent.SOUGHT: "looked for a place",
    Spent.COMBED: "searched all day",
    Spent.FORAGED: "foraged",
    Spent.BEARINGS: "took bearings",
    Spent.LATE: "set out late",
}


def _ahead(stages: tuple[Stage, ...], day: TravelDay) -> Iterator[RouteRow]:
    today, under_way = day.day, ""
    for stage in stages:
        hex, whole = stage.price.hex, roughly(stage.price.cost or Fraction(0))
        rest, before = hex == under_way, day.begun is not None and day.begun.target == hex and not under_way
        part = ", rest of it" if rest else "" if stage.enters else ", begun"
        if before:
            part = f", {roughly(day.invested)} of {whole} paid"
        cost = f"{roughly(stage.paid)} of {whole}"
        if stage.enters:
            cost = f"{roughly(stage.owed)} more" if rest or before else whole
        times = "" if rest else said_multiplier(stage.price)
        spent, new_day = roughly(stage.spent), stage.day != today
        yield RouteRow(stage.day, hex, f"{said_ground(stage.price)}{part}", times, cost, spent, new_day=new_day)
        today, under_way = stage.day, "" if stage.enters else hex


def in_points(number: Fraction, unit: str = "point") -> str:
    """Travel points with their unit.

    >>> in_points(Fraction(7, 3)), in_points(Fraction(1)), in_points(Fraction(2, 3), "more travel point")
    ('2⅓ points', '1 point', '⅔ more travel point')
    """
    return f"{roughly(number)} {unit}{'s' if number > 1 else ''}"


def said_ground(price: HexCost) -> str:
    """Such as hills, trail."""
    return ", ".join(part for part in (price.terrain.value.replace("_", " "), GROUND[price.road.value]) if part)


def said_multiplier(price: HexCost) -> str:
    """The multipliers other than 1."""
    more = [
        ROADS[price.road] if price.road is not Road.NONE else None,
        WEATHERS[price.weather] if price.weather is not Weather.CLEAR else None,
        price.accommodation if price.accommodation != 1 else None,
    ]
    return " \N{MULTIPLICATION SIGN} ".join(
        roughly(multiplier) for multiplier in (TERRAINS[price.terrain], *more) if multiplier is not None
    )


def _other_sky(known: Campaign, group: Group, name: str, hexes: tuple[HexId, ...], planned: RoutePlan) -> str:
    """What rain would do to the plan, or a clear sky if it rains or snows."""
    if not hexes:
        return ""
    now = known.seen_lands.weather
    other = Weather.RAIN if now is Weather.CLEAR else Weather.CLEAR
    then = plan(replace(known, seen_lands=replace(known.seen_lands, weather=other)), group, hexes)
    first = next(iter(then.stages), None)
    rain = f"In {sky(other)} \N{MULTIPLICATION SIGN}{roughly(WEATHERS[other])}:"
    said = [rain if other is Weather.RAIN else "Under a clear sky:"]
    if first is not None and first.price.cost is not None:
        said.append(f"{first.price.hex} would cost {in_points(first.price.cost)}, and")
    if then.arrives is None:
        barred = hexes[len({stage.price.hex for stage in then.stages})]
        said.append(f"{barred} could not be entered.")
    else:
        as_now = ", as now" if then.arrives == planned.arrives else ""
        said.append(f"they would reach {name} on day {then.arrives}{as_now}.")
    return " ".join(said)
