"""Meals: eating, drinking and foraging, and three mealtimes a day where the house counts meals."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

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
from undercroft.kernel.units import DAY, HOUR, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body import provisions
from undercroft.table.body.condition import time_of
from undercroft.table.body.needs import Ate, counts_meals, daily_litres, day_over, go_short, needs_of, record
from undercroft.table.body.privation import drink, eat, fed, fresh, opened
from undercroft.table.body.wounds import THIRST, hurt
from undercroft.table.bridge.roads import WATER_LITRES
from undercroft.table.engine.about import LAST, About, Section, Slot
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import OfPerson, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import PersonId, TimerId
from undercroft.table.state.things import ThingKind

HUNGER = "hunger"
APART = Seconds(THIRST_HOURS * HOUR)
"""The time from a meal to the next."""


class _FromSupplies(Command, frozen=True):
    """A person eats or drinks from the group's supplies."""

    KIND: ClassVar[ThingKind]
    VERB: ClassVar[str]

    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        if self.who not in known.people:
            return
        group = known.group_of(self.who)
        members = group.members if group is not None else ()
        left = any(opened(known.needs[member], self.KIND) for member in members if member in known.needs)
        if not left and (group is None or not provisions.stock(known, group.id, self.KIND)):
            yield Reason("nothing_left", f"{have(known, self.who)} nothing to {self.VERB}.")


class Eat(_FromSupplies, frozen=True, tag="eat"):
    """Eat from the rations."""

    KIND, VERB = ThingKind.FOOD, "eat"
    meals: Annotated[int, Meta(ge=1, le=MEALS)] = MEALS
    ABOUT = About(title="Eat rations", also=Section.BED, rank=LAST, slot=Slot.GEAR)

    def do(self, play: Play) -> None:
        play.tell(Ate(self.who, meals=eat(play, self.who, self.meals)), to=around(self.who))


class Drink(_FromSupplies, frozen=True, tag="drink"):
    """Drink a waterskin's worth."""

    KIND, VERB = ThingKind.WATER, "drink"
    ABOUT = About(title="Drink water", also=Section.BED, rank=LAST, slot=Slot.GEAR)

    def do(self, play: Play) -> None:
        play.tell(Ate(self.who, litres=drink(play, self.who, Fraction(WATER_LITRES))), to=around(self.who))


class LookForFood(Command, frozen=True, tag="look_for_food"):
    """Forage for food in the wild, once a day."""

    who: PersonId
    ABOUT = About(title="Forage for food", also=Section.BED)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        group = known.group_of(self.who)
        if group is None or group.site is not None or group.in_town:
            yield Reason("not_in_the_wild", "There is nothing to forage for here.", forage.id)
        if not counts_meals(known.house):
            yield Reason("not_counted", "Your house rules do not count meals.", forage.id)
        elif self.who in known.needs and known.needs[self.who].foraged:
            yield Reason("foraged", f"{known.people[self.who].name} has already foraged today.", forage.id)

    def do(self, play: Play) -> None:
        person, to = play.now.people[self.who], around(self.who)
        given = Forager(bridge.survival(person))
        found = play.settle(forage, given, by=person.seat, who=person.id, to=to, whole=True).meals
        needs = needs_of(play.now, self.who)
        record(play, self.who, replace(needs, larder=needs.larder + found, foraged=True))


class CountMeals(OfPerson, frozen=True, tag="count_meals"):
    """Start to count a person's meals; Undercroft does this by itself."""

    ABOUT = About(deed="meals are counted", listed=False)

    def do(self, play: Play) -> None:
        if self.who not in play.now.needs:
            fresh(play, self.who)
        _had_before(play, self.who)
        _next_meal(play, self.who)


def _had_before(play: Play, who: PersonId) -> None:
    """Count a person as fed for the part of the day before their meals are counted.

    After the first mealtime they count as having had the day's water: thirst is ruled for a day as a whole.
    """
    needs, need = needs_of(play.now, who), daily_litres(play.now)
    passed = Fraction((play.now.day_begins + time_of(play, who)) % DAY, HOUR)
    litres = need * passed / DAY_HOURS if passed < THIRST_HOURS else Fraction(need)
    meals = max(needs.meals, passed // THIRST_HOURS)
    record(play, who, replace(needs, meals=meals, litres=max(needs.litres, litres)))


def meal_id(who: PersonId) -> TimerId:
    """The id of the timer of a person's next meal."""
    return TimerId(f"meal-{who}")


def _next_meal(play: Play, who: PersonId) -> None:
    """Set the timer of the next meal: every eight hours, counted from midnight."""
    now, name = time_of(play, who), play.now.people[who].name
    due = Seconds(now + APART - (play.now.day_begins + now) % APART)
    told = tuple(sorted(around(who)(play.now)))
    play.set_timer(Timer(meal_id(who), Lapse.MEAL, f"{name}'s next meal", now, due, told, who))


def _mealtime(play: Play, timer: Timer) -> None:
    """A person eats and drinks what there is, or goes short; mealtimes missed while away do not count."""
    who = timer.person
    if who is None or not play.now.people[who].alive or not counts_meals(play.now.house):
        return
    if play.moment == timer.due:
        hour = (play.now.day_begins + timer.due) % DAY // HOUR or DAY_HOURS
        _have_meal(play, who, hour)
    _next_meal(play, who)


def _have_meal(play: Play, who: PersonId, hour: int) -> None:
    to, group = around(who), play.now.group_of(who)
    if group is not None and group.in_town:
        fed(play, who)
    else:
        meals, litres = _eats(play, who, hour, to), _drinks(play, who, hour, to)
        if meals or litres:
            play.tell(Ate(who, meals, litres, at_mealtime=True), to=to)
    if hour == DAY_HOURS:
        day_over(play, who, busy=needs_of(play.now, who).busy, to=to)


def _eats(play: Play, who: PersonId, hour: int, to: Audience) -> int:
    """Eat a meal for each third of the day that has passed, unless the person has eaten ahead; return the meals."""
    if needs_of(play.now, who).meals >= hour // THIRST_HOURS:
        return 0
    if meals := eat(play, who, 1):
        return meals
    lost = play.settle(starvation, Meals(meals_eaten=0, meals_needed=1), to=to, whole=True).fp
    go_short(play, who, "hunger", lost, cause=HUNGER, to=to)
    return 0


def _drinks(play: Play, who: PersonId, hour: int, to: Audience) -> Fraction:
    """Drink the share of the day's need that the hour asks for and return the litres; what is missing causes thirst.

    The rule counts the fatigue of the whole day so far, so a shortage found late is charged for the hours before too.
    """
    asked = Fraction(daily_litres(play.now) * hour, DAY_HOURS)
    had = needs_of(play.now, who).litres
    if play.now.water_plentiful:
        return Fraction(0)
    drunk = drink(play, who, asked - had) if had < asked else Fraction(0)
    had += drunk
    given = Water(play.now.climate, had * DAY_HOURS / hour, plentiful=False, hours=hour)
    if had >= asked:
        return drunk
    outcome = play.settle(dehydration, given, to=to, whole=True)
    if isinstance(outcome, Thirsty | Parched):
        needs = needs_of(play.now, who)
        record(play, who, replace(needs, dry=outcome.fp))
        go_short(play, who, "thirst", outcome.fp - needs.dry, cause=THIRST, to=to)
    if isinstance(outcome, Parched):
        hurt(play, who, outcome.hp, cause=THIRST, to=to)
    return drunk


def _next(campaign: Campaign) -> Command | None:
    """Count the meals of everybody present, where the house counts meals."""
    if not counts_meals(campaign.house):
        return None
    uncounted = (who for who in campaign.present if meal_id(who) not in campaign.timers)
    return next((CountMeals(who) for who in uncounted if campaign.people[who].alive), None)


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    for person in (known.people[who] for who in known.present) if counts_meals(known.house) else ():
        who, name = person.id, person.name
        yield Offer(Eat(who), "eat", subject=name, who=who, open_only=True)
        yield Offer(Drink(who), "drink", subject=name, who=who, open_only=True)
        given = Forager(bridge.survival(person))
        yield Offer(LookForFood(who), "look for", "food", name, who, rule=forage, given=given, open_only=True)


PART = Part(
    commands=(Eat, Drink, LookForFood, CountMeals), offers=_offers, on_due={Lapse.MEAL: _mealtime}, follow_up=_next
)
