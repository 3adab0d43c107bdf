"""The panels of the live table: each a template over a view of what the seat knows, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.faces.views.actions import actions
from undercroft.faces.views.logbook import log_lines
from undercroft.faces.views.party import party
from undercroft.faces.views.roomcard import room_card
from undercroft.faces.views.strip import strip
from undercroft.faces.views.wanted import wanted_views
from undercroft.faces.views.zonemap import zone_map
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId, PersonId
from undercroft.table.seats import REFEREE
from undercroft.table.telling import Told


class Looking(Struct, frozen=True):
    """Who looks at what: a seat, what it knows and was told, and what it has chosen on its screen."""

    table: str
    seat: SeatId
    known: Campaign
    told: Sequence[Told]
    group: Group | None
    who: PersonId | None
    level: int | None = None
    cursor: str = ""

    @property
    def referee(self) -> bool:
        """Whether this is the referee."""
        return self.seat == REFEREE


View: TypeAlias = Callable[[Looking], Mapping[str, Any]]


def chosen_group(known: Campaign, seat: SeatId, named: str | None) -> Group | None:
    """The group somebody looks at: the one they named, else that of their own character, else the first."""
    if named is not None and GroupId(named) in known.groups:
        return known.groups[GroupId(named)]
    own = (who for who, person in known.people.items() if person.seat == seat)
    mine = (group for who in own if (group := known.group_of(who)) is not None)
    return next(mine, None) or next((group for group in known.groups.values() if group.members), None)


def _strip(look: Looking) -> Mapping[str, Any]:
    return {"strip": strip(look.known, look.group) if look.group is not None else None}


def _party(look: Looking) -> Mapping[str, Any]:
    groups = [group for group in look.known.groups.values() if group.members]
    shown = [look.group, *(group for group in groups if group != look.group)] if look.group is not None else groups
    return {"parties": [party(look.known, group) for group in shown]}


def _map(look: Looking) -> Mapping[str, Any]:
    drawn = zone_map(look.known, look.group, look.level) if look.group is not None else None
    moves = [one for one in _own(look) if one.kind == "move"]
    return {"map": drawn, "moves": moves}


def _actions(look: Looking) -> Mapping[str, Any]:
    return {"actions": [one for one in _own(look) if one.kind != "move"]}


def _own(look: Looking) -> list[Any]:
    """What can be done by the group that is looked at, those that name nobody last."""
    members = look.group.members if look.group is not None else ()
    group = look.group.id if look.group is not None else None
    all_of_them = actions(look.known, look.seat)
    return [
        one
        for one in all_of_them
        if (one.who in members and look.who in (None, one.who)) or (one.who is None and one.group in (None, group))
    ]


def _wanted(look: Looking) -> Mapping[str, Any]:
    return {"questions": wanted_views(look.known, look.seat), "waiting": tuple(look.known.wanted.values())}


def _room(look: Looking) -> Mapping[str, Any]:
    return {"card": room_card(look.known, look.group) if look.group is not None else None}


def _log(look: Looking) -> Mapping[str, Any]:
    return {"lines": log_lines(look.known, look.told)[-MOST_LINES:][::-1]}


def _top(look: Looking) -> Mapping[str, Any]:
    return {"groups": [group for group in look.known.groups.values() if group.members]}


MOST_LINES = 60

PANELS: Mapping[str, View] = {
    "top": _top,
    "strip": _strip,
    "party": _party,
    "map": _map,
    "room": _room,
    "actions": _actions,
    "wanted": _wanted,
    "log": _log,
}
"""By name; the template is `live/<name>.html`."""
