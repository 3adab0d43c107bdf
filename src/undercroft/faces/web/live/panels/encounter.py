"""The panels of an encounter or a chase: what everybody sees of it, and the actions."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.encounter.encounter import EncounterView, encounter
from undercroft.faces.views.fight.rounds import turn_of
from undercroft.faces.views.group_chips import group_chips
from undercroft.faces.web.live.panels.filled_button import FilledButton, fills
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.bridge.time_units import day_number
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.state.scenes import Chase, EncounterScene


def _met(viewer: Viewer) -> EncounterView | None:
    scene = viewer.group.scene if viewer.group is not None else None
    if viewer.group is None or not isinstance(scene, EncounterScene | Chase):
        return None
    return encounter(viewer.known, viewer.seat, viewer.group, scene, viewer.actions)


def _encounter(viewer: Viewer) -> Mapping[str, Any]:
    """What is met, the turn of the site or the day on the road, and the time."""
    group = viewer.group
    if group is None:
        return {
            "met": None,
            "turn": "",
            "time": "",
            "groups": group_chips(viewer.known, viewer.seat),
            "waits": False,
            "filled": False,
        }
    turn = turn_of(group) or f"Day {day_number(viewer.known, group.time)}"
    time = time_of_day(viewer.known, group.time)
    waits = bool(viewer.known.wanted)
    filled = fills(viewer, FilledButton.STRIP)
    return {
        "met": _met(viewer),
        "turn": turn,
        "time": time,
        "groups": group_chips(viewer.known, viewer.seat),
        "waits": waits,
        "filled": filled,
    }


def _reaction(viewer: Viewer) -> Mapping[str, Any]:
    filled = fills(viewer, FilledButton.PARLEY)
    return {"met": _met(viewer), "waits": bool(viewer.known.wanted), "filled": filled}


ENCOUNTER = Panel("encounter", "Encounter", _encounter, "live/encounter/encounter.html")
REACTION = Panel("reaction", "Reaction", _reaction, "live/encounter/reaction.html")
