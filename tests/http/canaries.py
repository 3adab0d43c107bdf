"""Campaigns with a mark in every text that is secret, and with everything that can have one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Annotated, Any, TypeVar, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from tests.browser.chapel import begin
from tests.table.other_ids import OtherIds
from undercroft import demo
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.store.log import StoredPicture
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import (
    CreaturesId,
    DoorId,
    FeatureId,
    HexId,
    MessageId,
    MonsterId,
    ObstacleId,
    PictureId,
    RegionId,
    SiteId,
    TableId,
    TownId,
    TrapId,
    ZoneId,
)
from undercroft.table.state.lands import LandFeature, LandHex, LandHint, LandWay, Path, Region
from undercroft.table.state.lore import Monster, RandomTable, TableLine
from undercroft.table.state.markets import Goods, Market, Post, Service
from undercroft.table.state.messages import Handout
from undercroft.table.state.pictures import Picture
from undercroft.table.state.sites import Door, EncounterRow, Feature, Grade, Hindrance, Obstacle, Site, Trap, Zone
from undercroft.table.state.things import Carried, Lying, Thing
from undercroft.table.world.campaign_start import Begin

S = TypeVar("S", bound=Struct)

MARK = "quxocanary"
MACHINE_READ = frozenset(
    {"count", "damage", "dice", "encounters", "good", "item", "kind", "label", "number", "save", "weapon"}
)
"""Text that the table reads as dice, as a word of its own, as the name of a table, or as the number of a room."""


def marked(opening: Begin) -> Begin:
    """A campaign with a mark in every id, and in every text that is secret."""
    return OtherIds().of(with_marks(opening), Campaign())


ATTIC = SiteId("attic")
FAR, FURTHER = HexId("9090"), HexId("9091")
DRAWN = b"RIFF----WEBP" + MARK.encode() * 9
"""The bytes of a picture."""
PICTURE = PictureId(sha256(DRAWN).hexdigest())


def _attic() -> Site:
    """A site that nobody has heard of, with something of every kind."""
    loft, gable = ZoneId("loft"), ZoneId("gable")
    heap, chute, hatch = FeatureId("heap"), TrapId("chute"), DoorId("hatch")
    owls, gap = CreaturesId("owls"), ObstacleId("gap")
    return Site(
        ATTIC,
        f"{MARK} attic",
        loft,
        zones={
            loft: Zone(loft, f"{MARK} loft", f"{MARK} dust", f"{MARK} draughts", "A nest."),
            gable: Zone(gable, "gable", "Beams.", "Wind."),
        },
        doors={hatch: Door(hatch, (loft, gable), name="hatch")},
        traps={chute: Trap(chute, gable, "chute", "a seam", "The floor drops.", damage="1d6")},
        features={heap: Feature(heap, gable, Grade.SECRET, "a heap", where="a corner", answer="dig", clues=("lint",))},
        obstacles={gap: Obstacle(gap, gable, Hindrance.PIT, "gap")},
        creatures={owls: Creatures(owls, "owls", 2, Fraction(1), gable, notes="hunt mice")},
        encounters=(EncounterRow("owls", owls, omen="A hoot."),),
    )


def _far_hexes() -> dict[HexId, LandHex]:
    """Hexes that nobody has seen, with a town in one of them."""
    market = Market(
        goods={"idol": Goods(price=7, name=f"{MARK} idol")},
        hirelings={f"{MARK} spy": Post(wage=9)},
        services={"rite": Service(f"{MARK} rite", 5, cures=(f"{MARK} curse",), text=f"{MARK} smoke")},
    )
    town = LandFeature(
        FeatureId("town"),
        "town",
        "A town.",
        Visibility.HIDDEN,
        town=TownId("hidden-town"),
        market=market,
        hints=(LandHint("Smoke.", lead="a road"),),
        secret="Burns down.",
    )
    far = LandHex(
        FAR,
        Terrain.FOREST,
        f"{MARK} wood",
        f"{MARK} trees",
        "Haunted.",
        encounters=f"{MARK} beasts",
        good=f"{MARK} luck",
        features={town.id: town},
        region=RegionId("march"),
    )
    return {FAR: far, FURTHER: LandHex(FURTHER, Terrain.FOREST)}


def pictures(opening: Begin) -> tuple[StoredPicture, ...]:
    """The pictures that belong to a campaign of these."""
    return tuple(StoredPicture(picture.id, DRAWN) for picture in opening.pictures)


def crowded(opening: Begin) -> Begin:
    """A campaign with something secret of every kind beside its own."""
    owl = Monster(
        MonsterId("owl"), "owl", Fraction(1), plural="owls", treasure="pellets", about="It blinks.", notes="Hunts."
    )
    hoots = RandomTable(TableId("hoots"), "hoots", "d2", (TableLine(1, 1, "hoo"), TableLine(2, 2, "hoot")))
    region = Region(
        RegionId("march"),
        f"{MARK} march",
        f"{MARK} beasts",
        f"{MARK} luck",
        {f"{MARK} fall": (Weather.CLEAR,)},
    )
    letter = Handout(MessageId("letter"), f"{MARK} letter", f"{MARK} dear", PICTURE, 8, 8, f"{MARK} a seal")
    rows = (EncounterRow("bats", omen="Wings."),)
    lands = opening.lands
    lands = replace(
        lands,
        hexes={**lands.hexes, **_far_hexes()},
        ways=(*lands.ways, LandWay((FAR, FURTHER), Path.TRAIL, f"{MARK} trail")),
        tables={**lands.tables, f"{MARK} beasts": rows, f"{MARK} luck": rows},
        weathers={**lands.weathers, f"{MARK} fall": (Weather.CLEAR,)},
        regions={**lands.regions, region.id: region},
    )
    return replace(
        opening,
        sites=(*opening.sites, _attic()),
        lands=lands,
        bestiary=(*opening.bestiary, owl),
        tables=(*opening.tables, hoots),
        pictures=(*opening.pictures, Picture(PICTURE, 8, 8, len(DRAWN), f"{MARK} seal")),
        handouts=(*opening.handouts, letter),
    )


OPENINGS: Mapping[str, Callable[[], Begin]] = {
    "chapel": lambda: crowded(begin()),
    "demo": lambda: crowded(demo.campaign()),
}


def with_marks(opening: Begin) -> Begin:
    """A campaign with a mark in every text that is secret: all of each site but its first room.

    Which texts there are is read from the types, so that a new one is marked too.
    """
    entrances = [Lying(site.id, site.entrance) for site in opening.sites]
    things = tuple(thing if thing.place in entrances else _thing(thing) for thing in opening.things)
    lands = replace(
        opening.lands,
        hexes={id: _hex(hex) for id, hex in opening.lands.hexes.items()},
        tables={name: tuple(map(_texts, rows)) for name, rows in opening.lands.tables.items()},
        creatures={id: _texts(creature) for id, creature in opening.lands.creatures.items()},
    )
    return replace(
        opening,
        sites=tuple(_site(site) for site in opening.sites),
        things=things,
        lands=lands,
        bestiary=tuple(map(_texts, opening.bestiary)),
        tables=tuple(
            replace(_texts(each_table), rows=tuple(map(_texts, each_table.rows))) for each_table in opening.tables
        ),
    )


def _texts(one: S, *known: str) -> S:
    """With a mark in every text but those that are known."""
    news: dict[str, object] = {}
    for field in fields(one):
        value = getattr(one, field.name)
        if field.name in known or field.name in MACHINE_READ or _plain(field.type) not in (str, tuple[str, ...]):
            continue
        news[field.name] = tuple(f"{MARK} {each}" for each in value) if isinstance(value, tuple) else f"{MARK} {value}"
    return replace(one, **news)


def _plain(kind: Any) -> Any:
    """A type without its bounds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _thing(thing: Thing) -> Thing:
    return thing if isinstance(thing.place, Carried) else _texts(thing)


def _hex(hex: LandHex) -> LandHex:
    features = {
        id: replace(
            _texts(feature, *(("name", "what") if feature.grade is Visibility.OVERT else ())),
            hints=tuple(map(_texts, feature.hints)),
        )
        for id, feature in hex.features.items()
    }
    return replace(hex, secret=f"{MARK} {hex.secret}", features=features)


def _site(site: Site) -> Site:
    def far(one: Any) -> bool:
        return bool(one.zone != site.entrance)

    return replace(
        site,
        zones={
            id: _texts(zone, *(("name", "glance", "senses") if id == site.entrance else ()))
            for id, zone in site.zones.items()
        },
        doors={
            id: _texts(door) if door.hidden or site.entrance not in door.between else door
            for id, door in site.doors.items()
        },
        traps={id: _texts(trap, *(() if far(trap) else ("name", "tell"))) for id, trap in site.traps.items()},
        features={id: _texts(feature) for id, feature in site.features.items()},
        obstacles={id: _texts(obstacle) if far(obstacle) else obstacle for id, obstacle in site.obstacles.items()},
        creatures={id: _texts(creature) if far(creature) else creature for id, creature in site.creatures.items()},
        encounters=tuple(map(_texts, site.encounters)),
        effects=(MARK,),
    )


KNOWN_TEXTS = {
    **dict.fromkeys(("Begin.name", "Seat.name", "Lands.name", "Lands.season"), "told to everybody when it begins"),
    **dict.fromkeys(("Person.about", "Person.name", "Person.terms"), "people are known to the table"),
    **dict.fromkeys(("Condition.name", "Condition.note", "Condition.marks"), "on the sheets of people"),
    **dict.fromkeys(("Sheet.character_class", "Sheet.credits", "Sheet.feats", "Sheet.occupation"), "on their sheets"),
    **dict.fromkeys(("Sheet.overrides", "Sheet.raises", "Sheet.skills"), "on their sheets"),
    **dict.fromkeys(("Power.damage", "Power.does", "Power.healing", "Power.name", "Power.price"), "on their sheets"),
    **dict.fromkeys(("HouseRules.preset", "HouseRules.readings"), "house rules are known to the table"),
    **dict.fromkeys(("Begin.hex", "InHex.hex", "LandHex.id", "LandWay.between", "Lands.hexes"), "places on the map"),
    **dict.fromkeys(("Seat.id", "Person.seat", "Handout.read_by", "Handout.shown_to", "Creatures.known_to"), "ids"),
    **dict.fromkeys(("Handout.id", "Handout.picture", "Picture.id", "Site.pictures"), "ids"),
    "Person.sent_back": "for one player, who writes it in play",
    "RandomTable.dice": "read as dice",
    "Thing.item": "a name in the price list of a book",
    "Lands.encounters": "the name of a table that the lands have anyway",
    "Lands.good": "the name of a table that the lands have anyway",
}
"""Texts of a campaign's file that have no mark, and why."""
