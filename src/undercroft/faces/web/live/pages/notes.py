"""The page of notes: whispers, handouts and what everybody wrote down."""

from litestar import Response, get
from litestar.params import FromPath

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import in_turn
from undercroft.faces.web.live.panels.messages import HANDOUTS, SHARED, WHISPERS
from undercroft.faces.web.live.panels.panel_drawing import drawn
from undercroft.faces.web.live.viewer.request import page_at, viewer_of

PANELS = (WHISPERS, HANDOUTS, SHARED)


@get("/t/{table:str}/notes")
async def notes_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """A seat's whispers and handouts, and the shared page."""
    return await in_turn(_notes, request, table)


def _notes(request: AnyRequest, table: str) -> Response[str]:
    viewer = viewer_of(request, table)
    drawings = {panel.name: drawn(panel, viewer) for panel in PANELS}
    return page_at(request, viewer, "live/messages/page.html", panels=PANELS, drawn=drawings)


PAGES = [notes_page]
