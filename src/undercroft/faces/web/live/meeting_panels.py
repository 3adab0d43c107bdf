"""The panels of a meeting or a chase: what everybody sees of it, and what may be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.actions import actions
from undercroft.faces.views.meeting import Encounter, encounter
from undercroft.faces.views.rounds import turn_of
from undercroft.faces.web.live.panels import Looking, View
from undercroft.table.campaign import Group
from undercroft.table.daytime import day_number
from undercroft.table.moments import time_of_day
from undercroft.table.scenes import Chase, Meeting


def _met(look: Looking) -> Encounter | None:
    scene = look.group.scene if look.group is not None else None
    if look.group is None or not isinstance(scene, Meeting | Chase):
        return None
    return encounter(look.known, look.seat, look.group, scene, actions(look.known, look.seat))


def _encounter(look: Looking) -> Mapping[str, Any]:
    turn = _when(look, look.group) if look.group is not None else ""
    time = time_of_day(look.known, look.group.time) if look.group is not None else ""
    return {"met": _met(look), "turn": turn, "time": time}


def _when(look: Looking, group: Group) -> str:
    """The turn of the site, or the day on the road."""
    return turn_of(group) or f"Day {day_number(look.known, group.time)}"


def _meeting(look: Looking) -> Mapping[str, Any]:
    return {"met": _met(look)}


MEETING: Mapping[str, View] = {"encounter": _encounter, "meeting": _meeting}
"""By name; the template is `live/<name>.html`."""
