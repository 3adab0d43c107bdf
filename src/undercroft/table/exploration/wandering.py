"""Wandering monsters: who they are and how many, and the referee's start or end of an encounter that is due."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.sovereign.wandering import Kind, SiteTable, wandering_contents
from undercroft.kernel.phrases import the_creatures
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import SECRET, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.exploration.first_sight import PLACED, place
from undercroft.table.exploration.inhabitants import (
    HAPPENED,
    NEVER_CAME,
    NEVER_HAPPENED,
    UNNAMED,
    CreaturesCame,
    CreaturesLeft,
    PendingDropped,
    gone_from_site,
)
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.lore.lookup import kind_named
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import EVENT, Creatures
from undercroft.table.state.ids import CreaturesId, GroupId
from undercroft.table.state.new_ids import new_id
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import EncounterRow, Site


class Place(Command, frozen=True, tag="place"):
    """Start an encounter that was rolled; if an event was rolled, tell the players of it."""

    group: GroupId
    creatures: CreaturesId
    ABOUT = About(
        title="Start encounter",
        deed="an encounter",
        icon="eye",
        place=Section.BANNERS,
        rank=20,
        words="encounter monster wandering arrive",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not any(self.creatures in scene.pending for scene in group.scenes):
            yield Reason("not_pending", "No such encounter is due for this group.")
        elif type(group.scene) not in PLACED and not _is_event(known, group, self.creatures):
            yield Reason("in_a_scene", "The group is busy: let these creatures join in, or wait until it ends.")
        elif _named(known, group, self.creatures) == UNNAMED:
            yield Reason(
                "no_table", "This site has no encounter table: bring in your own monsters and dismiss this encounter."
            )

    def do(self, play: Play) -> None:
        party = play.group(self.group)
        if _is_event(play.now, party, self.creatures):
            _happen(play, party, self.creatures)
        else:
            place(play, self.group, self.creatures)


class Dismiss(Command, frozen=True, tag="dismiss"):
    """Remove creatures: gone, dead or passed by."""

    group: GroupId
    creatures: CreaturesId
    how: str = ""
    ABOUT = About(title="Dismiss encounter", icon="eye-closed", place=Section.BANNERS, rank=60)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        site = known.site_of(known.groups.get(self.group))
        if site is None or self.creatures not in site.creatures:
            yield Reason("no_creatures", "There are no such creatures in this site.")

    def do(self, play: Play) -> None:
        """Remove the creatures from the site and from every group they were on their way to."""
        site = play.site_of(play.group(self.group)).id
        seen = play.now.seen.get(site)
        known = seen.creatures.get(self.creatures) if seen is not None else None
        who = known or play.now.sites[site].creatures[self.creatures]
        gone = CreaturesLeft(site, self.creatures, self.how, the_creatures(who.name, who.count))
        gone_from_site(play, gone, to=group_audience(self.group) if known is not None else SECRET)
        for group in play.now.groups.values():
            if any(self.creatures in scene.pending for scene in group.scenes):
                play.tell(PendingDropped(group.id, self.creatures))
            scene = play.group(group.id).scene
            if isinstance(scene, EncounterScene):
                left = [(seen, others) for seen, others in scene.kinds if seen.id != self.creatures]
                if left and len(left) < len(scene.kinds):
                    play.go_on(group.id, scene.of_kinds(left))


class EventHappened(Event, frozen=True, tag="table.event-happened"):
    """An event of the encounter table happened to a group."""

    group: GroupId
    what: str

    def say(self, _now: Campaign) -> str:
        return f"{self.what[:1].upper()}{self.what[1:].rstrip('.')}."


NOISE = "noise"
"""The part of the id of creatures that the noise of battering has drawn."""


def approach(play: Play, group: GroupId, why: str = "") -> None:
    """Roll on the site's encounter table and bring the creatures to a group."""
    site = play.site_of(play.group(group))
    table = tuple((row.name, Kind.CREATURES if row.creatures else Kind.EVENT) for row in site.encounters)
    named = play.settle(wandering_contents, SiteTable(table)).name if table else None
    bring(play, group, named, why)


def bring(play: Play, group: GroupId, named: str | None, why: str = "") -> None:
    """Bring up the encounter of that row of the site's table; the referee decides when it starts.

    A row or a name without creatures is an event.
    """
    target = play.group(group)
    site = play.site_of(target)
    row = next((row for row in site.encounters if row.name == named), None) or EncounterRow(named or UNNAMED)
    like = kind_named(play.now, site.kinds, row.creatures)
    count = play.settle(plain_dice, Plain(row.count, f"how many {row.name}")).total if named else 1
    called = "-".join(filter(None, (row.creatures or "event", group, str(target.time), why)))
    id = CreaturesId(new_id(called, site.creatures))
    _come(play, site, id, row.name, like, count)
    scene = play.group(group).scene
    if scene is not None:
        play.go_on(group, replace(scene, pending=(*scene.pending, id)))


def _come(play: Play, site: Site, id: CreaturesId, name: str, like: Creatures | None, count: int) -> None:
    """Add creatures to the site, in no zone yet: of the kind in the table, but not those of them with a room.

    What those do, where they lie in wait and what is settled with them does not hold for the others.
    """
    base = like or Creatures(id, name, count, Fraction(0), None, kind=EVENT)
    came = replace(
        base,
        id=id,
        name=name,
        count=count,
        zone=None,
        hp=(),
        activity="",
        ambush=False,
        known_to=(),
        met=False,
        distance_ft=None,
        direction="",
        reaction=None,
        answer=None,
    )
    play.tell(CreaturesCame(site.id, came))


def _is_event(known: Campaign, group: Group, creatures: CreaturesId) -> bool:
    site = known.site_of(group)
    return site is not None and creatures in site.creatures and site.creatures[creatures].is_event


def _named(known: Campaign, group: Group, creatures: CreaturesId) -> str:
    site = known.site_of(group)
    return site.creatures[creatures].name if site is not None and creatures in site.creatures else ""


def _happen(play: Play, group: Group, event: CreaturesId) -> None:
    """Tell a group of an event, which is over with that."""
    site = play.site_of(group)
    play.tell(EventHappened(group.id, site.creatures[event].name), to=group_audience(group.id))
    play.tell(CreaturesLeft(site.id, event, HAPPENED))
    play.tell(PendingDropped(group.id, event))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for encounter in pending_encounters(known) if seat == REFEREE else ():
        group, name = known.groups[encounter.group], encounter.name
        start, how = Place(group.id, encounter.creatures), NEVER_HAPPENED if encounter.event else NEVER_CAME
        dismiss = Dismiss(group.id, encounter.creatures, how)
        if encounter.event:
            yield Offer(start, "Tell the players:", name, note=group.name, open_only=True)
            yield Offer(dismiss, "Dismiss event:", name)
            continue
        if group.scene is not None and type(group.scene) in PLACED:
            _, rule = PLACED[type(group.scene)]
            yield Offer(start, f"{start.ABOUT.title}:", name, rule=rule)
        yield Offer(dismiss, f"{dismiss.ABOUT.title}:", name)


PART = Part(commands=(Place, Dismiss), events=(EventHappened,), offers=_offers)
