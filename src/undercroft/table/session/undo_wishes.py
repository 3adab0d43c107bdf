"""What players ask the referee to undo: their own last act, where they may not undo it themselves."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.session.notes import seat_name
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sessions import UndoWish

NO_WISH = Reason("nothing_asked", "This player asks for no undo.")


class GrantUndo(Command, frozen=True, tag="grant_undo"):
    """Undo the last act of a player who asks for it."""

    seat: SeatId
    ABOUT = About(title="Undo for a player", button="Undo it", icon="undo", place=Section.BANNERS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat not in known.undo_wishes:
            yield NO_WISH


class DenyUndo(Command, frozen=True, tag="deny_undo"):
    """Say no to a player who asks for an undo."""

    seat: SeatId
    ABOUT = About(title="Refuse an undo", button="No", icon="cross", place=Section.BANNERS, while_waiting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat not in known.undo_wishes:
            yield NO_WISH

    def do(self, play: Play) -> None:
        play.tell(UndoAnswered(self.seat, granted=False), to=seats(self.seat))


class UndoWished(Event, frozen=True, tag="table.undo-wished"):
    """A player asks the referee to undo their last act."""

    wish: UndoWish

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, undo_wishes={**campaign.undo_wishes, self.wish.seat: self.wish})

    def say(self, now: Campaign) -> str:
        return f"{seat_name(now, self.wish.seat)} asks the referee to undo: {self.wish.what}."


class UndoAnswered(Event, frozen=True, tag="table.undo-answered"):
    """The referee undid what a player asked for, or said no."""

    seat: SeatId
    granted: bool

    def fold(self, campaign: Campaign) -> Campaign:
        others = {seat: wish for seat, wish in campaign.undo_wishes.items() if seat != self.seat}
        return replace(campaign, undo_wishes=others)

    def say(self, _now: Campaign) -> str:
        return "" if self.granted else "The referee does not undo it."


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for wish in known.undo_wishes.values() if seat == REFEREE else ():
        name = seat_name(known, wish.seat)
        yield Offer(GrantUndo(wish.seat), "undo", wish.what, note=name)
        yield Offer(DenyUndo(wish.seat), "do not undo", wish.what, note=name)


PART = Part(commands=(GrantUndo, DenyUndo), events=(UndoWished, UndoAnswered), offers=_offers)
