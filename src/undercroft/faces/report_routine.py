"""What a report counts instead of telling it: rulings, passing time, people on the roll; and gear it leaves aside."""

from __future__ import annotations

from undercroft.faces.counting import counted
from undercroft.server.chronicle import Noted
from undercroft.table.campaign import Campaign
from undercroft.table.carrying import Deed, Handled
from undercroft.table.groups import GroupFormed, GroupOrdered
from undercroft.table.history import Restored, Retracted
from undercroft.table.moments import moment
from undercroft.table.opening import CampaignBegan, PersonJoined, SeatTaken
from undercroft.table.passing import TimePassed
from undercroft.table.rooms import Event
from undercroft.table.settled import Chosen, Settled, Thrown

LEFT_OUT: tuple[type[Event], ...] = (Retracted, Restored, SeatTaken, CampaignBegan, GroupFormed, GroupOrdered)
"""What no report tells: what was taken back, and who goes before whom."""

_RULINGS: tuple[type[Event], ...] = (Settled, Thrown, Chosen)
_PACKED = frozenset({Deed.READIED, Deed.STOWED})


def is_routine(event: Event) -> bool:
    """Whether it is counted instead of told."""
    return isinstance(event, (*_RULINGS, TimePassed, PersonJoined)) or (
        isinstance(event, Handled) and event.deed in _PACKED
    )


class Routine:
    """Routine since something was last told."""

    def __init__(self) -> None:
        self._noted: list[Noted] = []

    @property
    def ripe(self) -> bool:
        """Whether time has passed in it, or somebody is new: that is told before what follows."""
        return any(isinstance(one.told.event, TimePassed | PersonJoined) for one in self._noted)

    def add(self, one: Noted) -> None:
        """Count one more; what was said in no words counts for nothing."""
        if one.says:
            self._noted.append(one)

    def told(self, now: Campaign) -> str:
        """All of it in a line, and begin anew."""
        events = [one.told.event for one in self._noted]
        self._noted.clear()
        rulings = sum(isinstance(event, _RULINGS) for event in events)
        joined = [event.person.name for event in events if isinstance(event, PersonJoined)]
        times = [event.time for event in events if isinstance(event, TimePassed)]
        parts = [f"on the roll: {', '.join(joined)}"] if joined else []
        parts += [counted(rulings, "ruling")] if rulings else []
        parts += [f"until {moment(now, max(times))}"] if times else []
        said = ", ".join(parts)
        return f"{said[:1].upper()}{said[1:]}" if joined else said
