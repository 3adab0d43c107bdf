"""What a report counts instead of telling, and what it leaves out."""

from undercroft.books.hexcrawl.getting_lost import Lost
from undercroft.faces.views.log.about_the_table import AT_THE_TABLE
from undercroft.kernel.units import SeatId
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import Chosen, Ordered, Settled, Thrown
from undercroft.table.fight.field import FightDecided, FightTurned
from undercroft.table.fight.foes import FoesRead
from undercroft.table.referee.adjust import Adjusted
from undercroft.table.rulings.words import outcome_of
from undercroft.table.session.handouts import HandoutHidden, HandoutShown
from undercroft.table.session.undo_wishes import UndoAnswered, UndoWished
from undercroft.table.session.whispers import Whispered
from undercroft.table.state.combatants import Phase
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.advancement import Grew
from undercroft.table.town.experience import XpAwarded, XpShared
from undercroft.table.town.selling import Sold
from undercroft.table.town.town import CameToTown
from undercroft.table.world.campaign_start import CampaignBegan
from undercroft.table.world.darkness import CameIntoDark
from undercroft.table.world.groups import GroupFormed, GroupOrdered
from undercroft.table.world.sightings import ZoneSeen

LEFT_OUT: tuple[type[Event], ...] = (
    *AT_THE_TABLE,
    *(Retracted, Restored, Adjusted, CameIntoDark, CampaignBegan, GroupOrdered, FoesRead, Ordered),
    *(UndoWished, UndoAnswered),
)
"""What no report tells: the people at the table, undone acts and what was asked of undo, the marching order, values set
by hand, lines as the referee typed them, and that a room is dark, which its first line says."""


def is_left_out(event: Event, seat: SeatId) -> bool:
    """Whether the report for a seat does not tell an event; that the foes act shows in what they do."""
    if seat != REFEREE and _is_private(event):
        return True
    return isinstance(event, LEFT_OUT) or (isinstance(event, FightTurned) and event.phase is Phase.FOES)


def loses_way(event: Event) -> bool:
    """Whether a ruling lets a party go astray, which no other event tells."""
    return isinstance(event, Settled) and isinstance(outcome_of(event), Lost)


def _is_private(event: Event) -> bool:
    """Whether an event is between the referee and some players: a player's report goes to others too."""
    match event:
        case Whispered() | HandoutHidden():
            return True
        case HandoutShown(handout=handout):
            return not handout.everybody
        case _:
            return False


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
"""Events that always start a new paragraph."""

ONCE: tuple[type[Event], ...] = (Grew, Sold)
"""Events that continue the same paragraph when more of them follow at once."""

RULINGS: tuple[type[Event], ...] = (Settled, Thrown, Chosen)
"""What is counted, scene by scene."""
