"""Print: the page on which sheets are chosen, and the sheets."""

from litestar import Response, get
from litestar.params import FromPath

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import at_length, beside
from undercroft.faces.http.replies import HTML
from undercroft.faces.web.live.printing.sheets import Paper, PrintRequest, SheetReader, choices, pictured, printed
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, viewer_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import BadInput

SHEET = 200_000
"""The steps for printing a sheet."""


@get("/t/{table:str}/print")
async def print_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """What to print, on which paper, and whether with secrets."""
    viewer = await beside(viewer_of, request, table)
    sheets = await beside(lambda: [*choices(_reader(request, viewer))])
    return page_at(
        request, viewer, "live/printing/choose.html", sheets=sheets, pictured=pictured(_reader(request, viewer))
    )


@get("/t/{table:str}/print/sheets")
async def print_sheets(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The chosen sheets."""
    viewer = await beside(viewer_of, request, table)
    back = f"/t/{table}/print" + (f"?as={viewer.seat}" if viewer.watching and not viewer.curtain else "")
    return Response(await at_length(_printed, _reader(request, viewer), _asked(request), back), media_type=HTML)


def _printed(reader: SheetReader, asked: PrintRequest, back: str) -> str:
    spend(len(asked.what) * SHEET)
    return printed(reader, asked, back)


def _reader(request: AnyRequest, viewer: Viewer) -> SheetReader:
    table = lobby_of(request).open(viewer.table)
    at = f"/t/{viewer.table}/pictures"
    return SheetReader(viewer.seat, viewer.known, table.known, table.as_known, lambda id: f"{at}/{id}")


def _asked(request: AnyRequest) -> PrintRequest:
    chosen = request.query_params
    what = tuple(chosen.getall("what", []))
    if not what:
        raise BadInput("nothing_chosen", "no sheet is chosen", "tick at least one")
    paper = chosen.get("paper", Paper.A4)
    if paper not in set(Paper):
        raise BadInput("no_such_paper", f"there is no paper \u201c{paper[:20]}\u201d", "choose a4 or letter")
    return PrintRequest(what, Paper(paper), "secrets" in chosen, "short" in chosen, "pictures" in chosen)


PAGES = [print_page, print_sheets]
