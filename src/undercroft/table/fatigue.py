"""Fatigue: points lost to hard work and given back by rest, by Neverwhere or Delving as the house has it."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.neverwhere.fatigue import (
    Acts,
    Collapsed,
    HeartAttack,
    Left,
    Losing,
    Spent,
    collapse,
    lose_fp,
)
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT, Resting, rest_recovery
from undercroft.kernel.units import MINUTE, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import Amount, FpChanged, State, around, gain, lose, time_of
from undercroft.table.campaign import Campaign
from undercroft.table.house import Fatigue
from undercroft.table.names import PersonId, Text
from undercroft.table.people import Condition
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Reason, Room
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import referee_only
from undercroft.table.wounds import OVEREXERTION, hurt


class Tire(Command, frozen=True, tag="tire"):
    """Something costs somebody fatigue."""

    who: PersonId
    amount: Amount
    cause: Text = ""


def tire(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Fatigue is lost by the book whose points the house counts; where it counts none, nothing is."""
    person = play.now.people[who]
    if not amount or not person.alive:
        return
    match play.now.house.fatigue:
        case Fatigue.NEVERWHERE:
            most = bridge.neverwhere(person).fp_max
            given = Losing(min(person.fp, most), most, person.hp, amount)
            drained(play, who, play.settle(lose_fp, given, to=to, whole=True), cause=cause, to=to)
        case Fatigue.DELVING:
            hurt(play, who, amount, cause=cause, to=to)
        case Fatigue.NONE:
            return


def drained(play: Play, who: PersonId, left: Left, *, cause: str, to: Audience) -> None:
    """What is left of somebody by Neverwhere: below nothing points are paid in blood, and at the bottom they drop."""
    person = play.now.people[who]
    set_fp(play, who, left.fp, cause=cause, to=to)
    if left.hp < person.hp:
        hurt(play, who, person.hp - left.hp, cause=OVEREXERTION, to=to)
    if left.unconscious and play.now.people[who].able:
        spent = Condition(State.SPENT, time_of(play, who))
        gain(play, who, spent, to=to, seconds=Seconds(MINUTES_A_POINT * MINUTE), lapse=Lapse.WAKING)


def set_fp(play: Play, who: PersonId, fp: int, *, cause: str, to: Audience) -> None:
    """Somebody has so many fatigue points; with any at all nobody lies collapsed."""
    if fp != play.now.people[who].fp:
        play.tell(FpChanged(who, fp, cause), to=to)
    if fp > 0:
        lose(play, who, State.COLLAPSED, to=to)


def restorable(campaign: Campaign, who: PersonId) -> int:
    """How many points common rest can bring somebody back to: what hunger, thirst and want of sleep keep, it cannot."""
    needs = campaign.needs.get(who)
    return bridge.fatigue_max(campaign.people[who], campaign.house.fatigue) - (needs.held if needs is not None else 0)


def rest(play: Play, who: PersonId, minutes: int, *, to: Audience) -> None:
    """Quiet minutes give points back, where the house counts Neverwhere's."""
    person = play.now.people[who]
    most = restorable(play.now, who)
    if play.now.house.fatigue is not Fatigue.NEVERWHERE or person.fp >= most or not person.alive:
        return
    back = play.settle(rest_recovery, Resting(minutes=minutes, general_pool=most - person.fp), to=to, whole=True)
    set_fp(play, who, person.fp + back.fp, cause="rest", to=to)


def goes_on(play: Play, who: PersonId, *, to: Audience) -> bool:
    """Whether somebody can exert themselves: at the end of their strength only by will."""
    person = play.now.people[who]
    if not person.able:
        return False
    if play.now.house.fatigue is not Fatigue.NEVERWHERE or person.fp > 0:
        return True
    body = bridge.neverwhere(person)
    given = Spent(person.fp, body.will, body.vit_mod)
    match play.settle(collapse, given, by=person.seat, who=person.id, to=to, whole=True):
        case Acts():
            return True
        case Collapsed():
            gain(play, who, Condition(State.COLLAPSED, time_of(play, who)), to=to)
        case HeartAttack():
            hurt(play, who, person.hp, cause="heart attack", to=to)
    return False


def _tire(play: Play, act: Tire) -> None:
    tire(play, act.who, act.amount, cause=act.cause, to=around(play, act.who))


def _wakes(play: Play, timer: Timer) -> None:
    """Ten minutes on the ground are a rest."""
    if timer.person is None:
        return
    to = around(play, timer.person)
    rest(play, timer.person, (timer.due - timer.since) // MINUTE, to=to)
    lose(play, timer.person, timer.about, to=to)


def _may_tire(known: Campaign, seat: SeatId, act: Tire) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.who not in known.people:
        yield Reason("no_person", "Nobody goes by that name.")


ROOM = Room(steps={Tire: _tire}, refusals={Tire: _may_tire}, lapses={Lapse.WAKING: _wakes})
