"""Effects: spells and other things that last a while or can be spent, entered freely by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.bodies import Amount, Span, around, time_of
from undercroft.table.campaign import Campaign
from undercroft.table.names import Label, PersonId, Text, TimerId
from undercroft.table.play import Play
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.straining import bear, too_much
from undercroft.table.telling import SECRET, Audience, seats
from undercroft.table.timers import NEVER, Lapse, Timer


class StartEffect(Command, frozen=True, tag="start_effect"):
    """Something begins to work on somebody: for so long, for so many uses, or until it is ended."""

    who: PersonId
    name: Label
    seconds: Span | None = None
    uses: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    strain: Amount = 0
    note: Text = ""
    secret: bool = False


class UseEffect(Command, frozen=True, tag="use_effect"):
    """Spend one use of it."""

    who: PersonId
    name: Label


class EndEffect(Command, frozen=True, tag="end_effect"):
    """It works no longer."""

    who: PersonId
    name: Label


class EffectStarted(Event, frozen=True, tag="table.effect-started"):
    """Something works on somebody."""

    who: PersonId
    name: str
    note: str


class EffectUsed(Event, frozen=True, tag="table.effect-used"):
    """One use of it is spent; so many are left."""

    who: PersonId
    name: str
    left: int


class EffectEnded(Event, frozen=True, tag="table.effect-ended"):
    """It works no longer: over, used up, or ended."""

    who: PersonId
    name: str
    how: str


def effect_id(who: PersonId, name: str) -> TimerId:
    """What an effect goes by among the deadlines."""
    return TimerId(f"effect-{who}-{name}")


def effect(known: Campaign, who: PersonId, name: str) -> Timer | None:
    """Something that works on somebody, by what is known."""
    return known.timers.get(effect_id(who, name))


def _start(play: Play, act: StartEffect) -> None:
    """The strain comes first; whoever cannot bear it has nothing of it. Begun anew, it lasts anew."""
    to: Audience = SECRET if act.secret else around(play, act.who)
    if not bear(play, act.who, act.strain, to=around(play, act.who)):
        return
    begin(play, act.who, act.name, to=to, seconds=act.seconds, uses=act.uses, note=act.note)


def begin(
    play: Play,
    who: PersonId,
    name: str,
    *,
    to: Audience,
    seconds: Seconds | None = None,
    uses: int | None = None,
    note: str = "",
) -> None:
    """Something works on somebody from now on, in the sight of these."""
    now = time_of(play, who)
    due = NEVER if seconds is None else Seconds(now + seconds)
    heard = tuple(sorted(to(play.now)))
    what = f"{name_of(play.now, who)}: {name}"
    play.tell(EffectStarted(who, name, note), to=to)
    play.set_timer(Timer(effect_id(who, name), Lapse.EFFECT, what, now, due, heard, who, about=name, uses=uses))


def _use(play: Play, act: UseEffect) -> None:
    timer = effect(play.now, act.who, act.name)
    if timer is None or timer.uses is None:
        return
    to = seats(*timer.to)
    play.tell(EffectUsed(act.who, act.name, timer.uses - 1), to=to)
    if timer.uses > 1:
        play.set_timer(replace(timer, uses=timer.uses - 1))
    else:
        _over(play, timer, "used up")


def _end(play: Play, act: EndEffect) -> None:
    timer = effect(play.now, act.who, act.name)
    if timer is not None:
        _over(play, timer, "ended")


def _over(play: Play, timer: Timer, how: str) -> None:
    play.drop_timer(timer)
    if timer.person is not None:
        play.tell(EffectEnded(timer.person, timer.about, how), to=seats(*timer.to))


def _passes(play: Play, timer: Timer) -> None:
    """Its time is over, and those who knew of it notice."""
    if timer.person is not None:
        play.tell(EffectEnded(timer.person, timer.about, "over"), to=seats(*timer.to))


def _theirs(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """Also the helpless have things work on them."""
    person = known.people.get(who)
    if person is None or not person.alive:
        yield Reason("not_here", "Nobody of that name is here.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")


def _may_start(known: Campaign, seat: SeatId, act: StartEffect) -> Iterable[Reason]:
    yield from _theirs(known, seat, act.who)
    if act.secret and seat != REFEREE:
        yield Reason("referee_only", "Secrets are the referee's.")
    if act.who in known.people:
        yield from too_much(known.people[act.who], act.strain)


def _may_use(known: Campaign, seat: SeatId, act: UseEffect | EndEffect) -> Iterable[Reason]:
    yield from _theirs(known, seat, act.who)
    timer = effect(known, act.who, act.name)
    if timer is None:
        yield Reason("no_effect", "Nothing of that name works on them.")
    elif isinstance(act, UseEffect) and timer.uses is None:
        yield Reason("no_uses", "It has no uses to spend.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for timer in known.timers.values():
        who = timer.person
        if timer.lapse is not Lapse.EFFECT or who is None or any(_theirs(known, seat, who)):
            continue
        if timer.uses is not None:
            yield Offer(UseEffect(who, timer.about), f"{name_of(known, who)}: use {timer.about}", who)
        yield Offer(EndEffect(who, timer.about), f"{name_of(known, who)}: end {timer.about}", who)


ROOM = Room(
    arms={EffectStarted: unchanged, EffectUsed: unchanged, EffectEnded: unchanged},
    steps={StartEffect: _start, UseEffect: _use, EndEffect: _end},
    refusals={StartEffect: _may_start, UseEffect: _may_use, EndEffect: _may_use},
    offers=_offers,
    lapses={Lapse.EFFECT: _passes},
    words={
        EffectStarted: lambda now, it: f"{it.name} works on {name_of(now, it.who)}{f': {it.note}' if it.note else ''}.",
        EffectUsed: lambda now, it: f"{name_of(now, it.who)} uses {it.name}; {it.left} left.",
        EffectEnded: lambda now, it: f"{it.name} no longer works on {name_of(now, it.who)} ({it.how}).",
    },
)
