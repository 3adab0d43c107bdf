"""The night camp: the progress of the night, who is awake when, and how everyone is fed and rested."""

from collections.abc import Container, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.books.hexcrawl.wilderness import FORAGING
from undercroft.faces.views.actions import Action
from undercroft.faces.views.people.needs import had, short_of
from undercroft.kernel import wire
from undercroft.kernel.amounts import roughly
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.provisions import stock
from undercroft.table.bridge.time_units import midnight_before, next_dawn
from undercroft.table.engine.about import Section
from undercroft.table.engine.time_words import spell, time_of_day
from undercroft.table.road.camp import SetWatches, Watch, camp_place
from undercroft.table.road.camp_sleep import NIGHT, SLEEP, asleep, awake_at
from undercroft.table.road.night import has_die
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.journeys import Camp, Hour
from undercroft.table.state.people import Person
from undercroft.table.state.things import ThingKind
from undercroft.table.world.travel_costs import journey_of


class WatchView(Struct, frozen=True):
    """One watch: its hours, and who keeps it."""

    hours: str
    names: tuple[str, ...]


class NightPart(Struct, frozen=True):
    """A part of the night, drawn: its start and its length, in percent of the whole."""

    begins: float
    width: float


class WatchTurn(Struct, frozen=True):
    """A watch that a person keeps, or could: a tap takes them off it, or puts them on it."""

    number: int
    on: bool
    command: Any
    label: str
    """Its number; a watch that nobody keeps yet has a plus."""


class Sleeper(Struct, frozen=True):
    """A person in camp: when they watch, how long they sleep, what they had, lack and could do."""

    id: PersonId
    name: str
    watch: tuple[NightPart, ...]
    slept: str
    by_dawn: str
    """How long they will have slept if nothing interrupts them."""
    enough: bool
    """Whether that is a full night's sleep."""
    food: tuple[str, ...]
    short: tuple[str, ...]
    offers: tuple[Action, ...]
    turns: tuple[WatchTurn, ...] = ()
    """Every watch, and one more; empty once the night has begun."""


class CampView(Struct, frozen=True):
    """A camp for its screen: the night along a line, who watches, who sleeps, and the food left."""

    place: str
    hour: str
    time: str
    dawn: str
    scene: Camp
    hours: tuple[tuple[float, str], ...]
    """The hours along the night, each with its place in percent."""
    now: float
    die: float | None
    """When the night's die is rolled, if the night has one."""
    watches: tuple[WatchView, ...]
    sleepers: tuple[Sleeper, ...]
    food: int
    water: int
    left: str
    forages: bool
    """Whether the points left are enough to forage today."""
    awake: tuple[str, ...]
    """Who is awake now."""
    whole: tuple[Action, ...]
    """What the camp as a whole could do besides letting the night pass."""
    keeping: Any
    """The form to set the watches begins with those that are set."""


HOURS = {Hour.DUSK: "before the night", Hour.NIGHT: "night", Hour.MORNING: "morning"}


def camp_view(known: Campaign, group: Group, camp: Camp, offered: Sequence[Action]) -> CampView:
    """A group's camp."""
    night, day = night_of(known, camp), journey_of(group)
    dawn = night[1]
    return CampView(
        camp_place(known, camp.hex, day.begun.target if day is not None and day.begun is not None else None),
        HOURS[camp.hour],
        time_of_day(known, group.time),
        time_of_day(known, dawn),
        camp,
        _hours(known, night),
        _along(group.time, night),
        _along(midnight_before(dawn), night) if has_die(known) else None,
        tuple(_watches(known, camp, night, known.people)),
        tuple(
            _sleeper(known, group, person, camp, night, offered) for person in known.those_in(group.id) if person.alive
        ),
        stock(known, group.id, ThingKind.FOOD),
        stock(known, group.id, ThingKind.WATER),
        roughly(camp.left),
        camp.left >= FORAGING,
        tuple(known.people[who].name for who in awake_at(known, camp, group.time) if who in known.people),
        tuple(action for action in offered if action.group == group.id and action.about.shown_in(Section.CAMP)),
        {"group": group.id, "watches": [{"who": list(who)} for who in camp.watches]},
    )


Night: TypeAlias = tuple[Seconds, Seconds]
"""When the night begins for those who keep watch, and the dawn after it."""


def night_of(known: Campaign, camp: Camp) -> Night:
    """The night that a camp is made for."""
    dawn = next_dawn(known, camp.since)
    return Seconds(max(camp.since, dawn - NIGHT)), dawn


def own_watches(known: Campaign, camp: Camp, seat: SeatId) -> tuple[WatchView, ...]:
    """The watches that a seat's characters keep, with their names; none in the morning."""
    if camp.hour is Hour.MORNING:
        return ()
    own = {person.id for person in known.people.values() if person.seat == seat}
    return tuple(_watches(known, camp, night_of(known, camp), own))


def _along(at: int, night: Night) -> float:
    """How far a moment is into the night, in percent."""
    begins, dawn = night
    return round(max(0, min(100, (at - begins) * 100 / max(1, dawn - begins))), 2)


def _hours(known: Campaign, night: Night) -> tuple[tuple[float, str], ...]:
    """Every second hour, and dawn."""
    begins, dawn = night
    back = range(0, int(dawn - begins) + 1, 2 * HOUR)
    return tuple((_along(dawn - gone, night), time_of_day(known, Seconds(dawn - gone))) for gone in reversed(back))


def _shares(camp: Camp, night: Night) -> Iterator[tuple[tuple[PersonId, ...], Seconds, Seconds]]:
    """The people of each watch, and its hours."""
    evening, dawn = night
    for number, those in enumerate(camp.watches):
        begins, ends = (evening + (dawn - evening) * part // len(camp.watches) for part in (number, number + 1))
        yield those, Seconds(begins), Seconds(ends)


def _watches(known: Campaign, camp: Camp, night: Night, of: Container[PersonId]) -> Iterator[WatchView]:
    """The watches that some of these people keep, with their names."""
    for those, begins, ends in _shares(camp, night):
        names = tuple(known.people[who].name for who in those if who in of)
        if names:
            yield WatchView(f"{time_of_day(known, begins)} to {time_of_day(known, ends)}", names)


def _sleeper(
    known: Campaign, group: Group, person: Person, camp: Camp, night: Night, offered: Sequence[Action]
) -> Sleeper:
    slept = camp.slept.get(person.id, Seconds(0))
    will = slept if camp.hour is Hour.MORNING else asleep(known, camp, person.id, group.time, night[1])
    own = tuple(
        action
        for action in offered
        if action.who == person.id and action.about.shown_in(Section.BED) and not action.refused
    )
    return Sleeper(
        person.id,
        person.name,
        tuple(_drawn(begins, ends, night) for those, begins, ends in _shares(camp, night) if person.id in those),
        _asleep_for(slept),
        _asleep_for(will),
        will >= SLEEP,
        had(known, person),
        short_of(known, person),
        own,
        tuple(_turns(group, camp, person)) if camp.hour is Hour.DUSK and person.able else (),
    )


def _asleep_for(slept: Seconds) -> str:
    return spell(slept) if slept else "0 h"


MOST_WATCHES = 4
"""The most watches that can be added one by one."""


def _turns(group: Group, camp: Camp, person: Person) -> Iterator[WatchTurn]:
    """The watches to tap for a person; a watch left empty is dropped."""
    for place in range(min(len(camp.watches) + 1, max(MOST_WATCHES, len(camp.watches)))):
        after = [*camp.watches, ()][: max(place + 1, len(camp.watches))]
        on = person.id in after[place]
        after[place] = tuple(who for who in after[place] if who != person.id) if on else (*after[place], person.id)
        kept = tuple(Watch(those) for those in after if those)
        yield WatchTurn(place + 1, on, wire.plain(SetWatches(group.id, kept)), _label(camp, place))


def _label(camp: Camp, place: int) -> str:
    if place < len(camp.watches):
        return str(place + 1)
    return f"+ {place + 1}" if camp.watches else "+ watch"


def _drawn(moment: Seconds, other: Seconds, night: Night) -> NightPart:
    begins = _along(moment, night)
    return NightPart(begins, round(_along(other, night) - begins, 2))
