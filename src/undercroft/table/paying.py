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
from undercroft.table.play import Play
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.telling import around
from undercroft.table.whose import not_theirs

Coppers = Annotated[int, Meta(ge=1, le=10**12)]


class Pay(Command, frozen=True, tag="pay"):
    """Pay so many coppers: to somebody near, or out of the game."""

    who: PersonId
    coppers: Coppers
    to: PersonId | None = None
    why: Text = ""


class Paid(Event, frozen=True, tag="table.paid"):
    """Somebody paid so many coppers."""

    who: PersonId
    coppers: int
    to: PersonId | None = None
    why: str = ""


def _unchanged(campaign: Campaign, _: Event) -> Campaign:
    return campaign


def _pay(play: Play, act: Pay) -> None:
    to = around(act.who)
    purses.pay(play, act.who, act.coppers, to)
    if act.to is not None:
        purses.receive(play, act.to, act.coppers, to)
    play.tell(Paid(act.who, act.coppers, act.to, act.why), to=to)


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


ROOM = Room(
    arms={Paid: _unchanged},
    steps={Pay: _pay},
    refusals={Pay: _may_pay},
    words={Paid: _paid_words},
)
