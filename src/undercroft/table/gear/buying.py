"""Buying gear: packs and single items."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item, in_coins
from undercroft.kernel.amounts import series, several
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
from undercroft.table.gear.prices import WARES, Lot, Ware
from undercroft.table.gear.stock import after_sale, left_of, own_wares, sellers, wares_in
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.markets import Market
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Thing, ThingKind
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.markets import TownMarket, change_market, market_of, markets


class Equip(Command, frozen=True, tag="equip"):
    """Buy a gear pack or single items; the referee can give them as a gift."""

    who: PersonId
    pack: PackName | None = None
    items: Annotated[tuple[Lot, ...], Meta(max_length=100)] = ()
    gift: bool = False
    ABOUT = About(
        own_undo=True,
        spends="coins",
        for_referee=frozenset({"gift"}),
        title="Buy gear",
        deed="buying",
        place=Section.TOWN,
        never_waits=True,
        words="shop buy equipment gear",
    )

    def lots(self, wares: Mapping[str, Ware] = WARES) -> tuple[Lot, ...]:
        """Everything to be bought, each by the name on the list that its words mean."""
        named = (_named(lot, wares) for lot in self.items)
        return (*(PACKS[self.pack].lots if self.pack is not None else ()), *named)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        group = known.group_of(self.who)
        if seat != REFEREE and group is not None and group.site is not None:
            yield Reason("in_a_site", "There is nowhere to buy here.")
        if self.gift and seat != REFEREE:
            yield Reason("referee_only", "Only the referee can give things away.")
        here = market_of(known, group)
        every = _every(here.market)
        lots, wares = self.lots(every), every if self.gift else wares_in(here.market)
        unknown = next((lot.ware for lot in lots if lot.ware not in every or lot.count < 1), None)
        if unknown is not None:
            yield _no_such_ware(known, unknown, wares)
        elif not lots:
            yield Reason("nothing_bought", "Choose a pack, or what to buy.")
        elif not self.gift and (refused := tuple(_not_in_stock(known, here, lots, wares))):
            yield from refused
        elif not self.gift and prices.price(lots, wares) > money.coins(known, self.who):
            costs = prices.price(lots, wares)
            short = costs - money.coins(known, self.who)
            yield Reason("too_poor", f"That costs {in_coins(costs)}: {in_coins(short)} too much.")

    def spelled_out(self, known: Campaign) -> Self:
        """With the ids of the wares of the town that the character is in."""
        every = _every(market_of(known, known.group_of(self.who)).market)
        return replace(self, items=tuple(_named(lot, every) for lot in self.items))

    def do(self, play: Play) -> None:
        """Pay the price of the town and take the lots out of its stock; a gift costs nothing and has its own source."""
        group = play.now.group_of(self.who)
        market = market_of(play.now, group).market
        own = own_wares(market)
        lots, wares = self.lots(_every(market)), wares_in(market)
        buy(play, play.now.people[self.who], lots, 0 if self.gift else prices.price(lots, wares), own)
        if not self.gift and group is not None:
            change_market(play, group.id, after_sale(market, lots))


def _every(market: Market) -> Mapping[str, Ware]:
    """The price list, and the wares that a market has beside it."""
    return {**WARES, **own_wares(market)}


def _named(lot: Lot, wares: Mapping[str, Ware]) -> Lot:
    """A lot by the id that its words mean, or as it is."""
    return replace(lot, ware=prices.ware_named(lot.ware, wares) or lot.ware)


def _no_such_ware(known: Campaign, said: str, wares: Mapping[str, Ware]) -> Reason:
    elsewhere = {id: ware for town in markets(known) for id, ware in own_wares(town.market).items()}
    found = prices.ware_named(said, elsewhere)
    if found is not None and (towns := sellers(known, found)):
        return Reason("no_such_ware", f"Not sold here: {elsewhere[found].name}. Sold in {series(towns)}.")
    like = prices.wares_like(said, wares)
    hint = f" Is it {' or '.join(like)}?" if like else ""
    return Reason("no_such_ware", f"“{shortened(said)}” is not for sale.{hint}")


def _not_in_stock(
    known: Campaign, here: TownMarket, lots: tuple[Lot, ...], wares: Mapping[str, Ware]
) -> Iterable[Reason]:
    """Why a town cannot sell lots: it does not sell such a ware, or it has too few."""
    for id in dict.fromkeys(lot.ware for lot in lots):
        wanted, left = sum(lot.count for lot in lots if lot.ware == id), left_of(here.market, id)
        if id not in wares:
            towns = sellers(known, id)
            where = f" Sold in {series(towns)}." if towns else ""
            yield Reason("not_sold_here", f"Not sold in {here.name}: {WARES[id].name}.{where}")
        elif left is not None and wanted > left:
            few = f"Only {left} left in" if left else "Sold out in"
            yield Reason("sold_out", f"{few} {here.name}: {wares[id].name}.")


class Equipped(Event, frozen=True, tag="table.equipped"):
    """A character bought gear for this many coppers."""

    who: PersonId
    bought: tuple[str, ...]
    coppers: int

    def say(self, now: Campaign) -> str:
        verb, paid = ("buys", f" for {in_coins(self.coppers)}") if self.coppers else ("gets", "")
        return f"{name_of(now, self.who)} {verb} {series(self.bought)}{paid}."


def buy(play: Play, person: Person, lots: tuple[Lot, ...], coppers: int, own: Mapping[str, Ware] | None = None) -> None:
    """Pay for things and hand them to a character; `own` are wares that are not on the price list."""
    to = known_to(person)
    money.pay(play, person.id, coppers, to)
    wares = {**WARES, **(own or {})}
    for lot in lots:
        play.tell(ThingPlaced(_added(play.now, person.id, lot, wares)), to=to)
    play.tell(Equipped(person.id, tuple(_spoken(lot, wares) for lot in lots), coppers), to=to)


def _added(campaign: Campaign, who: PersonId, lot: Lot, wares: Mapping[str, Ware]) -> Thing:
    """A lot merged with the same stock the character has, or as a new thing; nothing merges with a burning light."""
    new = prices.thing(ThingId(f"{who}-{wares[lot.ware].item}"), lot, who, wares)
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


def _spoken(lot: Lot, wares: Mapping[str, Ware]) -> str:
    ware = wares[lot.ware]
    return several(ware.pieces * lot.count, ware.name)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """A pack for everybody who has coins and nothing else yet; in a settlement what gets used up."""
    yield from _in_town(known, seat)
    for person in known.people.values():
        carried = known.carried_by(person.id)
        if (
            seat not in (REFEREE, person.seat)
            or not carried
            or any(thing.kind is not ThingKind.COINS for thing in carried)
        ):
            continue
        wares = wares_in(market_of(known, known.group_of(person.id)).market)
        for pack in PackName:
            act = Equip(person.id, pack)
            if all(lot.ware in wares for lot in act.lots()):
                what, price = f"a {pack.replace('_', '-')}'s pack", f" for {in_coins(prices.price(act.lots(), wares))}"
                yield Offer(act, "buy", what, person.name, person.id, detail=price)


STORES = (ThingKind.FOOD, ThingKind.WATER, ThingKind.LIGHT, ThingKind.OIL)


def _in_town(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group, person = known.group_of(who), known.people[who]
        if group is None or not group.in_town or seat != person.seat or not person.alive:
            continue
        market = market_of(known, group).market
        wares, own = wares_in(market), own_wares(market)
        for name, ware in wares.items():
            if ware.kind in STORES or name == Item.HEALERS_KIT or name in own:
                act, what = Equip(who, items=(Lot(name),)), _spoken(Lot(name), wares)
                price = f" for {in_coins(ware.price_c)}"
                yield Offer(act, "buy", what, person.name, who, detail=price, open_only=True)


PART = Part(commands=(Equip,), events=(Equipped,), offers=_offers)
