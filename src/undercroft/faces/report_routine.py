"""What a report counts instead of telling it, and what it leaves aside."""

from __future__ import annotations

from undercroft.table.advancing import Grew
from undercroft.table.groups import GroupFormed, GroupOrdered
from undercroft.table.history import Restored, Retracted
from undercroft.table.opening import CampaignBegan, SeatTaken
from undercroft.table.procedures.fight_field import FightDecided, FightTurned
from undercroft.table.procedures.town import CameToTown
from undercroft.table.rooms import Event
from undercroft.table.selling import Sold
from undercroft.table.settled import Chosen, Settled, Thrown
from undercroft.table.sharing import XpAwarded, XpShared
from undercroft.table.sightings import ZoneSeen

LEFT_OUT: tuple[type[Event], ...] = (Retracted, Restored, SeatTaken, CampaignBegan, GroupOrdered)
"""What no report tells: what was taken back, and who goes before whom."""

APART: tuple[type[Event], ...] = (
    CameToTown,
    FightDecided,
    FightTurned,
    GroupFormed,
    Grew,
    XpAwarded,
    XpShared,
    ZoneSeen,
)
"""What a new paragraph begins with, however soon it comes."""

ONCE: tuple[type[Event], ...] = (Grew, Sold)
"""Of those, what goes on in the same paragraph when more of it comes at once."""

RULINGS: tuple[type[Event], ...] = (Settled, Thrown, Chosen)
"""What is counted, scene by scene."""
