"""Hiring: a henchman for a wage and half a share, by Sovereign; a hireling for a job and a daily wage, by Violence."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import (
    COPPER_A_GOLD,
    COPPER_A_SILVER,
    WAGES,
    Henchman,
    Terms,
    henchman_terms,
    in_coins,
)
from undercroft.books.sovereign.units import MONTH
from undercroft.books.violence.enemies import Creature, enemy_stats
from undercroft.books.violence.hirelings import WAGE_SP, Hireling, Hiring, Job, hireling_hire
from undercroft.kernel.amounts import mixed
from undercroft.kernel.naming import check_name
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, SeatId, Seconds
from undercroft.table import purses
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.characters import join
from undercroft.table.evenings import come_along
from undercroft.table.names import Name, PersonId
from undercroft.table.people import Pay, Person, Role, Sheet
from undercroft.table.play import Play
from undercroft.table.roll import free_id, free_name, name_of, name_taken, not_on_their_roll
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import TABLE


class Hire(Command, frozen=True, tag="hire"):
    """Hire somebody for a job."""

    who: PersonId
    name: Name
    job: Job

    def __post_init__(self) -> None:
        """A name is one that people can read."""
        check_name(self.name)


class TakeOn(Command, frozen=True, tag="take_on"):
    """Take somebody on the roll on as a henchman, and pay a month in advance."""

    who: PersonId
    henchman: PersonId


class TermsAgreed(Event, frozen=True, tag="table.terms-agreed"):
    """Somebody serves somebody else on these terms, and is played by that seat."""

    who: PersonId
    employer: PersonId
    seat: SeatId
    terms: str
    pay: Pay | None = None


def _terms_agreed(campaign: Campaign, event: TermsAgreed) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    hired = replace(person, role=Role.HENCHMAN, seat=event.seat, employer=event.employer, terms=event.terms)
    return with_person(campaign, replace(hired, pay=event.pay))


def _hire(play: Play, act: Hire) -> None:
    """Hit Dice and wage by the job, health by the Hit Dice; the employer throws."""
    seat = play.now.people[act.who].seat
    hired = play.settle(hireling_hire, Hiring(act.job), by=seat, to=TABLE, whole=True)
    health = play.settle(enemy_stats, Creature(hired.hd), by=seat, to=TABLE, whole=True).health
    person = Person(
        free_id(play.now, act.name, seat),
        free_name(play.now, normalize("NFC", act.name)),
        seat,
        role=Role.HIRELING,
        sheet=Sheet(level=hired.hd, occupation=act.job.value),
        hp=health,
        hp_max=health,
        terms=_by_the_day(hired),
        pay=Pay(hired.wage_sp_per_day * COPPER_A_SILVER, DAY, play.now.now_of(act.who)),
        employer=act.who,
    )
    join(play, person)
    _goes_with(play, person.id, act.who)


def _goes_with(play: Play, who: PersonId, employer: PersonId) -> None:
    """Whoever takes service in a settlement is with their employer from now on, unless they are with others already."""
    group = play.now.group_of(employer)
    if group is not None and group.in_town and play.now.group_of(who) is None:
        come_along(play, who, group.id)


def _by_the_day(hired: Hireling) -> str:
    carries = f", carries {hired.slots} slots" if hired.slots is not None else ""
    return f"{hired.wage_sp_per_day} silver a day{carries}"


def _take_on(play: Play, act: TakeOn) -> None:
    employer, henchman = play.now.people[act.who], play.now.people[act.henchman]
    terms = play.settle(henchman_terms, Henchman(henchman.sheet.level))
    wage = terms.wage_g * COPPER_A_GOLD
    purses.pay(play, act.who, wage, TABLE)
    pay = Pay(wage, MONTH, Seconds(play.now.now_of(act.who) + MONTH), ahead=True)
    play.tell(TermsAgreed(henchman.id, employer.id, employer.seat, _by_the_month(terms), pay), to=TABLE)
    _goes_with(play, henchman.id, employer.id)


def _by_the_month(terms: Terms) -> str:
    return f"{terms.wage_g} gold a month in advance, {mixed(terms.share)} of a share"


def _may_hire(known: Campaign, seat: SeatId, act: Hire) -> Iterable[Reason]:
    yield from not_on_their_roll(known, seat, act.who)
    yield from name_taken(known, act.name)
    yield from _not_here(known, seat, act.who)


def _may_take_on(known: Campaign, seat: SeatId, act: TakeOn) -> Iterable[Reason]:
    yield from not_on_their_roll(known, seat, act.who)
    yield from _not_here(known, seat, act.who)
    employer, henchman = known.people.get(act.who), known.people.get(act.henchman)
    if henchman is None:
        yield Reason("no_person", "Nobody of that name is on the roll.")
    elif employer is not None and not _for_hire(henchman, employer):
        yield Reason("not_for_hire", f"{henchman.name} is not for hire.")
    elif employer is not None:
        yield from _cannot_keep(known, employer, henchman)


def _for_hire(person: Person, employer: Person) -> bool:
    """Somebody built as Delvers are, alive, in nobody's service, and no other player's."""
    theirs = person.id != employer.id and person.seat in (employer.seat, REFEREE)
    free = person.alive and not person.retired and person.employer is None
    return theirs and free and person.role is Role.DELVER and person.sheet.level in WAGES


def _cannot_keep(known: Campaign, employer: Person, henchman: Person) -> Iterable[Reason]:
    """One to each Delver, paid a month ahead."""
    rule = henchman_terms.id
    if any(one.employer == employer.id and one.role is Role.HENCHMAN and one.alive for one in known.people.values()):
        yield Reason("has_henchman", f"{employer.name} has a henchman already.", rule)
    wage = henchman_terms(Script(), Henchman(henchman.sheet.level)).wage_g * COPPER_A_GOLD
    if wage > purses.coins(known, employer.id):
        yield Reason("too_poor", f"A month costs {in_coins(wage)}.", rule)


def _not_here(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    group = known.group_of(who)
    if seat != REFEREE and group is not None and group.site is not None:
        yield Reason("in_a_site", "There is nobody to hire here.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """In a settlement there is somebody for every job, for whoever has a seat to say so."""
    for who in known.present:
        group = known.group_of(who)
        employer = known.people[who]
        if group is None or not group.in_town or employer.role is not Role.DELVER or seat != employer.seat:
            continue
        for job in Job:
            act = Hire(who, f"{employer.name}'s {job}", job)
            if employer.alive and not any(_may_hire(known, seat, act)):
                label = f"{employer.name}: hire a {job} for {WAGE_SP[job]} silver a day"
                yield Offer(act, label, who, rule=hireling_hire, given=Hiring(job))


ROOM = Room(
    arms={TermsAgreed: _terms_agreed},
    steps={Hire: _hire, TakeOn: _take_on},
    refusals={Hire: _may_hire, TakeOn: _may_take_on},
    offers=_offers,
    words={
        TermsAgreed: lambda now, it: f"{name_of(now, it.who)} serves {name_of(now, it.employer)}: {it.terms}.",
    },
)
