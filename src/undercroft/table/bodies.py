"""Bodies: hit points, fatigue, strain and Scars as they change, the states people are in, and death."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.light import let_fall
from undercroft.table.names import Label, PersonId, Text, TimerId
from undercroft.table.people import Condition, Person
from undercroft.table.play import Play
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.telling import Audience, seats
from undercroft.table.telling import group as group_audience
from undercroft.table.telling import person as person_audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import referee_only

Amount = Annotated[int, Meta(ge=0, le=10_000)]
"""Of damage, healing, fatigue or strain."""

Span = Annotated[Seconds, Meta(ge=1, le=1_000_000_000)]
"""How long something lasts."""


class State(StrEnum):
    """Conditions that the rules know; a referee may name any other."""

    MORTALLY_INJURED = "mortally_injured"
    INCAPACITATED = "incapacitated"
    KNOCKED_OUT = "knocked_out"
    UNCONSCIOUS = "unconscious"
    FRAIL = "frail"
    DOOMED = "doomed"
    POISONED = "poisoned"
    DROWNING = "drowning"
    EXHAUSTED = "exhausted"
    COLLAPSED = "collapsed"
    SPENT = "spent"
    ASLEEP = "asleep"
    GROGGY = "groggy"
    DISEASED = "diseased"


LIFE_AT_STAKE = frozenset({State.MORTALLY_INJURED, State.DROWNING})
"""States in which every Round counts."""


class GiveCondition(Command, frozen=True, tag="give_condition"):
    """Somebody is in some state: for a time, or until that is ended."""

    who: PersonId
    name: Label
    seconds: Span | None = None
    note: Text = ""


class EndCondition(Command, frozen=True, tag="end_condition"):
    """Somebody is in that state no longer."""

    who: PersonId
    name: Label


class HpChanged(Event, frozen=True, tag="table.hp-changed"):
    """Somebody has so many hit points now."""

    who: PersonId
    hp: int
    cause: str = ""


class FpChanged(Event, frozen=True, tag="table.fp-changed"):
    """Somebody has so many fatigue points now."""

    who: PersonId
    fp: int
    cause: str = ""


class StrainChanged(Event, frozen=True, tag="table.strain-changed"):
    """Somebody is under so much System Strain now."""

    who: PersonId
    strain: int


class ScarsChanged(Event, frozen=True, tag="table.scars-changed"):
    """Somebody bears so many Scars now."""

    who: PersonId
    scars: int


class ConditionGained(Event, frozen=True, tag="table.condition-gained"):
    """Somebody is in this state. A seat may be told less of it than there is."""

    who: PersonId
    condition: Condition


class ConditionMarked(Event, frozen=True, tag="table.condition-marked"):
    """What is counted in a state stands so now."""

    who: PersonId
    condition: Condition


class ConditionLost(Event, frozen=True, tag="table.condition-lost"):
    """Somebody is in that state no longer."""

    who: PersonId
    name: str


class Died(Event, frozen=True, tag="table.died"):
    """Somebody is dead."""

    who: PersonId
    cause: str


def _hp(campaign: Campaign, event: HpChanged) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, hp=event.hp))


def _fp(campaign: Campaign, event: FpChanged) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, fp=event.fp))


def _strain(campaign: Campaign, event: StrainChanged) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, strain=event.strain))


def _scars(campaign: Campaign, event: ScarsChanged) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, scars=event.scars))


def _without(person: Person, name: str) -> tuple[Condition, ...]:
    return tuple(one for one in person.conditions if one.name != name)


def _gained(campaign: Campaign, event: ConditionGained | ConditionMarked) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    conditions = (*_without(person, event.condition.name), event.condition)
    return with_person(campaign, replace(person, conditions=conditions))


def _lost(campaign: Campaign, event: ConditionLost) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    return with_person(campaign, replace(person, conditions=_without(person, event.name)))


def _died(campaign: Campaign, event: Died) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    return with_person(campaign, replace(person, alive=False, hp=0, conditions=()))


def around(play: Play, who: PersonId) -> Audience:
    """Those who see how somebody fares: whoever goes with them."""
    group = play.now.group_of(who)
    return person_audience(who) if group is None else group_audience(group.id)


def time_of(play: Play, who: PersonId) -> Seconds:
    """What time it is for somebody, also in the middle of a stretch."""
    return max(play.moment, play.now.now_of(who))


def gain(
    play: Play,
    who: PersonId,
    condition: Condition,
    *,
    to: Audience,
    seconds: Seconds | None = None,
    lapse: Lapse = Lapse.CONDITION,
) -> None:
    """Somebody is in a state from now on; for so long, where it ends by itself."""
    play.tell(ConditionGained(who, condition), to=to)
    if seconds is not None:
        watch(play, who, condition, to=to, due=Seconds(condition.since + seconds), lapse=lapse)


def watch(
    play: Play, who: PersonId, condition: Condition, *, to: Audience, due: Seconds, lapse: Lapse = Lapse.CONDITION
) -> None:
    """Set the moment at which a state ends, or turns into something else."""
    what = f"{play.now.people[who].name}: {spoken(condition.name)}"
    seats = tuple(sorted(to(play.now)))
    id = TimerId(f"{condition.name}-{who}")
    play.set_timer(Timer(id, lapse, what, condition.since, due, seats, who, about=condition.name))


def lose(play: Play, who: PersonId, name: str, *, to: Audience) -> None:
    """A state is over, and so is its deadline; nothing, if they were not in it."""
    for timer in tuple(play.now.timers.values()):
        if timer.person == who and timer.about == name and timer.id == f"{name}-{who}":
            play.drop_timer(timer)
    if play.now.people[who].is_in(name):
        play.tell(ConditionLost(who, name), to=to)


MORTAL_TIMERS = frozenset(
    {
        Lapse.CONDITION,
        Lapse.EFFECT,
        Lapse.POISON,
        Lapse.DYING,
        Lapse.RISING,
        Lapse.WAKING,
        Lapse.DROWNING,
        Lapse.FRAIL,
        Lapse.DOOM,
        Lapse.DISEASE,
        Lapse.UP_LATE,
        Lapse.SLEPT,
        Lapse.MEAL,
    }
)
"""Deadlines that mean nothing any more to the dead."""


def die(play: Play, who: PersonId, cause: str, *, to: Audience) -> None:
    """Somebody is dead, lets fall what burns, and nothing awaits them any more."""
    play.tell(Died(who, cause), to=to)
    let_fall(play, who)
    for timer in tuple(play.now.timers.values()):
        if timer.person == who and timer.lapse in MORTAL_TIMERS:
            play.drop_timer(timer)


def _give(play: Play, act: GiveCondition) -> None:
    condition = Condition(as_the_rules_know(act.name), time_of(play, act.who), act.note)
    gain(play, act.who, condition, to=around(play, act.who), seconds=act.seconds)


def _end(play: Play, act: EndCondition) -> None:
    lose(play, act.who, act.name, to=around(play, act.who))


def _passes(play: Play, timer: Timer) -> None:
    """A state that was to last so long is over."""
    if timer.person is not None and timer.person in play.now.people:
        lose(play, timer.person, timer.about, to=seats(*timer.to))


def _may_give(known: Campaign, seat: SeatId, act: GiveCondition | EndCondition) -> Iterable[Reason]:
    yield from referee_only(seat)
    person = known.people.get(act.who)
    if person is None:
        yield Reason("no_person", "Nobody goes by that name.")
    elif isinstance(act, EndCondition) and not person.is_in(act.name):
        yield Reason("not_so", f"{person.name} is not in that state.")


def as_the_rules_know(name: str) -> str:
    """A state by the name that the rules have for it, however it was written; any other as it is.

    >>> as_the_rules_know("Knocked out"), as_the_rules_know("Turned to stone")
    ('knocked_out', 'Turned to stone')
    """
    plain = name.strip().lower().replace(" ", "_")
    return plain if plain in set(State) else name


def spoken(condition: str) -> str:
    """A state in words."""
    return condition.replace("_", " ")


def _because(cause: str) -> str:
    return f" ({cause})" if cause else ""


ROOM = Room(
    arms={
        HpChanged: _hp,
        FpChanged: _fp,
        StrainChanged: _strain,
        ScarsChanged: _scars,
        ConditionGained: _gained,
        ConditionMarked: _gained,
        ConditionLost: _lost,
        Died: _died,
    },
    steps={GiveCondition: _give, EndCondition: _end},
    refusals={GiveCondition: _may_give, EndCondition: _may_give},
    lapses={Lapse.CONDITION: _passes},
    words={
        HpChanged: lambda now, it: f"{name_of(now, it.who)}: {counted(it.hp, 'hit point')}{_because(it.cause)}.",
        FpChanged: lambda now, it: f"{name_of(now, it.who)}: {counted(it.fp, 'fatigue point')}{_because(it.cause)}.",
        StrainChanged: lambda now, it: f"{name_of(now, it.who)}: System Strain {it.strain}.",
        ScarsChanged: lambda now, it: f"{name_of(now, it.who)}: Scars {it.scars}.",
        ConditionGained: lambda now, it: (
            f"{name_of(now, it.who)} is {spoken(it.condition.name)}{_because(it.condition.note)}."
        ),
        ConditionLost: lambda now, it: f"{name_of(now, it.who)} is no longer {spoken(it.name)}.",
        Died: lambda now, it: f"{name_of(now, it.who)} is dead{_because(it.cause)}.",
    },
)
