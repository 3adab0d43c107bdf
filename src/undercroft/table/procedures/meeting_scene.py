"""The meeting a group is in, and who is there with it."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import CreaturesId, GroupId
from undercroft.table.play import Play
from undercroft.table.rooms import Reason
from undercroft.table.scenes import Meeting
from undercroft.table.sites import Creatures
from undercroft.table.whose import referee_only

EVENT = "event"
"""The kind of something that is met and is nobody."""


def meeting_of(group: Group | None) -> Meeting | None:
    """The meeting a group is in."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Meeting) else None


def the_meeting(play: Play, group: GroupId) -> Meeting:
    """The meeting a group is in; a fault, where it is in none."""
    scene = meeting_of(play.group(group))
    if scene is None:
        raise ValueError("the group meets nobody")
    return scene


def all_there(known: Campaign, group: Group, first: CreaturesId, along: tuple[CreaturesId, ...]) -> Iterable[Reason]:
    """Why these cannot come along with the others."""
    here = {one.id for one in present(known, group)} - {first}
    if not here.issuperset(along) or len(set(along)) < len(along):
        yield Reason("not_with_them", "Not all of those are there with them.")


def in_a_meeting(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    """Why the referee cannot rule on a meeting."""
    yield from referee_only(seat)
    if meeting_of(known.groups.get(group)) is None:
        yield Reason("no_meeting", "They face nobody.")


def present(known: Campaign, group: Group) -> Iterable[Creatures]:
    """Whoever is in the zone of a group, lying in wait or not."""
    site = known.site_of(group)
    for others in site.creatures.values() if site is not None else ():
        if others.zone == group.zone and others.kind != EVENT and others.count:
            yield others
