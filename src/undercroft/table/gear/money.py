"""Coins: what a character has, and paying with them."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.amounts import series
from undercroft.table.engine.audience import Audience
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind
from undercroft.table.world.campaign_start import ThingPlaced

COINS = "coins"


def purse(who: PersonId, coppers: int) -> Thing:
    """A purse worth a number of coppers."""
    return Thing(ThingId(f"{who}-purse"), "purse", ThingKind.COINS, Carried(who), worth=coppers, item=COINS)


def coins(known: Campaign, who: PersonId) -> int:
    """What a character can pay, in coppers, as far as that is known."""
    return sum(thing.worth or 0 for thing in _purses(known, who))


def coins_shown(known: Campaign, person: Person) -> str:
    """A character's coins for people to read: the amount, or in words; empty if a seat is told nothing of them."""
    if person.purse_hidden:
        return ""
    told = [thing for thing in _purses(known, person.id) if thing.worth is None and thing.note]
    return series([thing.note for thing in told]) if told else in_coins(coins(known, person.id))


def pay(play: Play, who: PersonId, coppers: int, to: Audience, receiver: PersonId | None = None) -> None:
    """Pay out of one purse after the other, to another character or out of the game.

    Coins that were found and not counted yet stay so.
    """
    for thing in tuple(_purses(play.now, who)):
        taken = min(coppers, thing.worth or 0)
        coppers -= taken
        if taken:
            play.tell(ThingPlaced(_lighter(thing, taken)), to=to)
            if receiver is not None:
                _fill(play, winnings(receiver) if thing.found else purse(receiver, 0), taken, to)


def receive(play: Play, who: PersonId, coppers: int, to: Audience) -> None:
    """Put coppers into a character's purse."""
    _fill(play, purse(who, 0), coppers, to)


def winnings(who: PersonId) -> Thing:
    """A character's share of coins that are not counted yet."""
    return replace(purse(who, 0), id=ThingId(f"{who}-winnings"), name="coins", found=True)


def _fill(play: Play, empty: Thing, coppers: int, to: Audience) -> None:
    kept = play.now.things.get(empty.id, empty)
    held = kept if (kept.place, kept.found) == (empty.place, empty.found) else empty
    play.tell(ThingPlaced(replace(held, count=max(1, held.count), worth=(held.worth or 0) + coppers)), to=to)


def _purses(campaign: Campaign, who: PersonId) -> Iterable[Thing]:
    """The coins a character carries; coins found and not counted yet come last."""
    carried = (thing for thing in campaign.carried_by(who) if thing.kind is ThingKind.COINS and thing.count)
    return sorted(carried, key=lambda thing: bool(thing.found))


def _lighter(thing: Thing, taken: int) -> Thing:
    """A stack of coins with some taken; gone when none are left."""
    worth = thing.worth or 0
    left = worth - taken
    if not left:
        return replace(thing, count=0, points=0, worth=0, place=Gone())
    return replace(thing, worth=left, count=-(-thing.count * left // worth))
