"""The overloaded die on the road: at its moments of the day and in camp it is thrown, and every face is played out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Circumstances, encounter_die_wilderness
from undercroft.books.hexcrawl.overloaded_die import Event as Face
from undercroft.books.hexcrawl.template import Encounter, Find, Inhabitants, Luck
from undercroft.books.hexcrawl.weather import Sky, change_weather
from undercroft.books.hexcrawl.wilderness import (
    Hiding,
    Stumbled,
    wild_encounter,
    wild_good_encounter,
    wild_hidden_site,
)
from undercroft.books.hexcrawl.words import FINDS
from undercroft.books.sovereign.equipment import Item
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import LandFeatureFound, WeatherTurned, feature_as_seen
from undercroft.table.house import Supplies
from undercroft.table.journeys import Camp, TravelDay
from undercroft.table.lands import LandFeature, LandHex
from undercroft.table.names import CreaturesId, FeatureId, GroupId, HexId, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.procedures.overloaded_turns import LuckHad
from undercroft.table.procedures.strangers import abroad
from undercroft.table.road_costs import where
from undercroft.table.rooms import Event, Room, unchanged
from undercroft.table.sites import Row
from undercroft.table.telling import PARTY
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Carried, Kind, Thing


class Happening(IntEnum):
    """How much of a stop a die makes."""

    NOTHING = 0
    NEWS = 1
    """They hear of it, and go on if they like."""
    HALT = 2
    """It must be seen to first."""


class ProvisionsDue(Event, frozen=True, tag="table.provisions-due"):
    """A group must eat and drink, or forage, before it goes on."""

    group: GroupId


class SomethingMet(Event, frozen=True, tag="table.something-met"):
    """A group comes upon something, or somebody."""

    group: GroupId
    what: str


class NoTable(Event, frozen=True, tag="table.no-table"):
    """Somebody should come, and the lands have no table of who: that is for the referee."""

    secret: ClassVar[bool] = True

    group: GroupId
    hex: HexId


def here(play: Play, group: GroupId) -> LandHex | None:
    """The hex a group is truly in."""
    hex = play.group(group).hex
    return play.now.lands.hexes.get(hex) if hex is not None else None


def circumstances(known: Campaign, hex: HexId | None, *, at_camp: bool) -> Circumstances:
    """Where the die is thrown, by what is known of the hex."""
    there = known.lands.hexes.get(hex) or known.seen_lands.hexes.get(hex) if hex is not None else None
    return Circumstances(tags=there.tags if there is not None else frozenset(), at_camp=at_camp)


def throw(play: Play, group: GroupId, *, at_camp: bool = False) -> Happening:
    """The referee throws the die in secret; players hear what follows of it."""
    shown = play.settle(encounter_die_wilderness, circumstances(play.now, play.group(group).hex, at_camp=at_camp))
    return _FACES[shown.name](play, group)


# 1: Encounter


def encounter(play: Play, group: GroupId) -> Happening:
    """One line of the hex's table; they are met so far off as it is outdoors."""
    lines = rows(play.now, play.group(group))
    outcome = play.settle(wild_encounter, Inhabitants(tuple(row.name for row in lines)))
    if isinstance(outcome, Encounter):
        row = next(row for row in lines if row.name == outcome.entry)
        _comes(play, group, row)
        return Happening.HALT
    at = play.group(group).hex
    if at is not None:
        play.tell(NoTable(group, at))
    return Happening.NEWS


def rows(known: Campaign, group: Group, *, good: bool = False) -> tuple[Row, ...]:
    """The table that holds in the hex where a group truly is."""
    lands = known.lands
    at = lands.hexes.get(group.hex) if group.hex is not None else None
    own, common = (
        (at.good if good else at.encounters) if at is not None else "",
        lands.good if good else lands.encounters,
    )
    return lands.tables.get(own or common, ())


def _comes(play: Play, group: GroupId, row: Row) -> None:
    """Whoever the line names is faced; a line without creatures is only told."""
    there = play.group(group)
    if isinstance(there.scene, TravelDay):
        play.go_on(group, replace(there.scene, marching=False))
    kind = play.now.lands.creatures.get(row.creatures) if row.creatures is not None else None
    if kind is None:
        play.tell(SomethingMet(group, row.omen or row.name), to=group_audience(group))
        return
    count = play.settle(plain_dice, Plain(row.count, f"how many: {row.name}")).total
    id = CreaturesId(f"{kind.id}-{group}-{there.time}")
    many = f"{row.name} ({count})" if count > 1 else row.name
    play.tell(SomethingMet(group, many), to=group_audience(group))
    abroad(play, group, replace(kind, id=id, name=row.name, count=count), "" if row.count.isdecimal() else row.count)


# 2: Hidden Site


def concealed(hex: LandHex, grade: Visibility) -> tuple[FeatureId, ...]:
    """What a hex still keeps of that grade, in the order of names."""
    return tuple(sorted(one.id for one in hex.features.values() if one.grade is grade and not one.found))


def _hidden_site(play: Play, group: GroupId) -> Happening:
    """Where nothing is left to find, not a word is said."""
    at = here(play, group)
    hidden = concealed(at, Visibility.HIDDEN) if at is not None else ()
    outcome = play.settle(wild_hidden_site, Hiding(hidden))
    if at is None or not isinstance(outcome, Stumbled):
        return Happening.NOTHING
    discover(play, group, at.features[FeatureId(outcome.feature)])
    return Happening.NEWS


def discover(play: Play, group: GroupId, feature: LandFeature) -> None:
    """Something in the hex is found; who has lost the way notes it down where they believe to be."""
    there, seen = play.group(group), feature_as_seen(feature)
    at, thought = there.hex, where(there)
    if at is None:
        return
    if thought is None or thought == at:
        play.tell(LandFeatureFound(at, seen), to=group_audience(group))
    else:
        play.tell(LandFeatureFound(at, seen))
        play.aside(LandFeatureFound(thought, seen), to=group_audience(group))


# 3: Change of Weather


def _weather(play: Play, _: GroupId) -> Happening:
    """By the list of the season, else by the climate; all who are abroad see it."""
    lands = play.now.lands
    others = tuple(one for one in lands.weathers.get(lands.season, ()) if one is not lands.weather)
    ruling = None
    if others:
        at = play.settle(plain_dice, Plain(f"1d{len(others)}", "new weather")).total if len(others) > 1 else 1
        ruling = others[at - 1]
    new = play.settle(change_weather, Sky(lands.climate, lands.weather, ruling)).new
    play.tell(WeatherTurned(new, lands.weather), to=PARTY)
    return Happening.NEWS


# 4: Waning Resources


def _waning(play: Play, group: GroupId) -> Happening:
    """Where the house counts supplies by this die, they must be seen to."""
    scene = play.group(group).scene
    if play.now.house.supplies is not Supplies.HEXCRAWL or not isinstance(scene, TravelDay | Camp):
        return Happening.NOTHING
    play.go_on(group, replace(scene, must_provision=True))
    play.tell(ProvisionsDue(group), to=group_audience(group))
    return Happening.HALT


# 5: Free Turn


def _nothing(_: Play, __: GroupId) -> Happening:
    return Happening.NOTHING


# 6: Good Encounter


def _good(play: Play, group: GroupId) -> Happening:
    """A line of the hex's kind table, or one of the three usual kinds of luck."""
    there = play.group(group)
    lines = rows(play.now, there, good=True)
    named = tuple(row.name for row in lines) or None
    outcome = play.settle(wild_good_encounter, Luck(named, people=max(1, len(there.members))))
    row = next((row for row in lines if row.name == outcome.entry), None)
    if row is not None and row.creatures is not None:
        _comes(play, group, row)
        return Happening.HALT
    what = FINDS[Find(outcome.entry)] if row is None else row.omen or row.name
    play.tell(LuckHad(group, what), to=group_audience(group))
    for kind, item, count in (
        (Kind.FOOD, Item.RATION_DAY, outcome.rations),
        (Kind.WATER, Item.WATERSKIN, outcome.water),
    ):
        if count and there.members:
            id, place = ThingId(f"found-{kind}-{group}-{there.time}"), Carried(there.members[0])
            found = Thing(id, str(kind), kind, place, count, points=count, item=item)
            play.tell(ThingPlaced(found), to=group_audience(group))
    return Happening.NEWS


_FACES: Mapping[Face, Callable[[Play, GroupId], Happening]] = {
    Face.ENCOUNTER: encounter,
    Face.HIDDEN_SITE: _hidden_site,
    Face.CHANGE_OF_WEATHER: _weather,
    Face.WANING_RESOURCES: _waning,
    Face.FREE_TURN: _nothing,
    Face.GOOD_ENCOUNTER: _good,
}

ROOM = Room(
    arms={ProvisionsDue: unchanged, SomethingMet: unchanged, NoTable: unchanged},
    words={
        ProvisionsDue: lambda _, __: "They must eat and drink before they go on, or forage.",
        SomethingMet: lambda _, it: f"They come upon {it.what}.",
        NoTable: lambda _, it: f"An encounter in {it.hex}, and no table says with whom.",
    },
)
