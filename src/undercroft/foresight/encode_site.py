"""A site as whole numbers for a run: rooms, doors, traps, treasure and the encounter table."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.delving.exposure import Detected, Entering, trap_on_enter
from undercroft.books.delving.hazard import HAZARD_DIE
from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.doors import (
    REINFORCED_TIMES,
    TOO_HARD,
    USUAL_LOCK,
    Battering,
    Material,
    Tripled,
    door_batter,
)
from undercroft.books.sovereign.falling import Fall, fall_damage, fall_dice, spiked_dice
from undercroft.books.sovereign.healing import Aid, first_aid
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.surprise import AMPLE
from undercroft.books.sovereign.wandering import Counting as Counted
from undercroft.books.sovereign.wandering import FirstCheck, wandering_due
from undercroft.books.violence.timekeeping import TurnEnds
from undercroft.books.violence.units import Turns
from undercroft.foresight import columns as c
from undercroft.foresight.at_hand import torch_burns
from undercroft.foresight.codes import Gate
from undercroft.foresight.encode import Encoder
from undercroft.foresight.formulas import NotSimulated, simple
from undercroft.kernel.script import Script
from undercroft.table.bridge import experience
from undercroft.table.bridge.time_units import CLOCK_STEPS, fight_round, fight_time
from undercroft.table.exploration.clocks import BY_NAME
from undercroft.table.exploration.encounter_turns import a_turn
from undercroft.table.exploration.first_sight import ways_in
from undercroft.table.exploration.sovereign_turns import interval
from undercroft.table.lore.lookup import kind_named
from undercroft.table.site.search import finds_surely
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Dying
from undercroft.table.state.ids import DoorId, SiteId, TrapId, ZoneId
from undercroft.table.state.sites import Clock, DoorState, Harm, Site, TrapState, Trigger
from undercroft.table.state.things import Lying, Thing, ThingKind

GATES = {
    DoorState.OPEN: Gate.PASSABLE,
    DoorState.BROKEN: Gate.PASSABLE,
    DoorState.NO_DOOR: Gate.PASSABLE,
    DoorState.CLOSED: Gate.CLOSED,
    DoorState.STUCK: Gate.STUCK,
    DoorState.LOCKED: Gate.LOCKED,
    DoorState.BARRED: Gate.BARRED,
}


class SiteEncoder(Encoder):
    """Writes a campaign and the site it explores into rows of numbers."""

    def site(self, route: Sequence[tuple[ZoneId, int]], site: Site, turns: int) -> None:
        """The rooms on the way in with the turns spent in each, and the site's encounter table."""
        house, put = self.campaign.house, self.setup.__setitem__
        clock = house.clock or site.clock
        if clock is Clock.DELVING:
            self._delve_rounds(site)
        if not site.encounters:
            raise NotSimulated(f"{site.name} without an encounter table")
        if max(len(route), len(site.zones)) > c.MOST_ROOMS or len(site.encounters) >= c.MOST_ROWS:
            raise NotSimulated(f"{site.name}, which is too large")
        self.explores = True
        put(c.IN_SITE, 1)
        put(c.EXPLORES, 1)
        put(c.TURNS, turns)
        put(c.CLOCK_OF_VIOLENCE, clock is Clock.VIOLENCE)
        put(c.CLOCK_OF_DELVING, clock is Clock.DELVING)
        put(c.CLOCK_OVERLOADED, clock is Clock.HEXCRAWL)
        put(c.EFFECTS, len(site.effects))
        put(c.TORCH_BURNS, torch_burns(clock))
        put(c.FINDS_SURELY, finds_surely(house, in_delve_rounds=clock is Clock.DELVING))
        put(c.CHECKS_AT_END, BY_NAME[clock].checks_at_end)
        put(c.HAZARD_SIDES, HAZARD_DIE[site.danger].sides)
        put(c.TURN_IN_STEPS, a_turn(clock))
        put(c.TURN_SECONDS, CLOCK_STEPS[clock])
        put(c.FIGHT_TURN, fight_time(clock, 1, fight_round(house.combat)))
        put(c.EVERY, TurnEnds(Turns(1)).every)
        put(c.INTERVAL, interval(site) or 0)
        put(c.INTERVAL_ALERTED, interval(replace(site, alerted=True)) or 0)
        counting = house.applied(wandering_due, Counted(0, None))
        put(c.CHECK_AT_ONCE, counting.first_check is FirstCheck.FIRST)
        put(c.ROW_COUNT, len(site.encounters))
        for number, row in enumerate(site.encounters):
            like = kind_named(self.campaign, site.kinds, row.creatures)
            put(c.ROWS + number * c.ROW, -1 if like is None else self.creatures(replace(like, hp=()), row.count))
        put(c.ROWS + len(site.encounters) * c.ROW, -1)
        zones = list(site.zones)
        put(c.ROUTE_LENGTH, len(route))
        doors = self._doors(site)
        self._hoards(site, zones, self._traps(site, zones))
        for place, (zone, stay) in enumerate(route):
            self._room(place, zones.index(zone), site, zone, stay)
            if place + 1 < len(route):
                put(c.ROUTE + place * c.ROOM + c.ROOM_DOOR, doors.index(way_between(site, zone, route[place + 1][0])))

    def _delve_rounds(self, site: Site) -> None:
        """What a delve round has that a run does not follow."""
        if site.shadowcursed:
            raise NotSimulated(f"{site.name}, which lies under the Shadowcurse")
        seen = trap_on_enter(Script(), self.campaign.house.applied(trap_on_enter, Entering(Speed.DELVE)))
        self.setup[c.NOTICES_TRAPS] = isinstance(seen, Detected)

    def _doors(self, site: Site) -> list[DoorId]:
        """The doors of the site, as they are at the start."""
        put, given = self.setup.__setitem__, Battering(Material.WOOD, 0, 0)
        rule = self.campaign.house.applied(door_batter, given)
        put(c.DOOR_COUNT, len(site.doors))
        put(c.BATTERS_BASE, rule.reinforced is Tripled.BASE)
        put(c.BATTERS_LEAST, rule.batter_minimum)
        if len(site.doors) > c.MOST_DOORS:
            raise NotSimulated(f"{site.name}, which has too many doors")
        for number, door in enumerate(site.doors.values()):
            times = REINFORCED_TIMES if door.material is Material.REINFORCED else 1
            at = c.DOORS + number * c.DOOR
            put(at + c.DOOR_DC, USUAL_LOCK if door.lock_dc is None else door.lock_dc)
            put(at + c.DOOR_TIMES, 0 if door.material in TOO_HARD else times)
            self.start[c.DOOR_STATE + number] = GATES[door.state]
        return list(site.doors)

    def _traps(self, site: Site, zones: list[ZoneId]) -> list[TrapId]:
        """The traps of the site."""
        put, house = self.setup.__setitem__, self.campaign.house
        armed = [trap for trap in site.traps.values() if trap.state is TrapState.ARMED]
        put(c.TRAP_COUNT, len(armed))
        if len(armed) > c.MOST_TRAPS:
            raise NotSimulated(f"{site.name} with more than {c.MOST_TRAPS} traps")
        for number, trap in enumerate(armed):
            at, zone = c.TRAPS + number * c.TRAP, site.zones[trap.zone]
            guarded = any(kind.zone == trap.zone and kind.count for kind in site.creatures.values())
            if (
                trap.harm not in (Harm.NOTHING, Harm.FALL, Harm.ALARM)
                or trap.resets
                or trap.trigger is Trigger.THRESHOLD
            ):
                raise NotSimulated(f"the trap {trap.name} in {zone.name}")
            springs = trap.trigger is Trigger.ENTER and not self.setup[c.NOTICES_TRAPS]
            if guarded and springs and house.dying is Dying.SOVEREIGN:
                raise NotSimulated(f"the trap {trap.name} in {zone.name}, where creatures wait")
            fall = house.applied(fall_damage, Fall(Fraction(trap.feet), trap.spikes))
            dice = spiked_dice(fall_dice(trap.feet, 1), trap.spikes, fall.spikes_within_cap)
            put(at + c.TRAP_ROOM, zones.index(trap.zone))
            put(at + c.TRAP_MEDDLES, trap.trigger is Trigger.MEDDLE)
            put(at + c.TRAP_SAVE, [*SaveKind].index(SaveKind(trap.save)) + 1 if trap.save else 0)
            put(at + c.TRAP_AVOIDS, trap.avoids)
            put(at + c.TRAP_ALL, trap.everyone)
            put(at + c.TRAP_HURTS, bool(trap.damage))
            put(at + c.TRAP_FALL, dice if trap.harm is Harm.FALL else 0)
            put(at + c.TRAP_ALARM, trap.harm is Harm.ALARM)
            for place, value in enumerate(simple(trap.damage) if trap.damage else ()):
                put(at + c.TRAP_HARM + place, value)
        return [trap.id for trap in armed]

    def _hoards(self, site: Site, zones: list[ZoneId], traps: list[TrapId]) -> None:
        """The treasure that lies in the site."""
        put, rule = self.setup.__setitem__, self.campaign.house.applied(first_aid, Aid(0, True, 0, 1, 0, 1))
        put(c.AID_LEAST, rule.first_aid_minimum)
        put(c.COPPERS_A_POINT, experience.coppers_a_point(self.campaign.house))
        lying = hoards_in(self.campaign, site.id)
        put(c.HOARD_COUNT, len(lying))
        if len(lying) > c.MOST_HOARDS:
            raise NotSimulated(f"{site.name} with more than {c.MOST_HOARDS} treasures")
        for number, (thing, zone) in enumerate(lying):
            at = c.HOARDS + number * c.HOARD
            feature = next((each for each in site.features.values() if thing.id in each.things), None)
            trap = next((trap for trap in site.traps.values() if trap.thing == thing.id), None)
            put(at + c.HOARD_ROOM, zones.index(zone))
            put(at + c.HOARD_WORTH, thing.worth or 0)
            put(at + c.HOARD_LOAD, thing.points)
            put(at + c.HOARD_DC, 0 if feature is None or feature.dc is None else feature.dc)
            put(at + c.HOARD_TRAP, traps.index(trap.id) + 1 if trap is not None and trap.id in traps else 0)
            self.start[c.HOARD_FOUND + number] = feature is None or feature.found

    def _room(self, place: int, number: int, site: Site, id: ZoneId, stay: int) -> None:
        room, put, zone = c.ROUTE + place * c.ROOM, self.setup.__setitem__, site.zones[id]
        put(room + c.ROOM_ID, number)
        put(room + c.ROOM_CORRIDOR, zone.corridor)
        put(room + c.ROOM_LIT, zone.lit)
        put(room + c.ROOM_ENTRANCES, len(ways_in(site, id)))
        put(room + c.ROOM_LENGTH, zone.length_ft if zone.corridor else AMPLE)
        put(room + c.ROOM_STAY, stay)
        here = [kind for kind in site.creatures.values() if kind.zone == id and kind.count and not kind.is_event]
        if len(here) > c.MOST_BANDS:
            raise NotSimulated(f"{zone.name} with more than {c.MOST_BANDS} kinds of creatures")
        if not place and self.waits_at_the_entrance(here):
            raise NotSimulated(f"{zone.name}, where creatures wait at the entrance")
        if len({kind.ambush for kind in here}) > 1:
            raise NotSimulated(f"{zone.name}, where only some of the creatures lie in wait")
        put(room + c.ROOM_AMBUSH, any(kind.ambush for kind in here))
        put(room + c.ROOM_COMPANIES, len(here))
        for order, kind in enumerate(here):
            put(room + c.ROOM_KIND + order, self.creatures(kind, str(kind.count)))
            put(room + c.ROOM_NUMBER + order, kind.count)

    def waits_at_the_entrance(self, here: Sequence[Creatures]) -> bool:
        """Whether creatures wait where the party comes in."""
        return bool(here)


def way_between(site: Site, here: ZoneId, there: ZoneId) -> DoorId:
    """The first door or way between two rooms."""
    found = next((door.id for door in site.doors.values() if {here, there} == set(door.between)), None)
    if found is None:
        raise NotSimulated(
            f"a way from {site.zones[here].name} to {site.zones[there].name} without a door between them"
        )
    return found


def hoards_in(known: Campaign, site: SiteId) -> list[tuple[Thing, ZoneId]]:
    """The treasure that lies in a site, with the room of each."""
    things = (thing for thing in known.things.values() if thing.kind is ThingKind.TREASURE and thing.count)
    return [(thing, at.zone) for thing in things if isinstance(at := thing.place, Lying) and at.site == site]
