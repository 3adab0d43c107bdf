"""Obstacles: what stands in the way, who is before it, across it or in it, and how it is got out of the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.table.campaign import Campaign, Group, with_seen, with_site
from undercroft.table.entering import enter
from undercroft.table.names import GroupId, ObstacleId, PersonId, SiteId, ZoneId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.procedures.exploring import arrive
from undercroft.table.roll import name_of
from undercroft.table.rooms import Event, Reason, Room, unchanged
from undercroft.table.seen import SeenObstacle
from undercroft.table.sightings import tell_thing
from undercroft.table.sites import Hindrance, Obstacle
from undercroft.table.telling import group as group_audience
from undercroft.table.traps import on_entering


class ObstacleCleared(Event, frozen=True, tag="table.obstacle-cleared"):
    """It is out of the way."""

    site: SiteId
    obstacle: ObstacleId


class HeldFast(Event, frozen=True, tag="table.held-fast"):
    """Somebody got nowhere with it, and why, where that is plain."""

    obstacle: ObstacleId
    who: PersonId
    why: str = ""


class GotOver(Event, frozen=True, tag="table.got-over"):
    """Somebody is on the other side; these are there now, and these are in it."""

    site: SiteId
    obstacle: ObstacleId
    who: PersonId
    over: tuple[PersonId, ...]
    down: tuple[PersonId, ...]


class WentDown(Event, frozen=True, tag="table.went-down"):
    """Somebody is in it; these are in it now."""

    site: SiteId
    obstacle: ObstacleId
    who: PersonId
    down: tuple[PersonId, ...]


class CameOut(Event, frozen=True, tag="table.came-out"):
    """Somebody is out of it on the side they came from; these are in it now."""

    site: SiteId
    obstacle: ObstacleId
    who: PersonId
    down: tuple[PersonId, ...]


class LaidBare(Event, frozen=True, tag="table.laid-bare"):
    """What lay under it lies open."""

    secret: ClassVar[bool] = True

    site: SiteId
    obstacle: ObstacleId


class DugAway(Event, frozen=True, tag="table.dug-away"):
    """So many cubic metres of it are left."""

    secret: ClassVar[bool] = True

    site: SiteId
    obstacle: ObstacleId
    left: Fraction


def _changed(
    campaign: Campaign,
    event: ObstacleCleared | GotOver | WentDown | CameOut,
    truth: Callable[[Obstacle], Obstacle],
    known: Callable[[SeenObstacle], SeenObstacle],
) -> Campaign:
    """An obstacle stands otherwise: in truth where that is known, and as it was seen."""
    site, seen = campaign.sites.get(event.site), campaign.seen.get(event.site)
    if site is not None and event.obstacle in site.obstacles:
        it = truth(site.obstacles[event.obstacle])
        campaign = with_site(campaign, replace(site, obstacles={**site.obstacles, it.id: it}))
    if seen is not None and event.obstacle in seen.obstacles:
        sighted = known(seen.obstacles[event.obstacle])
        campaign = with_seen(campaign, replace(seen, obstacles={**seen.obstacles, sighted.id: sighted}))
    return campaign


def _cleared(campaign: Campaign, event: ObstacleCleared) -> Campaign:
    return _changed(
        campaign,
        event,
        lambda it: replace(it, cleared=True, over=(), down=()),
        lambda it: replace(it, cleared=True, over=(), down=()),
    )


def _got_over(campaign: Campaign, event: GotOver) -> Campaign:
    return _changed(
        campaign,
        event,
        lambda it: replace(it, over=event.over, down=event.down),
        lambda it: replace(it, over=event.over, down=event.down),
    )


def _went_down(campaign: Campaign, event: WentDown | CameOut) -> Campaign:
    return _changed(campaign, event, lambda it: replace(it, down=event.down), lambda it: replace(it, down=event.down))


def _of_truth(campaign: Campaign, event: LaidBare | DugAway, change: Callable[[Obstacle], Obstacle]) -> Campaign:
    site = campaign.sites.get(event.site)
    if site is None or event.obstacle not in site.obstacles:
        return campaign
    it = change(site.obstacles[event.obstacle])
    return with_site(campaign, replace(site, obstacles={**site.obstacles, it.id: it}))


def _laid_bare(campaign: Campaign, event: LaidBare) -> Campaign:
    return _of_truth(campaign, event, lambda it: replace(it, things=()))


def _dug_away(campaign: Campaign, event: DugAway) -> Campaign:
    return _of_truth(campaign, event, lambda it: replace(it, cubic_metres=event.left))


# Where people are


def before(known: Campaign, who: PersonId, obstacle: ObstacleId) -> SeenObstacle | None:
    """An obstacle that somebody knows of and stands at, on either side."""
    group = known.group_of(who)
    seen = known.seen_by(group)
    it = seen.obstacles.get(obstacle) if seen is not None else None
    return it if group is not None and it is not None and group.zone in (it.zone, it.to) else None


def at_hand(known: Campaign, group: Group) -> tuple[SeenObstacle, ...]:
    """What a group knows to be in its way, wherever it stands."""
    seen = known.seen_by(group)
    there = seen.obstacles.values() if seen is not None else ()
    return tuple(it for it in there if not it.cleared and group.zone in (it.zone, it.to))


def truth(known: Campaign, group: Group | None, obstacle: ObstacleId) -> Obstacle | None:
    """The obstacle itself, for whoever knows the site."""
    site = known.site_of(group)
    return site.obstacles.get(obstacle) if site is not None else None


def standing(play: Play, who: PersonId, obstacle: ObstacleId) -> tuple[Group, Obstacle]:
    """Somebody's group, and the obstacle before it."""
    group = play.now.group_of(who)
    it = truth(play.now, group, obstacle)
    if group is None or it is None:
        raise ValueError("nobody is there")
    return group, it


def no_use(known: Campaign, who: PersonId, obstacle: ObstacleId, kinds: Iterable[Hindrance]) -> Iterable[Reason]:
    """Why there is nothing to be done about it like that."""
    it = before(known, who, obstacle)
    if it is None:
        yield Reason("no_obstacle", "They know of no such thing here.")
    elif it.cleared:
        yield Reason("cleared", f"The {it.name} is out of the way.")
    elif it.kind not in kinds:
        yield Reason("not_that_way", f"Nothing comes of that with the {it.name}.")


# What comes of it


def clear(play: Play, group: Group, obstacle: Obstacle) -> None:
    """It is out of the way, and what lay under it is there for all to see."""
    play.tell(ObstacleCleared(play.site_of(group).id, obstacle.id), to=group_audience(group.id))
    lay_bare(play, group, obstacle)


def lay_bare(play: Play, group: Group, obstacle: Obstacle) -> None:
    """Whoever is there sees what lay under it."""
    if obstacle.things:
        play.tell(LaidBare(play.site_of(group).id, obstacle.id))
        for thing in obstacle.things:
            tell_thing(play, group.id, ThingPlaced(play.now.things[thing]))


def held(play: Play, group: Group, obstacle: Obstacle, who: PersonId, why: str = "") -> None:
    """Somebody got nowhere with it."""
    play.tell(HeldFast(obstacle.id, who, why), to=group_audience(group.id))


def go_down(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Somebody is in it, and sees what lies there."""
    down = (*(one for one in obstacle.down if one != who), who)
    play.tell(WentDown(play.site_of(group).id, obstacle.id, who, down), to=group_audience(group.id))
    lay_bare(play, group, obstacle)


def come_out(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Somebody is out of it again."""
    down = tuple(one for one in obstacle.down if one != who)
    play.tell(CameOut(play.site_of(group).id, obstacle.id, who, down), to=group_audience(group.id))


def get_over(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Somebody is across; when nobody is left behind, the group stands on the other side."""
    over = (*(one for one in obstacle.over if one != who), who)
    down = tuple(one for one in obstacle.down if one != who)
    play.tell(GotOver(play.site_of(group).id, obstacle.id, who, over, down), to=group_audience(group.id))
    there = _other_side(group, obstacle)
    left = (one for one in play.now.those_in(group.id) if one.alive and one.id not in over)
    if there is not None and not any(one.able or one.id in down for one in left):
        _all_across(play, group.id, there)


def _all_across(play: Play, group: GroupId, zone: ZoneId) -> None:
    """They stand there, come with care, and what lies in wait there does what it does."""
    enter(play, group, Style.SOFT)
    arrive(play, group, zone)
    on_entering(play, group, None, Style.SOFT, Speed.DELVE)


def _other_side(group: Group, obstacle: Obstacle) -> ZoneId | None:
    return obstacle.zone if group.zone == obstacle.to else obstacle.to


def _name(now: Campaign, obstacle: ObstacleId) -> str:
    return next((seen.obstacles[obstacle].name for seen in now.seen.values() if obstacle in seen.obstacles), obstacle)


ROOM = Room(
    arms={
        ObstacleCleared: _cleared,
        GotOver: _got_over,
        WentDown: _went_down,
        CameOut: _went_down,
        LaidBare: _laid_bare,
        DugAway: _dug_away,
        HeldFast: unchanged,
    },
    words={
        ObstacleCleared: lambda now, it: f"The {_name(now, it.obstacle)} is out of the way.",
        GotOver: lambda now, it: f"{name_of(now, it.who)} is past the {_name(now, it.obstacle)}.",
        WentDown: lambda now, it: f"{name_of(now, it.who)} is in the {_name(now, it.obstacle)}.",
        CameOut: lambda now, it: f"{name_of(now, it.who)} is out of the {_name(now, it.obstacle)}.",
        HeldFast: lambda now, it: (
            f"{name_of(now, it.who)} gets nowhere with the {_name(now, it.obstacle)}{f': {it.why}' if it.why else ''}."
        ),
    },
)
