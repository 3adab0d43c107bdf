"""The panels of a site: its turns, its map, and the room."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.faces.views.actions import Action
from undercroft.faces.views.dungeon.picture_map import PictureMap, picture_map
from undercroft.faces.views.dungeon.room import room_card
from undercroft.faces.views.dungeon.strip import strip
from undercroft.faces.views.dungeon.trail import route
from undercroft.faces.views.dungeon.zone_map import zone_map
from undercroft.faces.views.people.party import NO_LIGHT, seen_by
from undercroft.faces.views.proposals import backers, proposed
from undercroft.faces.web.live.panels.actions import own_actions
from undercroft.faces.web.live.panels.panel import Panel, Tab
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.site.movement import Move
from undercroft.table.world.light import LightUp, reach
from undercroft.table.world.pictures import HidePicture, ShowPicture


def _strip(viewer: Viewer) -> Mapping[str, Any]:
    shown = strip(viewer.known, viewer.group, viewer.told) if viewer.group is not None else None
    return {"strip": shown, "groups": viewer.groups}


def _map(viewer: Viewer) -> Mapping[str, Any]:
    group = viewer.group
    way = route(viewer.told, group.id, group.site) if group is not None else ()
    drawn = zone_map(viewer.known, group, viewer.level, way) if group is not None else None
    offered = (action for action in own_actions(viewer) if action.kind == Move.tag)
    moves = [replace(move, command={**move.command, "style": viewer.entry}) for move in offered]
    reasons = Counter(move.refused[0] for move in moves if move.refused)
    ways = [proposal for proposal in proposed(viewer.known, viewer.seat, group) if proposal.kind == Move.tag]
    light = seen_by(viewer.known, group) if group is not None else ""
    dark = light == NO_LIGHT
    entries = [action for action in viewer.actions if action.kind == EnterSite.tag and not action.refused]
    picture = picture_map(viewer.known, group, drawn.level) if group is not None and drawn is not None else None
    return {
        "map": drawn,
        "table": viewer.table,
        "picture": None if viewer.drawn else picture,
        "has_picture": picture is not None,
        "pinning": False,
        "showing": _showing(viewer, picture),
        "members": [viewer.known.people[who].name for who in viewer.members],
        "entries": entries,
        "prepared": tuple(viewer.known.sites.values()) if drawn is None and viewer.referee else (),
        "moves": [(move, backers(viewer.known, move.command)) for move in moves],
        "ways": ways,
        "taps": {proposal.meant["door"]: proposal for proposal in ways if not proposal.meant["then"]},
        "shared": tuple(reason for reason, times in reasons.items() if times > 1),
        "light": light,
        "dark": dark,
        "kindling": _kindling(viewer) if dark else None,
    }


def _showing(viewer: Viewer, picture: PictureMap | None) -> Mapping[str, Any] | None:
    """The command that shows players the picture of the level, or hides it."""
    if picture is None or picture.site is None or not viewer.referee:
        return None
    show = ShowPicture(picture.site, picture.level)
    command: Mapping[str, Any] = wire.plain(HidePicture(picture.id) if picture.shown else show)
    return command


def _kindling(viewer: Viewer) -> Action | None:
    """The best light that a member of the group could strike."""
    lights = (
        action
        for action in viewer.actions
        if action.kind == LightUp.tag and action.who in viewer.members and not action.refused
    )
    return max(lights, key=lambda action: reach(viewer.known.things[action.command["thing"]].item), default=None)


def _room(viewer: Viewer) -> Mapping[str, Any]:
    return {"card": room_card(viewer.known, viewer.group) if viewer.group is not None else None}


STRIP = Panel("strip", "Turns", _strip, "live/dungeon/strip.html")
MAP = Panel("map", "Map", _map, "live/dungeon/zone_map.html", Tab("Map", "door"))
ROOM = Panel("room", "Room", _room, "live/dungeon/room.html", Tab("Room", "eye"))
