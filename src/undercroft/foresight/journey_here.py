"""From here: a journey that is under way at a live table, by day or in camp, as the start of runs that go on."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.movement import Mode
from undercroft.foresight import columns as c
from undercroft.foresight.bot import Bot, RunDice, Watch
from undercroft.foresight.encode import Encoded
from undercroft.foresight.encode_road import Road, RoadEncoder
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.plans import Plan
from undercroft.foresight.scenario import MOST_DAYS
from undercroft.foresight.traveller import Traveller
from undercroft.kernel.units import DAY
from undercroft.table.body.dying import had_a_go, was_tended
from undercroft.table.bridge.time_units import ROAD, dawn_of, next_dawn
from undercroft.table.road.night import camp_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.journeys import Camp, Hour
from undercroft.table.state.seen_lands import SeenHex
from undercroft.table.world.country import hex_as_visited
from undercroft.table.world.groups import MAIN
from undercroft.table.world.travel_costs import day_of, journey_of, where


def travels(group: Group | None) -> bool:
    """Whether a group is on the road or in its camp beside it."""
    return day_of(group) is not None or (camp_of(group) is not None and journey_of(group) is not None)


def journey_here(known: Campaign, group: GroupId, plan: Plan) -> Encoded:
    """The journey of a group as numbers; raises `NotSimulated` with what a run cannot have."""
    party, lands = known.groups[group], known.lands
    if party.hex is None or party.hex not in lands.hexes:
        raise NotSimulated("lands whose encounters this seat does not know")
    if group != MAIN:
        raise NotSimulated("a group that has split off")
    return _Journey(mapped(known), group, plan.policy, road_here(known, party, plan)).on_the_way(known, party)


def road_here(known: Campaign, party: Group, plan: Plan) -> Road:
    """The course that a group follows, or the cheapest way to where the plan says."""
    day, camp, goal = journey_of(party), camp_of(party), HexId(plan.to) if plan.to else None
    goal = goal or (None if day is None else day.destination)
    if day is None or goal is None:
        raise NotSimulated("a journey without a course: set one, or name a hex in the plan")
    if goal not in known.lands.hexes:
        raise NotSimulated(f"a journey to {goal[:20]}: this land has no such hex")
    if day.task is not None or day.marching:
        raise NotSimulated("a search that was interrupted, or a march that is under way")
    if known.stretches.get(party.id) is not None:
        raise NotSimulated("time that the group is letting pass")
    if camp is not None and next_dawn(known, camp.since) != dawn_of(known, day.day) + DAY:
        raise NotSimulated("a camp that lasts beyond the next dawn")
    if goal != day.destination:
        day = replace(day, destination=None, route=())
    return Road(goal, day.day + MOST_DAYS - 1, day, day.mode is Mode.EXPLORING, day.route)


def mapped(known: Campaign) -> Campaign:
    """The same with all lands on the party's map, by which a party finds a way that has lost its course."""
    hexes: dict[HexId, SeenHex] = {id: hex_as_visited(hex) for id, hex in known.lands.hexes.items()}
    return replace(known, seen_lands=replace(known.seen_lands, hexes=hexes, ways=known.lands.ways))


class _Journey(RoadEncoder):
    """Writes a journey that is under way into rows of numbers."""

    def spent_before(self) -> tuple[Fraction, ...]:
        """The points that a camp has left for foraging."""
        camp = camp_of(self.campaign.groups[MAIN])
        return () if camp is None else (camp.left,)

    def on_the_way(self, known: Campaign, party: Group) -> Encoded:
        """All of it."""
        day, camp, start = self.day, camp_of(party), self.start
        thought = where(party)
        if thought not in self.hexes:
            raise NotSimulated("a party that believes it is beyond the map")
        eats = day if camp is None else camp
        first, last = (self.setup[column] for column in (c.FIRST_MOMENT, c.LAST_MOMENT))
        fired = {self.units(points) for points in day.fired}
        for column, value in {
            c.TURN_NUMBER: day.day, c.DAWN: dawn_of(known, day.day), c.POINTS: self.units(day.spent),
            c.ENTERED: day.entered, c.THOUGHT: self.hexes.index(thought), c.LOST_BY: day.lost,
            c.ON_COURSE: day.destination is not None,
            c.SET_OUT: day.set_out, c.HUNGRY: eats.must_provision, c.OWES: eats.owes_forage,
            c.FIRED_FIRST: first in fired, c.FIRED_LAST: last in fired, c.XP_POOL: known.xp_pool,
        }.items():  # fmt: skip
            start[column] = int(value)
        if day.begun is not None and day.begun.target in self.hexes:
            start[c.BEGUN_HEX] = self.hexes.index(day.begun.target)
            start[c.INVESTED] = self.units(day.begun.invested)
            start[c.BEGUN_DAY] = day.begun.day
        for number, person in enumerate(self.members):
            p = c.PEOPLE + number * c.PERSON
            start[p + c.TRIED] = was_tended(known, person)
            start[p + c.HAD_GO] = had_a_go(known, party, person.id)
            night = known.nights.get(person.id)
            if night is not None and night.until > dawn_of(known, day.day) + ROAD:
                start[p + c.NIGHT_SLEPT], start[p + c.RESTED] = night.slept, night.rested
        if camp is not None:
            self._camp(camp)
        return self.done()

    def _camp(self, camp: Camp) -> None:
        """The camp, and how long everybody has slept. The plan sets the watches, until the night has begun."""
        begun = camp.hour is not Hour.DUSK
        watches = camp.watches if begun else ()
        for column, value in {
            c.CAMPED: 1 + begun, c.CAMP_SINCE: camp.since, c.CAMP_LEFT: self.units(camp.left), c.THROWN: camp.thrown,
            c.WATCHES: len(watches),
        }.items():  # fmt: skip
            self.start[column] = int(value)
        for number, person in enumerate(self.members):
            p = c.PEOPLE + number * c.PERSON
            kept = [place for place, keepers in enumerate(watches) if person.id in keepers]
            if len(kept) > 1:
                raise NotSimulated(f"{person.name}, who keeps more than one watch")
            self.start[p + c.WATCH_KEPT] = kept[0] if kept else -1
            self.start[p + c.SLEPT] = camp.slept.get(person.id, 0)


def travel_on_here(known: Campaign, plan: Plan, seed: int, run: int, seen: Watch | None = None) -> Bot:
    """Play a run from here at a copy of the table."""
    road = road_here(known, known.groups[MAIN], plan)
    bot = Bot(plan.policy, RunDice(seed, run), seen)
    bot.go_on_from(known)
    Traveller(bot, plan.policy, road, mapped(known)).go_on()
    return bot
