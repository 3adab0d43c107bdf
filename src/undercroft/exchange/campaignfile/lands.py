"""The lands of a file: taken apart, checked, and made."""

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.campaignfile.entries import Entries, FileEntry, by_id, listed
from undercroft.exchange.campaignfile.lore import completed
from undercroft.exchange.campaignfile.problems import FileNotes, cut, suggestion
from undercroft.exchange.campaignfile.references import check_numbers, check_rows, named
from undercroft.kernel import wire
from undercroft.table.gear.prices import WARES
from undercroft.table.state.hexes import is_hex, side_of
from undercroft.table.state.ids import WELL_FORMED, MonsterId
from undercroft.table.state.lands import Lands
from undercroft.table.state.lore import Monster

FEWEST = 2
"""The fewest hexes of a way."""


class LandParts(Struct, frozen=True):
    """The lands of a file, their hexes and regions, the features in them, and the creatures that roam there."""

    lands: FileEntry
    hexes: Entries
    features: Mapping[str, Entries]
    creatures: Entries
    regions: Entries


def lands_in(notes: FileNotes, top: FileEntry) -> LandParts | None:
    """The lands with their parts, if the file has any."""
    if "lands" not in top.fields:
        return None
    lands = FileEntry("lands", top.table("lands"), ("lands",))
    hexes = by_id(notes, listed(notes, lands, "hexes"))
    features = {id: by_id(notes, listed(notes, hex, "features")) for id, hex in hexes.items()}
    creatures = by_id(notes, listed(notes, lands, "creatures"))
    regions = by_id(notes, listed(notes, lands, "regions"))
    return LandParts(lands, hexes, features, creatures, regions)


def check_lands(notes: FileNotes, parts: LandParts, sites: Collection[str], monsters: Collection[str]) -> None:
    """Check that everything on the map names only what exists, and leads somewhere."""
    tables = parts.lands.table("tables")
    for place in (parts.lands, *parts.regions.values(), *parts.hexes.values()):
        for key in ("encounters", "good"):
            named(notes, "table", place.get(key) or None, tables, place.at(key))
    for place in (parts.lands, *parts.regions.values()):
        for season, weathers in place.table("weathers").items():
            if not weathers:
                notes.add("no_weather", place.at("weathers", season), "no weather at all", "name at least one")
    _terrains(notes, parts)
    for hex in parts.hexes.values():
        _hex(notes, hex, parts.regions)
        for feature in parts.features[hex.id].values():
            _feature(notes, feature, sites)
    for number, way in parts.lands.items("ways"):
        _way(notes, FileEntry("", way, parts.lands.at("ways", number)), parts.hexes)
    for name in tables:
        check_rows(notes, FileEntry("", tables, parts.lands.at("tables")), name, {*parts.creatures, *monsters})
    for creatures in parts.creatures.values():
        check_numbers(notes, creatures)


def _terrains(notes: FileNotes, parts: LandParts) -> None:
    """Check that the regions of terrains name terrains and regions."""
    for terrain, region in parts.lands.table("terrains").items():
        if terrain not in {*Terrain}:
            fix = suggestion(terrain, [*Terrain], "name a terrain")
            notes.add(
                "unknown_terrain", parts.lands.at("terrains", terrain), f"there is no terrain “{cut(terrain)}”", fix
            )
        named(notes, "region", region, parts.regions, parts.lands.at("terrains", terrain))


def _hex(notes: FileNotes, hex: FileEntry, regions: Collection[str]) -> None:
    if not is_hex(hex.id):
        what = f"“{hex.id[:20]}” is not a hex of a map"
        notes.add("bad_hex", hex.path, what, "write its column and row from 01, such as 0505")
    if {*hex.fields.get("tags", ())} >= {*Tag}:
        notes.add("both_tags", hex.at("tags"), "it cannot be both desert and civilised", "leave one out")
    named(notes, "region", hex.get("region"), regions, hex.at("region"))


def _feature(notes: FileNotes, feature: FileEntry, sites: Collection[str]) -> None:
    named(notes, "site", feature.get("site"), sites, feature.at("site"))
    plain = feature.fields.get("grade", Visibility.OVERT) == Visibility.OVERT
    if feature.get("landmark") and not plain:
        notes.add("hidden_landmark", feature.at("landmark"), "a landmark is in plain sight", "leave grade or this out")
    if feature.get("grade") == Visibility.SECRET and not feature.get("hints"):
        notes.warn("no_hint", feature.at("hints"), "a secret without a hint is never looked for", "give at least one")
    if feature.table("market"):
        _market(notes, feature)


def _market(notes: FileNotes, feature: FileEntry) -> None:
    """Check that a market belongs to a town, and that everything sold there has a price."""
    market = FileEntry(feature.id, feature.table("market"), feature.at("market"))
    if not feature.get("town"):
        notes.warn("no_town", market.path, "only a town has a market", 'add town = "…" with an id for the town')
    goods, services = market.table("goods"), market.table("services")
    for id, ware in goods.items():
        if id not in WARES and not (ware.get("name") and "price" in ware):
            what = f"there is no ware “{cut(id)}” on the price list"
            fix = suggestion(id, WARES, "give a ware of the town's own a name and a price")
            notes.add("unknown_ware", market.at("goods", id), what, fix)
    for key, ids in (("goods", (id for id in goods if id not in WARES)), ("services", services)):
        for id in ids:
            if WELL_FORMED.fullmatch(id) is None:
                fix = "use small letters, digits, - and _"
                notes.add("bad_id", market.at(key, id), f"“{cut(id)}” cannot be an id", fix)


def _way(notes: FileNotes, way: FileEntry, hexes: Collection[str]) -> None:
    """Check that a way goes from hex to hex, each on the map and next to the one before."""
    through = [*way.items("through")]
    if "through" in way.fields and len(way.fields["through"]) < FEWEST:
        notes.add("no_way", way.at("through"), "it leads nowhere", "name the hexes it goes through")
    for number, hex in through:
        named(notes, "hex", hex, hexes, way.at("through", number))
    for (_, start), (number, end) in pairwise(through):
        if is_hex(start) and is_hex(end) and side_of(start, end) is None:
            notes.add("no_way", way.at("through", number), f"{end} does not border {start}", "go from hex to hex")


def lands_made(parts: LandParts | None, monsters: Mapping[MonsterId, Monster]) -> Lands:
    """The lands, once they have no problems."""
    if parts is None:
        return Lands()
    hexes = {id: _hex_made(hex, parts.features[id]) for id, hex in parts.hexes.items()}
    creatures = {
        id: {"id": id, "zone": None, **completed(group.fields, monsters)} for id, group in parts.creatures.items()
    }
    regions = {id: {**region.fields, "id": id} for id, region in parts.regions.items()}
    named_parts = {"hexes": hexes, "creatures": creatures, "regions": regions, "ways": [*_ways(parts)]}
    made = {**parts.lands.fields, **named_parts}
    lands: Lands = wire.from_plain(Lands, made)
    return lands


def _hex_made(hex: FileEntry, features: Entries) -> dict[str, Any]:
    return {
        **hex.fields,
        "id": hex.id,
        "features": {id: {"id": id, **feature.fields} for id, feature in features.items()},
    }


def _ways(parts: LandParts) -> Iterator[dict[str, Any]]:
    """The ways as steps: a way through several hexes becomes one from each hex to the next."""
    for _, way in parts.lands.items("ways"):
        rest = {key: value for key, value in way.items() if key != "through"}
        for pair in pairwise(way["through"]):
            yield {**rest, "between": pair}
