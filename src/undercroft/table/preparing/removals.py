"""Why a part of the world cannot be removed now: people are there, or play is in the middle of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from msgspec import Struct

from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.changes import (
    AnyChange,
    CreaturesChange,
    DoorChange,
    FeatureChange,
    HexChange,
    ObstacleChange,
    PersonChange,
    SeatChange,
    SiteChange,
    ThingChange,
    TrapChange,
    ZoneChange,
)


def in_use(campaign: Campaign, change: AnyChange) -> str:
    """Why a part cannot be removed now, in words; empty if it can."""
    match change:
        case SiteChange(before=head) if head is not None:
            return _inside(campaign, lambda group: group.site == head.id)
        case ZoneChange(site=site, before=zone) if zone is not None:
            inside = _inside(campaign, lambda group: (group.site, group.zone) == (site, zone.id))
            return inside or _busy_with(campaign, zone.id)
        case HexChange(before=hex) if hex is not None:
            return _inside(campaign, lambda group: group.hex == hex.id) or _busy_with(campaign, hex.id)
        case PersonChange(before=person) if person is not None:
            inside = (
                f"{person.name} is in the party and must leave first"
                if campaign.group_of(person.id) is not None
                else ""
            )
            return inside or _busy_with(campaign, person.id)
        case SeatChange(before=seat) if seat is not None:
            owns = any(person.seat == seat.id for person in campaign.people.values())
            return "characters belong to this seat: give them to another first" if owns else ""
        case ThingChange(before=thing) if thing is not None:
            burns = "it is burning: put it out first" if thing.id in campaign.lights else ""
            return burns or _busy_with(campaign, thing.id)
        case (
            DoorChange(before=part)
            | TrapChange(before=part)
            | FeatureChange(before=part)
            | ObstacleChange(before=part)
            | CreaturesChange(before=part)
        ) if part is not None:
            return _busy_with(campaign, part.id)
        case _:
            return ""


def _inside(campaign: Campaign, where: Callable[[Group], bool]) -> str:
    inside = [group.name for group in campaign.groups.values() if group.members and where(group)]
    return f"{' and '.join(inside)} {'is' if len(inside) == 1 else 'are'} there" if inside else ""


def _busy_with(campaign: Campaign, id: str) -> str:
    """Say so if play is in the middle of something that names a part."""
    doing = (
        *(group.scenes for group in campaign.groups.values()),
        *campaign.jobs.values(),
        *campaign.stretches.values(),
    )
    timers = (timer for timer in campaign.timers.values() if timer.site is not None or timer.person == id)
    return "play is in the middle of it" if any(_names(part, id) for part in (*doing, *timers)) else ""


def _names(value: object, id: str) -> bool:
    """Whether a value names an id anywhere."""
    match value:
        case str():
            return value == id
        case Struct():
            return any(_names(getattr(value, name), id) for name in value.__struct_fields__)
        case Mapping():
            return any(_names(part, id) for pair in cast("Mapping[object, object]", value).items() for part in pair)
        case tuple() | frozenset():
            return any(_names(part, id) for part in cast("Iterable[object]", value))
        case _:
            return False
