"""The panels of the road: the day, the country, the course, the group's hex, the camp, and the settlement."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from undercroft.books.hexcrawl.movement import Mode
from undercroft.faces.views.actions import Action
from undercroft.faces.views.declarations import declarations
from undercroft.faces.views.group_chips import follows, group_chips
from undercroft.faces.views.log.folding import folded, last_roll
from undercroft.faces.views.log.lines import LogLine, newest_first
from undercroft.faces.views.proposals import ProposalButton, proposals_of, propose
from undercroft.faces.views.road.camp import camp_view, own_watches
from undercroft.faces.views.road.current_hex import current_hex
from undercroft.faces.views.road.day_track import day_track
from undercroft.faces.views.road.destinations import destinations
from undercroft.faces.views.road.hex_map import hex_map
from undercroft.faces.views.road.hike import hike_day, hourly_strain
from undercroft.faces.views.road.route import RouteView, in_points, route_view
from undercroft.faces.views.road.town import town_view
from undercroft.faces.views.time_of_day import is_night
from undercroft.faces.web.live.panels.filled_button import FilledButton, fills
from undercroft.faces.web.live.panels.panel import Panel, PanelTab
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.amounts import roughly
from undercroft.table.bridge.time_units import road_day
from undercroft.table.engine.about import Section
from undercroft.table.engine.actors import its_group
from undercroft.table.engine.part import Command
from undercroft.table.referee.reveal_map import ShowHexes
from undercroft.table.refusals import refusals
from undercroft.table.road.camp import MakeCamp
from undercroft.table.road.night import camp_of
from undercroft.table.road.supplies import Provide
from undercroft.table.road.travel import MarchOn, TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.road.travel_points import points_left
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import as_the_crow_flies
from undercroft.table.state.house_rules import Showing, Wilderness
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.scenes import Town
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.town import ComeToTown, LeaveTown
from undercroft.table.world.travel_costs import cost_known, day_of, headcount, journey_of, where


class RoadButton(Struct, frozen=True):
    """A button: its label, its cost, its command, and the reasons against it."""

    label: str
    command: Any
    note: str = ""
    refused: tuple[str, ...] = ()
    warns: str = ""
    """What the referee must confirm first."""


WORTH_WALKING = 1
"""With at least this many points left, the day does not end by itself."""


def _course(viewer: Viewer) -> RouteView | None:
    odds = viewer.referee or viewer.known.house.players_odds is Showing.EXACT
    return route_view(viewer.known, viewer.group, viewer.goal, odds=odds) if viewer.group is not None else None


def _next(viewer: Viewer, group: Group, offered: Sequence[Action], going: RouteView | None) -> RoadButton | None:
    """The main button: set the planned course, enter its next hex, else whatever is left to do.

    A course is for a party that can move: with food due, or the day spent, something else comes first.
    """
    if viewer.known.wanted:
        return None
    day = day_of(group)
    course = _course_to_set(viewer, group, going)
    if course is not None and not _cannot_move_yet(viewer.known, group):
        return course
    if day is not None and day.route:
        march, price = TravelTo(group.id, day.route[0]), _price(viewer.known, group, day, day.route[0])
        if not _refused(viewer.known, march):
            return RoadButton(f"March to {day.route[0]}", wire.plain(march), price)
    best = next_of_the_day(group, offered)
    return _button(best) if best is not None else None


def _button(action: Action) -> RoadButton:
    return RoadButton(action.short, action.command, action.cost, warns=action.warns)


def _course_to_set(viewer: Viewer, group: Group, going: RouteView | None) -> RoadButton | None:
    """The button that sets the planned course, setting out with it if they have not yet."""
    for course, verb, price in (
        ()
        if going is None or going.set
        else (
            (SetOut(group.id, destination=going.goal), "Set out", ""),
            (SetCourse(group.id, going.goal), "Set course", "nobody moves yet"),
        )
    ):
        if going is not None and not _refused(viewer.known, course):
            return RoadButton(f"{verb} for {going.name}", wire.plain(course), price)
    return None


def _cannot_move_yet(known: Campaign, group: Group) -> bool:
    """Whether food is due on the road, or today's points are spent."""
    day = day_of(group)
    if day is None or day.day < road_day(known, group.time):
        return False
    return day.must_provision or not points_left(known, group)


def _besides(
    viewer: Viewer, group: Group, offered: Sequence[Action], going: RouteView | None
) -> tuple[RoadButton, ...]:
    """The buttons beside the main one: the planned course, another way to a meal, and a march without a course."""
    if viewer.known.wanted:
        return ()
    main = _next(viewer, group, offered, going)
    meals = (action for action in offered if action.group == group.id and action.kind == Provide.tag)
    found = (
        *(_button(action) for action in meals if not action.refused),
        _course_to_set(viewer, group, going),
        _at_once(viewer, group, going),
    )
    return tuple(button for button in found if button is not None and button != main)


def next_of_the_day(group: Group, offered: Sequence[Action]) -> Action | None:
    """What is left to do when no march is next: a day spent before a town ends in the town, any other in a camp."""
    day = day_of(group)
    walks_on = day is not None and day.left >= WORTH_WALKING
    able = [action for action in offered if action.group == group.id and not action.refused]
    ours = (
        action
        for action in able
        if action.about.shown_in(Section.DAY) and not (walks_on and action.kind == MakeCamp.tag)
    )
    best = min(ours, key=lambda action: action.about.rank, default=None)
    if best is not None and best.kind == MakeCamp.tag:
        return next((action for action in able if action.kind == ComeToTown.tag), best)
    return best


def _refused(known: Campaign, act: Command) -> tuple[str, ...]:
    return tuple(reason.what for reason in refusals(known, REFEREE, act))


def _at_once(viewer: Viewer, group: Group, going: RouteView | None) -> RoadButton | None:
    """The button to enter a neighbouring hex picked on the map, without a course."""
    day = day_of(group)
    if day is None or viewer.goal is None or going is None or going.set:
        return None
    march, price = TravelTo(group.id, viewer.goal), _price(viewer.known, group, day, viewer.goal)
    if _refused(viewer.known, march):
        return None
    return RoadButton(f"March to {viewer.goal}", wire.plain(march), price)


def _price(known: Campaign, group: Group, day: TravelDay, hex: HexId) -> str:
    price = cost_known(known, group, hex)
    if price is None or price.cost is None:
        return ""
    owed = day.owed(price.hex, price.cost)
    if not owed:
        return "already paid"
    return in_points(owed, "more travel point" if owed < price.cost else "travel point")


def _modes(viewer: Viewer, group: Group, day: TravelDay | None) -> tuple[tuple[RoadButton, bool], ...]:
    """The buttons to travel or explore, with the current mode pressed."""
    if day is None:
        return ()
    found: list[tuple[RoadButton, bool]] = []
    route = day.route if day.destination else ()
    for mode, word in ((Mode.TRAVELING, "Travel"), (Mode.EXPLORING, "Explore")):
        course = SetCourse(group.id, day.destination, route, mode)
        found.append((RoadButton(word, wire.plain(course), refused=_refused(viewer.known, course)), day.mode is mode))
    return tuple(found)


def _day(viewer: Viewer) -> Mapping[str, Any]:
    if viewer.group is None:
        nothing = dict.fromkeys(("track", "next", "march", "camp", "leave", "into", "town", "camping", "late", "xp"))
        return {**nothing, "groups": group_chips(viewer.known, viewer.seat), "modes": (), "besides": ()}
    offered, going = viewer.actions, _course(viewer)
    ours = {action.kind: action for action in offered if action.group == viewer.group.id and not action.refused}
    choices = {} if viewer.known.wanted else ours
    scene = viewer.group.scene
    return {
        "track": day_track(viewer.known, viewer.group, going),
        "groups": group_chips(viewer.known, viewer.seat),
        "next": _next(viewer, viewer.group, offered, going),
        "besides": _besides(viewer, viewer.group, offered, going),
        "modes": _modes(viewer, viewer.group, day_of(viewer.group)),
        "first": bool(viewer.known.wanted),
        "filled": fills(viewer, FilledButton.STRIP),
        "march": choices.get(MarchOn.tag),
        "camp": choices.get(MakeCamp.tag),
        "leave": choices.get(LeaveTown.tag),
        "into": choices.get(ComeToTown.tag),
        "town": scene if isinstance(scene, Town) else None,
        "camping": (camp := camp_of(viewer.group)),
        "watches": own_watches(viewer.known, camp, viewer.seat) if camp is not None else (),
        "late": is_night(viewer.known, viewer.group.time) and not isinstance(scene, Camp | Town),
        "xp": 0 if isinstance(scene, Town) or not viewer.referee else viewer.known.xp_pool,
    }


def _lands(viewer: Viewer) -> Mapping[str, Any]:
    group = viewer.group
    if group is None:
        return {"map": None, "people": 0, "going": None, "pace": "", "measure": "", "news": (), "proposals": ()}
    going, caravan = _course(viewer), (journey_of(group) or TravelDay(1)).caravan
    return {
        "map": hex_map(viewer.known, group, going, _others(viewer, group)),
        "people": headcount(viewer.known, group, caravan),
        "going": going,
        "pace": "mounted" if caravan.mounted else "on foot",
        "measure": _measure(viewer.known),
        "proposals": () if viewer.referee else tuple(proposals_of(viewer.known, group)),
        "news": _news(viewer) if isinstance(group.scene, TravelDay | Hike | None) else (),
    }


def _others(viewer: Viewer, group: Group) -> tuple[Group, ...]:
    """The other groups whose place the seat knows."""
    others = (other for other in viewer.groups if other.id != group.id)
    return tuple(other for other in others if follows(viewer.known, viewer.seat, other))


MOST_NEWS = 3


def _news(viewer: Viewer) -> tuple[LogLine, ...]:
    """The last lines that the last act brought this group, with its last roll: the map has no log beside it.

    Where it brought the group nothing, the referee reads the last roll of any act.
    """
    theirs = viewer.group.id if viewer.group is not None else None
    newest = newest_first(viewer.known, viewer.told, viewer.before)
    if not any(its_group(fact.event) == theirs for fact in viewer.told if fact.act == viewer.last):
        rolled = last_roll(folded(newest)) if viewer.referee else None
        return () if rolled is None else (rolled,)
    those = takewhile(lambda line: line.act == viewer.last and not line.undone, newest)
    lines = tuple(line for line in those if not line.routine)
    rolled, shown = last_roll(folded(lines)), lines[:MOST_NEWS]
    return (shown if rolled is None or rolled in shown else (*shown[:-1], rolled))[::-1]


def _measure(known: Campaign) -> str:
    """The measure of a hex to travellers."""
    if known.house.wilderness is Wilderness.HEXCRAWL:
        return "costs are in travel points"
    return f"a hex is {roughly(known.lands.hex_km)} km" if known.lands.hex_km is not None else ""


def _route(viewer: Viewer) -> Mapping[str, Any]:
    if viewer.group is None:
        nothing = dict.fromkeys(("going", "ways", "hike", "proposal", "filled", "unseen"))
        return {**nothing, "tired": (), "sayings": ()}
    going = _course(viewer)
    return {
        "going": going,
        "filled": fills(viewer, FilledButton.STRIP),
        "tired": hourly_strain(viewer.known, viewer.group),
        "ways": None if going is not None else destinations(viewer.known, viewer.group),
        "hike": hike_day(viewer.known, viewer.group),
        "proposal": _proposed_way(viewer, viewer.group, going),
        "sayings": declarations(viewer.known, viewer.group) if viewer.referee else (),
        "unseen": _unseen(viewer, viewer.group, going),
    }


def _unseen(viewer: Viewer, group: Group, going: RouteView | None) -> Any:
    """The button to show the party the hexes in a straight line to a picked place, if it does not know a way there."""
    here, lands = where(group), viewer.known.lands.hexes
    if going is None or going.hexes or here is None or going.goal not in lands:
        return None
    there = tuple(hex for hex in as_the_crow_flies(here, going.goal) if hex in lands)
    unseen = tuple(hex for hex in there if hex not in viewer.known.seen_lands.hexes)
    return wire.plain(ShowHexes(group.id, unseen)) if unseen else None


def _proposed_way(viewer: Viewer, group: Group, going: RouteView | None) -> ProposalButton | None:
    """The button to set out for the place that a player picked."""
    if viewer.referee or going is None or going.set:
        return None
    return propose(viewer.known, viewer.seat, group, SetCourse(group.id, going.goal), f"set out for {going.name}")


def _here(viewer: Viewer) -> Mapping[str, Any]:
    card = current_hex(viewer.known, viewer.group, viewer.actions) if viewer.group is not None else None
    return {"card": card}


def _camp(viewer: Viewer) -> Mapping[str, Any]:
    camp = camp_of(viewer.group)
    if viewer.group is None or camp is None:
        return {"camp": None}
    shown = camp_view(viewer.known, viewer.group, camp, viewer.actions)
    return {"camp": shown, "waiting": bool(viewer.known.wanted)}


def _town(viewer: Viewer) -> Mapping[str, Any]:
    scene = viewer.group.scene if viewer.group is not None else None
    if viewer.group is None or not isinstance(scene, Town):
        return {"town": None}
    return {"town": town_view(viewer.known, viewer.seat, viewer.group, scene, viewer.actions)}


DAY = Panel("day", "Day", _day, "live/road/day_track.html")
LANDS = Panel("lands", "Country", _lands, "live/road/hex_map.html", PanelTab("Map", "flag"))
ROUTE = Panel("route", "Course", _route, "live/road/route.html")
HERE = Panel("here", "Hereabouts", _here, "live/road/current_hex.html")
CAMP = Panel("camp", "Camp", _camp, "live/road/camp.html", PanelTab("Camp", "moon"))
TOWN = Panel("town", "Settlement", _town, "live/road/town.html", PanelTab("Town", "flag"))
