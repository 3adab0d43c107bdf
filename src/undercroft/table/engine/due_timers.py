"""Which timer falls due next for a group, and how far its time may go before other groups follow."""

from undercroft.kernel.units import Seconds
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Timer
from undercroft.table.state.ids import GroupId, PersonId


def reachable(now: Campaign, group: GroupId, began: Seconds, goal: Seconds) -> Seconds:
    """The time a group may reach: while there are other groups, no later than the next timer of the whole world.

    Every group stops there, so that what happens to each group does not depend on which group acts first.
    """
    if _alone(now, group):
        return goal
    return min((goal, *(max(began, timer.due) for timer in _shared(now))))


def next_due(now: Campaign, group: GroupId, goal: Seconds) -> Timer | None:
    """The next timer due for a group; its own timers come before the world's timers of the same moment.

    Of its own, those of one kind come in marching order: ids decide nothing, since players could tell.
    While there are other groups, the world's timers wait until all groups have reached them.
    """
    members = now.groups[group].members
    of_members = [timer for timer in now.timers.values() if timer.person in members]
    shared = _shared(now) if _alone(now, group) else []
    due = [timer for timer in (*of_members, *shared) if timer.due <= goal]
    place = {who: number for number, who in enumerate(members)}
    return min(
        due,
        key=lambda timer: (
            timer.due,
            timer.person is None,
            timer.lapse,
            place.get(timer.person or PersonId(""), 0),
        ),
        default=None,
    )


def _alone(now: Campaign, group: GroupId) -> bool:
    return not any(other.members for id, other in now.groups.items() if id != group)


def _shared(now: Campaign) -> list[Timer]:
    return [timer for timer in now.timers.values() if timer.person is None]
