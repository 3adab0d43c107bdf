"""Things: the gear that people carry, what lies in zones, and what creatures have, each completed from its item."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from undercroft.exchange.campaignfile.entries import Entries, FileEntry, Taken, listed
from undercroft.exchange.campaignfile.problems import FileNotes, cut, suggestion
from undercroft.exchange.campaignfile.wares import COPPERS, OTHERWISE
from undercroft.kernel import wire
from undercroft.table.gear import money
from undercroft.table.gear.prices import ITEMS
from undercroft.table.state.ids import PersonId
from undercroft.table.state.things import ThingKind, Worn

_LINE = re.compile(r"(?P<item>[^ ]+)(?: x(?P<count>[1-9][0-9]{0,5}))?")
_NOT_IN_IDS = re.compile(r"[^a-z0-9_]+")


def gear_line(item: str, count: int) -> str:
    """An item of gear as a file may write it in one string."""
    return item if count == 1 else f"{item} x{count}"


def carried_id(person: str, fields: Mapping[str, Any]) -> str:
    """The default id of a carried thing, from its owner and what it is."""
    what = _NOT_IN_IDS.sub("-", str(fields.get("item") or fields.get("name") or "thing").lower()).strip("-")
    return f"{person}-{what or 'thing'}"[:64].rstrip("-")


def carried(notes: FileNotes, person: FileEntry) -> Iterator[FileEntry]:
    """The things a person carries: readied, stowed, and in the purse."""
    gear = FileEntry(person.id, person.table("gear"), person.at("gear"))
    taken = Taken()
    for worn in (Worn.READIED, Worn.STOWED):
        place = {"type": "carried", "by": person.id, "how": worn.value}
        for number, line in gear.items(worn):
            path = gear.at(worn.value, number)
            fields = _of_line(notes, line, path) if isinstance(line, str) else line
            if fields is not None:
                id = fields.get("id") or taken.free(carried_id(person.id, fields))
                taken.take(id)
                yield completed(notes, FileEntry(id, fields, path).without("id"), place, ThingKind.GEAR)
    yield from _purse(person.id, gear)


def _of_line(notes: FileNotes, line: str, path: tuple[str | int, ...]) -> Mapping[str, Any] | None:
    found = _LINE.fullmatch(line)
    if found is None:
        notes.add("bad_gear", path, f"“{cut(line)}” is not an item", "write torch, or torch x3, or a table")
        return None
    return {"item": found["item"], "count": int(found["count"] or 1)}


def _purse(person: str, gear: FileEntry) -> Iterator[FileEntry]:
    """The person's only purse, which counts all coins in coppers."""
    coins: Mapping[str, int] = gear.table("coins")
    if coins:
        coppers = sum(COPPERS[coin] * count for coin, count in coins.items())
        made = wire.plain(money.purse(PersonId(person), coppers))
        yield FileEntry(made.pop("id"), made, gear.at("coins"))


def in_site(notes: FileNotes, site: FileEntry, zones: Entries, creatures: Entries) -> Iterator[FileEntry]:
    """The things in a site: listed with the site, under its zones, and with its creatures."""
    for thing in listed(notes, site, "things"):
        yield _somewhere(notes, site.id, thing)
    yield from _of(notes, zones.values(), {"type": "lying", "site": site.id}, "zone")
    yield from _of(notes, creatures.values(), {"type": "guarded", "site": site.id}, "by")


def _of(notes: FileNotes, owners: Iterable[FileEntry], place: Mapping[str, str], where: str) -> Iterator[FileEntry]:
    for owner in owners:
        for thing in listed(notes, owner, "things"):
            yield completed(notes, thing, {**place, where: owner.id}, ThingKind.TREASURE)


def _somewhere(notes: FileNotes, site: str, thing: FileEntry) -> FileEntry:
    """A thing in a zone or with creatures, but not both."""
    zone, keepers = thing.get("zone"), thing.get("with")
    if (zone is None) == (keepers is None):
        what = "it has neither a place nor an owner" if zone is None else "it cannot be in two places"
        notes.add("bad_place", thing.path, what, "give either zone or with")
    lying = {"type": "lying", "site": site, "zone": zone}
    place = lying if keepers is None else {"type": "guarded", "site": site, "by": keepers}
    return completed(notes, thing.without("zone", "with"), place, ThingKind.TREASURE)


def anywhere(notes: FileNotes, campaign: FileEntry) -> Iterator[FileEntry]:
    """The things listed with the campaign, each with its place."""
    for thing in listed(notes, campaign, "things"):
        yield completed(notes, thing, thing.table("place"), ThingKind.GEAR)


def completed(notes: FileNotes, thing: FileEntry, place: Mapping[str, Any], kind: ThingKind) -> FileEntry:
    """A thing in its place, with the name, kind and load of its item where it does not give its own."""
    known: dict[str, Any] = {"kind": kind.value}
    item = thing.get("item")
    if item in ITEMS:
        ware = ITEMS[item]
        known = {"name": ware.name, "kind": ware.kind.value, "points": ware.load(thing.fields.get("count", 1))}
    elif item is not None:
        fix = OTHERWISE.get(item) or suggestion(item, ITEMS, "leave it out, and give a name")
        notes.add("unknown_item", thing.at("item"), f"there is no item “{cut(item)}” in the lists", fix)
    elif "name" not in thing.fields:
        notes.add(
            "missing", thing.at("name"), "it has neither a name nor an item", "give it a name, or an item of the list"
        )
    return FileEntry(thing.id, {**known, **thing.fields, "place": place}, thing.path)
