"""What a report counts instead of telling, and what it leaves out."""

from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import Chosen, Settled, Thrown
from undercroft.table.engine.wanted_dice import DiceChosen
from undercroft.table.fight.field import FightDecided, FightTurned
from undercroft.table.fight.foes import FoesRead
from undercroft.table.session.dice_seals import DiceOpened, DiceSealed, WordAdded
from undercroft.table.state.combatants import Phase
from undercroft.table.town.advancement import Grew
from undercroft.table.town.experience import XpAwarded, XpShared
from undercroft.table.town.selling import Sold
from undercroft.table.town.town import CameToTown
from undercroft.table.world.campaign_start import CampaignBegan, SeatTaken
from undercroft.table.world.groups import GroupFormed, GroupOrdered
from undercroft.table.world.sight import ZoneSeen

LEFT_OUT: tuple[type[Event], ...] = (
    Retracted,
    Restored,
    SeatTaken,
    CampaignBegan,
    GroupOrdered,
    FoesRead,
    DiceChosen,
    DiceSealed,
    DiceOpened,
    WordAdded,
)
"""What no report tells: undone acts, the marching order, lines as the referee typed them, whose dice fall, seals."""


def is_left_out(event: Event) -> bool:
    """Whether no report tells an event; that the foes act shows in what they do."""
    return isinstance(event, LEFT_OUT) or (isinstance(event, FightTurned) and event.phase is Phase.FOES)


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
