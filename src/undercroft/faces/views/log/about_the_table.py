"""Events of the people at the table: seats, dice and notes. They are no part of the story that is played."""

from undercroft.table.engine.event import Event
from undercroft.table.engine.wanted_dice import DiceChosen, Withdrawn
from undercroft.table.session.big_screen import CodeShown
from undercroft.table.session.dice_seals import DiceOpened, DiceSealed, WordAdded
from undercroft.table.session.next_session import SessionPlanned
from undercroft.table.session.seat_asks import SeatAskAnswered, SeatAsked
from undercroft.table.session.second_referees import RefereeInvited, RefereeRemoved, SpectatorsAllowed
from undercroft.table.session.shared_page import PageWritten
from undercroft.table.session.taken_seats import LinkRenewed, PlayerNamed, SeatHeld, SeatOpened
from undercroft.table.session.whispers import MessagesRead
from undercroft.table.world.campaign_start import SeatTaken

AT_THE_TABLE: tuple[type[Event], ...] = (
    *(DiceChosen, Withdrawn, DiceSealed, DiceOpened, WordAdded),
    *(SeatTaken, PlayerNamed, SeatAsked, SeatAskAnswered, RefereeInvited, RefereeRemoved, SpectatorsAllowed),
    *(SeatHeld, SeatOpened, LinkRenewed, CodeShown),
    *(MessagesRead, PageWritten, SessionPlanned),
)
"""Whose dice fall, which rolls are called off, the seals, who takes which seat, what is written for each other, when
people meet again: neither a report nor the big screen tells these.
"""
