"""What a report counts instead of telling it, and what it leaves aside."""

from __future__ import annotations

from undercroft.table.groups import GroupOrdered
from undercroft.table.history import Restored, Retracted
from undercroft.table.opening import CampaignBegan, SeatTaken
from undercroft.table.rooms import Event
from undercroft.table.settled import Chosen, Settled, Thrown

LEFT_OUT: tuple[type[Event], ...] = (Retracted, Restored, SeatTaken, CampaignBegan, GroupOrdered)
"""What no report tells: what was taken back, and who goes before whom."""

RULINGS: tuple[type[Event], ...] = (Settled, Thrown, Chosen)
"""What is counted, scene by scene."""
