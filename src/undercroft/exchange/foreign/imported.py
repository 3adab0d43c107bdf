"""What a file of another program comes to: sites, lands, tables and monsters of ours, and the report about it."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.exchange.foreign.joined_lands import lands_together
from undercroft.exchange.foreign.report import ImportReport
from undercroft.exchange.outline.outlined import Outlined, in_campaign, outlined
from undercroft.exchange.pictures import PictureFile
from undercroft.kernel.faults import BadInput
from undercroft.table.bridge.body import fatigue_max
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import DoorId, FeatureId, HexId, SiteId, ZoneId
from undercroft.table.state.lands import LandFeature, LandHex, Lands
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.people import Person
from undercroft.table.state.things import Carried, Thing


class ImportedText(Struct, frozen=True):
    """A page of notes."""

    title: str
    text: str


class TableColumns(Struct, frozen=True):
    """A table whose rows have several cells: as one table that tells all of them, and as a table for each column."""

    together: RandomTable
    apart: tuple[RandomTable, ...]
    split: bool
    """Whether a table for each column is taken, unless the referee chooses one table."""

    @property
    def usual(self) -> tuple[RandomTable, ...]:
        """The tables that are taken unless the referee chooses the others."""
        return self.apart if self.split else (self.together,)


class RoomTexts(Struct, frozen=True):
    """The texts of a site's rooms that a page does not say who hears; they are the referee's, unless they are told."""

    site: SiteId
    texts: Mapping[ZoneId, str]


class SitePlace(Struct, frozen=True):
    """The hex that a site is in, and how it is found there."""

    site: SiteId
    hex: HexId
    grade: Visibility = Visibility.OVERT


class Imported(Struct, frozen=True):
    """What a file holds, in our terms; all of it is the referee's until it is shown in play."""

    what: str
    """What the file is, such as “a dungeon from Watabou's One Page Dungeon”."""
    title: str = ""
    sites: tuple[Outlined, ...] = ()
    lands: Lands | None = None
    tables: tuple[RandomTable, ...] = ()
    columns: tuple[TableColumns, ...] = ()
    """The tables that could also be taken the other way: told together, or a table for each column."""
    monsters: tuple[Monster, ...] = ()
    texts: tuple[ImportedText, ...] = ()
    pictures: tuple[PictureFile, ...] = ()
    people: tuple[Person, ...] = ()
    gear: tuple[Thing, ...] = ()
    """What the people carry."""
    rooms: tuple[RoomTexts, ...] = ()
    places: tuple[SitePlace, ...] = ()
    """Where the referee puts sites in the land."""
    report: ImportReport = ImportReport()
    chosen_doors: frozenset[DoorId] = frozenset()
    """The doors whose state the referee chose: it counts, also where play changed them before."""


def with_imported(campaign: Campaign, found: Imported) -> Campaign:
    """The campaign with what a file holds: what has the same id is changed, what is new is added, the rest stays.

    What play has done to a part, such as a door that was opened, stays done; characters stay as they are.
    """
    for site in found.sites:
        campaign = _with_site(campaign, site, found.chosen_doors)
    if found.lands is not None:
        there = campaign.lands
        lands = found.lands if there == Lands() else lands_together(there, found.lands)
        hexes = {id: _hex_kept(there.hexes.get(id), hex) for id, hex in lands.hexes.items()}
        campaign = replace(campaign, lands=replace(lands, hexes=hexes))
    for place in found.places:
        campaign = replace(campaign, lands=with_place(campaign.lands, place, campaign.sites[place.site].name))
    new = {person.id: rested(person, campaign.house) for person in found.people if person.id not in campaign.people}
    gear = {thing.id: thing for thing in found.gear if isinstance(thing.place, Carried) and thing.place.by in new}
    return replace(
        campaign,
        people={**campaign.people, **new},
        things={**campaign.things, **gear},
        roll_tables={**campaign.roll_tables, **{table.id: table for table in found.tables}},
        bestiary={**campaign.bestiary, **{monster.id: monster for monster in found.monsters}},
    )


def with_place(lands: Lands, place: SitePlace, name: str) -> Lands:
    """The land with a site in a hex; one that was in another hex is there no longer."""
    if place.hex not in lands.hexes:
        raise BadInput("no_such_hex", f"there is no hex {place.hex[:8]}", "choose a hex of the land", field="places")
    hexes = {
        id: replace(hex, features={at: each for at, each in hex.features.items() if each.site != place.site})
        if any(each.site == place.site for each in hex.features.values())
        else hex
        for id, hex in lands.hexes.items()
    }
    there, old = hexes[place.hex], lands.hexes[place.hex].features.values()
    known = next((each for each in old if each.site == place.site), None)
    id = FeatureId(f"{place.hex}-{place.site}")
    feature = known or LandFeature(id, name, f"{name}.", site=place.site)
    told = replace(feature, name=name, grade=place.grade)
    return replace(lands, hexes={**hexes, place.hex: replace(there, features={**there.features, told.id: told})})


def rested(person: Person, house: HouseRules) -> Person:
    """A character with all fatigue points, by the book that the house uses."""
    return replace(person, fp=fatigue_max(person, house.fatigue))


_PLAYED: Mapping[str, tuple[str, ...]] = {
    "zones": ("pin",),
    "doors": ("state", "spiked", "barred_from"),
    "traps": ("state",),
    "features": ("found", "clues_given"),
    "obstacles": ("cleared", "over", "down"),
}
"""What play changes of each part of a site. Creatures that are there already stay as they are."""


def _with_site(campaign: Campaign, whole: Outlined, chosen: frozenset[DoorId]) -> Campaign:
    there, site = campaign.sites.get(whole.site.id), whole.site
    if there is None:
        return in_campaign(campaign, whole)
    parts: dict[str, dict[str, Any]] = {
        kind: {
            **getattr(there, kind),
            **{id: _kept(getattr(there, kind).get(id), part, () if id in chosen else played) for id, part in new},
        }
        for kind, played in _PLAYED.items()
        for new in (getattr(site, kind).items(),)
    }
    creatures = {**site.creatures, **there.creatures}
    site = replace(there, name=site.name, encounters=site.encounters or there.encounters, creatures=creatures, **parts)
    things = {**whole.things, **outlined(there, campaign.things.values()).things}
    return in_campaign(campaign, Outlined(site, things))


def _kept(old: Any, new: Any, played: tuple[str, ...]) -> Any:  # noqa: ANN401 - a part of a site, of one kind
    return new if old is None else replace(new, **{name: getattr(old, name) for name in played})


_OF_THE_TABLE = (*LandHex.__struct_fields__[2:], *LandFeature.__struct_fields__[3:])
"""What a hex or a feature of the land may have besides what every file says of it."""
Part = TypeVar("Part", bound=LandHex | LandFeature)


def _hex_kept(old: LandHex | None, new: LandHex) -> LandHex:
    if old is None or old is new:
        return new
    features = {
        id: _unsaid(old.features[id], each) if id in old.features else each for id, each in new.features.items()
    }
    return replace(_unsaid(old, new), features={**old.features, **features})


def _unsaid(old: Part, new: Part) -> Part:
    """A part as a file has it, with everything that the file says nothing of as it was at the table."""
    usual = LandHex(new.id, new.terrain) if isinstance(new, LandHex) else LandFeature(new.id, new.name, new.what)
    silent = (name for name in _OF_THE_TABLE if name in new.__struct_fields__)
    return replace(new, **{name: getattr(old, name) for name in silent if getattr(new, name) == getattr(usual, name)})
