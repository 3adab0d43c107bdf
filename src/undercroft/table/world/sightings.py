"""What a group has seen, event by event: rooms, doors, traps, finds, obstacles, creatures and clues."""

from collections.abc import Mapping

from msgspec.structs import replace

from undercroft.kernel.phrases import begun, creatures_named, thing_named, within
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.subjects import group_acts
from undercroft.table.state.campaign import Campaign, with_seen
from undercroft.table.state.ids import GroupId, PersonId, SiteId, ZoneId
from undercroft.table.state.seen_sites import (
    Clue,
    SeenCreatures,
    SeenDoor,
    SeenFeature,
    SeenObstacle,
    SeenSite,
    SeenTrap,
    SeenZone,
    leading,
    with_rooms,
)
from undercroft.table.state.sites import Clock, DoorState, Hindrance

PLAIN = frozenset({DoorState.OPEN, DoorState.BROKEN, DoorState.NO_DOOR, DoorState.CLOSED})
"""Door states in plain sight; people find out what keeps a closed door shut by trying it."""


UNSEEN = "something in the dark"
"""The name of creatures that a group notices and does not see."""


class SiteSeen(Event, frozen=True, tag="table.site-seen"):
    """A group saw a site: its name and its clock."""

    site: SiteId
    name: str
    clock: Clock

    def fold(self, campaign: Campaign) -> Campaign:
        return with_seen(campaign, replace(_site(campaign, self.site), name=self.name, clock=self.clock))


class ZoneSeen(Event, frozen=True, tag="table.zone-seen"):
    """A group saw a zone."""

    site: SiteId
    zone: SeenZone
    through: str = ""
    """The exit by which the group came into the dark."""
    behind: Mapping[ZoneId, ZoneId] = {}
    """By which doors a player's seat knew of it before; empty in the log."""
    group: GroupId | None = None
    """The group that saw it, where the party is split."""

    @property
    def rooms(self) -> tuple[ZoneId, ...]:
        """The rooms that the event shows."""
        return (self.zone.id,)

    def fold(self, campaign: Campaign) -> Campaign:
        """A mapped zone stays on the map, even if the group rushes through it later or comes back in the dark."""
        campaign = _with_rooms(campaign, self.site, self.behind)
        known = _site(campaign, self.site).zones.get(self.zone.id)
        if known is not None and self.zone.dark and not known.dark:
            return campaign
        zone = replace(self.zone, mapped=self.zone.mapped or (known is not None and known.mapped))
        return _with(campaign, self.site, "zones", zone)

    def say(self, now: Campaign) -> str:
        if not self.zone.dark:
            return begun(f"{self.zone.name}. {self.zone.glance}".strip())
        known = _site(now, self.site).zones.get(self.zone.id, self.zone)
        where = "It is too dark to see the room" if known.dark else f"{begun(known.name)}. It is too dark to see it"
        goes = group_acts(now, self.group, "go", "goes")
        by = f"{goes} through {thing_named(self.through, known=True)}. " if self.through else ""
        return f"{by}{where}. {self.zone.senses}".strip()


class DoorSeen(Event, frozen=True, tag="table.door-seen"):
    """A group saw a door."""

    site: SiteId
    door: SeenDoor

    def fold(self, campaign: Campaign) -> Campaign:
        """A closed door that was tried keeps its known state; one that is felt in the dark keeps its place."""
        site = _site(campaign, self.site)
        known, door = site.doors.get(self.door.id), leading(self.door, site.behind)
        if known is not None and known.walls is not None:
            walls = door.walls or (None, None)
            door = replace(door, walls=(walls[0] or known.walls[0], walls[1] or known.walls[1]))
        if known is not None and known.state not in PLAIN and door.state == DoorState.CLOSED:
            door = replace(door, state=known.state)
        return _with(campaign, self.site, "doors", door)


class TrapSeen(Event, frozen=True, tag="table.trap-seen"):
    """A group noticed or triggered a trap."""

    site: SiteId
    trap: SeenTrap
    group: GroupId | None = None
    """The group that knows it, where the party is split."""

    def fold(self, campaign: Campaign) -> Campaign:
        return _with(campaign, self.site, "traps", self.trap)

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'notice', 'notices')} a trap: {thing_named(self.trap.name)}."


class FeatureSeen(Event, frozen=True, tag="table.feature-seen"):
    """A group found a concealed feature."""

    site: SiteId
    feature: SeenFeature
    by: PersonId | None = None
    """Who found it."""
    group: GroupId | None = None
    """The group that knows it, where the party is split."""

    def fold(self, campaign: Campaign) -> Campaign:
        return _with(campaign, self.site, "features", self.feature)

    def say(self, now: Campaign) -> str:
        if self.by is None or self.by not in now.people:
            return f"Found: {within(self.feature.what)}."
        return f"{now.people[self.by].name} finds {within(self.feature.what)}."


class ObstacleSeen(Event, frozen=True, tag="table.obstacle-seen"):
    """A group saw an obstacle."""

    site: SiteId
    obstacle: SeenObstacle
    behind: Mapping[ZoneId, ZoneId] = {}
    """By which doors a player's seat knew of the room that it keeps people from; empty in the log."""

    @property
    def rooms(self) -> tuple[ZoneId, ...]:
        """The rooms that the event tells apart."""
        return (self.obstacle.zone,) if self.obstacle.to is None else (self.obstacle.zone, self.obstacle.to)

    def fold(self, campaign: Campaign) -> Campaign:
        campaign = _with_rooms(campaign, self.site, self.behind)
        return _with(campaign, self.site, "obstacles", self.obstacle)

    def say(self, _now: Campaign) -> str:
        name = thing_named(self.obstacle.name, known=True)
        if self.obstacle.cleared:
            return ""
        hinders = "covers something" if self.obstacle.kind is Hindrance.LID else "is in the way"
        return f"{name[:1].upper()}{name[1:]} {hinders}."


class CreaturesSeen(Event, frozen=True, tag="table.creatures-seen"):
    """A group saw creatures."""

    site: SiteId
    creatures: SeenCreatures
    told: bool = False
    """Whether the log has told it already: a fight or a wound changed creatures that the group knows."""
    group: GroupId | None = None
    """The group that sees them, where the party is split."""

    def fold(self, campaign: Campaign) -> Campaign:
        return _with(campaign, self.site, "creatures", self.creatures)

    def say(self, now: Campaign) -> str:
        if self.told:
            return ""
        doing = f", {self.creatures.activity}" if self.creatures.activity else ""
        if self.creatures.name == UNSEEN:
            return f"There is {UNSEEN}."
        what = creatures_named(self.creatures.name, self.creatures.count)
        return f"{group_acts(now, self.group, 'see', 'sees')} {what}{doing}."


class ClueHeard(Event, frozen=True, tag="table.clue-heard"):
    """A group noticed a clue."""

    site: SiteId
    clue: Clue

    def fold(self, campaign: Campaign) -> Campaign:
        seen = _site(campaign, self.site)
        return with_seen(campaign, replace(seen, clues=(*seen.clues, self.clue)))

    def say(self, _now: Campaign) -> str:
        return self.clue.text


def _site(campaign: Campaign, id: SiteId) -> SeenSite:
    return campaign.seen.get(id) or SeenSite(id, id)


def _with(
    campaign: Campaign,
    site: SiteId,
    part: str,
    news: SeenZone | SeenDoor | SeenTrap | SeenFeature | SeenObstacle | SeenCreatures,
) -> Campaign:
    """The campaign with this zone, door or the like on the map of a site."""
    seen = _site(campaign, site)
    return with_seen(campaign, replace(seen, **{part: {**getattr(seen, part), news.id: news}}))


def _with_rooms(campaign: Campaign, site: SiteId, behind: Mapping[ZoneId, ZoneId]) -> Campaign:
    return with_seen(campaign, with_rooms(_site(campaign, site), behind)) if behind else campaign


PART = Part(events=(SiteSeen, ZoneSeen, DoorSeen, TrapSeen, FeatureSeen, ObstacleSeen, CreaturesSeen, ClueHeard))
