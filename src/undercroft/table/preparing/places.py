"""Whole places: unmapped ones that are made up in play, and sites and lands that are added or removed."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.hazard import Danger
from undercroft.books.sovereign.wandering import Location
from undercroft.kernel.amounts import series
from undercroft.kernel.faults import BadInput
from undercroft.kernel.phrases import within
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import in_a_scene, no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foe_line import read_foes
from undercroft.table.fight.foes import unreadable_line
from undercroft.table.fight.muster import as_creatures
from undercroft.table.lore.lookup import bestiary
from undercroft.table.preparing.changes_in_play import play_in
from undercroft.table.preparing.copying import fresh_site
from undercroft.table.preparing.outcome import outcome
from undercroft.table.preparing.parts import added, head_of, parts_of_lands, parts_of_site, removed
from undercroft.table.preparing.removals import in_use
from undercroft.table.preparing.table_lines import without_numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange, HexChange, SiteChange, ThingChange, part_of
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, FeatureId, GroupId, HexId, Label, SiteId, Text, ZoneId
from undercroft.table.state.journeys import Camp
from undercroft.table.state.lands import LandFeature, Lands
from undercroft.table.state.new_ids import new_id
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock, EncounterRow, Site, Zone
from undercroft.table.state.things import Thing
from undercroft.table.world.campaign_start import faults

SOMEWHERE = ZoneId("somewhere")
"""The room of an unmapped place that its people come into."""
MOST_ROWS = 100


class StartPlace(Command, frozen=True, tag="start_place"):
    """Start an unmapped place and enter it: turns, light, checks, rests and fights run there without a map.

    A row of `encounters` is monsters if the bestiary knows them or it has their HD, such as “2d4 rats HD 1/2 1d3”;
    any other row is an event.
    """

    group: GroupId
    name: Label
    clock: Clock = Clock.SOVEREIGN
    danger: Danger = Danger.NORMAL
    location: Location = Location.NO_ORGANIZED_DEFENSE
    encounters: Annotated[tuple[Text, ...], Meta(max_length=MOST_ROWS)] = ()
    glance: Text = ""
    lit: bool = False
    ABOUT = About(
        title="Start an unmapped place",
        deed="a new place",
        icon="plus",
        words="site dungeon no map turns theatre improvise new place",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield no_group(known)
        elif group.site is not None:
            yield Reason("in_a_site", f"{are(known, group)} in a site already: leave it first.")
        elif isinstance(group.scene, Camp | EncounterScene | Chase | Fight):
            yield in_a_scene(group)
        for line in without_numbers(self.encounters):
            if _has_stats(line):
                yield from unreadable_line(known, line)

    def do(self, play: Play) -> None:
        site = self._site(play.now)
        hex = play.group(self.group).hex
        changes = (*added(parts_of_site(site)), *_in_hex(play.now, hex, site))
        play_in(play, outcome(play.now, changes), drafted=False)
        EnterSite(self.group, site.id).do(play)

    def _site(self, known: Campaign) -> Site:
        """A site of one room, which is anywhere in it."""
        rows = [*encounter_rows(known, self.encounters)]
        zone = Zone(SOMEWHERE, f"Somewhere in {self.name}"[:64], self.glance, lit=self.lit)
        return Site(
            SiteId(new_id(self.name, known.sites, "place")),
            self.name,
            SOMEWHERE,
            clock=self.clock,
            danger=self.danger,
            location=self.location,
            zones={SOMEWHERE: zone},
            creatures={kind.id: kind for _, kind in rows if kind is not None},
            encounters=tuple(row for row, _ in rows),
        )


def _has_stats(line: str) -> bool:
    return "hd" in line.casefold().split()


def encounter_rows(
    known: Campaign, lines: Iterable[str], used: Iterable[str] = ()
) -> Iterator[tuple[EncounterRow, Creatures | None]]:
    """The rows of an encounter table, each with its creatures if they are not the bestiary's; `used` ids are taken."""
    taken, names = {*bestiary(known), *used}, set[str]()
    for line in without_numbers(lines):
        try:
            muster = read_foes(line, bestiary(known).values())
        except BadInput:
            yield EncounterRow(_free(line[:64], names)), None
            continue
        name = _free(muster.name[:64], names)
        if muster.monster is not None and not _has_stats(line):
            yield EncounterRow(name, CreaturesId(muster.monster), muster.count), None
            continue
        id = CreaturesId(new_id(muster.name, taken, "creatures"))
        taken.add(id)
        yield EncounterRow(name, id, muster.count), as_creatures(muster, id, 1)


def _free(name: str, names: set[str]) -> str:
    """A name that no other row has."""
    number, found = 2, name
    while found in names:
        found, number = f"{name[:60]} {number}", number + 1
    names.add(found)
    return found


def _in_hex(known: Campaign, at: HexId | None, site: Site) -> Iterator[AnyChange]:
    """The hex with the place in it, so that people find it again."""
    hex = known.lands.hexes.get(at) if at is not None else None
    if hex is not None:
        id = FeatureId(new_id(site.id, hex.features))
        feature = LandFeature(id, site.name, "", site=site.id)
        yield HexChange(hex, replace(hex, features={**hex.features, id: feature}))


class AddSite(Command, frozen=True, tag="add_site"):
    """Add a whole site with the things in it, from another campaign or a file. Taken ids become free ones."""

    site: Site
    things: tuple[Thing, ...] = ()
    hex: HexId | None = None
    """The hex it lies in."""
    ABOUT = About(title="Add a site", deed="a new site", icon="plus", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not self.site.zones:
            yield Reason("no_zones", "A site has at least one room.")
        if seat == REFEREE and self.hex is not None and self.hex not in known.lands.hexes:
            yield Reason("no_hex", "There is no such hex.")

    def do(self, play: Play) -> None:
        site, things = fresh_site(play.now, self.site, self.things)
        inside = (ThingChange(after=thing) for thing in things)
        changes = (*added(parts_of_site(site)), *inside, *_in_hex(play.now, self.hex, site))
        play_in(play, outcome(play.now, changes), drafted=False)


class TakeOutSite(Command, frozen=True, tag="take_out_site"):
    """Remove a site from the campaign, with everything that lies in it."""

    site: SiteId
    ABOUT = About(title="Remove a site", deed="a site removed", icon="minus", words="remove delete site dungeon")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        site = known.sites.get(self.site)
        if seat == REFEREE and site is None:
            yield Reason("no_site", "There is no such site.")
        elif site is not None and (why := in_use(known, SiteChange(head_of(site)))):
            yield Reason("in_use", f"{site.name} cannot be removed: {within(why)}.")

    def do(self, play: Play) -> None:
        head = SiteChange(head_of(play.now.sites[self.site]))
        play_in(play, outcome(play.now, (head,)), (part_of(head),), drafted=False)


class AddLands(Command, frozen=True, tag="add_lands"):
    """Add lands to a campaign that has none, from another campaign or a file."""

    lands: Lands
    ABOUT = About(title="Add lands", deed="new lands", icon="plus", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat == REFEREE and known.lands.hexes:
            yield Reason("has_lands", "This campaign has a map already: remove it first, or change its hexes.")
        if seat == REFEREE:
            yield from (
                reason for reason in faults(self.lands, known.sites, None, known.bestiary) if reason.code != "no_site"
            )

    def do(self, play: Play) -> None:
        play_in(play, outcome(play.now, added(parts_of_lands(self.lands))), drafted=False)


class TakeOutLands(Command, frozen=True, tag="take_out_lands"):
    """Remove the map of the lands from the campaign, with everything that lies in its hexes."""

    ABOUT = About(title="Remove the lands", deed="the lands removed", icon="minus", words="remove delete map hexes")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat == REFEREE and not known.lands.hexes:
            yield Reason("no_lands", "This campaign has no map.")
        there = [
            within(group.name) for group in known.groups.values() if group.members and group.hex in known.lands.hexes
        ]
        if there:
            yield Reason(
                "in_use", f"The map cannot be removed: {series(there)} {'is' if len(there) == 1 else 'are'} on it."
            )

    def do(self, play: Play) -> None:
        play_in(play, outcome(play.now, removed(parts_of_lands(play.now.lands))), drafted=False)


PART = Part(commands=(StartPlace, AddSite, TakeOutSite, AddLands, TakeOutLands))
