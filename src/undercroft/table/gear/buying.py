"""Buying gear: packs and single items."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item, in_coins
from undercroft.kernel.amounts import several
from undercroft.kernel.faults import shortened
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of, not_on_their_roll
from undercroft.table.gear import money, prices
from undercroft.table.gear.heaps import same_stock
from undercroft.table.gear.packs import PACKS, PackName
from undercroft.table.gear.prices import WARES, Lot
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Kind, Thing
from undercroft.table.world.campaign_start import ThingPlaced


class Equip(Command, frozen=True, tag="equip"):
    """Buy a gear pack or single items; the referee can give them as a gift."""

    who: PersonId
    pack: PackName | None = None
    items: Annotated[tuple[Lot, ...], Meta(max_length=100)] = ()
    gift: bool = False
    ABOUT = About(
        title="Buy gear", deed="buying", place=Section.TOWN, never_waits=True, words="shop buy equipment gear"
    )

    @property
    def lots(self) -> tuple[Lot, ...]:
        """Everything to be bought, each by the name on the list that its words mean."""
        named = (replace(lot, ware=prices.ware_named(lot.ware) or lot.ware) for lot in self.items)
        return (*(PACKS[self.pack].lots if self.pack is not None else ()), *named)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        group = known.group_of(self.who)
        if seat != REFEREE and group is not None and group.site is not None:
            yield Reason("in_a_site", "There is nowhere to buy here.")
        if self.gift and seat != REFEREE:
            yield Reason("referee_only", "Only the referee can give things away.")
        unknown = next((lot.ware for lot in self.lots if lot.ware not in WARES or lot.count < 1), None)
        if unknown is not None:
            like = prices.wares_like(unknown)
            hint = f" Is it {' or '.join(like)}?" if like else ""
            yield Reason("no_such_ware", f"“{shortened(unknown)}” is not for sale.{hint}")
        elif not self.lots:
            yield Reason("nothing_bought", "Choose a pack, or what to buy.")
        elif not self.gift and prices.price(self.lots) > money.coins(known, self.who):
            short = prices.price(self.lots) - money.coins(known, self.who)
            yield Reason("too_poor", f"That costs {in_coins(prices.price(self.lots))}: {in_coins(short)} too much.")

    def do(self, play: Play) -> None:
        lots = self.lots
        buy(play, play.now.people[self.who], lots, 0 if self.gift else prices.price(lots))


class Equipped(Event, frozen=True, tag="table.equipped"):
    """A character bought gear for this many coppers."""

    who: PersonId
    bought: tuple[str, ...]
    coppers: int

    def say(self, now: Campaign) -> str:
        verb, paid = ("buys", f" for {in_coins(self.coppers)}") if self.coppers else ("gets", "")
        return f"{name_of(now, self.who)} {verb} {', '.join(self.bought)}{paid}."


def buy(play: Play, person: Person, lots: tuple[Lot, ...], coppers: int) -> None:
    """Pay for things and hand them to a character."""
    to = known_to(person)
    money.pay(play, person.id, coppers, to)
    for lot in lots:
        play.tell(ThingPlaced(_added(play.now, person.id, lot)), to=to)
    play.tell(Equipped(person.id, tuple(_spoken(lot) for lot in lots), coppers), to=to)


def _added(campaign: Campaign, who: PersonId, lot: Lot) -> Thing:
    """A lot merged with the same stock the character has, or as a new thing; nothing merges with a burning light."""
    new = prices.thing(ThingId(f"{who}-{WARES[lot.ware].item}"), lot, who)
    for old in campaign.carried_by(who):
        if old.id not in campaign.lights and same_stock(old, new):
            return replace(
                old,
                count=old.count + new.count,
                points=old.points + new.points,
                worth=(old.worth or 0) + (new.worth or 0),
            )
    id, number = new.id, 2
    while id in campaign.things:
        id, number = ThingId(f"{new.id}-{number}"), number + 1
    return replace(new, id=id)


def _spoken(lot: Lot) -> str:
    ware = WARES[lot.ware]
    return several(ware.pieces * lot.count, ware.name)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """A pack for everybody who has coins and nothing else yet; in a settlement what gets used up."""
    yield from _in_town(known, seat)
    for person in known.people.values():
        carried = known.carried_by(person.id)
        if seat not in (REFEREE, person.seat) or not carried or any(thing.kind is not Kind.COINS for thing in carried):
            continue
        for pack in PackName:
            act = Equip(person.id, pack)
            what, price = f"a {pack.replace('_', '-')}'s pack", f" for {in_coins(prices.price(act.lots))}"
            yield Offer(act, "buy", what, person.name, person.id, detail=price)


STORES = (Kind.FOOD, Kind.WATER, Kind.LIGHT, Kind.OIL)


def _in_town(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group, person = known.group_of(who), known.people[who]
        if group is None or not group.in_town or seat != person.seat or not person.alive:
            continue
        for name, ware in WARES.items():
            if ware.kind in STORES or name == Item.HEALERS_KIT:
                act, what, price = Equip(who, items=(Lot(name),)), _spoken(Lot(name)), f" for {in_coins(ware.price_c)}"
                yield Offer(act, "buy", what, person.name, who, detail=price, open_only=True)


PART = Part(commands=(Equip,), events=(Equipped,), offers=_offers)
