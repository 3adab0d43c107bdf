"""New parts of a campaign file from words on the command line: where each belongs, and what is written of it."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.campaignfile.problems import Path
from undercroft.exchange.campaignfile.toml_tree import Tree
from undercroft.exchange.campaignfile.writing import stated
from undercroft.exchange.random_table import read_random_table
from undercroft.faces.views.prepare.market_words import count_in, price_in_words
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.table.fight.foe_line import as_monster, read_foes
from undercroft.table.gear.prices import WARES, ware_named
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import LandHex
from undercroft.table.state.lore import ArmourScale
from undercroft.table.state.new_ids import new_id
from undercroft.table.state.sites import Site
from undercroft.table.world.campaign_start import Begin

KINDS = ("site", "room", "exit", "creature", "table", "person", "land", "hex", "region", "town", "ware")


class NewPart(Struct, frozen=True):
    """A part to add: its kind and its name, and the options that say where and what."""

    kind: str
    name: str
    place: str = ""
    """A site, or a site and a room as in mill/yard."""
    start: str = ""
    """The room that an exit leads from, or that a new room is joined to."""
    to: str = ""
    seat: str = ""
    terrain: str = ""
    rows: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    hireling: bool = False


def new_parts(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    """The parts to add, each by its path in the file."""
    if asked.kind not in _MAKERS:
        raise BadInput(
            "usage", f"a file has no {asked.kind[:20]} to add", f"write {', '.join(KINDS[:-1])} or {KINDS[-1]}"
        )
    if not asked.name.strip():
        raise BadInput("usage", f"the {asked.kind} has no name", "write its name after the kind")
    made = _MAKERS[asked.kind](begin, asked)
    first = next(iter(made))
    return {**made, first: {**made[first], **_fields(asked.fields)}}


def _fields(written: Iterable[str]) -> Mapping[str, Any]:
    """Further fields as a file has them: `lit=true`, `glance=Nettles`."""
    found: dict[str, Any] = {}
    for each in written:
        key, equals, value = each.partition("=")
        if not equals or not key.strip():
            raise BadInput("usage", f"--set cannot be {each[:40]}", "write it like lit=true")
        try:
            found[key.strip()] = tomllib.loads(f"x = {value.strip()}")["x"]
        except tomllib.TOMLDecodeError:
            found[key.strip()] = value.strip()
    return found


def _site(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    id = new_id(asked.name, [site.id for site in begin.sites])
    room = asked.start or "Entrance"
    return {
        ("sites", id): {"name": asked.name},
        ("sites", id, "zones", new_id(room, ())): {"name": room},
    }


def _room(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    site = _site_named(begin, asked.place)
    id = new_id(asked.name, site.zones)
    made: dict[Path, Tree] = {("sites", site.id, "zones", id): {"name": asked.name}}
    if asked.start:
        before = _room_named(site, asked.start)
        made["sites", site.id, "doors", new_id(f"{before}-{id}", _doors(begin))] = {"from": before, "to": id}
    return made


def _exit(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    site = _site_named(begin, asked.place)
    if not asked.start or not asked.to:
        raise BadInput("usage", "an exit leads from one room to another", "write --from ROOM --to ROOM")
    keys = {"from": _room_named(site, asked.start), "to": _room_named(site, asked.to), "name": asked.name}
    return {("sites", site.id, "doors", new_id(asked.name, _doors(begin))): keys}


def _doors(begin: Begin) -> list[str]:
    return [door for site in begin.sites for door in site.doors]


def _creature(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    """Creatures in a room by one line, or a monster of the bestiary."""
    monsters = {**STARTER, **{monster.id: monster for monster in begin.bestiary}}
    muster = read_foes(asked.name, monsters.values())
    if not asked.place:
        monster = as_monster(muster, ArmourScale.FROM_ZERO)
        id = new_id(monster.name, [each.id for each in begin.bestiary])
        return {("bestiary", id): stated(monster, "id")}
    site = _site_named(begin, asked.place.partition("/")[0])
    if not muster.count.isdecimal():
        raise BadInput(
            "bad_number", f"{muster.count} is not a number of creatures for a room", "write how many there are"
        )
    here = {"count": int(muster.count), "zone": _room_named(site, asked.place.partition("/")[2])}
    id = new_id(muster.name, site.creatures)
    if muster.monster is not None:
        return {("sites", site.id, "creatures", id): {"monster": muster.monster, **here}}
    own = stated(
        as_monster(muster, ArmourScale.FROM_ZERO), "id", "name", "plural", "number", "weapon", "morale", "xp", "save"
    )
    return {("sites", site.id, "creatures", id): {"name": muster.name.capitalize(), **here, **own}}


def _table(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    if not asked.rows:
        raise BadInput("usage", "a table has rows", "write each with --row, such as --row '2-7 wax'")
    read = read_random_table("\n".join((asked.name, *asked.rows)))
    name = read.name or asked.name
    rows = [f"{row.numbers} {row.text}" for row in read.rows]
    return {
        ("tables", new_id(name, [table.id for table in begin.tables])): {"name": name, "dice": read.dice, "rows": rows}
    }


def _person(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    id = new_id(asked.name, [person.id for person in begin.people])
    if asked.hireling:
        return {("hirelings", id): {"name": asked.name, **({"seat": asked.seat} if asked.seat else {}), "hp": 1}}
    if not asked.seat:
        seats = ", ".join(seat.id for seat in begin.seats)
        raise BadInput("usage", f"{asked.name[:40]} has no player", f"write --seat SEAT; seats: {seats or 'referee'}")
    return {("characters", id): {"name": asked.name, "seat": asked.seat, "hp": 1}}


def _land(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    if begin.lands.hexes:
        raise BadInput("usage", "the file has its lands already", "add hexes to them")
    hex = asked.place or "0101"
    return {("lands",): {"name": asked.name}, ("lands", "hexes", hex): {"terrain": asked.terrain or "plains"}}


def _hex(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    if not begin.lands.hexes:
        raise BadInput("usage", "the file has no lands yet", "add them first: campaign add FILE land NAME")
    if asked.name in begin.lands.hexes:
        raise BadInput("twice", f"the file has a hex {asked.name} already", "edit it instead")
    return {("lands", "hexes", asked.name): {"terrain": asked.terrain or "plains"}}


def _region(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    """A region; `joined` gives it its hexes."""
    if not begin.lands.hexes:
        raise BadInput("usage", "the file has no lands yet", "add them first: campaign add FILE land NAME")
    if asked.place:
        _hex_named(begin, asked.place)
    if asked.terrain and asked.terrain not in tuple(Terrain):
        raise BadInput("usage", f"there is no terrain {asked.terrain[:20]}", f"write {', '.join(Terrain)}")
    return {("lands", "regions", new_id(asked.name, begin.lands.regions)): {"name": asked.name}}


def joined(begin: Begin, asked: NewPart) -> Begin | None:
    """The campaign with the hexes that a new region takes in: all of a terrain, or one; None if it takes none."""
    if _MAKERS[asked.kind] is not _region or not (asked.terrain or asked.place):
        return None
    lands, id = begin.lands, [*begin.lands.regions][-1]
    hexes = {**lands.hexes}
    if asked.place:
        hexes[HexId(asked.place)] = replace(hexes[HexId(asked.place)], region=id)
    terrains = {**lands.terrains, Terrain(asked.terrain): id} if asked.terrain else lands.terrains
    return replace(begin, lands=replace(lands, hexes=hexes, terrains=terrains))


def _town(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    """A settlement in a hex."""
    hex = _hex_named(begin, asked.place)
    taken = [feature for each in begin.lands.hexes.values() for feature in each.features]
    id = new_id(asked.name, taken)
    return {
        ("lands", "hexes", hex.id, "features", id): {
            "name": asked.name,
            "what": "A town.",
            "town": id,
            "grade": "overt",
        }
    }


def _ware(begin: Begin, asked: NewPart) -> dict[Path, Tree]:
    """A ware of a town's market by one line: its name, and its price, how many are left, or `not sold`."""
    towns = [(hex, feature) for hex in begin.lands.hexes.values() for feature in hex.features.values() if feature.town]
    named = [(hex, town) for hex, town in towns if asked.place in ("", town.id, town.name, hex.id)]
    if len(named) != 1:
        known = ", ".join(town.id for _, town in towns)
        fix = f"write --in TOWN; towns: {known}" if known else "add one first: campaign add FILE town NAME --in HEX"
        raise NotFound("no_such_town", f"there is no town {asked.place[:40]}" if asked.place else "which town?", fix)
    (hex, town), (name, *rest) = named[0], [part.strip() for part in asked.name.split(",")]
    listed = ware_named(name)
    goods: dict[str, Any] = {} if listed is not None else {"name": name}
    for part in rest:
        if part == "not sold":
            goods["sold"] = False
        elif part.endswith(" left"):
            goods["left"] = count_in(part.removesuffix(" left"))
        else:
            goods["price"] = price_in_words(part)
    if listed is None and "price" not in goods:
        raise BadInput("no_price", f"{name[:40]} is not on the price list", "write a price, such as 'eel pie, 5c'")
    id = listed or new_id(name, (*WARES, *town.market.goods))
    return {("lands", "hexes", hex.id, "features", town.id, "market", "goods", id): goods}


def _hex_named(begin: Begin, place: str) -> LandHex:
    found = begin.lands.hexes.get(HexId(place))
    if found is None:
        known = ", ".join(list(begin.lands.hexes)[:8])
        fix = f"write --in HEX; hexes: {known}" if known else "add lands first: campaign add FILE land NAME"
        raise NotFound("no_such_hex", f"there is no hex {place[:40]}" if place else "which hex?", fix)
    return found


_MAKERS: Mapping[str, Callable[[Begin, NewPart], dict[Path, Tree]]] = dict(
    zip(KINDS, (_site, _room, _exit, _creature, _table, _person, _land, _hex, _region, _town, _ware), strict=True)
)


def _site_named(begin: Begin, place: str) -> Site:
    """The site with an id, or the only one."""
    if not place and len(begin.sites) == 1:
        return begin.sites[0]
    for site in begin.sites:
        if place in (site.id, site.name):
            return site
    known = ", ".join(site.id for site in begin.sites)
    fix = f"write --in SITE; sites: {known}" if known else "add a site first: campaign add FILE site NAME"
    raise NotFound("no_such_site", f"there is no site {place[:40]}" if place else "which site?", fix)


def _room_named(site: Site, name: str) -> str:
    """The id of a room by its id, its number or its name."""
    for zone in site.zones.values():
        if name in (zone.id, zone.label) or name.casefold() == zone.name.casefold():
            return zone.id
    raise NotFound("no_such_room", f"{site.name} has no room {name[:40]}", f"rooms: {', '.join(site.zones)}")
