"""The forms of a campaign file: the table's own structs, field by field, without what their place in the file implies.

A thing with an id is a table under that id, or an item of a list with its `id`. The parts of a zone are listed under
the zone or under its site. These forms check a file, and are published as its schema.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Level, Score, Skill, SkillLevel
from undercroft.books.violence.hirelings import Job
from undercroft.exchange.campaignfile.forming import (
    DICE,
    HEX,
    HOUR,
    ID,
    LABEL,
    MOST,
    NUMBER,
    TEXT,
    Form,
    first,
    form_of,
    listed_form,
    may,
    must,
    several,
    written,
)
from undercroft.exchange.campaignfile.wares import COPPERS
from undercroft.kernel import shape
from undercroft.kernel.shape import Either, Exact, Flag, Many, Named, OneOf, Record, Text, Whole
from undercroft.table.bridge.bounds import BY_HAND, LIMITS, ON_SHEET, bounds_of
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.state import sites
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import PRESETS, HouseRules
from undercroft.table.state.lands import LandFeature, LandHex, LandHint, Lands, LandWay, Region
from undercroft.table.state.lore import LEAST_MORALE, MOST_MORALE, Monster, RandomTable, TableLine
from undercroft.table.state.markets import Goods, Market, Post, Service
from undercroft.table.state.people import Person, Power, Role, Sheet
from undercroft.table.state.seats import REFEREE, DiceKind, Seat, Throwing
from undercroft.table.state.things import Carried, Gone, Guarded, InHex, Lying, Thing, ThingKind

VERSION = 1
"""The version of the format."""


# Things

_PLACES = Either((written(Carried), written(Lying), written(InHex), written(Guarded), written(Gone)))
_THING: Mapping[str, Form] = {"name": LABEL}
_OF_A_THING = (
    may("name", "its name; the item's name if not given", LABEL),
    may(
        "kind",
        "its kind; the item's kind if not given, otherwise gear on people and treasure elsewhere",
        form_of(ThingKind),
    ),
    may("points", "the load of all of them; the item's load if not given", shape.shape(LIMITS[Thing]["points"])),
    may("item", "its id in Sovereign's lists of gear, weapons and armour", Text(1, 64)),
)
THING = written(Thing, _THING, without=("id", "place"), also=_OF_A_THING)
IN_SITE = first(THING, may("zone", "the zone it lies in", ID), may("with", "the creatures that have it", ID))
ANYWHERE = first(THING, must("place", "where it is", _PLACES))
_GEAR_LINE = Either((Text(1, 80), listed_form(THING, id_given=False)))
_COINS = Record(tuple(may(coin, f"{coin} pieces", Whole(0, MOST)) for coin in COPPERS))
GEAR = Record(
    (
        may("readied", "what is at hand: “torch x3”, or a table", Many(_GEAR_LINE)),
        may("stowed", "what is packed away", Many(_GEAR_LINE)),
        may("coins", "the purse, which is stowed", _COINS),
    )
)


# People

_ANY_NUMBER = Whole(-MOST, MOST)
_LEVEL, _SCORE, _SKILL = (shape.shape(hint) for hint in (Level, Score, SkillLevel))
POWER = written(Power, {"name": LABEL})
SHEET = written(
    Sheet,
    {
        **dict.fromkeys(SCORES_ON_SHEET.values(), _SCORE),
        "level": _LEVEL,
        "xp": shape.shape(ON_SHEET["sheet.xp"]),
        "skills": Record(tuple(may(skill, f"the level of {skill}, from -1", _SKILL) for skill in Skill)),
        "feats": Many(LABEL),
        "occupation": LABEL,
        "powers": Many(POWER),
        "overrides": Record(tuple(may(name, "set by hand", shape.shape(BY_HAND[name])) for name in sorted(BY_HAND))),
    },
    without=("character_class",),
    also=(may("class", "the class", OneOf(tuple(ClassId)), Sheet().character_class),),
)
_PERSON = {"name": LABEL}
_NOT_IN_A_FILE = ("id", "health", "purse_hidden")
"""The last two are only in what a player's seat is told of others."""
_MOST_HP = bounds_of(ON_SHEET["hp_max"])[1]
_OF_A_PERSON = (
    may("hp", "hit points now; all of them if not given", shape.shape(ON_SHEET["hp"])),
    may("hp_max", "hit points when unhurt; the same as now if not given", Whole(1, _MOST_HP)),
    may("fp", "fatigue points now; all of them if not given", shape.shape(ON_SHEET["fp"])),
    may("sheet", "the numbers that seldom change", SHEET),
    may("gear", "what they carry", GEAR),
)
CHARACTER = written(
    Person,
    _PERSON,
    without=_NOT_IN_A_FILE,
    also=(*_OF_A_PERSON, must("seat", "the seat that rolls for them, or referee", ID)),
)
HIRELING = written(
    Person,
    _PERSON,
    without=_NOT_IN_A_FILE,
    also=(
        *_OF_A_PERSON,
        may("seat", "the seat that rolls for them", ID, REFEREE),
        may("role", "their role in the party", form_of(Role), Role.HIRELING.value),
    ),
)
_DICE_FOR = Record(tuple(may(kind, f"dice for {kind.words}", form_of(Throwing)) for kind in DiceKind))
SEAT = written(Seat, {"name": LABEL, "dice_for": _DICE_FOR}, without=("id",))


# Sites

SHAPE = written(
    sites.Shape, {"x": Whole(-1000, 1000), "y": Whole(-1000, 1000), "width": Whole(1, 1000), "height": Whole(1, 1000)}
)
_SIDES = (must("from", "the zone on one side", ID), must("to", "the zone on the other side", ID))
DOOR = first(written(sites.Door, {"name": LABEL}, without=("id", "between")), *_SIDES)
TRAP = written(
    sites.Trap,
    {
        "name": LABEL,
        "damage": DICE,
        "save": OneOf(tuple(SaveKind)),
    },
    without=("id",),
)
FEATURE = written(sites.Feature, {"clues": Many(Text(1, TEXT.most))}, without=("id",))
OBSTACLE = written(sites.Obstacle, {"name": LABEL}, without=("id",))
HIT_DICE = Exact(*bounds_of(LIMITS[Creatures]["hd"]))
CREATURES = written(
    Creatures,
    {"name": LABEL, "count": Whole(1, 10_000), "damage": DICE, "kind": LABEL, "direction": LABEL},
    without=("id", "reaction", "answer"),
    also=(
        may("name", "what they are called; their monster's name if not given", LABEL),
        may("hd", "their Hit Dice; their monster's if not given", HIT_DICE),
        may("zone", "where they are; nowhere yet if not given", ID),
        may("things", "what they have with them", several(THING)),
    ),
)
ROW = written(sites.EncounterRow, {"name": LABEL, "count": DICE})


def _without(of: Record, implied: str = "zone") -> Record:
    """The same form without a field that its place implies."""
    return replace(of, fields=tuple(field for field in of.fields if field.name != implied))


DOOR_HERE = _without(DOOR, "from")
TRAP_HERE, FEATURE_HERE, OBSTACLE_HERE, CREATURES_HERE = map(_without, (TRAP, FEATURE, OBSTACLE, CREATURES))
ZONE = written(
    sites.Zone,
    {
        "name": LABEL,
        "label": NUMBER,
        "shape": SHAPE,
    },
    without=("id",),
    also=(
        may("doors", "ways from here", several(DOOR_HERE, id_given=False)),
        may("traps", "traps laid here", several(TRAP_HERE)),
        may("features", "what is concealed here", several(FEATURE_HERE)),
        may("obstacles", "what is in the way here", several(OBSTACLE_HERE)),
        may("creatures", "who is here", several(CREATURES_HERE)),
        may("things", "what lies here", several(THING)),
    ),
)
SITE = written(
    sites.Site,
    {"name": LABEL, "encounters": Many(ROW), "effects": Many(Text(1, TEXT.most))},
    without=("id", "gone"),
    also=(
        may("entrance", "the zone where people enter; the first zone if not given", ID),
        must("zones", "its rooms and passages", several(ZONE)),
        may("doors", "ways between zones", several(DOOR, id_given=False)),
        may("traps", "traps, each with its zone", several(TRAP)),
        may("features", "what is concealed, each with its zone", several(FEATURE)),
        may("obstacles", "what is in the way, each with its zone", several(OBSTACLE)),
        may("creatures", "who is there, each with its zone", several(CREATURES)),
        may("things", "what is there, each with its zone or with creatures", several(IN_SITE)),
    ),
)


# Lands

HINT = written(LandHint, {"text": Text(1, TEXT.most), "lead": Text(0, LABEL.most)})
GOODS = written(Goods, {"name": Text(0, LABEL.most)})
POST = written(Post)
SERVICE = written(Service, {"name": LABEL, "cures": Many(LABEL)})
MARKET = written(
    Market,
    {
        "goods": Named(GOODS),
        "hirelings": Record(tuple(may(job, f"the {job}s for hire", POST) for job in Job)),
        "services": Named(SERVICE),
    },
)
LAND_FEATURE = written(
    LandFeature,
    {"name": LABEL, "hints": Many(HINT)},
    without=("id",),
    also=(
        may(
            "market", "what the town sells, who can be hired there, and its services; by the books if not given", MARKET
        ),
    ),
)
LAND_HEX = written(
    LandHex,
    {"name": Text(0, LABEL.most)},
    without=("id",),
    also=(may("features", "its features, open or hidden", several(LAND_FEATURE)),),
)
REGION = written(Region, {"name": LABEL}, without=("id",))
WAY = first(
    written(LandWay, {"name": Text(0, LABEL.most)}, without=("between",)),
    must("through", "the hexes it goes through, each bordering the next", Many(HEX)),
)
ROAMING = _without(CREATURES_HERE, "things")
LANDS = written(
    Lands,
    {"name": Text(0, LABEL.most), "tables": Named(Many(ROW))},
    also=(
        must("hexes", "the hexes of the map, each named by column and row", several(LAND_HEX)),
        may("ways", "roads, trails and rivers", Many(WAY)),
        may("creatures", "the creatures in the encounter tables", several(ROAMING)),
        may("regions", "parts of the lands with their own encounters and weather", several(REGION)),
    ),
)


# What holds for every place

MONSTER = written(
    Monster,
    {
        "name": LABEL,
        "plural": Text(0, LABEL.most),
        "kind": LABEL,
        "hd": HIT_DICE,
        "damage": DICE,
        "number": DICE,
        "hp_bonus": Whole(-100, 100),
        "attack_bonus": Whole(-20, 20),
        "shock": Whole(0, 20),
        "shock_ac": Whole(0, 60),
        "ac": Whole(-20, 40),
        "morale": Whole(LEAST_MORALE, MOST_MORALE),
    },
    without=("id",),
)
TABLE_LINE = written(TableLine, {"low": Whole(0, 99_999), "high": Whole(0, 99_999), "text": Text(1, TEXT.most)})
RANDOM_TABLE = written(
    RandomTable,
    {"name": LABEL, "dice": DICE},
    without=("id", "rows"),
    also=(
        must(
            "rows",
            "its rows: “2-5 the text”, or a table with low, high and text",
            Many(Either((Text(1, 4100), TABLE_LINE))),
        ),
    ),
)


# The file

_ANY_VALUE = Either((Flag(), _ANY_NUMBER, LABEL))
NOTHING = "none"
"""The word in a file for no book, or no number, where other houses have one."""

HOUSE = written(
    HouseRules,
    {
        "preset": OneOf(tuple(PRESETS)),
        "clock": OneOf((*sites.Clock, NOTHING)),
        "readings": Named(_ANY_VALUE),
    },
)
CAMPAIGN = Record(
    (
        may("undercroft", "the version of this format", OneOf((VERSION,)), VERSION),
        must("name", "the name of the campaign", LABEL),
        may("day", "the day on which it begins", Whole(1, MOST), 1),
        may("hour", "the time of day at which it begins", HOUR, "00:00"),
        may("party", "who sets out, in marching order; all characters and hirelings if not given", Many(ID)),
        may("house", "the house rules", HOUSE),
        may("seats", "the seats of the players", several(SEAT)),
        may("characters", "the characters", several(CHARACTER)),
        may("hirelings", "the hirelings", several(HIRELING)),
        may("sites", "the places to explore", several(SITE)),
        may("lands", "the country around them", LANDS),
        may("hex", "the hex in which the party begins", HEX),
        may("bestiary", "the campaign's own monsters", several(MONSTER)),
        may("tables", "random tables to roll on", several(RANDOM_TABLE)),
        may("things", "things that no other part of the file has", several(ANYWHERE)),
    )
)


class Written(Struct, frozen=True):
    """A named form, and the struct that it describes."""

    name: str
    record: Record
    kind: type[Struct] | None = None


WRITTEN = (
    Written("campaign", CAMPAIGN),
    Written("house", HOUSE, HouseRules),
    Written("seat", SEAT, Seat),
    Written("character", CHARACTER, Person),
    Written("hireling", HIRELING, Person),
    Written("sheet", SHEET, Sheet),
    Written("power", POWER, Power),
    Written("gear", GEAR),
    Written("site", SITE, sites.Site),
    Written("zone", ZONE, sites.Zone),
    Written("shape", SHAPE, sites.Shape),
    Written("door", DOOR, sites.Door),
    Written("door-of-a-zone", DOOR_HERE, sites.Door),
    Written("trap", TRAP, sites.Trap),
    Written("trap-of-a-zone", TRAP_HERE, sites.Trap),
    Written("feature", FEATURE, sites.Feature),
    Written("feature-of-a-zone", FEATURE_HERE, sites.Feature),
    Written("obstacle", OBSTACLE, sites.Obstacle),
    Written("obstacle-of-a-zone", OBSTACLE_HERE, sites.Obstacle),
    Written("creatures", CREATURES, Creatures),
    Written("creatures-of-a-zone", CREATURES_HERE, Creatures),
    Written("row", ROW, sites.EncounterRow),
    Written("lands", LANDS, Lands),
    Written("hex", LAND_HEX, LandHex),
    Written("region", REGION, Region),
    Written("sight", LAND_FEATURE, LandFeature),
    Written("hint", HINT, LandHint),
    Written("market", MARKET, Market),
    Written("goods", GOODS, Goods),
    Written("post", POST, Post),
    Written("service", SERVICE, Service),
    Written("way", WAY, LandWay),
    Written("creatures-of-the-lands", ROAMING, Creatures),
    Written("monster", MONSTER, Monster),
    Written("random-table", RANDOM_TABLE, RandomTable),
    Written("thing", THING, Thing),
    Written("thing-of-a-site", IN_SITE, Thing),
    Written("thing-anywhere", ANYWHERE, Thing),
)
"""Every form with a name of its own."""
