"""What is wrong with a map: hexes that cannot be, ways that lead nowhere, tables that are not there."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.table.hexes import is_hex, side_of
from undercroft.table.lands import LandHex, Lands
from undercroft.table.names import HexId, SiteId
from undercroft.table.rooms import Reason


def faults(lands: Lands, sites: Iterable[SiteId] = (), start: HexId | None = None) -> Iterable[Reason]:
    """Everything that is wrong with a map, by the sites there are and where the party begins."""
    known = frozenset(sites)
    for id, hex in lands.hexes.items():
        yield from _of_hex(lands, id, hex, known)
    for way in lands.ways:
        ends = "-".join(way.between)
        if not all(is_hex(end) for end in way.between) or side_of(*way.between) is None:
            yield Reason("no_way", f"{ends}: a way leads from a hex to one that borders it.")
        elif not set(way.between) <= set(lands.hexes):
            yield Reason("no_hex", f"{ends}: a way leads off the map.")
    for name in filter(None, (lands.encounters, lands.good)):
        yield from _of_table(lands, name)
    for name, rows in lands.tables.items():
        for row in rows:
            if row.creatures is not None and row.creatures not in lands.creatures:
                yield Reason("no_creatures", f"table {name}: there are no creatures {row.creatures}.")
    for name, weathers in lands.weathers.items():
        if not weathers:
            yield Reason("no_weather", f"season {name}: the list is empty.")
    if start is not None and start not in lands.hexes:
        yield Reason("no_hex", f"{start}: the party begins off the map.")


def _of_hex(lands: Lands, id: HexId, hex: LandHex, sites: frozenset[SiteId]) -> Iterable[Reason]:
    if not is_hex(id) or hex.id != id:
        yield Reason("bad_hex", f"{id[:20]}: a hex is called by column and row, such as 0505.")
    if hex.tags == frozenset(Tag):
        yield Reason("both_tags", f"{id}: it cannot be both desert and civilised.")
    for name in filter(None, (hex.encounters, hex.good)):
        yield from _of_table(lands, name)
    for feature in hex.features.values():
        if feature.landmark and feature.grade is not Visibility.OVERT:
            yield Reason("hidden_landmark", f"{feature.name}: a landmark is in plain sight.")
        if feature.site is not None and feature.site not in sites:
            yield Reason("no_site", f"{feature.name}: there is no site {feature.site}.")


def _of_table(lands: Lands, name: str) -> Iterable[Reason]:
    if name not in lands.tables:
        yield Reason("no_table", f"There is no table {name}.")
