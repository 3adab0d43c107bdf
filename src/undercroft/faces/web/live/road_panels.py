"""The panels of the road: the day, the country, the course, the hex they stand in, the camp, and the settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct

from undercroft.books.hexcrawl.movement import Mode
from undercroft.faces.views.actions import Action, actions
from undercroft.faces.views.campsite import campsite
from undercroft.faces.views.course import Course, course
from undercroft.faces.views.daytrack import day_track
from undercroft.faces.views.hereabouts import hereabouts
from undercroft.faces.views.hexmap import hex_map
from undercroft.faces.views.hikeday import hike_day
from undercroft.faces.views.homecoming import homecoming
from undercroft.faces.views.logbook import LogLine, newest_first
from undercroft.faces.views.points import points
from undercroft.faces.views.proposing import Proposal, propose
from undercroft.faces.views.saying import sayings
from undercroft.faces.views.tiring import tiring
from undercroft.faces.views.ways import ways
from undercroft.faces.web.live.panels import Looking, View
from undercroft.kernel import wire
from undercroft.table.campaign import Campaign, Group
from undercroft.table.decide import refusals
from undercroft.table.guiding import ShowHexes
from undercroft.table.hexes import as_the_crow_flies
from undercroft.table.house import Wilderness
from undercroft.table.journeys import Hike, TravelDay
from undercroft.table.names import HexId
from undercroft.table.procedures.camping import camp_of
from undercroft.table.procedures.courses import SetCourse
from undercroft.table.procedures.travelling import TravelTo
from undercroft.table.road_costs import cost_known, day_of, headcount, journey_of, where
from undercroft.table.rooms import Command
from undercroft.table.scenes import Town
from undercroft.table.seats import REFEREE


class Step(Struct, frozen=True):
    """A button: what it says, what it costs, what it does, and why not."""

    label: str
    command: Any
    note: str = ""
    refused: tuple[str, ...] = ()


NEXT = (
    "provide",
    "pass_night",
    "break_camp",
    "set_out",
    "begin_hike",
    "hike_on",
    "keep_watch",
    "stay_in_town",
    "make_camp",
)
"""What comes next where nobody has set a course, the likelier first."""


WORTH_WALKING = 1
"""While so many points are left the day is not over by itself."""


def _course(look: Looking) -> Course | None:
    return course(look.known, look.group, look.goal) if look.group is not None else None


def _next(look: Looking, group: Group, offered: Sequence[Action], going: Course | None) -> Step | None:
    """What the great button does: set the course that is planned, go into the next hex of it, else what is left."""
    if look.known.wanted:
        return None
    day = day_of(group)
    if day is not None and going is not None and not going.set:
        act = SetCourse(group.id, going.goal)
        reasons = _refused(look.known, act)
        if not reasons:
            return Step(f"Set course for {going.name}", wire.plain(act))
    if day is not None and day.route and not day.must_provision:
        act_on = TravelTo(group.id, day.route[0])
        if not _refused(look.known, act_on):
            return Step(f"March to {day.route[0]}", wire.plain(act_on), _price(look.known, group, day, day.route[0]))
    ours = [one for one in offered if one.group == group.id and one.kind in NEXT and not one.refused]
    if day is not None and day.left >= WORTH_WALKING:
        ours = [one for one in ours if one.kind != "make_camp"]
    best = min(ours, key=lambda one: NEXT.index(one.kind), default=None)
    return Step(best.short, best.command, best.cost) if best is not None else None


def _refused(known: Campaign, act: Command) -> tuple[str, ...]:
    return tuple(reason.what for reason in refusals(known, REFEREE, act))


def _at_once(look: Looking, group: Group, going: Course | None) -> Step | None:
    """A hex beside theirs that was picked on the map may be gone into with no course set."""
    day = day_of(group)
    if day is None or look.known.wanted or look.goal is None or going is None or going.set:
        return None
    act = TravelTo(group.id, look.goal)
    price = _price(look.known, group, day, look.goal)
    return None if _refused(look.known, act) else Step(f"March to {look.goal} at once", wire.plain(act), price)


def _price(known: Campaign, group: Group, day: TravelDay, hex: HexId) -> str:
    price = cost_known(known, group, hex)
    if price is None or price.cost is None:
        return ""
    paid = day.invested if day.begun is not None and day.begun.target == price.hex else 0
    return f"costs {points(price.cost - paid)}" + (" more" if paid else "")


def _modes(look: Looking, group: Group, day: TravelDay | None) -> tuple[tuple[Step, bool], ...]:
    """Travel or explore, with the one that holds now pressed."""
    if day is None:
        return ()
    found: list[tuple[Step, bool]] = []
    for mode, word in ((Mode.TRAVELING, "Travel"), (Mode.EXPLORING, "Explore")):
        act = (
            SetCourse(group.id, day.destination, day.route, mode) if day.destination else SetCourse(group.id, mode=mode)
        )
        found.append((Step(word, wire.plain(act), refused=_refused(look.known, act)), day.mode is mode))
    return tuple(found)


def _day(look: Looking) -> Mapping[str, Any]:
    groups = [group for group in look.known.groups.values() if group.members]
    if look.group is None:
        return {
            "track": None,
            "groups": groups,
            "next": None,
            "at_once": None,
            "modes": (),
            "march": None,
            "camp": None,
            "leave": None,
            "town": None,
        }
    offered, going = actions(look.known, look.seat), _course(look)
    ours = {one.kind: one for one in offered if one.group == look.group.id and not one.refused}
    scene = look.group.scene
    return {
        "track": day_track(look.known, look.group, going),
        "groups": groups,
        "next": _next(look, look.group, offered, going),
        "at_once": _at_once(look, look.group, going),
        "modes": _modes(look, look.group, day_of(look.group)),
        "first": bool(look.known.wanted),
        "march": None if look.known.wanted else ours.get("march_on"),
        "camp": None if look.known.wanted else ours.get("make_camp"),
        "leave": None if look.known.wanted else ours.get("leave_town"),
        "town": scene if isinstance(scene, Town) else None,
    }


def _lands(look: Looking) -> Mapping[str, Any]:
    group = look.group
    if group is None:
        return {"map": None, "people": 0, "going": None, "pace": "", "measure": "", "news": ()}
    going, day = _course(look), journey_of(group)
    caravan = (day or TravelDay(1)).caravan
    pace = "mounted" if caravan.mounted else "on foot"
    return {
        "map": hex_map(look.known, group, going),
        "people": headcount(group, caravan),
        "going": going,
        "pace": pace,
        "measure": _measure(look.known),
        "news": _news(look) if isinstance(group.scene, TravelDay | Hike | None) else (),
    }


MOST_NEWS = 3


def _news(look: Looking) -> tuple[LogLine, ...]:
    """What the last act brought this group, its end at least: the map has no log beside it."""
    theirs = look.group.id if look.group is not None else None
    if not any(getattr(one.event, "group", None) == theirs for one in look.told if one.act == look.last):
        return ()
    newest = newest_first(look.known, look.told, look.before)
    lines = takewhile(lambda line: line.act == look.last and not line.undone, newest)
    return tuple(islice((line for line in lines if not line.routine), MOST_NEWS))[::-1]


def _measure(known: Campaign) -> str:
    """What a hex is to those who cross it."""
    if known.house.wilderness is Wilderness.HEXCRAWL:
        return "one hex is one movement point"
    return f"a hex is {points(known.lands.hex_km)} km" if known.lands.hex_km is not None else ""


def _route(look: Looking) -> Mapping[str, Any]:
    if look.group is None:
        nothing = dict.fromkeys(("going", "ways", "hike", "proposal", "unseen"))
        return {**nothing, "tired": (), "sayings": ()}
    going = _course(look)
    return {
        "going": going,
        "tired": tiring(look.known, look.group),
        "ways": None if going is not None else ways(look.known, look.group),
        "hike": hike_day(look.known, look.group),
        "proposal": _proposed_way(look, look.group, going),
        "sayings": sayings(look.known, look.group) if look.referee else (),
        "unseen": _unseen(look, look.group, going),
    }


def _unseen(look: Looking, group: Group, going: Course | None) -> Any:
    """To show the party the hexes to a place that was picked, as the crow flies, where it knows of no way there."""
    here, lands = where(group), look.known.lands.hexes
    if going is None or going.hexes or here is None or going.goal not in lands:
        return None
    there = tuple(one for one in as_the_crow_flies(here, going.goal) if one in lands)
    unseen = tuple(one for one in there if one not in look.known.seen_lands.hexes)
    return wire.plain(ShowHexes(group.id, unseen)) if unseen else None


def _proposed_way(look: Looking, group: Group, going: Course | None) -> Proposal | None:
    """To set out for the place that a player picked."""
    if look.referee or going is None or going.set:
        return None
    return propose(look.known, look.seat, group, SetCourse(group.id, going.goal), f"set out for {going.name}")


def _here(look: Looking) -> Mapping[str, Any]:
    card = hereabouts(look.known, look.group, actions(look.known, look.seat)) if look.group is not None else None
    return {"card": card}


def _camp(look: Looking) -> Mapping[str, Any]:
    camp = camp_of(look.group)
    if look.group is None or camp is None:
        return {"camp": None}
    shown = campsite(look.known, look.group, camp, actions(look.known, look.seat))
    return {"camp": shown, "waiting": bool(look.known.wanted)}


def _town(look: Looking) -> Mapping[str, Any]:
    scene = look.group.scene if look.group is not None else None
    if look.group is None or not isinstance(scene, Town):
        return {"town": None}
    return {"town": homecoming(look.known, look.group, scene, actions(look.known, look.seat))}


ROAD: Mapping[str, View] = {
    "day": _day,
    "lands": _lands,
    "route": _route,
    "here": _here,
    "camp": _camp,
    "town": _town,
}
"""By name; the template is `live/<name>.html`."""
