"""Hiring henchmen for a wage and half a share by Sovereign, and hirelings for a daily wage by Violence."""

from collections.abc import Iterable
from unicodedata import normalize

from undercroft.books.sovereign import equipment
from undercroft.books.sovereign.units import MONTH
from undercroft.books.violence.enemies import Creature, enemy_stats
from undercroft.books.violence.hirelings import Hireling, Hiring, Job, hireling_hire
from undercroft.kernel.amounts import counted, mixed, series
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, SeatId, Seconds
from undercroft.table.characters.characters import join
from undercroft.table.characters.joining import come_along
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import free_id, free_name, name_of, name_taken, not_on_their_roll
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign, Group, changed_person
from undercroft.table.state.ids import Name, PersonId
from undercroft.table.state.names import check_name
from undercroft.table.state.people import Person, Role, Sheet, Wages
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.wage_scale import a_day, after_hiring, hires, wage_in
from undercroft.table.world.markets import change_market, market_of, markets
from undercroft.table.world.people_updates import catch_up


class Hire(Command, frozen=True, tag="hire"):
    """Hire a hireling for a job."""

    who: PersonId
    name: Name
    job: Job
    ABOUT = About(own_undo=True, spends="coins", title="Hire a hireling", place=Section.HIRING, never_waits=True)

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        yield from _no_employer(known, self.who)
        yield from name_taken(known, self.name)
        yield from _not_here(known, seat, self.who)
        yield from _nobody_for(known, self.who, self.job)

    def do(self, play: Play) -> None:
        """Roll Hit Dice by the job and health by the Hit Dice; the employer rolls. A town may have its own wages."""
        seat = play.now.people[self.who].seat
        group = play.now.group_of(self.who)
        market = market_of(play.now, group).market
        hired = play.settle(hireling_hire, Hiring(self.job), by=seat, to=TABLE, whole=True)
        health = play.settle(enemy_stats, Creature(hired.hd), by=seat, to=TABLE, whole=True).health
        person = Person(
            free_id(play.now, self.name, seat),
            free_name(play.now, normalize("NFC", self.name)),
            seat,
            role=Role.HIRELING,
            sheet=Sheet(level=hired.hd, occupation=self.job.value),
            hp=health,
            hp_max=health,
            terms=_by_the_day(hired, wage_in(market, self.job)),
            pay=Wages(wage_in(market, self.job), DAY, play.now.now_of(self.who)),
            employer=self.who,
        )
        join(play, person)
        _join_employer(play, person.id, self.who)
        if group is not None:
            change_market(play, group.id, after_hiring(market, self.job))


class TakeOn(Command, frozen=True, tag="take_on"):
    """Take a character on as a henchman, and pay a month in advance."""

    who: PersonId
    henchman: PersonId
    ABOUT = About(title="Take on a henchman", also=Section.HIRING)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        yield from _not_here(known, seat, self.who)
        employer, henchman = known.people.get(self.who), known.people.get(self.henchman)
        if henchman is None:
            yield Reason("no_person", "There is no such character.")
        elif employer is not None and not _for_hire(henchman, employer):
            yield Reason("not_for_hire", f"{henchman.name} is not for hire.")
        elif employer is not None:
            yield from _cannot_keep(known, employer, henchman)

    def do(self, play: Play) -> None:
        employer, henchman = play.now.people[self.who], play.now.people[self.henchman]
        terms = play.settle(equipment.henchman_terms, equipment.Henchman(henchman.sheet.level))
        wage = terms.wage_g * equipment.COPPER_A_GOLD
        money.pay(play, self.who, wage, TABLE)
        pay = Wages(wage, MONTH, Seconds(play.now.now_of(self.who) + MONTH), ahead=True)
        agreed = f"{terms.wage_g} gold a month in advance, {mixed(terms.share)} a share"
        play.tell(TermsAgreed(henchman.id, employer.id, employer.seat, agreed, pay), to=TABLE)
        _join_employer(play, henchman.id, employer.id)
        if play.now.house.veils:
            catch_up(play, (henchman.id,), to=seats(employer.seat))


class TermsAgreed(Event, frozen=True, tag="table.terms-agreed"):
    """A character serves an employer on these terms; the employer's seat plays them."""

    who: PersonId
    employer: PersonId
    seat: SeatId
    terms: str
    pay: Wages | None = None

    def fold(self, campaign: Campaign) -> Campaign:
        hired = changed_person(campaign, self.who, role=Role.HENCHMAN, seat=self.seat, employer=self.employer)
        return changed_person(hired, self.who, terms=self.terms, pay=self.pay)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} serves {name_of(now, self.employer)}: {self.terms}."


def _join_employer(play: Play, who: PersonId, employer: PersonId) -> None:
    """Let someone hired in a settlement join the employer's group, unless they are in a group already."""
    group = play.now.group_of(employer)
    if group is not None and group.in_town and play.now.group_of(who) is None:
        come_along(play, who, group.id)


def _by_the_day(hired: Hireling, wage: int) -> str:
    carries = f", carries {counted(hired.slots, 'thing')}" if hired.slots is not None else ""
    return f"{a_day(wage)}{carries}"


def _for_hire(person: Person, employer: Person) -> bool:
    """Whether a person can be taken on: a living Delver without an employer who is not another player's."""
    available = person.id != employer.id and person.seat in (employer.seat, REFEREE)
    free = person.alive and not person.retired and person.employer is None
    return available and free and person.role is Role.DELVER and person.sheet.level in equipment.WAGES


def _cannot_keep(known: Campaign, employer: Person, henchman: Person) -> Iterable[Reason]:
    """Why an employer cannot have this henchman: one each, paid a month ahead."""
    rule = equipment.henchman_terms.id
    henchmen = (person for person in known.people.values() if person.role is Role.HENCHMAN and person.alive)
    if any(person.employer == employer.id for person in henchmen):
        yield Reason("has_henchman", f"{employer.name} has a henchman already.", rule)
    wage = equipment.henchman_terms(Script(), equipment.Henchman(henchman.sheet.level)).wage_g * equipment.COPPER_A_GOLD
    if wage > money.coins(known, employer.id):
        yield Reason("too_poor", f"A month costs {equipment.in_coins(wage)}.", rule)


def employers(known: Campaign, group: Group | None) -> tuple[Person, ...]:
    """The living members of a group who can hire: no hireling does."""
    people = known.those_in(group.id) if group is not None else ()
    return tuple(person for person in people if person.alive and person.role is not Role.HIRELING)


def _no_employer(known: Campaign, who: PersonId) -> Iterable[Reason]:
    person = known.people.get(who)
    if person is not None and person.role is Role.HIRELING:
        yield Reason("no_employer", f"{person.name} is a hireling: a Delver or a henchman hires.")


def _not_here(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    group = known.group_of(who)
    if seat != REFEREE and group is not None and group.site is not None:
        yield Reason("in_a_site", "Nobody is for hire here.")


def _nobody_for(known: Campaign, who: PersonId, job: Job) -> Iterable[Reason]:
    """Why a town has no hireling for a job."""
    here = market_of(known, known.group_of(who))
    if not hires(here.market, job):
        towns = tuple(dict.fromkeys(town.name for town in markets(known) if hires(town.market, job)))
        where = f" There is one in {series(towns)}." if towns else ""
        yield Reason("nobody_for_hire", f"There is no {job} for hire in {here.name}.{where}")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """In a settlement, a hireling for every job, for each of the seat's own living characters."""
    for who in known.present:
        group = known.group_of(who)
        employer = known.people[who]
        if group is None or not group.in_town or employer.role is not Role.DELVER or seat != employer.seat:
            continue
        market = market_of(known, group).market
        for job in Job if employer.alive else ():
            act, wage = Hire(who, f"{employer.name}'s {job}", job), f" for {a_day(wage_in(market, job))}"
            yield Offer(
                act, "hire", f"a {job}", employer.name, who, detail=wage,
                rule=hireling_hire, given=Hiring(job), open_only=True,
            )  # fmt: skip


PART = Part(commands=(Hire, TakeOn), events=(TermsAgreed,), offers=_offers)
