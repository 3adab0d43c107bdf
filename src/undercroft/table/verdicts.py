"""What comes of a ruling: its time passes, everybody throws at once, and well or badly it has consequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table import bodies, effects
from undercroft.table.answers import Ruling as Settling
from undercroft.table.campaign import Campaign
from undercroft.table.heaps import spend
from undercroft.table.judging import rollers, rule_for, succeeded, those_in
from undercroft.table.names import PersonId, RulingId, ThingId, slug
from undercroft.table.opening import ThingPlaced
from undercroft.table.people import Condition, Person
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import did
from undercroft.table.rooms import Event, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import SECRET, Audience
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Carried, Thing
from undercroft.table.trials import (
    Befalls,
    Consequence,
    Damage,
    Gains,
    Lasts,
    Loses,
    OpposedCheck,
    PlainDice,
    SkillCheck,
    Trial,
)
from undercroft.table.wounds import hurt


class Result(Struct, frozen=True):
    """How it went for somebody: well, badly, or only a number."""

    who: PersonId
    success: bool | None
    total: int | None = None


class RulingMade(Event, frozen=True, tag="table.ruling-made"):
    """It was settled, for each of them."""

    what: str
    results: tuple[Result, ...]
    ruling: RulingId | None = None


def _made(campaign: Campaign, event: RulingMade) -> Campaign:
    return campaign if event.ruling is None else without(campaign, event.ruling)


def without(campaign: Campaign, ruling: RulingId) -> Campaign:
    """The campaign with nothing left of a proposal."""
    return replace(campaign, proposals={id: one for id, one in campaign.proposals.items() if id != ruling})


def settle(play: Play, trial: Trial, *, secret: bool, ruling: RulingId | None = None) -> bool:
    """Let its time pass, throw for everybody at once, tell how it went and what comes of it."""
    if trial.seconds and play.spend(trial.group, trial.seconds) < trial.seconds:
        return False
    results = _results(play, trial, secret=secret)
    to = SECRET if secret else group_audience(trial.group)
    play.tell(RulingMade(trial.what, results, ruling), to=to)
    _consequences(play, trial, results, secret=secret)
    if trial.activity:
        for result in results:
            did(play, result.who, Activity.FEAT, trial.what)
    return True


def _results(play: Play, trial: Trial, *, secret: bool) -> tuple[Result, ...]:
    throwing = [(one, rule_for(play.now, trial, one)) for one in rollers(play.now, trial)]
    to = SECRET if secret else group_audience(trial.group)
    whole = not secret and not trial.hidden and not isinstance(trial.by, OpposedCheck)
    settling = [
        Settling[Any, Any](
            rule=rule[0],
            given=rule[1],
            by=REFEREE if secret else one.seat,
            to=to,
            whole=whole,
            who=one.id,
            cause=trial.what,
        )
        for one, rule in throwing
        if rule is not None
    ]
    outcomes = iter(play.settle_each(settling))
    thrown = tuple(_result(trial, one, None if rule is None else next(outcomes)) for one, rule in throwing)
    if isinstance(trial.by, SkillCheck) and trial.by.roller is not None:
        return tuple(replace(thrown[0], who=one.id) for one in those_in(play.now, trial))
    return thrown


def _result(trial: Trial, person: Person, outcome: Any) -> Result:  # noqa: ANN401 - of any rule
    """Totals are told where the dice are in sight and nothing is hidden, by the throw itself."""
    total = getattr(outcome, "total", None) if isinstance(trial.by, PlainDice) else None
    return Result(person.id, succeeded(trial.by, outcome), total)


def _consequences(play: Play, trial: Trial, results: tuple[Result, ...], *, secret: bool) -> None:
    """What comes of it: all damage is thrown at once. A secret ruling keeps conditions and effects secret too."""
    due = [(one.who, what) for one in results for what in _come_of(trial, one)]
    plain = [what for _, what in due if isinstance(what, Damage)]
    thrown_to = SECRET if secret else group_audience(trial.group)
    rulings = [Settling(plain_dice, Plain(what.dice, f"damage: {trial.what}"), to=thrown_to) for what in plain]
    amounts = iter(play.settle_each(rulings))
    for who, what in due:
        if isinstance(what, Damage):
            hurt(play, who, max(0, next(amounts).total), cause=trial.what, to=group_audience(trial.group))
        else:
            _APPLIED[type(what)](play, who, what, SECRET if secret else group_audience(trial.group))


def _come_of(trial: Trial, result: Result) -> tuple[Consequence, ...]:
    if result.success is None:
        return ()
    return trial.success if result.success else trial.failure


def _befalls(play: Play, who: PersonId, what: Befalls, to: Audience) -> None:
    condition = Condition(what.condition, play.now.now_of(who), what.note, secret=to is SECRET)
    bodies.gain(play, who, condition, to=to, seconds=what.seconds)


def _lasts(play: Play, who: PersonId, what: Lasts, to: Audience) -> None:
    effects.begin(play, who, what.what, to=to, seconds=what.seconds)


def _gains(play: Play, who: PersonId, what: Gains, _: Audience) -> None:
    id = ThingId(f"{slug(what.name)}-{who}-{play.now.now_of(who)}")
    thing = Thing(id, what.name, what.kind, Carried(who), what.count, what.points, what.worth, item=what.item)
    play.tell(ThingPlaced(thing), to=_group_of(play, who))


def _loses(play: Play, who: PersonId, what: Loses, _: Audience) -> None:
    """Whoever has none of it loses none."""
    mine = {thing.id: thing for thing in play.now.carried_by(who)}
    thing = mine.get(ThingId(what.thing)) or play.now.has(who, what.thing)
    if thing is not None and thing.count:
        spend(play, who, thing, what.count)


def _group_of(play: Play, who: PersonId) -> Audience:
    group = play.now.group_of(who)
    return SECRET if group is None else group_audience(group.id)


_APPLIED: dict[type[Consequence], Callable[[Play, PersonId, Any, Audience], None]] = {
    Befalls: _befalls,
    Lasts: _lasts,
    Gains: _gains,
    Loses: _loses,
}


_SAID = {True: "success", False: "failure", None: "thrown"}


def _made_words(now: Campaign, it: RulingMade) -> str:
    told = (
        f"{now.people[one.who].name}: {_SAID[one.success]}{'' if one.total is None else f' ({one.total})'}"
        for one in it.results
        if one.who in now.people
    )
    return f"{it.what}. {', '.join(told)}."


ROOM = Room(arms={RulingMade: _made}, words={RulingMade: _made_words})
