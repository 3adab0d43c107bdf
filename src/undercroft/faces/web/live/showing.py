"""Which screen a seat looks at, by what its group is doing, and which panels stand where on it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from undercroft.faces.web.live.fight_panels import FIGHT
from undercroft.faces.web.live.meeting_panels import MEETING
from undercroft.faces.web.live.panels import LOOKERS_ON, PANELS, PLAYERS, REFEREES, Looking, View
from undercroft.faces.web.live.road_panels import ROAD
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.scenes import Chase, Fight, Meeting, Scene, Town

Places: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


class Screen(StrEnum):
    """What is on the table."""

    DUNGEON = "dungeon"
    FIGHT = "fight"
    MEETING = "meeting"
    CHASE = "chase"
    TRAVEL = "travel"
    CAMP = "camp"
    TOWN = "town"


_SCREENS: Mapping[type[Scene], Screen] = {
    Fight: Screen.FIGHT,
    Meeting: Screen.MEETING,
    Chase: Screen.CHASE,
    TravelDay: Screen.TRAVEL,
    Hike: Screen.TRAVEL,
    Camp: Screen.CAMP,
    Town: Screen.TOWN,
}

EVERY: Mapping[str, View] = {**PANELS, **FIGHT, **MEETING, **ROAD}
"""Every panel of every screen."""

_MET: tuple[Places, Places, Places] = (
    (
        ("strip", ("encounter",)),
        ("left", ("party",)),
        ("middle", ("wanted", "meeting")),
        ("right", ("room", "log")),
    ),
    (
        ("strip", ("encounter",)),
        ("left", ("me", "party")),
        ("middle", ("wanted", "meeting", "actions")),
        ("right", ("room", "gear", "log")),
    ),
    (("strip", ("encounter",)), ("left", ("party",)), ("middle", ("meeting",)), ("right", ("room", "log"))),
)

PLACES: Mapping[Screen, tuple[Places, Places, Places]] = {
    Screen.DUNGEON: (REFEREES, PLAYERS, LOOKERS_ON),
    Screen.FIGHT: (
        (
            ("strip", ("rounds",)),
            ("left", ("order",)),
            ("middle", ("wanted", "strike")),
            ("right", ("peril", "log")),
        ),
        (
            ("strip", ("rounds",)),
            ("left", ("me", "order")),
            ("middle", ("wanted", "strike")),
            ("right", ("peril", "gear", "log")),
        ),
        (("strip", ("rounds",)), ("left", ("order",)), ("middle", ("peril", "party")), ("right", ("log",))),
    ),
    Screen.TRAVEL: (
        (
            ("strip", ("day",)),
            ("middle", ("lands",)),
            ("right", ("wanted", "route", "here")),
            ("below", ("party", "actions", "log")),
        ),
        (
            ("strip", ("day",)),
            ("middle", ("lands",)),
            ("right", ("wanted", "route", "here")),
            ("below", ("me", "gear", "party", "actions", "log")),
        ),
        (("strip", ("day",)), ("middle", ("lands",)), ("right", ("here", "log")), ("below", ("party",))),
    ),
    Screen.CAMP: (
        (
            ("strip", ("day",)),
            ("left", ("party",)),
            ("middle", ("camp", "actions")),
            ("right", ("wanted", "lands", "log")),
        ),
        (
            ("strip", ("day",)),
            ("left", ("me", "party")),
            ("middle", ("camp", "actions")),
            ("right", ("wanted", "lands", "gear", "log")),
        ),
        (("strip", ("day",)), ("left", ("party",)), ("middle", ("camp",)), ("right", ("lands", "log"))),
    ),
    Screen.TOWN: (
        (
            ("strip", ("day",)),
            ("left", ("party",)),
            ("middle", ("town", "actions")),
            ("right", ("wanted", "log")),
        ),
        (
            ("strip", ("day",)),
            ("left", ("me", "party")),
            ("middle", ("town", "actions")),
            ("right", ("wanted", "gear", "log")),
        ),
        (("strip", ("day",)), ("left", ("party",)), ("middle", ("town",)), ("right", ("log",))),
    ),
    Screen.MEETING: _MET,
    Screen.CHASE: _MET,
}
"""Where each panel stands: for the referee, for players, and for those who look on."""

Tab: TypeAlias = tuple[str, str, str]
_MET_TABS: tuple[Tab, ...] = (
    ("me", "Me", "heart"),
    ("party", "Party", "shield"),
    ("gear", "Gear", "pack"),
    ("log", "Log", "note"),
)
TABS: Mapping[Screen, tuple[Tab, ...]] = {
    Screen.DUNGEON: (
        ("me", "Me", "heart"),
        ("gear", "Gear", "pack"),
        ("map", "Map", "door"),
        ("party", "Party", "shield"),
        ("log", "Log", "note"),
    ),
    Screen.FIGHT: (
        ("me", "Me", "heart"),
        ("order", "Order", "shield"),
        ("gear", "Gear", "pack"),
        ("log", "Log", "note"),
    ),
    Screen.TRAVEL: (
        ("me", "Me", "heart"),
        ("lands", "Map", "flag"),
        ("party", "Party", "shield"),
        ("gear", "Gear", "pack"),
        ("log", "Log", "note"),
    ),
    Screen.CAMP: (
        ("me", "Me", "heart"),
        ("camp", "Camp", "moon"),
        ("lands", "Map", "flag"),
        ("party", "Party", "shield"),
        ("log", "Log", "note"),
    ),
    Screen.TOWN: (
        ("me", "Me", "heart"),
        ("town", "Town", "flag"),
        ("party", "Party", "shield"),
        ("gear", "Gear", "pack"),
        ("log", "Log", "note"),
    ),
    Screen.MEETING: _MET_TABS,
    Screen.CHASE: _MET_TABS,
}
"""What a player's phone has tabs for: which, what it is called, and its sign."""


def screen_of(look: Looking) -> Screen:
    """The screen of what the chosen group is doing."""
    scene = look.group.scene if look.group is not None else None
    if scene is None:
        return Screen.TRAVEL if _in_the_open(look) else Screen.DUNGEON
    return _SCREENS.get(type(scene), Screen.DUNGEON)


def _in_the_open(look: Looking) -> bool:
    """Whether a group stands in a country that the seat has a map of."""
    there = look.group is not None and look.group.hex is not None and look.group.site is None
    return there and bool(look.known.seen_lands.hexes)


def places_of(look: Looking) -> Places:
    """The panels of the screen, by column."""
    referees, players, lookers_on = PLACES[screen_of(look)]
    places = lookers_on if look.looks_on else referees if look.referee else players
    if screen_of(look) not in (Screen.MEETING, Screen.CHASE) or not _in_the_open(look):
        return places
    return tuple((place, tuple("here" if name == "room" else name for name in names)) for place, names in places)


def tabs_of(look: Looking) -> tuple[Tab, ...]:
    """The tabs of a player's phone."""
    shown = {name for _, names in places_of(look) for name in names}
    return tuple(tab for tab in TABS[screen_of(look)] if tab[0] in shown)
