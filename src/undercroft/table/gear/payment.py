"""Paying another character, or paying out of the game, and dividing coins."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import have
from undercroft.table.gear import money
from undercroft.table.gear.carrying import not_near
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, Text
from undercroft.table.state.people import Role

Coppers = Annotated[int, Meta(ge=1, le=10**12)]


class Pay(Command, frozen=True, tag="pay"):
    """Pay money to someone nearby, or to a person who is not in play."""

    who: PersonId
    coppers: Coppers
    to: PersonId | None = None
    why: Text = ""
    ABOUT = About(own_undo=True, spends="coins", title="Pay money")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        short = self.coppers - money.coins(known, self.who)
        if short > 0:
            yield Reason("too_poor", f"That is {in_coins(short)} more than {have(known, self.who)}.")
        if self.to is not None:
            yield from not_near(known, self.who, self.to)

    def do(self, play: Play) -> None:
        to = around(self.who)
        money.pay(play, self.who, self.coppers, to, self.to)
        play.tell(Paid(self.who, self.coppers, self.to, self.why), to=to)


class DivideCoins(Command, frozen=True, tag="divide_coins"):
    """Divide coins evenly, all or some, among all or some of the group; the giver keeps the remainder."""

    who: PersonId
    coppers: Coppers | None = None
    among: tuple[PersonId, ...] = ()
    ABOUT = About(own_undo=True, title="Divide coins", slot=Slot.GEAR)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        has, among = money.coins(known, self.who), _sharing(known, self)
        short = (self.coppers or 0) - has
        if short > 0:
            yield Reason("too_poor", f"That is {in_coins(short)} more than {have(known, self.who)}.")
        elif (has if self.coppers is None else self.coppers) < len(among) or not has:
            yield Reason("too_little", "There is less than a copper for each.")
        if all(receiver == self.who for receiver in among):
            yield Reason("nobody_else", "Nobody else is here to share with.")
        for receiver in among:
            if receiver != self.who:
                yield from not_near(known, self.who, receiver)

    def do(self, play: Play) -> None:
        among = _sharing(play.now, self)
        coppers = money.coins(play.now, self.who) if self.coppers is None else self.coppers
        each, to = coppers // max(1, len(among)), around(self.who)
        for receiver in among:
            if receiver != self.who:
                money.pay(play, self.who, each, to, receiver)
        play.tell(CoinsDivided(self.who, each, among), to=to)


class CoinsDivided(Event, frozen=True, tag="table.coins-divided"):
    """A character divided coins: coppers for each of these."""

    who: PersonId
    each: int
    among: tuple[PersonId, ...]

    def say(self, now: Campaign) -> str:
        names = series([name_of(now, person) for person in self.among])
        return f"{name_of(now, self.who)} shares coins out: {in_coins(self.each)} each for {names}."


class Paid(Event, frozen=True, tag="table.paid"):
    """A character paid coppers."""

    who: PersonId
    coppers: int
    to: PersonId | None = None
    why: str = ""

    def say(self, now: Campaign) -> str:
        whom = f" to {name_of(now, self.to)}" if self.to is not None else ""
        why = f" ({self.why})" if self.why else ""
        return f"{name_of(now, self.who)} pays {in_coins(self.coppers)}{whom}{why}."


def _sharing(known: Campaign, command: DivideCoins) -> tuple[PersonId, ...]:
    """The characters named; without names, every living Delver and henchman of the group."""
    group = known.group_of(command.who)
    members = known.those_in(group.id) if group is not None else ()
    usual = tuple(member.id for member in members if member.alive and member.role in (Role.DELVER, Role.HENCHMAN))
    return tuple(dict.fromkeys(command.among)) or usual


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """In a settlement, where what came home is shared out."""
    for who in acting_for(known, seat):
        group, act = known.group_of(who), DivideCoins(who)
        if group is not None and group.in_town and who in _sharing(known, act):
            purse = in_coins(money.coins(known, who))
            yield Offer(act, "divide", purse, name_of(known, who), who, detail=" among all", open_only=True)


PART = Part(commands=(Pay, DivideCoins), events=(Paid, CoinsDivided), offers=_offers)
