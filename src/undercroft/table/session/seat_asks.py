"""Asking for a taken seat: its player or the referee lets the person in, or says no."""

from collections.abc import Iterable
from unicodedata import normalize

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import UNRANKED, About, Section
from undercroft.table.engine.audience import TABLE, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.session.taken_seats import (
    NO_SEAT,
    LinkRenewed,
    PlayerNamed,
    SeatHeld,
    name_taken,
    next_edition,
    seat_words,
)
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import AskId, Name
from undercroft.table.state.names import check_name
from undercroft.table.state.seats import REFEREE, SeatAsk, SeatWay

MOST_ASKS = 3
"""So many may ask for one seat at the same time."""


class AskForSeat(Command, frozen=True, tag="ask_for_seat"):
    """Note that a person asks for a taken seat. The server gives this command for a phone that came by the code."""

    seat: SeatId
    name: Name
    ask: AskId
    ABOUT = About(title="Ask for a taken seat", while_waiting=True, setting=True, listed=False)

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat not in known.seats:
            yield NO_SEAT
        elif self.seat not in known.holds:
            yield Reason("seat_free", "That seat is free: take it.")
        if not self.ask or self.ask in known.asks:
            yield Reason("asked_already", "That was asked already.")
        if sum(ask.seat == self.seat for ask in known.asks.values()) >= MOST_ASKS:
            yield Reason("too_many_ask", "Others ask for this seat. Wait until they have an answer.")
        yield from name_taken(known, self.seat, self.name)

    def do(self, play: Play) -> None:
        ask = SeatAsk(self.ask, self.seat, normalize("NFC", self.name).strip())
        play.tell(SeatAsked(ask), to=seats(self.seat))


class LetIn(Command, frozen=True, tag="let_in"):
    """Let a person take over a seat. Everybody who was at it is signed out. This cannot be undone."""

    ask: AskId
    ABOUT = About(
        title="Let a person take over a seat",
        button="Let them in",
        icon="check",
        place=Section.BANNERS,
        while_waiting=True,
        for_seats=True,
        setting=True,
        words="seat player phone join ask",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from _not_asked(known, seat, self.ask)

    def do(self, play: Play) -> None:
        ask = play.now.asks[self.ask]
        play.tell(SeatAskAnswered(ask, let_in=True), to=seats(ask.seat))
        play.tell(LinkRenewed(ask.seat, next_edition(play.now, ask.seat)))
        play.tell(SeatHeld(ask.seat, SeatWay.CODE, ask.id))
        if ask.name != play.now.players.get(ask.seat):
            play.tell(PlayerNamed(ask.seat, ask.name), to=TABLE)


class TurnAway(Command, frozen=True, tag="turn_away"):
    """Say no to a person who asks for a seat."""

    ask: AskId
    ABOUT = About(
        title="Do not let a person take over a seat",
        button="No",
        icon="cross",
        place=Section.BANNERS,
        rank=UNRANKED + 1,
        while_waiting=True,
        for_seats=True,
        setting=True,
        words="seat player phone join ask refuse",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from _not_asked(known, seat, self.ask)

    def do(self, play: Play) -> None:
        ask = play.now.asks[self.ask]
        play.tell(SeatAskAnswered(ask, let_in=False), to=seats(ask.seat))


def _not_asked(known: Campaign, seat: SeatId, id: AskId) -> Iterable[Reason]:
    ask = known.asks.get(id)
    if ask is None or seat not in (REFEREE, ask.seat):
        yield Reason("not_asked", "Nobody waits with that request for your seat.")


class SeatAsked(Event, frozen=True, tag="table.seat-asked"):
    """A person asks for a taken seat."""

    ask: SeatAsk

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, asks={**campaign.asks, self.ask.id: self.ask})

    def say(self, now: Campaign) -> str:
        return f"{self.ask.name} asks for {seat_words(now, self.ask.seat)}."


class SeatAskAnswered(Event, frozen=True, tag="table.seat-ask-answered"):
    """A person who asked for a seat was let in, or was told no."""

    ask: SeatAsk
    let_in: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, asks={id: ask for id, ask in campaign.asks.items() if id != self.ask.id})

    def say(self, now: Campaign) -> str:
        words = seat_words(now, self.ask.seat)
        return f"{self.ask.name} takes over {words}." if self.let_in else f"{self.ask.name} does not get {words}."


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Let those who ask take over a seat, or say no."""
    for ask in known.asks.values():
        if seat in (REFEREE, ask.seat):
            where = seat_words(known, ask.seat)
            yield Offer(LetIn(ask.id), "let", f"{ask.name} take over {where}")
            yield Offer(TurnAway(ask.id), "keep", f"{ask.name} from {where}")


PART = Part(commands=(AskForSeat, LetIn, TurnAway), events=(SeatAsked, SeatAskAnswered), offers=_offers)
