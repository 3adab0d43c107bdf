"""Effects: spells and the like, entered by name, that last for a time or a number of uses."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds, Throw
from undercroft.table.body.condition import Amount, RolledSpan, lasting, time_of
from undercroft.table.body.strain import bear, too_much
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, Audience, around, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import no_person
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import have
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import NEVER, Lapse, Timer, timer_of
from undercroft.table.state.ids import Label, PersonId, Text, TimerId
from undercroft.table.state.seats import REFEREE


class EffectSpan(Struct, frozen=True):
    """How long an effect lasts: for a time, for a number of uses, for good, or until it is ended."""

    seconds: Seconds | None = None
    uses: int | None = None
    for_good: bool = False


class StartEffect(Command, frozen=True, tag="start_effect"):
    """Start an effect on a person, for a time, for a number of uses, or until it is ended.

    It ends when its time is over; by the overloaded die also with Waning Resources, if those come sooner, unless it is
    `lasting`.
    """

    who: PersonId
    name: Label
    seconds: RolledSpan | None = None
    uses: Annotated[int, Meta(ge=1, le=10_000)] | Throw | None = None
    strain: Amount = 0
    note: Text = ""
    secret: bool = False
    lasting: bool = False
    """Whether it is an enchantment for good."""
    ABOUT = About(title="Start an effect", deed="an effect begins", for_referee=frozenset({"secret"}))

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from _not_theirs(known, seat, self.who)
        if self.secret and seat != REFEREE:
            yield Reason("referee_only", "Only the referee can keep an effect secret.")
        if self.lasting and (self.seconds is not None or self.uses is not None):
            yield Reason("lasting", "A lasting enchantment has neither a duration nor uses: leave them out.")
        if self.who in known.people:
            yield from too_much(known.people[self.who], self.strain)

    def do(self, play: Play) -> None:
        """Apply the strain first: a person who cannot bear it gets no effect. Starting it again resets its duration."""
        to: Audience = SECRET if self.secret else around(self.who)
        if bear(play, self.who, self.strain, to=around(self.who)):
            seconds = lasting(play, self.seconds, self.name, to=to)
            uses = None if self.uses is None else amount(play, self.uses, f"{self.name}, uses", to=to, least=1)
            begin(play, self.who, self.name, to=to, lasts=EffectSpan(seconds, uses, self.lasting), note=self.note)


class _OfEffect(Command, frozen=True):
    who: PersonId
    name: Label

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from _not_theirs(known, seat, self.who)
        if effect(known, self.who, self.name) is None:
            yield Reason("no_effect", f"{have(known, self.who)} no such effect.")


class UseEffect(_OfEffect, frozen=True, tag="use_effect"):
    """Spend a use of an effect."""

    ABOUT = About(title="Use an effect")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        timer = effect(known, self.who, self.name)
        if timer is not None and timer.uses is None:
            yield Reason("no_uses", "This effect has no uses to spend.")

    def do(self, play: Play) -> None:
        timer = effect(play.now, self.who, self.name)
        if timer is None or timer.uses is None:
            return
        play.tell(EffectUsed(self.who, self.name, timer.uses - 1), to=seats(*timer.to))
        if timer.uses > 1:
            play.set_timer(replace(timer, uses=timer.uses - 1))
        else:
            _over(play, timer, _USED_UP)


class EndEffect(_OfEffect, frozen=True, tag="end_effect"):
    """End an effect."""

    ABOUT = About(title="End an effect")

    def do(self, play: Play) -> None:
        timer = effect(play.now, self.who, self.name)
        if timer is not None:
            _over(play, timer, "ended")


class EffectStarted(Event, frozen=True, tag="table.effect-started"):
    """An effect on a person started."""

    who: PersonId
    name: str
    note: str
    lasting: bool = False
    elsewhere: bool = False
    """Whether it is on a foe or a place, which its name says, and the person only keeps it up."""

    def say(self, now: Campaign) -> str:
        for_good = " for good" if self.lasting else ""
        if self.elsewhere:
            return f"{self.name} takes effect{for_good}{f': {self.note}' if self.note else ''}."
        return f"{self.name} affects {name_of(now, self.who)}{for_good}{f': {self.note}' if self.note else ''}."


class EffectUsed(Event, frozen=True, tag="table.effect-used"):
    """A use of an effect was spent; `left` are left."""

    who: PersonId
    name: str
    left: int

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} uses {self.name}; {self.left} left."


class EffectEnded(Event, frozen=True, tag="table.effect-ended"):
    """An effect ended: over, used up, or ended by hand."""

    who: PersonId
    name: str
    how: str
    elsewhere: bool = False

    def say(self, now: Campaign) -> str:
        how = f" ({self.how})" if self.how == _USED_UP else ""
        if self.elsewhere:
            return f"{self.name} ends{how}."
        return f"{self.name} no longer affects {name_of(now, self.who)}{how}."


_USED_UP = "used up"


def effect_id(who: PersonId, name: str) -> TimerId:
    """The id of an effect's timer."""
    return TimerId(f"effect-{who}-{name}")


def effect(known: Campaign, who: PersonId, name: str) -> Timer | None:
    """The timer of an effect on a person, if it is known."""
    return timer_of(known.timers, who, Lapse.EFFECT, name)


def begin(
    play: Play, who: PersonId, name: str, *, to: Audience, lasts: EffectSpan, note: str = "", elsewhere: bool = False
) -> None:
    """Start an effect on a person, or one elsewhere that the person keeps up, and tell these seats."""
    now = time_of(play, who)
    due = NEVER if lasts.seconds is None else Seconds(now + lasts.seconds)
    told, id = tuple(sorted(to(play.now))), effect_id(who, name)
    what = name if elsewhere else f"{name_of(play.now, who)}: {name}"
    play.tell(EffectStarted(who, name, note, lasts.for_good, elsewhere), to=to)
    play.set_timer(
        Timer(id, Lapse.EFFECT, what, now, due, told, who, about=name, uses=lasts.uses, lasting=lasts.for_good)
    )


def _over(play: Play, timer: Timer, how: str) -> None:
    play.drop_timer(timer)
    _passes(play, timer, how)


def _passes(play: Play, timer: Timer, how: str = "over") -> None:
    """Tell the seats that know of an effect that it is over, and how it ended."""
    if timer.person is not None:
        elsewhere = timer.what == timer.about
        play.tell(EffectEnded(timer.person, timer.about, how, elsewhere), to=seats(*timer.to))


def _not_theirs(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """The reasons a seat may not start or end effects on a person, who need not be able to act."""
    person = known.people.get(who)
    if person is None or not person.alive:
        yield no_person(known)
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} belongs to another player.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for timer in known.timers.values():
        who = timer.person
        if timer.lapse is not Lapse.EFFECT or who is None or any(_not_theirs(known, seat, who)):
            continue
        if timer.uses is not None:
            yield Offer(UseEffect(who, timer.about), "use", timer.about, name_of(known, who), who)
        yield Offer(EndEffect(who, timer.about), "end", timer.about, name_of(known, who), who, open_only=True)


PART = Part(
    commands=(StartEffect, UseEffect, EndEffect),
    events=(EffectStarted, EffectUsed, EffectEnded),
    offers=_offers,
    on_due={Lapse.EFFECT: _passes},
)
