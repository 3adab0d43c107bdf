"""Meals: eating and drinking of what there is, and three times a day, where every meal counts, what was missed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.neverwhere.hunger import (
    DAY_HOURS,
    MEALS,
    THIRST_HOURS,
    Forager,
    Meals,
    Parched,
    Thirsty,
    Water,
    dehydration,
    forage,
    starvation,
)
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, HOUR, SeatId, Seconds
from undercroft.table import bridge, provisions
from undercroft.table.bodies import around
from undercroft.table.bridge_ways import WATER_LITRES
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId, TimerId
from undercroft.table.play import Play
from undercroft.table.privations import drink, eat, fed, fresh, opened
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.telling import Audience
from undercroft.table.things import Kind
from undercroft.table.timers import Lapse, Timer
from undercroft.table.wants import Ate, counts_meals, daily_litres, day_over, go_short, needs_of, record
from undercroft.table.whose import not_theirs, referee_only
from undercroft.table.wounds import THIRST, hurt

HUNGER = "hunger"
APART = Seconds(THIRST_HOURS * HOUR)
"""From one meal of the day to the next."""


class Eat(Command, frozen=True, tag="eat"):
    """Eat of what there is."""

    who: PersonId
    meals: Annotated[int, Meta(ge=1, le=MEALS)] = MEALS


class Drink(Command, frozen=True, tag="drink"):
    """Drink a waterskin's worth."""

    who: PersonId


class LookForFood(Command, frozen=True, tag="look_for_food"):
    """Look for something to eat under the sky, once a day."""

    who: PersonId


class CountMeals(Command, frozen=True, tag="count_meals"):
    """From now on somebody's meals count; it follows of itself."""

    who: PersonId


def _eat(play: Play, act: Eat) -> None:
    play.tell(Ate(act.who, meals=eat(play, act.who, act.meals)), to=around(play, act.who))


def _drink(play: Play, act: Drink) -> None:
    play.tell(Ate(act.who, litres=drink(play, act.who, Fraction(WATER_LITRES))), to=around(play, act.who))


def _look(play: Play, act: LookForFood) -> None:
    """What is found is theirs to eat, or to share."""
    person, to = play.now.people[act.who], around(play, act.who)
    found = play.settle(
        forage, Forager(bridge.survival(person)), by=person.seat, who=person.id, to=to, whole=True
    ).meals
    needs = needs_of(play.now, act.who)
    record(play, act.who, replace(needs, larder=needs.larder + found, foraged=True))


def meal_id(who: PersonId) -> TimerId:
    """What somebody's next meal goes by among the deadlines."""
    return TimerId(f"meal-{who}")


def _count(play: Play, act: CountMeals) -> None:
    if act.who not in play.now.needs:
        fresh(play, act.who)
    _next_meal(play, act.who)


def _next_meal(play: Play, who: PersonId) -> None:
    """A third of the day from one to the next, counted from midnight."""
    now, name = play.now.now_of(who), play.now.people[who].name
    now = max(now, play.moment)
    due = Seconds(now + APART - (play.now.day_begins + now) % APART)
    heard = tuple(sorted(around(play, who)(play.now)))
    play.set_timer(Timer(meal_id(who), Lapse.MEAL, f"{name}'s next meal", now, due, heard, who))


def _mealtime(play: Play, timer: Timer) -> None:
    """They have what there is; what there is not, they go without. Who was away all the time is not asked."""
    who = timer.person
    if who is None or not play.now.people[who].alive or not counts_meals(play.now.house):
        return
    if play.moment == timer.due:
        hour = (play.now.day_begins + timer.due) % DAY // HOUR or DAY_HOURS
        _has(play, who, hour)
    _next_meal(play, who)


def _has(play: Play, who: PersonId, hour: int) -> None:
    to, group = around(play, who), play.now.group_of(who)
    if group is not None and group.in_town:
        fed(play, who)
    else:
        record(play, who, replace(needs_of(play.now, who), busy=_busy(play, who)))
        _eats(play, who, hour, to)
        _drinks(play, who, hour, to)
    if hour == DAY_HOURS:
        day_over(play, who, busy=needs_of(play.now, who).busy, to=to)


def _busy(play: Play, who: PersonId) -> bool:
    group = play.now.group_of(who)
    return needs_of(play.now, who).busy or (group is not None and not group.idle)


def _eats(play: Play, who: PersonId, hour: int, to: Audience) -> None:
    """One meal for every third of the day that is over, unless they have eaten ahead."""
    if needs_of(play.now, who).meals >= hour // THIRST_HOURS or eat(play, who, 1):
        return
    lost = play.settle(starvation, Meals(meals_eaten=0, meals_needed=1), to=to, whole=True).fp
    go_short(play, who, "hunger", lost, cause=HUNGER, to=to)


def _drinks(play: Play, who: PersonId, hour: int, to: Audience) -> None:
    """As much of the day's need as the hour asks for; thirst is felt from eight hours to the next."""
    asked = Fraction(daily_litres(play.now) * hour, DAY_HOURS)
    had = needs_of(play.now, who).litres
    if play.now.water_plentiful:
        return
    had += drink(play, who, asked - had) if had < asked else 0
    given = Water(play.now.climate, had * DAY_HOURS / hour, plentiful=False, hours=hour)
    if had >= asked:
        return
    outcome = play.settle(dehydration, given, to=to, whole=True)
    if isinstance(outcome, Thirsty | Parched):
        earlier = dehydration(Script(), play.now.house.applied(dehydration, replace(given, hours=hour - THIRST_HOURS)))
        felt = earlier.fp if isinstance(earlier, Thirsty | Parched) else 0
        go_short(play, who, "thirst", outcome.fp - felt, cause=THIRST, to=to)
    if isinstance(outcome, Parched):
        hurt(play, who, outcome.hp, cause=THIRST, to=to)


def _may_eat(known: Campaign, seat: SeatId, act: Eat | Drink) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    if act.who not in known.people:
        return
    food, group = isinstance(act, Eat), known.group_of(act.who)
    kind = Kind.FOOD if food else Kind.WATER
    members = group.members if group is not None else ()
    left = any(opened(known.needs[one], kind) for one in members if one in known.needs)
    if not left and (group is None or not provisions.stock(known, group.id, kind)):
        yield Reason("nothing_left", f"They have nothing to {'eat' if food else 'drink'}.")


def _may_look(known: Campaign, seat: SeatId, act: LookForFood) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    group = known.group_of(act.who)
    if group is None or group.site is not None or group.in_town:
        yield Reason("not_in_the_wild", "There is nothing to forage for here.", forage.id)
    if not counts_meals(known.house):
        yield Reason("not_counted", "Nobody counts meals here.", forage.id)
    elif act.who in known.needs and known.needs[act.who].foraged:
        yield Reason("foraged", f"{known.people[act.who].name} has looked today.", forage.id)


def _may_count(known: Campaign, seat: SeatId, act: CountMeals) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.who not in known.people:
        yield Reason("no_person", "Nobody goes by that name.")


def _next(campaign: Campaign) -> Command | None:
    """Where every meal counts, those of everybody present do."""
    if not counts_meals(campaign.house):
        return None
    uncounted = (one for one in campaign.present if meal_id(one) not in campaign.timers)
    return next((CountMeals(one) for one in uncounted if campaign.people[one].alive), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        for act, label in ((Eat(who), "eat"), (Drink(who), "drink")):
            if counts_meals(known.house) and not any(_may_eat(known, seat, act)):
                yield Offer(act, f"{known.people[who].name}: {label}", who)
        if not any(_may_look(known, seat, LookForFood(who))):
            given = Forager(bridge.survival(known.people[who]))
            yield Offer(LookForFood(who), f"{known.people[who].name}: look for food", who, rule=forage, given=given)


ROOM = Room(
    steps={Eat: _eat, Drink: _drink, LookForFood: _look, CountMeals: _count},
    refusals={Eat: _may_eat, Drink: _may_eat, LookForFood: _may_look, CountMeals: _may_count},
    offers=_offers,
    lapses={Lapse.MEAL: _mealtime},
    next=_next,
)
