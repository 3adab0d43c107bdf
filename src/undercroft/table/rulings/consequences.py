"""Carrying out a ruling: its time, the rolls of all, and the consequences of success and failure."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.body import effects
from undercroft.table.body.condition import gain, lasting
from undercroft.table.body.wounds import hurt
from undercroft.table.engine.answers import RuleToSettle as Settling
from undercroft.table.engine.audience import SECRET, Audience, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.plain_dice import Plain, Total, amount, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import did
from undercroft.table.gear.heaps import spend
from undercroft.table.rulings.methods import roller_for_all, rollers, rule_for, succeeded, those_in
from undercroft.table.state import open_rulings
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, RulingId, ThingId, slug
from undercroft.table.state.people import Condition, Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing
from undercroft.table.world.campaign_start import ThingPlaced


class Result(Struct, frozen=True):
    """The result for a character: success, failure, or only a total."""

    who: PersonId
    success: bool | None
    total: int | None = None

    @property
    def words(self) -> str:
        """The result in words."""
        return f"{_SAID[self.success]}{'' if self.total is None else f' ({self.total})'}"


class RulingMade(Event, frozen=True, tag="table.ruling-made"):
    """A ruling was settled, with a result for each character."""

    what: str
    results: tuple[Result, ...]
    ruling: RulingId | None = None

    def fold(self, campaign: Campaign) -> Campaign:
        return campaign if self.ruling is None else without(campaign, self.ruling)

    def say(self, now: Campaign) -> str:
        told = [f"{now.people[result.who].name}: {result.words}" for result in self.results if result.who in now.people]
        return f"{self.what}. {', '.join(told)}." if told else f"{self.what}."


def without(campaign: Campaign, ruling: RulingId) -> Campaign:
    """Return the campaign without a proposal."""
    return replace(campaign, proposals={id: proposal for id, proposal in campaign.proposals.items() if id != ruling})


def settle(play: Play, trial: open_rulings.Trial, *, secret: bool, ruling: RulingId | None = None) -> bool:
    """Spend the time, roll for all, tell the results and apply the consequences. Return False if interrupted."""
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


def _results(play: Play, trial: open_rulings.Trial, *, secret: bool) -> tuple[Result, ...]:
    throwing = [(person, rule_for(play.now, trial, person)) for person in rollers(play.now, trial)]
    to = SECRET if secret else group_audience(trial.group)
    whole = not secret and not trial.hidden and not isinstance(trial.by, open_rulings.OpposedCheck)
    settling = [
        Settling[Any, Any](
            rule=rule[0],
            given=rule[1],
            by=REFEREE if secret else person.seat,
            to=to,
            whole=whole,
            who=person.id,
            cause=trial.what,
        )
        for person, rule in throwing
        if rule is not None
    ]
    outcomes = iter(play.settle_each(settling))
    thrown = tuple(_result(trial, person, None if rule is None else next(outcomes)) for person, rule in throwing)
    if roller_for_all(trial) is not None:
        return tuple(replace(thrown[0], who=person.id) for person in those_in(play.now, trial))
    return thrown


def _result(trial: open_rulings.Trial, person: Person, outcome: Any) -> Result:  # noqa: ANN401 - of any rule
    """The result of an outcome; only plain dice tell their total here, other rolls show their own."""
    total = outcome.total if isinstance(outcome, Total) else None
    return Result(person.id, succeeded(trial.by, outcome), total)


def _consequences(play: Play, trial: open_rulings.Trial, results: tuple[Result, ...], *, secret: bool) -> None:
    """Apply consequences, rolling all damage at once. A secret ruling keeps conditions and effects secret too."""
    due = [(result.who, what) for result in results for what in _consequences_of(trial, result)]
    plain = [what for _, what in due if isinstance(what, open_rulings.Damage)]
    to: Audience = SECRET if secret else group_audience(trial.group)
    rulings = [Settling(plain_dice, Plain(what.dice, f"damage: {trial.what}"), to=to) for what in plain]
    amounts = iter(play.settle_each(rulings))
    for who, what in due:
        if isinstance(what, open_rulings.Damage):
            hurt(play, who, max(0, next(amounts).total), cause=trial.what, to=group_audience(trial.group))
        else:
            _apply(play, who, what, to)


def _consequences_of(trial: open_rulings.Trial, result: Result) -> tuple[open_rulings.Consequence, ...]:
    if result.success is None:
        return ()
    return trial.success if result.success else trial.failure


def _apply(play: Play, who: PersonId, what: open_rulings.Consequence, to: Audience) -> None:
    """Apply a consequence other than damage; a character loses only things they have."""
    now = play.now.now_of(who)
    match what:
        case open_rulings.Befalls():
            condition = Condition(what.condition, now, what.note, secret=to is SECRET)
            gain(play, who, condition, to=to, seconds=lasting(play, what.seconds, what.condition, to=to))
        case open_rulings.Lasts():
            lasts = effects.EffectSpan(lasting(play, what.seconds, what.what, to=to))
            effects.begin(play, who, what.what, to=to, lasts=lasts)
        case open_rulings.Gains():
            id, group = ThingId(f"{slug(what.name)}-{who}-{now}"), play.now.group_of(who)
            number = amount(play, what.count, f"{what.name}, how many", to=to, least=1)
            worth = None if what.worth is None else amount(play, what.worth, f"{what.name}, worth", to=SECRET)
            thing = Thing(id, what.name, what.kind, Carried(who), number, what.points, worth, item=what.item)
            play.tell(ThingPlaced(thing), to=SECRET if group is None else group_audience(group.id))
        case open_rulings.Loses():
            carried = {thing.id: thing for thing in play.now.carried_by(who)}
            found = carried.get(ThingId(what.thing)) or play.now.has(who, what.thing)
            if found is not None and found.count:
                spend(play, who, found, amount(play, what.count, f"{found.name} lost", to=to, least=1))
        case _:
            pass


_SAID = {True: "success", False: "failure", None: "rolled"}


PART = Part(events=(RulingMade,))
