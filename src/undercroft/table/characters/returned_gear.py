"""Handing back gear that a new character bought, until the character is in play."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.amounts import several
from undercroft.kernel.units import SeatId
from undercroft.table.characters.choices import on_paper
from undercroft.table.engine.about import LAST, About, Section
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of, not_on_their_roll
from undercroft.table.gear import money
from undercroft.table.gear.prices import ITEMS, Ware
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind
from undercroft.table.world.campaign_start import ThingPlaced


class HandBack(Command, frozen=True, tag="hand_back"):
    """Hand back one lot of gear that a new character bought, at its price, until the character is in play."""

    who: PersonId
    thing: ThingId
    ABOUT = About(
        title="Hand gear back", deed="gear handed back", icon="undo", place=Section.GEAR, rank=LAST, never_waits=True
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        if self.who not in known.people:
            return
        name, thing = known.people[self.who].name, known.things.get(self.thing)
        if known.group_of(self.who) is not None:
            yield Reason("in_play", f"{name} is in play: gear goes back only before that.")
        if thing is None or not isinstance(thing.place, Carried) or thing.place.by != self.who:
            yield Reason("not_carried", f"{name} carries no such thing.")
            return
        lot = lot_of(thing)
        made = on_paper(known, self.who)
        if lot is None or made is None:
            yield Reason("not_bought", f"{name} did not buy that from the price list.")
        elif money.coins(known, self.who) + lot.price_c > made.created.coppers:
            yield Reason(
                "not_paid", f"{name} would have more than the {in_coins(made.created.coppers)} they began with."
            )

    def do(self, play: Play) -> None:
        thing, to = play.now.things[self.thing], known_to(play.now.people[self.who])
        lot = lot_of(thing)
        if lot is None:
            return
        play.tell(ThingPlaced(_fewer(thing, lot)), to=to)
        money.receive(play, self.who, lot.price_c, to)
        play.tell(HandedBack(self.who, several(lot.pieces, lot.name), lot.price_c), to=to)


def lot_of(thing: Thing) -> Ware | None:
    """The ware of which a thing is a lot or several; None if no list sells it, or if a part of the lot is used up."""
    lot = ITEMS.get(thing.item)
    sold = lot is not None and lot.kind is not ThingKind.COINS and thing.count >= lot.pieces
    return lot if sold else None


def _fewer(thing: Thing, lot: Ware) -> Thing:
    """The thing without one lot; gone when none is left."""
    left = thing.count - lot.pieces
    if not left:
        return replace(thing, count=0, points=0, worth=0, place=Gone())
    worth = max(0, (thing.worth or 0) - lot.price_c)
    return replace(thing, count=left, points=thing.points - lot.points, worth=worth)


class HandedBack(Event, frozen=True, tag="table.handed-back"):
    """A new character handed back gear for this many coppers."""

    who: PersonId
    what: str
    coppers: int

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} hands back {self.what} for {in_coins(self.coppers)}."


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.makings:
        person = known.people.get(who)
        if person is None or seat != person.seat or seat == REFEREE or known.group_of(who) is not None:
            continue
        for thing in known.carried_by(who):
            lot = lot_of(thing)
            if lot is not None:
                what, back = several(lot.pieces, lot.name), f" for {in_coins(lot.price_c)}"
                yield Offer(HandBack(who, thing.id), "hand back", what, person.name, who, detail=back, open_only=True)


PART = Part(commands=(HandBack,), events=(HandedBack,), offers=_offers)
