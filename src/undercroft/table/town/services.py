"""The services of a settlement: healing, cures and whatever else its people do for money."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import thing_named
from undercroft.kernel.units import SeatId
from undercroft.table.body.condition import lose, set_hp
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.ids import PersonId, ServiceId
from undercroft.table.state.markets import Service
from undercroft.table.state.people import Health, Person, State, spoken
from undercroft.table.town.town import not_in_town
from undercroft.table.treatment.disease import cure
from undercroft.table.treatment.frailty import cure_frailty
from undercroft.table.world.markets import market_of, markets


class BuyService(Command, frozen=True, tag="buy_service"):
    """Pay for a service of the settlement, for yourself or a companion."""

    who: PersonId
    patient: PersonId
    service: ServiceId
    ABOUT = About(
        own_undo=True,
        spends="coins",
        title="Pay for a service",
        deed="a service is bought",
        also=Section.CARE,
        words="heal cure temple",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        yield from not_in_town(known, self.who)
        group = known.group_of(self.who)
        here = market_of(known, group)
        service, patient = here.market.services.get(self.service), known.people.get(self.patient)
        if service is None:
            towns = tuple(dict.fromkeys(town.name for town in markets(known) if self.service in town.market.services))
            where = f" They do in {series(towns)}." if towns else ""
            yield Reason("no_such_service", f"Nobody does that in {here.name or 'this place'}.{where}")
            return
        if patient is None or known.group_of(self.patient) != group:
            yield Reason("not_with_them", "There is no such person to help here.")
        else:
            yield from _no_use(patient, service)
        if self.who in known.people and service.price > money.coins(known, self.who):
            yield Reason("too_poor", f"That costs {in_coins(service.price)}.")

    def do(self, play: Play) -> None:
        """Pay, and do to the person what the service does; what it says in words is the referee's to apply."""
        to = around(self.who)
        service = market_of(play.now, play.now.group_of(self.who)).market.services[self.service]
        money.pay(play, self.who, service.price, to)
        play.tell(ServiceBought(self.who, self.patient, service.name, service.price, service.text), to=to)
        if service.revives and not play.now.people[self.patient].alive:
            play.tell(BroughtBack(self.patient), to=to)
        for condition in service.cures:
            end_condition(play, self.patient, condition, to)
        patient = play.now.people[self.patient]
        if service.heals and patient.alive and patient.hp < patient.hp_max:
            set_hp(play, patient.id, patient.hp_max, service.name, to=to)


class ServiceBought(Event, frozen=True, tag="table.service-bought"):
    """A character paid for a service."""

    who: PersonId
    patient: PersonId
    name: str
    coppers: int
    text: str = ""

    def say(self, now: Campaign) -> str:
        """Name the payer, the service and the person it is for."""
        payer, paid = name_of(now, self.who), f" {in_coins(self.coppers)}" if self.coppers else " nothing"
        whom = "" if self.patient == self.who else f" for {name_of(now, self.patient)}"
        text = f" {self.text.removesuffix('.')}." if self.text else ""
        return f"{payer} pays{paid}{whom}: {self.name}.{text}"


class BroughtBack(Event, frozen=True, tag="table.brought-back"):
    """A dead person lives again, with one hit point."""

    who: PersonId

    def fold(self, campaign: Campaign) -> Campaign:
        person = campaign.people.get(self.who)
        return (
            campaign
            if person is None
            else with_person(
                campaign, replace(person, alive=True, hp=1, health=None if person.health is None else Health.BADLY_HURT)
            )
        )

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} lives again."


def end_condition(play: Play, who: PersonId, condition: str, to: Audience) -> None:
    """End a condition as its own cure does."""
    match condition:
        case State.DISEASED:
            cure(play, who)
        case State.FRAIL:
            cure_frailty(play, who, to)
        case _:
            lose(play, who, condition, to=to)


def helps(patient: Person, service: Service) -> bool:
    """Whether a service mends something of a person."""
    if not patient.alive:
        return service.revives
    return any(map(patient.is_in, service.cures)) or (service.heals and patient.hp < patient.hp_max)


def _no_use(patient: Person, service: Service) -> Iterable[Reason]:
    """Why a service does nothing for a person. The living can always buy what has an effect in words."""
    if not patient.alive and not service.revives:
        yield Reason("dead", f"{patient.name} is dead.")
    elif not helps(patient, service) and not service.text and effects(service):
        yield Reason("no_use", f"{patient.name} has no use for that: it {series(effects(service))}.")


def effects(service: Service) -> tuple[str, ...]:
    """What a service does, in words."""
    return (
        *(f"cures the {spoken(condition)}" for condition in service.cures),
        *(("restores all hit points",) if service.heals else ()),
        *(("brings back the dead",) if service.revives else ()),
    )


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    """Services that mend a member of the group; and for each character those with an effect in words alone."""
    for group in known.groups.values():
        for id, service in market_of(known, group).market.services.items():
            for person in known.able_in(group.id):
                for patient in known.those_in(group.id):
                    own = patient.id == person.id
                    if helps(patient, service) or (own and not effects(service)):
                        act, pays = BuyService(person.id, patient.id, id), f"pay {in_coins(service.price)} for"
                        what, whom = thing_named(service.name), "" if own else f", for {patient.name}"
                        yield Offer(act, pays, what, person.name, person.id, detail=whom, open_only=True)


PART = Part(commands=(BuyService,), events=(ServiceBought, BroughtBack), offers=_offers)
