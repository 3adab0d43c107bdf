"""The state of a campaign, folded from its events: from all for the referee, from those it was told for a seat."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from undercroft.books.neverwhere.hunger import Climate
from undercroft.books.sovereign.entry import Style
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.state.changes import AnyChange
from undercroft.table.state.deadlines import Job, RealTimer, Stretch, Timer
from undercroft.table.state.dice_seals import Seal
from undercroft.table.state.health import Illness, Needs, NightsSleep
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import (
    AskId,
    CreaturesId,
    DoorId,
    GroupId,
    HexId,
    MessageId,
    MonsterId,
    PartId,
    PersonId,
    PictureId,
    RefereeId,
    RulingId,
    SiteId,
    TableId,
    ThingId,
    TimerId,
    WantedId,
    ZoneId,
)
from undercroft.table.state.journeys import Camp, Hike
from undercroft.table.state.lands import Lands
from undercroft.table.state.lights import Light, Unlit
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.makings import Making
from undercroft.table.state.messages import Handout, SharedPage, WhisperLine
from undercroft.table.state.open_questions import Awaited, Wanted
from undercroft.table.state.open_rulings import Proposal
from undercroft.table.state.people import Person
from undercroft.table.state.pictures import Picture, ShownPicture
from undercroft.table.state.scenes import Scene, Town
from undercroft.table.state.seats import REFEREE, DiceKind, Seat, SeatAsk, SeatHold, SecondReferee, Throwing
from undercroft.table.state.seen_lands import SeenLands
from undercroft.table.state.seen_sites import SeenSite, SeenZone
from undercroft.table.state.sessions import Declaration, GameSession, Note, PlannedSession, UndoWish
from undercroft.table.state.sites import Door, Site, Zone
from undercroft.table.state.things import Carried, Lying, Thing, Worn, is_a

S = TypeVar("S", Site, SeenSite)
SitePart: TypeAlias = Literal["doors", "features", "obstacles", "traps"]


class Check(Struct, frozen=True):
    """An encounter check: its turn or round, what the die showed, and whether there was an encounter."""

    number: int
    face: int
    came: bool


class Group(Struct, frozen=True):
    """People who travel together, in marching order, with their own time, place and scenes."""

    id: GroupId
    name: str
    members: tuple[PersonId, ...]
    time: Seconds
    site: SiteId | None = None
    zone: ZoneId | None = None
    scenes: tuple[Scene, ...] = ()
    entered: Style = Style.SOFT
    """How the group went through the last door."""
    field: ZoneId | None = None
    """The zone of the last fight, while its bodies are not looted."""
    field_hex: HexId | None = None
    """The hex of the last fight, while its bodies are not looted."""
    checks: tuple[Check, ...] = ()
    """The encounter checks in the current site that this seat knows of."""
    hex: HexId | None = None
    """The group's hex, also while the group is in a site there."""
    arrived: Seconds | None = None
    """When the group reached its hex; None after it has been in a town there."""
    turns_from: Seconds | None = None
    """When the first turn of the present clock began: every turn begins a whole number of turns after it."""
    marched: Hike | None = None
    """The last march that the group ended, which goes on if the group marches again the same day."""
    order_before: tuple[PersonId, ...] = ()
    """The marching order before the split, also of those who are apart; empty while nobody is."""
    watches: tuple[tuple[PersonId, ...], ...] = ()
    """Who kept each watch of the last night in camp: the next night begins with the same."""
    strays: bool = False
    """Whether its members went ahead or stayed behind in a delve round, and join the others when they meet them."""

    @property
    def scene(self) -> Scene | None:
        """The innermost scene."""
        return self.scenes[-1] if self.scenes else None

    @property
    def idle(self) -> bool:
        """Whether the group is in camp, in a settlement, or in no scene."""
        return self.scene is None or isinstance(self.scene, Camp | Town)

    @property
    def in_town(self) -> bool:
        """Whether the group is in a settlement."""
        return isinstance(self.scene, Town)


class Campaign(Struct, frozen=True):
    """The whole truth for the referee; for a seat, only what it was told."""

    name: str = ""
    day_begins: Seconds = Seconds(0)
    """The time of day, in seconds from midnight, when the campaign's clock was at 0."""
    house: HouseRules = HouseRules()
    seats: Mapping[SeatId, Seat] = {}
    people: Mapping[PersonId, Person] = {}
    present: tuple[PersonId, ...] = ()
    groups: Mapping[GroupId, Group] = {}
    sites: Mapping[SiteId, Site] = {}
    seen: Mapping[SiteId, SeenSite] = {}
    remains: Mapping[SiteId, Mapping[CreaturesId, ZoneId]] = {}
    """Where creatures were last that are gone: what they guarded lies there."""
    maps: Mapping[GroupId, Mapping[SiteId, SeenSite]] = {}
    """What each group knows of the sites while the party is split; for the referee only."""
    lands: Lands = Lands()
    """The true lands; for the referee only."""
    seen_lands: SeenLands = SeenLands()
    land_maps: Mapping[GroupId, SeenLands] = {}
    """What each group knows of the lands while the party is split; for the referee only."""
    bestiary: Mapping[MonsterId, Monster] = {}
    """The campaign's own monsters; for the referee only."""
    roll_tables: Mapping[TableId, RandomTable] = {}
    """The campaign's roll tables; for the referee only."""
    things: Mapping[ThingId, Thing] = {}
    lights: Mapping[ThingId, Light] = {}
    unlit: Mapping[GroupId, Unlit] = {}
    """Groups whose last light went out, or that came into the dark, until they have light again."""
    timers: Mapping[TimerId, Timer] = {}
    real_timers: Mapping[TimerId, RealTimer] = {}
    """Timers that run on the wall clock."""
    jobs: Mapping[TimerId, Job] = {}
    """Work that takes longer than a turn, under the id of the timer that ends it."""
    missed: Mapping[GroupId, Seconds] = {}
    """Time spent in a site outside turns, not checked for wandering monsters yet."""
    wanted: Mapping[WantedId, Wanted] = {}
    awaited: Mapping[WantedId, tuple[Awaited, ...]] = {}
    """The seats that each command waits for, for seats that will see the dice; the referee has the questions."""
    proposals: Mapping[RulingId, Proposal] = {}
    code_on_screen: bool = False
    """The big screen shows the code by which players join."""
    stretches: Mapping[GroupId, Stretch] = {}
    """Long waits and walks under way; for the referee only."""
    declared: tuple[Declaration, ...] = ()
    notes: tuple[Note, ...] = ()
    session: GameSession | None = field(default=None, name="evening")
    tray: tuple[int, ...] = ()
    """Dice the referee typed in advance for secret rolls."""
    referees_dice: Throwing = Throwing.ROLLED
    """Whose dice the referee uses; typed dice are waited for, secret or not. For the referee only."""
    referees_dice_for: Mapping[DiceKind, Throwing] = {}
    """Whose dice the referee uses for kinds of rolls where those differ. For the referee only."""
    xp_pool: int = 0
    needs: Mapping[PersonId, Needs] = {}
    """When people last slept, ate and drank, where the house rules count it."""
    listened: Mapping[PersonId, tuple[DoorId, ...]] = {}
    """The doors at which each person has listened since they came where they are."""
    nights: Mapping[PersonId, NightsSleep] = {}
    """The last night's sleep of each person."""
    illnesses: Mapping[PersonId, Illness] = {}
    """Diseases that people carry; for the referee only."""
    climate: Climate = Climate.TEMPERATE
    water_plentiful: bool = False
    """Whether there is water everywhere."""
    editions: Mapping[SeatId, int] = {}
    """How often each seat's link was renewed; a seat without an entry has its first link."""
    players: Mapping[SeatId, str] = {}
    """The names of the players, by seat."""
    holds: Mapping[SeatId, SeatHold] = {}
    """The seats that are taken; for the referee only."""
    asks: Mapping[AskId, SeatAsk] = {}
    """Those who ask for a taken seat; for its player and the referee."""
    referees: Mapping[RefereeId, SecondReferee] = {}
    """Those who have the referee's rights by a link of their own."""
    spectators_by_code: bool = False
    """Whether the session's code lets spectators in; for the referee only."""
    draft: Mapping[PartId, AnyChange] = {}
    """Changes to the prepared world that are not in play yet; for the referee only."""
    pictures: Mapping[PictureId, Picture] = {}
    """The pictures kept with the campaign; for the referee only."""
    shown: Mapping[PictureId, ShownPicture] = {}
    """The pictures that players see."""
    makings: Mapping[PersonId, Making] = {}
    """How characters were made; for their players and the referee."""
    seals: tuple[Seal, ...] = ()
    """The seals of the table's dice; the last one is in force."""
    whispers: tuple[WhisperLine, ...] = ()
    """The whispers that a seat reads, the oldest first."""
    handouts: Mapping[MessageId, Handout] = {}
    """The handouts that a seat has; the referee's also those that are only prepared."""
    page: SharedPage = SharedPage()
    undo_wishes: Mapping[SeatId, UndoWish] = {}
    """What players ask the referee to undo."""
    next_session: PlannedSession | None = None
    """When and where the next session is, until it starts."""

    @property
    def clock(self) -> Seconds:
        """The time of the group that is furthest behind, among groups with members."""
        peopled = [group.time for group in self.groups.values() if group.members]
        return min(peopled or [group.time for group in self.groups.values()], default=Seconds(0))

    @property
    def is_hot(self) -> bool:
        """Whether heat makes work more tiring, more so in heavy clothes."""
        return self.climate is not Climate.TEMPERATE

    @property
    def is_split(self) -> bool:
        """Whether the party is split: there are people in several groups."""
        return sum(bool(group.members) for group in self.groups.values()) > 1

    def apart(self, id: GroupId) -> GroupId | None:
        """The group where the party is split, so that what it does is told of it; None for the whole party."""
        return id if self.is_split else None

    def group_of(self, person: PersonId) -> Group | None:
        """The person's group."""
        return _by_member(self.groups).get(person)

    def now_of(self, person: PersonId) -> Seconds:
        """The time of the person's group."""
        group = self.group_of(person)
        return self.clock if group is None else group.time

    def those_in(self, group: GroupId) -> tuple[Person, ...]:
        """The members of a group, in marching order."""
        return tuple(self.people[member] for member in self.groups[group].members)

    def living_in(self, group: GroupId) -> tuple[Person, ...]:
        """The living members of a group."""
        return tuple(person for person in self.those_in(group) if person.alive)

    def able_in(self, group: GroupId) -> tuple[Person, ...]:
        """The members of a group who can act."""
        return tuple(person for person in self.those_in(group) if person.able)

    def carried_by(self, person: PersonId, how: Worn | None = None) -> tuple[Thing, ...]:
        """The things a person carries."""
        return by_bearer(self.things, how).get(person, ())

    def has(self, person: PersonId, item: str) -> Thing | None:
        """A thing the person carries under that name in the books' lists, if any."""
        return next((thing for thing in self.carried_by(person) if thing.count and is_a(thing, item)), None)

    def lights_of(self, group: GroupId) -> tuple[Light, ...]:
        """The lights a group sees by: in its members' hands, or on the ground in its zone."""
        bearers = self.groups[group]
        return tuple(light for light in self.lights.values() if self._shines_on(bearers, light))

    def _shines_on(self, group: Group, light: Light) -> bool:
        lies = self.lies(light)
        return light.holder in group.members if lies is None else (lies.site, lies.zone) == (group.site, group.zone)

    def lies(self, light: Light) -> Lying | None:
        """Where a dropped light lies; None for a light in someone's hands."""
        thing = self.things.get(light.thing)
        return thing.place if thing is not None and isinstance(thing.place, Lying) else None

    def held_by(self, person: PersonId) -> tuple[Light, ...]:
        """The lights in a person's hands."""
        return tuple(light for light in self.lights.values() if light.holder == person and self.lies(light) is None)

    def called(self, seat: SeatId) -> str:
        """The name of a seat's player, or the seat's own if nobody has given one; none for an unknown seat."""
        return self.players.get(seat) or (self.seats[seat].name if seat in self.seats else "")

    def throwing(self, seat: SeatId, kind: DiceKind | None = None) -> Throwing:
        """Whose dice a seat uses, for a kind of roll or for most rolls."""
        if seat == REFEREE:
            usual, others = self.referees_dice, self.referees_dice_for
        elif seat in self.seats:
            usual, others = self.seats[seat].dice, self.seats[seat].dice_for
        else:
            return Throwing.ROLLED
        return usual if kind is None else others.get(kind, usual)

    def dice_by_kind(self, seat: SeatId) -> tuple[tuple[DiceKind, Throwing], ...]:
        """Whose dice a seat uses for each kind of roll."""
        return tuple((kind, self.throwing(seat, kind)) for kind in DiceKind)

    def site_of(self, group: Group | None) -> Site | None:
        """The true site a group is in; None where a seat does not know it."""
        return self.sites.get(group.site) if group is not None and group.site is not None else None

    def seen_by(self, group: Group | None) -> SeenSite | None:
        """The known part of the site a group is in."""
        return self.seen.get(group.site) if group is not None and group.site is not None else None

    def zone_of(self, group: Group) -> Zone | None:
        """The true zone a group is in."""
        site = self.site_of(group)
        return site.zones.get(group.zone) if site is not None and group.zone is not None else None

    def seen_zone_of(self, group: Group) -> SeenZone | None:
        """The zone a group is in, as far as it is known."""
        seen = self.seen_by(group)
        return seen.zones.get(group.zone) if seen is not None and group.zone is not None else None

    def door(self, site: SiteId, door: DoorId) -> Door:
        """A true door."""
        return self.sites[site].doors[door]


def changed_person(campaign: Campaign, id: PersonId, **fields: object) -> Campaign:
    """The campaign with these fields of a person changed; the same campaign where the person is not known."""
    person = campaign.people.get(id)
    return campaign if person is None else with_person(campaign, replace(person, **fields))


def changed_group(campaign: Campaign, id: GroupId, **fields: object) -> Campaign:
    """The campaign with these fields of a group changed; the same campaign where the group is not known."""
    group = campaign.groups.get(id)
    return campaign if group is None else with_group(campaign, replace(group, **fields))


def with_person(campaign: Campaign, person: Person) -> Campaign:
    """The campaign with this person updated."""
    return replace(campaign, people={**campaign.people, person.id: person})


def with_group(campaign: Campaign, group: Group) -> Campaign:
    """The campaign with this group updated."""
    return replace(campaign, groups={**campaign.groups, group.id: group})


def with_site(campaign: Campaign, site: Site) -> Campaign:
    """The campaign with this true site updated."""
    return replace(campaign, sites={**campaign.sites, site.id: site})


def with_seen(campaign: Campaign, seen: SeenSite) -> Campaign:
    """The campaign with this known site updated."""
    return replace(campaign, seen={**campaign.seen, seen.id: seen})


def changed_in_site(campaign: Campaign, id: SiteId, part: SitePart, key: str, **fields: object) -> Campaign:
    """The campaign with these fields of a part of a true site changed."""
    site = campaign.sites.get(id)
    return campaign if site is None else with_site(campaign, _with_changed(site, part, key, fields))


def changed_where_known(campaign: Campaign, id: SiteId, part: SitePart, key: str, **fields: object) -> Campaign:
    """The campaign with these fields of a part of a site changed, in the true site and in the known site."""
    campaign = changed_in_site(campaign, id, part, key, **fields)
    seen = campaign.seen.get(id)
    return campaign if seen is None else with_seen(campaign, _with_changed(seen, part, key, fields))


def _with_changed(site: S, part: SitePart, key: str, fields: Mapping[str, object]) -> S:
    parts = getattr(site, part)
    return replace(site, **{part: {**parts, key: replace(parts[key], **fields)}}) if key in parts else site


@remembering(256)
def _by_member(groups: Mapping[GroupId, Group]) -> Mapping[PersonId, Group]:
    """Each person's group."""
    return {member: group for group in groups.values() for member in group.members}


@remembering(256)
def by_bearer(things: Mapping[ThingId, Thing], how: Worn | None = None) -> Mapping[PersonId, tuple[Thing, ...]]:
    """The things each person carries."""
    found: dict[PersonId, list[Thing]] = {}
    for thing in things.values():
        if isinstance(thing.place, Carried) and how in (None, thing.place.how):
            found.setdefault(thing.place.by, []).append(thing)
    return {who: tuple(carried) for who, carried in found.items()}
