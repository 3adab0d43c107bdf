"""Needs: food, water and sleep, what the lack of them costs, and how people recover from it."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere.hunger import (
    NEED_LITRES,
    Climate,
    Recovering,
    RestDay,
    dehydration_recovery,
    starvation_recovery,
)
from undercroft.books.neverwhere.sleep import DAY_H
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.activity import is_busy
from undercroft.table.body.fatigue import restorable, set_fp, tire
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE, Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Passing, Play
from undercroft.table.engine.roster import name_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.health import Needs
from undercroft.table.state.house_rules import HouseRules, Sleep, Supplies
from undercroft.table.state.ids import PersonId


class SetClimate(Command, frozen=True, tag="set_climate"):
    """Set the climate, and whether there is water everywhere."""

    climate: Climate
    plentiful: bool = False
    ABOUT = About(title="Set the climate")

    def why_not(self, _known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)

    def do(self, play: Play) -> None:
        play.tell(ClimateChanged(self.climate, self.plentiful), to=TABLE)


class ClimateChanged(Event, frozen=True, tag="table.climate-changed"):
    """The climate changed."""

    climate: Climate
    plentiful: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, climate=self.climate, water_plentiful=self.plentiful)

    def say(self, _now: Campaign) -> str:
        return f"This is a {self.climate} climate, and water is {'easy' if self.plentiful else 'hard'} to come by."


class NeedsChanged(Event, frozen=True, tag="table.needs-changed"):
    """A person's needs changed."""

    who: PersonId
    needs: Needs

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, needs={**campaign.needs, self.who: self.needs})


class Ate(Event, frozen=True, tag="table.ate"):
    """A person ate or drank."""

    who: PersonId
    meals: int = 0
    litres: Fraction = Fraction(0)
    at_mealtime: bool = False
    """Whether it was the usual meal of the hour, which nobody had to ask for."""

    def say(self, now: Campaign) -> str:
        name = name_of(now, self.who)
        if self.meals and self.litres:
            return f"{name} eats and drinks."
        return f"{name} {'eats' if self.meals else 'drinks'}."


def counts_meals(house: HouseRules) -> bool:
    """Whether the house counts meals."""
    return house.supplies is Supplies.NEVERWHERE


def counts_sleep(house: HouseRules) -> bool:
    """Whether the house counts missed sleep."""
    return house.sleep is Sleep.NEVERWHERE


def needs_of(campaign: Campaign, who: PersonId) -> Needs:
    """A person's needs; where none are recorded, the person has been up since the campaign began, a day at most."""
    up_all_day = Seconds(max(0, campaign.now_of(who) - int(DAY_H * HOUR)))
    return campaign.needs.get(who) or Needs(up_all_day)


def goes_hungry(campaign: Campaign, who: PersonId) -> bool:
    """Whether a person is hungry or thirsty, where the house counts meals."""
    needs = needs_of(campaign, who)
    return counts_meals(campaign.house) and bool(needs.hunger or needs.thirst)


def _keep_busy(play: Play, time: Passing) -> None:
    """Note who travels, explores or fights from now on, where the house counts meals."""
    group = play.group(time.group)
    for who in group.members if counts_meals(play.now.house) else ():
        needs = play.now.needs.get(who)
        if needs is not None and not needs.busy and is_busy(group, who, travels=time.travels):
            record(play, who, replace(needs, busy=True))


def record(play: Play, who: PersonId, needs: Needs) -> None:
    """Record a person's needs, and tell their group."""
    if play.now.needs.get(who) != needs:
        play.tell(NeedsChanged(who, needs), to=around(who))


def daily_litres(campaign: Campaign) -> int:
    """The litres a person needs a day in this climate."""
    return NEED_LITRES[campaign.climate]


# Hunger, thirst and missed sleep


def go_short(play: Play, who: PersonId, of: str, amount: int, *, cause: str, to: Audience) -> None:
    """Take fatigue that only food, water or sleep restores: `of` is sleep, hunger or thirst."""
    before = play.now.people[who].fp
    tire(play, who, amount, cause=cause, to=to)
    needs, lost = needs_of(play.now, who), before - play.now.people[who].fp
    record(play, who, replace(needs, **{of: getattr(needs, of) + lost}))


def make_up(play: Play, who: PersonId, of: str, left: int, *, cause: str, to: Audience) -> None:
    """Reduce the fatigue from sleep, hunger or thirst to `left`, and restore the difference."""
    needs = needs_of(play.now, who)
    back = getattr(needs, of) - left
    if back > 0:
        record(play, who, replace(needs, **{of: left}))
        person = play.now.people[who]
        set_fp(play, who, max(person.fp, min(person.fp + back, restorable(play.now, who))), cause=cause, to=to)


def day_over(play: Play, who: PersonId, *, busy: bool, to: Audience) -> None:
    """End a person's day: a day of rest with food and water restores fatigue from hunger and thirst."""
    needs = needs_of(play.now, who)
    if needs.hunger:
        given = RestDay(needs.hunger, fought=False, traveled=busy, meals=needs.meals)
        left = play.settle(starvation_recovery, given, to=to, whole=True).pool
        make_up(play, who, "hunger", left, cause="food", to=to)
    if needs.thirst:
        litres = Fraction(daily_litres(play.now)) if play.now.water_plentiful else needs.litres
        thirst = Recovering(needs.thirst, rested=not busy, litres=litres, climate=play.now.climate)
        left = play.settle(dehydration_recovery, thirst, to=to, whole=True).pool
        make_up(play, who, "thirst", left, cause="water", to=to)
    record(play, who, replace(needs_of(play.now, who), meals=0, litres=Fraction(0), dry=0, busy=False, foraged=False))


PART = Part(commands=(SetClimate,), events=(ClimateChanged, NeedsChanged, Ate), as_time_passes=_keep_busy)
