"""The panels of a site: its turns, its map, and the room."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from undercroft.faces.views.actions import Action
from undercroft.faces.views.dungeon.picture_map import PictureMap, picture_map
from undercroft.faces.views.dungeon.room import room_card
from undercroft.faces.views.dungeon.room_exits import DrawnExit
from undercroft.faces.views.dungeon.strip import strip
from undercroft.faces.views.dungeon.zone_map import ZoneMap, zone_map
from undercroft.faces.views.group_chips import group_chips
from undercroft.faces.views.people.party import NO_LIGHT, seen_by
from undercroft.faces.views.proposals import ProposalButton, backers, proposals_of, proposed
from undercroft.faces.web.live.panels.actions import own_actions
from undercroft.faces.web.live.panels.filled_button import FilledButton, fills
from undercroft.faces.web.live.panels.panel import Panel, PanelTab
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.amounts import series
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.doors import beyond
from undercroft.table.site.movement import Move
from undercroft.table.site.waiting import WalkBack
from undercroft.table.state.ids import DoorId
from undercroft.table.world.light import LightUp, reach
from undercroft.table.world.pictures import HidePicture, ShowPicture


def _strip(viewer: Viewer) -> Mapping[str, Any]:
    shown = strip(viewer.known, viewer.group, viewer.told) if viewer.group is not None else None
    return {
        "strip": shown,
        "groups": group_chips(viewer.known, viewer.seat),
        "filled": fills(viewer, FilledButton.STRIP),
    }


def _map(viewer: Viewer) -> Mapping[str, Any]:
    group = viewer.group
    drawn = zone_map(viewer.known, group, viewer.level, viewer.way) if group is not None else None
    offered = (action for action in own_actions(viewer) if action.kind == Move.tag)
    moves = [replace(move, command={**move.command, "style": viewer.entry}) for move in offered]
    reasons = Counter(move.refused[0] for move in moves if move.refused)
    ways = [proposal for proposal in proposed(viewer.known, viewer.seat, group) if proposal.kind in WAYS]
    near = {proposal.meant["door"]: proposal for proposal in ways if _one_step(proposal)}
    back = {proposal.meant["to"]: proposal for proposal in ways if proposal.kind == WalkBack.tag}
    light = seen_by(viewer.known, group) if group is not None else ""
    dark = light == NO_LIGHT
    zone = viewer.known.seen_zone_of(group) if group is not None else None
    entries = [action for action in viewer.actions if action.kind == EnterSite.tag and not action.refused]
    exits = _exits(viewer, drawn, near) if drawn is not None and not viewer.referee else []
    at_exits = [tap.meant for _, tap, _ in exits if tap is not None]
    picture = picture_map(viewer.known, group, drawn.level) if group is not None and drawn is not None else None
    return {
        "map": drawn,
        "filled": fills(viewer, FilledButton.STRIP),
        "table": viewer.table,
        "picture": None if viewer.drawn else picture,
        "has_picture": picture is not None,
        "pinning": False,
        "showing": _showing(viewer, picture),
        "members": [viewer.known.people[who].name for who in viewer.members],
        "entries": entries,
        "land": viewer.known.lands if drawn is None and viewer.referee else None,
        "prepared": tuple(viewer.known.sites.values()) if drawn is None and viewer.referee else (),
        "moves": [(move, backers(viewer.known, move.command)) for move in moves],
        "ways": ways,
        "proposals": tuple(proposals_of(viewer.known, group, at_exits)) if group is not None else (),
        "taps": near,
        "room_taps": {**_through(viewer, near), **back},
        "zone": zone.id if zone is not None else None,
        "room": zone.name if zone is not None and not dark else "",
        "size": zone.size if zone is not None and not dark else "",
        "exits": exits,
        "further": (
            ("Further ways", [way for way in ways if way.kind == Move.tag and not _one_step(way)]),
            ("Walk back to a room", list(back.values())),
        ),
        "exit_takes": _exit_takes(moves),
        "shared": tuple(reason for reason, times in reasons.items() if times > 1),
        "light": light,
        "dark": dark,
        "kindling": _kindling(viewer) if dark and not _banner_asks(viewer) else None,
    }


WAYS = frozenset({Move.tag, WalkBack.tag})
"""The commands that a tap on the map proposes."""


def _exit_takes(moves: Sequence[Action]) -> tuple[str, str]:
    """What a way out costs, once for all of them: a turn, or in delve rounds a move; and whether it ends the turn."""
    costs = {(move.cost, move.ends) for move in moves if not move.command["then"]}
    if not costs:
        return "", ""
    time, ends = costs.pop()
    return f"{time} each" if time else "a free move each", f"ends the {ends}" if ends else ""


def _one_step(proposal: ProposalButton) -> bool:
    """Whether a proposal is to go through one door, as the group usually goes."""
    return proposal.kind == Move.tag and not proposal.meant["then"]


def _through(viewer: Viewer, near: Mapping[str, ProposalButton]) -> dict[str, ProposalButton]:
    """The rooms next door that the seat knows, with the proposal to go there."""
    group = viewer.group
    seen = viewer.known.seen_by(group) if group is not None else None
    if group is None or seen is None:
        return {}
    doors = ((door, tap) for id, tap in near.items() if (door := seen.doors.get(DoorId(id))) is not None)
    return {there: tap for door, tap in doors if (there := beyond(door, group.zone)) in seen.zones}


def _exits(
    viewer: Viewer, drawn: ZoneMap, near: Mapping[str, ProposalButton]
) -> list[tuple[DrawnExit, ProposalButton | None, str]]:
    """Each way out with the tap that proposes it, and who proposes it."""
    return [
        (way, tap := near.get(id), _proposers(viewer, tap) if tap is not None else "")
        for id, way in drawn.exits.items()
    ]


def _proposers(viewer: Viewer, tap: ProposalButton) -> str:
    """Who proposes a way, in words."""
    names = backers(viewer.known, tap.meant)
    return f"{series(names)} {'propose' if len(names) > 1 else 'proposes'} this" if names else ""


def _showing(viewer: Viewer, picture: PictureMap | None) -> Mapping[str, Any] | None:
    """The command that shows players the picture of the level, or hides it."""
    if picture is None or picture.site is None or not viewer.referee:
        return None
    show = ShowPicture(picture.site, picture.level)
    command: Mapping[str, Any] = wire.plain(HidePicture(picture.id) if picture.shown else show)
    return command


def _banner_asks(viewer: Viewer) -> bool:
    """Whether a banner offers lights for the dark: they are not offered a second time."""
    unlit = viewer.known.unlit.get(viewer.group.id) if viewer.group is not None else None
    return unlit is not None and not unlit.accepted


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
MAP = Panel("map", "Map", _map, "live/dungeon/zone_map.html", PanelTab("Map", "door"))
ROOM = Panel("room", "Room", _room, "live/dungeon/room.html", PanelTab("Room", "eye"), aside=True)
