"""Writing a campaign as a file that reads back equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import Any, cast

import msgspec
from msgspec import Struct

from undercroft.exchange.campaignfile import house
from undercroft.exchange.campaignfile.belongings import carried_id, gear_line
from undercroft.exchange.campaignfile.entries import Taken
from undercroft.exchange.campaignfile.forms import VERSION
from undercroft.exchange.campaignfile.lore import from_monster, row_written
from undercroft.exchange.campaignfile.sites import PARTS
from undercroft.exchange.campaignfile.toml import dumped
from undercroft.exchange.campaignfile.toml_tree import Inline, Tree
from undercroft.exchange.campaignfile.wares import COPPERS
from undercroft.kernel.shape import default_of
from undercroft.kernel.units import DAY, HOUR, MINUTE
from undercroft.table import bridge
from undercroft.table.gear import money
from undercroft.table.gear.prices import ITEMS
from undercroft.table.lore.lookup import shared
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import MonsterId, PersonId, SiteId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, Site
from undercroft.table.state.things import Carried, Guarded, Lying, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin

PAID = frozenset({Role.HIRELING, Role.HENCHMAN})
"""The roles written as hirelings."""


class Homes(Struct, frozen=True):
    """Where a file that is there already lists people and things that could be listed in two places."""

    characters: frozenset[str] = frozenset()
    hirelings: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    """The things listed with the campaign, each with its place."""


def write(begin: Begin) -> str:
    """The file of a campaign."""
    return dumped({name: part for name, part in tree_of(begin).items() if part != {}})


def tree_of(begin: Begin, homes: Homes | None = None) -> dict[str, Any]:
    """A campaign as the values of a file, in the order of a new file, or with everything at home in an old one."""
    days, seconds = divmod(begin.day_begins, DAY)
    tree: dict[str, Any] = {"undercroft": VERSION, "name": begin.name, "day": days + 1, "hour": _hour(seconds)}
    if begin.party != tuple(person.id for person in begin.people if person.role is not Role.CREATURE):
        tree["party"] = list(begin.party)
    tree["house"] = house.as_written(begin.house)
    tree["seats"] = {seat.id: stated(seat, "id") for seat in begin.seats}
    owned = _by_owner(begin) if homes is None else _at_home(begin, homes)
    tree |= _people(begin, owned, homes)
    monsters = {**STARTER, **{monster.id: monster for monster in begin.bestiary}}
    tree["sites"] = {site.id: site_tree(site, owned.in_sites.get(site.id, ()), monsters) for site in begin.sites}
    if begin.lands.hexes:
        tree["lands"] = _lands(begin.lands, monsters)
    tree["bestiary"] = {monster.id: stated(monster, "id") for monster in begin.bestiary}
    tree["tables"] = {table.id: _table(table) for table in begin.tables}
    if begin.hex is not None:
        tree["hex"] = begin.hex
    tree["things"] = {
        thing.id: {"place": _inline(thing.place), **_thing(thing, ThingKind.GEAR)} for thing in owned.others
    }
    return tree


def _hour(seconds: int) -> str:
    hours, rest = divmod(seconds, HOUR)
    minutes, left = divmod(rest, MINUTE)
    return f"{hours:02}:{minutes:02}" + (f":{left:02}" if left else "")


def stated(value: Struct, *without: str) -> dict[str, Any]:
    """The fields of a struct that differ from their defaults, and the required ones."""
    fields = (field for field in msgspec.structs.fields(value) if field.name not in without)
    found = ((field, getattr(value, field.name)) for field in fields)
    given = ((field, part) for field, part in found if part is not None)
    return {field.name: _plain(part) for field, part in given if field.required or part != default_of(field)}


def _plain(value: object) -> Any:
    match value:
        case Enum():
            return value.value
        case Struct():
            return _inline(value)
        case Mapping():
            named = cast("Mapping[object, object]", value)
            return Inline({str(name): _plain(part) for name, part in named.items()})
        case frozenset():
            return sorted(map(_plain, value))
        case tuple():
            return [_plain(part) for part in cast("Sequence[object]", value)]
        case _:
            return value


def _inline(value: Struct) -> Inline:
    config = value.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return Inline({**tag, **stated(value)})


# People


def _people(begin: Begin, owned: _Owned, homes: Homes | None) -> dict[str, Tree]:
    """Characters, then hirelings; if they are in another order and have no homes, all of them as characters."""
    paid = [person.role in PAID for person in begin.people]
    if homes is not None:
        hired = [person for person in begin.people if is_hireling(person, homes)]
    else:
        mixed = paid != sorted(paid)
        hired = [person for person in begin.people if person.role in PAID and not mixed]
    usual = {"role": Role.HIRELING.value, "seat": REFEREE}
    return {
        "characters": {person.id: _person(person, begin, owned, {}) for person in begin.people if person not in hired},
        "hirelings": {person.id: _person(person, begin, owned, usual) for person in hired},
    }


def is_hireling(person: Person, homes: Homes) -> bool:
    """Whether a file lists a person, or should list a new one, with the hirelings."""
    return person.id in homes.hirelings or (person.role in PAID and person.id not in homes.characters)


def _person(person: Person, begin: Begin, owned: _Owned, usual: Mapping[str, str]) -> Tree:
    told: dict[str, Any] = stated(person, "id", "sheet", "hp", "hp_max", "fp", "role")
    told["hp"] = person.hp
    if person.fp != bridge.fatigue_max(person, begin.house.fatigue):
        told["fp"] = person.fp
    if person.hp != person.hp_max:
        told["hp_max"] = person.hp_max
    if person.role.value != usual.get("role", Role.DELVER.value):
        told["role"] = person.role.value
    if person.seat == usual.get("seat"):
        del told["seat"]
    sheet: dict[str, Any] = stated(person.sheet)
    if "character_class" in sheet:
        sheet["class"] = sheet.pop("character_class")
    gear = _gear(person.id, owned.carried.get(person.id, ()))
    return {**told, **({"sheet": sheet} if sheet else {}), **({"gear": gear} if gear else {})}


def _gear(person: PersonId, things: Iterable[Thing]) -> Tree:
    taken = Taken()
    gear: dict[str, Any] = {}
    for thing in things:
        if _is_purse(person, thing):
            gear["coins"] = Inline(_in_coins(thing.worth or 0))
        elif isinstance(thing.place, Carried):
            gear.setdefault(thing.place.how.value, []).append(_line(person, thing, taken))
    return gear


def _is_purse(person: PersonId, thing: Thing) -> bool:
    """Whether a thing equals a purse with its worth."""
    return thing == money.purse(person, thing.worth or 0)


def _in_coins(coppers: int) -> Mapping[str, int]:
    """The fewest coins with that value."""
    coins: dict[str, int] = {}
    for coin, worth in COPPERS.items():
        coins[coin], coppers = divmod(coppers, worth)
    return {coin: count for coin, count in coins.items() if count} or {"copper": 0}


def _line(person: PersonId, thing: Thing, taken: Taken) -> object:
    told = _thing(thing, ThingKind.GEAR)
    derived = taken.free(carried_id(person, told))
    taken.take(thing.id)
    if thing.id != derived:
        return Inline({"id": thing.id, **told})
    plain = told.keys() <= {"item", "count"} and thing.item and thing.count
    return gear_line(thing.item, thing.count) if plain else Inline(told)


# Things


class _Owned(Struct, frozen=True):
    """The things by owner or place. A thing that would lose its place in the order is listed separately."""

    carried: Mapping[PersonId, tuple[Thing, ...]]
    in_sites: Mapping[SiteId, tuple[Thing, ...]]
    others: tuple[Thing, ...]


def _by_owner(begin: Begin) -> _Owned:
    carried = {person.id: tuple(on_person(person.id, begin.things)) for person in begin.people}
    in_sites = {site.id: tuple(in_site(site, begin.things)) for site in begin.sites}
    nested = [*chain.from_iterable(carried.values()), *chain.from_iterable(in_sites.values())]
    written = {thing.id for thing in nested}
    others = tuple(thing for thing in begin.things if thing.id not in written)
    if (*nested, *others) != begin.things:
        return _Owned({}, {}, begin.things)
    return _Owned(carried, in_sites, others)


def _at_home(begin: Begin, homes: Homes) -> _Owned:
    """The things by owner or place, except those that the file lists with the campaign."""
    loose = tuple(thing for thing in begin.things if thing.id not in homes.things)
    carried = {person.id: tuple(on_person(person.id, loose)) for person in begin.people}
    in_sites = {site.id: tuple(in_site(site, loose)) for site in begin.sites}
    written = {thing.id for owner in (carried, in_sites) for things in owner.values() for thing in things}
    return _Owned(carried, in_sites, tuple(thing for thing in begin.things if thing.id not in written))


def on_person(person: PersonId, things: tuple[Thing, ...]) -> Iterator[Thing]:
    """The person's things in the order of reading: readied, stowed, and the purse."""
    mine = [thing for thing in things if isinstance(thing.place, Carried) and thing.place.by == person]
    yield from sorted(mine, key=lambda thing: (_is_purse(person, thing), thing.place != Carried(person, Worn.READIED)))


def in_site(site: Site, things: tuple[Thing, ...]) -> Iterator[Thing]:
    """The things in a site, or with its creatures."""
    return (thing for thing in things if isinstance(thing.place, Lying | Guarded) and thing.place.site == site.id)


def _thing(thing: Thing, usual: ThingKind) -> dict[str, Any]:
    """A thing without its id and place, and without what its item implies."""
    known: Tree = {"kind": usual.value, "points": 0}
    if thing.item in ITEMS:
        ware = ITEMS[thing.item]
        known = {"name": ware.name, "kind": ware.kind.value, "points": ware.load(thing.count)}
    given = {"name": thing.name, "kind": thing.kind.value, "points": thing.points}
    unlike = {name: value for name, value in given.items() if known.get(name) != value}
    return {**unlike, **stated(thing, "id", "place", *given)}


# Sites


def site_tree(site: Site, things: tuple[Thing, ...], monsters: Mapping[MonsterId, Monster]) -> Tree:
    """A site as a file has it, with the things in it."""
    told: dict[str, Any] = stated(site, "id", "zones", "encounters", *PARTS)
    told["zones"] = {zone.id: stated(zone, "id") for zone in site.zones.values()}
    for kind in PARTS:
        parts: Mapping[str, Any] = getattr(site, kind)
        told[kind] = {id: _part(part, monsters) for id, part in parts.items()}
    told["things"] = {thing.id: {**_where(thing), **_thing(thing, ThingKind.TREASURE)} for thing in things}
    told["encounters"] = [stated(row) for row in site.encounters]
    return {name: part for name, part in told.items() if part not in ({}, [])}


def _part(part: Struct, monsters: Mapping[MonsterId, Monster]) -> Tree:
    match part:
        case Door():
            return {"from": part.between[0], "to": part.between[1], **stated(part, "id", "between")}
        case Creatures():
            return _creatures(part, monsters)
        case _:
            return stated(part, "id")


def _creatures(creatures: Creatures, monsters: Mapping[MonsterId, Monster]) -> Tree:
    """Creatures without what their monster says; what differs from it is stated even where it is the default."""
    known = from_monster(creatures, monsters)
    told = stated(creatures, "id", *known)
    if not known:
        return told
    differs = (name for name in shared(monsters[creatures.monster or MonsterId("")]) if name not in known)
    return {**told, **{name: _plain(getattr(creatures, name)) for name in differs}}


def _table(table: RandomTable) -> Tree:
    return {**stated(table, "id", "rows"), "rows": [row_written(row) for row in table.rows]}


# Lands


def _lands(lands: Lands, monsters: Mapping[MonsterId, Monster]) -> Tree:
    told: dict[str, Any] = stated(lands, "hexes", "ways", "creatures", "tables", "regions")
    told["tables"] = {name: [stated(row) for row in rows] for name, rows in lands.tables.items()}
    told["creatures"] = {id: _creatures(creatures, monsters) for id, creatures in lands.creatures.items()}
    told["regions"] = {id: stated(region, "id") for id, region in lands.regions.items()}
    told["ways"] = [*_ways(lands.ways)]
    told["hexes"] = {id: _hex(hex) for id, hex in lands.hexes.items()}
    return {name: part for name, part in told.items() if part not in ({}, [])}


def _hex(hex: LandHex) -> Tree | Inline:
    """A hex without features takes one line; a hex with features gets its own table."""
    told = stated(hex, "id", "features")
    features = {id: _feature(feature) for id, feature in hex.features.items()}
    return {**told, "features": features} if features else Inline(told)


def _feature(feature: LandFeature) -> Tree:
    """A feature; the market of a town gets tables of its own, with a line for each ware, job and service."""
    market: dict[str, Any] = stated(feature.market, "goods", "hirelings", "services")
    named = ((name, getattr(feature.market, name)) for name in ("goods", "hirelings", "services"))
    market |= {name: {id: _inline(part) for id, part in parts.items()} for name, parts in named if parts}
    return {**stated(feature, "id", "market"), **({"market": market} if market else {})}


def _ways(ways: Iterable[LandWay]) -> Iterator[Tree]:
    """The ways, where consecutive ways of one name are joined."""
    through: list[str] = []
    last: Tree = {}
    for way in ways:
        told = stated(way, "between")
        if through and told == last and through[-1] == way.between[0]:
            through.append(way.between[1])
            continue
        if through:
            yield {"through": through, **last}
        through, last = [*way.between], told
    if through:
        yield {"through": through, **last}


def _where(thing: Thing) -> Tree:
    match thing.place:
        case Lying(zone=zone):
            return {"zone": zone}
        case Guarded(by=by):
            return {"with": by}
        case _:
            return {}
