"""The page for a new campaign: its name, its books, what it starts with, and who plays."""

from litestar import Response, get
from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside
from undercroft.faces.views.house.grid import COLUMNS, cards, grid
from undercroft.faces.web.base.rendering import page
from undercroft.faces.web.live.viewer.request import for_a_starter
from undercroft.table.state.house_rules import HouseRules

SUMMED = ("clock", "combat", "wilderness", "encumbrance", "fatigue")
"""The questions of the house rules whose answers the page sums up."""

EXAMPLE = """\
1 Gatehouse
  Two towers, one of them fallen.
  > 2 oak door, stuck
  3 skeletons
2 Hall, lit
  ! pit: fall 10 ft
  $ silver cup 40 gp
  *> 3 behind the throne
3 Crypt"""
"""What an outline looks like, shown in the empty field."""


class WayIn(Struct, frozen=True):
    """Something a campaign can start with."""

    id: str
    title: str
    says: str


WAYS = (
    WayIn("tracker", "Turn tracker", "No map. Clock, light and dice; you keep the maps."),
    WayIn("outline", "Outline", "Type or paste numbered rooms; get a map."),
    WayIn("file", "A file", "Your own campaign file, or notes in Markdown."),
    WayIn("demo", "The demo", "Saint Orrin's Ossuary, ready to play."),
)


@get("/new")
async def new_page(request: AnyRequest) -> Response[str]:
    """The page, for the server's owner and for founders; `with` is what to start with."""
    for_a_starter(request)
    asked = request.query_params.get("with", "")
    chosen = next((way.id for way in WAYS if way.id == asked), WAYS[0].id)
    usual = HouseRules()
    lines = grid(usual)
    summed = tuple(line for id in SUMMED for line in lines if line.id == id)
    return await beside(
        page,
        request,
        "start/new.html",
        cards=cards(),
        columns=COLUMNS,
        lines=lines,
        summed=summed,
        preset=usual.preset,
        ways=WAYS,
        chosen=chosen,
        example=EXAMPLE,
    )


PAGES = [new_page]
