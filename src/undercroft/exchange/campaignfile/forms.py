"""How a campaign is written down: the table's own structs, field by field, without what their place in the file says.

A thing with an id is a table under that id, or an item of a list with its `id`. What belongs to a zone stands under the
zone or under its site. These forms check a file, and are published as its schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.poisons import Potency
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Difficulty, Level, Score, Skill, SkillLevel
from undercroft.exchange.campaignfile.wares import COPPERS
from undercroft.kernel import shape, wire
from undercroft.kernel.notation import MOST_CHARACTERS
from undercroft.kernel.shape import Either, Field, Flag, Many, Named, OneOf, Record, Text, Whole
from undercroft.table import bridge, names
from undercroft.table.house import PRESETS, HouseRules
from undercroft.table.people import Person, Role, Sheet
from undercroft.table.seats import REFEREE, Seat
from undercroft.table.sites import Clock, Creatures, Door, Feature, Obstacle, Row, Shape, Site, Trap, Zone
from undercroft.table.things import Carried, Gone, Guarded, Kind, Lying, Thing

VERSION = 1
"""Of the format."""

MOST = 1_000_000
"""No number is greater, unless said otherwise."""

Form: TypeAlias = shape.Shape

LABEL = Text(1, 64)
TEXT = Text(0, 4000)
ID = Text(1, 64, "^[a-z0-9][a-z0-9_-]*$")
DICE = Text(1, MOST_CHARACTERS)
HOUR = Text(5, 8, "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$")
COPPER = Whole(0, 1_000_000_000)

_IDS = (
    names.PersonId,
    names.SiteId,
    names.ZoneId,
    names.DoorId,
    names.TrapId,
    names.FeatureId,
    names.ObstacleId,
    names.CreaturesId,
    names.ThingId,
)


def _form(hint: Any) -> Form:
    """What a file may say for a value of that type. What is nothing is left out, so nothing is never written."""
    if hint in _IDS:
        return ID
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        real = tuple(_form(part) for part in parts if part is not NoneType)
        return real[0] if len(real) == 1 else Either(real)
    if origin is tuple:
        return Many(_form(parts[0]))
    if origin is Mapping:
        return Named(_form(parts[1]))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _written(hint)
    return _bounded(shape.shape(hint))


def _bounded(form: Form) -> Form:
    match form:
        case Whole(least=None, most=None):
            return Whole(0, MOST)
        case Text(least=None, most=None):
            return TEXT
        case _:
            return form


def _written(
    kind: type[Struct],
    bounds: Mapping[str, Form] | None = None,
    *,
    without: tuple[str, ...] = (),
    also: tuple[Field, ...] = (),
) -> Record:
    """A struct as a file has it: within bounds, without what its place says, with what a file may say besides."""
    hints = get_type_hints(kind, include_extras=True)
    forms = {name: _form(hints[name]) for name in hints} | dict(bounds or {})
    fields = {
        field.name: Field(field.name, "", forms[field.name], field.required, _default(field))
        for field in msgspec.structs.fields(kind)
        if field.name not in without
    }
    config = kind.__struct_config__
    tag = str(config.tag) if config.tag else None
    return Record(tuple((fields | {field.name: field for field in also}).values()), tag, config.tag_field or "kind")


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.required:
        return None
    made = field.default_factory
    return wire.plain(field.default if made is msgspec.NODEFAULT else made())


def _may(name: str, says: str, form: Form, default: object = None) -> Field:
    return Field(name, says, form, required=False, default=default)


def _must(name: str, says: str, form: Form) -> Field:
    return Field(name, says, form, required=True)


def _first(of: Record, *fields: Field) -> Record:
    """The same with these fields before the others."""
    return replace(of, fields=(*fields, *of.fields))


_ITS_ID = "what it is called by elsewhere in the file"


def _listed(of: Record, *, id_given: bool = True) -> Record:
    """The same as an item of a list; `id_given` where it cannot be derived."""
    return _first(of, (_must if id_given else _may)("id", _ITS_ID, ID))


def _several(of: Record, *, id_given: bool = True) -> Either:
    """Tables under their ids, or a list of tables."""
    return Either((Named(of), Many(_listed(of, id_given=id_given))))


# Things

_PLACES = Either((_written(Carried), _written(Lying), _written(Guarded), _written(Gone)))
_THING: Mapping[str, Form] = {"name": LABEL, "worth": COPPER}
_OF_A_THING = (
    _may("name", "what it is called; an item's own name if not given", LABEL),
    _may("kind", "what it is for; an item's own kind if not given, gear on people, treasure elsewhere", _form(Kind)),
    _may("points", "the load of all of them; an item's own if not given", Whole(0, MOST)),
    _may("item", "its id in Sovereign's lists of gear, weapons and armour", Text(1, 64)),
)
THING = _written(Thing, _THING, without=("id", "place"), also=_OF_A_THING)
IN_SITE = _first(THING, _may("zone", "the zone it lies in", ID), _may("with", "the creatures that have it", ID))
ANYWHERE = _first(THING, _must("place", "where it is", _PLACES))
_GEAR_LINE = Either((Text(1, 80), _listed(THING, id_given=False)))
_COINS = Record(tuple(_may(coin, f"{coin} pieces", Whole(0, MOST)) for coin in COPPERS))
GEAR = Record(
    (
        _may("readied", "what is at hand: “torch x3”, or a table", Many(_GEAR_LINE)),
        _may("stowed", "what is packed away", Many(_GEAR_LINE)),
        _may("coins", "the purse, which is stowed", _COINS),
    )
)


# People

_ANY_NUMBER = Whole(-MOST, MOST)
_LEVEL, _SCORE, _SKILL = (shape.shape(hint) for hint in (Level, Score, SkillLevel))
SHEET = _written(
    Sheet,
    {
        **dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "wisdom"), _SCORE),
        "level": _LEVEL,
        "xp": COPPER,
        "skills": Record(tuple(_may(skill, f"how well {skill} is known, from -1", _SKILL) for skill in Skill)),
        "feats": Many(LABEL),
        "occupation": LABEL,
        "overrides": Record(tuple(_may(name, "set by hand", _ANY_NUMBER) for name in sorted(bridge.settable()))),
    },
    without=("character_class",),
    also=(_may("class", "the class", OneOf(tuple(ClassId)), Sheet().character_class),),
)
_PERSON = {"name": LABEL}
_OF_A_PERSON = (
    _may("hp", "hit points now; all of them if not given", Whole(0, MOST)),
    _may("hp_max", "hit points when unhurt; those of now if not given", Whole(1, MOST)),
    _may("fp", "fatigue points now; all that the house rules give them if not given", _ANY_NUMBER),
    _may("sheet", "the numbers that seldom change", SHEET),
    _may("gear", "what they carry", GEAR),
)
CHARACTER = _written(
    Person,
    _PERSON,
    without=("id",),
    also=(*_OF_A_PERSON, _must("seat", "whose dice they are thrown with: a seat, or referee", ID)),
)
HIRELING = _written(
    Person,
    _PERSON,
    without=("id",),
    also=(
        *_OF_A_PERSON,
        _may("seat", "whose dice they are thrown with", ID, REFEREE),
        _may("role", "what they are to the party", _form(Role), Role.HIRELING.value),
    ),
)
SEAT = _written(Seat, {"name": LABEL}, without=("id",))


# Sites

_DC = shape.shape(Difficulty)
SHAPE = _written(Shape, {"x": Whole(0, 1000), "y": Whole(0, 1000), "width": Whole(1, 1000), "height": Whole(1, 1000)})
_SIDES = (_must("from", "the zone on one side", ID), _must("to", "the zone on the other side", ID))
DOOR = _first(_written(Door, {"name": LABEL, "lock_dc": _DC}, without=("id", "between")), *_SIDES)
TRAP = _written(
    Trap,
    {
        "name": LABEL,
        "damage": DICE,
        "save": OneOf(tuple(SaveKind)),
        "disarm_dc": _DC,
        "potency": shape.shape(Potency),
    },
    without=("id",),
)
FEATURE = _written(Feature, {"dc": _DC, "clues": Many(Text(1, TEXT.most))}, without=("id",))
OBSTACLE = _written(Obstacle, {"name": LABEL, "dc": _DC, "potency": shape.shape(Potency)}, without=("id",))
CREATURES = _written(
    Creatures,
    {"name": LABEL, "count": Whole(1, 10_000), "damage": DICE, "kind": LABEL, "direction": LABEL},
    without=("id",),
    also=(
        _may("zone", "where they are; nowhere yet if not given", ID),
        _may("things", "what they have with them", _several(THING)),
    ),
)
ROW = _written(Row, {"name": LABEL, "count": DICE})


def _here(of: Record, said: str = "zone") -> Record:
    """The same under the zone it belongs to."""
    return replace(of, fields=tuple(field for field in of.fields if field.name != said))


DOOR_HERE = _here(DOOR, "from")
TRAP_HERE, FEATURE_HERE, OBSTACLE_HERE, CREATURES_HERE = map(_here, (TRAP, FEATURE, OBSTACLE, CREATURES))
ZONE = _written(
    Zone,
    {
        "name": LABEL,
        "glance": Text(1, TEXT.most),
        "level": Whole(-99, 99),
        "shape": SHAPE,
        **dict.fromkeys(("length_ft", "width_ft", "height_ft"), Whole(1, 100_000)),
    },
    without=("id",),
    also=(
        _may("doors", "ways from here", _several(DOOR_HERE, id_given=False)),
        _may("traps", "traps laid here", _several(TRAP_HERE)),
        _may("features", "what is concealed here", _several(FEATURE_HERE)),
        _may("obstacles", "what is in the way here", _several(OBSTACLE_HERE)),
        _may("creatures", "who is here", _several(CREATURES_HERE)),
        _may("things", "what lies here", _several(THING)),
    ),
)
SITE = _written(
    Site,
    {"name": LABEL, "encounters": Many(ROW), "effects": Many(Text(1, TEXT.most))},
    without=("id",),
    also=(
        _may("entrance", "the zone one comes in by; the first if not given", ID),
        _must("zones", "its rooms and passages", _several(ZONE)),
        _may("doors", "ways between zones", _several(DOOR, id_given=False)),
        _may("traps", "traps, each with its zone", _several(TRAP)),
        _may("features", "what is concealed, each with its zone", _several(FEATURE)),
        _may("obstacles", "what is in the way, each with its zone", _several(OBSTACLE)),
        _may("creatures", "who is there, each with its zone", _several(CREATURES)),
        _may("things", "what is there, each with its zone or with creatures", _several(IN_SITE)),
    ),
)


# The file

_ANY_VALUE = Either((Flag(), _ANY_NUMBER, LABEL))
NOTHING = "none"
"""How a file says that a house chooses no book, or no number, where others do."""

HOUSE = _written(
    HouseRules,
    {
        "preset": OneOf(tuple(PRESETS)),
        "clock": OneOf((*Clock, NOTHING)),
        "readings": Named(_ANY_VALUE),
    },
)
CAMPAIGN = Record(
    (
        _may("undercroft", "the version of this format", OneOf((VERSION,)), VERSION),
        _must("name", "what the campaign is called", LABEL),
        _may("day", "the day on which it begins", Whole(1, MOST), 1),
        _may("hour", "the time of day at which it begins", HOUR, "00:00"),
        _may("party", "who sets out, in marching order; all characters and hirelings if not given", Many(ID)),
        _may("house", "the house rules", HOUSE),
        _may("seats", "who plays", _several(SEAT)),
        _may("characters", "the delvers", _several(CHARACTER)),
        _may("hirelings", "those they pay", _several(HIRELING)),
        _may("sites", "the places to explore", _several(SITE)),
        _may("things", "what is written nowhere else", _several(ANYWHERE)),
    )
)


class Written(Struct, frozen=True):
    """A form by its name, and the struct that it writes down."""

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
    Written("gear", GEAR),
    Written("site", SITE, Site),
    Written("zone", ZONE, Zone),
    Written("shape", SHAPE, Shape),
    Written("door", DOOR, Door),
    Written("door-of-a-zone", DOOR_HERE, Door),
    Written("trap", TRAP, Trap),
    Written("trap-of-a-zone", TRAP_HERE, Trap),
    Written("feature", FEATURE, Feature),
    Written("feature-of-a-zone", FEATURE_HERE, Feature),
    Written("obstacle", OBSTACLE, Obstacle),
    Written("obstacle-of-a-zone", OBSTACLE_HERE, Obstacle),
    Written("creatures", CREATURES, Creatures),
    Written("creatures-of-a-zone", CREATURES_HERE, Creatures),
    Written("row", ROW, Row),
    Written("thing", THING, Thing),
    Written("thing-of-a-site", IN_SITE, Thing),
    Written("thing-anywhere", ANYWHERE, Thing),
)
"""Every form that has a name of its own."""
