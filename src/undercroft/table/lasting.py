"""What lasts: conditions that come over somebody, and effects with a moment at which they end."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import PersonId, TimerId, slug
from undercroft.table.people import Condition
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer


class ConditionBegan(Event, frozen=True, tag="table.condition-began"):
    """Somebody is in this state now."""

    who: PersonId
    condition: Condition


class ConditionEnded(Event, frozen=True, tag="table.condition-ended"):
    """Somebody is in that state no longer."""

    who: PersonId
    name: str


def _began(campaign: Campaign, event: ConditionBegan) -> Campaign:
    return _with_conditions(campaign, event.who, event.condition.name, (event.condition,))


def _ended(campaign: Campaign, event: ConditionEnded) -> Campaign:
    return _with_conditions(campaign, event.who, event.name, ())


def _with_conditions(campaign: Campaign, who: PersonId, name: str, instead: tuple[Condition, ...]) -> Campaign:
    person = campaign.people.get(who)
    if person is None:
        return campaign
    others = tuple(one for one in person.conditions if one.name != name)
    return with_person(campaign, replace(person, conditions=(*others, *instead)))


def befall(play: Play, who: PersonId, condition: Condition, seconds: Seconds | None, to: Audience) -> None:
    """A condition comes over somebody, for so long or until it is lifted."""
    play.tell(ConditionBegan(who, condition), to=to)
    if seconds is not None:
        id = TimerId(f"condition-{slug(condition.name)}-{who}")
        _watch(play, Timer(id, Lapse.CONDITION, condition.name, *_span(play, who, seconds), (), who), to)


def last(play: Play, who: PersonId, what: str, seconds: Seconds, to: Audience) -> None:
    """Something is upon somebody for so long."""
    id = TimerId(f"effect-{slug(what)}-{who}-{play.now.now_of(who)}")
    _watch(play, Timer(id, Lapse.EFFECT, what, *_span(play, who, seconds), (), who), to)


def _span(play: Play, who: PersonId, seconds: Seconds) -> tuple[Seconds, Seconds]:
    now = play.now.now_of(who)
    return now, Seconds(now + seconds)


def _watch(play: Play, timer: Timer, to: Audience) -> None:
    about = timer.what if timer.lapse == Lapse.CONDITION else ""
    play.set_timer(replace(timer, to=tuple(sorted(to(play.now))), about=about))


def _passes(play: Play, timer: Timer) -> None:
    """A condition ends, in the sight of those who knew when it would."""
    if timer.person is not None and play.now.people[timer.person].is_in(timer.about):
        play.tell(ConditionEnded(timer.person, timer.about), to=lambda _: frozenset(timer.to))


def _wears_off(_: Play, __: Timer) -> None:
    """An effect leaves nothing behind."""


ROOM = Room(
    arms={ConditionBegan: _began, ConditionEnded: _ended},
    lapses={Lapse.CONDITION: _passes, Lapse.EFFECT: _wears_off},
    words={
        ConditionBegan: lambda now, it: f"{now.people[it.who].name}: {it.condition.name}.",
        ConditionEnded: lambda now, it: f"{now.people[it.who].name}: no longer {it.name}.",
    },
)
