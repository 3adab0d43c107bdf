"""The search of the live table: commands, what can be done now, rooms, people, rules, roll tables and dice."""

from collections.abc import Iterable
from operator import itemgetter

from litestar import Response, get
from litestar.params import FromPath

from undercroft.books import RULES, SHELF
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import beside
from undercroft.faces.views.actions import Action, most_useful
from undercroft.faces.views.command_names import title_of
from undercroft.faces.views.dungeon.room import room_card
from undercroft.faces.web.base.prose import table_title
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.forms.command_form import commands_for
from undercroft.faces.web.live.viewer.request import viewer_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.notation import text
from undercroft.table.refusals import refusals
from undercroft.table.site.waiting import WalkBack
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.seen_sites import SeenZone
from undercroft.table.state.sites import Zone

_ROLL_TABLES = tuple(
    (table.name, table_title(table.name), text(table.roll), book.title)
    for book in SHELF
    for table in book.tables
    if not isinstance(table.roll, range)
)
"""The tables of the books that can be rolled on: name, title, dice and book."""


@get("/t/{table:str}/commands")
async def palette_fragment(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Everything the search finds."""
    viewer = await beside(viewer_of, request, table)
    offered = await beside(actions_found, viewer)
    at_once = {action.label.lower() for action in offered}
    return fragment(
        "live/forms/palette.html",
        viewer=viewer,
        commands=sorted(
            (
                (tag, title, what)
                for tag, what in commands_for(viewer)
                if (title := title_of(tag)).lower() not in at_once
            ),
            key=itemgetter(1),
        ),
        offered=offered,
        rooms=[(room, _explored(viewer, room)) for room in _rooms(viewer)],
        people=viewer.known.people.values(),
        rules=RULES.values(),
        tables=_ROLL_TABLES,
    )


def actions_found(viewer: Viewer) -> tuple[Action, ...]:
    """What can be done now, the most common first; of actions that read the same, the first."""
    by_label: dict[str, Action] = {}
    for action in most_useful(viewer.actions):
        if not action.refused:
            by_label.setdefault(action.label, action)
    return tuple(by_label.values())


def _rooms(viewer: Viewer) -> Iterable[Zone | SeenZone]:
    """The rooms that the seat knows in the site of the group."""
    group, known = viewer.group, viewer.known
    site = (known.site_of(group) or known.seen_by(group)) if group is not None else None
    return site.zones.values() if site is not None else ()


def _explored(viewer: Viewer, room: Zone | SeenZone) -> bool:
    """Whether the group has seen a room."""
    seen = viewer.known.seen_by(viewer.group) if viewer.group is not None else None
    return seen is not None and room.id in seen.zones


@get("/t/{table:str}/rooms/{zone:str}")
async def room_fragment(request: AnyRequest, table: FromPath[str], zone: FromPath[str]) -> Response[str]:
    """The card of a room in the group's site: what the seat knows of it, and the walk there if there is one."""
    viewer = await beside(viewer_of, request, table)
    group, room = viewer.group, ZoneId(zone)
    card = await beside(room_card, viewer.known, group, room) if group is not None else None
    if group is None or card is None:
        raise not_found("search for another room", what="the group does not know such a room")
    walk = WalkBack(group.id, room)
    return fragment(
        "live/dungeon/room_sheet.html",
        viewer=viewer,
        card=card,
        here=group.zone == room,
        explored=_explored(viewer, card.zone),
        walk=None if refusals(viewer.known, viewer.seat, walk) else {"group": group.id, "to": room},
    )


PAGES = [palette_fragment, room_fragment]
