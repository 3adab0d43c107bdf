"""The pages beside the table: the log, the report, sheets, house rules, sessions, and previews of longer spans."""

import re
from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.books.sovereign.units import Attribute
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside
from undercroft.faces.report.report_page import evenings, report, report_blocks
from undercroft.faces.views.command_names import commands_in, title_of
from undercroft.faces.views.log.lines import LogFilter, LogLine, log_lines
from undercroft.faces.views.log.pagination import log_page as page_of
from undercroft.faces.views.log.pagination import sought_in
from undercroft.faces.views.people.gear import gear
from undercroft.faces.views.people.party import row_of
from undercroft.faces.views.people.sheet import sheet
from undercroft.faces.views.time_of_day import day
from undercroft.faces.web.base.rendering import fragment, page
from undercroft.faces.web.live.panels.people import ATTRIBUTES
from undercroft.faces.web.live.viewer.request import bar_of, lobby_of, viewer_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.strict import read_object
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import chronicle
from undercroft.server.commands import read_command
from undercroft.table import bridge
from undercroft.table.engine.about import Section
from undercroft.table.engine.record import Settled
from undercroft.table.engine.time_words import spell, time_of_day
from undercroft.table.explain import Because, because
from undercroft.table.session.sessions import last_time
from undercroft.table.site.forecast import preview
from undercroft.table.site.waiting import PassTime, WalkBack
from undercroft.table.state.house_choices import Question, choices, value_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE, SPECTATORS


def _for_the_referee(viewer: Viewer) -> None:
    if not viewer.referee:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "that is for the referee", "go back to the table")


@get("/t/{table:str}/log")
async def log_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """Everything a seat was told, page by page, or the lines that match a search."""
    viewer = await beside(viewer_of, request, table)
    sought = sought_in(dict(request.query_params))
    shown = await beside(lambda: page_of(log_lines(viewer.known, viewer.told), sought))
    return page(
        request,
        "live/log/page.html",
        viewer=viewer,
        bar=bar_of(request, viewer),
        shown=shown,
        sought=sought,
        kinds=tuple(LogFilter),
        days={line.number: day(viewer.known, viewer.told[line.number].at).partition(",")[0] for line in shown.lines},
        reasons={line.number: why for line in shown.lines if (why := _why(viewer, line)) is not None},
        last=viewer.last,
    )


def _why(viewer: Viewer, line: LogLine) -> Because | None:
    event = viewer.told[line.number].event
    return because(event) if isinstance(event, Settled) else None


@get("/t/{table:str}/report")
async def report_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The campaign so far, or a session, as a page to read: from what the seat or the whole party was told."""
    viewer = await beside(viewer_of, request, table)
    asked = _asked_of(request, viewer)
    found = await beside(chronicle, lobby_of(request).store, table, asked.seat)
    return page(
        request,
        "live/log/report.html",
        viewer=viewer,
        bar=bar_of(request, viewer),
        blocks=[*report_blocks(found, asked.seat, asked.evening)],
        evenings=evenings(found),
        asked=asked,
    )


@get("/t/{table:str}/report.md")
async def report_file(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The report as a Markdown file."""
    viewer = await beside(viewer_of, request, table)
    asked = _asked_of(request, viewer)
    found = await beside(chronicle, lobby_of(request).store, table, asked.seat)
    evening = f"-evening-{asked.evening}" if asked.evening is not None else ""
    secret = "-secret" if asked.seat == REFEREE else ""
    name = re.sub(r"[^a-z0-9.-]+", "-", f"{table.lower()}{evening}{secret}.md")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(report(found, asked.seat, asked.evening), media_type="text/markdown", headers=headers)


class _Report(Struct, frozen=True):
    """The report in question: from whose knowledge, and of which session; without a session, the whole campaign."""

    seat: SeatId
    evening: int | None


def _asked_of(request: Request[Any, Any, Any], viewer: Viewer) -> _Report:
    number = request.query_params.get("evening", "")
    seat = SPECTATORS if viewer.referee and request.query_params.get("for") == "players" else viewer.seat
    return _Report(seat, int(number) if number.isascii() and number.isdigit() and len(number) < 7 else None)


@get("/t/{table:str}/people/{who:str}")
async def person_page(request: Request[Any, Any, Any], table: FromPath[str], who: FromPath[str]) -> Response[str]:
    """A character's sheet: every number with its source."""
    viewer = await beside(viewer_of, request, table)
    person = viewer.known.people.get(PersonId(who))
    if person is None:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "nobody of that name is here", "go back to the table")
    group = viewer.known.group_of(person.id)
    return page(
        request,
        "live/people/person.html",
        viewer=viewer,
        bar=bar_of(request, viewer),
        person=person,
        row=row_of(viewer.known, group, person) if group is not None else None,
        numbers=bridge.derived(person, viewer.known.house, viewer.known.carried_by(person.id)),
        settable=bridge.settable(),
        gear=gear(viewer.known, person),
        shown=sheet(viewer.known, person),
        attributes=ATTRIBUTES,
        modifiers={attribute.value: bridge.modifier(person, attribute) for attribute in Attribute},
        growth=[(kind.tag, title_of(kind.tag)) for kind in commands_in(Section.GROWTH)],
    )


@get("/t/{table:str}/house")
async def house_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """Every choice of the house rules with its meaning; a tap changes it from now on."""
    viewer = await beside(viewer_of, request, table)
    _for_the_referee(viewer)
    house = viewer.known.house
    asked: dict[str, list[tuple[Question, Any]]] = {}
    for question in choices():
        asked.setdefault(question.book, []).append((question, value_of(house, question.id)))
    return page(
        request,
        "live/table/house.html",
        viewer=viewer,
        bar=bar_of(request, viewer),
        asked=asked,
        house=wire.plain(house),
        preset=house.preset,
    )


@get("/t/{table:str}/evening")
async def evening_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """Where everybody was last time, and the buttons to start or end a session."""
    viewer = await beside(viewer_of, request, table)
    _for_the_referee(viewer)
    known = viewer.known
    present = [who for who, person in known.people.items() if person.alive and not person.retired]
    when = {group.id: f"{time_of_day(known, group.time)}, {day(known, group.time)}" for group in known.groups.values()}
    return page(
        request,
        "live/table/session.html",
        viewer=viewer,
        bar=bar_of(request, viewer),
        last=last_time(known),
        given={"title": "", "present": present},
        when=when,
        spell=spell,
    )


@get("/t/{table:str}/preview")
async def preview_fragment(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """A preview of a stretch of time, as far as it is known beforehand."""
    viewer = await beside(viewer_of, request, table)
    command = read_command(read_object(request.query_params.get("command", "{}")))
    if not isinstance(command, PassTime | WalkBack) or command.group not in viewer.known.groups:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "nothing can be told of that beforehand", "just do it")
    foretold = await beside(preview, viewer.known, command)
    due = [(time_of_day(viewer.known, timer.due), timer.what) for timer in foretold.due]
    return fragment("live/forms/preview.html", lasts=spell(foretold.seconds), due=due, checks=foretold.checks)


PAGES = [log_page, report_page, report_file, person_page, house_page, evening_page, preview_fragment]
