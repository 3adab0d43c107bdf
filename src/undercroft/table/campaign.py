"""The state of a campaign: folded from its events, for the referee and for every seat that knows only some of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.neverwhere.hunger import Climate
from undercroft.books.sovereign.entry import Style
from undercroft.interpret.play import Answered
from undercroft.kernel.dice import Question
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import RuleId, SeatId, Seconds
from undercroft.table.house import HouseRules
from undercroft.table.illnesses import Illness
from undercroft.table.jobs import Job
from undercroft.table.journeys import Camp
from undercroft.table.lands import Lands
from undercroft.table.names import (
    ActId,
    DoorId,
    GroupId,
    HexId,
    PersonId,
    RulingId,
    SiteId,
    ThingId,
    TimerId,
    WantedId,
    ZoneId,
)
from undercroft.table.needs import Needs
from undercroft.table.people import Person
from undercroft.table.scenes import Scene, Town
from undercroft.table.seats import REFEREE, Seat, Throwing
from undercroft.table.seen import SeenSite
from undercroft.table.seen_lands import SeenLands
from undercroft.table.sites import Door, Site, Zone
from undercroft.table.stretches import Stretch
from undercroft.table.things import Carried, Lying, Thing, Worn
from undercroft.table.timers import Timer
from undercroft.table.trials import Proposal


class Check(Struct, frozen=True):
    """A check for encounters that was made: in which turn or round, what the die showed, whether somebody came."""

    number: int
    face: int
    came: bool


class Group(Struct, frozen=True):
    """Those who go together, in marching order, with their own time, place and scenes."""

    id: GroupId
    name: str
    members: tuple[PersonId, ...]
    time: Seconds
    site: SiteId | None = None
    zone: ZoneId | None = None
    scenes: tuple[Scene, ...] = ()
    entered: Style = Style.SOFT
    """How they went through the last door."""
    field: ZoneId | None = None
    """Where they fought and have not looked through what the fallen had."""
    field_hex: HexId | None = None
    """The same in the open."""
    checks: tuple[Check, ...] = ()
    """Of the site they are in, as far as the seat knows of them."""
    hex: HexId | None = None
    """The hex they are in: in the open, or in the site that lies there."""

    @property
    def scene(self) -> Scene | None:
        """The innermost scene."""
        return self.scenes[-1] if self.scenes else None

    @property
    def idle(self) -> bool:
        """Whether they sit still: in camp, in a settlement, or at nothing in particular."""
        return self.scene is None or isinstance(self.scene, Camp | Town)

    @property
    def in_town(self) -> bool:
        """Whether they are in a settlement."""
        return isinstance(self.scene, Town)


class Light(Struct, frozen=True):
    """Something that burns, and who holds it. `until` is None where only the dice put lights out."""

    thing: ThingId
    item: str
    holder: PersonId
    since: Seconds
    until: Seconds | None


class Asked(Struct, frozen=True, omit_defaults=True):
    """One question of a ruling that waits for a seat, with what was thrown for that ruling before.

    Whoever will see the throw knows the rule; whoever will see the whole ruling knows what it is settled on, too.
    """

    ruling: int
    question: Question
    seat: SeatId
    rule: RuleId | None = None
    given: Mapping[str, Any] | None = None
    throws: tuple[Answered, ...] = ()
    who: PersonId | None = None
    """Whom it is about, where that is one alone; a player is asked about their own."""
    cause: str = ""
    """What it is thrown for, where the rule does not tell."""


class Wanted(Struct, frozen=True):
    """A command that waits for dice or a choice. Only the referee's copy holds the command and what was answered."""

    id: WantedId
    questions: tuple[Asked, ...]
    seat: SeatId | None = None
    act: ActId | None = None
    command: Mapping[str, Any] | None = None
    answers: tuple[Mapping[str, Any], ...] = ()
    blocks: bool = True


class Declaration(Struct, frozen=True):
    """What a player says a character does: in words, or as a command that the referee may carry out."""

    who: PersonId
    text: str
    command: Mapping[str, Any] | None = None


class Note(Struct, frozen=True):
    """Something written down, and where it belongs: a zone, a person or nothing."""

    text: str
    by: SeatId
    about: str = ""


class Evening(Struct, frozen=True):
    """One session of play."""

    number: int
    title: str
    present: tuple[PersonId, ...]
    open: bool = True


class Campaign(Struct, frozen=True):
    """All that is known: of the truth, or by one seat."""

    name: str = ""
    day_begins: Seconds = Seconds(0)
    """The time of day, in seconds from midnight, at which the campaign's clock stood at 0."""
    house: HouseRules = HouseRules()
    seats: Mapping[SeatId, Seat] = {}
    people: Mapping[PersonId, Person] = {}
    present: tuple[PersonId, ...] = ()
    groups: Mapping[GroupId, Group] = {}
    sites: Mapping[SiteId, Site] = {}
    seen: Mapping[SiteId, SeenSite] = {}
    maps: Mapping[GroupId, Mapping[SiteId, SeenSite]] = {}
    """What each group knows of the sites while they are apart; the referee's only."""
    lands: Lands = Lands()
    """The country as it truly is; the referee's only."""
    seen_lands: SeenLands = SeenLands()
    land_maps: Mapping[GroupId, SeenLands] = {}
    """What each group knows of the country while they are apart; the referee's only."""
    things: Mapping[ThingId, Thing] = {}
    lights: Mapping[ThingId, Light] = {}
    timers: Mapping[TimerId, Timer] = {}
    jobs: Mapping[TimerId, Job] = {}
    """Work that takes longer than a turn, by the deadline that ends it."""
    missed: Mapping[GroupId, Seconds] = {}
    """Time in a site that went by before anybody said so, and was not checked for wanderers."""
    wanted: Mapping[WantedId, Wanted] = {}
    proposals: Mapping[RulingId, Proposal] = {}
    stretches: Mapping[GroupId, Stretch] = {}
    """Long stretches of time that are not over yet; the referee's only."""
    declared: tuple[Declaration, ...] = ()
    notes: tuple[Note, ...] = ()
    evening: Evening | None = None
    tray: tuple[int, ...] = ()
    """Dice the referee typed in advance for secret rolls."""
    referees_dice: Throwing = Throwing.ROLLED
    """Whose dice the referee uses; typed ones are waited for, secret or not. The referee's only."""
    xp_pool: int = 0
    needs: Mapping[PersonId, Needs] = {}
    """When people last slept, ate and drank, as far as that is counted."""
    illnesses: Mapping[PersonId, Illness] = {}
    """Diseases that people carry; the referee's only."""
    climate: Climate = Climate.TEMPERATE
    water_plentiful: bool = False
    """Whether there is water wherever they go."""
    editions: Mapping[SeatId, int] = {}
    """Of the seats' links; a seat that has none is at edition 0."""

    @property
    def clock(self) -> Seconds:
        """The time of the hindmost group that has anybody in it."""
        peopled = [group.time for group in self.groups.values() if group.members]
        return min(peopled or [group.time for group in self.groups.values()], default=Seconds(0))

    @property
    def is_hot(self) -> bool:
        """Whether the air tires whoever works in it, more so in heavy clothes."""
        return self.climate is not Climate.TEMPERATE

    def group_of(self, person: PersonId) -> Group | None:
        """The group somebody goes with."""
        return _by_member(self.groups).get(person)

    def now_of(self, person: PersonId) -> Seconds:
        """The time where somebody is."""
        group = self.group_of(person)
        return self.clock if group is None else group.time

    def those_in(self, group: GroupId) -> tuple[Person, ...]:
        """The members of a group, in marching order."""
        return tuple(self.people[member] for member in self.groups[group].members)

    def able_in(self, group: GroupId) -> tuple[Person, ...]:
        """Those of a group who can act."""
        return tuple(person for person in self.those_in(group) if person.able)

    def carried_by(self, person: PersonId, how: Worn | None = None) -> tuple[Thing, ...]:
        """What somebody has about them."""
        if how is None:
            return by_bearer(self.things).get(person, ())
        return by_bearer(self.things, how).get(person, ())

    def has(self, person: PersonId, item: str) -> Thing | None:
        """Something of that name in the books' lists, if they carry one."""
        return next((thing for thing in self.carried_by(person) if thing.item == item and thing.count), None)

    def lights_of(self, group: GroupId) -> tuple[Light, ...]:
        """The lights by which a group sees: in its hands, or on the ground where it stands."""
        there = self.groups[group]
        return tuple(light for light in self.lights.values() if self._shines_on(there, light))

    def _shines_on(self, group: Group, light: Light) -> bool:
        lies = self.lies(light)
        return light.holder in group.members if lies is None else (lies.site, lies.zone) == (group.site, group.zone)

    def lies(self, light: Light) -> Lying | None:
        """Where a light lies that nobody holds any more."""
        thing = self.things.get(light.thing)
        return thing.place if thing is not None and isinstance(thing.place, Lying) else None

    def held_by(self, person: PersonId) -> tuple[Light, ...]:
        """What burns in somebody's hands."""
        return tuple(light for light in self.lights.values() if light.holder == person and self.lies(light) is None)

    def throwing(self, seat: SeatId) -> Throwing:
        """Whose dice a seat uses."""
        if seat == REFEREE:
            return self.referees_dice
        return self.seats[seat].dice if seat in self.seats else Throwing.ROLLED

    def site_of(self, group: Group | None) -> Site | None:
        """The site a group is in, as it truly is; none for those who know nothing of that."""
        return self.sites.get(group.site) if group is not None and group.site is not None else None

    def seen_by(self, group: Group | None) -> SeenSite | None:
        """The site a group is in, as far as it is known."""
        return self.seen.get(group.site) if group is not None and group.site is not None else None

    def zone_of(self, group: Group) -> Zone | None:
        """The true zone a group stands in."""
        site = self.site_of(group)
        return site.zones.get(group.zone) if site is not None and group.zone is not None else None

    def door(self, site: SiteId, door: DoorId) -> Door:
        """A door as it is."""
        return self.sites[site].doors[door]


def with_person(campaign: Campaign, person: Person) -> Campaign:
    """The campaign with this person as they are now."""
    return replace(campaign, people={**campaign.people, person.id: person})


def with_group(campaign: Campaign, group: Group) -> Campaign:
    """The campaign with this group as it is now."""
    return replace(campaign, groups={**campaign.groups, group.id: group})


def with_site(campaign: Campaign, site: Site) -> Campaign:
    """The campaign with this site as it is now."""
    return replace(campaign, sites={**campaign.sites, site.id: site})


def with_seen(campaign: Campaign, seen: SeenSite) -> Campaign:
    """The campaign with this site as it is known now."""
    return replace(campaign, seen={**campaign.seen, seen.id: seen})


@remembering(256)
def _by_member(groups: Mapping[GroupId, Group]) -> Mapping[PersonId, Group]:
    """With whom everybody goes."""
    return {member: group for group in groups.values() for member in group.members}


@remembering(256)
def by_bearer(things: Mapping[ThingId, Thing], how: Worn | None = None) -> Mapping[PersonId, tuple[Thing, ...]]:
    """What everybody has about them."""
    found: dict[PersonId, list[Thing]] = {}
    for thing in things.values():
        if isinstance(thing.place, Carried) and how in (None, thing.place.how):
            found.setdefault(thing.place.by, []).append(thing)
    return {who: tuple(carried) for who, carried in found.items()}
