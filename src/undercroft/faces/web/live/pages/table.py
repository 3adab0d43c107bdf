"""The pages of the live table."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ASGIApp

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import beside, in_turn
from undercroft.faces.http.packing import PACKED, packed, takes_packed
from undercroft.faces.http.replies import HTML, JSON
from undercroft.faces.views.command_names import commands_in, title_of
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.access.drawings import ScreenDrawing
from undercroft.faces.web.live.access.links import AT, set_cookie
from undercroft.faces.web.live.forms.command_form import command_controls, command_named, may_ever_give, summary
from undercroft.faces.web.live.forms.made import MADE
from undercroft.faces.web.live.panels.banners import BANNERS
from undercroft.faces.web.live.panels.panel_drawing import PanelDrawing
from undercroft.faces.web.live.panels.panel_drawing import drawing as drawing_of
from undercroft.faces.web.live.panels.screens import DRAWERS, PANELS, places_of
from undercroft.faces.web.live.viewer.request import (
    CURTAIN,
    check_may_act,
    check_referee,
    lobby_of,
    page_at,
    sender_at,
    viewer_of,
)
from undercroft.faces.web.live.viewer.screen import screen_of
from undercroft.faces.web.live.viewer.tabs import open_tab
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.foresight.simulator import SimulatorGone
from undercroft.kernel import wire
from undercroft.kernel.strict import read_object
from undercroft.server.commands import Overrule
from undercroft.server.new_ids import now
from undercroft.server.wall_times import milliseconds
from undercroft.table.engine.about import Section

KEEPS_TEXT = "*"


@get("/t/{table:str}")
async def table_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The table as a seat sees it."""
    viewer, drawings = await in_turn(_screen, request, table)
    answer = page_at(
        request,
        viewer,
        "live/table/table.html",
        drawn={name: drawing.drawn for name, drawing in drawings.items()},
        marks={name: drawing.mark for name, drawing in drawings.items()},
        drawers=DRAWERS,
        places=places_of(viewer),
        screen=screen_of(viewer),
        clock=milliseconds(now()),
        tab=open_tab(viewer, request.query_params.get("tab")),
        forms={kind.ABOUT.key: kind.tag for kind in commands_in(Section.HEAD)} if viewer.referee else {},
    )
    set_cookie(answer, request, AT, table)
    return answer


@get("/t/{table:str}/panels/{name:str}")
async def panel_fragment(request: AnyRequest, table: FromPath[str], name: FromPath[str]) -> Response[str]:
    """A panel as it is now."""
    viewer, panels = await in_turn(_drawn, request, table, (name,))
    if name not in panels:
        raise not_found("reload the page", what="there is no such panel")
    return Response(panels[name].drawn, media_type=HTML, headers={"x-screen": str(screen_of(viewer))})


@get("/t/{table:str}/panels/all")
async def panels_together(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The panels that a screen asks for, all at the same moment."""
    who, lobby = await sender_at(request, table), lobby_of(request)
    seat = f"{who.seat} behind the curtain" if CURTAIN in request.cookies else who.seat
    asked = (table, seat, who.edition, lobby.open(table).cursor(who.seat), request.scope["query_string"])
    drawing = await lobby.drawings.draw(asked, partial(_together, request, table))
    headers = {"x-screen": drawing.screen, "x-seat": who.seat}
    if drawing.packed is None or not takes_packed(request):
        return Response(drawing.panels, media_type=JSON, headers=headers)
    return Response(drawing.packed, media_type=JSON, headers={**headers, **PACKED})


def _together(request: AnyRequest, table: str) -> ScreenDrawing:
    """The panels that a screen asks for, without those that it has as they are: it sends the mark of each.

    A screen that keeps the text of a panel puts an asterisk behind its mark, and is sent the lines that are new.
    """
    asked = (name.partition(":") for name in request.query_params.get("names", "").split(","))
    has = {name: had for name, _, had in asked}
    viewer, drawings = _drawn(request, table, has)
    recent = lobby_of(request).recent
    panels: dict[str, object] = {}
    for name, drawing in drawings.items():
        of, had, text = (table, viewer.seat, name), has[name].removesuffix(KEEPS_TEXT), drawing.text
        if drawing.mark != had:
            panels[name] = recent.since(of, had, text) if has[name].endswith(KEEPS_TEXT) else text
        recent.remember(of, text, drawing.mark)
    marks = {name: drawing.mark for name, drawing in drawings.items()}
    told = wire.shown({"cursor": viewer.cursor, "panels": panels, "marks": marks})
    return ScreenDrawing(screen_of(viewer), told, None if viewer.referee else packed(told))


def _screen(request: AnyRequest, table: str) -> tuple[Viewer, Mapping[str, PanelDrawing]]:
    """The viewer's whole screen; the referee of a party in a site is likely to ask for its chances soon."""
    viewer, drawings = _drawn(request, table)
    simulations = lobby_of(request).simulations
    if simulations is not None and viewer.referee and viewer.group is not None and viewer.group.site is not None:
        with suppress(SimulatorGone, OSError):
            simulations.simulator.warm()
    return viewer, drawings


def _drawn(
    request: AnyRequest, table: str, named: Iterable[str] | None = None
) -> tuple[Viewer, Mapping[str, PanelDrawing]]:
    """The viewer's screen and its panels: the named panels, or all."""
    viewer = viewer_of(request, table)
    of_screen = (BANNERS, *(panel for _, panels in places_of(viewer) for panel in panels))
    shown = of_screen if named is None else (PANELS[name] for name in named if name in PANELS)
    return viewer, {panel.name: drawing_of(panel, viewer) for panel in shown}


@get("/t/{table:str}/forms/{tag:str}")
async def form_fragment(request: AnyRequest, table: FromPath[str], tag: FromPath[str]) -> Response[str]:
    """A command as a form."""
    return await beside(_form, request, table, tag)


def _form(request: AnyRequest, table: str, tag: str) -> Response[str]:
    """The form of a command: the one made by hand if there is one, else the generated one."""
    viewer, kind = viewer_of(request, table), command_named(tag)
    if not may_ever_give(kind, viewer):
        check_may_act(viewer)
        check_referee(viewer.seat)
    if viewer.referee and kind is Overrule:  # which names a ruling by its number in the last act, however long
        viewer = viewer_of(request, table, most=None)
    given = read_object(request.query_params.get("given") or "{}")
    needed, further = command_controls(kind, viewer, given)
    made = kind.ABOUT.form if viewer.referee else ""
    fields = {control.field.name: control for control in (*needed, *further)}
    fits = {name: control.value for name, control in fields.items() if name in given}
    return fragment(
        f"live/forms/made/{made}.html" if made else "live/forms/form.html",
        tag=kind.tag,
        title=title_of(kind.tag),
        summary=summary(kind),
        needed=needed,
        further=further,
        fields=fields,
        **(MADE[made](viewer, fields, fits) if made else {}),
    )


@get("/t/{table:str}/stream")
async def table_stream(request: AnyRequest, table: FromPath[str]) -> ASGIApp:
    """The stream of changes."""
    who = await sender_at(request, table)
    lobby = lobby_of(request)
    since = request.headers.get("last-event-id", request.query_params.get("since"))
    if since is not None:
        await beside(lobby.open(table).missed, who.seat, since)
    return lobby.streams.join(lobby.open(table), who, since, tuple(PANELS), request.scope)


PAGES = [table_page, panel_fragment, panels_together, form_fragment, table_stream]
