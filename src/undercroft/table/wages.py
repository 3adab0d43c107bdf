"""Wages: what servants are owed, and paying it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import purses
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import PersonId
from undercroft.table.people import Pay, Person
from undercroft.table.play import Play
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import TABLE
from undercroft.table.whose import not_theirs


class PayWages(Command, frozen=True, tag="pay_wages"):
    """Pay a servant all that they are owed."""

    who: PersonId
    servant: PersonId


class WagesPaid(Event, frozen=True, tag="table.wages-paid"):
    """Somebody is paid until then."""

    who: PersonId
    servant: PersonId
    coppers: int
    until: Seconds


def _paid(campaign: Campaign, event: WagesPaid) -> Campaign:
    servant = campaign.people.get(event.servant)
    if servant is None or servant.pay is None:
        return campaign
    return with_person(campaign, replace(servant, pay=replace(servant.pay, until=event.until)))


def owed(known: Campaign, servant: Person) -> int:
    """What somebody is owed now, in coppers."""
    return 0 if servant.pay is None else servant.pay.owed(known.now_of(servant.id)) * servant.pay.coppers


def _pay(play: Play, act: PayWages) -> None:
    servant = play.now.people[act.servant]
    pay, coppers = servant.pay or Pay(0, Seconds(1), Seconds(0)), owed(play.now, servant)
    until = Seconds(pay.until + pay.owed(play.now.now_of(act.servant)) * pay.every)
    purses.pay(play, act.who, coppers, TABLE)
    purses.receive(play, act.servant, coppers, TABLE)
    play.tell(WagesPaid(act.who, act.servant, coppers, until), to=TABLE)


def _may_pay(known: Campaign, seat: SeatId, act: PayWages) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    servant = known.people.get(act.servant)
    if servant is None or servant.employer != act.who or not servant.alive:
        yield Reason("not_their_servant", "Nobody of that name serves them.")
        return
    if known.group_of(act.who) != known.group_of(act.servant):
        yield Reason("not_with_them", f"{servant.name} is not there.")
    wages = owed(known, servant)
    if not wages:
        yield Reason("nothing_owed", f"{servant.name} is owed nothing.")
    elif wages > purses.coins(known, act.who):
        yield Reason("too_poor", f"{servant.name} is owed {in_coins(wages)}.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """In a settlement, where people remember."""
    for servant in known.people.values():
        group, who = known.group_of(servant.id), servant.employer
        if who is None or group is None or not group.in_town or seat not in (REFEREE, servant.seat):
            continue
        refused = tuple(_may_pay(known, seat, PayWages(who, servant.id)))
        if all(reason.code == "too_poor" for reason in refused):
            label = f"{name_of(known, who)}: pay {servant.name} {in_coins(owed(known, servant))}"
            yield Offer(PayWages(who, servant.id), label, who, refused=refused)


ROOM = Room(
    arms={WagesPaid: _paid},
    steps={PayWages: _pay},
    refusals={PayWages: _may_pay},
    offers=_offers,
    words={
        WagesPaid: lambda now, it: (
            f"{name_of(now, it.who)} pays {name_of(now, it.servant)} {in_coins(it.coppers)} in wages."
        ),
    },
)
