"""A campaign written as a file that reads back equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, cast

import msgspec
from msgspec import Struct

from undercroft.books.sovereign.units import DAY
from undercroft.exchange.campaignfile import house
from undercroft.exchange.campaignfile.belongings import carried_id, gear_line
from undercroft.exchange.campaignfile.entries import Taken
from undercroft.exchange.campaignfile.forms import VERSION
from undercroft.exchange.campaignfile.sites import PARTS
from undercroft.exchange.campaignfile.toml import Inline, Tree, dumped
from undercroft.exchange.campaignfile.wares import COINS, WARES, coin_name, coin_worth
from undercroft.kernel.units import HOUR, MINUTE
from undercroft.table.names import PersonId, SiteId, ThingId
from undercroft.table.opening import Begin
from undercroft.table.people import Person, Role
from undercroft.table.seats import REFEREE
from undercroft.table.sites import Door, Site
from undercroft.table.things import Carried, Guarded, Kind, Lying, Thing, Worn

_PAID = frozenset({Role.HIRELING, Role.HENCHMAN})


def write(begin: Begin) -> str:
    """The file of a campaign."""
    days, seconds = divmod(begin.day_begins, DAY)
    tree: dict[str, Any] = {"undercroft": VERSION, "name": begin.name, "day": days + 1, "hour": _hour(seconds)}
    if begin.party != tuple(one.id for one in begin.people if one.role is not Role.CREATURE):
        tree["party"] = list(begin.party)
    rules = {**said(begin.house, "readings"), "readings": house.as_written(begin.house)}
    tree["house"] = {name: value for name, value in rules.items() if value or name != "readings"}
    tree["seats"] = {seat.id: said(seat, "id") for seat in begin.seats}
    owned = _by_owner(begin)
    tree |= _people(begin.people, owned)
    tree["sites"] = {site.id: _site(site, owned.in_sites.get(site.id, ())) for site in begin.sites}
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
        case tuple():
            return [_plain(part) for part in cast("Sequence[object]", value)]
        case _:
            return value


def _inline(value: Struct) -> Inline:
    config = value.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return Inline({**tag, **said(value)})


# People


def _people(people: tuple[Person, ...], owned: _Owned) -> dict[str, Tree]:
    """Characters, then hirelings; where they stand in another order, all of them as characters."""
    paid = [person.role in _PAID for person in people]
    if paid != sorted(paid):
        return {"characters": {person.id: _person(person, owned, {}) for person in people}}
    usual = {"role": Role.HIRELING.value, "seat": REFEREE}
    return {
        "characters": {person.id: _person(person, owned, {}) for person in people if person.role not in _PAID},
        "hirelings": {person.id: _person(person, owned, usual) for person in people if person.role in _PAID},
    }


def _person(person: Person, owned: _Owned, usual: Mapping[str, str]) -> Tree:
    told: dict[str, Any] = said(person, "id", "sheet", "hp", "hp_max", "role")
    told["hp"] = person.hp
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
    coins: dict[str, int] = {}
    for thing in things:
        coin = _coin(person, thing)
        if coin is not None:
            coins[coin] = thing.count
        elif isinstance(thing.place, Carried):
            gear.setdefault(thing.place.how.value, []).append(_line(person, thing, taken))
    return {**gear, **({"coins": Inline(coins)} if coins else {})}


def _coin(person: PersonId, thing: Thing) -> str | None:
    """Whose purse it is, if it is just what a purse holds."""
    for coin in COINS:
        worth = coin_worth(coin, thing.count)
        place = Carried(person, Worn.STOWED)
        usual = Thing(ThingId(f"{person}-{coin}"), coin_name(coin), Kind.COINS, place, thing.count, worth=worth)
        if thing == usual and thing.count:
            return coin
    return None


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
    carried = {person.id: tuple(_on(person.id, begin.things)) for person in begin.people}
    in_sites = {site.id: tuple(_in(site, begin.things)) for site in begin.sites}
    nested = [*(one for some in carried.values() for one in some), *(one for some in in_sites.values() for one in some)]
    written = {thing.id for thing in nested}
    others = tuple(thing for thing in begin.things if thing.id not in written)
    if (*nested, *others) != begin.things:
        return _Owned({}, {}, begin.things)
    return _Owned(carried, in_sites, others)


def _on(person: PersonId, things: tuple[Thing, ...]) -> Iterator[Thing]:
    """In the order in which they will be read: at hand, packed away, and the purse by its coins."""
    mine = [thing for thing in things if isinstance(thing.place, Carried) and thing.place.by == person]
    coins = {thing.id: _coin(person, thing) for thing in mine}
    for how in Worn:
        yield from (
            one for one in mine if isinstance(one.place, Carried) and one.place.how is how and not coins[one.id]
        )
    yield from sorted((one for one in mine if coins[one.id]), key=lambda one: COINS.index(coins[one.id] or ""))


def _in(site: Site, things: tuple[Thing, ...]) -> Iterator[Thing]:
    return (thing for thing in things if isinstance(thing.place, Lying | Guarded) and thing.place.site == site.id)


def _thing(thing: Thing, usual: Kind) -> dict[str, Any]:
    """A thing without its id and its place, and without what its item says of it."""
    known: Tree = {"kind": usual.value, "points": 0}
    if thing.item in WARES:
        ware = WARES[thing.item]
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


def _where(thing: Thing) -> Tree:
    match thing.place:
        case Lying(zone=zone):
            return {"zone": zone}
        case Guarded(by=by):
            return {"with": by}
        case _:
            return {}
