"""Morale at the end of a round: foes first, then hirelings and the money they want."""

from collections.abc import Iterable
from math import floor
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_SILVER
from undercroft.books.violence import hirelings, morale
from undercroft.books.violence.morale import Retreat
from undercroft.kernel.amounts import crowd
from undercroft.kernel.dice import D20
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import does
from undercroft.table.engine.wanted_dice import TrayLaid
from undercroft.table.fight import stats
from undercroft.table.fight.field import BandCommand, FightField
from undercroft.table.fight.goes import field_of
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Band, Fighter, Foe, FoeState, MoraleRoll
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import GroupId, PersonId


class PayHireling(Command, frozen=True, tag="pay_hireling"):
    """Pay a wavering hireling to stay, or refuse."""

    who: PersonId
    hireling: PersonId
    pay: bool = True
    ABOUT = About(
        own_undo=True,
        spends="coins",
        title="Pay a wavering hireling",
        icon="pack",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=20,
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        fight = fight_of(known.group_of(self.who))
        fighter = fight.fighter(self.hireling) if fight is not None else None
        if fighter is None or fighter.wavers is None:
            yield Reason("not_wavering", "No such hireling wants money to stay.", hirelings.hireling_pay.id)
            return
        if known.people[self.hireling].employer != self.who:
            yield Reason("not_employer", "Only the employer of a hireling can do that.")
        if self.pay and money.coins(known, self.who) < fighter.wavers * COPPER_A_SILVER:
            yield Reason(
                "too_poor",
                f"{does(known, self.hireling, 'want', 'wants')} {fighter.wavers} silver.",
                hirelings.hireling_pay.id,
            )

    def do(self, play: Play) -> None:
        """Pay from the employer's purse, or let the hireling run."""
        field = field_of(play, self.who)
        fighter = field.fighter(self.hireling)
        hd = bridge.hit_dice(field.person(self.hireling))
        silver = money.coins(play.now, self.who) // COPPER_A_SILVER
        outcome = play.settle(hirelings.hireling_pay, hirelings.Purse(hd, silver, self.pay), to=field.to, whole=True)
        if isinstance(outcome, hirelings.Stays):
            money.pay(play, self.who, (silver - outcome.purse_sp) * COPPER_A_SILVER, field.to)
            field.set_fighter(replace(fighter, wavers=None))
            play.tell(HirelingStood(self.hireling, "paid", silver - outcome.purse_sp), to=field.to)
        else:
            run_away(field, fighter)
            play.tell(HirelingStood(self.hireling, "flees"), to=field.to)


class LayMorale(BandCommand, frozen=True, tag="lay_morale"):
    """Set the die for the morale roll of some foes at the end of the round; without a face, clear it."""

    face: Annotated[int, Meta(ge=1, le=D20.sides)] | None = None
    ABOUT = About(title="Set the morale die", deed="a morale die set", words="morale")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        field.set_band(replace(field.band(self.band), die=self.face))


class FoesBroke(Event, frozen=True, tag="table.foes-broke"):
    """Foes failed their morale: they flee or surrender."""

    group: GroupId
    names: tuple[str, ...]
    retreat: Retreat

    def say(self, _now: Campaign) -> str:
        return f"{crowd(self.names)} {_breaks(self.names, self.retreat)}."


def _breaks(names: tuple[str, ...], retreat: Retreat) -> str:
    """What foes who broke do, as a verb that agrees with their number."""
    verb = "flee" if retreat is Retreat.FLEE else "surrender"
    return f"{verb}s" if len(names) == 1 else verb


class FoesRallied(Event, frozen=True, tag="table.foes-rallied"):
    """Foes rally."""

    group: GroupId
    names: tuple[str, ...]

    def say(self, _now: Campaign) -> str:
        return f"{crowd(self.names)} {'rallies' if len(self.names) == 1 else 'rally'}."


class HirelingStood(Event, frozen=True, tag="table.hireling-stood"):
    """The result of a hireling's morale: holds, wavers, heroic, flees or paid."""

    who: PersonId
    how: str
    cost_sp: int = 0
    leaderless: bool = False
    """Their employer could not steady them, so nothing was rolled."""

    def say(self, now: Campaign) -> str:
        name = name_of(now, self.who)
        if self.leaderless:
            hireling = now.people.get(self.who)
            employer = hireling.employer if hireling is not None else None
            fallen = "the employer" if employer is None else name_of(now, employer)
            return f"{name} {_NERVE[self.how]}: {fallen} is down and cannot steady hirelings."
        return f"{name} {_NERVE[self.how]}{f' ({self.cost_sp} silver)' if self.cost_sp else ''}."


# Foes


def check_foes(field: FightField) -> None:
    """Check the morale of each band that is due."""
    for band in field.fight.bands:
        living = tuple(foe for foe in field.fight.foes if foe.band == band.id and foe.fights)
        if living:
            _test(field, band, living)


def round_ends(foes: Iterable[Foe], band: Band) -> morale.RoundEnds:
    """The state of a band at the end of a round, for the morale rule."""
    members = tuple(foe for foe in foes if foe.band == band.id)
    leader = next((foe for foe in members if foe.id == band.leader), None)
    counts = leader or next((foe for foe in members if foe.fights), members[0])
    leads = leader is not None or band.leader is None
    return morale.RoundEnds(
        kind=band.kind,
        health=counts.health if counts.fights and leads else 0,
        health_max=counts.health_max,
        damaged_this_round=counts.hurt and leads,
        first_done=band.first_done,
        deaths_this_round=band.dead_now,
        dead_total=band.dead,
        initial_size=band.size,
        half_done=band.half_done,
        immune=band.immune,
        obvious=band.obvious,
    )


def _test(field: FightField, band: Band, living: tuple[Foe, ...]) -> None:
    play = field.play
    given = round_ends(field.fight.foes, band)
    if not isinstance(play.settle(morale.morale_trigger, given), morale.Due):
        return
    alone = morale.lone_due(given.health, given.health_max, given.damaged_this_round, given.first_done)
    half = morale.half_due(given.deaths_this_round, given.dead_total, given.initial_size, given.half_done)
    led = band.kind is morale.Band.LED
    band = replace(
        band,
        first_done=band.first_done or (band.kind is not morale.Band.GROUP and alone),
        half_done=band.half_done or (led and half),
    )
    hd = floor(max(foe.hd for foe in living))
    if band.die is not None:
        play.tell(TrayLaid((band.die, *play.now.tray)))
        band = replace(band, die=None)
    outcome = play.settle(morale.morale_check, morale.Enemy(hd, band.retreat), about=band.name)
    face = next((face for answer in play.answers_of() for face in answer.faces), None)
    if face is not None:
        held = not isinstance(outcome, morale.Breaks)
        band = replace(band, last=MoraleRoll(field.fight.round, face, morale.morale_number(hd), held))
    match outcome:
        case morale.Rallied():
            rally(field, band, living)
        case morale.Breaks(retreat=retreat):
            field.set_band(band)
            flee_or_surrender(field, living, retreat)
        case _:
            field.set_band(band)


def rally(field: FightField, band: Band, living: tuple[Foe, ...]) -> None:
    """Rally a band: an extra attack each in the next round, and no more morale checks."""
    field.set_band(replace(band, immune=True))
    for foe in living:
        rallied = field.play.settle(morale.morale_rally, morale.Rallying(max(1, field.fight.round), foe.attacks))
        field.set_foe(replace(foe, extra=rallied.attacks - foe.attacks))
    seen = tuple(foe.name for foe in living if not foe.hidden)
    if seen:
        field.play.tell(FoesRallied(field.group, seen), to=field.to)


def flee_or_surrender(field: FightField, living: tuple[Foe, ...], retreat: Retreat) -> None:
    """Take foes out of the fight, fled or surrendered."""
    state = FoeState.FLED if retreat is Retreat.FLEE else FoeState.SURRENDERED
    for foe in living:
        field.set_foe(replace(foe, state=state))
    seen = tuple(foe.name for foe in living if not foe.hidden)
    if seen:
        field.play.tell(FoesBroke(field.group, seen, retreat), to=field.to)
        field.note(f"{crowd(seen)} {_breaks(seen, retreat)}")


# Hirelings


def check_hirelings(field: FightField) -> None:
    """Check the morale of hirelings who were hurt or saw a comrade die, once in a fight; the employer rolls."""
    for fighter in field.fight.fighters:
        person = field.person(fighter.who)
        steady = fighter.away or fighter.steadfast or not person.able or not stats.is_hired(person)
        if not steady and hirelings.is_due(fighter.hurt > 0, bool(field.fight.slain), fighter.tested):
            _test_hireling(field, fighter)


def _test_hireling(field: FightField, fighter: Fighter) -> None:
    play = field.play
    employer = field.employer(fighter.who)
    shaken = stats.shaken(play.now, fighter, employer, saw_death=bool(field.fight.slain))
    given = play.now.house.applied(hirelings.hireling_morale, shaken)
    seat = field.person(employer.who).seat if employer is not None else field.person(fighter.who).seat
    unchanged = stats.pointless(given, lambda roll: hirelings.steadied(roll, given.cunning, given.hd))
    ruling = RuleToSettle(
        hirelings.hireling_morale, given, by=seat, to=field.to, whole=True, who=fighter.who, pointless=unchanged
    )
    (outcome,) = play.settle_each((ruling,))
    if employer is not None:
        field.set_fighter(field.with_bends(field.fighter(employer.who)))
    tested = replace(field.fighter(fighter.who), tested=True)
    match outcome:
        case hirelings.Heroic():
            field.set_fighter(replace(tested, steadfast=True, grants_next=tested.grants_next + 1))
        case hirelings.Wavers(cost_sp=cost):
            field.set_fighter(replace(tested, wavers=cost))
        case hirelings.Flees():
            run_away(field, tested)
        case _:
            field.set_fighter(tested)
    if not isinstance(outcome, hirelings.NotTested):
        wanted = int(outcome.cost_sp) if isinstance(outcome, hirelings.Wavers) else 0
        leaderless = isinstance(outcome, hirelings.Flees) and not given.employer_able
        play.tell(HirelingStood(fighter.who, outcome.kind, wanted, leaderless), to=field.to)


GONE = "left for good"
"""What a hireling did who will not be hired again."""


def run_away(field: FightField, fighter: Fighter) -> None:
    """Let a hireling run away for good."""
    field.set_fighter(replace(fighter, away=True, done=True, wavers=None, did=GONE))
    field.note(f"{field.person(fighter.who).name} runs")


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    for group in known.groups.values():
        fight = fight_of(group)
        wavering = [fighter for fighter in fight.fighters if fighter.wavers is not None] if fight is not None else []
        for fighter in wavering:
            person = known.people[fighter.who]
            if person.employer is None:
                continue
            employer, wage = known.people[person.employer].name, f" {fighter.wavers} silver"
            for pay, verb, detail in ((True, "pay", wage), (False, "let", " go")):
                act = PayHireling(person.employer, person.id, pay)
                yield Offer(act, verb, person.name, employer, person.employer, detail=detail)


_NERVE = {
    "holds": "keeps their nerve",
    "wavers": "wavers",
    "heroic": "takes heart and will not break",
    "flees": "runs",
    "paid": "is paid to stay",
}


PART = Part(commands=(LayMorale, PayHireling), events=(FoesBroke, FoesRallied, HirelingStood), offers=_offers)
