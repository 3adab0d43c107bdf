"""Selling treasure in a settlement for its worth."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.phrases import thing_named
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, not_carried, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Gone, ThingKind
from undercroft.table.town.town import not_in_town
from undercroft.table.world.campaign_start import ThingPlaced


class Sell(Command, frozen=True, tag="sell"):
    """Sell a treasure; the referee can also sell other things that have a price."""

    who: PersonId
    thing: ThingId
    ABOUT = About(own_undo=True, title="Sell something", place=Section.TOWN)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        yield from not_in_town(known, self.who)
        carried = (thing for thing in known.carried_by(self.who) if thing.count)
        thing = next((thing for thing in carried if thing.id == self.thing), None)
        if thing is None:
            yield not_carried(known, self.who)
        elif thing.kind is ThingKind.COINS:
            yield Reason("no_buyer", "Nobody buys coins.")
        elif thing.kind is not ThingKind.TREASURE and seat != REFEREE:
            yield Reason("no_buyer", "Players sell treasure only: other things the referee sells for them.")
        elif thing.kind is not ThingKind.TREASURE and thing.worth is None:
            yield Reason("no_buyer", "It has no price yet: set it with “Appraise a thing”, then sell it.")

    def do(self, play: Play) -> None:
        """Sell the treasure; coins for treasure that was not counted yet still count for experience."""
        thing, to = play.now.things[self.thing], around(self.who)
        coppers = thing.worth or 0
        play.tell(ThingPlaced(replace(thing, count=0, points=0, worth=0, appraised=True, place=Gone())), to=to)
        if thing.found:
            coins = replace(money.purse(self.who, coppers), id=ThingId(f"{thing.id}-sold"), name="coins", found=True)
            play.tell(ThingPlaced(coins), to=to)
        else:
            money.receive(play, self.who, coppers, to)
        play.tell(Sold(self.who, thing.name, coppers), to=to)


class Sold(Event, frozen=True, tag="table.sold"):
    """A character sold something for coppers."""

    who: PersonId
    what: str
    coppers: int

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} sells {thing_named(self.what, known=True)} for {in_coins(self.coppers)}."


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        for thing in (thing for thing in known.carried_by(who) if thing.kind is ThingKind.TREASURE):
            price = "" if thing.worth is None else f" for {in_coins(thing.worth)}"
            name = known.people[who].name
            yield Offer(
                Sell(who, thing.id),
                "sell",
                thing_named(thing.name, known=True),
                name,
                who,
                detail=price,
                open_only=True,
            )


PART = Part(commands=(Sell,), events=(Sold,), offers=_offers)
