"""The panels of each screen, and their places."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from undercroft.faces.web.live.panels.actions import ACTIONS
from undercroft.faces.web.live.panels.banners import BANNERS
from undercroft.faces.web.live.panels.dice import WANTED
from undercroft.faces.web.live.panels.dungeon import MAP, ROOM, STRIP
from undercroft.faces.web.live.panels.encounter import ENCOUNTER, REACTION
from undercroft.faces.web.live.panels.fight import ATTACK, ORDER, PERIL, ROUNDS
from undercroft.faces.web.live.panels.join_code import CODE
from undercroft.faces.web.live.panels.log import LOG
from undercroft.faces.web.live.panels.messages import HANDOUTS, SHARED, WHISPERS
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.panels.people import GEAR, ME, PARTY
from undercroft.faces.web.live.panels.road import CAMP, DAY, HERE, LANDS, ROUTE, TOWN
from undercroft.faces.web.live.viewer.screen import Screen, in_the_open, screen_of
from undercroft.faces.web.live.viewer.viewer import Viewer

PANELS: Mapping[str, Panel] = {
    panel.name: panel
    for panel in (
        *(BANNERS, CODE, ME, STRIP, PARTY, MAP, ROOM, ACTIONS, WANTED, LOG, GEAR),
        *(ROUNDS, ORDER, ATTACK, PERIL),
        *(ENCOUNTER, REACTION),
        *(DAY, LANDS, ROUTE, HERE, CAMP, TOWN),
        *(WHISPERS, HANDOUTS, SHARED),
    )
}
"""Every panel of every screen, by its name."""

Places: TypeAlias = tuple[tuple[str, tuple[Panel, ...]], ...]
"""Panels, by column."""


class Layout(Struct, frozen=True):
    """The places of a screen's panels for each kind of seat."""

    referee: Places
    player: Places
    spectator: Places


def _places(**columns: tuple[Panel, ...]) -> Places:
    return tuple(columns.items())


_ENCOUNTER = Layout(
    referee=_places(strip=(ENCOUNTER,), left=(PARTY,), middle=(WANTED, REACTION), right=(ROOM, LOG)),
    player=_places(
        strip=(ENCOUNTER,), left=(ME, PARTY), middle=(WANTED, REACTION, MAP, ACTIONS), right=(ROOM, GEAR, LOG)
    ),
    spectator=_places(strip=(ENCOUNTER,), left=(PARTY,), middle=(REACTION, MAP), right=(ROOM, LOG)),
)
LAYOUTS: Mapping[Screen, Layout] = {
    Screen.DUNGEON: Layout(
        referee=_places(strip=(STRIP,), left=(PARTY,), middle=(MAP, ACTIONS), right=(WANTED, ROOM, LOG)),
        player=_places(left=(ME, GEAR, PARTY), middle=(MAP, ACTIONS), right=(WANTED, ROOM, LOG)),
        spectator=_places(left=(PARTY,), middle=(MAP,), right=(ROOM, LOG)),
    ),
    Screen.FIGHT: Layout(
        referee=_places(strip=(ROUNDS,), left=(ORDER,), middle=(WANTED, ATTACK), right=(PERIL, LOG)),
        player=_places(strip=(ROUNDS,), left=(ME, ORDER), middle=(WANTED, ATTACK), right=(PERIL, MAP, GEAR, LOG)),
        spectator=_places(strip=(ROUNDS,), left=(ORDER,), middle=(MAP, PERIL), right=(PARTY, LOG)),
    ),
    Screen.TRAVEL: Layout(
        referee=_places(strip=(DAY,), middle=(LANDS,), right=(WANTED, ROUTE, HERE), below=(PARTY, ACTIONS, LOG)),
        player=_places(
            strip=(DAY,), middle=(LANDS,), right=(WANTED, ROUTE, HERE), below=(ME, GEAR, PARTY, ACTIONS, LOG)
        ),
        spectator=_places(strip=(DAY,), middle=(LANDS,), right=(HERE, LOG), below=(PARTY,)),
    ),
    Screen.CAMP: Layout(
        referee=_places(strip=(DAY,), left=(PARTY,), middle=(CAMP, ACTIONS), right=(WANTED, LANDS, LOG)),
        player=_places(strip=(DAY,), left=(ME, PARTY), middle=(CAMP, ACTIONS), right=(WANTED, LANDS, GEAR, LOG)),
        spectator=_places(strip=(DAY,), left=(PARTY,), middle=(CAMP,), right=(LANDS, LOG)),
    ),
    Screen.TOWN: Layout(
        referee=_places(strip=(DAY,), left=(PARTY,), middle=(TOWN, ACTIONS), right=(WANTED, LOG)),
        player=_places(strip=(DAY,), left=(ME, PARTY), middle=(TOWN, ACTIONS), right=(WANTED, LANDS, GEAR, LOG)),
        spectator=_places(strip=(DAY,), left=(PARTY,), middle=(TOWN,), right=(LANDS, LOG)),
    ),
    Screen.ENCOUNTER: _ENCOUNTER,
    Screen.CHASE: _ENCOUNTER,
}

DRAWERS = (PARTY, MAP, ROOM, LOG)
"""The panels that are drawers on the referee's tablet, in a site."""


def places_of(viewer: Viewer) -> Places:
    """The panels of the screen, by column."""
    layout = LAYOUTS[screen_of(viewer)]
    places = layout.spectator if viewer.spectates else layout.referee if viewer.referee else layout.player
    if not in_the_open(viewer):
        return places
    return tuple((place, tuple(OUTSIDE.get(panel.name, panel) for panel in panels)) for place, panels in places)


OUTSIDE = {ROOM.name: HERE, MAP.name: LANDS}
"""The panels of a room and of a site, and what takes their place in the open."""
