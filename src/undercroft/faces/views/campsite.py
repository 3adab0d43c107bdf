"""The night camp: how far the night has come, who is awake when, and how everybody stands with food and sleep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.faces.views.actions import Action
from undercroft.faces.views.points import points
from undercroft.faces.views.wants import had, short_of
from undercroft.kernel import wire
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import name_of
from undercroft.table.daytime import midnight_before, next_dawn
from undercroft.table.journeys import Camp, Hour
from undercroft.table.moments import time_of_day
from undercroft.table.names import PersonId
from undercroft.table.people import Person
from undercroft.table.procedures.camping import SetWatches, Watch, has_die
from undercroft.table.procedures.night_watches import NIGHT, SLEEP, asleep
from undercroft.table.provisions import stock
from undercroft.table.things import Kind


class WatchView(Struct, frozen=True):
    """One watch: from when to when, and who keeps it."""

    hours: str
    names: tuple[str, ...]


class Stretch(Struct, frozen=True):
    """A part of the night, drawn: where it begins and how long it is, in percent of the whole."""

    begins: float
    width: float


class Turn(Struct, frozen=True):
    """A watch that somebody keeps, or could: a press takes them off it, or puts them on it."""

    number: int
    on: bool
    command: Any


class Sleeper(Struct, frozen=True):
    """Somebody in camp: when they watch, how long they sleep, what they had, lack and could do."""

    id: PersonId
    name: str
    watch: tuple[Stretch, ...]
    slept: str
    by_dawn: str
    """How long they will have slept if nothing breaks in."""
    enough: bool
    """That is a night's sleep."""
    food: tuple[str, ...]
    short: tuple[str, ...]
    offers: tuple[Action, ...]
    turns: tuple[Turn, ...] = ()
    """Every watch there is, and one more; none once the night has begun."""


class Campsite(Struct, frozen=True):
    """A camp for its screen: the night along a line, who watches, who sleeps, and what is left to eat."""

    place: str
    hour: str
    time: str
    dawn: str
    thrown: bool
    hours: tuple[tuple[float, str], ...]
    """The hours along the night, each with its place in percent."""
    now: float
    die: float | None
    """Where the night's die falls, where the night has one."""
    watches: tuple[WatchView, ...]
    sleepers: tuple[Sleeper, ...]
    food: int
    water: int
    must_provision: bool
    owes_forage: bool
    left: str
    whole: tuple[Action, ...]
    """What the camp as a whole could do besides letting the night pass."""


HOURS = {Hour.DUSK: "before the night", Hour.NIGHT: "night", Hour.MORNING: "morning"}


def campsite(known: Campaign, group: Group, camp: Camp, offered: Sequence[Action]) -> Campsite:
    """A group's camp."""
    dawn = next_dawn(known, camp.since)
    night = (_evening(camp, dawn), dawn)
    ours = [one for one in offered if one.group == group.id]
    return Campsite(
        name_of(known, camp.hex),
        HOURS[camp.hour],
        time_of_day(known, group.time),
        time_of_day(known, dawn),
        camp.thrown,
        _hours(known, night),
        _along(group.time, night),
        _along(midnight_before(dawn), night) if has_die(known) else None,
        tuple(_watches(known, camp, dawn)),
        tuple(_sleeper(known, group, one, camp, offered) for one in known.those_in(group.id)),
        stock(known, group.id, Kind.FOOD),
        stock(known, group.id, Kind.WATER),
        camp.must_provision,
        camp.owes_forage,
        points(camp.left),
        tuple(one for one in ours if one.kind in ("set_watches", "provide", "break_camp")),
    )


Night: TypeAlias = tuple[Seconds, Seconds]
"""From when it is counted, and the dawn after it."""


def _evening(camp: Camp, dawn: Seconds) -> Seconds:
    """When the night begins for those who keep watch."""
    return Seconds(max(camp.since, dawn - NIGHT))


def _along(at: int, night: Night) -> float:
    """How far a moment is into the night, in percent."""
    begins, dawn = night
    return round(max(0, min(100, (at - begins) * 100 / max(1, dawn - begins))), 2)


def _hours(known: Campaign, night: Night) -> tuple[tuple[float, str], ...]:
    """Every second hour, and dawn."""
    begins, dawn = night
    back = range(0, int(dawn - begins) + 1, 2 * HOUR)
    return tuple((_along(dawn - gone, night), time_of_day(known, Seconds(dawn - gone))) for gone in reversed(back))


def _shares(camp: Camp, dawn: Seconds) -> Iterator[tuple[tuple[PersonId, ...], Seconds, Seconds]]:
    """Those of each watch, from when to when."""
    begins, count = _evening(camp, dawn), len(camp.watches)
    for number, those in enumerate(camp.watches):
        one, other = (Seconds(begins + (dawn - begins) * part // count) for part in (number, number + 1))
        yield those, one, other


def _watches(known: Campaign, camp: Camp, dawn: Seconds) -> Iterator[WatchView]:
    for those, one, other in _shares(camp, dawn):
        names = tuple(known.people[who].name for who in those if who in known.people)
        yield WatchView(f"{time_of_day(known, one)} to {time_of_day(known, other)}", names)


PERSONAL = ("eat", "drink", "look_for_food", "sleep", "wake", "treat_frailty", "first_aid")


def _sleeper(known: Campaign, group: Group, person: Person, camp: Camp, offered: Sequence[Action]) -> Sleeper:
    dawn = next_dawn(known, camp.since)
    night = (_evening(camp, dawn), dawn)
    slept = camp.slept.get(person.id, Seconds(0))
    will = slept if camp.hour is Hour.MORNING else asleep(known, camp, person.id, group.time, dawn)
    own = tuple(one for one in offered if one.who == person.id and one.kind in PERSONAL and not one.refused)
    return Sleeper(
        person.id,
        person.name,
        tuple(_drawn(one, other, night) for those, one, other in _shares(camp, dawn) if person.id in those),
        f"{points(Fraction(slept, HOUR))} h",
        f"{points(Fraction(will, HOUR))} h",
        will >= SLEEP,
        had(known, person),
        short_of(known, person),
        own,
        tuple(_turns(group, camp, person)) if camp.hour is Hour.DUSK and person.able else (),
    )


MOST_WATCHES = 4
"""So many watches can be built up one by one."""


def _turns(group: Group, camp: Camp, person: Person) -> Iterator[Turn]:
    """A watch that nobody is left for falls away."""
    for place in range(min(len(camp.watches) + 1, max(MOST_WATCHES, len(camp.watches)))):
        after = [*camp.watches, ()][: max(place + 1, len(camp.watches))]
        on = person.id in after[place]
        after[place] = tuple(who for who in after[place] if who != person.id) if on else (*after[place], person.id)
        kept = tuple(Watch(those) for those in after if those)
        yield Turn(place + 1, on, wire.plain(SetWatches(group.id, kept)))


def _drawn(one: Seconds, other: Seconds, night: Night) -> Stretch:
    begins = _along(one, night)
    return Stretch(begins, round(_along(other, night) - begins, 2))
