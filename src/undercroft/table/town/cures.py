"""Cures for sale in a settlement: a disease at the town's price or the book's, anything else at the referee's."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.equipment import COPPER_A_GOLD, in_coins
from undercroft.books.sovereign.poisons import TOWN_CURE_G, counteract
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import Label, PersonId
from undercroft.table.state.markets import Market
from undercroft.table.state.people import State, spoken
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.services import end_condition
from undercroft.table.town.town import not_in_town
from undercroft.table.world.markets import market_of, markets

DISEASE_C = TOWN_CURE_G * COPPER_A_GOLD
"""The price of curing a disease, in coppers."""


class BuyCure(Command, frozen=True, tag="buy_cure"):
    """Buy a cure. A disease has the town's price or the book's; the referee sets the price for anything else."""

    who: PersonId
    patient: PersonId
    condition: Label = State.DISEASED.value
    coppers: Annotated[int, Meta(ge=0, le=10**12)] | None = None
    ABOUT = About(
        spends="coins",
        title="Pay for a cure",
        deed="a cure is bought",
        also=Section.CARE,
        for_referee=frozenset({"coppers"}),
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        yield from not_in_town(known, self.who)
        patient = known.people.get(self.patient)
        if patient is None or known.group_of(self.patient) != known.group_of(self.who):
            yield Reason("not_with_them", "There is no such person to help here.")
        elif not patient.is_in(self.condition):
            yield Reason("not_so", f"{patient.name} does not have that condition.")
        named = self.coppers is not None or self.condition != State.DISEASED
        if named and seat != REFEREE:
            yield Reason("referee_only", "Only a disease has a listed price: ask the referee.", counteract.id)
        elif self.coppers is None and self.condition != State.DISEASED:
            yield Reason("no_price", "No book has a price for that: enter one.")
        elif self.who in known.people:
            yield from _no_deal(known, self)

    def do(self, play: Play) -> None:
        to, price = around(self.who), _price(play.now, self) or 0
        money.pay(play, self.who, price, to)
        play.tell(CureBought(self.who, self.patient, self.condition, price), to=to)
        end_condition(play, self.patient, self.condition, to)


class CureBought(Event, frozen=True, tag="table.cure-bought"):
    """A character paid for a cure."""

    who: PersonId
    patient: PersonId
    condition: str
    coppers: int

    def say(self, now: Campaign) -> str:
        whose = "a cure" if self.patient == self.who else f"{name_of(now, self.patient)}'s cure"
        return f"{name_of(now, self.who)} pays {in_coins(self.coppers)} for {whose} ({spoken(self.condition)})."


def _price(known: Campaign, command: BuyCure) -> int | None:
    """The price of a cure where the payer is; None if nobody there has that cure."""
    here = market_of(known, known.group_of(command.who))
    return disease_price(here.market) if command.coppers is None else command.coppers


def disease_price(market: Market) -> int | None:
    """What a market's healers take for curing a disease, in coppers: their own price or the book's; None for no cure.

    >>> disease_price(Market()), disease_price(Market(healers=False))
    (50000, None)
    """
    own = (service.price for service in market.services.values() if State.DISEASED in service.cures)
    return min(own, default=DISEASE_C if market.healers else None)


def _no_deal(known: Campaign, command: BuyCure) -> Iterable[Reason]:
    price = _price(known, command)
    if price is None:
        here = market_of(known, known.group_of(command.who))
        towns = tuple(dict.fromkeys(town.name for town in markets(known) if disease_price(town.market) is not None))
        where = f" There are healers in {series(towns)}." if towns else ""
        yield Reason("no_healers", f"Nobody in {here.name} cures diseases.{where}", counteract.id)
    elif price > money.coins(known, command.who):
        yield Reason("too_poor", f"That costs {in_coins(price)}.")


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    for patient in known.people.values():
        group = known.group_of(patient.id)
        if group is None or not group.in_town or not patient.is_in(State.DISEASED):
            continue
        market = market_of(known, group).market
        if any(State.DISEASED in service.cures for service in market.services.values()):
            continue
        price = f" for {in_coins(disease_price(market) or 0)}"
        for person in known.able_in(group.id) if market.healers else ():
            act, what = BuyCure(person.id, patient.id), f"{patient.name} cured"
            yield Offer(act, "have", what, person.name, person.id, detail=price)


PART = Part(commands=(BuyCure,), events=(CureBought,), offers=_offers)
