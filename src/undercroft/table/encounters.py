"""Encounters that arise: who comes, how many, and where they are first noticed. How they take it is another matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.delving.encounters import Facing, Sight, encounter_direction, encounter_placement
from undercroft.books.sovereign.surprise import (
    Arriving,
    ByEntrance,
    InCorridor,
    Surroundings,
    encounter_arrival,
)
from undercroft.books.sovereign.wandering import Kind, SiteTable, wandering_contents
from undercroft.books.violence.surprise import Encounter as Met
from undercroft.books.violence.surprise import Place as Whereabouts
from undercroft.books.violence.surprise import encounter_distance
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import Feet, SeatId
from undercroft.table import light
from undercroft.table.campaign import Campaign, with_group, with_site
from undercroft.table.names import CreaturesId, GroupId, PersonId, SiteId, ZoneId
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import DelveRound, OverloadedTurn, Scene, SovereignTurn, ViolenceTurn
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import CreaturesSeen, counted, creatures_as_seen
from undercroft.table.sites import Creatures, Row, Site
from undercroft.table.telling import SECRET
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class Place(Command, frozen=True, tag="place"):
    """Let those who were on their way be noticed now."""

    group: GroupId
    creatures: CreaturesId


class Dismiss(Command, frozen=True, tag="dismiss"):
    """They are dealt with: gone, dead or let be."""

    group: GroupId
    creatures: CreaturesId
    how: str = ""


class RaiseAlarm(Command, frozen=True, tag="raise_alarm"):
    """Those who live here know that somebody has come, or have forgotten it again."""

    site: SiteId
    alerted: bool = True


class CreaturesCame(Event, frozen=True, tag="table.creatures-came"):
    """Creatures are, or stand now, so."""

    secret: ClassVar[bool] = True

    site: SiteId
    creatures: Creatures


class CreaturesLeft(Event, frozen=True, tag="table.creatures-left"):
    """They are no longer there."""

    site: SiteId
    creatures: CreaturesId
    how: str = ""


class CaughtOffGuard(Event, frozen=True, tag="table.caught-off-guard"):
    """These of a group are surprised by what they meet."""

    group: GroupId
    who: tuple[PersonId, ...]


class PendingDropped(Event, frozen=True, tag="table.pending-dropped"):
    """They are no longer on their way to this group."""

    secret: ClassVar[bool] = True

    group: GroupId
    creatures: CreaturesId


class AlarmRaised(Event, frozen=True, tag="table.alarm-raised"):
    """The site is on its guard, or off it."""

    secret: ClassVar[bool] = True

    site: SiteId
    alerted: bool


def _came(campaign: Campaign, event: CreaturesCame) -> Campaign:
    site = campaign.sites[event.site]
    return with_site(campaign, replace(site, creatures={**site.creatures, event.creatures.id: event.creatures}))


def _left(campaign: Campaign, event: CreaturesLeft) -> Campaign:
    """From the truth where it is known, and from what was seen."""
    site, seen = campaign.sites.get(event.site), campaign.seen.get(event.site)
    if site is not None:
        rest = {id: one for id, one in site.creatures.items() if id != event.creatures}
        campaign = with_site(campaign, replace(site, creatures=rest))
    if seen is not None:
        sighted = {id: one for id, one in seen.creatures.items() if id != event.creatures}
        campaign = replace(campaign, seen={**campaign.seen, seen.id: replace(seen, creatures=sighted)})
    return campaign


def _pending_dropped(campaign: Campaign, event: PendingDropped) -> Campaign:
    group = campaign.groups[event.group]
    scenes = tuple(
        replace(scene, pending=tuple(one for one in scene.pending if one != event.creatures)) for scene in group.scenes
    )
    return with_group(campaign, replace(group, scenes=scenes))


def _alarm(campaign: Campaign, event: AlarmRaised) -> Campaign:
    return with_site(campaign, replace(campaign.sites[event.site], alerted=event.alerted))


NOISE = "noise"
"""Why somebody comes whom the battering of a door has drawn."""


def approach(play: Play, group: GroupId, why: str = "") -> None:
    """Somebody is on their way to a group: the site's own table says who."""
    site = play.site_of(play.group(group))
    table = tuple((row.name, Kind.CREATURES if row.creatures else Kind.EVENT) for row in site.encounters)
    named = play.settle(wandering_contents, SiteTable(table)).name if table else None
    bring(play, group, named, why)


def bring(play: Play, group: GroupId, named: str | None, why: str = "") -> None:
    """Those of that row of the site's table are on their way; when they are noticed is for the referee to say.

    What is in no row is somebody of whom nothing is known but the name.
    """
    there = play.group(group)
    site = play.site_of(there)
    row = next((row for row in site.encounters if row.name == named), None) or Row(named or "Somebody")
    count = play.settle(plain_dice, Plain(row.count, f"how many: {row.name}")).total if named else 1
    like = site.creatures.get(row.creatures) if row.creatures is not None else None
    id = CreaturesId("-".join(filter(None, (row.creatures or "event", group, str(there.time), why))))
    _come(play, site, id, row.name, like, count)
    scene = play.group(group).scene
    if scene is not None:
        play.go_on(group, replace(scene, pending=(*scene.pending, id)))


def _come(play: Play, site: Site, id: CreaturesId, name: str, like: Creatures | None, count: int) -> None:
    """Creatures named for who they are and whom they come to, at no place yet."""
    base = like or Creatures(id, name, count, Fraction(0), None, kind="event")
    came = replace(base, id=id, name=name, count=count, zone=None, hp=(), activity="", met=False, known_to=())
    play.tell(CreaturesCame(site.id, came))


def notice(play: Play, group: GroupId, creatures: CreaturesId, *, distance_ft: int | None, direction: str) -> None:
    """They are noticed where the group is."""
    there = play.group(group)
    site = play.site_of(there)
    here = replace(site.creatures[creatures], zone=there.zone, met=True, distance_ft=distance_ft, direction=direction)
    play.tell(CreaturesCame(site.id, here))
    play.tell(CreaturesSeen(site.id, creatures_as_seen(here)), to=group_audience(group))
    play.tell(PendingDropped(group, creatures))


def ways_out(site: Site, zone: ZoneId) -> tuple[str, ...]:
    """The ways that lead into a zone, by the names of where they lead."""
    doors = (door for door in site.doors.values() if zone in door.between and not door.hidden)
    beyond = (door.between[1] if door.between[0] == zone else door.between[0] for door in doors)
    return tuple(site.zones[other].name for other in beyond)


def _place(play: Play, act: Place) -> None:
    place(play, act.group, act.creatures)


def place(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Where they are first noticed, by the book that keeps the time here."""
    scene = play.group(group).scene
    if scene is not None and type(scene) in _PLACED:
        _PLACED[type(scene)](play, group, creatures)


def by_entrance_or_corridor(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Sovereign: by one of the ways in, or some way down the corridor."""
    there = play.group(group)
    site = play.site_of(there)
    zone = play.now.zone_of(there)
    if zone is None:
        return
    ways = ways_out(site, zone.id)
    place = Surroundings.CORRIDOR if zone.corridor or not ways else Surroundings.ROOM
    arriving = Arriving(place, Feet(zone.length_ft)) if zone.corridor else Arriving(place, entrances=max(1, len(ways)))
    match play.settle(encounter_arrival, arriving):
        case InCorridor(distance_ft=feet):
            notice(play, group, creatures, distance_ft=feet, direction="")
        case ByEntrance(entrance=number):
            notice(play, group, creatures, distance_ft=None, direction=f"from {ways[number - 1]}")


def at_the_edge_of_vision(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Delving: somewhere on a clock face whose 12 is the way they were going, as far off as their light lets them see.

    The walls end the view: nobody sees further than the zone is long.
    """
    there = play.group(group)
    zone, scene = play.now.zone_of(there), there.scene
    if zone is None or not isinstance(scene, DelveRound):
        return
    side = Feet(max(zone.length_ft, zone.width_ft))
    sight = side if zone.lit else max((light.reach(one.item) for one in play.now.lights_of(group)), default=Feet(0))
    way = play.settle(encounter_direction, Facing(scene.facing))
    placed = play.settle(encounter_placement, Sight((sight,) * len(there.members), side))
    notice(play, group, creatures, distance_ft=placed.distance_ft, direction=f"at {way.oclock} o'clock")
    catch_off_guard(play, group)


def catch_off_guard(play: Play, group: GroupId) -> None:
    """Whoever walked or ran since their last turn is not ready for what they meet."""
    there = play.group(group)
    if isinstance(there.scene, DelveRound):
        caught = tuple(one for one in there.scene.surprised if one in there.members)
        if caught:
            play.tell(CaughtOffGuard(group, caught), to=group_audience(group))


def at_a_distance(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Violence: so many feet off, for all to see."""
    far = play.settle(encounter_distance, Met(Whereabouts.DUNGEON), to=group_audience(group))
    notice(play, group, creatures, distance_ft=far.value, direction="")


_PLACED: Mapping[type[Scene], Callable[[Play, GroupId, CreaturesId], None]] = {
    SovereignTurn: by_entrance_or_corridor,
    OverloadedTurn: by_entrance_or_corridor,
    DelveRound: at_the_edge_of_vision,
    ViolenceTurn: at_a_distance,
}

_PLACED_BY: Mapping[type[Scene], AnyRule] = {
    SovereignTurn: encounter_arrival,
    OverloadedTurn: encounter_arrival,
    DelveRound: encounter_direction,
    ViolenceTurn: encounter_distance,
}
"""The rule that has the dice for it."""


def _dismiss(play: Play, act: Dismiss) -> None:
    """Whoever is gone is on the way to nobody any more, whichever group they were coming to."""
    there = play.group(act.group)
    site = play.site_of(there).id
    seen = play.now.seen.get(site)
    known = seen is not None and act.creatures in seen.creatures
    play.tell(CreaturesLeft(site, act.creatures, act.how), to=group_audience(act.group) if known else SECRET)
    for group in play.now.groups.values():
        if any(act.creatures in scene.pending for scene in group.scenes):
            play.tell(PendingDropped(group.id, act.creatures))


def _raise_alarm(play: Play, act: RaiseAlarm) -> None:
    play.tell(AlarmRaised(act.site, act.alerted))


def _may_raise_alarm(known: Campaign, seat: SeatId, act: RaiseAlarm) -> Iterable[Reason]:
    yield from referee_only(seat)
    if seat == REFEREE and act.site not in known.sites:
        yield Reason("no_such_site", "There is no such place.")


def _on_their_way(known: Campaign, seat: SeatId, act: Place) -> Iterable[Reason]:
    if seat != REFEREE:
        yield Reason("referee_only", "That is for the referee.")
    group = known.groups.get(act.group)
    if group is None or not any(act.creatures in scene.pending for scene in group.scenes):
        yield Reason("not_pending", "Nobody of that name is on the way.")
    elif type(group.scene) not in _PLACED:
        yield Reason("in_a_scene", "They are in the middle of something: let them come into it, or wait.")


def _may_dismiss(known: Campaign, seat: SeatId, act: Dismiss) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    site = known.site_of(group)
    if site is None or act.creatures not in site.creatures:
        yield Reason("no_creatures", "Nobody of that name is there, or on the way.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        for creatures in (one for scene in group.scenes for one in scene.pending):
            site = known.site_of(group)
            name = site.creatures[creatures].name if site and creatures in site.creatures else creatures
            rule = _PLACED_BY.get(type(group.scene)) if group.scene is not None else None
            if rule is not None:
                yield Offer(Place(group.id, creatures), f"Let them be noticed: {name}", rule=rule)
            yield Offer(Dismiss(group.id, creatures, "never came"), f"Let them pass by: {name}")


SLAIN = "slain"
"""How creatures leave whose fall was told blow by blow."""


def _left_words(_: Campaign, it: CreaturesLeft) -> str:
    return "" if it.how == SLAIN else f"They are gone{f': {it.how}' if it.how else ''}."


def _came_words(_: Campaign, it: CreaturesCame) -> str:
    """Those whom somebody sees have their line when they are seen."""
    who = counted(it.creatures)
    if it.creatures.zone is None:
        return f"On the way: {who}."
    return "" if it.creatures.met else f"There now: {who}."


ROOM = Room(
    arms={
        CreaturesCame: _came,
        CreaturesLeft: _left,
        CaughtOffGuard: unchanged,
        PendingDropped: _pending_dropped,
        AlarmRaised: _alarm,
    },
    steps={Place: _place, Dismiss: _dismiss, RaiseAlarm: _raise_alarm},
    refusals={Place: _on_their_way, Dismiss: _may_dismiss, RaiseAlarm: _may_raise_alarm},
    offers=_offers,
    words={
        CreaturesCame: _came_words,
        CaughtOffGuard: lambda now, it: (
            f"Caught off guard: {', '.join(now.people[one].name for one in it.who if one in now.people)}."
        ),
        CreaturesLeft: _left_words,
        AlarmRaised: lambda _, it: "The alarm is raised." if it.alerted else "The place has calmed down.",
    },
)
