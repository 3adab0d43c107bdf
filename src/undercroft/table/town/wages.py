"""Wages owed to henchmen and hirelings."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Wages
from undercroft.table.state.seats import REFEREE


class PayWages(Command, frozen=True, tag="pay_wages"):
    """Pay a henchman or hireling the wages owed."""

    who: PersonId
    servant: PersonId
    ABOUT = About(spends="coins", title="Pay wages", also=Section.HIRING)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        servant = known.people.get(self.servant)
        if servant is None or servant.employer != self.who or not servant.alive:
            yield Reason("not_their_servant", "There is no such hireling with them.")
            return
        if known.group_of(self.who) != known.group_of(self.servant):
            yield Reason("not_with_them", f"{servant.name} is not there.")
        wages = owed(known, servant)
        if not wages:
            yield Reason("nothing_owed", f"{servant.name} is owed nothing.")
        elif wages > money.coins(known, self.who):
            yield Reason("too_poor", f"{servant.name} is owed {in_coins(wages)}.")

    def do(self, play: Play) -> None:
        servant = play.now.people[self.servant]
        pay, coppers = servant.pay or Wages(0, Seconds(1), Seconds(0)), owed(play.now, servant)
        until = Seconds(pay.until + pay.owed(play.now.now_of(self.servant)) * pay.every)
        money.pay(play, self.who, coppers, TABLE)
        money.receive(play, self.servant, coppers, TABLE)
        play.tell(WagesPaid(self.who, self.servant, coppers, until), to=TABLE)


class WagesPaid(Event, frozen=True, tag="table.wages-paid"):
    """A henchman or hireling was paid until a time."""

    who: PersonId
    servant: PersonId
    coppers: int
    until: Seconds

    def fold(self, campaign: Campaign) -> Campaign:
        servant = campaign.people.get(self.servant)
        if servant is None or servant.pay is None:
            return campaign
        return with_person(campaign, replace(servant, pay=replace(servant.pay, until=self.until)))

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} pays {name_of(now, self.servant)} {in_coins(self.coppers)} in wages."


def owed(known: Campaign, servant: Person) -> int:
    """The wages owed now, in coppers."""
    return 0 if servant.pay is None else servant.pay.owed(known.now_of(servant.id)) * servant.pay.coppers


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """In a settlement, where people remember."""
    for servant in known.people.values():
        group, who, wages = known.group_of(servant.id), servant.employer, owed(known, servant)
        if who is None or group is None or not group.in_town or seat not in (REFEREE, servant.seat):
            continue
        if wages and servant.alive and not any(not_theirs(known, seat, who)):
            act, amount = PayWages(who, servant.id), f" {in_coins(wages)}"
            yield Offer(act, "pay", servant.name, name_of(known, who), who, detail=amount)


PART = Part(commands=(PayWages,), events=(WagesPaid,), offers=_offers)
