"""The pages of characters: a new one by a book's steps, the shop, and a sheet to edit."""

from litestar import Response, get
from litestar.params import FromPath

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import beside
from undercroft.faces.views.banner import BannerKind
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.views.people.newcomers import (
    at_a_glance,
    book_ways,
    carried_words,
    choices_of,
    free_given_name,
    has_gear,
    just_made,
)
from undercroft.faces.views.people.party import row_of
from undercroft.faces.views.people.shop import shop
from undercroft.faces.views.people.stages import stage_now
from undercroft.faces.web.live.forms.made import sheet_fields
from undercroft.faces.web.live.viewer.request import beside_of, page_at, referee_of, viewer_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.units import SeatId
from undercroft.table.characters.creation import POINTS
from undercroft.table.characters.joining import in_play, may_be_ready
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, SPECTATORS, DiceKind, Throwing


@get("/t/{table:str}/people/new")
async def new_character_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """A new character: the book's steps, its dice and choices as they are asked, and those just made."""
    viewer = await beside(viewer_of, request, table)
    if viewer.seat == SPECTATORS:
        raise not_found("go back to the table", what="spectators make no characters")
    ways = book_ways(viewer.known)
    asked = request.query_params.get("book", "")
    seat = request.query_params.get("seat", "") if viewer.referee else viewer.seat
    seats = {id: viewer.known.called(id) for id in viewer.known.seats if id != SPECTATORS}
    made = just_made(viewer.known, viewer.seat)
    return page_at(
        request,
        viewer,
        "live/people/new.html",
        ways=ways,
        chosen=next((way for way in ways if way.book == asked), ways[0]),
        seats={**seats, REFEREE: "You"} if viewer.referee else {},
        seat=seat,
        questions=[
            question
            for question in wanted_views(viewer.known, viewer.seat)
            if not viewer.referee or not viewer.known.wanted[question.id].blocks
        ],
        stage=stage_now(
            asked
            for wanted in viewer.known.wanted.values()
            for asked in wanted.questions
            if not viewer.referee and asked.seat == viewer.seat
        ),
        made=made,
        opened=not made or request.query_params.get("after") == str(len(viewer.known.people)),
        ready=[person.id for person in made if may_be_ready(viewer.known, viewer.seat, person)],
        chosen_by={person.id: choices_of(viewer.known, viewer.seat, person) for person in made},
        gear_of={person.id: carried_words(viewer.known, person) for person in made},
        geared={person.id: has_gear(viewer.known, person) for person in made},
        suggested=free_given_name(viewer.known, SeatId(seat or viewer.seat)),
        glances={person.id: at_a_glance(viewer.known, person) for person in made},
        party=[
            f"{person.name}, {row_of(viewer.known, group, person).what}"
            for group in viewer.known.groups.values()
            for person in viewer.known.those_in(group.id)
        ],
        points=POINTS,
        second=not viewer.referee and in_play(viewer.known, viewer.seat),
        typed=viewer.known.throwing(viewer.seat, DiceKind.CHARACTERS) is Throwing.TYPED,
        waiting=(),
        making=True,
        beside=[banner for banner in beside_of(viewer) if viewer.referee or banner.kind is not BannerKind.DICE],
    )


def _person(viewer: Viewer, who: str) -> Person:
    person = viewer.known.people.get(PersonId(who))
    if person is None or (not viewer.referee and person.seat != viewer.seat):
        raise not_found("go back to the table", what="you have no such character")
    return person


@get("/t/{table:str}/people/{who:str}/shop")
async def shop_page(request: AnyRequest, table: FromPath[str], who: FromPath[str]) -> Response[str]:
    """The price list for a character: purse and load stay in sight, and a refusal says why."""
    viewer = await beside(viewer_of, request, table)
    person, sought = _person(viewer, who), request.query_params.get("q", "")[:60]
    known = {
        "person": person,
        "shop": await beside(shop, viewer.known, viewer.seat, person, sought),
        "sought": sought,
        "before_play": viewer.known.group_of(person.id) is None,
        "ready": may_be_ready(viewer.known, viewer.seat, person),
        "glance": at_a_glance(viewer.known, person),
    }
    return page_at(request, viewer, "live/people/shop.html", **known)


@get("/t/{table:str}/people/{who:str}/edit")
async def edit_page(request: AnyRequest, table: FromPath[str], who: FromPath[str]) -> Response[str]:
    """Every number of a sheet in one form, for the referee."""
    viewer = await beside(referee_of, request, table)
    person = _person(viewer, who)
    return page_at(request, viewer, "live/people/edit.html", **sheet_fields(viewer, person.id))


PAGES = [new_character_page, shop_page, edit_page]
