"""Nights: the hours of sleep added up, and what a night's rest restores."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.delving.body import LongRest, LongRestRefused, rest_long
from undercroft.books.sovereign.healing import Sleeping, natural_healing
from undercroft.books.sovereign.strain import NIGHT_HOURS, Night, strain_recover
from undercroft.books.sovereign.units import Attribute
from undercroft.books.violence.checks import Night as SafeNight
from undercroft.books.violence.checks import rest
from undercroft.kernel.units import HOUR, MINUTE, Seconds
from undercroft.table import bridge
from undercroft.table.body import fatigue, privation
from undercroft.table.body.condition import StrainChanged, lose, set_hp, time_of
from undercroft.table.body.needs import goes_hungry
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.health import NightsSleep
from undercroft.table.state.house_rules import Dying, Fatigue
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, State

FULL_NIGHT = Seconds(NIGHT_HOURS * HOUR)


class NightSlept(Event, frozen=True, tag="table.night-slept"):
    """A person slept; the night's sleep so far."""

    who: PersonId
    night: NightsSleep

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, nights={**campaign.nights, self.who: self.night})


def sleep(
    play: Play, who: PersonId, night: Night, *, to: Audience, unbroken: Seconds | None = None, sleeps_on: bool = False
) -> None:
    """End a stretch of sleep: restore strain, hit points, fatigue and lost sleep; hungry people count as not fed.

    Stretches of one night count together. Strain needs a full night without a break, and each night restores once.
    If the sleep was broken, `unbroken` is its longest part. If the person `sleeps_on`, a night that is not full waits.
    """
    hours = night.hours_uninterrupted
    before, slept = play.now.nights.get(who), _added(play, who, hours, unbroken)
    same = before if before is not None and before.since == slept.since else None
    whole = replace(
        night,
        fed=night.fed and not goes_hungry(play.now, who),
        hours_uninterrupted=Fraction(slept.unbroken, HOUR),
    )
    if not slept.eased and not (sleeps_on and slept.unbroken < FULL_NIGHT):
        slept = replace(slept, eased=_eased(play, who, whole, to))
    if not slept.rested and not (sleeps_on and slept.slept < FULL_NIGHT):
        _mend(play, who, replace(whole, hours_uninterrupted=Fraction(slept.slept, HOUR)), to)
        slept = replace(slept, rested=slept.slept >= FULL_NIGHT)
    if play.now.house.fatigue is not Fatigue.DELVING:
        fatigue.rest(play, who, int(hours * HOUR) // MINUTE, to=to)
    earlier = Fraction(same.slept, HOUR) if same is not None else Fraction(0)
    restored = privation.slept(play, who, hours, earlier=earlier, restored=slept.restored)
    play.tell(NightSlept(who, replace(slept, restored=restored)), to=around(who))
    if not sleeps_on and play.now.people[who].alive:
        lose(play, who, State.ASLEEP, to=around(who))
        privation.mind_bedtime(play, who)


def _added(play: Play, who: PersonId, hours: Fraction, longest: Seconds | None) -> NightsSleep:
    """The night's sleep with that many hours, which end now; `longest` is their longest part if they were broken."""
    now, took = time_of(play, who), Seconds(int(hours * HOUR))
    began, night = Seconds(now - took), play.now.nights.get(who)
    if night is None or not night.goes_on(began, now):
        return NightsSleep(began, now, took, took if longest is None else longest)
    if longest is not None and longest < took:
        unbroken = longest
    else:
        unbroken = Seconds(night.unbroken + took if began == night.until else took)
    return replace(night, until=now, slept=Seconds(night.slept + took), unbroken=unbroken)


def _eased(play: Play, who: PersonId, night: Night, to: Audience) -> bool:
    """Take off a point of strain if the night allows it, and return whether the night is long enough."""
    person = play.now.people[who]
    strain = play.settle(strain_recover, replace(night, strain=person.strain), to=to, whole=True).strain
    if strain != person.strain:
        play.tell(StrainChanged(who, strain), to=to)
    return night.hours_uninterrupted >= NIGHT_HOURS


def _mend(play: Play, who: PersonId, night: Night, to: Audience) -> None:
    """Restore what a full night restores: hit points, and Delving's fatigue points."""
    person = play.now.people[who]
    hp = _mended(play, person, night, to)
    if hp != person.hp:
        set_hp(play, who, hp, "a night's rest", to=to)
    if play.now.house.fatigue is Fatigue.DELVING:
        _refresh(play, who, night, to)


def _mended(play: Play, person: Person, night: Night, to: Audience) -> int:
    """Hit points in the morning: by level, or by a die if dying follows Violence."""
    good = night.hours_uninterrupted >= NIGHT_HOURS
    if play.now.house.dying is Dying.VIOLENCE:
        safe = good and night.fed and night.comfortable and 0 < person.hp < person.hp_max
        given = SafeNight(person.hp, person.hp_max)
        return play.settle(rest, given, by=person.seat, who=person.id, to=to, whole=True).health if safe else person.hp
    asleep = Sleeping(
        person.hp,
        person.hp_max,
        Fraction(person.sheet.level),
        frail=person.is_in(State.FRAIL),
        good_rest=good,
        warm=night.warm,
        fed=night.fed,
        comfortable=night.comfortable,
    )
    return play.settle(natural_healing, asleep, who=person.id, to=to, whole=True).hp


def _refresh(play: Play, who: PersonId, night: Night, to: Audience) -> None:
    """Restore fatigue points by Delving's long rest."""
    person = play.now.people[who]
    given = LongRest(
        hours=night.hours_uninterrupted,
        ration=night.fed,
        con=bridge.modifier(person, Attribute.CON),
        fp_max=bridge.fatigue_max(person, Fatigue.DELVING),
        exhausted=person.is_in(State.EXHAUSTED),
    )
    outcome = play.settle(rest_long, given, by=person.seat, who=person.id, to=to, whole=True)
    if isinstance(outcome, LongRestRefused):
        return
    fatigue.set_fp(play, who, outcome.fp, cause="rest", to=to)
    if not outcome.exhausted:
        lose(play, who, State.EXHAUSTED, to=to)


PART = Part(events=(NightSlept,))
