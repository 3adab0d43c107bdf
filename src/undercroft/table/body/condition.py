"""Hit points, fatigue, strain, Scars, conditions and death."""

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId, Seconds, Throw
from undercroft.table.engine import veils
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import Audience, around, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.permission import OfPerson
from undercroft.table.engine.plain_dice import TIMES, amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import Label, PersonId, Text, TimerId
from undercroft.table.state.people import VEILED_MOST, Condition, Health, State, spoken, veiled_hp
from undercroft.table.world.light import let_fall

Amount = Annotated[int, Meta(ge=0, le=10_000)]
"""An amount of damage, healing, fatigue or strain."""

RolledAmount: TypeAlias = Amount | Throw
"""Such an amount, or the dice thrown for it."""

Span = Annotated[Seconds, Meta(ge=1, le=1_000_000_000)]
"""A length of time of at least a second."""

RolledSpan: TypeAlias = Span | Throw
"""Such a length of time, or the dice thrown for it."""


LIFE_AT_STAKE = frozenset({State.MORTALLY_INJURED, State.DROWNING})
"""Conditions in which every round counts."""


class GiveCondition(OfPerson, frozen=True, tag="give_condition"):
    """Give a person a condition, for a time or until it is ended."""

    name: Label
    seconds: RolledSpan | None = None
    note: Text = ""
    ABOUT = About(title="Give a condition", key="g", words="tag status effect condition")

    def do(self, play: Play) -> None:
        lasts = lasting(play, self.seconds, self.name, to=around(self.who))
        condition = Condition(as_the_rules_know(self.name), time_of(play, self.who), self.note)
        gain(play, self.who, condition, to=around(self.who), seconds=lasts)


def lasting(play: Play, seconds: int | str | None, what: str, *, to: Audience) -> Seconds | None:
    """How long something lasts: as given, or by dice thrown now; None for no end."""
    return None if seconds is None else Seconds(amount(play, seconds, f"{what}, how long", to=to, least=1, units=TIMES))


class EndCondition(OfPerson, frozen=True, tag="end_condition"):
    """End a person's condition."""

    name: Label
    ABOUT = About(title="End a condition")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        person = known.people.get(self.who)
        if person is not None and not person.is_in(self.name):
            yield Reason("not_so", f"{person.name} does not have that condition.")

    def do(self, play: Play) -> None:
        lose(play, self.who, self.name, to=around(self.who))


class HpChanged(Event, frozen=True, tag="table.hp-changed"):
    """A person's hit points changed."""

    who: PersonId
    hp: int
    cause: str = ""
    was: int | None = None
    """The hit points before; None in older logs."""
    health: Health | None = None
    """How they look now, for a seat that is not told the numbers, which then only show a loss or a gain."""
    damage: int | None = None
    """The damage, where it is more than the hit points that were left."""

    def fold(self, campaign: Campaign) -> Campaign:
        if self.health is None:
            return changed_person(campaign, self.who, hp=self.hp)
        return changed_person(campaign, self.who, hp=self.hp, hp_max=VEILED_MOST, health=self.health)

    def as_told_to(self, seat: SeatId, now: Campaign) -> Event:
        if (health := veils.health_told(now, seat, self.who, self.hp)) is None:
            return self
        hp = veiled_hp(health)
        was = None if self.was is None else hp + (self.was > self.hp) - (self.was < self.hp)
        return HpChanged(self.who, hp, self.cause, was, health)

    def say(self, now: Campaign) -> str:
        name, because = name_of(now, self.who), _because(self.cause)
        if self.health is not None:
            looks = f", and is {self.health.words} now" if self.health.words else ""
            change = "recovers" if self.was is not None and self.hp > self.was else "is hurt"
            return f"{name} {change}{because}{looks}."
        if self.was is None:
            return f"{name} has {counted(self.hp, 'hit point')} now{because}."
        if self.damage is not None:
            last = f"{self.was} hit points" if self.was > 1 else "hit point"
            return f"{name} takes {self.damage} damage{because} and loses the last {last}."
        if self.hp < self.was:
            return f"{name} loses {counted(self.was - self.hp, 'hit point')}{because}, {self.hp} left."
        return f"{name} regains {counted(self.hp - self.was, 'hit point')}{because}, now {self.hp}."


def set_hp(play: Play, who: PersonId, hp: int, cause: str = "", *, to: Audience, damage: int = 0) -> None:
    """Change a person's hit points, and tell how many they had, and the damage that is more than that."""
    was = play.now.people[who].hp
    play.tell(HpChanged(who, hp, cause, was=was, damage=damage if damage > was > 0 else None), to=to)


class FpChanged(Event, frozen=True, tag="table.fp-changed"):
    """A person's fatigue points changed."""

    who: PersonId
    fp: int
    cause: str = ""

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, fp=self.fp)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} has {counted(self.fp, 'fatigue point')} now{_because(self.cause)}."


class StrainChanged(Event, frozen=True, tag="table.strain-changed"):
    """A person's System Strain changed."""

    who: PersonId
    strain: int

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, strain=self.strain)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)}'s Strain is {self.strain} now."


class ScarsChanged(Event, frozen=True, tag="table.scars-changed"):
    """A person's Scars changed."""

    who: PersonId
    scars: int

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, scars=self.scars)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} has {counted(self.scars, 'Scar')} now."


class ConditionMarked(Event, frozen=True, tag="table.condition-marked"):
    """The counters of a person's condition changed."""

    who: PersonId
    condition: Condition

    def fold(self, campaign: Campaign) -> Campaign:
        others = _conditions_without(campaign, self.who, self.condition.name)
        return changed_person(campaign, self.who, conditions=(*others, self.condition))


class ConditionGained(ConditionMarked, frozen=True, tag="table.condition-gained"):
    """A person got a condition. A seat may be told a redacted copy."""

    def say(self, now: Campaign) -> str:
        begins = _BEGINS.get(self.condition.name) or f"is {spoken(self.condition.name)}"
        return f"{name_of(now, self.who)} {begins}{_because(self.condition.note)}."


class ConditionLost(Event, frozen=True, tag="table.condition-lost"):
    """A person's condition ended."""

    who: PersonId
    name: str
    by: PersonId | None = None
    """Who ended it; None if nobody did, and in older logs."""

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, conditions=_conditions_without(campaign, self.who, self.name))

    def say(self, now: Campaign) -> str:
        ends = _ENDS.get(self.name) or f"is no longer {spoken(self.name)}"
        by = "" if self.by is None else f" by {name_of(now, self.by)}"
        return f"{name_of(now, self.who)} {ends}{by}."


_BEGINS: Mapping[str, str] = {State.ASLEEP: "falls asleep"}
_ENDS: Mapping[str, str] = {State.ASLEEP: "wakes up", State.MORTALLY_INJURED: "is stabilised"}
"""How the log tells that a condition begins and ends, where there is a verb for it."""


class Died(Event, frozen=True, tag="table.died"):
    """A person died."""

    who: PersonId
    cause: str

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, alive=False, hp=0, conditions=())

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} dies{_because(self.cause)}."


def _conditions_without(campaign: Campaign, who: PersonId, name: str) -> tuple[Condition, ...]:
    person = campaign.people.get(who)
    return tuple(condition for condition in person.conditions if condition.name != name) if person is not None else ()


def time_of(play: Play, who: PersonId) -> Seconds:
    """The person's time, also while time is passing."""
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
    """Give a person a condition; with `seconds`, set the timer that ends it."""
    play.tell(ConditionGained(who, condition), to=to)
    if seconds is not None:
        watch(play, who, condition, to=to, due=Seconds(condition.since + seconds), lapse=lapse)


def watch(
    play: Play, who: PersonId, condition: Condition, *, to: Audience, due: Seconds, lapse: Lapse = Lapse.CONDITION
) -> None:
    """Set the timer of a condition."""
    what = f"{play.now.people[who].name}: {spoken(condition.name)}"
    seats = tuple(sorted(to(play.now)))
    id = timer_id(condition.name, who)
    play.set_timer(Timer(id, lapse, what, condition.since, due, seats, who, about=condition.name))


def timer_id(condition: str, who: PersonId) -> TimerId:
    """The id of the timer of a person's condition."""
    return TimerId(f"{condition}-{who}")


def lose(play: Play, who: PersonId, name: str, *, to: Audience, by: PersonId | None = None) -> None:
    """End a condition and its timer, if the person has it; with `by`, the log names who ended it."""
    for timer in tuple(play.now.timers.values()):
        if timer.person == who and timer.about == name and timer.id == f"{name}-{who}":
            play.drop_timer(timer)
    if play.now.people[who].is_in(name):
        play.tell(ConditionLost(who, name, by), to=to)


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
        Lapse.SLEPT_HOUR,
        Lapse.MEAL,
    }
)
"""Timers that end with a person's death."""


def die(play: Play, who: PersonId, cause: str, *, to: Audience) -> None:
    """Let a person die: they drop their lights, and their timers end."""
    play.tell(Died(who, cause), to=to)
    let_fall(play, who)
    for timer in tuple(play.now.timers.values()):
        if timer.person == who and timer.lapse in MORTAL_TIMERS:
            play.drop_timer(timer)


def _passes(play: Play, timer: Timer) -> None:
    if timer.person is not None and timer.person in play.now.people:
        lose(play, timer.person, timer.about, to=seats(*timer.to))


def as_the_rules_know(name: str) -> str:
    """The rules' name of a condition, however it was written; the name itself for any other condition.

    >>> as_the_rules_know("Knocked out"), as_the_rules_know("Dying"), as_the_rules_know("Turned to stone")
    ('knocked_out', 'mortally_injured', 'Turned to stone')
    """
    plain = name.strip().lower().replace("_", " ")
    known = {state.value.replace("_", " "): state.value for state in State}
    return (known | {spoken(state): state.value for state in State}).get(plain, name)


def what_ends(timer: Timer) -> str:
    """What ends at a deadline, for those who know whose it is: `dying`."""
    return spoken(timer.about) if timer.ends_a_state else timer.what


def deadline_of(known: Campaign, timer: Timer) -> str:
    """What ends at a deadline, and for whom: `dying (Maud)`."""
    person = known.people.get(timer.person) if timer.person is not None else None
    return f"{what_ends(timer)} ({person.name})" if timer.ends_a_state and person is not None else timer.what


def _because(cause: str) -> str:
    return f" ({cause})" if cause else ""


PART = Part(
    commands=(GiveCondition, EndCondition),
    events=(HpChanged, FpChanged, StrainChanged, ScarsChanged, ConditionGained, ConditionMarked, ConditionLost, Died),
    on_due={Lapse.CONDITION: _passes},
)
