"""Paying: to somebody near, or out of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.units import SeatId
from undercroft.table import purses
from undercroft.table.campaign import Campaign
from undercroft.table.carrying import near
from undercroft.table.names import PersonId, Text
from undercroft.table.people import Role
from undercroft.table.play import Play
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.telling import around
from undercroft.table.whose import not_theirs

Coppers = Annotated[int, Meta(ge=1, le=10**12)]


class Pay(Command, frozen=True, tag="pay"):
    """Pay so many coppers: to somebody near, or out of the game."""

    who: PersonId
    coppers: Coppers
    to: PersonId | None = None
    why: Text = ""


class DivideCoins(Command, frozen=True, tag="divide_coins"):
    """Share coins out evenly: so many coppers or all, among these or all who are there; what is over stays."""

    who: PersonId
    coppers: Coppers | None = None
    among: tuple[PersonId, ...] = ()


class CoinsDivided(Event, frozen=True, tag="table.coins-divided"):
    """Somebody has shared coins out: so many coppers for each of these."""

    who: PersonId
    each: int
    among: tuple[PersonId, ...]


class Paid(Event, frozen=True, tag="table.paid"):
    """Somebody paid so many coppers."""

    who: PersonId
    coppers: int
    to: PersonId | None = None
    why: str = ""


def _pay(play: Play, act: Pay) -> None:
    to = around(act.who)
    if act.to is not None:
        purses.hand(play, act.who, act.to, act.coppers, to)
    else:
        purses.pay(play, act.who, act.coppers, to)
    play.tell(Paid(act.who, act.coppers, act.to, act.why), to=to)


def _divide(play: Play, act: DivideCoins) -> None:
    among = _sharing(play.now, act)
    coppers = purses.coins(play.now, act.who) if act.coppers is None else act.coppers
    each, to = coppers // max(1, len(among)), around(act.who)
    for one in among:
        if one != act.who:
            purses.hand(play, act.who, one, each, to)
    play.tell(CoinsDivided(act.who, each, among), to=to)


def _sharing(known: Campaign, act: DivideCoins) -> tuple[PersonId, ...]:
    """Those who are named; if nobody is, every Delver and henchman there who lives."""
    group = known.group_of(act.who)
    those = known.those_in(group.id) if group is not None else ()
    usual = tuple(one.id for one in those if one.alive and one.role in (Role.DELVER, Role.HENCHMAN))
    return tuple(dict.fromkeys(act.among)) or usual


def _may_divide(known: Campaign, seat: SeatId, act: DivideCoins) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    has, among = purses.coins(known, act.who), _sharing(known, act)
    short = (act.coppers or 0) - has
    if short > 0:
        yield Reason("too_poor", f"That is {in_coins(short)} more than they have.")
    elif (has if act.coppers is None else act.coppers) < len(among) or not has:
        yield Reason("too_little", "There is not a copper for each.")
    if all(one == act.who for one in among):
        yield Reason("nobody_else", "There is nobody to share with.")
    for one in among:
        if one != act.who:
            yield from near(known, act.who, one)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """In a settlement, where what came home is shared out."""
    for who in known.present:
        group = known.group_of(who)
        act = DivideCoins(who)
        shares = group is not None and group.in_town and who in _sharing(known, act)
        if shares and not any(_may_divide(known, seat, act)):
            purse = in_coins(purses.coins(known, who))
            yield Offer(act, f"{name_of(known, who)}: divide {purse} among all", who)


def _may_pay(known: Campaign, seat: SeatId, act: Pay) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    short = act.coppers - purses.coins(known, act.who)
    if short > 0:
        yield Reason("too_poor", f"That is {in_coins(short)} more than they have.")
    if act.to is not None:
        yield from near(known, act.who, act.to)


def _paid_words(now: Campaign, it: Paid) -> str:
    whom = f" to {name_of(now, it.to)}" if it.to is not None else ""
    why = f" ({it.why})" if it.why else ""
    return f"{name_of(now, it.who)} pays {in_coins(it.coppers)}{whom}{why}."


def _divided_words(now: Campaign, it: CoinsDivided) -> str:
    names = ", ".join(name_of(now, one) for one in it.among)
    return f"{name_of(now, it.who)} shares coins out: {in_coins(it.each)} each for {names}."


ROOM = Room(
    arms={Paid: unchanged, CoinsDivided: unchanged},
    steps={Pay: _pay, DivideCoins: _divide},
    refusals={Pay: _may_pay, DivideCoins: _may_divide},
    offers=_offers,
    words={Paid: _paid_words, CoinsDivided: _divided_words},
)
