"""A campaign written as a file that reads back equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, cast

import msgspec
from msgspec import Struct

from undercroft.exchange.campaignfile import house
from undercroft.exchange.campaignfile.belongings import carried_id, gear_line
from undercroft.exchange.campaignfile.entries import Taken
from undercroft.exchange.campaignfile.forms import VERSION
from undercroft.exchange.campaignfile.sites import PARTS
from undercroft.exchange.campaignfile.toml import Inline, Tree, dumped
from undercroft.exchange.campaignfile.wares import COPPERS
from undercroft.kernel.units import DAY, HOUR, MINUTE
from undercroft.table import bridge, purses
from undercroft.table.lands import LandHex, Lands, Way
from undercroft.table.names import PersonId, SiteId
from undercroft.table.opening import Begin
from undercroft.table.people import Person, Role
from undercroft.table.seats import REFEREE
from undercroft.table.sites import Door, Site
from undercroft.table.things import Carried, Guarded, Kind, Lying, Thing, Worn
from undercroft.table.wares import ITEMS

PAID = frozenset({Role.HIRELING, Role.HENCHMAN})
"""Those who are written as hirelings."""


def write(begin: Begin) -> str:
    """The file of a campaign."""
    days, seconds = divmod(begin.day_begins, DAY)
    tree: dict[str, Any] = {"undercroft": VERSION, "name": begin.name, "day": days + 1, "hour": _hour(seconds)}
    if begin.party != tuple(one.id for one in begin.people if one.role is not Role.CREATURE):
        tree["party"] = list(begin.party)
    tree["house"] = house.as_written(begin.house)
    tree["seats"] = {seat.id: said(seat, "id") for seat in begin.seats}
    owned = _by_owner(begin)
    tree |= _people(begin, owned)
    tree["sites"] = {site.id: _site(site, owned.in_sites.get(site.id, ())) for site in begin.sites}
    if begin.lands.hexes:
        tree["lands"] = _lands(begin.lands)
    if begin.hex is not None:
        tree["hex"] = begin.hex
    tree["things"] = {thing.id: {"place": _inline(thing.place), **_thing(thing, Kind.GEAR)} for thing in owned.others}
    return dumped({name: part for name, part in tree.items() if part != {}})


def _hour(seconds: int) -> str:
    hours, rest = divmod(seconds, HOUR)
    minutes, left = divmod(rest, MINUTE)
    return f"{hours:02}:{minutes:02}" + (f":{left:02}" if left else "")


def said(value: Struct, *without: str) -> dict[str, Any]:
    """What a struct says that is not said by saying nothing."""
    fields = (field for field in msgspec.structs.fields(value) if field.name not in without)
    found = ((field, getattr(value, field.name)) for field in fields)
    given = ((field, part) for field, part in found if part is not None)
    return {field.name: _plain(part) for field, part in given if field.required or part != _default(field)}


def _default(field: msgspec.structs.FieldInfo) -> object:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


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
    return Inline({**tag, **said(value)})


# People


def _people(begin: Begin, owned: _Owned) -> dict[str, Tree]:
    """Characters, then hirelings; where they stand in another order, all of them as characters."""
    paid = [person.role in PAID for person in begin.people]
    mixed = paid != sorted(paid)
    hired = [person for person in begin.people if person.role in PAID and not mixed]
    usual = {"role": Role.HIRELING.value, "seat": REFEREE}
    return {
        "characters": {one.id: _person(one, begin, owned, {}) for one in begin.people if one not in hired},
        "hirelings": {one.id: _person(one, begin, owned, usual) for one in hired},
    }


def _person(person: Person, begin: Begin, owned: _Owned, usual: Mapping[str, str]) -> Tree:
    told: dict[str, Any] = said(person, "id", "sheet", "hp", "hp_max", "fp", "role")
    told["hp"] = person.hp
    if person.fp != bridge.fatigue_max(person, begin.house.fatigue):
        told["fp"] = person.fp
    if person.hp != person.hp_max:
        told["hp_max"] = person.hp_max
    if person.role.value != usual.get("role", Role.DELVER.value):
        told["role"] = person.role.value
    if person.seat == usual.get("seat"):
        del told["seat"]
    sheet: dict[str, Any] = said(person.sheet)
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
    """Whether a thing is just what a purse is."""
    return thing == purses.purse(person, thing.worth or 0)


def _in_coins(coppers: int) -> Mapping[str, int]:
    """The fewest coins that come to so much."""
    coins: dict[str, int] = {}
    for coin, worth in COPPERS.items():
        coins[coin], coppers = divmod(coppers, worth)
    return {coin: count for coin, count in coins.items() if count} or {"copper": 0}


def _line(person: PersonId, thing: Thing, taken: Taken) -> object:
    told = _thing(thing, Kind.GEAR)
    derived = taken.free(carried_id(person, told))
    taken.take(thing.id)
    if thing.id != derived:
        return Inline({"id": thing.id, **told})
    plain = told.keys() <= {"item", "count"} and thing.item and thing.count
    return gear_line(thing.item, thing.count) if plain else Inline(told)


# Things


class _Owned(Struct, frozen=True):
    """Things by whom or where they are written; whatever would lose its place in the order is written by itself."""

    carried: Mapping[PersonId, tuple[Thing, ...]]
    in_sites: Mapping[SiteId, tuple[Thing, ...]]
    others: tuple[Thing, ...]


def _by_owner(begin: Begin) -> _Owned:
    carried = {person.id: tuple(on_person(person.id, begin.things)) for person in begin.people}
    in_sites = {site.id: tuple(in_site(site, begin.things)) for site in begin.sites}
    nested = [*(one for some in carried.values() for one in some), *(one for some in in_sites.values() for one in some)]
    written = {thing.id for thing in nested}
    others = tuple(thing for thing in begin.things if thing.id not in written)
    if (*nested, *others) != begin.things:
        return _Owned({}, {}, begin.things)
    return _Owned(carried, in_sites, others)


def on_person(person: PersonId, things: tuple[Thing, ...]) -> Iterator[Thing]:
    """In the order in which they will be read: at hand, packed away, and the purse."""
    mine = [thing for thing in things if isinstance(thing.place, Carried) and thing.place.by == person]
    yield from sorted(mine, key=lambda thing: (_is_purse(person, thing), thing.place != Carried(person, Worn.READIED)))


def in_site(site: Site, things: tuple[Thing, ...]) -> Iterator[Thing]:
    """What lies in a site, or is with its creatures."""
    return (thing for thing in things if isinstance(thing.place, Lying | Guarded) and thing.place.site == site.id)


def _thing(thing: Thing, usual: Kind) -> dict[str, Any]:
    """A thing without its id and its place, and without what its item says of it."""
    known: Tree = {"kind": usual.value, "points": 0}
    if thing.item in ITEMS:
        ware = ITEMS[thing.item]
        known = {"name": ware.name, "kind": ware.kind.value, "points": ware.load(thing.count)}
    given = {"name": thing.name, "kind": thing.kind.value, "points": thing.points}
    unlike = {name: value for name, value in given.items() if known.get(name) != value}
    return {**unlike, **said(thing, "id", "place", *given)}


# Sites


def _site(site: Site, things: tuple[Thing, ...]) -> Tree:
    told: dict[str, Any] = said(site, "id", "zones", "encounters", *PARTS)
    told["zones"] = {zone.id: said(zone, "id") for zone in site.zones.values()}
    for kind in PARTS:
        parts: Mapping[str, Any] = getattr(site, kind)
        told[kind] = {id: _door(part) if isinstance(part, Door) else said(part, "id") for id, part in parts.items()}
    told["things"] = {thing.id: {**_where(thing), **_thing(thing, Kind.TREASURE)} for thing in things}
    told["encounters"] = [said(row) for row in site.encounters]
    return {name: part for name, part in told.items() if part not in ({}, [])}


def _door(door: Door) -> Tree:
    return {"from": door.between[0], "to": door.between[1], **said(door, "id", "between")}


# Lands


def _lands(lands: Lands) -> Tree:
    told: dict[str, Any] = said(lands, "hexes", "ways", "creatures", "tables")
    told["tables"] = {name: [said(row) for row in rows] for name, rows in lands.tables.items()}
    told["creatures"] = {id: said(one, "id") for id, one in lands.creatures.items()}
    told["ways"] = [*_ways(lands.ways)]
    told["hexes"] = {id: _hex(hex) for id, hex in lands.hexes.items()}
    return {name: part for name, part in told.items() if part not in ({}, [])}


def _hex(hex: LandHex) -> Tree | Inline:
    """One with nothing in it takes a line, one with features a table of its own."""
    told = said(hex, "id", "features")
    features = {id: said(one, "id") for id, one in hex.features.items()}
    return {**told, "features": features} if features else Inline(told)


def _ways(ways: Iterable[Way]) -> Iterator[Tree]:
    """Ways that lead on from each other under one name are one."""
    through: list[str] = []
    last: Tree = {}
    for way in ways:
        told = said(way, "between")
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
