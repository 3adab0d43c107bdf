"""From here: an expedition that is under way at a live table, as the start of runs that go on and come home."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from undercroft.foresight import columns as c
from undercroft.foresight.at_hand import FOREVER, TORCH
from undercroft.foresight.bot import Bot, RunDice, Watch
from undercroft.foresight.encode import MOST_STEPS, Encoded
from undercroft.foresight.encode_site import SiteEncoder, way_between
from undercroft.foresight.explorer import Explorer
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.plans import Plan
from undercroft.foresight.tallies import UNDER_WAY
from undercroft.table.body.dying import had_a_go, was_tended
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.site.leaving import way_out
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import DoorId, GroupId, SiteId, ZoneId
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import (
    Chase,
    DelveRound,
    DelverTurn,
    EncounterScene,
    OverloadedTurn,
    SovereignTurn,
    ViolenceTurn,
)
from undercroft.table.state.sites import DoorState, Site
from undercroft.table.town.experience import haul
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import OIL

TURNS = SovereignTurn | ViolenceTurn | DelveRound | OverloadedTurn
"""The turns from whose middle a run can go on."""


def expedition_here(known: Campaign, group: GroupId, plan: Plan) -> Encoded:
    """The expedition of a group as numbers; raises `NotSimulated` with what a run cannot have."""
    party = known.groups.get(group)
    scene = party.scene if party is not None else None
    if isinstance(scene, EncounterScene | Chase):
        raise NotSimulated("an encounter or a chase that is under way: end it first")
    if party is None or not isinstance(scene, TURNS):
        raise NotSimulated("this party yet: it must be in a fight, on the road or in a site")
    site = known.sites.get(scene.site)
    if site is None:
        raise NotSimulated("a site whose checks this seat does not know")
    if group != MAIN:
        raise NotSimulated("a group that has split off")
    if known.stretches.get(group) is not None:
        raise NotSimulated("time that the group is letting pass")
    doors = way_out(known, party)
    if doors is None or party.zone is None:
        raise NotSimulated("a party that does not know a way out")
    zones = _rooms(site, party.zone, doors)
    for one, other in pairwise(zones):
        if way_between(site, one, other) not in doors:
            raise NotSimulated(f"{site.zones[one].name} and {site.zones[other].name} with two ways between them")
    return _Expedition(known, group, plan.policy).of(party, scene, site, zones, plan)


def _rooms(site: Site, here: ZoneId, doors: tuple[DoorId, ...]) -> tuple[ZoneId, ...]:
    """The rooms from the entrance to where the party is."""
    rooms = [here]
    for door in doors:
        rooms.append(next(end for end in site.doors[door].between if end != rooms[-1]))
    return tuple(reversed(rooms))


class _Expedition(SiteEncoder):
    """Writes an expedition that is under way into rows of numbers."""

    def of(self, party: Group, scene: TURNS, site: Site, zones: tuple[ZoneId, ...], plan: Plan) -> Encoded:
        """All of it."""
        seen = self.campaign.seen_by(party)
        unknown = (trap for trap in site.traps.values() if trap.zone in zones)
        traps = {trap.id: trap for trap in unknown if seen is None or trap.id not in seen.traps}
        self.site(tuple((zone, 0) for zone in zones), replace(site, traps=traps), scene.number + plan.turns)
        self.setup[c.EXPLORES] = UNDER_WAY
        self.setup[c.CARRIED_WORTH] = sum(thing.worth or 0 for thing in haul(self.campaign, party.id))
        start, last = self.start, len(zones) - 1
        for column, value in {
            c.TURN_NUMBER: scene.number, c.BEGUN: scene.begun, c.XP_POOL: self.campaign.xp_pool, c.AT: last,
            c.FURTHEST: last, c.TURNS_FROM: party.time if party.turns_from is None else party.turns_from,
            c.SINCE_CHECK: scene.since_check if isinstance(scene, SovereignTurn) else 0, c.NOISY: scene.battering,
        }.items():  # fmt: skip
            start[column] = int(value)
        if isinstance(scene, OverloadedTurn):
            names = [row.name for row in site.encounters]
            start[c.OMEN] = names.index(scene.omen) + 1 if scene.omen in names else 0
            start[c.MUST_REST] = int(scene.must_rest)
        for number, person in enumerate(self.members):
            p = c.PEOPLE + number * c.PERSON
            self._acted(p, person, scene)
            start[p + c.TRIED] = was_tended(self.campaign, person)
            start[p + c.HAD_GO] = had_a_go(self.campaign, party, person.id)
        for number, zone in enumerate(site.zones):
            start[c.CLEARED + number] = zone not in zones or self._is_cleared(site, zone)
        self._lights(party, tuple(site.zones))
        self._pending(party, site)
        self._work(party, site)
        if len(self.campaign.groups) > 1:
            others = (each.name for each in self.campaign.groups.values() if each.id != party.id and each.members)
            self.left_out += [f"{name}, who went their own way" for name in others]
        return self.done()

    def _acted(self, p: int, person: Person, scene: TURNS) -> None:
        """What a person has done in the turn; in a delve round there is a move and an Action."""
        if not isinstance(scene, DelveRound):
            self.start[p + c.ACTED] = person.id in scene.done
            return
        if person.id in scene.surprised:
            raise NotSimulated(f"{person.name}, who is off guard after a walk or a run")
        turn = scene.going.get(person.id, DelverTurn())
        self.start[p + c.ACTION_USED] = not turn.action
        self.start[p + c.MOVED] = not turn.free_move
        self.start[p + c.ACTED] = not (turn.action and turn.free_move)

    def creatures(self, kind: Creatures, count: str) -> int:
        """A kind of creatures; an ambush that they lie in is left out."""
        if kind.ambush:
            self.left_out.append(f"the ambush of {kind.name}")
            kind = replace(kind, ambush=False)
        return super().creatures(kind, count)

    def _pending(self, party: Group, site: Site) -> None:
        """The encounters that were rolled and are due."""
        names, due = [row.name for row in site.encounters], pending_encounters(self.campaign, party)
        for place, encounter in enumerate(due):
            came = site.creatures[encounter.creatures]
            if (came.name not in names and not came.is_event) or place == c.MOST_PENDING:
                raise NotSimulated(f"{encounter.name}: not in the encounter table of the site")
            self.start[c.PENDING_ROW + place] = len(names) if came.is_event else names.index(came.name)
            self.start[c.PENDING_COUNT + place] = came.count
        self.start[c.PENDING] = len(due)

    def _work(self, party: Group, site: Site) -> None:
        """Work at a door that is under way, and which locks have defeated whom."""
        known, doors = self.campaign, list(site.doors)
        jobs = [job for job in known.jobs.values() if set(job.workers) & set(party.members)]
        for number, person in enumerate(self.members):
            beaten = (1 << place for place, door in enumerate(doors) if door in person.locks)
            self.start[c.PEOPLE + number * c.PERSON + c.BEATEN] = sum(beaten)
        for job in jobs:
            door = site.doors.get(DoorId(job.about)) if job.id in known.timers else None
            if door is None or len(jobs) > 1 or job.noisy == (door.state is DoorState.STUCK):
                raise NotSimulated(f"work that is under way: {job.what}")
            self.start[c.JOB_DOOR] = doors.index(door.id) + 1
            self.start[c.JOB_DUE] = known.timers[job.id].due
            for who in job.workers:
                self.start[c.PEOPLE + self.number_of(who) * c.PERSON + c.AT_WORK] = 1

    def waits_at_the_entrance(self, here: Sequence[Creatures]) -> bool:
        """Whether the party has not met the creatures at the entrance yet."""
        return any(_is_unmet(each) for each in here)

    def _is_cleared(self, site: Site, zone: ZoneId) -> bool:
        here = [each for each in site.creatures.values() if each.zone == zone and each.count and not each.is_event]
        unmet = [each for each in here if _is_unmet(each)]
        if unmet and len(unmet) < len(here):
            raise NotSimulated(f"{site.zones[zone].name}, where the party has met only some of the creatures")
        return not unmet

    def _lights(self, party: Group, zones: tuple[ZoneId, ...]) -> None:
        """The light in hand that burns longest, and the lights on the ground; others in hand are left out."""
        known, held = self.campaign, list[Light]()
        for light in known.lights.values():
            lies = known.lies(light)
            if lies is None and light.holder in party.members:
                held.append(light)
            elif lies is not None and lies.site == party.site and lies.zone in zones:
                at = c.LYING + zones.index(lies.zone)
                self.start[at] = max(self.start[at], _lasts(light))
        self.start[c.LIGHT_HOLDER] = -1
        for place, light in enumerate(sorted(held, key=_lasts, reverse=True)):
            if place:
                self.left_out.append(f"the other {light.item} that burns")
                continue
            self.start[c.LIGHT_HOLDER] = self.number_of(light.holder)
            self.start[c.LIGHT_UNTIL] = _lasts(light)
            self.start[c.LIGHT_POINTS] = known.things[light.thing].points
            carried = (thing for who in party.members for thing in known.carried_by(who))
            if light.item != TORCH and any(thing.item == OIL for thing in carried):
                self.left_out.append("oil for the lantern")


def _lasts(light: Light) -> int:
    return FOREVER if light.until is None else light.until


def _is_unmet(creatures: Creatures) -> bool:
    return MAIN not in creatures.known_to and not creatures.let_be


class _Onwards(Explorer):
    """The bot on an expedition that is under way."""

    def __init__(self, bot: Bot, plan: Plan, rooms: tuple[ZoneId, ...], turns: int, site: SiteId) -> None:
        super().__init__(bot, plan.policy, tuple((room, 0) for room in rooms), turns, site)
        self._at = len(rooms) - 1

    def explore(self) -> None:
        """Go on, and come home or fall on the way."""
        for _ in range(MOST_STEPS):
            if self.bot.over:
                return
            self._next()


def explore_on_here(known: Campaign, plan: Plan, seed: int, run: int, seen: Watch | None = None) -> Bot:
    """Play a run from here at a copy of the table."""
    party = known.groups[MAIN]
    doors, site = way_out(known, party), known.site_of(party)
    if doors is None or site is None or party.zone is None:
        raise NotSimulated("a party that does not know a way out")
    bot = Bot(plan.policy, RunDice(seed, run), seen)
    bot.go_on_from(known)
    turns = (0 if party.scene is None else party.scene.number) + plan.turns
    _Onwards(bot, plan, _rooms(site, party.zone, doors), turns, site.id).explore()
    return bot
