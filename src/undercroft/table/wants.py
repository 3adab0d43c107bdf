"""Wants: how people stand with food, water and sleep, what going short costs, and how it is made up for."""

from __future__ import annotations

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
from undercroft.table.bodies import around
from undercroft.table.campaign import Campaign
from undercroft.table.fatigue import restorable, set_fp, tire
from undercroft.table.house import HouseRules, Sleep, Supplies
from undercroft.table.names import PersonId
from undercroft.table.needs import Needs
from undercroft.table.play import Play
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Reason, Room, unchanged
from undercroft.table.telling import TABLE, Audience
from undercroft.table.whose import referee_only


class SetClimate(Command, frozen=True, tag="set_climate"):
    """Say how much the air dries people out, and whether there is water wherever they go."""

    climate: Climate
    plentiful: bool = False


class ClimateChanged(Event, frozen=True, tag="table.climate-changed"):
    """The air is like this from now on."""

    climate: Climate
    plentiful: bool


class NeedsChanged(Event, frozen=True, tag="table.needs-changed"):
    """When somebody last woke, what they have had today, and what they are short of."""

    who: PersonId
    needs: Needs


class Ate(Event, frozen=True, tag="table.ate"):
    """Somebody has had so many meals and so much to drink."""

    who: PersonId
    meals: int = 0
    litres: Fraction = Fraction(0)


def _climate(campaign: Campaign, event: ClimateChanged) -> Campaign:
    return replace(campaign, climate=event.climate, water_plentiful=event.plentiful)


def _needs(campaign: Campaign, event: NeedsChanged) -> Campaign:
    return replace(campaign, needs={**campaign.needs, event.who: event.needs})


def counts_meals(house: HouseRules) -> bool:
    """Whether every meal counts in this house."""
    return house.supplies is Supplies.NEVERWHERE


def counts_sleep(house: HouseRules) -> bool:
    """Whether missed sleep tells in this house."""
    return house.sleep is Sleep.NEVERWHERE


def needs_of(campaign: Campaign, who: PersonId) -> Needs:
    """How somebody stands; of whom nothing is known, up since the campaign began, or for a day at most."""
    up_all_day = Seconds(max(0, campaign.now_of(who) - int(DAY_H * HOUR)))
    return campaign.needs.get(who) or Needs(up_all_day)


def goes_hungry(campaign: Campaign, who: PersonId) -> bool:
    """Whether somebody is short of food or water, where every meal counts."""
    needs = needs_of(campaign, who)
    return counts_meals(campaign.house) and bool(needs.hunger or needs.thirst)


def record(play: Play, who: PersonId, needs: Needs) -> None:
    """Somebody stands so now; those around know it."""
    if play.now.needs.get(who) != needs:
        play.tell(NeedsChanged(who, needs), to=around(play, who))


def daily_litres(campaign: Campaign) -> int:
    """What a body needs to drink in a day of this climate."""
    return NEED_LITRES[campaign.climate]


# Going short, and making up for it


def go_short(play: Play, who: PersonId, of: str, amount: int, *, cause: str, to: Audience) -> None:
    """Want costs fatigue that only its own remedy restores: `of` is sleep, hunger or thirst."""
    before = play.now.people[who].fp
    tire(play, who, amount, cause=cause, to=to)
    needs, lost = needs_of(play.now, who), before - play.now.people[who].fp
    record(play, who, replace(needs, **{of: getattr(needs, of) + lost}))


def make_up(play: Play, who: PersonId, of: str, left: int, *, cause: str, to: Audience) -> None:
    """So much of that want is left; the rest of the fatigue is given back."""
    needs = needs_of(play.now, who)
    back = getattr(needs, of) - left
    if back > 0:
        record(play, who, replace(needs, **{of: left}))
        person = play.now.people[who]
        set_fp(play, who, max(person.fp, min(person.fp + back, restorable(play.now, who))), cause=cause, to=to)


def day_over(play: Play, who: PersonId, *, busy: bool, to: Audience) -> None:
    """A day of rest with meals and water makes up for days without."""
    needs = needs_of(play.now, who)
    if needs.hunger:
        given = RestDay(needs.hunger, fought=False, traveled=busy, meals=needs.meals)
        make_up(
            play, who, "hunger", play.settle(starvation_recovery, given, to=to, whole=True).pool, cause="food", to=to
        )
    if needs.thirst:
        litres = Fraction(daily_litres(play.now)) if play.now.water_plentiful else needs.litres
        thirst = Recovering(needs.thirst, rested=not busy, litres=litres, climate=play.now.climate)
        left = play.settle(dehydration_recovery, thirst, to=to, whole=True).pool
        make_up(play, who, "thirst", left, cause="water", to=to)
    record(play, who, replace(needs_of(play.now, who), meals=0, litres=Fraction(0), busy=False, foraged=False))


# The air


def _set_climate(play: Play, act: SetClimate) -> None:
    play.tell(ClimateChanged(act.climate, act.plentiful), to=TABLE)


def _may_set(_: Campaign, seat: SeatId, __: SetClimate) -> Iterable[Reason]:
    yield from referee_only(seat)


def _air(_: Campaign, it: ClimateChanged) -> str:
    return f"The air is {it.climate}, and water {'easy' if it.plentiful else 'not easy'} to come by."


def _ate(now: Campaign, it: Ate) -> str:
    name = name_of(now, it.who)
    if it.meals and it.litres:
        return f"{name} eats and drinks."
    return f"{name} {'eats' if it.meals else 'drinks'}."


ROOM = Room(
    arms={ClimateChanged: _climate, NeedsChanged: _needs, Ate: unchanged},
    steps={SetClimate: _set_climate},
    refusals={SetClimate: _may_set},
    words={ClimateChanged: _air, Ate: _ate},
)
