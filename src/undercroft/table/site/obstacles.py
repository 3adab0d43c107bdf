"""Obstacles: who is at one, across it or in it, and how it is cleared."""

from collections.abc import Iterable
from fractions import Fraction

from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import does
from undercroft.table.exploration.site_entry import arrive
from undercroft.table.site.entry_style import enter
from undercroft.table.site.traps import on_entering
from undercroft.table.state.campaign import Campaign, Group, changed_in_site, changed_where_known
from undercroft.table.state.ids import GroupId, ObstacleId, PersonId, SiteId, ZoneId
from undercroft.table.state.seen_sites import SeenObstacle
from undercroft.table.state.sites import Hindrance, Obstacle
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.sight import tell_thing


class ObstacleCleared(Event, frozen=True, tag="table.obstacle-cleared"):
    """An obstacle is out of the way."""

    site: SiteId
    obstacle: ObstacleId

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_where_known(campaign, self.site, "obstacles", self.obstacle, cleared=True, over=(), down=())

    def say(self, now: Campaign) -> str:
        return f"The {_name(now, self.obstacle)} is out of the way."


class HeldFast(Event, frozen=True, tag="table.held-fast"):
    """A character got nowhere with an obstacle, and why, if that is plain."""

    obstacle: ObstacleId
    who: PersonId
    why: str = ""

    def say(self, now: Campaign) -> str:
        why = f": {self.why}" if self.why else ""
        return f"{name_of(now, self.who)} makes no progress with the {_name(now, self.obstacle)}{why}."


class GotOver(Event, frozen=True, tag="table.got-over"):
    """A character is past an obstacle; who is across and who is in it now."""

    site: SiteId
    obstacle: ObstacleId
    who: PersonId
    over: tuple[PersonId, ...]
    down: tuple[PersonId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_where_known(campaign, self.site, "obstacles", self.obstacle, over=self.over, down=self.down)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} is past the {_name(now, self.obstacle)}."


class _InsideChanged(Event, frozen=True):
    """Who is in an obstacle now."""

    site: SiteId
    obstacle: ObstacleId
    who: PersonId
    down: tuple[PersonId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_where_known(campaign, self.site, "obstacles", self.obstacle, down=self.down)


class WentDown(_InsideChanged, frozen=True, tag="table.went-down"):
    """A character went into an obstacle; who is in it now."""

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} is in the {_name(now, self.obstacle)}."


class CameOut(_InsideChanged, frozen=True, tag="table.came-out"):
    """A character came out of an obstacle on the side they started from; who is in it now."""

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} is out of the {_name(now, self.obstacle)}."


class LaidBare(SecretEvent, frozen=True, tag="table.laid-bare"):
    """What lay under an obstacle is uncovered."""

    site: SiteId
    obstacle: ObstacleId

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_in_site(campaign, self.site, "obstacles", self.obstacle, things=())


class DugAway(SecretEvent, frozen=True, tag="table.dug-away"):
    """How many cubic metres of an obstacle are left."""

    site: SiteId
    obstacle: ObstacleId
    left: Fraction

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_in_site(campaign, self.site, "obstacles", self.obstacle, cubic_metres=self.left)


# Who is where


def before(known: Campaign, who: PersonId, obstacle: ObstacleId) -> SeenObstacle | None:
    """An obstacle that a character knows of and is at, on either side."""
    group = known.group_of(who)
    seen = known.seen_by(group)
    found = seen.obstacles.get(obstacle) if seen is not None else None
    return found if group is not None and found is not None and group.zone in (found.zone, found.to) else None


def at_hand(known: Campaign, group: Group) -> tuple[SeenObstacle, ...]:
    """The obstacles a group knows of in its zone."""
    seen = known.seen_by(group)
    obstacles = seen.obstacles.values() if seen is not None else ()
    return tuple(
        obstacle for obstacle in obstacles if not obstacle.cleared and group.zone in (obstacle.zone, obstacle.to)
    )


def truth(known: Campaign, group: Group | None, obstacle: ObstacleId) -> Obstacle | None:
    """The true obstacle, if the seat knows the site."""
    site = known.site_of(group)
    return site.obstacles.get(obstacle) if site is not None else None


def standing(play: Play, who: PersonId, obstacle: ObstacleId) -> tuple[Group, Obstacle]:
    """The character's group and the obstacle it is at."""
    group = play.now.group_of(who)
    found = truth(play.now, group, obstacle)
    if group is None or found is None:
        raise ValueError("nobody is there")
    return group, found


def no_use(known: Campaign, who: PersonId, obstacle: ObstacleId, kinds: Iterable[Hindrance]) -> Iterable[Reason]:
    """Why a character cannot do this kind of thing with an obstacle."""
    found = before(known, who, obstacle)
    if found is None:
        yield Reason("no_obstacle", f"{does(known, who, 'know', 'knows')} no such thing here.")
    elif found.cleared:
        yield Reason("cleared", f"The {found.name} is out of the way.")
    elif found.kind not in kinds:
        yield Reason("not_that_way", f"That does not work on the {found.name}.")


# Changes


def clear(play: Play, group: Group, obstacle: Obstacle) -> None:
    """Clear an obstacle and show what lay under it."""
    play.tell(ObstacleCleared(play.site_of(group).id, obstacle.id), to=group_audience(group.id))
    lay_bare(play, group, obstacle)


def lay_bare(play: Play, group: Group, obstacle: Obstacle) -> None:
    """Show the group what lay under an obstacle."""
    if obstacle.things:
        play.tell(LaidBare(play.site_of(group).id, obstacle.id))
        for thing in obstacle.things:
            tell_thing(play, group.id, ThingPlaced(play.now.things[thing]))


def held(play: Play, group: Group, obstacle: Obstacle, who: PersonId, why: str = "") -> None:
    """Tell that a character got nowhere with an obstacle."""
    play.tell(HeldFast(obstacle.id, who, why), to=group_audience(group.id))


def go_down(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Put a character into an obstacle, where they see what is in it."""
    down = (*(person for person in obstacle.down if person != who), who)
    play.tell(WentDown(play.site_of(group).id, obstacle.id, who, down), to=group_audience(group.id))
    lay_bare(play, group, obstacle)


def come_out(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Bring a character out of an obstacle."""
    down = tuple(person for person in obstacle.down if person != who)
    play.tell(CameOut(play.site_of(group).id, obstacle.id, who, down), to=group_audience(group.id))


def get_over(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Bring a character across; when the last is across, the group moves to the other side."""
    over = (*(person for person in obstacle.over if person != who), who)
    down = tuple(person for person in obstacle.down if person != who)
    play.tell(GotOver(play.site_of(group).id, obstacle.id, who, over, down), to=group_audience(group.id))
    other_side = _other_side(group, obstacle)
    left = (member for member in play.now.those_in(group.id) if member.alive and member.id not in over)
    if other_side is not None and not any(member.able or member.id in down for member in left):
        _arrive(play, group.id, other_side)


def _arrive(play: Play, group: GroupId, zone: ZoneId) -> None:
    """Let the group arrive with care, and spring what lies in wait there."""
    enter(play, group, Style.SOFT)
    arrive(play, group, zone)
    on_entering(play, group, None, Style.SOFT, Speed.DELVE)


def _other_side(group: Group, obstacle: Obstacle) -> ZoneId | None:
    return obstacle.zone if group.zone == obstacle.to else obstacle.to


def _name(now: Campaign, obstacle: ObstacleId) -> str:
    return next((seen.obstacles[obstacle].name for seen in now.seen.values() if obstacle in seen.obstacles), obstacle)


PART = Part(events=(ObstacleCleared, GotOver, WentDown, CameOut, LaidBare, DugAway, HeldFast))
