"""The usual reasons against travelling by one of the books."""

from collections.abc import Iterable

from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.engine.part import Reason, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import GroupId


def cannot_travel(
    known: Campaign, seat: SeatId, group: GroupId, by: Wilderness, rule: RuleId | None = None
) -> Iterable[Reason]:
    """The reasons a group cannot travel by that book."""
    yield from referee_only(seat)
    travellers = known.groups.get(group)
    if travellers is None or not travellers.members:
        yield no_group(known)
    elif known.house.wilderness is not by:
        yield Reason("other_book", "Your house rules use another travel procedure.", rule)
