"""What nobody would sleep or walk through: how things stood when a stretch began, and what has come between."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import CreaturesId, GroupId
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenSite
from undercroft.table.stretches import Marks, Standing, Stretch
from undercroft.table.timers import Lapse, Timer


def marks(campaign: Campaign, id: GroupId) -> Marks:
    """How things stand with a group now."""
    group = campaign.groups[id]
    seen = campaign.seen_by(group)
    return Marks(
        pending=tuple(one for scene in group.scenes for one in scene.pending),
        lights=tuple(light.thing for light in campaign.lights_of(id)),
        timers={timer.id: timer.what for timer in _watched(campaign, group)},
        people={
            person.id: Standing(person.hp, person.alive, tuple(one.name for one in person.conditions if not one.secret))
            for person in campaign.those_in(id)
        },
        creatures=_in_sight(group, seen),
        traps={trap.id: trap.state for trap in seen.traps.values()} if seen is not None else {},
    )


def _watched(campaign: Campaign, group: Group) -> Iterable[Timer]:
    """Deadlines of a group that its players know of; a warning is no reason to stop."""
    for timer in campaign.timers.values():
        theirs = timer.person is None or timer.person in group.members
        if theirs and timer.lapse != Lapse.WARNING and set(timer.to) - {REFEREE}:
            yield timer


def _in_sight(group: Group, seen: SeenSite | None) -> tuple[CreaturesId, ...]:
    return () if seen is None else tuple(one.id for one in seen.creatures.values() if one.zone == group.zone)


def _others(campaign: Campaign, before: Marks, now: Marks) -> str:
    """The first of whom that is so."""
    found = (who for who, standing in now.people.items() if before.people.get(who) != standing)
    return next((campaign.people[who].name for who in found), "")


def came_between(campaign: Campaign, stretch: Stretch) -> str:
    """What has happened that nobody would sleep or walk through; nothing, if nothing."""
    before, now = stretch.marks, marks(campaign, stretch.group)
    if set(now.pending) - set(before.pending):
        return "Something comes between."
    if set(before.lights) - set(now.lights):
        return "A light has gone out."
    if now.people != before.people:
        return f"{_others(campaign, before, now) or 'Somebody'} is not as before."
    if any(before.traps.get(trap) != state for trap, state in now.traps.items()):
        return "There is a trap."
    if set(now.creatures) - set(before.creatures):
        return "Somebody is here."
    lapsed = [what for timer, what in before.timers.items() if timer not in now.timers]
    return f"{lapsed[0][:1].upper()}{lapsed[0][1:]}." if lapsed else ""
