"""Selling: treasure for coins, in a settlement, at what it is worth."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.units import SeatId
from undercroft.table import purses
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.procedures.town import not_in_town
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.telling import around
from undercroft.table.things import Gone, Kind
from undercroft.table.whose import not_theirs


class Sell(Command, frozen=True, tag="sell"):
    """Sell treasure, all there is of it."""

    who: PersonId
    thing: ThingId


class Sold(Event, frozen=True, tag="table.sold"):
    """Somebody has sold something for so many coppers."""

    who: PersonId
    what: str
    coppers: int


def _sell(play: Play, act: Sell) -> None:
    """What has not been counted as won is still to be counted, as coins."""
    thing, to = play.now.things[act.thing], around(act.who)
    coppers = thing.worth or 0
    play.tell(ThingPlaced(replace(thing, count=0, points=0, worth=0, appraised=True, place=Gone())), to=to)
    if thing.found:
        coins = replace(purses.purse(act.who, coppers), id=ThingId(f"{thing.id}-sold"), name="coins", found=True)
        play.tell(ThingPlaced(coins), to=to)
    else:
        purses.receive(play, act.who, coppers, to)
    play.tell(Sold(act.who, thing.name, coppers), to=to)


def _may_sell(known: Campaign, seat: SeatId, act: Sell) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    yield from not_in_town(known, act.who)
    thing = next((one for one in known.carried_by(act.who) if one.id == act.thing and one.count), None)
    if thing is None:
        yield Reason("not_carried", "They do not carry that.")
    elif thing.kind is not Kind.TREASURE:
        yield Reason("no_buyer", "Nobody has a price for that.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        for thing in known.carried_by(who):
            if not any(_may_sell(known, seat, Sell(who, thing.id))):
                price = "" if thing.worth is None else f" for {in_coins(thing.worth)}"
                yield Offer(Sell(who, thing.id), f"{known.people[who].name}: sell {thing.name}{price}", who)


def with_article(what: str) -> str:
    """A thing with its article, unless its name is one of its own."""
    return f"the {what}" if what[:1].islower() else what


ROOM = Room(
    arms={Sold: unchanged},
    steps={Sell: _sell},
    refusals={Sell: _may_sell},
    offers=_offers,
    words={Sold: lambda now, it: f"{name_of(now, it.who)} sells {with_article(it.what)} for {in_coins(it.coppers)}."},
)
