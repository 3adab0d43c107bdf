"""Where the groups of a split party are and at what time, as far as a seat knows."""

from msgspec import Struct

from undercroft.faces.views.places import place_of
from undercroft.kernel.units import DAY, SeatId
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.time_words import moment, time_of_day
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.world.travel_costs import where


class GroupChip(Struct, frozen=True):
    """A group to choose: its name, and its place and time in words."""

    id: GroupId
    name: str
    says: str


def group_chips(known: Campaign, seat: SeatId) -> tuple[GroupChip, ...]:
    """Every group that has members; of a group that a seat does not follow it knows where they parted."""
    groups = [group for group in known.groups.values() if group.members]
    days = {(known.day_begins + group.time) // DAY for group in groups}
    said = moment if len(days) > 1 else time_of_day
    return tuple(
        GroupChip(
            group.id,
            group.name,
            f"{'' if follows(known, seat, group) else 'last seen: '}{_place(known, group)}, {said(known, group.time)}",
        )
        for group in groups
    )


def _place(known: Campaign, group: Group) -> str:
    place, room = place_of(known, group)
    is_outside = group.site is None and not group.in_town
    return room or (where(group) if is_outside else None) or place


def follows(known: Campaign, seat: SeatId, group: Group) -> bool:
    """Whether a seat hears of all that a group does, and so knows where the group is now."""
    return seat in group_audience(group.id)(known)
