"""Things: the gear that people carry, what lies in zones, what creatures have, each with what its item says of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from undercroft.exchange.campaignfile.entries import Entries, Entry, Taken, listed
from undercroft.exchange.campaignfile.problems import Notes, cut, suggestion
from undercroft.exchange.campaignfile.wares import COPPERS, OTHERWISE
from undercroft.kernel import wire
from undercroft.table import purses
from undercroft.table.names import PersonId
from undercroft.table.things import Kind, Worn
from undercroft.table.wares import ITEMS

_LINE = re.compile(r"(?P<item>[^ ]+)(?: x(?P<count>[1-9][0-9]{0,5}))?")
_NOT_IN_IDS = re.compile(r"[^a-z0-9_]+")


def gear_line(item: str, count: int) -> str:
    """An item of gear as a file may have it in one word."""
    return item if count == 1 else f"{item} x{count}"


def carried_id(person: str, fields: Mapping[str, Any]) -> str:
    """What something carried is called by if nobody says: by whose it is and what it is."""
    what = _NOT_IN_IDS.sub("-", str(fields.get("item") or fields.get("name") or "thing").lower()).strip("-")
    return f"{person}-{what or 'thing'}"[:64].rstrip("-")


def carried(notes: Notes, person: Entry) -> Iterator[Entry]:
    """What somebody carries: at hand, packed away, and in the purse."""
    gear = Entry(person.id, person.table("gear"), person.at("gear"))
    taken = Taken()
    for how in (Worn.READIED, Worn.STOWED):
        place = {"type": "carried", "by": person.id, "how": how.value}
        for number, line in gear.items(how):
            path = gear.at(how.value, number)
            fields = _of_line(notes, line, path) if isinstance(line, str) else line
            if fields is not None:
                id = fields.get("id") or taken.free(carried_id(person.id, fields))
                taken.take(id)
                yield completed(notes, Entry(id, fields, path).without("id"), place, Kind.GEAR)
    yield from _purse(person.id, gear)


def _of_line(notes: Notes, line: str, path: tuple[str | int, ...]) -> Mapping[str, Any] | None:
    found = _LINE.fullmatch(line)
    if found is None:
        notes.add("bad_gear", path, f"“{cut(line)}” is no item", "write torch, or torch x3, or a table")
        return None
    return {"item": found["item"], "count": int(found["count"] or 1)}


def _purse(person: str, gear: Entry) -> Iterator[Entry]:
    """All coins are in one purse, which counts coppers."""
    coins: Mapping[str, int] = gear.table("coins")
    if coins:
        coppers = sum(COPPERS[coin] * count for coin, count in coins.items())
        made = wire.plain(purses.purse(PersonId(person), coppers))
        yield Entry(made.pop("id"), made, gear.at("coins"))


def in_site(notes: Notes, site: Entry, zones: Entries, creatures: Entries) -> Iterator[Entry]:
    """What is in a site: listed with the site, under its zones, with its creatures."""
    for one in listed(notes, site, "things"):
        yield _somewhere(notes, site.id, one)
    yield from _of(notes, zones.values(), {"type": "lying", "site": site.id}, "zone")
    yield from _of(notes, creatures.values(), {"type": "guarded", "site": site.id}, "by")


def _of(notes: Notes, owners: Iterable[Entry], place: Mapping[str, str], where: str) -> Iterator[Entry]:
    for owner in owners:
        for one in listed(notes, owner, "things"):
            yield completed(notes, one, {**place, where: owner.id}, Kind.TREASURE)


def _somewhere(notes: Notes, site: str, thing: Entry) -> Entry:
    """In a zone or with creatures, and not both."""
    zone, keepers = thing.get("zone"), thing.get("with")
    if (zone is None) == (keepers is None):
        what = "it is said neither where it lies nor who has it" if zone is None else "it cannot be in two places"
        notes.add("bad_place", thing.path, what, "give either zone or with")
    lying = {"type": "lying", "site": site, "zone": zone}
    place = lying if keepers is None else {"type": "guarded", "site": site, "by": keepers}
    return completed(notes, thing.without("zone", "with"), place, Kind.TREASURE)


def anywhere(notes: Notes, campaign: Entry) -> Iterator[Entry]:
    """What is listed with the campaign, each with its place."""
    for one in listed(notes, campaign, "things"):
        yield completed(notes, one, one.table("place"), Kind.GEAR)


def completed(notes: Notes, thing: Entry, place: Mapping[str, Any], kind: Kind) -> Entry:
    """A thing in its place, with the name, the kind and the load of its item where it does not say otherwise."""
    known: dict[str, Any] = {"kind": kind.value}
    item = thing.get("item")
    if item in ITEMS:
        ware = ITEMS[item]
        known = {"name": ware.name, "kind": ware.kind.value, "points": ware.load(thing.fields.get("count", 1))}
    elif item is not None:
        fix = OTHERWISE.get(item) or suggestion(item, ITEMS, "leave it out, and give a name")
        notes.add("unknown_item", thing.at("item"), f"there is no item “{cut(item)}” in the lists", fix)
    elif "name" not in thing.fields:
        notes.add("missing", thing.at("name"), "it has neither a name nor an item", "give it one")
    return Entry(thing.id, {**known, **thing.fields, "place": place}, thing.path)
