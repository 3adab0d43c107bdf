"""The screen for what the viewer's group is doing."""

from collections.abc import Mapping
from enum import StrEnum

from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.scenes import Chase, EncounterScene, Fight, Scene, Town


class Screen(StrEnum):
    """A screen of the live table."""

    DUNGEON = "dungeon"
    FIGHT = "fight"
    ENCOUNTER = "encounter"
    CHASE = "chase"
    TRAVEL = "travel"
    CAMP = "camp"
    TOWN = "town"


_SCREENS: Mapping[type[Scene], Screen] = {
    Fight: Screen.FIGHT,
    EncounterScene: Screen.ENCOUNTER,
    Chase: Screen.CHASE,
    TravelDay: Screen.TRAVEL,
    Hike: Screen.TRAVEL,
    Camp: Screen.CAMP,
    Town: Screen.TOWN,
}


def screen_of(viewer: Viewer) -> Screen:
    """The screen for what the chosen group is doing."""
    scene = viewer.group.scene if viewer.group is not None else None
    if scene is None:
        return Screen.TRAVEL if in_the_open(viewer) else Screen.DUNGEON
    return _SCREENS.get(type(scene), Screen.DUNGEON)


def in_the_open(viewer: Viewer) -> bool:
    """Whether a group is in a country that the seat has a map of."""
    there = viewer.group is not None and viewer.group.hex is not None and viewer.group.site is None
    return there and bool(viewer.known.seen_lands.hexes)
