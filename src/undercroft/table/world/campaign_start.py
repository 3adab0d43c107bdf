"""The start of a campaign: its name, house rules, seats, people, sites and lands, and the check of its map."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, TABLE, seats
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.lore import monsters, tables
from undercroft.table.lore.monsters import MonsterKept
from undercroft.table.lore.starter import STARTER
from undercroft.table.lore.tables import TableKept
from undercroft.table.state.campaign import Campaign, Group, with_person, with_site
from undercroft.table.state.hexes import is_hex, side_of
from undercroft.table.state.house_choices import changes, problems
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import HexId, Label, MonsterId, PersonId, SiteId
from undercroft.table.state.lands import LandHex, Lands
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.messages import Handout
from undercroft.table.state.people import Person
from undercroft.table.state.pictures import Picture
from undercroft.table.state.seats import SPECTATORS, Seat
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Carried, InHex, Thing, seen_thing
from undercroft.table.world.country import arrive_in, begin_lands
from undercroft.table.world.groups import MAIN, GroupFormed
from undercroft.table.world.people_updates import look_again
from undercroft.table.world.pictures import PictureAdded
from undercroft.table.world.prepared_handouts import MOST_HANDOUTS, TOO_MANY_HANDOUTS, HandoutPrepared

MOST_SAID = 3
"""The number of changed house rules that the log words."""


class Begin(Command, frozen=True, tag="begin"):
    """Start a campaign with everything in its file."""

    name: Label
    house: HouseRules = HouseRules()
    day_begins: Seconds = Seconds(0)
    seats: tuple[Seat, ...] = ()
    people: tuple[Person, ...] = ()
    things: tuple[Thing, ...] = ()
    sites: tuple[Site, ...] = ()
    party: tuple[PersonId, ...] = ()
    lands: Lands = Lands()
    bestiary: tuple[Monster, ...] = ()
    tables: tuple[RandomTable, ...] = ()
    hex: HexId | None = None
    """The hex the party starts in."""
    pictures: tuple[Picture, ...] = ()
    handouts: tuple[Handout, ...] = ()
    """Prepared handouts, which no player has yet."""
    ABOUT = About(deed="the start of the campaign", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from _why_not_these_rules(seat, self.house)
        if known.name:
            yield Reason("begun", "This campaign has already begun: add new things to it instead.")
        yield from faults(self.lands, (site.id for site in self.sites), self.hex, {each.id for each in self.bestiary})
        for monster in self.bestiary:
            yield from monsters.faults(monster)
        for table in self.tables:
            yield from tables.faults(table)
        if len(self.handouts) > MOST_HANDOUTS:
            yield TOO_MANY_HANDOUTS

    def do(self, play: Play) -> None:
        everybody = seats(SPECTATORS, *(seat.id for seat in self.seats))
        play.tell(CampaignBegan(self.name, self.day_begins, self.house), to=everybody)
        for seat in self.seats:
            play.tell(SeatTaken(seat), to=everybody)
        for person in self.people:
            play.tell(PersonJoined(person), to=TABLE)
        for thing in self.things:
            shown = seen_thing(thing)
            in_sight = isinstance(thing.place, Carried) or (self.hex is not None and thing.place == InHex(self.hex))
            to = TABLE if in_sight else SECRET
            play.tell(ThingPlaced(thing), to=to if shown == thing else SECRET)
            if shown != thing:
                play.aside(ThingPlaced(shown), to=to)
        prepared = (replace(handout, shown_to=(), everybody=False) for handout in self.handouts)
        for kept in (
            *map(MonsterKept, self.bestiary),
            *map(TableKept, self.tables),
            *map(PictureAdded, self.pictures),
            *map(HandoutPrepared, prepared),
            *map(SitePlaced, self.sites),
        ):
            play.tell(kept)
        if self.lands.hexes:
            begin_lands(play, self.lands)
        if self.party:
            play.tell(GroupFormed(Group(MAIN, "The party", self.party, Seconds(0)), present=self.party), to=TABLE)
        if self.party and self.hex is not None:
            arrive_in(play, MAIN, self.hex)


class ChangeHouse(Command, frozen=True, tag="change_house"):
    """Play by other house rules from now on."""

    house: HouseRules
    ABOUT = About(title="Change the house rules")

    def why_not(self, _known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return _why_not_these_rules(seat, self.house)

    def do(self, play: Play) -> None:
        before = play.now.house
        play.tell(HouseChanged(self.house, before), to=TABLE)
        if before.shown != self.house.shown:
            look_again(play)


class CampaignBegan(Event, frozen=True, tag="table.campaign-began"):
    """A campaign began."""

    name: str
    day_begins: Seconds
    house: HouseRules

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, name=self.name, day_begins=self.day_begins, house=self.house)

    def say(self, _now: Campaign) -> str:
        return f"{self.name} begins."


class SeatTaken(Event, frozen=True, tag="table.seat-taken"):
    """A player took a seat."""

    seat: Seat

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, seats={**campaign.seats, self.seat.id: self.seat})

    def say(self, _now: Campaign) -> str:
        return f"{self.seat.name} joins the table."


class HouseChanged(Event, frozen=True, tag="table.house-changed"):
    """The house rules changed, without effect on the past. `before` are the old house rules."""

    house: HouseRules
    before: HouseRules | None = None

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, house=self.house)

    def say(self, _now: Campaign) -> str:
        """Word the changed answers, question by question."""
        if self.before is None:
            return f"House rules: {self.house.preset}."
        said = [f"{asks} Now {means}." for asks, means in changes(self.before, self.house)]
        more = f" And {counted(len(said) - MOST_SAID, 'answer')} more." if len(said) > MOST_SAID else ""
        return f"House rules: {' '.join(said[:MOST_SAID])}{more}" if said else "The house rules stay the same."


class PersonJoined(Event, frozen=True, tag="table.person-joined"):
    """A person joined the campaign."""

    person: Person

    def fold(self, campaign: Campaign) -> Campaign:
        return with_person(campaign, self.person)

    def say(self, _now: Campaign) -> str:
        return f"{self.person.name} joins the campaign."


class SitePlaced(SecretEvent, frozen=True, tag="table.site-placed"):
    """A true site was placed."""

    site: Site

    def fold(self, campaign: Campaign) -> Campaign:
        return with_site(campaign, self.site)


class ThingPlaced(Event, frozen=True, tag="table.thing-placed"):
    """A thing was placed or changed. Seats that do not know its worth are told it without."""

    thing: Thing

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, things={**campaign.things, self.thing.id: self.thing})


def _why_not_these_rules(seat: SeatId, house: HouseRules) -> Iterable[Reason]:
    yield from referee_only(seat)
    for problem in problems(house):
        yield Reason(problem.code, problem.what)


PART = Part(
    commands=(Begin, ChangeHouse),
    events=(CampaignBegan, SeatTaken, HouseChanged, PersonJoined, SitePlaced, ThingPlaced),
)


def faults(
    lands: Lands,
    sites: Iterable[SiteId] = (),
    start: HexId | None = None,
    bestiary: Collection[MonsterId] = (),
) -> Iterable[Reason]:
    """Every fault of a map, given the sites, the hex the party starts in, and the campaign's own monsters."""
    known = frozenset(sites)
    for id, hex in lands.hexes.items():
        yield from _hex_faults(lands, id, hex, known)
    for way in lands.ways:
        ends = "-".join(way.between)
        if not all(is_hex(end) for end in way.between) or side_of(*way.between) is None:
            yield Reason("no_way", f"{ends}: a way leads from a hex to one that borders it.")
        elif not set(way.between) <= set(lands.hexes):
            yield Reason("no_hex", f"{ends}: a way leads off the map.")
    for name in filter(None, (lands.encounters, lands.good)):
        yield from _table_faults(lands, name)
    for name, rows in lands.tables.items():
        for row in rows:
            if row.creatures is not None and row.creatures not in {*lands.creatures, *bestiary, *STARTER}:
                yield Reason("no_creatures", f"table {name}: there are no creatures {row.creatures}.")
    for weathers in (lands.weathers, *(region.weathers for region in lands.regions.values())):
        for name in (season for season, listed in weathers.items() if not listed):
            yield Reason("no_weather", f"season {name}: the list is empty.")
    yield from _region_faults(lands)
    if start is not None and start not in lands.hexes:
        yield Reason("no_hex", f"{start}: the party begins off the map.")


def _region_faults(lands: Lands) -> Iterable[Reason]:
    for id, region in lands.regions.items():
        if region.id != id:
            yield Reason("bad_region", f"{id[:20]}: the region has another id.")
        for name in filter(None, (region.encounters, region.good)):
            yield from _table_faults(lands, name)
    for named in dict.fromkeys((*lands.terrains.values(), *(hex.region for hex in lands.hexes.values()))):
        if named is not None and named not in lands.regions:
            yield Reason("no_region", f"There is no region {named}.")


def _hex_faults(lands: Lands, id: HexId, hex: LandHex, sites: frozenset[SiteId]) -> Iterable[Reason]:
    if not is_hex(id) or hex.id != id:
        yield Reason("bad_hex", f"{id[:20]}: name a hex by column and row, such as 0505.")
    if hex.tags == frozenset(Tag):
        yield Reason("both_tags", f"{id}: it cannot be both desert and civilised.")
    for name in filter(None, (hex.encounters, hex.good)):
        yield from _table_faults(lands, name)
    for feature in hex.features.values():
        if feature.landmark and feature.grade is not Visibility.OVERT:
            yield Reason("hidden_landmark", f"{feature.name}: a landmark is in plain sight.")
        if feature.site is not None and feature.site not in sites:
            yield Reason("no_site", f"{feature.name}: there is no site {feature.site}.")


def _table_faults(lands: Lands, name: str) -> Iterable[Reason]:
    if name not in lands.tables:
        yield Reason("no_table", f"There is no table {name}.")
