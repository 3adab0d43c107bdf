"""Gear: packs and single wares, bought with what somebody has about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item, in_coins
from undercroft.kernel.amounts import several
from undercroft.kernel.units import SeatId
from undercroft.table import purses, wares
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.packs import PACKS, PackName
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.roll import known_to, name_of, not_on_their_roll
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.things import Kind, Thing
from undercroft.table.wares import WARES, Lot


class Equip(Command, frozen=True, tag="equip"):
    """Buy a pack, or single wares; as a gift if the referee says so."""

    who: PersonId
    pack: PackName | None = None
    items: Annotated[tuple[Lot, ...], Meta(max_length=100)] = ()
    gift: bool = False

    @property
    def lots(self) -> tuple[Lot, ...]:
        """Everything that is bought."""
        return (*(PACKS[self.pack].lots if self.pack is not None else ()), *self.items)


class Equipped(Event, frozen=True, tag="table.equipped"):
    """Somebody has bought this, for so many coppers."""

    who: PersonId
    bought: tuple[str, ...]
    coppers: int


def _equip(play: Play, act: Equip) -> None:
    lots = act.lots
    buy(play, play.now.people[act.who], lots, 0 if act.gift else wares.price(lots))


def buy(play: Play, person: Person, lots: tuple[Lot, ...], coppers: int) -> None:
    """Somebody pays so much and has these things."""
    to = known_to(person)
    purses.pay(play, person.id, coppers, to)
    for lot in lots:
        play.tell(ThingPlaced(_added(play.now, person.id, lot)), to=to)
    play.tell(Equipped(person.id, tuple(_spoken(lot) for lot in lots), coppers), to=to)


def _added(campaign: Campaign, who: PersonId, lot: Lot) -> Thing:
    """A lot put with what they have of it, or as something new; nothing is put with what burns."""
    new = wares.thing(ThingId(f"{who}-{WARES[lot.ware].item}"), lot, who)
    for old in campaign.carried_by(who):
        if old.id not in campaign.lights and old == replace(
            new, id=old.id, count=old.count, points=old.points, worth=old.worth
        ):
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


def _may_equip(known: Campaign, seat: SeatId, act: Equip) -> Iterable[Reason]:
    yield from not_on_their_roll(known, seat, act.who)
    group = known.group_of(act.who)
    if seat != REFEREE and group is not None and group.site is not None:
        yield Reason("in_a_site", "There is nobody to buy from here.")
    if act.gift and seat != REFEREE:
        yield Reason("referee_only", "Gifts are for the referee to make.")
    if any(lot.ware not in WARES or lot.count < 1 for lot in act.lots):
        yield Reason("no_such_ware", "That is not for sale.")
    elif not act.lots:
        yield Reason("nothing_bought", "Name a pack, or what is to be bought.")
    elif not act.gift and wares.price(act.lots) > purses.coins(known, act.who):
        short = wares.price(act.lots) - purses.coins(known, act.who)
        yield Reason("too_poor", f"That costs {in_coins(wares.price(act.lots))}: {in_coins(short)} too much.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """A pack for everybody who has coins and nothing else yet; in a settlement what gets used up."""
    yield from _in_town(known, seat)
    for person in known.people.values():
        carried = known.carried_by(person.id)
        if seat not in (REFEREE, person.seat) or not carried or any(one.kind is not Kind.COINS for one in carried):
            continue
        for pack in PackName:
            act = Equip(person.id, pack)
            label = f"{person.name}: buy a {pack.replace('_', '-')}'s pack for {in_coins(wares.price(act.lots))}"
            yield Offer(act, label, person.id, refused=tuple(_may_equip(known, seat, act)))


STORES = (Kind.FOOD, Kind.WATER, Kind.LIGHT, Kind.OIL)


def _in_town(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group, person = known.group_of(who), known.people[who]
        if group is None or not group.in_town or seat != person.seat or not person.alive:
            continue
        for name, ware in WARES.items():
            act = Equip(who, items=(Lot(name),))
            if (ware.kind in STORES or name == Item.HEALERS_KIT) and not any(_may_equip(known, seat, act)):
                yield Offer(act, f"{person.name}: buy {_spoken(Lot(name))} for {in_coins(ware.price_c)}", who)


def _equipped_words(now: Campaign, it: Equipped) -> str:
    paid = f" for {in_coins(it.coppers)}" if it.coppers else ""
    return f"{name_of(now, it.who)} has {', '.join(it.bought)}{paid}."


ROOM = Room(
    arms={Equipped: unchanged},
    steps={Equip: _equip},
    refusals={Equip: _may_equip},
    offers=_offers,
    words={Equipped: _equipped_words},
)
