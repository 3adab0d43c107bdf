"""A free roll for a skill, opened from the sheet."""

from litestar import Response, get
from litestar.params import FromPath

from undercroft.books.sovereign.units import Skill
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import beside
from undercroft.faces.views.people.skill_throws import difficulties, skill_throws
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.viewer.request import viewer_of
from undercroft.table.state.ids import PersonId


@get("/t/{table:str}/people/{who:str}/throws/{skill:str}")
async def throws_fragment(
    request: AnyRequest, table: FromPath[str], who: FromPath[str], skill: FromPath[str]
) -> Response[str]:
    """The rolls for a skill with each attribute, with their chances."""
    viewer = await beside(viewer_of, request, table)
    person = viewer.known.people.get(PersonId(who))
    if person is None or skill not in set(Skill):
        raise not_found("go back to the sheet", what="there is no such skill here")
    throws = await beside(skill_throws, viewer.known, viewer.seat, person, Skill(skill))
    return fragment(
        "live/people/throws.html",
        person=person,
        skill=Skill(skill).value,
        throws=throws,
        difficulties=difficulties(),
        acts=viewer.referee or (viewer.seat == person.seat and not viewer.watching),
    )


PAGES = [throws_fragment]
