"""Hunger and thirst: how many days a character lasts on what there is to eat and drink."""

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.neverwhere.fatigue import Losing, lose_fp
from undercroft.books.neverwhere.hunger import (
    MEALS,
    Climate,
    Forager,
    Meals,
    Parched,
    Thirsty,
    Water,
    dehydration,
    forage,
    starvation,
)
from undercroft.books.neverwhere.units import Modifier, Most, Points
from undercroft.books.sovereign.hazards import Hunger, Thirst
from undercroft.books.sovereign.hazards import dehydration as strain_of_thirst
from undercroft.books.sovereign.hazards import starvation as strain_of_hunger
from undercroft.books.sovereign.strain import overstrains
from undercroft.foresight.forecasts.answers import ForecastAnswer, ForecastCase, Question, by_then, often
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body.needs import counts_meals
from undercroft.table.body.provisions import stock
from undercroft.table.bridge.roads import WATER_LITRES
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Fatigue, HouseRules, Supplies
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import ThingKind


class NeedsBook(StrEnum):
    """The book whose hunger and thirst count."""

    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Larder(Given, frozen=True, kw_only=True):
    """A character, and their share of the supplies."""

    book: Annotated[NeedsBook, says("the book whose hunger and thirst count")] = NeedsBook.NEVERWHERE
    days: Annotated[int, Meta(ge=1, le=200), says("days to look ahead")] = 14
    rations: Annotated[int, Meta(ge=0, le=1_000), says("rations, each for a day")] = 0
    litres: Annotated[Fraction, Meta(description="litres of water")] = Fraction(0)
    litres_a_day: Annotated[Fraction, Meta(description="litres drunk a day while there are any")] = Fraction(2)
    plentiful: Annotated[bool, says("is water easy to come by?")] = True
    climate: Annotated[Climate, says("Neverwhere: the climate")] = Climate.TEMPERATE
    survival: Annotated[Modifier | None, says("Neverwhere: Survival, if they look for food every day")] = None
    fp: Annotated[Points, says("Neverwhere: fatigue points now")] = 10
    fp_max: Annotated[Most, says("Neverwhere: fatigue points when fresh")] = 10
    hp: Annotated[Points, says("Neverwhere: hit points now")] = 6
    strain: Annotated[int, Meta(ge=0, le=100), says("Sovereign: strain now")] = 0
    strain_max: Annotated[int, Meta(ge=1, le=100), says("Sovereign: maximum strain")] = 10

    def __post_init__(self) -> None:
        if self.fp > self.fp_max:
            raise ValueError("the fatigue points now cannot be above those when fresh")
        if self.litres < 0 or self.litres_a_day < 0:
            raise ValueError("water cannot be below 0")


class _Day(Struct, frozen=True):
    rations: int
    litres: Fraction
    fp: int
    hp: int
    strain: int
    down: bool = False


def needs(given: Larder, house: HouseRules) -> ForecastAnswer:
    """The chance to be on their feet after each day."""
    start = _Day(given.rations, given.litres, given.fp, given.hp, given.strain)
    step = _by_neverwhere if given.book is NeedsBook.NEVERWHERE else _by_sovereign
    course = after(lambda day: step(given, house, day), start, given.days)
    rows = by_then(course.chances(lambda day: not day.down)[1:])
    fresh = sum(day.chance(lambda state: _unhurt(given, state)) == 1 for day in course[1:])
    chance = rows[-1].chance
    first = (
        (" The first day costs nothing." if fresh == 1 else f" The first {counted(fresh, 'day')} cost nothing.")
        if 0 < fresh < given.days
        else ""
    )
    sentence = f"The character is on their feet after {counted(given.days, 'day')} {often(chance)}.{first}"
    return ForecastAnswer(sentence, chance, "day", rows, "on their feet", assumes=(_NO_REST,))


_NO_REST = "No day of rest with full meals makes up for what was missed."


def _unhurt(given: Larder, day: _Day) -> bool:
    return (day.fp, day.strain) == (given.fp, given.strain)


def _by_neverwhere(given: Larder, house: HouseRules, day: _Day) -> Odds[_Day] | _Day:
    """A day by Neverwhere: meals from the rations, or from the country, and the day's water."""
    if day.down:
        return day
    if day.rations:
        return _hungry(given, house, replace(day, rations=day.rations - 1), MEALS)
    if given.survival is None:
        return _hungry(given, house, day, 0)
    found = odds.of_rule(forage, house.applied(forage, Forager(survival=given.survival)))
    return found.by(lambda end: _hungry(given, house, day, end.meals))


def _hungry(given: Larder, house: HouseRules, day: _Day, meals: int) -> _Day:
    lost = starvation(Script(), house.applied(starvation, Meals(meals))).fp
    drunk = min(day.litres, given.litres_a_day)
    water = house.applied(dehydration, Water(given.climate, drunk, given.plentiful))
    dry, harm = 0, 0
    match dehydration(Script(), water):
        case Thirsty(fp=fp):
            dry = fp
        case Parched(fp=fp, hp=wound):
            dry, harm = fp, wound
        case _:
            pass
    left = lose_fp(Script(), Losing(day.fp, given.fp_max, day.hp, lost + dry))
    hp = left.hp - harm
    return replace(day, litres=day.litres - drunk, fp=left.fp, hp=hp, down=left.unconscious or hp <= 0)


def _by_sovereign(given: Larder, house: HouseRules, day: _Day) -> _Day:
    """A day by Sovereign in a dungeon: strain for want of a ration and of water, until no more can be borne."""
    if day.down:
        return day
    fed, drunk = bool(day.rations), min(day.litres, given.litres_a_day)
    watered = given.plentiful or (drunk == given.litres_a_day and bool(drunk))
    thirst = strain_of_thirst(Script(), house.applied(strain_of_thirst, Thirst(int(not watered)))).strain_added
    hunger = strain_of_hunger(Script(), house.applied(strain_of_hunger, Hunger(int(not fed)))).strain_added
    over = overstrains(day.strain, given.strain_max, thirst + hunger)
    strain = min(given.strain_max, day.strain + thirst + hunger)
    return replace(day, rations=day.rations - fed, litres=day.litres - drunk, strain=strain, down=over)


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """A seat's characters, for the referee all, where the house counts meals; each has an equal share of the stores."""
    if known.house.supplies not in (Supplies.NEVERWHERE, Supplies.SOVEREIGN):
        return
    for person in known.people.values():
        group = known.group_of(person.id)
        if group is None or not person.alive or seat not in (REFEREE, person.seat):
            continue
        heads = max(1, sum(person.alive for person in known.those_in(group.id)))
        food, water = (stock(known, group.id, kind) for kind in (ThingKind.FOOD, ThingKind.WATER))
        yield ForecastCase(
            person.name,
            Larder(
                book=NeedsBook.NEVERWHERE if counts_meals(known.house) else NeedsBook.SOVEREIGN,
                rations=food // heads,
                litres=Fraction(water * WATER_LITRES, heads),
                litres_a_day=Fraction(WATER_LITRES),
                plentiful=known.water_plentiful,
                climate=known.climate,
                fp=min(person.fp, bridge.fatigue_max(person, Fatigue.NEVERWHERE)),
                fp_max=bridge.fatigue_max(person, Fatigue.NEVERWHERE),
                hp=person.hp,
                strain=person.strain,
                strain_max=max(1, bridge.strain_max(person)),
            ),
        )


QUESTION = Question(
    id="hunger",
    title="Hunger and thirst",
    asks="How many days does a character last on these supplies?",
    given=Larder,
    answer=needs,
    rules=(starvation, dehydration, forage, lose_fp, strain_of_hunger, strain_of_thirst),
    at_table=_cases,
    steps="days",
)
