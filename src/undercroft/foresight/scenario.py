"""A scenario: a party, what it meets, where it goes, how it decides, and the house rules; written as TOML."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.delving.hazard import Danger
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.sovereign.doors import Material
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.wandering import Location
from undercroft.kernel import strict
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.state.house_rules import PRESETS, HouseRules, Lost, Value
from undercroft.table.state.ids import SiteId
from undercroft.table.state.lands import Path
from undercroft.table.state.people import Role
from undercroft.table.state.sites import (
    Clock,
    DoorState,
)

OFFERED = ("violence", "undercroft", "sovereign", "hexcrawl", "delving")
"""The presets whose agreement with the table is tested."""
NOT_YET = {"neverwhere": "its fights cost fatigue, which no run counts"}
"""The presets that are not simulated yet, and why."""
SEAT = SeatId("players")
SITE = SiteId("site")
MOST_TURNS, MOST_DAYS = 500, 7

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
    rations: Small = 0
    water: Small = 0
    healers_kit: bool = False
    thieves_tools: bool = False


class FoeChoice(StrEnum):
    """Whom fighters attack: the first foe that stands, the one that took most damage, or one for each fighter."""

    FIRST = "first"
    WOUNDED = "wounded"
    SPREAD = "spread"


class EncounterStance(StrEnum):
    """What the party does when it meets creatures."""

    FIGHT = "fight"
    TALK = "talk"
    WAIT = "wait"


class PartyPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """How the party decides."""

    bend: bool = True
    """Whether Scars bend rolls."""
    target: FoeChoice = FoeChoice.FIRST
    """Whom fighters attack."""
    pay: bool = True
    """Whether wavering hirelings are paid."""
    stance: EncounterStance = EncounterStance.WAIT
    """What the party does when it meets creatures."""
    flee: Annotated[int, Meta(ge=0, le=100)] = 0
    """The percentage of the party's hit points below which it runs from a fight; 0 for never."""
    retreat: Annotated[int, Meta(ge=0, le=100)] = 0
    """The percentage of the party's hit points below which it turns back."""
    down: Annotated[int, Meta(ge=0, le=12)] = 0
    """How many must be down, dead or gone for the others to turn back; 0 for never."""
    light: Annotated[int, Meta(ge=0, le=100)] = 0
    """The turns of light that the party wants to have left when it is home."""
    laden: bool = False
    """Whether the party turns back when it finds treasure that nobody can carry any more."""
    aid: bool = True
    """Whether fighters stop to save the dying."""
    search: bool = False
    """Whether the party searches the rooms in which it stays."""
    heal: Annotated[int, Meta(ge=0, le=100)] = 0
    """The percentage of hit points below which a comrade is given first aid."""
    breathers: Annotated[int, Meta(ge=0, le=100)] = 50
    """The percentage of fatigue points; when a character has less, everybody recovers in that delve round."""
    forage: bool = False
    """Whether the party forages on a journey although it has supplies for everybody."""
    watch: bool = True
    """Whether the party keeps watch in its camps, where enough of them can to get their sleep."""


class ScenarioTrap(Struct, frozen=True, forbid_unknown_fields=True):
    """A trap of a room, that goes off when the party comes in unaware, or only under hands that search or take."""

    name: str
    damage: str = ""
    save: SaveKind | None = None
    """The save that halves the damage."""
    avoids: bool = False
    """Whether the save avoids all of it."""
    everyone: bool = False
    feet: Annotated[int, Meta(ge=0, le=1000)] = 0
    """How deep people fall."""
    spikes: Annotated[int, Meta(ge=0, le=100)] = 0
    alarm: bool = False
    """Whether it raises the alarm."""
    on: str = ""
    """The treasure it guards; it goes off when that is taken."""
    meddle: bool = False
    """Whether it goes off under hands that search, and not when the party comes in."""


class Treasure(Struct, frozen=True, forbid_unknown_fields=True):
    """Treasure in a room, in sight or hidden until a search finds it."""

    name: str
    silver: Annotated[int, Meta(ge=0, le=1_000_000)]
    """What it is worth."""
    load: Annotated[int, Meta(ge=0, le=100)] = 0
    """How much there is to carry, in points of encumbrance."""
    hidden: bool = False
    search: Annotated[int, Meta(ge=2, le=30)] | None = None
    """How hard it is to find; without it, as hard as the book's usual check."""


class ScenarioRoom(Struct, frozen=True, forbid_unknown_fields=True):
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
    ambush: bool = False
    """Whether the creatures lie in wait, and attack once the party is in the room."""
    traps: tuple[ScenarioTrap, ...] = ()
    treasure: tuple[Treasure, ...] = ()


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """A door or an open way between two rooms."""

    between: tuple[str, str]
    state: DoorState = DoorState.NO_DOOR
    material: Material = Material.WOOD
    lock: Annotated[int, Meta(ge=1, le=30)] | None = None
    """How hard its lock is; without it, the book's usual."""


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


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """A road, a trail or a river between two neighbouring hexes."""

    between: tuple[str, str]
    path: Path = Path.MAINTAINED


class Journey(Struct, frozen=True, forbid_unknown_fields=True):
    """A journey over hexes, all of which are on the party's map."""

    hexes: Mapping[str, Terrain]
    """The terrain of each hex, by its column and row."""
    start: str
    goal: str
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = MOST_DAYS
    """The day on which the party must have arrived."""
    ways: tuple[Way, ...] = ()
    route: tuple[str, ...] = ()
    """The hexes to enter; without it, the cheapest way in clear weather."""
    landmarks: tuple[str, ...] = ()
    """Hexes with something that is seen from afar."""
    desert: tuple[str, ...] = ()
    civilised: tuple[str, ...] = ()
    weather: Weather = Weather.CLEAR
    climate: Climate = Climate.WARM
    explores: bool = False
    """Whether the party explores on its way, with the encounter dice of that."""
    mounted: bool = False
    """Whether everybody rides."""
    carriage: bool = False
    lost: bool = False
    """Whether the party can get lost, by the rule that a house may choose."""


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What is simulated."""

    name: str = "An expedition"
    preset: str = "violence"
    readings: Mapping[str, Value] = {}
    party: tuple[Delver, ...] = ()
    foes: str = ""
    """A line of foes to fight at once; without it, the party explores or travels."""
    surprised: Surprised = Surprised.NOBODY
    """Who is surprised in that fight."""
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS)] = 24
    """The turn in which the party turns back at the latest."""
    clock: Clock = Clock.SOVEREIGN
    """The clock of the site, where the preset leaves it to the site."""
    location: Location = Location.NO_ORGANIZED_DEFENSE
    """How well the site is defended, which decides how often Sovereign's clock checks for wanderers."""
    danger: Danger = Danger.NORMAL
    """How dangerous the site is, which decides the die of Delving's clock for wanderers."""
    lit: bool = False
    """Whether the whole site has light of its own."""
    rooms: tuple[ScenarioRoom, ...] = ()
    exits: tuple[Exit, ...] = ()
    route: tuple[str, ...] = ()
    """The rooms on the way in, from the entrance on; without it, all rooms in their order."""
    wanderers: tuple[Wanderers, ...] = ()
    journey: Journey | None = None
    """A journey, instead of a site."""
    policy: PartyPolicy = PartyPolicy()


SEE = "docs/foresight.md shows how a scenario is written"


def checked(plain: object) -> Scenario:
    """A scenario from its plain values; raises `BadInput` with what is wrong."""
    scenario: Scenario = strict.checked(Scenario, plain)
    if not scenario.party:
        raise BadInput("no_party", "the party has nobody in it", "list at least one character", field="party")
    if scenario.preset not in OFFERED:
        known = ", ".join(OFFERED)
        why = NOT_YET.get(scenario.preset)
        what = f"the preset “{scenario.preset}” is not simulated yet: {why}"
        if why is None:
            what = f"there is no preset “{scenario.preset[:60]}”"
        raise BadInput("not_simulated", what, f"choose one of {known}", field="preset")
    return scenario


def house(scenario: Scenario) -> HouseRules:
    """The house rules of a scenario."""
    rules = replace(PRESETS[scenario.preset], readings=dict(scenario.readings))
    strays = scenario.journey is not None and scenario.journey.lost
    return replace(rules, lost=Lost.HEXCRAWL) if strays else rules
