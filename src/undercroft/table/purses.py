"""Coins: what somebody has about them, and paying with it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.telling import Audience
from undercroft.table.things import Carried, Gone, Kind, Thing

COINS = "coins"


def purse(who: PersonId, coppers: int) -> Thing:
    """A purse with so many coppers' worth in it."""
    return Thing(ThingId(f"{who}-purse"), "purse", Kind.COINS, Carried(who), worth=coppers, item=COINS)


def coins(known: Campaign, who: PersonId) -> int:
    """What somebody can pay with, in coppers, as far as that is known."""
    return sum(thing.worth or 0 for thing in _purses(known, who))


def pay(play: Play, who: PersonId, coppers: int, to: Audience) -> None:
    """Somebody pays so much, out of one purse after the other."""
    for thing in tuple(_purses(play.now, who)):
        taken = min(coppers, thing.worth or 0)
        coppers -= taken
        if taken:
            play.tell(ThingPlaced(_lighter(thing, taken)), to=to)


def receive(play: Play, who: PersonId, coppers: int, to: Audience) -> None:
    """Somebody is given so much, into their purse."""
    _fill(play, purse(who, 0), coppers, to)


def hand(play: Play, who: PersonId, other: PersonId, coppers: int, to: Audience) -> None:
    """Somebody hands so much to somebody else; what was won and is not counted yet stays so."""
    for thing in tuple(_purses(play.now, who)):
        taken = min(coppers, thing.worth or 0)
        coppers -= taken
        if taken:
            play.tell(ThingPlaced(_lighter(thing, taken)), to=to)
            _fill(play, winnings(other) if thing.found else purse(other, 0), taken, to)


def winnings(who: PersonId) -> Thing:
    """Coins that somebody has a share of before they are counted."""
    return replace(purse(who, 0), id=ThingId(f"{who}-winnings"), name="coins", found=True)


def _fill(play: Play, empty: Thing, coppers: int, to: Audience) -> None:
    kept = play.now.things.get(empty.id, empty)
    mine = kept if (kept.place, kept.found) == (empty.place, empty.found) else empty
    play.tell(ThingPlaced(replace(mine, count=max(1, mine.count), worth=(mine.worth or 0) + coppers)), to=to)


def _purses(campaign: Campaign, who: PersonId) -> Iterable[Thing]:
    """What was won and is not counted yet comes last."""
    carried = (thing for thing in campaign.carried_by(who) if thing.kind is Kind.COINS and thing.count)
    return sorted(carried, key=lambda thing: bool(thing.found))


def _lighter(thing: Thing, taken: int) -> Thing:
    """What is left of a heap of coins; of an empty one nothing."""
    worth = thing.worth or 0
    left = worth - taken
    if not left:
        return replace(thing, count=0, points=0, worth=0, place=Gone())
    return replace(thing, worth=left, count=-(-thing.count * left // worth))
