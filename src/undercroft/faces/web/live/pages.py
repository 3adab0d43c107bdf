"""The pages beside the table: the log, the report, sheets, house rules, evenings, and what time in bulk would bring."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.books.sovereign.units import Attribute
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside
from undercroft.faces.report import evenings, report
from undercroft.faces.views.clocktime import day
from undercroft.faces.views.gear import gear
from undercroft.faces.views.logbook import Kept, LogLine, log_lines
from undercroft.faces.views.logpages import log_page as page_of
from undercroft.faces.views.logpages import sought_in
from undercroft.faces.views.party import row_of
from undercroft.faces.views.sheet import sheet
from undercroft.faces.web.live.panels import ATTRIBUTES, Looking
from undercroft.faces.web.live.prose import blocks_of
from undercroft.faces.web.live.seated import bar_of, lobby_of, looking
from undercroft.faces.web.rendering import fragment, page
from undercroft.kernel import wire
from undercroft.kernel.strict import read_object
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import chronicle
from undercroft.server.commands import read_command
from undercroft.table import bridge
from undercroft.table.bulk import PassTime, WalkBack
from undercroft.table.evenings import last_time
from undercroft.table.foretelling import preview
from undercroft.table.house_choices import Question, choices, value_of
from undercroft.table.moments import spell, time_of_day
from undercroft.table.names import PersonId
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.settled import Settled
from undercroft.table.why import Because, because


def _for_the_referee(look: Looking) -> None:
    if not look.referee:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "that is for the referee", "go back to the table")


@get("/t/{table:str}/log")
async def log_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """All that a seat was told, page by page, or what is looked for in it."""
    look = await beside(looking, request, table)
    sought = sought_in(dict(request.query_params))
    shown = await beside(lambda: page_of(log_lines(look.known, look.told), sought))
    return page(
        request,
        "live/logpage.html",
        look=look,
        bar=bar_of(request, look),
        shown=shown,
        sought=sought,
        kinds=tuple(Kept),
        days={line.number: day(look.known, look.told[line.number].at).partition(",")[0] for line in shown.lines},
        reasons={line.number: why for line in shown.lines if (why := _why(look, line)) is not None},
        last=look.last,
    )


def _why(look: Looking, line: LogLine) -> Because | None:
    event = look.told[line.number].event
    return because(event) if isinstance(event, Settled) else None


@get("/t/{table:str}/report")
async def report_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The campaign so far, or an evening, as a page to read: by what the seat was told, or the whole party."""
    look = await beside(looking, request, table)
    asked = _asked_of(request, look)
    found = await beside(chronicle, lobby_of(request).store, table, asked.seat)
    return page(
        request,
        "live/report.html",
        look=look,
        bar=bar_of(request, look),
        blocks=blocks_of(report(found, asked.seat, asked.evening)),
        evenings=evenings(found),
        asked=asked,
    )


@get("/t/{table:str}/report.md")
async def report_file(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The same as a file of Markdown."""
    look = await beside(looking, request, table)
    asked = _asked_of(request, look)
    found = await beside(chronicle, lobby_of(request).store, table, asked.seat)
    evening = f"-evening-{asked.evening}" if asked.evening is not None else ""
    secret = "-secret" if asked.seat == REFEREE else ""
    name = re.sub(r"[^a-z0-9.-]+", "-", f"{table.lower()}{evening}{secret}.md")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(report(found, asked.seat, asked.evening), media_type="text/markdown", headers=headers)


class _Report(Struct, frozen=True):
    """Which report is asked for: by whose knowledge, and of which evening; all of it without one."""

    seat: SeatId
    evening: int | None


def _asked_of(request: Request[Any, Any, Any], look: Looking) -> _Report:
    number = request.query_params.get("evening", "")
    seat = SPECTATORS if look.referee and request.query_params.get("for") == "players" else look.seat
    return _Report(seat, int(number) if number.isascii() and number.isdigit() and len(number) < 7 else None)


@get("/t/{table:str}/people/{who:str}")
async def person_page(request: Request[Any, Any, Any], table: FromPath[str], who: FromPath[str]) -> Response[str]:
    """Somebody's sheet: every number, with where it comes from."""
    look = await beside(looking, request, table)
    person = look.known.people.get(PersonId(who))
    if person is None:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "nobody of that name is here", "go back to the table")
    group = look.known.group_of(person.id)
    return page(
        request,
        "live/person.html",
        look=look,
        bar=bar_of(request, look),
        person=person,
        row=row_of(look.known, group, person) if group is not None else None,
        numbers=bridge.derived(person, look.known.house, look.known.carried_by(person.id)),
        settable=bridge.settable(),
        gear=gear(look.known, person),
        shown=sheet(look.known, person),
        attributes=ATTRIBUTES,
        modifiers={one.value: bridge.modifier(person, one) for one in Attribute},
    )


@get("/t/{table:str}/house")
async def house_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """Every choice of the house rules with what it means; a tap changes it from now on."""
    look = await beside(looking, request, table)
    _for_the_referee(look)
    house = look.known.house
    asked: dict[str, list[tuple[Question, Any]]] = {}
    for question in choices():
        asked.setdefault(question.book, []).append((question, value_of(house, question.id)))
    return page(
        request,
        "live/house.html",
        look=look,
        bar=bar_of(request, look),
        asked=asked,
        house=wire.plain(house),
        preset=house.preset,
    )


@get("/t/{table:str}/evening")
async def evening_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """Where everybody was last time, and the way to begin or end an evening."""
    look = await beside(looking, request, table)
    _for_the_referee(look)
    known = look.known
    present = [who for who, person in known.people.items() if person.alive and not person.retired]
    when = {group.id: f"{time_of_day(known, group.time)}, {day(known, group.time)}" for group in known.groups.values()}
    return page(
        request,
        "live/evening.html",
        look=look,
        bar=bar_of(request, look),
        last=last_time(known),
        given={"title": "", "present": present},
        when=when,
        spell=spell,
    )


@get("/t/{table:str}/preview")
async def preview_fragment(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """What a stretch of time would bring, as far as it can be told beforehand."""
    look = await beside(looking, request, table)
    command = read_command(read_object(request.query_params.get("command", "{}")))
    if not isinstance(command, PassTime | WalkBack) or command.group not in look.known.groups:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "nothing can be told of that beforehand", "just do it")
    foretold = await beside(preview, look.known, command)
    due = [(time_of_day(look.known, timer.due), timer.what) for timer in foretold.due]
    return fragment("live/preview.html", lasts=spell(foretold.seconds), due=due, checks=foretold.checks)


PAGES = [log_page, report_page, report_file, person_page, house_page, evening_page, preview_fragment]
