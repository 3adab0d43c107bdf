"""Joining in: others of the site come into a fight or a meeting that is under way."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.battle import Phase
from undercroft.table.campaign import Campaign, Group
from undercroft.table.encounters import CreaturesCame, PendingDropped
from undercroft.table.names import BandId, CreaturesId, GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import fight_foes
from undercroft.table.procedures.fight_field import fight_of
from undercroft.table.procedures.meeting_scene import EVENT, meeting_of
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Fight, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import CreaturesSeen, creatures_as_seen
from undercroft.table.sites import Creatures, Site
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class BringThemIn(Command, frozen=True, tag="bring_in"):
    """Others of the site come to where a group fights or talks, and are in it now.

    `joins` names foes already there with whom they hold or break; with `leads` the first of them leads those.
    """

    group: GroupId
    creatures: CreaturesId
    joins: BandId | None = None
    leads: bool = False


def _bring_in(play: Play, act: BringThemIn) -> None:
    others = _come(play, act.group, act.creatures)
    scene = play.group(act.group).scene
    if isinstance(scene, Fight):
        company = fight_foes.from_creatures(play, others, scene)
        band = replace(company.band, leader=company.foes[0].id) if act.leads else company.band
        fight_foes.join(play, act.group, replace(company, band=band), act.joins)
    elif isinstance(scene, Meeting):
        join_talk(play, act.group, others)


def join_talk(play: Play, group: GroupId, others: Creatures) -> None:
    """They stand with those who are met, from now on."""
    scene = meeting_of(play.group(group))
    if scene is not None:
        along = (*scene.along, creatures_as_seen(others))
        play.go_on(group, replace(scene, along=along, company=(*scene.company, others)))


def _come(play: Play, group: GroupId, creatures: CreaturesId) -> Creatures:
    """They are where the group is, for all to see, and on the way to nobody any more."""
    there = play.group(group)
    site = play.site_of(there)
    before = site.creatures[creatures]
    known_to = (*(one for one in before.known_to if one != group), group)
    here = replace(before, zone=there.zone, met=True, ambush=False, known_to=known_to)
    play.tell(CreaturesCame(site.id, here))
    play.tell(CreaturesSeen(site.id, creatures_as_seen(here)), to=group_audience(group))
    if any(creatures in scene.pending for scene in there.scenes):
        play.tell(PendingDropped(group, creatures))
    return here


def _in_it(scene: Fight | Meeting) -> frozenset[CreaturesId]:
    if isinstance(scene, Meeting):
        return frozenset(one.id for one in (scene.met, *scene.along))
    kinds = (*(foe.creatures for foe in scene.foes), *(band.creatures for band in scene.bands))
    return frozenset(kind for kind in kinds if kind is not None)


def _may_bring_in(known: Campaign, seat: SeatId, act: BringThemIn) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    scene = group.scene if group is not None else None
    if group is None or not isinstance(scene, Fight | Meeting):
        yield Reason("nothing_to_join", "They neither fight nor talk.")
        return
    if isinstance(scene, Fight) and scene.phase is Phase.OVER:
        yield Reason("fight_over", "The fight is over: let it end first.")
    site = known.site_of(group)
    others = site.creatures.get(act.creatures) if site is not None else None
    if others is None or others.kind == EVENT or not others.count:
        yield Reason("no_creatures", "Nobody of that name is in this site.")
    elif act.creatures in _in_it(scene):
        yield Reason("in_it_already", "They are in it already.")
    if act.joins is not None and (isinstance(scene, Meeting) or all(band.id != act.joins for band in scene.bands)):
        yield Reason("no_band", "Nobody of that name fights here.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Whoever is there, next door or on the way."""
    for group in known.groups.values() if seat == REFEREE else ():
        site = known.site_of(group)
        if site is None or (fight_of(group) is None and meeting_of(group) is None):
            continue
        for others in _near(site, group):
            act = BringThemIn(group.id, others.id)
            if not any(_may_bring_in(known, seat, act)):
                yield Offer(act, f"Let them come into it: {others.name}")


def _near(site: Site, group: Group) -> Iterable[Creatures]:
    pending = {one for scene in group.scenes for one in scene.pending}
    next_door = {zone for door in site.doors.values() if group.zone in door.between for zone in door.between}
    for others in site.creatures.values():
        if others.id in pending or (others.zone is not None and others.zone in {group.zone, *next_door}):
            yield others


ROOM = Room(steps={BringThemIn: _bring_in}, refusals={BringThemIn: _may_bring_in}, offers=_offers)
