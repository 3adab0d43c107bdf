"""A scenario: a party, what it meets, where it goes, how it decides, and the house rules; written as TOML."""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from itertools import pairwise
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_SILVER
from undercroft.books.sovereign.wandering import Location
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.fight.foe_line import read_foes, slug
from undercroft.table.fight.muster import Muster, as_creatures, in_scale
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import PRESETS, Combat, HouseRules, Value
from undercroft.table.state.ids import CreaturesId, DoorId, PersonId, SiteId, ThingId, ZoneId
from undercroft.table.state.lore import FIGHT_SCALES
from undercroft.table.state.people import Person, Role, Sheet
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Clock, Door, DoorState, EncounterRow, Shape, Site, Zone
from undercroft.table.state.things import Carried, Kind, Thing, Worn
from undercroft.table.world.campaign_start import Begin

OFFERED = ("violence", "undercroft")
"""The presets whose agreement with the table is tested."""
SEAT = SeatId("players")
SITE = SiteId("site")
MOST_TURNS = 500

Small = Annotated[int, Meta(ge=0, le=1000)]
Score = Annotated[int, Meta(ge=1, le=30)]


class Delver(Struct, frozen=True, forbid_unknown_fields=True):
    """A member of the party, or `count` of them alike."""

    name: str
    count: Annotated[int, Meta(ge=1, le=12)] = 1
    role: Role = Role.DELVER
    employer: str = ""
    character_class: str = "warrior"
    level: Annotated[int, Meta(ge=1, le=20)] = 1
    hp: Annotated[int, Meta(ge=1, le=1000)] = 6
    scars: Small = 0
    strength: Score = 12
    dexterity: Score = 12
    constitution: Score = 12
    intelligence: Score = 12
    wisdom: Score = 12
    skills: Mapping[str, int] = {}
    numbers: Mapping[str, int] = {}
    """Numbers set by hand, under the names of a sheet, such as brawn or ac."""
    weapon: str = "medium melee"
    armour: str = ""
    shield: bool = False
    torches: Small = 0
    silver: Small = 0
    healers_kit: bool = False


class Target(StrEnum):
    """Whom fighters attack: the first foe that stands, the one that took most damage, or one for each fighter."""

    FIRST = "first"
    WOUNDED = "wounded"
    SPREAD = "spread"


class Stance(StrEnum):
    """What the party does when it meets creatures."""

    FIGHT = "fight"
    TALK = "talk"
    WAIT = "wait"


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """How the party decides."""

    bend: bool = True
    """Whether Scars bend rolls."""
    target: Target = Target.FIRST
    """Whom fighters attack."""
    pay: bool = True
    """Whether wavering hirelings are paid."""
    stance: Stance = Stance.WAIT
    """What the party does when it meets creatures."""
    retreat: Annotated[int, Meta(ge=0, le=100)] = 0
    """The percentage of the party's hit points below which it turns back."""
    aid: bool = True
    """Whether fighters stop to save the dying."""


class Room(Struct, frozen=True, forbid_unknown_fields=True):
    """A room of the site, and the creatures in it, a line for each kind."""

    id: str
    name: str = ""
    foes: tuple[str, ...] = ()
    corridor: bool = False
    lit: bool = False
    stay: Annotated[int, Meta(ge=0, le=100)] = 0
    """The turns that the party stays in it before it goes on."""
    hostile: bool = False
    """Whether the creatures attack without a reaction roll."""


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """A door or an open way between two rooms."""

    between: tuple[str, str]
    state: DoorState = DoorState.NO_DOOR


class Wanderers(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the encounter table: foes by a line, or an event without any."""

    name: str
    foes: str = ""
    hostile: bool = False


class Surprised(StrEnum):
    """The side that is surprised when a fight begins."""

    NOBODY = "nobody"
    PARTY = "party"
    FOES = "foes"


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What is simulated."""

    name: str = "An expedition"
    preset: str = "violence"
    readings: Mapping[str, Value] = {}
    party: tuple[Delver, ...] = ()
    foes: str = ""
    """A line of foes to fight at once; without it, the party explores."""
    surprised: Surprised = Surprised.NOBODY
    """Who is surprised in that fight."""
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS)] = 24
    """The turn in which the party turns back at the latest."""
    clock: Clock = Clock.SOVEREIGN
    """The clock of the site, where the preset leaves it to the site."""
    location: Location = Location.NO_ORGANIZED_DEFENSE
    """How well the site is defended, which decides how often Sovereign's clock checks for wanderers."""
    lit: bool = False
    """Whether the whole site has light of its own."""
    rooms: tuple[Room, ...] = ()
    exits: tuple[Exit, ...] = ()
    route: tuple[str, ...] = ()
    """The rooms on the way in, from the entrance on; without it, all rooms in their order."""
    wanderers: tuple[Wanderers, ...] = ()
    policy: Policy = Policy()


def read(text: str) -> Scenario:
    """A scenario from TOML; raises `BadInput` with what is wrong."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadInput("bad_scenario", f"this is not TOML: {fault}", "see the scenario format in the guide") from None
    return checked(plain)


def checked(plain: object) -> Scenario:
    """A scenario from its plain values; raises `BadInput` with what is wrong."""
    try:
        scenario = msgspec.convert(plain, Scenario)
    except msgspec.ValidationError as fault:
        raise BadInput("bad_scenario", str(fault), "see the scenario format in the guide") from None
    if scenario.preset not in OFFERED:
        known = ", ".join(OFFERED)
        what = f"the preset “{scenario.preset}” is not simulated yet"
        raise BadInput("not_simulated", what, f"choose one of {known}", field="preset")
    return scenario


def house(scenario: Scenario) -> HouseRules:
    """The house rules of a scenario."""
    return replace(PRESETS[scenario.preset], readings=dict(scenario.readings))


def opening(scenario: Scenario) -> Begin:
    """The campaign that a scenario begins, with its people and their gear."""
    people: list[Person] = []
    things: list[Thing] = []
    ids: dict[str, PersonId] = {}
    for delver in scenario.party:
        for number in range(delver.count):
            name = delver.name if delver.count == 1 else f"{delver.name} {number + 1}"
            ids[name] = PersonId(slug(name))
            people.append(_person(delver, name, ids))
            things += _gear(delver, ids[name])
    return Begin(
        scenario.name,
        house=house(scenario),
        seats=(Seat(SEAT, "Players"),),
        people=tuple(people),
        things=tuple(things),
        sites=() if scenario.foes else (site_of(scenario),),
        party=tuple(person.id for person in people),
    )


def rooms_of(scenario: Scenario) -> tuple[Room, ...]:
    """The rooms of a scenario; one that names none has a single one."""
    return scenario.rooms or (Room("entrance", "The entrance"),)


def route_of(scenario: Scenario) -> tuple[ZoneId, ...]:
    """The rooms on the way in."""
    return tuple(ZoneId(id) for id in scenario.route or (room.id for room in rooms_of(scenario)))


def site_of(scenario: Scenario) -> Site:
    """The site of a scenario."""
    rooms, route = rooms_of(scenario), route_of(scenario)
    known = {room.id for room in rooms}
    for id in (*route, *(end for way in scenario.exits for end in way.between)):
        if id not in known:
            raise BadInput("no_room", f"there is no room “{id}”", f"rooms here: {', '.join(sorted(known))}")
    creatures: dict[CreaturesId, Creatures] = {}
    for room in rooms:
        for number, line in enumerate(room.foes):
            id = CreaturesId(f"{room.id}-{number + 1}")
            creatures[id] = _creatures(line, id, ZoneId(room.id), hostile=room.hostile)
    rows: list[EncounterRow] = []
    for row in scenario.wanderers:
        muster = _muster(row.foes) if row.foes else None
        id = CreaturesId(slug(row.name))
        if muster is not None:
            creatures[id] = replace(as_creatures(muster, id, 1), hostile=row.hostile)
        rows.append(EncounterRow(row.name, None if muster is None else id, muster.count if muster else "1"))
    lit = scenario.lit or not any(delver.torches for delver in scenario.party)
    ways = scenario.exits or tuple(Exit((one, other)) for one, other in pairwise(route))
    return Site(
        SITE,
        scenario.name,
        route[0],
        scenario.clock,
        location=scenario.location,
        zones={
            ZoneId(room.id): Zone(
                ZoneId(room.id), room.name or room.id, corridor=room.corridor, lit=lit or room.lit,
                shape=Shape(4 * number, 0, 4, 4),
            )
            for number, room in enumerate(rooms)
        },
        doors={
            DoorId(f"way-{number + 1}"): Door(
                DoorId(f"way-{number + 1}"), (ZoneId(way.between[0]), ZoneId(way.between[1])), way.state, "way"
            )
            for number, way in enumerate(ways)
        },
        creatures=creatures,
        encounters=tuple(rows),
    )  # fmt: skip


def _muster(line: str) -> Muster:
    """A line of foes with the AC as it counts in fights by Violence."""
    counts = FIGHT_SCALES[Combat.VIOLENCE]
    return in_scale(read_foes(line), counts, counts)


def _creatures(line: str, id: CreaturesId, zone: ZoneId, *, hostile: bool) -> Creatures:
    muster = _muster(line)
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
    def thing(kind: Kind, item: str, count: int = 1, worth: int | None = None) -> Thing:
        how = Worn.STOWED if kind is Kind.COINS else Worn.READIED
        id, name = ThingId(f"{who}-{slug(item)}"), item.replace("_", " ")
        return Thing(id, name, kind, Carried(who, how), count=count, worth=worth, item=item)

    return [
        *([thing(Kind.WEAPON, delver.weapon)] if delver.weapon else []),
        *([thing(Kind.ARMOUR, delver.armour)] if delver.armour else []),
        *([thing(Kind.SHIELD, "shield")] if delver.shield else []),
        *([thing(Kind.LIGHT, "torch", count=delver.torches)] if delver.torches else []),
        *(
            [thing(Kind.COINS, "silver", count=delver.silver, worth=COPPER_A_SILVER * delver.silver)]
            if delver.silver
            else []
        ),
        *([thing(Kind.GEAR, "healers_kit")] if delver.healers_kit else []),
    ]
