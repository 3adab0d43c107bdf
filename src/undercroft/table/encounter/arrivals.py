"""Creatures of the site that join a fight or an encounter."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.phrases import creatures_named, thing_named
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.exploration.inhabitants import CreaturesCame, PendingDropped
from undercroft.table.fight import foes
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Phase
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import BandId, CreaturesId, GroupId
from undercroft.table.state.scenes import EncounterScene, Fight
from undercroft.table.state.sites import Site
from undercroft.table.world.sight import creatures_as_met
from undercroft.table.world.sightings import CreaturesSeen


class BringThemIn(Command, frozen=True, tag="bring_in"):
    """Bring creatures of the site into the group's fight or encounter.

    `joins` names the foes whose morale they share; with `leads` the first of the newcomers leads.
    """

    group: GroupId
    creatures: CreaturesId
    joins: BandId | None = None
    leads: bool = False
    ABOUT = About(title="Bring in reinforcements", deed="reinforcements", button="Bring them in", rank=30)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        scene = group.scene if group is not None else None
        if group is None or not isinstance(scene, Fight | EncounterScene):
            yield Reason("nothing_to_join", f"{are(known, group)} in neither a fight nor an encounter.")
            return
        if isinstance(scene, Fight) and scene.phase is Phase.OVER:
            yield Reason("fight_over", "The fight is over: end it first.")
        site = known.site_of(group)
        others = site.creatures.get(self.creatures) if site is not None else None
        if others is None or others.is_event or not others.count:
            yield Reason("no_creatures", "There are no such creatures in this site.")
        elif self.creatures in _in_it(scene):
            yield Reason("in_it_already", "These creatures are already part of it.")
        if self.joins is not None and (
            isinstance(scene, EncounterScene) or all(band.id != self.joins for band in scene.bands)
        ):
            yield Reason("no_band", "There are no such foes in this fight.")

    def do(self, play: Play) -> None:
        others = _come(play, self.group, self.creatures)
        scene = play.group(self.group).scene
        if isinstance(scene, Fight):
            company = foes.from_creatures(play, others, scene)
            band = replace(company.band, leader=company.foes[0].id) if self.leads else company.band
            foes.join(play, self.group, replace(company, band=band), self.joins)
        elif isinstance(scene, EncounterScene):
            join_talk(play, self.group, others)


def join_talk(play: Play, group: GroupId, others: Creatures) -> None:
    """Add creatures to the encounter."""
    scene = encounter_of(play.group(group))
    if scene is not None:
        along = (*scene.along, creatures_as_met(play.now, group, others))
        play.go_on(group, replace(scene, along=along, company=(*scene.company, others)))


def _come(play: Play, group: GroupId, creatures: CreaturesId) -> Creatures:
    """Bring creatures to the group, in plain sight."""
    party = play.group(group)
    site = play.site_of(party)
    before = site.creatures[creatures]
    known_to = (*(other for other in before.known_to if other != group), group)
    arrived = replace(before, zone=party.zone, met=True, ambush=False, known_to=known_to)
    play.tell(CreaturesCame(site.id, arrived))
    seen = creatures_as_met(play.now, group, arrived)
    play.tell(CreaturesSeen(site.id, seen, group=play.now.apart(group)), to=group_audience(group))
    if any(creatures in scene.pending for scene in party.scenes):
        play.tell(PendingDropped(group, creatures))
    return arrived


def _in_it(scene: Fight | EncounterScene) -> frozenset[CreaturesId]:
    if isinstance(scene, EncounterScene):
        return frozenset(creatures.id for creatures in (scene.met, *scene.along))
    kinds = (*(foe.creatures for foe in scene.foes), *(band.creatures for band in scene.bands))
    return frozenset(kind for kind in kinds if kind is not None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """The creatures in the room, next door or on the way."""
    for group in groups_for(known, seat):
        site = known.site_of(group)
        if site is not None and (fight_of(group) is not None or encounter_of(group) is not None):
            for others in _near(site, group):
                who, act = creatures_named(others.name, others.count), BringThemIn(group.id, others.id)
                yield Offer(act, "Bring in", who, detail=_from(site, group, others), open_only=True)


def _from(site: Site, group: Group, others: Creatures) -> str:
    """The room that creatures come from, if it is another one."""
    room = site.zones.get(others.zone) if others.zone is not None and others.zone != group.zone else None
    return f" from {thing_named(room.name, known=True)}" if room is not None else ""


def _near(site: Site, group: Group) -> Iterable[Creatures]:
    pending = {creatures for scene in group.scenes for creatures in scene.pending}
    next_door = {zone for door in site.doors.values() if group.zone in door.between for zone in door.between}
    for others in site.creatures.values():
        if others.id in pending or (others.zone is not None and others.zone in {group.zone, *next_door}):
            yield others


PART = Part(commands=(BringThemIn,), offers=_offers)
