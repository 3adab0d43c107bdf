"""The overloaded encounter die on the road and in camp, and what each face brings."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from msgspec.structs import replace

from undercroft.books.hexcrawl import wilderness
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Circumstances, encounter_die_wilderness
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.overloaded_die import Event as Face
from undercroft.books.hexcrawl.template import Encounter, Find, Inhabitants, Luck
from undercroft.books.hexcrawl.weather import Sky, change_weather
from undercroft.books.hexcrawl.words import FINDS
from undercroft.books.sovereign.equipment import Item
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import lowered, single, verb
from undercroft.table.encounter.strangers import meet_outdoors
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import PARTY, group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acting, group_acts
from undercroft.table.exploration.overloaded_turns import LuckHad
from undercroft.table.lore.lookup import kind_named
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Supplies
from undercroft.table.state.ids import CreaturesId, FeatureId, GroupId, HexId, ThingId
from undercroft.table.state.journeys import Camp, TravelDay
from undercroft.table.state.lands import LandFeature, LandHex
from undercroft.table.state.sites import EncounterRow
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.country import LandFeatureFound, WeatherTurned, feature_as_seen
from undercroft.table.world.travel_costs import where


class Happening(IntEnum):
    """How much the die interrupts the journey."""

    NOTHING = 0
    NEWS = 1
    """The players are told, and may go on."""
    HALT = 2
    """The group must deal with it first."""


class ProvisionsDue(Event, frozen=True, tag="table.provisions-due"):
    """A group must eat and drink, or forage, before it goes on."""

    group: GroupId

    def say(self, now: Campaign) -> str:
        return f"Supplies run low: {group_acting(now, self.group)} must eat and drink, or forage, before going on."


class SomethingMet(Event, frozen=True, tag="table.something-met"):
    """A group comes upon something."""

    group: GroupId
    what: str
    at_camp: bool = False

    def say(self, now: Campaign) -> str:
        if not self.at_camp:
            return f"{group_acts(now, self.group, 'come', 'comes')} upon {self.what}."
        more = "," if "," in self.what else ""
        return f"In the night {self.what}{more} {verb(lowered(self.what), 'come', 'comes')} to the camp."


class NoTable(SecretEvent, frozen=True, tag="table.no-table"):
    """An encounter for which the lands have no table: the referee chooses."""

    group: GroupId
    hex: HexId

    def say(self, _now: Campaign) -> str:
        return f"An encounter in {self.hex}, and this land has no encounter table: bring in your own monsters."


def here(play: Play, group: GroupId) -> LandHex | None:
    """The hex a group is truly in."""
    hex = play.group(group).hex
    return play.now.lands.hexes.get(hex) if hex is not None else None


def circumstances(known: Campaign, hex: HexId | None, *, at_camp: bool) -> Circumstances:
    """The circumstances of the die, by what is known of the hex."""
    found = known.lands.hexes.get(hex) or known.seen_lands.hexes.get(hex) if hex is not None else None
    return Circumstances(tags=found.tags if found is not None else frozenset(), at_camp=at_camp)


def throw(play: Play, group: GroupId, *, at_camp: bool = False) -> Happening:
    """Roll the die in secret and play out its face."""
    shown = play.settle(encounter_die_wilderness, circumstances(play.now, play.group(group).hex, at_camp=at_camp))
    return _FACES[shown.name](play, group)


# 1: Encounter


def encounter(play: Play, group: GroupId) -> Happening:
    """Roll on the hex's encounter table and begin the encounter at an outdoor distance."""
    lines = rows(play.now, play.group(group))
    outcome = play.settle(wilderness.wild_encounter, Inhabitants(tuple(row.name for row in lines)))
    if isinstance(outcome, Encounter):
        row = next(row for row in lines if row.name == outcome.entry)
        _begin_encounter(play, group, row)
        return Happening.HALT
    at = play.group(group).hex
    if at is not None:
        play.tell(NoTable(group, at))
    return Happening.NEWS


def rows(known: Campaign, group: Group, *, good: bool = False) -> tuple[EncounterRow, ...]:
    """The encounter table of the hex where a group truly is."""
    lands = known.lands
    at = lands.hexes.get(group.hex) if group.hex is not None else None
    return lands.tables.get(lands.encounters_in(at, good=good), ())


def _begin_encounter(play: Play, group: GroupId, row: EncounterRow) -> None:
    """Begin the encounter of a row; a row without creatures is only told."""
    party = play.group(group)
    at_camp = isinstance(party.scene, Camp)
    if isinstance(party.scene, TravelDay):
        play.go_on(group, replace(party.scene, marching=False))
    kind = kind_named(play.now, play.now.lands.creatures, row.creatures)
    if kind is None:
        play.tell(SomethingMet(group, row.omen or row.name, at_camp), to=group_audience(group))
        return
    count = play.settle(plain_dice, Plain(row.count, f"how many {row.name}")).total
    id = CreaturesId(f"{kind.id}-{group}-{party.time}")
    many = row.name if single(row.name) == row.name else f"1 {single(row.name)}"
    if count > 1:
        many = f"{row.name} ({count})" if row.name.startswith(("a ", "an ", "the ")) else f"{count} {row.name}"
    play.tell(SomethingMet(group, many, at_camp), to=group_audience(group))
    dice = "" if row.count.isdecimal() else row.count
    meet_outdoors(play, group, replace(kind, id=id, name=row.name, count=count), dice)


# 2: Hidden Site


def concealed(hex: LandHex | None, grade: Visibility) -> tuple[FeatureId, ...]:
    """The features of a grade in a hex that are not found yet, in order of their ids."""
    features = hex.features.values() if hex is not None else ()
    return tuple(sorted(feature.id for feature in features if feature.grade is grade and not feature.found))


def _hidden_site(play: Play, group: GroupId) -> Happening:
    """Find a hidden site; without one, say nothing."""
    at = here(play, group)
    outcome = play.settle(wilderness.wild_hidden_site, wilderness.Hiding(concealed(at, Visibility.HIDDEN)))
    if at is None or not isinstance(outcome, wilderness.Stumbled):
        return Happening.NOTHING
    discover(play, group, at.features[FeatureId(outcome.feature)])
    return Happening.NEWS


def discover(play: Play, group: GroupId, feature: LandFeature) -> None:
    """Tell a group of a feature it found; a lost group notes it where it believes it is."""
    party, seen, by = play.group(group), feature_as_seen(feature), play.now.apart(group)
    at, thought = party.hex, where(party)
    if at is None:
        return
    if thought is None or thought == at:
        play.tell(LandFeatureFound(at, seen, by), to=group_audience(group))
    else:
        play.tell(LandFeatureFound(at, seen, by))
        play.aside(LandFeatureFound(thought, seen, by), to=group_audience(group))


# 3: Change of Weather


def _weather(play: Play, group: GroupId) -> Happening:
    """Change the weather by the season's list where the group is, or by the climate, and tell the party."""
    lands = play.now.lands
    hex = here(play, group)
    listed = lands.weathers_in(hex)
    others = tuple(weather for weather in listed if weather is not lands.weather)
    ruling = _drawn_weather(play, others) if len(others) > 1 else next(iter(others), None)
    new = play.settle(change_weather, Sky(lands.climate_in(hex), lands.weather, ruling)).new
    play.tell(WeatherTurned(new, lands.weather), to=PARTY)
    return Happening.NEWS


def _drawn_weather(play: Play, others: Sequence[Weather]) -> Weather:
    """Roll which of the season's other weathers comes, each as often as the list has it."""
    names = [weather.replace("_", " ") for weather in others]
    faces = series([f"{face} is {name}" for face, name in enumerate(names, 1)])
    faces = f"every face is {names[0]}" if len(set(names)) == 1 else faces
    (thrown,) = play.settle_each([RuleToSettle(plain_dice, Plain(f"1d{len(others)}", "new weather"), cause=faces)])
    return others[thrown.total - 1]


# 4: Waning Resources


def _waning(play: Play, group: GroupId) -> Happening:
    """Make food due, if the house rules count supplies by this die."""
    scene = play.group(group).scene
    if play.now.house.supplies is not Supplies.HEXCRAWL or not isinstance(scene, TravelDay | Camp):
        return Happening.NOTHING
    play.go_on(group, replace(scene, must_provision=True))
    play.tell(ProvisionsDue(group), to=group_audience(group))
    return Happening.HALT


# 6: Good Encounter


def _good(play: Play, group: GroupId) -> Happening:
    """A row of the hex's table of good encounters, or one of the three usual finds."""
    party = play.group(group)
    lines = rows(play.now, party, good=True)
    named = tuple(row.name for row in lines) or None
    finders = play.now.living_in(group)
    outcome = play.settle(wilderness.wild_good_encounter, Luck(named, people=max(1, len(finders))))
    row = next((row for row in lines if row.name == outcome.entry), None)
    if row is not None and row.creatures is not None:
        _begin_encounter(play, group, row)
        return Happening.HALT
    what = FINDS[Find(outcome.entry)] if row is None else row.omen or row.name
    play.tell(LuckHad(group, what), to=group_audience(group))
    for kind, item, count in (
        (ThingKind.FOOD, Item.RATION_DAY, outcome.rations),
        (ThingKind.WATER, Item.WATERSKIN, outcome.water),
    ):
        if count and finders:
            id, place = ThingId(f"found-{kind}-{group}-{party.time}"), Carried(finders[0].id)
            found = Thing(id, str(kind), kind, place, count, points=count, item=item)
            play.tell(ThingPlaced(found), to=group_audience(group))
    return Happening.NEWS


_FACES: Mapping[Face, Callable[[Play, GroupId], Happening]] = {
    Face.ENCOUNTER: encounter,
    Face.HIDDEN_SITE: _hidden_site,
    Face.CHANGE_OF_WEATHER: _weather,
    Face.WANING_RESOURCES: _waning,
    Face.FREE_TURN: lambda _play, _group: Happening.NOTHING,
    Face.GOOD_ENCOUNTER: _good,
}

PART = Part(events=(ProvisionsDue, SomethingMet, NoTable))
