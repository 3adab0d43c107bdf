"""Who stays when a Round ends: foes alone, in bands and led; then hirelings, and what their nerve costs."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_SILVER
from undercroft.books.violence.hirelings import (
    Flees,
    Heroic,
    NotTested,
    Purse,
    Stays,
    Wavers,
    hireling_morale,
    hireling_pay,
    is_due,
)
from undercroft.books.violence.morale import (
    Band as BandKind,
)
from undercroft.books.violence.morale import (
    Breaks,
    Due,
    Enemy,
    Rallied,
    Rallying,
    Retreat,
    RoundEnds,
    half_due,
    lone_due,
    morale_check,
    morale_rally,
    morale_trigger,
)
from undercroft.kernel.dice import D20
from undercroft.kernel.units import SeatId
from undercroft.table import bridge, purses, striking
from undercroft.table.answers import Ruling
from undercroft.table.battle import Band, Fighter, Foe, FoeState
from undercroft.table.bending import bent
from undercroft.table.campaign import Campaign
from undercroft.table.dice import TrayLaid
from undercroft.table.names import BandId, GroupId, PersonId
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import Field, fight_of, no_such_band
from undercroft.table.procedures.fight_go import field_of
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.whose import not_theirs, referee_only


class PayHireling(Command, frozen=True, tag="pay_hireling"):
    """Pay a wavering hireling what they want, or do not."""

    who: PersonId
    hireling: PersonId
    pay: bool = True


class LayMorale(Command, frozen=True, tag="lay_morale"):
    """Lay the die ready that counts for foes' morale when the Round ends; without a face, take it away again."""

    group: GroupId
    band: BandId
    face: Annotated[int, Meta(ge=1, le=D20.sides)] | None = None


class FoesBroke(Event, frozen=True, tag="table.foes-broke"):
    """Foes have had enough: they run, or give up."""

    group: GroupId
    names: tuple[str, ...]
    retreat: Retreat


class FoesRallied(Event, frozen=True, tag="table.foes-rallied"):
    """Foes rally, and come on harder."""

    group: GroupId
    names: tuple[str, ...]


class HirelingStood(Event, frozen=True, tag="table.hireling-stood"):
    """A hireling's nerve was tested: holds, wavers, heroic, flees or paid."""

    who: PersonId
    how: str
    cost_sp: int = 0


# Foes


def _lay(play: Play, act: LayMorale) -> None:
    field = Field(play, act.group)
    field.band_stands(replace(field.band(act.band), die=act.face))


def _may_lay(known: Campaign, seat: SeatId, act: LayMorale) -> Iterable[Reason]:
    yield from referee_only(seat)
    yield from no_such_band(known, act.group, act.band)


def test_foes(field: Field) -> None:
    """Each band once, when it is due."""
    for band in field.fight.bands:
        living = tuple(foe for foe in field.fight.foes if foe.band == band.id and foe.fights)
        if living:
            _test(field, band, living)


def round_ends(field_foes: Iterable[Foe], band: Band) -> RoundEnds:
    """How a band stands at the end of a Round."""
    theirs = tuple(foe for foe in field_foes if foe.band == band.id)
    leader = next((foe for foe in theirs if foe.id == band.leader), None)
    counts = leader or next((foe for foe in theirs if foe.fights), theirs[0])
    return RoundEnds(
        kind=band.kind,
        health=counts.health if counts.fights else 0,
        health_max=counts.health_max,
        damaged_this_round=counts.hurt,
        first_done=band.first_done,
        deaths_this_round=band.dead_now,
        dead_total=band.dead,
        initial_size=band.size,
        half_done=band.half_done,
        immune=band.immune,
        obvious=band.obvious,
    )


def _test(field: Field, band: Band, living: tuple[Foe, ...]) -> None:
    play = field.play
    given = round_ends(field.fight.foes, band)
    if not isinstance(play.settle(morale_trigger, given), Due):
        return
    alone = lone_due(given.health, given.health_max, given.damaged_this_round, given.first_done)
    half = half_due(given.deaths_this_round, given.dead_total, given.initial_size, given.half_done)
    led = band.kind is BandKind.LED
    band = replace(
        band,
        first_done=band.first_done or (band.kind is not BandKind.GROUP and alone),
        half_done=band.half_done or (led and half),
    )
    hd = floor(max(foe.hd for foe in living))
    if band.die is not None:
        play.tell(TrayLaid((band.die, *play.now.tray)))
        band = replace(band, die=None)
    match play.settle(morale_check, Enemy(hd, band.retreat), about=band.name):
        case Rallied():
            rally(field, band, living)
        case Breaks(retreat=retreat):
            field.band_stands(band)
            breaks(field, living, retreat)
        case _:
            field.band_stands(band)


def rally(field: Field, band: Band, living: tuple[Foe, ...]) -> None:
    """One more attack each in the next Round, and no more tests."""
    field.band_stands(replace(band, immune=True))
    for foe in living:
        rallied = field.play.settle(morale_rally, Rallying(max(1, field.fight.round), foe.attacks))
        field.foe_stands(replace(foe, extra=rallied.attacks - foe.attacks))
    seen = tuple(foe.name for foe in living if not foe.hidden)
    if seen:
        field.play.tell(FoesRallied(field.group, seen), to=field.to)


def breaks(field: Field, living: tuple[Foe, ...], retreat: Retreat) -> None:
    """They are out of the fight, running or with their hands up."""
    state = FoeState.FLED if retreat is Retreat.FLEE else FoeState.SURRENDERED
    for foe in living:
        field.foe_stands(replace(foe, state=state))
    seen = tuple(foe.name for foe in living if not foe.hidden)
    if seen:
        field.play.tell(FoesBroke(field.group, seen, retreat), to=field.to)
        field.note(f"{', '.join(seen)} {'flee' if retreat is Retreat.FLEE else 'surrender'}")


# Hirelings


def test_hirelings(field: Field) -> None:
    """Whoever bled or saw a comrade die, once in a fight; the employer rolls."""
    for fighter in field.fight.fighters:
        person = field.person(fighter.who)
        steady = fighter.away or fighter.steadfast or not person.able or not striking.is_hired(person)
        if not steady and is_due(fighter.hurt > 0, bool(field.fight.slain), fighter.tested):
            _test_hireling(field, fighter)


def _test_hireling(field: Field, fighter: Fighter) -> None:
    play = field.play
    employer = _employer(field, fighter.who)
    given = play.now.house.applied(
        hireling_morale,
        striking.shaken(play.now, fighter, employer, saw_death=bool(field.fight.slain)),
    )
    seat = field.person(employer.who).seat if employer is not None else field.person(fighter.who).seat
    spared = striking.shaken_idle(given)
    ruling = Ruling(hireling_morale, given, by=seat, to=field.to, whole=True, who=fighter.who, idle=spared)
    (outcome,) = play.settle_each((ruling,))
    if employer is not None:
        used = bent(play.answers_of())
        field.stands(replace(field.fighter(employer.who), bent=field.fighter(employer.who).bent + used))
    tested = replace(field.fighter(fighter.who), tested=True)
    match outcome:
        case Heroic():
            field.stands(replace(tested, steadfast=True, grants_next=tested.grants_next + 1))
        case Wavers(cost_sp=cost):
            field.stands(replace(tested, wavers=cost))
        case Flees():
            runs(field, tested)
        case _:
            field.stands(tested)
    if not isinstance(outcome, NotTested):
        wanted = int(outcome.cost_sp) if isinstance(outcome, Wavers) else 0
        play.tell(HirelingStood(fighter.who, outcome.kind, wanted), to=field.to)


def _employer(field: Field, who: PersonId) -> Fighter | None:
    employer = field.person(who).employer
    return field.fight.fighter(employer) if employer is not None else None


GONE = "ran for good"
"""What is said of a hireling who will not be hired again."""


def runs(field: Field, fighter: Fighter) -> None:
    """A hireling is gone, and will not be hired again."""
    field.stands(replace(fighter, away=True, done=True, wavers=None, did=GONE))
    field.note(f"{field.person(fighter.who).name} runs")


def _pay(play: Play, act: PayHireling) -> None:
    """Out of the employer's purse; whoever cannot pay, does not."""
    field = field_of(play, act.who)
    fighter = field.fighter(act.hireling)
    hd = bridge.hit_dice(field.person(act.hireling))
    silver = purses.coins(play.now, act.who) // COPPER_A_SILVER
    outcome = play.settle(hireling_pay, Purse(hd, silver, act.pay), to=field.to, whole=True)
    if isinstance(outcome, Stays):
        purses.pay(play, act.who, (silver - outcome.purse_sp) * COPPER_A_SILVER, field.to)
        field.stands(replace(fighter, wavers=None))
        play.tell(HirelingStood(act.hireling, "paid", silver - outcome.purse_sp), to=field.to)
    else:
        runs(field, fighter)
        play.tell(HirelingStood(act.hireling, "flees"), to=field.to)


def _may_pay(known: Campaign, seat: SeatId, act: PayHireling) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    fight = fight_of(known.group_of(act.who))
    fighter = fight.fighter(act.hireling) if fight is not None else None
    if fighter is None or fighter.wavers is None:
        yield Reason("not_wavering", "Nobody of that name wants money to stay.", hireling_pay.id)
        return
    if known.people[act.hireling].employer != act.who:
        yield Reason("not_employer", "That is for whoever hired them.")
    if act.pay and purses.coins(known, act.who) < fighter.wavers * COPPER_A_SILVER:
        yield Reason("too_poor", f"They want {fighter.wavers} silver.", hireling_pay.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in known.groups.values():
        fight = fight_of(group)
        for fighter in (one for one in fight.fighters if one.wavers is not None) if fight is not None else ():
            person = known.people[fighter.who]
            if person.employer is None:
                continue
            for pay, label in ((True, f"pay {person.name} {fighter.wavers} silver"), (False, f"let {person.name} go")):
                act = PayHireling(person.employer, person.id, pay)
                refused = tuple(_may_pay(known, seat, act))
                if not any(reason.code in ("not_here", "not_yours") for reason in refused):
                    employer = known.people[person.employer].name
                    yield Offer(act, f"{employer}: {label}", person.employer, refused=refused)


_NERVE = {
    "holds": "keeps their nerve",
    "wavers": "wavers",
    "heroic": "takes heart, and will not break",
    "flees": "runs",
    "paid": "is paid to stay",
}


def _stood(now: Campaign, it: HirelingStood) -> str:
    name = name_of(now, it.who)
    return f"{name} {_NERVE[it.how]}{f' ({it.cost_sp} silver)' if it.cost_sp else ''}."


ROOM = Room(
    arms={FoesBroke: unchanged, FoesRallied: unchanged, HirelingStood: unchanged},
    steps={LayMorale: _lay, PayHireling: _pay},
    refusals={LayMorale: _may_lay, PayHireling: _may_pay},
    offers=_offers,
    words={
        FoesBroke: lambda _, it: (
            f"{', '.join(it.names)}: {'they flee' if it.retreat is Retreat.FLEE else 'they surrender'}."
        ),
        FoesRallied: lambda _, it: f"{', '.join(it.names)}: they rally.",
        HirelingStood: _stood,
    },
)
