"""The campaign that a scenario begins: its people with their gear, and its site."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import pairwise
from typing import TypedDict

from msgspec.structs import replace

from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Terrain
from undercroft.books.sovereign.equipment import COPPER_A_SILVER, Item
from undercroft.books.violence.equipment import EQUIPMENT
from undercroft.foresight.scenario import SEAT, SITE, Delver, Exit, Journey, Scenario, ScenarioRoom, Treasure, house
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import Seconds
from undercroft.table import bridge
from undercroft.table.bridge.time_units import DAWN
from undercroft.table.fight.foe_line import read_foes, slug
from undercroft.table.fight.muster import Muster, as_creatures, in_scale
from undercroft.table.gear.prices import ITEMS
from undercroft.table.site.locks import TOOLS
from undercroft.table.state import sites as site_state
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.hexes import is_hex, side_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, HexId, PersonId, ThingId, TrapId, ZoneId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay
from undercroft.table.state.lore import FIGHT_SCALES
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import (
    Door,
    DoorState,
    EncounterRow,
    Feature,
    Grade,
    Harm,
    Shape,
    Site,
    Trigger,
    Zone,
)
from undercroft.table.state.things import Carried, Lying, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin

ARMS = (ThingKind.WEAPON, ThingKind.ARMOUR)
STOWED = (ThingKind.COINS, ThingKind.FOOD, ThingKind.WATER)
OF_VIOLENCE = tuple(item.value for item in EQUIPMENT)


def opening(scenario: Scenario) -> Begin:
    """The campaign that a scenario begins, with its people and their gear."""
    people: list[Person] = []
    things: list[Thing] = []
    ids: dict[str, PersonId] = {}
    for delver in scenario.party:
        for number in range(delver.count):
            name = delver.name if delver.count == 1 else f"{delver.name} {number + 1}"
            ids[name] = PersonId(slug(name))
            person = _person(delver, name, ids)
            people.append(replace(person, fp=bridge.fatigue_max(person, house(scenario).fatigue)))
            things += _gear(delver, ids[name])
    return Begin(
        scenario.name,
        house=house(scenario),
        seats=(Seat(SEAT, "The player"),),
        people=tuple(people),
        things=(*things, *_hoards(scenario)),
        sites=() if scenario.foes or scenario.journey is not None else (site_of(scenario),),
        party=tuple(person.id for person in people),
        **_road(scenario),
    )


class _Road(TypedDict, total=False):
    lands: Lands
    hex: HexId
    day_begins: Seconds


def _road(scenario: Scenario) -> _Road:
    """The lands of a journey, which begins at dawn."""
    journey = scenario.journey
    if scenario.foes or journey is None:
        return {}
    return {"lands": lands_of(scenario, journey), "hex": HexId(journey.start), "day_begins": DAWN}


TABLE = "the road"


def lands_of(scenario: Scenario, journey: Journey) -> Lands:
    """The lands of a journey: every hex is on the party's map, and so is the place at its goal."""
    named = (journey.start, journey.goal, *journey.route, *journey.landmarks, *journey.desert, *journey.civilised)
    for id in (*journey.hexes, *named, *(end for way in journey.ways for end in way.between)):
        if not is_hex(id):
            raise BadInput("no_hex", f"“{id[:20]}” is not the id of a hex", "write its column and row, such as 0304")
        if id not in journey.hexes:
            raise BadInput("no_hex", f"there is no hex {id}", "list it in the hexes of the journey with its terrain")
    for way in journey.ways:
        if side_of(HexId(way.between[0]), HexId(way.between[1])) is None:
            raise BadInput("no_way", f"{' and '.join(way.between)} do not border each other", "give two neighbours")
    rows, creatures = _encounters(scenario)
    return Lands(
        scenario.name,
        climate=journey.climate,
        weather=journey.weather,
        hexes={HexId(id): _hex(journey, HexId(id), terrain) for id, terrain in journey.hexes.items()},
        ways=tuple(LandWay((HexId(way.between[0]), HexId(way.between[1])), way.path) for way in journey.ways),
        encounters=TABLE if rows else "",
        tables={TABLE: rows} if rows else {},
        creatures=creatures,
    )


def _hex(journey: Journey, id: HexId, terrain: Terrain) -> LandHex:
    tags = (Tag.DESERT, journey.desert), (Tag.CIVILISED, journey.civilised)
    marks = [
        LandFeature(FeatureId(f"{name}-{id}"), name, f"A {name}.", landmark=name == "landmark")
        for name, there in (("landmark", id in journey.landmarks), ("goal", id == journey.goal))
        if there
    ]
    return LandHex(
        id,
        terrain,
        tags=frozenset(tag for tag, hexes in tags if id in hexes),
        charted=True,
        features={mark.id: mark for mark in marks},
    )


def _encounters(scenario: Scenario) -> tuple[tuple[EncounterRow, ...], dict[CreaturesId, Creatures]]:
    """The rows of the encounter table, and the creatures that they name."""
    rows, creatures, combat = list[EncounterRow](), dict[CreaturesId, Creatures](), house(scenario).combat
    for row in scenario.wanderers:
        muster = _muster(row.foes, combat) if row.foes else None
        id = CreaturesId(slug(row.name))
        if muster is not None:
            creatures[id] = replace(as_creatures(muster, id, 1), hostile=row.hostile)
        rows.append(EncounterRow(row.name, None if muster is None else id, muster.count if muster else "1"))
    return tuple(rows), creatures


def rooms_of(scenario: Scenario) -> tuple[ScenarioRoom, ...]:
    """The rooms of a scenario; one that names none has a single one."""
    return scenario.rooms or (ScenarioRoom("entrance", "The entrance"),)


def route_of(scenario: Scenario) -> tuple[ZoneId, ...]:
    """The rooms on the way in."""
    return tuple(ZoneId(id) for id in scenario.route or (room.id for room in rooms_of(scenario)))


def site_of(scenario: Scenario) -> Site:
    """The site of a scenario."""
    rooms, route, combat = rooms_of(scenario), route_of(scenario), house(scenario).combat
    known = {room.id for room in rooms}
    for id in (*route, *(end for way in scenario.exits for end in way.between)):
        if id not in known:
            raise BadInput("no_room", f"there is no room “{id}”", f"rooms here: {', '.join(sorted(known))}")
    creatures: dict[CreaturesId, Creatures] = {}
    for room in rooms:
        for number, line in enumerate(room.foes):
            id = CreaturesId(f"{room.id}-{number + 1}")
            kind = _creatures(line, id, combat, ZoneId(room.id), hostile=room.hostile)
            creatures[id] = replace(kind, ambush=room.ambush)
    rows, wandering = _encounters(scenario)
    creatures |= wandering
    lit = scenario.lit or not any(delver.torches for delver in scenario.party)
    ways = scenario.exits or tuple(Exit((one, other)) for one, other in pairwise(route))
    return Site(
        SITE,
        scenario.name,
        route[0],
        scenario.clock,
        location=scenario.location,
        danger=scenario.danger,
        zones={
            ZoneId(room.id): Zone(
                ZoneId(room.id), room.name or room.id, corridor=room.corridor, lit=lit or room.lit,
                shape=Shape(4 * number, 0, 4, 4),
            )
            for number, room in enumerate(rooms)
        },
        doors={
            DoorId(f"way-{number + 1}"): Door(
                DoorId(f"way-{number + 1}"), (ZoneId(way.between[0]), ZoneId(way.between[1])), way.state,
                "way" if way.state is DoorState.NO_DOOR else "door", way.material, lock_dc=way.lock,
            )
            for number, way in enumerate(ways)
        },
        creatures=creatures,
        encounters=rows,
        traps={trap.id: trap for room in rooms for trap in _traps(room)},
        features={feature.id: feature for room in rooms for feature in _features(room)},
    )  # fmt: skip


def _hoard_id(room: ScenarioRoom, treasure: Treasure) -> ThingId:
    return ThingId(f"{room.id}-{slug(treasure.name)}")


def _hoards(scenario: Scenario) -> Iterator[Thing]:
    """The treasure that lies in the rooms."""
    for room in () if scenario.foes or scenario.journey is not None else rooms_of(scenario):
        for treasure in room.treasure:
            place, worth = Lying(SITE, ZoneId(room.id)), COPPER_A_SILVER * treasure.silver
            yield Thing(
                _hoard_id(room, treasure), treasure.name, ThingKind.TREASURE, place, points=treasure.load, worth=worth
            )


def _features(room: ScenarioRoom) -> Iterator[Feature]:
    """What is hidden in a room."""
    for treasure in room.treasure:
        if treasure.hidden:
            id = _hoard_id(room, treasure)
            yield Feature(FeatureId(id), ZoneId(room.id), Grade.HIDDEN, treasure.name, dc=treasure.search, things=(id,))


def _traps(room: ScenarioRoom) -> Iterator[site_state.Trap]:
    """The traps of a room."""
    hoards = {treasure.name: _hoard_id(room, treasure) for treasure in room.treasure}
    for trap in room.traps:
        if trap.on and trap.on not in hoards:
            known = ", ".join(hoards) or "none"
            raise BadInput(
                "no_treasure", f"there is no treasure “{trap.on}” in “{room.id}”", f"treasure there: {known}"
            )
        if trap.feet and trap.alarm:
            raise BadInput("bad_trap", f"{trap.name} is a pit and an alarm", "make two traps of it")
        harm = Harm.FALL if trap.feet or trap.spikes else Harm.ALARM if trap.alarm else Harm.NOTHING
        yield site_state.Trap(
            TrapId(f"{room.id}-{slug(trap.name)}"), ZoneId(room.id), trap.name, tell="", what=f"{trap.name}!",
            trigger=Trigger.MEDDLE if trap.on or trap.meddle else Trigger.ENTER, thing=hoards.get(trap.on),
            damage=trap.damage, save=trap.save or "", avoids=trap.avoids, harm=harm, feet=trap.feet,
            spikes=trap.spikes, everyone=trap.everyone,
        )  # fmt: skip


def _muster(line: str, combat: Combat) -> Muster:
    """A line of foes with the AC as it counts in fights by that book."""
    counts = FIGHT_SCALES[combat]
    return in_scale(read_foes(line), counts, counts)


def _creatures(line: str, id: CreaturesId, combat: Combat, zone: ZoneId, *, hostile: bool) -> Creatures:
    muster = _muster(line, combat)
    if not muster.count.isdecimal():
        raise BadInput("bad_foes", f"the foes of a room have a fixed number, not {muster.count}", "write a number")
    return replace(as_creatures(muster, id, int(muster.count)), zone=zone, hostile=hostile)


def _person(delver: Delver, name: str, ids: Mapping[str, PersonId]) -> Person:
    if delver.employer and delver.employer not in ids:
        what = f"{name}'s employer “{delver.employer}” is not in the party"
        raise BadInput("no_employer", what, "name a character listed above them", field="employer")
    sheet = Sheet(
        strength=delver.strength,
        dexterity=delver.dexterity,
        constitution=delver.constitution,
        intelligence=delver.intelligence,
        wisdom=delver.wisdom,
        character_class=delver.character_class,
        level=delver.level,
        skills=delver.skills,
        overrides=delver.numbers,
    )
    return Person(
        ids[name],
        name,
        SEAT,
        role=delver.role,
        sheet=sheet,
        hp=delver.hp,
        hp_max=delver.hp,
        scars=delver.scars,
        employer=ids.get(delver.employer),
    )


def _gear(delver: Delver, who: PersonId) -> list[Thing]:
    def thing(kind: ThingKind, item: str, count: int = 1, worth: int | None = None) -> Thing:
        how = Worn.STOWED if kind in STOWED else Worn.READIED
        id, name = ThingId(f"{who}-{slug(item)}"), item.replace("_", " ")
        points = ITEMS[item].load(count) if item in ITEMS else 0
        if kind in ARMS and (item not in ITEMS or ITEMS[item].kind is not kind) and item not in OF_VIOLENCE:
            listed = [*OF_VIOLENCE, *(name for name, ware in ITEMS.items() if ware.kind is kind)]
            like = ", ".join(get_close_matches(item, listed, n=3)) or ", ".join(listed[:5])
            raise BadInput("no_item", f"there is no {kind.value} “{item}”", f"such as {like}", field=kind.value)
        return Thing(id, name, kind, Carried(who, how), count=count, points=points, worth=worth, item=item)

    return [
        *([thing(ThingKind.WEAPON, delver.weapon)] if delver.weapon else []),
        *([thing(ThingKind.ARMOUR, delver.armour)] if delver.armour else []),
        *([thing(ThingKind.SHIELD, "shield")] if delver.shield else []),
        *([thing(ThingKind.LIGHT, "torch", count=delver.torches)] if delver.torches else []),
        *(
            [thing(ThingKind.COINS, "silver", count=delver.silver, worth=COPPER_A_SILVER * delver.silver)]
            if delver.silver
            else []
        ),
        *([thing(ThingKind.FOOD, Item.RATION_DAY, count=delver.rations)] if delver.rations else []),
        *([thing(ThingKind.WATER, Item.WATERSKIN, count=delver.water)] if delver.water else []),
        *([thing(ThingKind.GEAR, "healers_kit")] if delver.healers_kit else []),
        *([thing(ThingKind.GEAR, TOOLS.value)] if delver.thieves_tools else []),
    ]
