"""The tabs of a player's phone: the same places on every page and in every scene."""

from msgspec import Struct

from undercroft.faces.web.live.viewer.screen import Screen, screen_of
from undercroft.faces.web.live.viewer.viewer import Viewer


class Tab(Struct, frozen=True):
    """A tab: the part of the table that it opens, what it is called now, and its icon."""

    name: str
    label: str
    icon: str


ME = Tab("me", "Me", "heart")
NOW = Tab("me", "Now", "eye")
GEAR = Tab("gear", "Gear", "pack")
LOG = Tab("log", "Log", "note")
PLACES = {Screen.CAMP: Tab("map", "Camp", "moon"), Screen.TOWN: Tab("map", "Town", "flag")}
"""What the tab of the map is called where there is more than a map."""


def tabs_of(viewer: Viewer) -> tuple[Tab, ...]:
    """The tabs of a seat; the referee has none."""
    if viewer.referee:
        return ()
    screen = screen_of(viewer)
    place = PLACES.get(screen, Tab("map", "Map", "map"))
    party = Tab("party", "Order" if screen is Screen.FIGHT else "Party", "shield")
    return (NOW, place, party, LOG) if viewer.spectates else (ME, GEAR, place, party, LOG)


def open_tab(viewer: Viewer, asked: str | None) -> str:
    """The tab that is asked for, if the seat has it, else the first."""
    names = [tab.name for tab in tabs_of(viewer)]
    return asked if asked in names else next(iter(names), "")
