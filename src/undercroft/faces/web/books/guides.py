"""The pages of the guides."""

from litestar import Response, get
from litestar.params import FromPath

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.web.base.guide_texts import guides
from undercroft.faces.web.base.rendering import page_in_lane
from undercroft.kernel.faults import NotFound


@get("/guides")
async def guides_page(request: AnyRequest) -> Response[str]:
    """The guides, each with what it is about."""
    return await page_in_lane(request, "books/guides.html", guides=tuple(guides().values()))


@get("/guides/{guide:str}")
async def guide_page(request: AnyRequest, guide: FromPath[str]) -> Response[str]:
    """One guide."""
    found = guides().get(guide)
    if found is None:
        raise NotFound("no_such_guide", "there is no such guide", "/guides lists them all")
    return await page_in_lane(request, "books/guide.html", guide=found, guides=tuple(guides().values()))
