"""Time for something that can be done anywhere: out of a turn while exploring, outright elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Reason


def occupied(known: Campaign, seat: SeatId, who: PersonId, activity: Activity) -> Iterable[Reason]:
    """Why somebody has no time for that now, wherever they are."""
    return (reason for reason in busy(known, seat, who, activity) if reason.code != "not_exploring")


def take(play: Play, who: PersonId, activity: Activity, what: str, seconds: Seconds) -> None:
    """Somebody has taken the time for that."""
    group = play.now.group_of(who)
    if group is None:
        return
    if clock_of(group) is None:
        play.spend(group.id, seconds)
    else:
        did(play, who, activity, what)
