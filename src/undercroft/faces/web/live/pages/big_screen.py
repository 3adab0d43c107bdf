"""The page of the big screen: a television that shows what spectators know."""

from litestar import Response, get
from litestar.params import FromPath

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside
from undercroft.faces.views.big_screen import big_screen
from undercroft.faces.web.base.rendering import page
from undercroft.faces.web.live.access.join_code import join_code
from undercroft.faces.web.live.viewer.request import lobby_of, spectator_of


@get("/t/{table:str}/screen")
async def screen_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The big screen of a table, for its referee and its spectators."""
    return await beside(_screen, request, table)


def _screen(request: AnyRequest, table: str) -> Response[str]:
    viewer, lobby = spectator_of(request, table), lobby_of(request)
    seats = frozenset(viewer.known.seats)
    return page(
        request,
        "live/screen/screen.html",
        viewer=viewer,
        name=viewer.title or viewer.known.name,
        shown=big_screen(viewer.known, viewer.group, viewer.told, viewer.before),
        phones=(len(seats & lobby.listening(lobby.open(table))), len(seats)),
        join=join_code(request, lobby, table) if viewer.known.code_on_screen else None,
    )


PAGES = [screen_page]
