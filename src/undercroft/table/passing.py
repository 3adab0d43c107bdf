"""Time as it is told: how far a group has come, and what falls due."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign, Group, with_group
from undercroft.table.names import GroupId, TimerId
from undercroft.table.rooms import Arm, Event, unchanged
from undercroft.table.timers import Timer


class TimePassed(Event, frozen=True, tag="table.time-passed"):
    """A group has come as far as this."""

    group: GroupId
    time: Seconds


class StretchStopped(Event, frozen=True, tag="table.stretch-stopped"):
    """Something came between: so much of a stretch of time was left unspent, and why."""

    group: GroupId
    left: Seconds
    why: str


class TimerSet(Event, frozen=True, tag="table.timer-set"):
    """A deadline was set, or moved to where it now stands."""

    timer: Timer
    reason: str = ""


class TimerLapsed(Event, frozen=True, tag="table.timer-lapsed"):
    """Its moment came."""

    timer: TimerId
    what: str


class TimerDropped(Event, frozen=True, tag="table.timer-dropped"):
    """It was called off before its moment."""

    timer: TimerId
    what: str


WAITING = "Nobody goes on before the others have come so far."


def waiting(known: Campaign, group: Group) -> bool:
    """Whether a group stands at a moment that belongs to all, and has not come for the others yet."""
    return any(timer.person is None and timer.due <= group.time for timer in known.timers.values())


def _time_passed(campaign: Campaign, event: TimePassed) -> Campaign:
    group = campaign.groups.get(event.group)
    return campaign if group is None else with_group(campaign, replace(group, time=event.time))


def _timer_set(campaign: Campaign, event: TimerSet) -> Campaign:
    return replace(campaign, timers={**campaign.timers, event.timer.id: event.timer})


def _timer_gone(campaign: Campaign, event: TimerLapsed | TimerDropped) -> Campaign:
    return replace(campaign, timers={id: timer for id, timer in campaign.timers.items() if id != event.timer})


ARMS: Mapping[type[Event], Arm] = {
    TimePassed: _time_passed,
    StretchStopped: unchanged,
    TimerSet: _timer_set,
    TimerLapsed: _timer_gone,
    TimerDropped: _timer_gone,
}
