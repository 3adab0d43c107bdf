"""The night camp: how far the night has come, who is awake when, and how everybody stands with food and sleep."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from undercroft.faces.views.actions import Action
from undercroft.faces.views.clocktime import time_of_day
from undercroft.faces.views.points import points
from undercroft.faces.views.wants import had, short_of
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import name_of
from undercroft.table.daytime import next_dawn
from undercroft.table.journeys import Camp
from undercroft.table.names import PersonId
from undercroft.table.people import Person
from undercroft.table.procedures.camping import NIGHT, SLEEP
from undercroft.table.provisions import stock
from undercroft.table.things import Kind


class WatchView(Struct, frozen=True):
    """One watch: from when to when, and who keeps it."""

    hours: str
    names: tuple[str, ...]


class Sleeper(Struct, frozen=True):
    """Somebody in camp: what they had today, what they are short of, how long they slept, and what they could do."""

    id: PersonId
    name: str
    slept: str
    share: int
    food: tuple[str, ...]
    short: tuple[str, ...]
    offers: tuple[Action, ...]


class Campsite(Struct, frozen=True):
    """A camp."""

    place: str
    hour: str
    time: str
    dawn: str
    thrown: bool
    watches: tuple[WatchView, ...]
    sleepers: tuple[Sleeper, ...]
    food: int
    water: int
    must_provision: bool
    owes_forage: bool
    left: str
    whole: tuple[Action, ...]
    """What the camp as a whole could do besides letting the night pass."""


def campsite(known: Campaign, group: Group, camp: Camp, offered: Sequence[Action]) -> Campsite:
    """A group's camp."""
    dawn = next_dawn(known, camp.since)
    ours = [one for one in offered if one.group == group.id]
    return Campsite(
        name_of(known, camp.hex),
        camp.hour.value,
        time_of_day(known, group.time),
        time_of_day(known, dawn),
        camp.thrown,
        tuple(_watches(known, camp, dawn)),
        tuple(_sleeper(known, one, camp, offered) for one in known.those_in(group.id)),
        stock(known, group.id, Kind.FOOD),
        stock(known, group.id, Kind.WATER),
        camp.must_provision,
        camp.owes_forage,
        points(camp.left),
        tuple(one for one in ours if one.kind in ("set_watches", "provide", "break_camp")),
    )


def _watches(known: Campaign, camp: Camp, dawn: Seconds) -> list[WatchView]:
    begins = max(camp.since, dawn - NIGHT)
    count = len(camp.watches)
    found: list[WatchView] = []
    for number, those in enumerate(camp.watches):
        one, other = (Seconds(begins + (dawn - begins) * part // count) for part in (number, number + 1))
        names = tuple(known.people[who].name for who in those if who in known.people)
        found.append(WatchView(f"{time_of_day(known, one)} to {time_of_day(known, other)}", names))
    return found


PERSONAL = ("eat", "drink", "look_for_food", "sleep", "wake", "treat_frailty", "first_aid")


def _sleeper(known: Campaign, person: Person, camp: Camp, offered: Sequence[Action]) -> Sleeper:
    slept = camp.slept.get(person.id, Seconds(0))
    own = tuple(one for one in offered if one.who == person.id and one.kind in PERSONAL and not one.refused)
    return Sleeper(
        person.id,
        person.name,
        f"{points(Fraction(slept, HOUR))} h",
        slept * 100 // SLEEP,
        had(known, person),
        short_of(known, person),
        own,
    )
