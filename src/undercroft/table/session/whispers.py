"""Whispers: private threads between the referee and players, and the marks of what each seat has read."""

from collections.abc import Iterable
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.session.notes import not_own_seat, seat_name
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Whispering
from undercroft.table.state.ids import MessageId, Text
from undercroft.table.state.messages import Handout, WhisperLine
from undercroft.table.state.seats import REFEREE

M = TypeVar("M", WhisperLine, Handout)
MOST_READ = 500
"""The most messages that a seat marks as read at once."""


class Whisper(Command, frozen=True, tag="whisper"):
    """Whisper to a seat, or to several. The referee reads every whisper, and everyone knows that."""

    seat: SeatId
    to: SeatId
    text: Annotated[Text, Meta(min_length=1)]
    also: tuple[SeatId, ...] = ()
    """Further seats that read it."""
    ABOUT = About(
        own_undo=True,
        title="Send a whisper",
        icon="eye-closed",
        while_waiting=True,
        for_seats=True,
        words="secret message private thread",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_own_seat(known, seat, self.seat, (self.to, *self.also))
        if not self.text.strip():
            yield Reason("no_text", "Write what you whisper.")
        if not members_of(self.seat, self.to, *self.also):
            yield Reason("nobody", "Choose a player to whisper to.")
        yield from self._between_players(known, seat)

    def _between_players(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        """The reason against a player's whisper to players, unless it answers the referee in a thread of them all."""
        members = members_of(self.seat, self.to, *self.also)
        if seat == REFEREE or len(members) < 2 or known.house.whispering is Whispering.ALL:
            return
        if not any(line.by == REFEREE and line.members == members for line in known.whispers):
            yield Reason("to_the_referee", "At this table players whisper to the referee only.")

    def do(self, play: Play) -> None:
        members = members_of(self.seat, self.to, *self.also)
        also = tuple(seat for seat in self.also if seat not in (self.to, self.seat))
        id = MessageId(play.act or "")
        play.tell(Whispered(self.seat, self.to, self.text.strip(), also, id), to=seats(*members))


class MarkRead(Command, frozen=True, tag="mark_read"):
    """Mark whispers and handouts as read by a seat; those in the thread see that."""

    seat: SeatId
    messages: Annotated[tuple[MessageId, ...], Meta(min_length=1, max_length=MOST_READ)]
    ABOUT = About(title="Mark as read", while_waiting=True, for_seats=True, setting=True, listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        if self.seat != seat:
            yield Reason("not_yours", "You cannot read for another player.")
        elif not set(self.messages) <= {line.id for line in known.whispers} | known.handouts.keys():
            yield Reason("no_message", "There is no such message: reload the page.")

    def do(self, play: Play) -> None:
        """Tell those of each thread apart, so that nobody learns of another thread."""
        for members in dict.fromkeys(line.members for line in play.now.whispers if line.id in self.messages):
            lines = (line for line in play.now.whispers if line.members == members)
            of_thread = tuple(line.id for line in lines if line.id in self.messages)
            play.tell(MessagesRead(self.seat, of_thread), to=seats(*members))
        handouts = tuple(id for id in self.messages if id in play.now.handouts)
        if handouts:
            play.tell(MessagesRead(self.seat, handouts), to=seats(self.seat))


class Whispered(Event, frozen=True, tag="table.whispered"):
    """A seat whispered to another, or to several."""

    seat: SeatId
    to: SeatId
    text: str
    also: tuple[SeatId, ...] = ()
    id: MessageId = MessageId("")

    def fold(self, campaign: Campaign) -> Campaign:
        members = members_of(self.seat, self.to, *self.also)
        line = WhisperLine(self.id, self.seat, members, self.text, campaign.clock, (self.seat,))
        return replace(campaign, whispers=(*campaign.whispers, line))

    def say(self, now: Campaign) -> str:
        return f"{self.between(now)}: {self.text}"

    def between(self, now: Campaign) -> str:
        """Who whispers to whom."""
        to = " and ".join(seat_name(now, seat) for seat in (self.to, *self.also))
        return f"{seat_name(now, self.seat)} to {to}"


class MessagesRead(Event, frozen=True, tag="table.messages-read"):
    """A seat read whispers or handouts."""

    seat: SeatId
    messages: tuple[MessageId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        read = frozenset(self.messages)
        lines = tuple(self._marked(line) if line.id in read else line for line in campaign.whispers)
        handouts = {id: self._marked(handout) if id in read else handout for id, handout in campaign.handouts.items()}
        return replace(campaign, whispers=lines, handouts=handouts)

    def _marked(self, message: M) -> M:
        return message if self.seat in message.read_by else replace(message, read_by=(*message.read_by, self.seat))


class Thread(Struct, frozen=True):
    """The whispers that the same seats read, the oldest first."""

    members: tuple[SeatId, ...]
    lines: tuple[WhisperLine, ...]
    unread: int = 0


def members_of(*named: SeatId) -> tuple[SeatId, ...]:
    """The players' seats of a thread; the referee is in every thread."""
    return tuple(sorted({seat for seat in named if seat != REFEREE}))


def threads(known: Campaign, seat: SeatId) -> tuple[Thread, ...]:
    """The threads of a seat, the one with the newest whisper first."""
    found: dict[tuple[SeatId, ...], list[WhisperLine]] = {}
    for line in known.whispers:
        lines = found.pop(line.members, [])
        found[line.members] = [*lines, line]
    return tuple(
        Thread(members, tuple(lines), sum(unread(line, seat) for line in lines))
        for members, lines in reversed(found.items())
    )


def unread(message: WhisperLine | Handout, seat: SeatId) -> bool:
    """Whether a seat has not read a whisper or a handout yet."""
    return seat not in message.read_by


PART = Part(commands=(Whisper, MarkRead), events=(Whispered, MessagesRead))
