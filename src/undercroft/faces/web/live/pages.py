"""The pages beside the table: the log, the report, sheets, house rules, evenings, and what time in bulk would bring."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside
from undercroft.faces.report import report
from undercroft.faces.views.clocktime import day, span, time_of_day
from undercroft.faces.views.gear import gear
from undercroft.faces.views.logbook import Kept, kept, log_lines
from undercroft.faces.views.party import row_of
from undercroft.faces.web.live.panels import ATTRIBUTES, Looking
from undercroft.faces.web.live.prose import blocks_of
from undercroft.faces.web.live.screens import lobby_of, looking
from undercroft.faces.web.rendering import fragment, page
from undercroft.kernel import wire
from undercroft.kernel.strict import checked, read_object
from undercroft.server.chronicle import chronicle
from undercroft.server.commands import COMMANDS
from undercroft.table import bridge
from undercroft.table.bulk import PassTime, WalkBack, preview
from undercroft.table.evenings import last_time
from undercroft.table.house_choices import Question, choices, value_of
from undercroft.table.names import PersonId
from undercroft.table.settled import Settled
from undercroft.table.why import because


def _for_the_referee(look: Looking) -> None:
    if not look.referee:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "that is for the referee", "go back to the table")


@get("/t/{table:str}/log")
async def log_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """All that a seat was told, or one kind of it."""
    look = await beside(looking, request, table)
    asked = request.query_params.get("show", Kept.ALL)
    which = Kept(asked) if asked in set(Kept) else Kept.ALL
    lines = await beside(lambda: kept(log_lines(look.known, look.told), which)[::-1])
    last = lobby_of(request).open(table).last_act() if look.referee else ()
    return page(
        request,
        "live/logpage.html",
        look=look,
        lines=lines,
        kinds=tuple(Kept),
        which=which,
        reasons={number: because(one.event) for number, one in enumerate(look.told) if isinstance(one.event, Settled)},
        last=last[0].act if last else None,
    )


@get("/t/{table:str}/report")
async def report_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The campaign so far as a page to read, by what the seat was told."""
    look = await beside(looking, request, table)
    store = lobby_of(request).store
    text = await beside(lambda: report(chronicle(store, table, look.seat), look.seat))
    return page(request, "live/report.html", look=look, blocks=blocks_of(text))


@get("/t/{table:str}/people/{who:str}")
async def person_page(request: Request[Any, Any, Any], table: FromPath[str], who: FromPath[str]) -> Response[str]:
    """Somebody's sheet: every number, with where it comes from."""
    look = await beside(looking, request, table)
    person = look.known.people.get(PersonId(who))
    if person is None:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "nobody of that name is here", "go back to the table")
    group = look.known.group_of(person.id)
    timers = [
        (timer.what, span(timer.due - look.known.now_of(person.id)))
        for timer in look.known.timers.values()
        if timer.person == person.id
    ]
    return page(
        request,
        "live/person.html",
        look=look,
        person=person,
        row=row_of(look.known, group, person) if group is not None else None,
        numbers=bridge.derived(person, look.known.house, look.known.carried_by(person.id)),
        settable=bridge.settable(),
        gear=gear(look.known, person),
        timers=timers,
        attributes=ATTRIBUTES,
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
    return page(request, "live/house.html", look=look, asked=asked, house=wire.plain(house), preset=house.preset)


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
        last=last_time(known),
        given={"title": "", "present": present},
        when=when,
        span=span,
    )


@get("/t/{table:str}/preview")
async def preview_fragment(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """What a stretch of time would bring, as far as it can be told beforehand."""
    look = await beside(looking, request, table)
    command = checked(COMMANDS, read_object(request.query_params.get("command", "{}")))
    if not isinstance(command, PassTime | WalkBack) or command.group not in look.known.groups:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "nothing can be told of that beforehand", "just do it")
    foretold = await beside(preview, look.known, command)
    due = [(time_of_day(look.known, timer.due), timer.what) for timer in foretold.due]
    return fragment("live/preview.html", lasts=span(foretold.seconds), due=due, checks=foretold.checks)


PAGES = [log_page, report_page, person_page, house_page, evening_page, preview_fragment]
